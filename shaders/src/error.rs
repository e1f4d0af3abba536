//! Why a kernel cannot be made into device code.

use halforge_executable::ExecutableError;

/// What was expected of a kernel and what was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShaderError {
    /// The WGSL is wrong: the compiler's message, with place and source line.
    #[error("{0}")]
    Source(String),
    /// The kernel does not keep to the form that this crate's kernels have.
    #[error("{entry_point}: {message}")]
    Form {
        /// The entry point.
        entry_point: String,
        /// What was expected and what was found.
        message: String,
    },
    /// The code uses what code of the address ABI cannot have.
    #[error("no code of the address ABI: {0}")]
    Address(String),
    /// The code or its container breaks a rule of its format: a mistake of this crate or of the compiler.
    #[error(transparent)]
    Executable(#[from] ExecutableError),
}
