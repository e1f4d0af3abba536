//! Why a program could not be loaded or a call failed.

use std::fmt;

use halforge_hal::Status;

/// Where a failure happened, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry {
    /// Function.
    pub function: String,
    /// Operation.
    pub operation: &'static str,
    /// `file:line:column` of the source, when the plan knows it.
    pub location: Option<String>,
}

/// A failure: what happened, and in the middle of what.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    /// What happened.
    pub status: Status,
    /// In the middle of what; empty when no instruction was running.
    pub trace: Vec<TraceEntry>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        for entry in &self.trace {
            write!(f, "\n  at {} in @{}", entry.operation, entry.function)?;
            if let Some(location) = &entry.location {
                write!(f, " ({location})")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        Self { status, trace: Vec::new() }
    }
}

/// Returns early with a [`Status`].
macro_rules! bail {
    ($code:ident, $($message:tt)*) => {
        return Err(halforge_hal::Status::new(halforge_hal::StatusCode::$code, format!($($message)*)))
    };
}
pub(crate) use bail;
