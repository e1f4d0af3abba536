//! Bounds on what a plan may ask for. A plan beyond them is refused when it is read.

/// Largest plan file, in bytes.
pub const MAX_PLAN_BYTES: u64 = 1 << 40;
/// Most entries of each table: strings, functions, globals, exports, executables, constants, files of locations.
pub const MAX_TABLE_ENTRIES: u32 = 1 << 20;
/// Longest string, in bytes.
pub const MAX_STRING_BYTES: u32 = 1 << 20;
/// Most registers of a function.
pub const MAX_REGISTERS: u32 = 1 << 22;
/// Most blocks of a function.
pub const MAX_BLOCKS: u32 = 1 << 20;
/// Most instructions of a function.
pub const MAX_INSTRUCTIONS: u32 = 1 << 24;
/// Most values in one list: arguments of a call, constants or bindings of a dispatch, extents of a shape.
pub const MAX_LIST: u32 = 1 << 20;
