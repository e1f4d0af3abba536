//! What device code may be at most.

/// Words of one SPIR-V instruction: its length has 16 bits.
pub const MAX_INSTRUCTION_WORDS: usize = 0xFFFF;

/// Types inside types, and constants inside constants.
pub const MAX_TYPE_DEPTH: usize = 64;
