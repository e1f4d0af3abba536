//! Reads the header of a gguf file: metadata, which is skipped, and tensor infos.
//!
//! After magic and version come u64 counts of tensors and of metadata pairs, the pairs, the tensor
//! infos and, at the next multiple of the alignment, the tensors. Nothing but the lengths of
//! strings and arrays says where a field is, so all of it is walked once.
//!
//! Crates that read gguf decode all metadata into memory, the vocabulary of a language model
//! included, and do not say which tensor a truncated file lacks. Stepping over it takes one page.

mod ggml;

use std::str;

use crate::archive::check_text;
use crate::bytes::Cursor;
use crate::error::{ArchiveError, Container, Part, check_limit, invalid};
use crate::limits::{MAX_ENTRIES, MAX_GGUF_ARRAY_DEPTH, MAX_GGUF_DIMENSIONS, MAX_GGUF_METADATA_PAIRS};
use crate::{Archive, Entry};

/// First bytes of a file.
pub(crate) const MAGIC: &str = "GGUF";

const HEADER: Part<'_> = Part::Named("gguf header");

/// Where tensors start unless the metadata says otherwise.
const DEFAULT_ALIGNMENT_BYTES: u64 = 32;
const ALIGNMENT_KEY: &[u8] = b"general.alignment";

const VALUE_U32: u32 = 4;
const VALUE_STRING: u32 = 8;
const VALUE_ARRAY: u32 = 9;

struct Tensor<'a> {
    name: &'a str,
    /// From the start of the tensors.
    offset_bytes: u64,
    length_bytes: u64,
}

pub(crate) fn read(file: &[u8]) -> Result<Archive, ArchiveError> {
    let mut cursor = Cursor::new(file, Container::File, HEADER, 0);
    read_version(&mut cursor)?;
    let tensor_count = cursor.u64()?;
    check_limit(HEADER, "tensors", tensor_count, MAX_ENTRIES)?;
    let alignment_bytes = read_metadata(&mut cursor)?;
    let mut tensors = Vec::new();
    for number in 0..tensor_count {
        tensors.push(read_tensor(&mut cursor, Part::Number(number))?);
    }

    // Cannot overflow: the offset is within the file and the alignment a u32.
    let base_bytes = cursor.offset_bytes().next_multiple_of(alignment_bytes);
    let mut archive = Archive::default();
    for tensor in tensors {
        // An offset that saturates lies in no file.
        let offset_bytes = base_bytes.saturating_add(tensor.offset_bytes);
        let part = Part::Entry(tensor.name);
        let entry = Entry::data(file, part, offset_bytes, tensor.length_bytes)?;
        archive.insert(tensor.name, entry)?;
    }
    Ok(archive)
}

fn read_version(cursor: &mut Cursor<'_>) -> Result<(), ArchiveError> {
    let magic = cursor.take(MAGIC.len() as u64)?;
    if magic != MAGIC.as_bytes() {
        return Err(ArchiveError::Magic { part: HEADER.to_string(), expected: MAGIC, found: magic.escape_ascii().to_string() });
    }
    let version = cursor.u32()?;
    let found = match version {
        2 | 3 => return Ok(()),
        _ if version.swap_bytes() == 3 => "3 in big-endian order".to_owned(),
        _ => version.to_string(),
    };
    Err(ArchiveError::Version { format: "gguf", found, expected: "2 or 3, little-endian" })
}

/// Skips the metadata and gives the one value that matters here, the alignment of tensors.
fn read_metadata(cursor: &mut Cursor<'_>) -> Result<u64, ArchiveError> {
    let pair_count = cursor.u64()?;
    let limit = MAX_GGUF_METADATA_PAIRS;
    check_limit(HEADER, "metadata pairs", pair_count, limit)?;
    let mut alignment_bytes = DEFAULT_ALIGNMENT_BYTES;
    for _ in 0..pair_count {
        let key = read_string(cursor)?;
        let kind = cursor.u32()?;
        if key != ALIGNMENT_KEY {
            skip_value(cursor, kind, 0)?;
            continue;
        }
        if kind != VALUE_U32 {
            let expected = "general.alignment of kind 4 (u32)";
            return Err(invalid(HEADER, expected, format!("kind {kind}")));
        }
        alignment_bytes = u64::from(cursor.u32()?);
        if !alignment_bytes.is_power_of_two() {
            let expected = "general.alignment to be a power of two";
            return Err(invalid(HEADER, expected, alignment_bytes.to_string()));
        }
    }
    Ok(alignment_bytes)
}

fn read_string<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [u8], ArchiveError> {
    let length_bytes = cursor.u64()?;
    cursor.take(length_bytes)
}

/// `depth` counts the arrays around the value.
fn skip_value(cursor: &mut Cursor<'_>, kind: u32, depth: u32) -> Result<(), ArchiveError> {
    match kind {
        VALUE_STRING => {
            read_string(cursor)?;
        }
        VALUE_ARRAY => {
            let (depth, limit) = (depth + 1, MAX_GGUF_ARRAY_DEPTH);
            check_limit(HEADER, "nested arrays", depth.into(), limit.into())?;
            let kind = cursor.u32()?;
            let count = cursor.u64()?;
            if let Some(size_bytes) = scalar_bytes(kind) {
                // A size that saturates lies in no file.
                cursor.take(count.saturating_mul(size_bytes))?;
            } else {
                // Each element takes at least its own length field, so the file ends the loop.
                for _ in 0..count {
                    skip_value(cursor, kind, depth)?;
                }
            }
        }
        _ => {
            let size_bytes = scalar_bytes(kind).ok_or_else(|| {
                let expected = "a metadata value of kind 0 to 12";
                invalid(HEADER, expected, kind.to_string())
            })?;
            cursor.take(size_bytes)?;
        }
    }
    Ok(())
}

/// The size of a metadata value that always has the same one.
fn scalar_bytes(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),         // u8, i8, bool
        2 | 3 => Some(2),             // u16, i16
        VALUE_U32 | 5 | 6 => Some(4), // u32, i32, f32
        10..=12 => Some(8),           // u64, i64, f64
        _ => None,
    }
}

fn read_tensor<'a>(cursor: &mut Cursor<'a>, number: Part<'_>) -> Result<Tensor<'a>, ArchiveError> {
    let name = read_string(cursor)?;
    check_text(number, name.len() as u64)?;
    let name = str::from_utf8(name).map_err(|_| invalid(number, "UTF-8 text", name.escape_ascii().to_string()))?;
    let part = Part::Entry(name);
    let dimension_count = cursor.u32()?;
    let (found, limit) = (dimension_count.into(), MAX_GGUF_DIMENSIONS.into());
    check_limit(part, "dimensions", found, limit)?;
    let mut dimensions = Vec::new();
    for _ in 0..dimension_count {
        dimensions.push(cursor.u64()?);
    }
    let kind = cursor.u32()?;
    Ok(Tensor { name, offset_bytes: cursor.u64()?, length_bytes: ggml::length_bytes(part, &dimensions, kind)? })
}
