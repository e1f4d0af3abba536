//! Values of an invocation in host memory: element types of the HAL, tensors and scalars, the text
//! `iree-run-module` reads and prints, `.npy` and raw files, and comparison with expected results.
//!
//! Invariant: a text or file that both IREE's tools and this crate accept means the same value in
//! both, and a value both can print has the same text. Where IREE guesses (`5x` read as 5), wraps
//! (`1xsi8=-200`) or cannot go on (printing `i4`, writing `bf16` to npy), this crate reports an
//! error or does what the type says. Two exceptions: sub-byte integers are numbers here, one per
//! element, where IREE reads hex bytes; and 8-bit floats round to nearest down to the smallest, where
//! IREE takes the last half step to zero.
//!
//! The crate knows no device and no program: copying to device memory, signatures and flags are the
//! caller's. Input is untrusted; its limits are named in [`limits`].

mod compare;
mod element_type;
mod error;
mod files;
mod float;
mod general;
pub mod limits;
mod literal;
mod new_file;
mod npy;
mod parse;
mod print;
mod scalar;
mod tensor;

pub use compare::{EqualityMode, Mismatch, Tolerances, compare};
pub use element_type::ElementType;
pub use error::ValueError;
pub use files::{FileRef, InputFiles, StreamPosition, write_value};
pub use new_file::NewFile;
pub use npy::{encode_npy, read_npy};
pub use parse::{ExpectedType, parse_tensor_type, parse_value};
pub use print::{DEFAULT_MAX_ELEMENT_COUNT, format_tensor_type, format_value};
pub use scalar::Scalar;
pub use tensor::{Element, Tensor};

/// One argument or result of an invocation.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number passed by value, as the VM does for `i32`, `f32` and the like.
    Scalar(Scalar),
    /// The contents of a buffer view.
    Tensor(Tensor),
}
