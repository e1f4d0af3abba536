//! How a case ends when it does not pass.

use halforge_hal::Status;

/// Why a case did not pass. Assertions that fail end it too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Something went wrong.
    Failed(String),
    /// The device lacks what the case needs.
    Unsupported(String),
}

/// What a case comes to.
pub type Outcome = Result<(), Failure>;

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        Self::Failed(status.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}

/// The status of what must fail.
pub(crate) fn refusal<T>(result: Result<T, Status>) -> Result<Status, Failure> {
    result.err().ok_or_else(|| Failure::Failed("expected a failure, found success".to_owned()))
}
