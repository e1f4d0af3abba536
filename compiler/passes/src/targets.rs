//! The devices and backends that IR may name.
//!
//! Names are those that `iree-compile` knows; which of them code is made for is the backends' business.

use crate::options::{OptionDef, OptionKind};

/// Devices, by the names of `#hal.device.target`.
pub(crate) const DEVICES: &[&str] = &["amdgpu", "cuda", "hip", "local", "metal", "vulkan"];

/// Backends, by the names of `#hal.executable.target`.
pub(crate) const BACKENDS: &[&str] = &["cuda", "llvm-cpu", "metal-spirv", "rocm", "vmvx", "vmvx-inline", "vulkan-spirv"];

/// The pattern that ids of devices of a target have: local devices say what they run on, too.
pub(crate) fn id_pattern(device: &str) -> &str {
    if device == "local" { "local*" } else { device }
}

/// The option by which pipelines name their registry; there is one.
pub(crate) const TARGET_REGISTRY: OptionDef = OptionDef {
    name: "target-registry",
    doc: "The registry of devices and backends: `global`, the only one.",
    default: OptionKind::Text("global"),
};
