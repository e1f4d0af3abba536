//! Devices: opened Vulkan devices with their queues and memory, and what programs ask of them.

mod collective;
mod host;
mod memory;
mod queue;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use halforge_collective::Hub;

pub use memory::{AllocaDesc, BufferCompatibility, Pool, PoolDesc};
use parking_lot::Mutex;
pub use queue::{QueueOp, alloca_flag, dealloca_flag};

use crate::buffer::SlabRange;
use crate::channel::Channels;
use crate::core::Core;
use crate::driver::DeviceInfo;
use crate::executable::{Executable, supports_format};
use crate::glob::glob;
use crate::limits::DeviceLimits;
use crate::memory::{Allocation, Memory, MemoryKind, MemoryStatistics, Reuse};
use crate::profile::{ProfileOptions, Profiling, Session};
use crate::queue::Queues;
use crate::recycled::Recycled;
use crate::status::{Result, bail};
use crate::vk::{InstanceShared, PhysicalDevice};

/// Tells devices of a process apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceId(u64);

/// An open device. Copies are the same device; it is closed with the last of them.
///
/// Closing waits for what the device does, and for the host's work on its threads, some seconds at most. What was made from the
/// device may outlive that, but does nothing any more.
#[derive(Clone)]
pub struct Device {
    inner: Arc<DeviceInner>,
    reach: Reach,
    /// Absent where the device is only kept, see [`Device::kept`].
    _user: Option<Arc<User>>,
}

/// What those who use a device share: the last one closes it, on its own thread. Without, the device could end with an
/// operation that a thread of the device gives up, while the process ends.
struct User(Arc<DeviceInner>);

/// Who reaches the memory that is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// The device.
    Own,
    /// Other devices of the process too.
    Shared,
}

struct DeviceInner {
    id: DeviceId,
    info: DeviceInfo,
    queues: Arc<Queues>,
    memory: Arc<Memory>,
    /// A few bytes for bindings without bytes.
    nothing: OnceLock<Recycled<Allocation>>,
    is_profiled: AtomicBool,
    profile: Mutex<Option<Arc<Session>>>,
    channels: Channels,
    core: Arc<Core>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Device({})", self.inner.info.name)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        self.0.channels.close();
        self.0.queues.finish_host_work();
        self.0.queues.drain();
        self.0.core.builders.finish();
    }
}

impl Device {
    pub(crate) fn open(
        instance: &Arc<InstanceShared>,
        physical: PhysicalDevice,
        info: DeviceInfo,
        limits: DeviceLimits,
        hub: &Hub,
    ) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let refusals = physical.refusals();
        if !refusals.is_empty() {
            bail!(Unavailable, "device {} cannot be used: {}", physical.name, refusals.join("; "));
        }
        let core = Core::new(instance, physical, limits)?;
        let queues = Queues::new(&core)?;
        let memory = Memory::new(&core, &queues.timelines);
        let id = DeviceId(NEXT.fetch_add(1, Ordering::Relaxed));
        let inner = Arc::new(DeviceInner {
            id,
            info,
            queues,
            memory,
            nothing: OnceLock::new(),
            is_profiled: AtomicBool::new(false),
            profile: Mutex::default(),
            channels: Channels::new(hub),
            core,
        });
        let user = Arc::new(User(inner.clone()));
        Ok(Self { inner, reach: Reach::Own, _user: Some(user) })
    }

    /// The same device for what belongs to it: it is there as long, but not kept open by it.
    pub(crate) fn kept(&self) -> Self {
        Self { inner: self.inner.clone(), reach: self.reach, _user: None }
    }

    /// The same device, but what is allocated from it other devices of the process can use too, as far as they can import
    /// memory of the host, of which it is made. The device as it is when it cannot import any.
    #[must_use]
    pub fn sharing(&self) -> Self {
        let reach = if self.limits().min_imported_host_pointer_alignment > 0 { Reach::Shared } else { Reach::Own };
        Self { reach, ..self.clone() }
    }

    /// Tells it apart from other devices.
    pub fn id(&self) -> DeviceId {
        self.inner.id
    }

    /// What it is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    /// Its limits, as this library keeps them.
    pub fn limits(&self) -> &DeviceLimits {
        &self.inner.core.limits
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.inner.core
    }

    pub(crate) fn channels(&self) -> &Channels {
        &self.inner.channels
    }

    pub(crate) fn queues(&self) -> &Arc<Queues> {
        &self.inner.queues
    }

    pub(crate) fn memory(&self) -> &Arc<Memory> {
        &self.inner.memory
    }

    /// Memory for bindings that have no bytes.
    pub(crate) fn nothing(&self) -> Result<SlabRange> {
        const BYTES: u64 = 64;
        let allocation = match self.inner.nothing.get() {
            Some(allocation) => allocation,
            None => {
                let (made, _) = Allocation::new(self.memory().pool(MemoryKind::Device), BYTES, Reuse::Finished)?;
                self.inner.nothing.get_or_init(|| made)
            }
        };
        let place = allocation.place()?;
        Ok(SlabRange { slab: place.slab.clone(), offset: place.offset, length: BYTES })
    }

    /// Memory held and used.
    pub fn memory_statistics(&self) -> MemoryStatistics {
        self.inner.memory.statistics()
    }

    /// Objects of the device that exist, by kind.
    pub fn live_objects(&self) -> Vec<(&'static str, u64)> {
        self.inner.core.objects.counts()
    }

    /// Calls of `vkQueueSubmit2` since the device was opened.
    pub fn submit_count(&self) -> u64 {
        self.inner.queues.submits()
    }

    /// Returns memory that no buffer uses to the driver.
    pub fn trim(&self) {
        self.inner.memory.trim();
    }

    /// What the validation layer said so far; nothing unless validation was asked for.
    pub fn validation_messages(&self) -> Vec<crate::ValidationMessage> {
        self.inner.core.instance.messages()
    }

    /// The value of a property, `None` when it is not known. Keys are those of IREE's Vulkan driver.
    pub fn query(&self, category: &str, key: &str) -> Option<i64> {
        let core = &self.inner.core;
        let limits = &core.limits;
        let flag = |name: &str| core.features.by_name(name).map(i64::from);
        let number = |value: u64| Some(i64::try_from(value).unwrap_or(i64::MAX));
        match (category, key) {
            ("hal.device.id", pattern) => Some(i64::from(glob(pattern, "vulkan"))),
            ("hal.executable.format", format) => supports_format(core, format).then_some(1),
            ("hal.device", "concurrency") => Some(self.inner.queues.len() as i64),
            ("hal.dispatch", "concurrency") => Some(1),
            ("vulkan.device", "api_version") => Some(core.physical.api_version.into()),
            ("vulkan.device", "subgroup_size") => number(limits.subgroup_size),
            ("vulkan.device", "max_compute_workgroup_invocations") => number(limits.max_compute_work_group_invocations),
            ("vulkan.device", "max_compute_workgroup_size_x") => number(limits.max_compute_work_group_size_x),
            ("vulkan.device", "max_compute_workgroup_size_y") => number(limits.max_compute_work_group_size_y),
            ("vulkan.device", "max_compute_workgroup_size_z") => number(limits.max_compute_work_group_size_z),
            ("vulkan.device", "max_compute_workgroup_count_x") => number(limits.max_compute_work_group_count_x),
            ("vulkan.device", "max_compute_workgroup_count_y") => number(limits.max_compute_work_group_count_y),
            ("vulkan.device", "max_compute_workgroup_count_z") => number(limits.max_compute_work_group_count_z),
            ("vulkan.feature", "buffer_device_address" | "physical_storage_buffer64") => flag("bufferDeviceAddress"),
            ("vulkan.feature", "subgroup_size_control") => flag("subgroupSizeControl"),
            ("vulkan.feature", "cooperative_matrix_khr") | ("vulkan.cooperative_matrix", "supported") => {
                flag("cooperativeMatrix")
            }
            ("vulkan.feature", "storage_buffer_8bit_access") => flag("storageBuffer8BitAccess"),
            ("vulkan.feature", "storage_buffer_16bit_access") => flag("storageBuffer16BitAccess"),
            ("vulkan.feature", "shader_float16") => flag("shaderFloat16"),
            ("vulkan.feature", "shader_float64") => flag("shaderFloat64"),
            ("vulkan.feature", "shader_int8") => flag("shaderInt8"),
            ("vulkan.feature", "shader_int16") => flag("shaderInt16"),
            ("vulkan.feature", "shader_int64") => flag("shaderInt64"),
            ("vulkan.feature", "shader_integer_dot_product") => flag("shaderIntegerDotProduct"),
            ("vulkan.feature", "vulkan_memory_model") => flag("vulkanMemoryModel"),
            ("vulkan.feature", "vulkan_memory_model_device_scope") => flag("vulkanMemoryModelDeviceScope"),
            _ => None,
        }
    }

    /// Loads device code. `constants` become specialization constants 0, 1, …
    ///
    /// # Errors
    /// What is wrong with the code, or what the device lacks for it.
    pub fn load_executable(&self, name: &str, format: &str, data: &[u8], constants: &[u32]) -> Result<Arc<Executable>> {
        Executable::new(&self.inner.core, name, format, data, constants)
    }

    /// Begins to record what operations and dispatches take; see [`Profiling`].
    ///
    /// # Errors
    /// When a profile is being taken already, or the device lacks timestamps that are asked for.
    pub fn begin_profiling(&self, options: ProfileOptions) -> Result<Profiling> {
        Profiling::begin(self, options)
    }

    /// The profile that is being taken.
    pub(crate) fn profile(&self) -> Option<Arc<Session>> {
        if !self.inner.is_profiled.load(Ordering::Acquire) {
            return None;
        }
        self.inner.profile.lock().clone()
    }

    /// Begins or ends a profile.
    pub(crate) fn set_profile(&self, session: Option<Arc<Session>>) -> Result<()> {
        let mut profile = self.inner.profile.lock();
        if session.is_some() && profile.is_some() {
            bail!(FailedPrecondition, "a profile of the device is being taken already");
        }
        self.inner.is_profiled.store(session.is_some(), Ordering::Release);
        *profile = session;
        Ok(())
    }

    /// Blocks until all work submitted so far is done.
    ///
    /// # Errors
    /// When the device fails, or at the deadline.
    pub fn wait_idle(&self, deadline: Option<Instant>) -> Result<()> {
        self.inner.queues.flush()?;
        self.inner.queues.wait(self.inner.queues.all_submitted(), deadline)
    }
}
