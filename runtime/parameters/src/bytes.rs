//! Reading little-endian fields out of bytes nobody vouches for.
//!
//! Ranges are compared by taking what is left, never by adding, so no offset can overflow; every
//! failure is [`ArchiveError::Outside`] with the range and the size it missed.

use crate::error::{ArchiveError, Container, Part};

/// The bytes of `bytes` at `offset_bytes..offset_bytes + length_bytes`.
pub(crate) fn slice<'a>(
    bytes: &'a [u8],
    container: Container,
    part: Part<'_>,
    offset_bytes: u64,
    length_bytes: u64,
) -> Result<&'a [u8], ArchiveError> {
    let range = || {
        let offset = usize::try_from(offset_bytes).ok()?;
        let length = usize::try_from(length_bytes).ok()?;
        bytes.get(offset..)?.get(..length)
    };
    range().ok_or_else(|| outside(part, offset_bytes, length_bytes, container, bytes.len() as u64))
}

/// [`ArchiveError::Outside`] for a range given by offset and length.
pub(crate) fn outside(
    part: Part<'_>,
    offset_bytes: u64,
    length_bytes: u64,
    container: Container,
    size_bytes: u64,
) -> ArchiveError {
    ArchiveError::Outside {
        part: part.to_string(),
        begin_bytes: offset_bytes,
        end_bytes: offset_bytes.saturating_add(length_bytes),
        container,
        size_bytes,
    }
}

/// A place in `bytes` that moves forward with each read.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    container: Container,
    part: Part<'a>,
    offset_bytes: u64,
}

impl<'a> Cursor<'a> {
    /// Starts at `offset_bytes`, which may lie outside: then the first read fails.
    pub(crate) fn new(bytes: &'a [u8], container: Container, part: Part<'a>, offset_bytes: u64) -> Self {
        Self { bytes, container, part, offset_bytes }
    }

    pub(crate) fn offset_bytes(&self) -> u64 {
        self.offset_bytes
    }

    pub(crate) fn take(&mut self, length_bytes: u64) -> Result<&'a [u8], ArchiveError> {
        let taken = slice(self.bytes, self.container, self.part, self.offset_bytes, length_bytes)?;
        // Cannot overflow: the end of a slice that exists is at most `bytes.len()`.
        self.offset_bytes += length_bytes;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ArchiveError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, ArchiveError> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, ArchiveError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, ArchiveError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, ArchiveError> {
        self.array().map(u64::from_le_bytes)
    }
}
