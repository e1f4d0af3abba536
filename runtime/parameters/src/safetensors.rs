//! Reads the header of a safetensors file: a u64 length, that many bytes of JSON, the parameters.
//!
//! The `safetensors` crate reads the JSON and checks that the parameters follow each other without
//! holes. Its `read_metadata` is not used: it does not name the parameter a truncated file cuts
//! off, and in version 0.8 it overflows on eight tensors of 2^61 bytes.

use ::safetensors::tensor::Metadata;

use crate::archive::check_text;
use crate::bytes::Cursor;
use crate::error::{ArchiveError, Container, Part, check_limit, invalid};
use crate::limits::MAX_SAFETENSORS_HEADER_BYTES;
use crate::{Archive, Entry};

const HEADER: Part<'_> = Part::Named("safetensors header");

pub(crate) fn read(file: &[u8]) -> Result<Archive, ArchiveError> {
    let mut cursor = Cursor::new(file, Container::File, HEADER, 0);
    let header_bytes = cursor.u64()?;
    let limit = MAX_SAFETENSORS_HEADER_BYTES;
    check_limit(HEADER, "bytes", header_bytes, limit)?;
    let metadata: Metadata = serde_json::from_slice(cursor.take(header_bytes)?)
        .map_err(|error| invalid(HEADER, "a JSON table of tensors", error.to_string()))?;

    let tensors = metadata.tensors();
    // Tensors come in any order; empty ones share an offset, so the name decides between them.
    let mut tensors: Vec<_> = tensors.iter().map(|(name, info)| (info.data_offsets, name.as_str())).collect();
    tensors.sort_unstable();

    let base_bytes = cursor.offset_bytes();
    let mut archive = Archive::default();
    for ((begin, end), name) in tensors {
        check_text(HEADER, name.len() as u64)?;
        let part = Part::Entry(name);
        // An offset that saturates lies in no file.
        let offset_bytes = base_bytes.saturating_add(begin as u64);
        let length_bytes = (end as u64).saturating_sub(begin as u64);
        archive.insert(name, Entry::data(file, part, offset_bytes, length_bytes)?)?;
    }
    let end_bytes = base_bytes.saturating_add(metadata.data_len() as u64);
    if end_bytes != file.len() as u64 {
        // Bytes that no tensor owns could hide a second file; the format forbids them.
        let expected = format!("the tensors to end with the file at byte {}", file.len());
        return Err(invalid(HEADER, expected, format!("byte {end_bytes}")));
    }
    Ok(archive)
}
