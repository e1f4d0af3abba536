//! Kernels of this project, and the way from WGSL to the containers that the HAL loads.
//!
//! ```text
//! WGSL ──compile──▶ SPIR-V, descriptor ABI ──┬──────────────────────▶ container ──▶ VKE1
//!                                            └─with_addresses─▶ SPIR-V, address ABI ─┘
//! ```
//!
//! A kernel is written once. WGSL knows no addresses of buffers, so code of the address ABI is made from that of the
//! descriptor ABI. Invariant: a kernel has its bindings in group 0, numbered from 0 without gaps, and its constants in one
//! `var<immediate>` structure of 32-bit members; entry points that break this are refused.
//!
//! The crate knows no device: loading and running belong to the HAL.

mod address;
mod compile;
mod container;
mod error;
pub mod kernels;

pub use address::with_addresses;
pub use compile::{Features, Language, Loops, Options, compile};
pub use container::container;
pub use error::ShaderError;
pub use halforge_executable::vke1::Abi;
pub use kernels::Kernel;
