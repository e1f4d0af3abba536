//! What device code may be at most.

/// Words of one SPIR-V instruction: its length has 16 bits.
pub const MAX_INSTRUCTION_WORDS: usize = 0xFFFF;

/// Types inside types, and constants inside constants.
pub const MAX_TYPE_DEPTH: usize = 64;

/// Bytes of an external object.
pub const MAX_OBJECT_BYTES: u64 = 64 << 20;

/// Bytes of a kernel in text.
pub const MAX_KERNEL_TEXT_BYTES: usize = 4 << 20;
