//! What a physical device is and can do.

use ash::vk;

use super::{Features, InstanceShared, VkResultExt, features};
use crate::limits::DeviceLimits;
use crate::status::Result;

/// A physical device with everything asked of it once.
#[derive(Clone)]
pub(crate) struct PhysicalDevice {
    pub(crate) ordinal: usize,
    pub(crate) raw: vk::PhysicalDevice,
    pub(crate) name: String,
    pub(crate) kind: vk::PhysicalDeviceType,
    pub(crate) api_version: u32,
    pub(crate) vendor_id: u32,
    pub(crate) device_id: u32,
    pub(crate) driver_name: String,
    pub(crate) driver_info: String,
    pub(crate) uuid: [u8; 16],
    /// Stands for the device and its driver: pipelines made by the same may be used again.
    pub(crate) cache_key: String,
    pub(crate) features: Features,
    pub(crate) limits: DeviceLimits,
    /// Nanoseconds of a tick of timestamps.
    pub(crate) timestamp_period_ns: f32,
    pub(crate) subgroup_operations: vk::SubgroupFeatureFlags,
    pub(crate) families: Vec<vk::QueueFamilyProperties>,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
}

impl PhysicalDevice {
    pub(super) fn query(instance: &InstanceShared, ordinal: usize, raw: vk::PhysicalDevice) -> Result<Self> {
        // SAFETY: the physical device belongs to the instance, which is alive.
        let extensions = unsafe { instance.raw.enumerate_device_extension_properties(raw) };
        let extensions = extensions.status("vkEnumerateDeviceExtensionProperties")?;
        let has = |name: &std::ffi::CStr| extensions.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
        let present = features::OPTIONAL_EXTENSIONS.iter().copied().filter(|&name| has(name)).collect();

        let mut driver = vk::PhysicalDeviceDriverProperties::default();
        let mut ids = vk::PhysicalDeviceIDProperties::default();
        let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Properties::default();
        let mut host_memory = vk::PhysicalDeviceExternalMemoryHostPropertiesEXT::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver).push_next(&mut ids);
        // SAFETY: as above; the structures live until the call returns.
        let basic = unsafe { instance.raw.get_physical_device_properties(raw) };
        let modern = basic.api_version >= vk::API_VERSION_1_3;
        if modern {
            properties = properties.push_next(&mut v11).push_next(&mut v13);
            if has(ash::ext::external_memory_host::NAME) {
                properties = properties.push_next(&mut host_memory);
            }
        }
        // SAFETY: as above; older devices ignore structures they do not know.
        unsafe { instance.raw.get_physical_device_properties2(raw, &mut properties) };
        let base = properties.properties;
        let features = Self::query_features(instance, raw, modern, present);
        let limits = DeviceLimits::new(&base.limits, &v11, &v13, host_memory.min_imported_host_pointer_alignment);
        let text = |chars: &[std::ffi::c_char]| {
            let bytes: Vec<u8> = chars.iter().map(|&c| c.cast_unsigned()).take_while(|&c| c != 0).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        Ok(Self {
            ordinal,
            raw,
            name: text(&base.device_name),
            kind: base.device_type,
            api_version: base.api_version,
            vendor_id: base.vendor_id,
            device_id: base.device_id,
            driver_name: text(&driver.driver_name),
            driver_info: text(&driver.driver_info),
            uuid: ids.device_uuid,
            cache_key: cache_key(&base),
            features,
            limits,
            timestamp_period_ns: base.limits.timestamp_period,
            subgroup_operations: v11.subgroup_supported_operations,
            // SAFETY: as above.
            families: unsafe { instance.raw.get_physical_device_queue_family_properties(raw) },
            // SAFETY: as above.
            memory: unsafe { instance.raw.get_physical_device_memory_properties(raw) },
        })
    }

    fn query_features(
        instance: &InstanceShared,
        raw: vk::PhysicalDevice,
        modern: bool,
        extensions: Vec<&'static std::ffi::CStr>,
    ) -> Features {
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
        let mut all = vk::PhysicalDeviceFeatures2::default();
        if modern {
            all = all.push_next(&mut v11).push_next(&mut v12).push_next(&mut v13);
        }
        // SAFETY: the physical device belongs to the instance, which is alive; the structures live until the call returns.
        unsafe { instance.raw.get_physical_device_features2(raw, &mut all) };
        let base = all.features;
        // The structures are kept as plain data, without their links.
        v11.p_next = std::ptr::null_mut();
        v12.p_next = std::ptr::null_mut();
        v13.p_next = std::ptr::null_mut();
        Features { base, v11, v12, v13, extensions }
    }

    /// The first queue family with compute, without graphics where there is one.
    pub(crate) fn compute_family(&self) -> Option<u32> {
        let compute = |dedicated: bool| {
            self.families.iter().position(|f| {
                f.queue_flags.contains(vk::QueueFlags::COMPUTE)
                    && (!dedicated || !f.queue_flags.contains(vk::QueueFlags::GRAPHICS))
            })
        };
        compute(true).or_else(|| compute(false)).map(|i| i as u32)
    }

    /// A queue family for transfers beside compute, when there is one.
    pub(crate) fn transfer_family(&self) -> Option<u32> {
        let other = vk::QueueFlags::COMPUTE | vk::QueueFlags::GRAPHICS;
        let pure = |f: &vk::QueueFamilyProperties| {
            f.queue_flags.contains(vk::QueueFlags::TRANSFER) && !f.queue_flags.intersects(other)
        };
        self.families.iter().position(pure).map(|i| i as u32)
    }

    /// Why the device cannot be used; nothing when it can.
    pub(crate) fn refusals(&self) -> Vec<String> {
        let mut why = Vec::new();
        if self.api_version < vk::API_VERSION_1_3 {
            why.push(format!("expected Vulkan 1.3 or newer, found {}", version_text(self.api_version)));
        }
        for name in ["timelineSemaphore", "synchronization2"] {
            if self.features.by_name(name) != Some(true) {
                why.push(format!("expected the feature {name}, which the device lacks"));
            }
        }
        if self.compute_family().is_none() {
            why.push("expected a queue family with compute, found none".to_owned());
        }
        why
    }

    /// Whether all memory is the host's, so that the host can always reach it.
    pub(crate) fn is_unified(&self) -> bool {
        matches!(self.kind, vk::PhysicalDeviceType::CPU | vk::PhysicalDeviceType::INTEGRATED_GPU)
    }
}

/// `1.3.230`
pub(crate) fn version_text(version: u32) -> String {
    let (major, minor) = (vk::api_version_major(version), vk::api_version_minor(version));
    format!("{major}.{minor}.{}", vk::api_version_patch(version))
}

/// Vendor, device and driver, and what the driver says of its own compatibility.
fn cache_key(properties: &vk::PhysicalDeviceProperties) -> String {
    let uuid: String = properties.pipeline_cache_uuid.iter().map(|byte| format!("{byte:02x}")).collect();
    let (vendor, device, driver) = (properties.vendor_id, properties.device_id, properties.driver_version);
    format!("{vendor:08x}-{device:08x}-{driver:08x}-{uuid}")
}
