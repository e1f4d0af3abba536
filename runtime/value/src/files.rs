//! Values in files: `@path` from the start, `+path` from where the last one ended.
//!
//! Files ending in `.npy` describe themselves; all others are raw bytes. Writing never leaves half a
//! value: a replaced file is written beside its old self and renamed, an appended value that does not
//! fit is taken back.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use crate::{NewFile, Tensor, Value, ValueError, encode_npy};

/// A file named in a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRef<'a> {
    /// Where in the file the value is.
    pub position: StreamPosition,
    /// Path of the file.
    pub path: &'a str,
}

/// Where in a file to read or write a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamPosition {
    /// At the start, replacing what is there when writing: `@path`.
    Start,
    /// After the last value read, or at the end when writing: `+path`.
    Next,
}

impl<'a> FileRef<'a> {
    /// The file of `@path` or `+path`; `None` for any other text.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (position, path) = match text.split_at_checked(1)? {
            ("@", path) => (StreamPosition::Start, path),
            ("+", path) => (StreamPosition::Next, path),
            _ => return None,
        };
        Some(Self { position, path })
    }

    /// Whether the file describes its own shape and type, as its name says.
    pub fn is_npy(&self) -> bool {
        self.path.ends_with(".npy")
    }
}

/// The files opened for input and how far each has been read, shared by the values of one command.
#[derive(Debug, Default)]
pub struct InputFiles {
    open: BTreeMap<String, BufReader<File>>,
}

impl InputFiles {
    /// No file opened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The file, positioned at the value `file` names.
    pub(crate) fn reader(&mut self, file: &FileRef<'_>) -> Result<&mut impl Read, ValueError> {
        let open = || File::open(file.path).map(BufReader::new).map_err(|reason| file_error("open", file.path, reason));
        Ok(match (self.open.entry(file.path.to_owned()), file.position) {
            (Entry::Occupied(entry), StreamPosition::Next) => entry.into_mut(),
            (Entry::Occupied(mut entry), StreamPosition::Start) => {
                entry.insert(open()?);
                entry.into_mut()
            }
            (Entry::Vacant(entry), _) => entry.insert(open()?),
        })
    }
}

/// Writes `value` to `file`: as npy (a scalar as an array of rank 0) if its name ends in `.npy`, as
/// raw little-endian bytes otherwise.
///
/// # Errors
/// `NpyElementType` for types npy lacks, `OutOfMemory`, and `File` with the system's reason. The file
/// then holds what it held before.
pub fn write_value(value: &Value, file: &FileRef<'_>) -> Result<(), ValueError> {
    let scalar;
    let tensor = match value {
        Value::Tensor(tensor) => tensor,
        Value::Scalar(number) => {
            scalar = Tensor::from(*number);
            &scalar
        }
    };
    let encoded;
    let bytes = if file.is_npy() {
        encoded = encode_npy(tensor)?;
        &encoded
    } else {
        tensor.bytes()
    };
    let written = match file.position {
        StreamPosition::Start => replace(Path::new(file.path), bytes),
        StreamPosition::Next => append(Path::new(file.path), bytes),
    };
    written.map_err(|reason| file_error("write", file.path, reason))
}

/// Makes `bytes` the contents of `path`, or leaves it as it is.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Adds `bytes` at the end of `path`, all of them or none.
fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let size_before_bytes = file.metadata()?.len();
    file.write_all(bytes).inspect_err(|_| {
        // Fails on pipes and devices, which keep what they were sent.
        let _ = file.set_len(size_before_bytes);
    })
}

fn file_error(action: &'static str, path: &str, reason: io::Error) -> ValueError {
    ValueError::File { action, path: path.into(), reason }
}
