//! Device code: the `spirv` dialect, and kernels that people bring, as SPIR-V in the containers that runtimes load.
//!
//! - [`Backend`] makes the binary of a `hal.executable.variant`; [`BACKENDS`] lists those there are.
//! - [`serialize_module`] makes the words of a `spirv.module`.
//! - [`kernel`] compiles WGSL and GLSL and checks a kernel against its layout.
//!
//! Invariant: equal modules give equal bytes. The crate reads files only through what its caller gives it, and knows no passes;
//! containers and reflection are those of `halforge-executable`.

mod backend;
mod container;
mod export;
pub mod kernel;
pub mod limits;
mod object;
mod spirv;
mod vulkan;

pub use backend::{Artifact, BACKENDS, Backend, Binary, Options, ReadFile, Role, find_backend};
pub use spirv::serialize_module;
