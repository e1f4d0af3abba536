//! The Vulkan device and its memory allocator: what every other object is made from.
//!
//! Invariant: every Vulkan object of a device holds an `Arc` of its [`Core`], so the device is destroyed last. The
//! allocator's lock is a leaf: nothing else is locked while it is held.

use std::ffi::{CString, c_char};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ash::{ext, vk};
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};
use parking_lot::Mutex;

use crate::executable::Builders;
use crate::limits::DeviceLimits;
use crate::memory::Budget;
use crate::objects::Objects;
use crate::status::{Result, Status, StatusCode};
use crate::vk::{Features, InstanceShared, PhysicalDevice, VkResultExt};

/// Most queues of a device that are used.
pub(crate) const MAX_QUEUES: usize = 4;

/// A queue of the HAL: which queue of the driver it hands its work to. Several may share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lane {
    pub(crate) family: u32,
    /// Queue of the family.
    pub(crate) index: u32,
}

pub(crate) struct Core {
    pub(crate) physical: PhysicalDevice,
    pub(crate) raw: ash::Device,
    /// Features that are enabled.
    pub(crate) features: Features,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) limits: DeviceLimits,
    pub(crate) debug_utils: Option<ext::debug_utils::Device>,
    pub(crate) external_memory_host: Option<ext::external_memory_host::Device>,
    pub(crate) allocator: ManuallyDrop<Mutex<Allocator>>,
    pub(crate) budget: Arc<Budget>,
    /// What exists of the device.
    pub(crate) objects: Arc<Objects>,
    /// Makes pipelines.
    pub(crate) builders: Builders,
    /// Where pipelines are kept for the next process, if anywhere.
    pub(crate) cache_folder: Option<PathBuf>,
    /// Whether the user was told of kernels that do not say which subgroup size they want.
    pub(crate) warned_of_subgroups: AtomicBool,
    pub(crate) instance: Arc<InstanceShared>,
}

impl Core {
    /// Opens `physical`, with every feature that kernels may use.
    pub(crate) fn new(instance: &Arc<InstanceShared>, physical: PhysicalDevice, limits: DeviceLimits) -> Result<Arc<Self>> {
        let lanes = plan_lanes(&physical)?;
        let priorities = [1.0f32; MAX_QUEUES];
        let queues: Vec<_> = families(&lanes)
            .into_iter()
            .map(|family| {
                let count = lanes.iter().filter(|l| l.family == family).map(|l| l.index + 1).max().unwrap_or(1);
                let priorities = &priorities[..count as usize];
                vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(priorities)
            })
            .collect();
        let features = physical.features.to_enable();
        let names: Vec<*const c_char> = features.extensions.iter().map(|name| name.as_ptr()).collect();
        let (mut v11, mut v12, mut v13) = (features.v11, features.v12, features.v13);
        let mut matrix = vk::PhysicalDeviceCooperativeMatrixFeaturesKHR::default().cooperative_matrix(true);
        let mut info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_features(&features.base)
            .enabled_extension_names(&names)
            .push_next(&mut v11)
            .push_next(&mut v12)
            .push_next(&mut v13);
        if features.has_extension(ash::khr::cooperative_matrix::NAME) {
            info = info.push_next(&mut matrix);
        }
        // SAFETY: the physical device belongs to the instance; `info` and all it points to live until the call returns.
        let raw = unsafe { instance.raw.create_device(physical.raw, &info, None) };
        let raw = raw.status("vkCreateDevice").map_err(|s| s.within(format!("opening device {}", physical.name)))?;
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: instance.raw.clone(),
            device: raw.clone(),
            physical_device: physical.raw,
            debug_settings: Default::default(),
            buffer_device_address: features.v12.buffer_device_address == vk::TRUE,
            allocation_sizes: Default::default(),
        });
        let allocator = match allocator {
            Ok(allocator) => allocator,
            Err(error) => {
                // SAFETY: nothing was made from the device yet.
                unsafe { raw.destroy_device(None) };
                return Err(Status::new(StatusCode::Internal, format!("no memory allocator: {error}")));
            }
        };
        Ok(Arc::new(Self {
            debug_utils: instance.has_debug_utils.then(|| ext::debug_utils::Device::new(&instance.raw, &raw)),
            external_memory_host: features
                .has_extension(ext::external_memory_host::NAME)
                .then(|| ext::external_memory_host::Device::new(&instance.raw, &raw)),
            allocator: ManuallyDrop::new(Mutex::new(allocator)),
            budget: Budget::new(instance.memory.budget_bytes),
            objects: Arc::default(),
            builders: Builders::default(),
            cache_folder: instance.cache_folder.as_deref().map(|root| root.join("pipelines").join(&physical.cache_key)),
            warned_of_subgroups: AtomicBool::new(false),
            instance: instance.clone(),
            physical,
            raw,
            features,
            lanes,
            limits,
        }))
    }

    /// Whether kernels may use addresses of buffers.
    pub(crate) fn has_addresses(&self) -> bool {
        self.features.v12.buffer_device_address == vk::TRUE
    }

    /// Names an object in messages of the validation layer and in captures.
    pub(crate) fn name<T: vk::Handle>(&self, object: T, name: &str) {
        let (Some(functions), Ok(name)) = (&self.debug_utils, CString::new(name)) else { return };
        let info = vk::DebugUtilsObjectNameInfoEXT::default().object_handle(object).object_name(&name);
        // SAFETY: the object belongs to this device and is alive; a failure only loses the name.
        let _ = unsafe { functions.set_debug_utils_object_name(&info) };
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        // SAFETY: every object made from the device held an `Arc` of this, so nothing of it is left; the allocator is
        // dropped once, here, before the device.
        unsafe {
            ManuallyDrop::drop(&mut self.allocator);
            self.raw.destroy_device(None);
        }
    }
}

/// The queue families that are used, each once.
pub(crate) fn families(lanes: &[Lane]) -> Vec<u32> {
    let mut families: Vec<u32> = lanes.iter().map(|lane| lane.family).collect();
    families.sort_unstable();
    families.dedup();
    families
}

/// The queues: one for compute, and one for transfers beside it. Where the device has no family and no second queue for
/// these, both hand their work to the same queue of the driver, so that programs find two everywhere.
fn plan_lanes(physical: &PhysicalDevice) -> Result<Vec<Lane>> {
    let Some(compute) = physical.compute_family() else {
        return Err(Status::new(StatusCode::Unavailable, format!("device {} has no queue with compute", physical.name)));
    };
    let second = match physical.transfer_family() {
        Some(transfer) => Lane { family: transfer, index: 0 },
        None => Lane { family: compute, index: physical.families[compute as usize].queue_count.saturating_sub(1).min(1) },
    };
    Ok(vec![Lane { family: compute, index: 0 }, second])
}
