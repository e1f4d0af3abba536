//! What can be wrong with a plan.

/// Why bytes are not a plan that can be run.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum PlanError {
    /// The file is something else.
    #[error("not a Halforge plan: expected the file to begin with \"HALFPLAN\", found {found}")]
    Foreign {
        /// What it begins with.
        found: String,
    },
    /// The file is a plan of another version.
    #[error("plan version {found} is not supported: this build reads version {expected}; compile the program again")]
    Version {
        /// Version this build reads.
        expected: u32,
        /// Version of the file.
        found: u32,
    },
    /// The bytes do not follow the format.
    #[error("malformed plan at byte {offset}: {what}")]
    Malformed {
        /// Where in the file.
        offset: usize,
        /// Expected and found.
        what: String,
    },
    /// A count is over its limit.
    #[error("malformed plan at byte {offset}: {what} count is {found}, the limit is {limit}")]
    TooMuch {
        /// Where in the file.
        offset: usize,
        /// What is counted.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// An instruction breaks a rule.
    #[error("plan function @{function}, {block}, instruction {index} ({mnemonic}): {what}")]
    Instruction {
        /// Function name.
        function: String,
        /// Block.
        block: String,
        /// Position in the function.
        index: usize,
        /// Mnemonic.
        mnemonic: &'static str,
        /// Expected and found.
        what: String,
    },
    /// A function, export or initializer breaks a rule.
    #[error("plan: {0}")]
    Structure(String),
}

impl PlanError {
    pub(crate) fn malformed(offset: usize, what: impl Into<String>) -> Self {
        Self::Malformed { offset, what: what.into() }
    }
}
