//! The registry of targets: the devices and backends that IR may name, and what code for each is made for by default.
//!
//! Names and defaults are those of `iree-compile` on x86-64; which of them code is made for is the backends' business
//! (`halforge-codegen`).

use std::sync::Arc;

use halforge_ir::{Attr, AttrKind, Context, DialectAttr, DialectAttrKind, HalType, Params, parse_attr};

use crate::options::{OptionDef, OptionKind};
use crate::session::Session;

/// A device.
pub(crate) struct Device {
    /// Its name in `#hal.device.target`.
    pub(crate) name: &'static str,
    /// The backend that makes its code; none where the session says which.
    backend: Option<&'static str>,
}

/// All devices, in order of their names.
pub(crate) const DEVICES: &[Device] = &[
    Device { name: "amdgpu", backend: Some("rocm") },
    Device { name: "cuda", backend: Some("cuda") },
    Device { name: "hip", backend: Some("rocm") },
    Device { name: "local", backend: None },
    Device { name: "metal", backend: Some("metal-spirv") },
    Device { name: "vulkan", backend: Some("vulkan-spirv") },
];

/// A backend, which makes code.
pub(crate) struct Backend {
    /// Its name in `#hal.executable.target`.
    pub(crate) name: &'static str,
    /// The device that its code is for, where none is named.
    pub(crate) device: &'static str,
    /// What it makes code for by default, as text; nothing where that must be said.
    target: Option<&'static str>,
}

/// All backends, in order of their names.
pub(crate) const BACKENDS: &[Backend] = &[
    Backend { name: "cuda", device: "cuda", target: Some(CUDA) },
    Backend { name: "llvm-cpu", device: "local", target: Some(LLVM_CPU) },
    Backend { name: "metal-spirv", device: "metal", target: Some(METAL) },
    Backend { name: "rocm", device: "hip", target: None },
    Backend { name: "vmvx", device: "local", target: Some(VMVX) },
    Backend { name: "vmvx-inline", device: "local", target: Some(VMVX_INLINE) },
    Backend { name: "vulkan-spirv", device: "vulkan", target: Some(VULKAN) },
];

const CUDA: &str = r##"#hal.executable.target<"cuda", "cuda-nvptx-fb", {iree_codegen.target_info = #iree_gpu.target<
    arch = "sm_60", features = "+ptx76", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8,
    subgroup = shuffle|arithmetic, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024],
    max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 49152,
    max_workgroup_counts = [2147483647, 65535, 65535]>>}>"##;

const LLVM_CPU: &str = r##"#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "", cpu_features = "",
    data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64,
    native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>"##;

const METAL: &str = r##"#hal.executable.target<"metal-spirv", "metal-msl-fb", {iree_codegen.target_info = #iree_gpu.target<
    arch = "apple", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|fp16|int64|int32|int16|int8,
    storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, dot = dp4xi8toi32, subgroup_size_choices = [32],
    max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 32768,
    max_workgroup_counts = [65535, 65535, 65535]>>}>"##;

const VMVX: &str = r##"#hal.executable.target<"vmvx", "vmvx-bytecode-fb",
    {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>"##;

const VMVX_INLINE: &str = r##"#hal.executable.target<"vmvx-inline", "vmvx-ir",
    {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>"##;

/// What every Vulkan device of the Android baseline profile of 2022 has.
const VULKAN: &str = r##"#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<
    arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32,
    subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64],
    max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384,
    max_workgroup_counts = [65535, 65535, 65535]>>}>"##;

/// The device called `name`.
pub(crate) fn find_device(name: &str) -> Option<&'static Device> {
    DEVICES.iter().find(|device| device.name == name)
}

/// The backend called `name`.
pub(crate) fn find_backend(name: &str) -> Option<&'static Backend> {
    BACKENDS.iter().find(|backend| backend.name == name)
}

/// The names of devices, for messages.
pub(crate) fn device_names() -> String {
    DEVICES.iter().map(|device| device.name).collect::<Vec<_>>().join(", ")
}

/// The names of backends, for messages.
pub(crate) fn backend_names() -> String {
    BACKENDS.iter().map(|backend| backend.name).collect::<Vec<_>>().join(", ")
}

impl Device {
    /// What code for the device is made for by default: an `#hal.executable.target` for each backend that makes some.
    pub(crate) fn executable_targets(&self, ctx: &Arc<Context>, session: &Session) -> Vec<Attr> {
        let named = session.local_backends.iter().filter_map(|name| find_backend(name));
        match self.backend {
            Some(name) => find_backend(name).and_then(|backend| backend.executable_target(ctx)).into_iter().collect(),
            None => named.filter_map(|backend| backend.executable_target(ctx)).collect(),
        }
    }
}

impl Backend {
    /// What the backend makes code for by default.
    pub(crate) fn executable_target(&self, ctx: &Arc<Context>) -> Option<Attr> {
        parse_attr(ctx, "default target", self.target?).ok()
    }
}

/// `#hal.device.target` of a device, its configuration and what its code is made for.
pub(crate) fn device_target(ctx: &Context, name: &str, configuration: Option<Attr>, executable_targets: Vec<Attr>) -> Attr {
    let executable_targets = (!executable_targets.is_empty()).then(|| ctx.array_attr(executable_targets));
    let params = Params::from_iter([Some(ctx.str_attr(name)), configuration, executable_targets]);
    device_attr(ctx, DialectAttrKind::HalDeviceTarget, params)
}

/// `#hal.device.select` of several devices.
pub(crate) fn device_select(ctx: &Context, devices: Vec<Attr>) -> Attr {
    device_attr(ctx, DialectAttrKind::HalDeviceSelect, Params::from_iter([Some(ctx.array_attr(devices))]))
}

/// An attribute of type `!hal.device`.
pub(crate) fn device_attr(ctx: &Context, kind: DialectAttrKind, params: Params) -> Attr {
    ctx.attr(AttrKind::Dialect(DialectAttr { kind, params, ty: Some(ctx.hal_type(HalType::Device)) }))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows name each other, and the texts of targets are attributes.
    #[test]
    fn devices_have_backends_and_backends_make_code() {
        let ctx = Context::new();
        for device in DEVICES {
            assert!(device.backend.is_none_or(|name| find_backend(name).is_some()), "{}", device.name);
        }
        for backend in BACKENDS {
            assert!(find_device(backend.device).is_some(), "{}", backend.name);
            assert_eq!(backend.executable_target(&ctx).is_some(), backend.target.is_some(), "{}", backend.name);
        }
    }
}
