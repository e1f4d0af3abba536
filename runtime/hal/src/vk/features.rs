//! Device features that matter to kernels: asked for, enabled when there, and compared with what device code needs.

use ash::vk;

/// The feature structures of a device, and the extensions that stand for features.
#[derive(Clone, Default)]
pub(crate) struct Features {
    pub(crate) base: vk::PhysicalDeviceFeatures,
    pub(crate) v11: vk::PhysicalDeviceVulkan11Features<'static>,
    pub(crate) v12: vk::PhysicalDeviceVulkan12Features<'static>,
    pub(crate) v13: vk::PhysicalDeviceVulkan13Features<'static>,
    /// Names of the optional extensions the device has, of those in [`OPTIONAL_EXTENSIONS`].
    pub(crate) extensions: Vec<&'static std::ffi::CStr>,
}

// SAFETY: the `p_next` pointers are null in every value kept; they are only set while a call is made.
unsafe impl Send for Features {}
// SAFETY: as above; the rest is plain data.
unsafe impl Sync for Features {}

/// Extensions enabled when the device has them.
pub(crate) const OPTIONAL_EXTENSIONS: &[&std::ffi::CStr] = &[
    ash::khr::cooperative_matrix::NAME,
    ash::ext::external_memory_host::NAME,
    ash::ext::subgroup_size_control::NAME,
    ash::khr::portability_subset::NAME,
];

impl Features {
    pub(crate) fn has_extension(&self, name: &std::ffi::CStr) -> bool {
        self.extensions.contains(&name)
    }

    /// Only the features that are used, of those the device has.
    pub(crate) fn to_enable(&self) -> Self {
        let (base, v11, v12, v13) = (&self.base, &self.v11, &self.v12, &self.v13);
        Self {
            base: vk::PhysicalDeviceFeatures {
                shader_float64: base.shader_float64,
                shader_uniform_buffer_array_dynamic_indexing: base.shader_uniform_buffer_array_dynamic_indexing,
                shader_storage_buffer_array_dynamic_indexing: base.shader_storage_buffer_array_dynamic_indexing,
                shader_int64: base.shader_int64,
                shader_int16: base.shader_int16,
                ..Default::default()
            },
            v11: vk::PhysicalDeviceVulkan11Features {
                storage_buffer16_bit_access: v11.storage_buffer16_bit_access,
                uniform_and_storage_buffer16_bit_access: v11.uniform_and_storage_buffer16_bit_access,
                storage_push_constant16: v11.storage_push_constant16,
                variable_pointers: v11.variable_pointers,
                variable_pointers_storage_buffer: v11.variable_pointers_storage_buffer,
                ..Default::default()
            },
            v12: vk::PhysicalDeviceVulkan12Features {
                storage_buffer8_bit_access: v12.storage_buffer8_bit_access,
                uniform_and_storage_buffer8_bit_access: v12.uniform_and_storage_buffer8_bit_access,
                storage_push_constant8: v12.storage_push_constant8,
                shader_float16: v12.shader_float16,
                shader_int8: v12.shader_int8,
                shader_buffer_int64_atomics: v12.shader_buffer_int64_atomics,
                shader_shared_int64_atomics: v12.shader_shared_int64_atomics,
                scalar_block_layout: v12.scalar_block_layout,
                shader_subgroup_extended_types: v12.shader_subgroup_extended_types,
                host_query_reset: v12.host_query_reset,
                timeline_semaphore: v12.timeline_semaphore,
                buffer_device_address: v12.buffer_device_address,
                vulkan_memory_model: v12.vulkan_memory_model,
                vulkan_memory_model_device_scope: v12.vulkan_memory_model_device_scope,
                ..Default::default()
            },
            v13: vk::PhysicalDeviceVulkan13Features {
                subgroup_size_control: v13.subgroup_size_control,
                compute_full_subgroups: v13.compute_full_subgroups,
                shader_zero_initialize_workgroup_memory: v13.shader_zero_initialize_workgroup_memory,
                synchronization2: v13.synchronization2,
                maintenance4: v13.maintenance4,
                shader_integer_dot_product: v13.shader_integer_dot_product,
                ..Default::default()
            },
            extensions: self.extensions.clone(),
        }
    }

    /// The value of the feature with the Vulkan name `name`; `None` for names this library does not enable.
    pub(crate) fn by_name(&self, name: &str) -> Option<bool> {
        let (base, v11, v12, v13) = (&self.base, &self.v11, &self.v12, &self.v13);
        let value = match name {
            "shaderFloat64" => base.shader_float64,
            "shaderUniformBufferArrayDynamicIndexing" => base.shader_uniform_buffer_array_dynamic_indexing,
            "shaderStorageBufferArrayDynamicIndexing" => base.shader_storage_buffer_array_dynamic_indexing,
            "shaderInt64" => base.shader_int64,
            "shaderInt16" => base.shader_int16,
            "storageBuffer16BitAccess" => v11.storage_buffer16_bit_access,
            "uniformAndStorageBuffer16BitAccess" => v11.uniform_and_storage_buffer16_bit_access,
            "storagePushConstant16" => v11.storage_push_constant16,
            "variablePointers" => v11.variable_pointers,
            "variablePointersStorageBuffer" => v11.variable_pointers_storage_buffer,
            "storageBuffer8BitAccess" => v12.storage_buffer8_bit_access,
            "uniformAndStorageBuffer8BitAccess" => v12.uniform_and_storage_buffer8_bit_access,
            "storagePushConstant8" => v12.storage_push_constant8,
            "shaderFloat16" => v12.shader_float16,
            "shaderInt8" => v12.shader_int8,
            "shaderBufferInt64Atomics" => v12.shader_buffer_int64_atomics,
            "shaderSharedInt64Atomics" => v12.shader_shared_int64_atomics,
            "scalarBlockLayout" => v12.scalar_block_layout,
            "shaderSubgroupExtendedTypes" => v12.shader_subgroup_extended_types,
            "hostQueryReset" => v12.host_query_reset,
            "timelineSemaphore" => v12.timeline_semaphore,
            "bufferDeviceAddress" => v12.buffer_device_address,
            "vulkanMemoryModel" => v12.vulkan_memory_model,
            "vulkanMemoryModelDeviceScope" => v12.vulkan_memory_model_device_scope,
            "subgroupSizeControl" => v13.subgroup_size_control,
            "computeFullSubgroups" => v13.compute_full_subgroups,
            "shaderZeroInitializeWorkgroupMemory" => v13.shader_zero_initialize_workgroup_memory,
            "synchronization2" => v13.synchronization2,
            "maintenance4" => v13.maintenance4,
            "shaderIntegerDotProduct" => v13.shader_integer_dot_product,
            "cooperativeMatrix" => u32::from(self.has_extension(ash::khr::cooperative_matrix::NAME)),
            _ => return None,
        };
        Some(value == vk::TRUE)
    }
}
