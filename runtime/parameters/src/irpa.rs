//! IREE parameter archives, version 0: the layout, shared by reader and writer.
//!
//! A file is a chain of headers. Each has a table of entries, a segment of names and a segment of
//! parameters; its offsets count from the header itself, so that files can be concatenated. Every
//! field is little-endian and packed. The numbers below are those of the files IREE 3.13 writes.

mod read;
mod write;

pub(crate) use read::read;
pub use write::{Content, write_irpa};

/// First bytes of a header.
pub(crate) const MAGIC: &str = "IRPA";

/// u32 magic, u16 major and minor version, u64 header size, next header, flags and entry count,
/// then the offset and length of the entry table, the names and the parameters.
const HEADER_BYTES: u64 = 88;

/// Headers and entries start at multiples of this.
const ALIGNMENT_BYTES: u64 = 16;

/// u64 entry size, u32 kind, u64 flags, offset and length of name and of metadata, u64 alignment
/// of the parameter. What the kind needs follows.
const ENTRY_HEADER_BYTES: u64 = 60;

/// An erased entry.
const KIND_SKIP: u32 = 0;
/// u64 length, 16 bytes of pattern, u8 length of the pattern.
const KIND_SPLAT: u32 = 1;
/// Offset and length among the parameters.
const KIND_DATA: u32 = 2;
/// Offset and length of a path among the names, offset and length in that file.
const KIND_EXTERNAL: u32 = 3;
