//! The error type of the crate.

use std::path::PathBuf;

use halforge_hal::StatusCode;
use halforge_ir::Diagnostic;
use halforge_plan::PlanError;
use halforge_value::ValueError;

/// Why a program could not be loaded or run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text of a program is wrong; all mistakes that could be found.
    #[error("{}", show(.0))]
    Text(Vec<Diagnostic>),
    /// The bytes of a plan are wrong.
    #[error("{name}: {source}")]
    Plan {
        /// How the plan is called.
        name: String,
        /// Why.
        source: PlanError,
    },
    /// A value cannot be read or written.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A device failed, or cannot do what is asked.
    #[error(transparent)]
    Status(#[from] halforge_hal::Status),
    /// The program failed; says where.
    #[error(transparent)]
    Run(#[from] halforge_vm::Error),
}

impl Error {
    /// The status's code, where a device or the program failed.
    pub fn code(&self) -> Option<StatusCode> {
        match self {
            Self::Status(status) => Some(status.code()),
            Self::Run(error) => Some(error.status.code()),
            _ => None,
        }
    }
}

fn show(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
