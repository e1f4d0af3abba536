//! Bounds on what a text may ask for, so that no input makes the parser run out of stack or memory.

/// Deepest nesting of regions, attributes, types and affine expressions together.
pub const MAX_NESTING: u32 = 128;
/// Deepest nesting of locations by aliases; call stacks are locations within locations.
pub const MAX_LOC_NESTING: u32 = 1024;
/// Most aliases in one, when those in them are written out.
pub const MAX_ALIAS_SIZE: u64 = 1 << 20;
/// Largest source text, in bytes: line, item and use counts must fit 32 bits.
pub const MAX_SOURCE_BYTES: usize = 1 << 36;
/// Widest integer type, in bits, as upstream.
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;
/// Most results a `%name:COUNT` may declare.
pub const MAX_RESULTS: u32 = 1 << 20;
/// Most elements of a `dense<…>` that is spelled out or decoded into memory.
pub const MAX_DENSE_ELEMENTS: u64 = 1 << 36;
/// Hex blobs up to this many bytes are decoded when read, so that equal ones are equal; larger ones stay in the source.
pub const SMALL_BLOB_BYTES: usize = 256;
/// Most mistakes the parser or the verifier reports; more say nothing new.
pub const MAX_MISTAKES: usize = 1000;
/// How often a text is read at most to find all its mistakes.
pub const MAX_READINGS: usize = 16;
/// Most names that are looked at for those of a text that nothing defines, to suggest the nearest.
pub const MAX_NAMES_COMPARED: usize = 1 << 20;
