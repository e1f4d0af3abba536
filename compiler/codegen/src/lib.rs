//! Device code: operations of the `spirv` dialect, and kernels that people bring, as SPIR-V in the containers that runtimes load.
//!
//! - [`serialize_module`] makes the words of a `spirv.module`.
//!
//! Invariant: equal modules give equal bytes. The crate neither reads files nor knows passes; containers and reflection are
//! those of `halforge-executable`.

pub mod limits;
mod spirv;

pub use spirv::serialize_module;
