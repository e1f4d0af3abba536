//! What a device must have for a kernel, checked before the driver sees the kernel.

use std::sync::atomic::Ordering;

use ash::vk;

use halforge_executable::spirv::{BindingClass, EntryPoint};
use halforge_executable::{Module, PipelineView, required_features};

use super::workgroup_size;
use crate::core::Core;
use crate::status::{Result, bail};

pub(super) fn check_features(core: &Core, module: &Module) -> Result<()> {
    let missing: Vec<String> =
        required_features(module).map(|feature| feature.to_string()).filter(|name| !has_feature(core, name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    bail!(Incompatible, "the code needs {}, which device {} lacks", missing.join(", "), core.physical.name)
}

fn has_feature(core: &Core, name: &str) -> bool {
    use vk::SubgroupFeatureFlags as S;
    let subgroup = match name {
        "VK_SUBGROUP_FEATURE_BASIC_BIT" => S::BASIC,
        "VK_SUBGROUP_FEATURE_VOTE_BIT" => S::VOTE,
        "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT" => S::ARITHMETIC,
        "VK_SUBGROUP_FEATURE_BALLOT_BIT" => S::BALLOT,
        "VK_SUBGROUP_FEATURE_SHUFFLE_BIT" => S::SHUFFLE,
        "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT" => S::SHUFFLE_RELATIVE,
        "VK_SUBGROUP_FEATURE_CLUSTERED_BIT" => S::CLUSTERED,
        "VK_SUBGROUP_FEATURE_QUAD_BIT" => S::QUAD,
        _ => return core.features.by_name(name).unwrap_or(false),
    };
    core.physical.subgroup_operations.contains(subgroup)
}

/// Refuses what is over a limit of the device, with the number, the limit and its name.
pub(super) fn check_limits(core: &Core, view: &PipelineView<'_>, entry: &EntryPoint, constants: &[u32]) -> Result<()> {
    let limits = &core.limits;
    let size = workgroup_size(entry, constants);
    let largest =
        [limits.max_compute_work_group_size_x, limits.max_compute_work_group_size_y, limits.max_compute_work_group_size_z];
    for (i, (&have, limit)) in size.iter().zip(largest).enumerate() {
        if u64::from(have) > limit {
            bail!(Incompatible, "the workgroup size {size:?} is over the device's maxComputeWorkGroupSize[{i}] of {limit}");
        }
    }
    let invocations = size.iter().map(|&n| u64::from(n)).product::<u64>();
    let shared = entry.workgroup_memory_bytes.unwrap_or(0);
    let storage = entry.bindings.iter().filter(|b| b.class == BindingClass::StorageBuffer).count() as u64;
    let uniform = entry.bindings.iter().filter(|b| b.class == BindingClass::UniformBuffer).count() as u64;
    let checks = [
        (
            "invocations of a workgroup",
            invocations,
            "maxComputeWorkGroupInvocations",
            limits.max_compute_work_group_invocations,
        ),
        ("bytes of workgroup memory", shared, "maxComputeSharedMemorySize", limits.max_compute_shared_memory_size),
        ("storage buffers", storage, "maxPerStageDescriptorStorageBuffers", limits.max_per_stage_descriptor_storage_buffers),
        ("uniform buffers", uniform, "maxPerStageDescriptorUniformBuffers", limits.max_per_stage_descriptor_uniform_buffers),
    ];
    for (what, have, name, limit) in checks {
        if have > limit {
            bail!(Incompatible, "{have} {what} are over the device's {name} of {limit}");
        }
    }
    check_subgroup(core, view, entry)
}

fn check_subgroup(core: &Core, view: &PipelineView<'_>, entry: &EntryPoint) -> Result<()> {
    let limits = &core.limits;
    let Some(size) = view.subgroup_size else {
        // Said once: compilers that leave the size out leave it out of every kernel.
        if entry.uses_subgroup_operations && !core.warned_of_subgroups.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "function {} uses subgroup operations without saying which subgroup size it was compiled for; device {} has \
                 {}: results are right only if the program was compiled for that",
                view.entry_point,
                core.physical.name,
                limits.subgroup_size
            );
        }
        return Ok(());
    };
    let size = u64::from(size.get());
    let (least, most) = (limits.min_subgroup_size, limits.max_subgroup_size);
    if size < least || size > most {
        bail!(
            Incompatible,
            "the code was compiled for subgroups of {size}, device {} has {least} to {most}",
            core.physical.name
        );
    }
    if core.features.by_name("subgroupSizeControl") != Some(true) && size != limits.subgroup_size {
        bail!(Incompatible, "the code needs subgroups of {size}; device {} lacks subgroupSizeControl", core.physical.name);
    }
    Ok(())
}
