//! A recorded Vulkan command buffer with everything it uses.

use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::{CommandPool, Event};
use crate::core::Core;
use crate::executable::Executable;
use crate::memory::Allocation;
use crate::objects::{Live, ObjectKind};
use crate::profile::TimestampPool;
use crate::queue::QueueId;
use crate::recycled::Recycled;
use crate::status::Result;
use crate::vk::VkResultExt;

/// A pool of descriptor sets; they live as long as it does.
pub(super) struct DescriptorPool {
    core: Arc<Core>,
    pub(super) raw: vk::DescriptorPool,
}

impl DescriptorPool {
    /// A pool for `sets` sets with this many bindings in all.
    pub(super) fn new(core: &Arc<Core>, sets: u32, storage: u32, uniform: u32) -> Result<Self> {
        let size = |ty, count| vk::DescriptorPoolSize { ty, descriptor_count: count };
        let sizes = [size(vk::DescriptorType::STORAGE_BUFFER, storage), size(vk::DescriptorType::UNIFORM_BUFFER, uniform)];
        let sizes: Vec<_> = sizes.into_iter().filter(|s| s.descriptor_count > 0).collect();
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(sets).pool_sizes(&sizes);
        // SAFETY: the device is alive; `info` lives until the call returns.
        let raw = unsafe { core.raw.create_descriptor_pool(&info, None) }.status("vkCreateDescriptorPool")?;
        Ok(Self { core: core.clone(), raw })
    }
}

impl Drop for DescriptorPool {
    fn drop(&mut self) {
        // SAFETY: submissions keep the commands that use the sets alive, and these keep the pool alive.
        unsafe { self.core.raw.destroy_descriptor_pool(self.raw, None) };
    }
}

/// What commands use beside the memory of their table.
#[derive(Default)]
pub(super) struct Uses {
    /// Memory of buffers that the commands name, and of their own.
    pub(super) allocations: Vec<Recycled<Allocation>>,
    pub(super) executables: Vec<Arc<Executable>>,
    pub(super) events: Vec<Arc<Event>>,
    pub(super) timestamps: Vec<Arc<TimestampPool>>,
}

/// Commands that may be submitted any number of times, each time with a table that resolves to the same memory.
pub(crate) struct NativeCommands {
    /// Without a barrier at the end, so that what follows may overlap; `None` for many commands, which fill a device anyway.
    open: Option<vk::CommandBuffer>,
    /// The same with a barrier at the end, for all that follows and for the host.
    closed: vk::CommandBuffer,
    /// What they are, in words.
    label: Arc<str>,
    _descriptors: Option<DescriptorPool>,
    _pool: CommandPool,
    uses: Uses,
    _live: Live,
}

impl NativeCommands {
    pub(super) fn new(
        core: &Core,
        (open, closed): (Option<vk::CommandBuffer>, vk::CommandBuffer),
        label: Arc<str>,
        pool: CommandPool,
        descriptors: Option<DescriptorPool>,
        mut uses: Uses,
    ) -> Self {
        // Memory used by several commands is noted once.
        uses.allocations.sort_by_key(Recycled::address);
        uses.allocations.dedup_by(|a, b| Recycled::ptr_eq(a, b));
        let live = Live::new(&core.objects, ObjectKind::Recording);
        Self { open, closed, label, _descriptors: descriptors, _pool: pool, uses, _live: live }
    }

    /// What they are, such as `dispatches a to b, 12 in all`.
    pub(crate) fn label(&self) -> &Arc<str> {
        &self.label
    }

    pub(crate) fn open(&self) -> Option<vk::CommandBuffer> {
        self.open
    }

    pub(crate) fn closed(&self) -> vk::CommandBuffer {
        self.closed
    }
}

/// Commands and the memory of the binding table they are run with. The commands know the memory by place only, so that
/// keeping them for later runs keeps no memory.
pub(crate) struct Run {
    pub(crate) native: Arc<NativeCommands>,
    pub(crate) table: SmallVec<[Recycled<Allocation>; 4]>,
}

impl Run {
    /// Notes that the work numbered `sequence` uses the memory; what the pools do not keep is added to `keep`.
    pub(crate) fn used(&self, core: &Core, queue: QueueId, sequence: u64, keep: &mut Vec<Recycled<Allocation>>) {
        for allocation in self.native.uses.allocations.iter().chain(&self.table) {
            Allocation::used(allocation, core, queue, sequence, keep);
        }
    }
}
