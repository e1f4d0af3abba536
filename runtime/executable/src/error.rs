//! The crate's one error type: what was expected, what was found, and where.
//!
//! Invariant: every error carries a path from the outermost table inwards (`pipelines[3].entry_point`, `word 120
//! (OpLoad)`); a caller that knows more of the way prepends it with [`ExecutableError::within`].

use std::fmt::Display;

/// Why device code was refused. The variant says whose fault it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExecutableError {
    /// The bytes break a rule of their format: the fault of whoever produced them.
    #[error("{path}: {message}")]
    Malformed {
        /// Where: fields from the root inwards.
        path: String,
        /// What was expected and what was found.
        message: String,
    },
    /// The bytes follow another version of the format than the one implemented here.
    #[error("{path}: {message}")]
    Incompatible {
        /// Where: fields from the root inwards.
        path: String,
        /// What was expected and what was found.
        message: String,
    },
    /// The bytes are well formed but ask for something this crate does not implement.
    #[error("{path}: {message}")]
    Unsupported {
        /// Where: fields from the root inwards.
        path: String,
        /// What was asked for, and what to use instead.
        message: String,
    },
    /// A count or size exceeds one of the [`limits`](crate::limits).
    #[error("{path}: expected at most {limit} {what}, found {found}")]
    LimitExceeded {
        /// Where: fields from the root inwards.
        path: String,
        /// What is counted, in the plural.
        what: &'static str,
        /// The largest accepted count.
        limit: u64,
        /// The count found.
        found: u64,
    },
}

impl ExecutableError {
    pub(crate) fn malformed(path: impl Display, message: impl Display) -> Self {
        Self::Malformed { path: path.to_string(), message: message.to_string() }
    }

    pub(crate) fn unsupported(path: impl Display, message: impl Display) -> Self {
        Self::Unsupported { path: path.to_string(), message: message.to_string() }
    }

    /// Where the error is, from the root inwards.
    pub fn path(&self) -> &str {
        match self {
            Self::Malformed { path, .. }
            | Self::Incompatible { path, .. }
            | Self::Unsupported { path, .. }
            | Self::LimitExceeded { path, .. } => path,
        }
    }

    /// The same error, seen from one table further out: `parent.path`.
    #[must_use]
    pub fn within(mut self, parent: impl Display) -> Self {
        let (Self::Malformed { path, .. }
        | Self::Incompatible { path, .. }
        | Self::Unsupported { path, .. }
        | Self::LimitExceeded { path, .. }) = &mut self;
        *path = if path.is_empty() { parent.to_string() } else { format!("{parent}.{path}") };
        self
    }
}

/// Refuses a count above its limit.
pub(crate) fn check_limit(path: impl Display, what: &'static str, found: usize, limit: usize) -> Result<(), ExecutableError> {
    if found <= limit {
        return Ok(());
    }
    Err(ExecutableError::LimitExceeded { path: path.to_string(), what, limit: limit as u64, found: found as u64 })
}
