//! The limits on what an archive may ask for, in one place.
//!
//! Each bounds time or memory that would otherwise grow with the input beyond its own size. Lengths
//! of parameters have no limit of their own: they are checked against the file and never allocated.

/// Entries of one archive, over all its headers and skipped entries included. The largest published
/// models hold about 100 000 tensors.
pub const MAX_ENTRIES: u64 = 1 << 20;

/// Bytes of one entry name or external path.
pub const MAX_NAME_BYTES: u64 = 4096;

/// Bytes of all names and paths of one archive together. Names in an irpa file may overlap, so a
/// small file could otherwise demand much memory.
pub const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Linked headers of one irpa file.
pub const MAX_IRPA_HEADERS: u64 = 1 << 16;

/// Bytes of the JSON header of a safetensors file; the reference implementation's own limit.
/// Decoding takes about ten times as much memory at worst.
pub const MAX_SAFETENSORS_HEADER_BYTES: u64 = 100_000_000;

/// Metadata pairs of one gguf file.
pub const MAX_GGUF_METADATA_PAIRS: u64 = 1 << 20;

/// Arrays within arrays in the metadata of a gguf file.
pub const MAX_GGUF_ARRAY_DEPTH: u32 = 8;

/// Dimensions of one gguf tensor. ggml itself stops at 4.
pub const MAX_GGUF_DIMENSIONS: u32 = 8;

/// Names looked at for the nearest one when a parameter is missing.
pub const MAX_COMPARED_NAMES: usize = 1 << 16;

/// Bytes of a name that is still compared when a parameter is missing; the time to compare two
/// names is the product of their lengths.
pub const MAX_COMPARED_BYTES: usize = 128;

/// Bytes of parameters in a written archive; file sizes are signed and the header comes on top.
pub const MAX_WRITTEN_DATA_BYTES: u64 = 1 << 62;
