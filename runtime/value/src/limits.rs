//! Limits on untrusted texts and files. Each is far above real use and low enough that reaching it
//! is an error message rather than an exhausted machine.

/// Dimensions of one tensor; the number is that of `iree-run-module`.
pub const MAX_RANK: usize = 128;

/// Bytes of one tensor: 16 GiB, four times the common `maxStorageBufferRange` of 4 GiB.
pub const MAX_TENSOR_SIZE_BYTES: u64 = 1 << 34;

/// Bytes of one npy header; version 1.0 cannot express more.
pub const MAX_NPY_HEADER_SIZE_BYTES: u32 = 65_535;

/// Bracket pairs printed for one tensor. Brackets outlive the element limit of a print, and
/// `1000000000x0xf32` has a thousand million of them and no element.
pub const MAX_PRINTED_BRACKETS: usize = 1 << 20;

/// Characters of a text that an error message quotes.
pub const MAX_QUOTED_CHARS: usize = 80;
