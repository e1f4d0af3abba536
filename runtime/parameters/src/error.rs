//! The one error type of this crate. Each message says what was expected and what was found.

use std::fmt;
use std::path::PathBuf;

/// Why an archive cannot be read, searched or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Neither the name nor the first bytes of a file tell its format.
    #[error("cannot tell the format of {path:?}; expected .irpa, .safetensors or .gguf, or a file that begins like one")]
    UnknownFormat {
        /// The file in question.
        path: PathBuf,
    },

    /// The file is not of the format it was read as.
    #[error("expected {expected:?} at the start of the {part}, found {found:?}; is it another kind of file?")]
    Magic {
        /// Which header.
        part: String,
        /// The magic of the format.
        expected: &'static str,
        /// What stands in its place.
        found: String,
    },

    /// The format is right, its version is not one this crate reads.
    #[error("{format} version {found} is not supported; expected {expected}")]
    Version {
        /// Name of the format.
        format: &'static str,
        /// The version in the file.
        found: String,
        /// The versions that can be read.
        expected: &'static str,
    },

    /// A range of bytes does not lie in what should contain it.
    #[error("{part}: bytes {begin_bytes}..{end_bytes} lie outside the {size_bytes}-byte {container}{}", container.hint())]
    Outside {
        /// The entry or header that refers to the range.
        part: String,
        /// Start of the range, relative to the container.
        begin_bytes: u64,
        /// End of the range, exclusive; `u64::MAX` where it would not fit 64 bits.
        end_bytes: u64,
        /// What should contain the range.
        container: Container,
        /// Size of the container.
        size_bytes: u64,
    },

    /// The archive is beyond one of the [`limits`](crate::limits).
    #[error("{part}: expected at most {limit} {quantity}, found {found}")]
    Limit {
        /// The entry or header that asks for too much.
        part: String,
        /// What there is too much of.
        quantity: &'static str,
        /// How much there is; `u64::MAX` where it would not fit 64 bits.
        found: u64,
        /// How much there may be.
        limit: u64,
    },

    /// Two entries have the same name, so neither could be told from the other.
    #[error("entry {name:?} is declared twice; expected every name once")]
    Duplicate {
        /// The name.
        name: String,
    },

    /// A field holds a value the format does not allow.
    #[error("{part}: expected {expected}, found {found}")]
    Invalid {
        /// The entry, header or text that holds the value.
        part: String,
        /// What the format allows.
        expected: String,
        /// The value.
        found: String,
    },

    /// A program wants a parameter that no archive of the scope holds.
    #[error("no parameter {name:?} in {}{}; it holds {}", scope_text(.scope), nearest_text(.nearest), count_text(*.entry_count))]
    UnknownParameter {
        /// The scope, empty for the global one.
        scope: String,
        /// The name that was asked for.
        name: String,
        /// The name most like it, if any is.
        nearest: Option<String>,
        /// How many parameters the scope holds.
        entry_count: usize,
    },

    /// The destination of an archive refused the bytes.
    #[error("cannot write the archive: {0}")]
    Write(#[from] std::io::Error),
}

/// What a range of bytes should lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// The whole file.
    File,
    /// The table of entries of an irpa header.
    EntryTable,
    /// One entry of that table.
    Entry,
    /// The names of an irpa header.
    MetadataSegment,
    /// The parameters of an irpa header.
    StorageSegment,
}

impl Container {
    fn hint(self) -> &'static str {
        match self {
            Self::File => "; the archive is truncated",
            Self::EntryTable | Self::Entry | Self::MetadataSegment | Self::StorageSegment => "",
        }
    }
}

impl fmt::Display for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "file",
            Self::EntryTable => "entry table",
            Self::Entry => "entry",
            Self::MetadataSegment => "metadata segment",
            Self::StorageSegment => "storage segment",
        })
    }
}

/// The part of an archive an error is about: `irpa header`, `entry 3` while its name is unknown,
/// `entry "w"` after that.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Named(&'static str),
    Number(u64),
    Entry(&'a str),
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Number(number) => write!(f, "entry {number}"),
            Self::Entry(name) => write!(f, "entry {name:?}"),
        }
    }
}

/// Short hand for [`ArchiveError::Invalid`].
pub(crate) fn invalid(part: Part<'_>, expected: impl Into<String>, found: impl Into<String>) -> ArchiveError {
    ArchiveError::Invalid { part: part.to_string(), expected: expected.into(), found: found.into() }
}

/// Fails unless `found` is within `limit`.
pub(crate) fn check_limit(part: Part<'_>, quantity: &'static str, found: u64, limit: u64) -> Result<(), ArchiveError> {
    if found <= limit {
        return Ok(());
    }
    Err(ArchiveError::Limit { part: part.to_string(), quantity, found, limit })
}

fn scope_text(scope: &str) -> String {
    if scope.is_empty() { "the global scope".to_owned() } else { format!("scope {scope:?}") }
}

fn nearest_text(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; nearest is {name:?}"))
}

fn count_text(entry_count: usize) -> String {
    if entry_count == 1 { "1 entry".to_owned() } else { format!("{entry_count} entries") }
}
