//! Command pools.

use std::sync::Arc;

use ash::vk;

use crate::core::Core;
use crate::status::{Result, Status, StatusCode};
use crate::vk::VkResultExt;

/// A pool of command buffers; they live as long as it does.
pub(crate) struct CommandPool {
    core: Arc<Core>,
    raw: vk::CommandPool,
}

impl CommandPool {
    pub(crate) fn new(core: &Arc<Core>, family: u32) -> Result<Self> {
        let info = vk::CommandPoolCreateInfo::default()
            .queue_family_index(family)
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
        // SAFETY: the device is alive; `info` lives until the call returns.
        let raw = unsafe { core.raw.create_command_pool(&info, None) }.status("vkCreateCommandPool")?;
        Ok(Self { core: core.clone(), raw })
    }

    /// A new command buffer.
    pub(crate) fn allocate(&mut self) -> Result<vk::CommandBuffer> {
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.raw)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: the pool is used only through `&mut self`; `info` lives until the call returns.
        let raws = unsafe { self.core.raw.allocate_command_buffers(&info) }.status("vkAllocateCommandBuffers")?;
        raws.first().copied().ok_or_else(|| Status::new(StatusCode::Internal, "vkAllocateCommandBuffers gave nothing"))
    }
}

impl Drop for CommandPool {
    fn drop(&mut self) {
        // SAFETY: whoever drops the pool has seen to it that its command buffers are not in flight.
        unsafe { self.core.raw.destroy_command_pool(self.raw, None) };
    }
}
