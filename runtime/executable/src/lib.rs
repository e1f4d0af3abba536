//! Device code as Halforge sees it, on both sides: the VKE1 container in and out, and the interface of SPIR-V.
//!
//! ```text
//! bytes ──Container::parse──▶ Container ──pipeline──▶ PipelineView ──┐
//!                                                      │ spirv       ├──check_interface──▶ mismatches
//!                                                      └──reflect──▶ Module ──required_features──▶ Vulkan names
//! ```
//!
//! Invariant: no input, however hostile, makes this crate panic or use memory out of proportion ([`limits`]); what is
//! malformed is refused with a path to it. The crate knows no Vulkan device and no MLIR: whether a device has the
//! features, and where the code came from, is for others.

mod bda;
mod error;
mod flatbuffer;
mod hash;
mod interface;
pub mod limits;
pub mod spirv;
pub mod vke1;

pub use bda::raw_bda_container;
pub use error::ExecutableError;
pub use hash::{ContentHash, content_hash};
pub use interface::{InterfaceMismatch, check_interface};
pub use spirv::{Module, RequiredFeature, required_features};
pub use vke1::{Container, PipelineView, write};
