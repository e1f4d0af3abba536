//! Which format a file is in.

use std::fmt;
use std::path::Path;

use crate::error::ArchiveError;
use crate::limits::MAX_SAFETENSORS_HEADER_BYTES;
use crate::{gguf, irpa};

/// A format of parameter archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// IREE parameter archive, version 0.
    Irpa,
    /// Hugging Face safetensors.
    Safetensors,
    /// ggml's format, versions 2 and 3, little-endian.
    Gguf,
}

impl Format {
    /// The format of the file at `path` with the contents `bytes`: by extension, in any case, or by
    /// the first bytes where the extension says nothing. The file is not opened.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::UnknownFormat`].
    pub fn of(path: &Path, bytes: &[u8]) -> Result<Self, ArchiveError> {
        by_extension(path).or_else(|| by_magic(bytes)).ok_or_else(|| ArchiveError::UnknownFormat { path: path.to_owned() })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Irpa => "irpa",
            Self::Safetensors => "safetensors",
            Self::Gguf => "gguf",
        })
    }
}

fn by_extension(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [Format::Irpa, Format::Safetensors, Format::Gguf].into_iter().find(|format| format.to_string() == extension)
}

fn by_magic(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(irpa::MAGIC.as_bytes()) {
        return Some(Format::Irpa);
    }
    if bytes.starts_with(gguf::MAGIC.as_bytes()) {
        return Some(Format::Gguf);
    }
    // safetensors has no magic: the length of a JSON header, then its first brace.
    let (length, header) = bytes.split_first_chunk()?;
    let plausible = u64::from_le_bytes(*length) <= MAX_SAFETENSORS_HEADER_BYTES;
    (plausible && header.first() == Some(&b'{')).then_some(Format::Safetensors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extension decides, whatever the contents; a mismatch is the parser's to report.
    #[test]
    fn the_extension_comes_first_in_any_case() {
        for (path, expected) in
            [("a/w.irpa", Format::Irpa), ("W.SafeTensors", Format::Safetensors), ("w.v2.gguf", Format::Gguf)]
        {
            assert_eq!(Format::of(Path::new(path), b"GGUF").unwrap(), expected);
        }
    }

    #[test]
    fn the_first_bytes_decide_when_the_extension_says_nothing() {
        for (bytes, expected) in
            [(&b"IRPA\0\0"[..], Format::Irpa), (b"GGUF\x03\0", Format::Gguf), (b"\x02\0\0\0\0\0\0\0{}", Format::Safetensors)]
        {
            assert_eq!(Format::of(Path::new("w.bin"), bytes).unwrap(), expected);
        }
    }

    #[test]
    fn a_file_like_none_of_them_is_an_error_that_names_it() {
        for bytes in [&b""[..], b"IRP", b"PK\x03\x04", &[0xff; 9]] {
            assert_eq!(
                Format::of(Path::new("w.bin"), bytes).unwrap_err().to_string(),
                "cannot tell the format of \"w.bin\"; expected .irpa, .safetensors or .gguf, \
                 or a file that begins like one"
            );
        }
    }
}
