//! The error type of the crate. Messages say what was expected, what was found and what helps.

use std::io;
use std::path::PathBuf;

use crate::ElementType;
use crate::limits::{MAX_QUOTED_CHARS, MAX_RANK, MAX_TENSOR_SIZE_BYTES};

/// Why a value could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// A name that is no element type.
    #[error("expected an element type such as f32, i8 or f8E4M3FN, found `{found}`")]
    UnknownElementType {
        /// The name.
        found: String,
    },

    /// An element type code that names no type this crate can hold.
    #[error("element type {found} is not supported; expected a type such as f32, i8 or f8E4M3FN")]
    UnsupportedElementType {
        /// The type.
        found: ElementType,
    },

    /// A dimension of a shape is no number.
    #[error("dimension {index} of `{text}`: expected a number from 0 to 2^64 - 1, found `{found}`")]
    Dimension {
        /// Position in the shape, from 0.
        index: usize,
        /// The shape and type.
        text: String,
        /// The dimension.
        found: String,
    },

    /// A shape has more than [`MAX_RANK`] dimensions.
    #[error("expected at most {MAX_RANK} dimensions, found {found}")]
    Rank {
        /// The number of dimensions, or a lower bound of it.
        found: usize,
    },

    /// A tensor would exceed [`MAX_TENSOR_SIZE_BYTES`].
    #[error("{tensor_type}: expected at most {MAX_TENSOR_SIZE_BYTES} bytes, found {}", or_overflow(*.size_bytes))]
    TooLarge {
        /// Shape and type, as in `4xf32`.
        tensor_type: String,
        /// The size asked for; `None` where it does not fit 64 bits.
        size_bytes: Option<u64>,
    },

    /// Memory for a value ran out.
    #[error("out of memory for {size_bytes} bytes of {tensor_type}")]
    OutOfMemory {
        /// Shape and type, as in `4xf32`.
        tensor_type: String,
        /// The allocation that failed.
        size_bytes: u64,
    },

    /// The bytes given for a tensor are not as many as its type takes.
    #[error("expected {expected_bytes} bytes for {tensor_type}, found {found_bytes}")]
    ByteCount {
        /// Shape and type, as in `4xf32`.
        tensor_type: String,
        /// Bytes the type takes.
        expected_bytes: u64,
        /// Bytes there are.
        found_bytes: u64,
    },

    /// A file holds a tensor of another type than the one written in front of it.
    #[error("expected {expected}, found {found}")]
    TensorType {
        /// Shape and type, as in `4xf32`.
        expected: String,
        /// Shape and type of the file.
        found: String,
    },

    /// A text has more or fewer elements than its shape.
    #[error("expected {expected} elements for {tensor_type}, found {found}")]
    ElementCount {
        /// Shape and type, as in `4xf32`.
        tensor_type: String,
        /// Elements of the shape.
        expected: u64,
        /// Elements in the text.
        found: u64,
    },

    /// One element of a text cannot be read as its type.
    #[error("element {index} of {tensor_type}: expected {expected}, found \"{found}\"")]
    Element {
        /// Flat position, from 0.
        index: u64,
        /// Shape and type, as in `4xf32`.
        tensor_type: String,
        /// What would have been accepted.
        expected: String,
        /// The element.
        found: String,
    },

    /// A scalar cannot be read.
    #[error("expected {expected}, found \"{found}\"")]
    Scalar {
        /// What would have been accepted.
        expected: String,
        /// The text or type in its place.
        found: String,
    },

    /// A reference to a file of the wrong kind.
    #[error("expected {expected}, found `{found}`")]
    FileKind {
        /// What would have been accepted.
        expected: &'static str,
        /// The path.
        found: String,
    },

    /// An npy file does not follow its format.
    #[error("npy: expected {expected}, found {found}")]
    Npy {
        /// What would have been accepted.
        expected: &'static str,
        /// What stands in its place.
        found: String,
    },

    /// npy has no type for the elements.
    #[error("npy has no type for {element_type}; write raw bytes to a .bin file instead")]
    NpyElementType {
        /// The type.
        element_type: ElementType,
    },

    /// The operating system refused an operation on a stream.
    #[error("cannot read: {0}")]
    Read(io::Error),

    /// The operating system refused an operation on a file.
    #[error("cannot {action} {path:?}: {reason}")]
    File {
        /// What was tried, as in `open`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },

    /// An error in the contents of a file.
    #[error("{path:?}: {cause}")]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        cause: Box<ValueError>,
    },

    /// An error in a text.
    #[error("value `{text}`: {cause}")]
    InText {
        /// The text, shortened.
        text: String,
        /// What is wrong.
        cause: Box<ValueError>,
    },
}

fn or_overflow(size_bytes: Option<u64>) -> String {
    size_bytes.map_or("more than 2^64".to_owned(), |size| size.to_string())
}

/// `text` as an error quotes it: control characters escaped, the end cut off past
/// [`MAX_QUOTED_CHARS`].
pub(crate) fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let mut quoted = String::new();
    for character in characters.by_ref().take(MAX_QUOTED_CHARS) {
        if character.is_control() {
            quoted.extend(character.escape_default());
        } else {
            quoted.push(character);
        }
    }
    if characters.next().is_some() {
        quoted.push_str("...");
    }
    quoted
}
