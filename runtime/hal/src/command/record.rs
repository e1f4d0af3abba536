//! Recording of one Vulkan command buffer.

use std::ffi::CString;
use std::sync::Arc;

use ash::vk;

use crate::buffer::SlabRange;
use crate::core::Core;
use crate::profile::Pair;
use crate::status::Result;
use crate::vk::VkResultExt;

/// Most bytes of `vkCmdUpdateBuffer`.
pub(crate) const MAX_UPDATE_BYTES: usize = 65_536;

/// Stages of a barrier with their accesses.
pub(crate) type Scope = (vk::PipelineStageFlags2, vk::AccessFlags2);

/// All work before, and what it wrote, with all work after.
fn between_all() -> vk::MemoryBarrier2<'static> {
    let all = vk::PipelineStageFlags2::ALL_COMMANDS;
    vk::MemoryBarrier2::default()
        .src_stage_mask(all)
        .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
        .dst_stage_mask(all)
        .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)
}

/// A command buffer being recorded. Ranges must lie in their slabs, and what commands use must outlive their execution.
pub(crate) struct Recorder {
    pub(crate) core: Arc<Core>,
    pub(crate) raw: vk::CommandBuffer,
}

impl Recorder {
    /// Begins `raw`, which must not be in flight.
    pub(crate) fn begin(core: &Arc<Core>, raw: vk::CommandBuffer, usage: vk::CommandBufferUsageFlags) -> Result<Self> {
        let info = vk::CommandBufferBeginInfo::default().flags(usage);
        // SAFETY: the command buffer belongs to this device, its pool allows resets, and only its owner records it.
        unsafe { core.raw.begin_command_buffer(raw, &info) }.status("vkBeginCommandBuffer")?;
        Ok(Self { core: core.clone(), raw })
    }

    /// Ends the recording.
    pub(crate) fn end(self) -> Result<vk::CommandBuffer> {
        // SAFETY: the command buffer is being recorded by this.
        unsafe { self.core.raw.end_command_buffer(self.raw) }.status("vkEndCommandBuffer")?;
        Ok(self.raw)
    }

    /// A memory barrier.
    pub(crate) fn barrier(&mut self, source: Scope, target: Scope) {
        let barriers = [vk::MemoryBarrier2::default()
            .src_stage_mask(source.0)
            .src_access_mask(source.1)
            .dst_stage_mask(target.0)
            .dst_access_mask(target.1)];
        let info = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: the command buffer is being recorded; `info` lives until the call returns.
        unsafe { self.core.raw.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// A barrier between all work before and after.
    pub(crate) fn full_barrier(&mut self) {
        let barriers = [between_all()];
        let info = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: the command buffer is being recorded; `info` lives until the call returns.
        unsafe { self.core.raw.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// A barrier between all work before and what comes after, also the host and later submissions.
    pub(crate) fn closing_barrier(&mut self) {
        let (all, host) = (vk::PipelineStageFlags2::ALL_COMMANDS, vk::PipelineStageFlags2::HOST);
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE | vk::AccessFlags2::HOST_READ;
        self.barrier((all, vk::AccessFlags2::MEMORY_WRITE), (all | host, access));
    }

    /// Fills with a pattern of four bytes; offset and length must be multiples of four.
    pub(crate) fn fill_words(&mut self, target: &SlabRange, pattern: u32) {
        // SAFETY: the command buffer is being recorded; the range lies in its buffer and is made of whole words.
        unsafe { self.core.raw.cmd_fill_buffer(self.raw, target.raw(), target.offset, target.length, pattern) };
    }

    /// Writes bytes; offset and length must be multiples of four, at most [`MAX_UPDATE_BYTES`].
    pub(crate) fn update_words(&mut self, target: &SlabRange, bytes: &[u8]) {
        // SAFETY: the command buffer is being recorded; the range lies in its buffer and is made of whole words; the bytes
        // are copied by the call.
        unsafe { self.core.raw.cmd_update_buffer(self.raw, target.raw(), target.offset, bytes) };
    }

    /// Copies a range to another of the same length, which does not overlap it.
    pub(crate) fn copy(&mut self, source: &SlabRange, target: &SlabRange) {
        let regions = [vk::BufferCopy { src_offset: source.offset, dst_offset: target.offset, size: source.length }];
        // SAFETY: the command buffer is being recorded; both ranges lie in their buffers and do not overlap.
        unsafe { self.core.raw.cmd_copy_buffer(self.raw, source.raw(), target.raw(), &regions) };
    }

    pub(crate) fn bind_pipeline(&mut self, pipeline: vk::Pipeline) {
        // SAFETY: the command buffer is being recorded; the pipeline is a compute pipeline its owner keeps alive.
        unsafe { self.core.raw.cmd_bind_pipeline(self.raw, vk::PipelineBindPoint::COMPUTE, pipeline) };
    }

    pub(crate) fn bind_sets(&mut self, layout: vk::PipelineLayout, sets: &[vk::DescriptorSet]) {
        let point = vk::PipelineBindPoint::COMPUTE;
        // SAFETY: the command buffer is being recorded; the sets were made for the layout and are kept alive.
        unsafe { self.core.raw.cmd_bind_descriptor_sets(self.raw, point, layout, 0, sets, &[]) };
    }

    /// Sets push constants from `offset` on; the layout has a range for them.
    pub(crate) fn push_constants(&mut self, layout: vk::PipelineLayout, offset: u32, bytes: &[u8]) {
        // SAFETY: the command buffer is being recorded; the caller checked the range against the layout.
        unsafe { self.core.raw.cmd_push_constants(self.raw, layout, vk::ShaderStageFlags::COMPUTE, offset, bytes) };
    }

    pub(crate) fn dispatch(&mut self, [x, y, z]: [u32; 3]) {
        // SAFETY: the command buffer is being recorded; pipeline and sets are bound; counts were checked.
        unsafe { self.core.raw.cmd_dispatch(self.raw, x, y, z) };
    }

    /// Dispatches with counts read from the range, which has 12 bytes at a multiple of four.
    pub(crate) fn dispatch_indirect(&mut self, counts: &SlabRange) {
        // SAFETY: as in `dispatch`; the range was checked.
        unsafe { self.core.raw.cmd_dispatch_indirect(self.raw, counts.raw(), counts.offset) };
    }

    /// Writes one of a pair of timestamps, 0 or 1, when all work before is done.
    pub(crate) fn timestamp(&mut self, pair: &Pair, which: u32) {
        let (stage, query) = (vk::PipelineStageFlags2::ALL_COMMANDS, pair.first + which);
        // SAFETY: the command buffer is being recorded; the query was reset and is written once; the caller keeps the pool.
        unsafe { self.core.raw.cmd_write_timestamp2(self.raw, stage, pair.pool.raw, query) };
    }

    /// Signals an event when all work before is done, as [`Recorder::wait_event`] expects it.
    pub(crate) fn signal_event(&mut self, event: vk::Event) {
        let barriers = [between_all()];
        let info = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: the command buffer is being recorded; the caller keeps the event; `info` lives until the call returns.
        unsafe { self.core.raw.cmd_set_event2(self.raw, event, &info) };
    }

    /// Resets an event when all work before is done.
    pub(crate) fn reset_event(&mut self, event: vk::Event) {
        // SAFETY: the command buffer is being recorded; the caller keeps the event.
        unsafe { self.core.raw.cmd_reset_event2(self.raw, event, vk::PipelineStageFlags2::ALL_COMMANDS) };
    }

    /// Lets work after wait for work before an event's signal.
    pub(crate) fn wait_event(&mut self, event: vk::Event) {
        let barriers = [between_all()];
        let info = vk::DependencyInfo::default().memory_barriers(&barriers);
        // SAFETY: as in `signal_event`, with the same dependency.
        unsafe { self.core.raw.cmd_wait_events2(self.raw, &[event], &[info]) };
    }

    /// Begins a named group, for captures and messages.
    pub(crate) fn begin_group(&mut self, label: &str) {
        let (Some(functions), Ok(label)) = (&self.core.debug_utils, CString::new(label)) else { return };
        let info = vk::DebugUtilsLabelEXT::default().label_name(&label);
        // SAFETY: the extension is enabled; the command buffer is being recorded.
        unsafe { functions.cmd_begin_debug_utils_label(self.raw, &info) };
    }

    /// Ends the group begun last.
    pub(crate) fn end_group(&mut self) {
        if let Some(functions) = &self.core.debug_utils {
            // SAFETY: the extension is enabled; the command buffer is being recorded, with a group open.
            unsafe { functions.cmd_end_debug_utils_label(self.raw) };
        }
    }
}
