//! Limits of a device, checked by this library before the driver sees them.
//!
//! Names are those of `VkPhysicalDeviceLimits`; a message that refuses something gives the name, the limit and the number.

use ash::vk;

use crate::status::{Result, bail};

macro_rules! device_limits {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// The limits that matter here.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct DeviceLimits { $($(#[$doc])* pub $field: u64,)* }

        impl DeviceLimits {
            /// Names and values, in order.
            pub fn entries(&self) -> Vec<(&'static str, u64)> {
                vec![$(($name, self.$field),)*]
            }

            /// Makes the limit called `name` stricter, so that the device behaves as a smaller one.
            ///
            /// # Errors
            /// When there is no such limit, or `value` would relax it.
            pub fn tighten(&mut self, name: &str, value: u64) -> Result<()> {
                match name {
                    $($name => tighten($name, &mut self.$field, value),)*
                    _ => bail!(NotFound, "no limit is called {name}; `halforge devices` shows those there are"),
                }
            }
        }
    };
}

device_limits! {
    /// Largest grid, in workgroups, first dimension.
    max_compute_work_group_count_x = "maxComputeWorkGroupCount[0]",
    /// Second dimension.
    max_compute_work_group_count_y = "maxComputeWorkGroupCount[1]",
    /// Third dimension.
    max_compute_work_group_count_z = "maxComputeWorkGroupCount[2]",
    /// Largest workgroup, first dimension.
    max_compute_work_group_size_x = "maxComputeWorkGroupSize[0]",
    /// Second dimension.
    max_compute_work_group_size_y = "maxComputeWorkGroupSize[1]",
    /// Third dimension.
    max_compute_work_group_size_z = "maxComputeWorkGroupSize[2]",
    /// Most invocations of a workgroup.
    max_compute_work_group_invocations = "maxComputeWorkGroupInvocations",
    /// Bytes of workgroup memory.
    max_compute_shared_memory_size = "maxComputeSharedMemorySize",
    /// Bytes of push constants.
    max_push_constants_size = "maxPushConstantsSize",
    /// Most bytes a storage buffer binding may reach.
    max_storage_buffer_range = "maxStorageBufferRange",
    /// Most bytes a uniform buffer binding may reach.
    max_uniform_buffer_range = "maxUniformBufferRange",
    /// Most storage buffers of a kernel.
    max_per_stage_descriptor_storage_buffers = "maxPerStageDescriptorStorageBuffers",
    /// Most uniform buffers of a kernel.
    max_per_stage_descriptor_uniform_buffers = "maxPerStageDescriptorUniformBuffers",
    /// What the offset of a storage buffer binding must be a multiple of.
    min_storage_buffer_offset_alignment = "minStorageBufferOffsetAlignment",
    /// What the offset of a uniform buffer binding must be a multiple of.
    min_uniform_buffer_offset_alignment = "minUniformBufferOffsetAlignment",
    /// Most bytes of one allocation.
    max_memory_allocation_size = "maxMemoryAllocationSize",
    /// Most bytes of one buffer.
    max_buffer_size = "maxBufferSize",
    /// Most allocations at a time.
    max_memory_allocation_count = "maxMemoryAllocationCount",
    /// Bytes between host and device caches on memory that is not coherent.
    non_coherent_atom_size = "nonCoherentAtomSize",
    /// Invocations of a subgroup.
    subgroup_size = "subgroupSize",
    /// Smallest subgroup that can be asked for.
    min_subgroup_size = "minSubgroupSize",
    /// Largest subgroup that can be asked for.
    max_subgroup_size = "maxSubgroupSize",
    /// What the address and size of imported host memory must be a multiple of; 0 when import is not possible.
    min_imported_host_pointer_alignment = "minImportedHostPointerAlignment",
}

/// Alignments get stricter as they grow, everything else as it shrinks.
fn tighten(name: &str, limit: &mut u64, value: u64) -> Result<()> {
    let is_alignment = name.ends_with("Alignment") || name == "nonCoherentAtomSize";
    let (stricter, direction) = if is_alignment { (value >= *limit, "least") } else { (value <= *limit, "most") };
    if !stricter || (is_alignment && !value.is_power_of_two()) {
        bail!(InvalidArgument, "{name}: expected at {direction} the device's own {limit}, found {value}");
    }
    *limit = value;
    Ok(())
}

impl DeviceLimits {
    pub(crate) fn new(
        base: &vk::PhysicalDeviceLimits,
        v11: &vk::PhysicalDeviceVulkan11Properties<'_>,
        v13: &vk::PhysicalDeviceVulkan13Properties<'_>,
        min_imported_host_pointer_alignment: u64,
    ) -> Self {
        // Devices older than 1.3 report nothing here; they are refused anyway.
        let or_any = |value: u64| if value == 0 { u64::MAX } else { value };
        Self {
            max_compute_work_group_count_x: base.max_compute_work_group_count[0].into(),
            max_compute_work_group_count_y: base.max_compute_work_group_count[1].into(),
            max_compute_work_group_count_z: base.max_compute_work_group_count[2].into(),
            max_compute_work_group_size_x: base.max_compute_work_group_size[0].into(),
            max_compute_work_group_size_y: base.max_compute_work_group_size[1].into(),
            max_compute_work_group_size_z: base.max_compute_work_group_size[2].into(),
            max_compute_work_group_invocations: base.max_compute_work_group_invocations.into(),
            max_compute_shared_memory_size: base.max_compute_shared_memory_size.into(),
            max_push_constants_size: base.max_push_constants_size.into(),
            max_storage_buffer_range: base.max_storage_buffer_range.into(),
            max_uniform_buffer_range: base.max_uniform_buffer_range.into(),
            max_per_stage_descriptor_storage_buffers: base.max_per_stage_descriptor_storage_buffers.into(),
            max_per_stage_descriptor_uniform_buffers: base.max_per_stage_descriptor_uniform_buffers.into(),
            min_storage_buffer_offset_alignment: base.min_storage_buffer_offset_alignment.max(1),
            min_uniform_buffer_offset_alignment: base.min_uniform_buffer_offset_alignment.max(1),
            max_memory_allocation_size: or_any(v11.max_memory_allocation_size),
            max_buffer_size: or_any(v13.max_buffer_size),
            max_memory_allocation_count: base.max_memory_allocation_count.into(),
            non_coherent_atom_size: base.non_coherent_atom_size.max(1),
            subgroup_size: v11.subgroup_size.into(),
            min_subgroup_size: v13.min_subgroup_size.into(),
            max_subgroup_size: v13.max_subgroup_size.into(),
            min_imported_host_pointer_alignment,
        }
    }
}
