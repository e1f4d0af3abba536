//! Buffers: ranges of device memory.

use std::sync::Arc;

use ash::vk;

use crate::device::DeviceId;
use crate::memory::{Allocation, Slab};
use crate::status::{Result, bail};

/// Bits of a memory type, as programs give them.
pub mod memory_type {
    /// Any, as the device likes.
    pub const OPTIMAL: u32 = 1;
    /// The host reaches it.
    pub const HOST_VISIBLE: u32 = 2;
    /// Without flushes.
    pub const HOST_COHERENT: u32 = 4;
    /// Through the host's caches.
    pub const HOST_CACHED: u32 = 8;
    /// Of the host.
    pub const HOST_LOCAL: u32 = 0x46;
    /// The device reaches it.
    pub const DEVICE_VISIBLE: u32 = 0x10;
    /// Of the device.
    pub const DEVICE_LOCAL: u32 = 0x30;
}

/// Bits of a buffer's usage, as programs give them.
pub mod buffer_usage {
    /// Source of copies.
    pub const TRANSFER_SOURCE: u32 = 1;
    /// Target of copies, fills and updates.
    pub const TRANSFER_TARGET: u32 = 2;
    /// Both.
    pub const TRANSFER: u32 = 3;
    /// Holds counts of indirect dispatches.
    pub const DISPATCH_INDIRECT_PARAMETERS: u32 = 0x100;
    /// Read and written by kernels.
    pub const DISPATCH_STORAGE: u32 = 0xC00;
    /// Mapped by the host.
    pub const MAPPING: u32 = 0x0900_0000;
    /// What buffers are for unless someone says otherwise.
    pub const DEFAULT: u32 = TRANSFER | DISPATCH_STORAGE;
}

/// A range of device memory. Copies share the memory.
#[derive(Clone)]
pub struct Buffer {
    device: DeviceId,
    /// `None` for buffers without bytes.
    allocation: Option<Arc<Allocation>>,
    offset_bytes: u64,
    length_bytes: u64,
    memory_type: u32,
    usage: u32,
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} bytes)", self.length_bytes)
    }
}

/// A range of a slab, resolved for a command.
#[derive(Clone)]
pub(crate) struct SlabRange {
    pub(crate) slab: Arc<Slab>,
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

impl SlabRange {
    pub(crate) fn raw(&self) -> vk::Buffer {
        self.slab.raw
    }

    /// Device address of the first byte.
    pub(crate) fn address(&self) -> u64 {
        self.slab.address + self.offset
    }
}

impl Buffer {
    pub(crate) fn new(
        device: DeviceId,
        allocation: Option<Arc<Allocation>>,
        length_bytes: u64,
        memory_type: u32,
        usage: u32,
    ) -> Self {
        Self { device, allocation, offset_bytes: 0, length_bytes, memory_type, usage }
    }

    /// Bytes.
    pub fn length_bytes(&self) -> u64 {
        self.length_bytes
    }

    /// Bits of [`memory_type`].
    pub fn memory_type(&self) -> u32 {
        self.memory_type
    }

    /// Bits of [`buffer_usage`].
    pub fn usage(&self) -> u32 {
        self.usage
    }

    /// The device whose memory it is.
    pub fn device_id(&self) -> DeviceId {
        self.device
    }

    /// Whether both are the same bytes of the same memory.
    pub fn is_same(&self, other: &Self) -> bool {
        let same_memory = match (&self.allocation, &other.allocation) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same_memory && self.offset_bytes == other.offset_bytes && self.length_bytes == other.length_bytes
    }

    /// Part of the buffer, sharing its memory.
    ///
    /// # Errors
    /// When the part does not lie in the buffer.
    pub fn subspan(&self, offset_bytes: u64, length_bytes: u64) -> Result<Self> {
        self.check_range(offset_bytes, length_bytes)?;
        Ok(Self { offset_bytes: self.offset_bytes + offset_bytes, length_bytes, ..self.clone() })
    }

    /// Checks that `length` bytes from `offset` on lie in the buffer.
    pub(crate) fn check_range(&self, offset: u64, length: u64) -> Result<()> {
        if offset > self.length_bytes || length > self.length_bytes - offset {
            bail!(
                OutOfRange,
                "bytes {offset} to {} lie outside the buffer of {} bytes",
                offset.saturating_add(length),
                self.length_bytes
            );
        }
        Ok(())
    }

    pub(crate) fn allocation(&self) -> Option<&Arc<Allocation>> {
        self.allocation.as_ref()
    }

    /// The slab range of `length` bytes from `offset` on; `None` for no bytes.
    pub(crate) fn slab_range(&self, offset: u64, length: u64) -> Result<Option<SlabRange>> {
        self.check_range(offset, length)?;
        let Some(allocation) = self.allocation.as_ref().filter(|_| length > 0) else { return Ok(None) };
        let slab = allocation.slab()?.clone();
        Ok(Some(SlabRange { slab, offset: allocation.offset() + self.offset_bytes + offset, length }))
    }

    /// The last work that uses the memory.
    pub(crate) fn last_use(&self) -> crate::queue::Points {
        self.allocation.as_ref().map_or_else(Default::default, |allocation| allocation.last_use())
    }

    /// Whether the host reaches the memory without a copy.
    pub fn is_host_visible(&self) -> bool {
        self.allocation.as_ref().is_none_or(|a| a.slab().is_ok_and(|slab| slab.is_mapped()))
    }

    /// Copies bytes out of memory the host reaches. Device work that writes them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, the buffer was deallocated, or the host does not reach it
    /// ([`Device::read_buffer`](crate::Device::read_buffer) does in any case).
    pub fn read(&self, offset_bytes: u64, bytes: &mut [u8]) -> Result<()> {
        match self.slab_range(offset_bytes, bytes.len() as u64)? {
            Some(range) if !range.slab.read(range.offset, bytes) => self.not_mapped(),
            _ => Ok(()),
        }
    }

    /// Copies bytes into memory the host reaches. Device work that uses them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, the buffer was deallocated, or the host does not reach it.
    pub fn write(&self, offset_bytes: u64, bytes: &[u8]) -> Result<()> {
        match self.slab_range(offset_bytes, bytes.len() as u64)? {
            Some(range) if !range.slab.write(range.offset, bytes) => self.not_mapped(),
            _ => Ok(()),
        }
    }

    fn not_mapped(&self) -> Result<()> {
        bail!(
            PermissionDenied,
            "the host does not reach memory of type {:#x}; expected HostVisible ({:#x})",
            self.memory_type,
            memory_type::HOST_VISIBLE
        )
    }

    /// One more owner of the allocation, for `hal.buffer.allocation.preserve`.
    pub fn allocation_preserve(&self) {
        if let Some(allocation) = &self.allocation {
            allocation.preserve();
        }
    }

    /// One owner less; whether it was the last.
    pub fn allocation_discard(&self) -> bool {
        self.allocation.as_ref().is_none_or(|allocation| allocation.discard())
    }

    /// Whether one owner is left.
    pub fn allocation_is_terminal(&self) -> bool {
        self.allocation.as_ref().is_none_or(|allocation| allocation.is_terminal())
    }

    /// The check of `hal.buffer.assert`: long enough, with these memory type and usage bits. `message` says which buffer.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn assert(&self, message: &str, minimum_length_bytes: u64, memory_type: u32, usage: u32) -> Result<()> {
        if self.length_bytes < minimum_length_bytes {
            let length = self.length_bytes;
            bail!(InvalidArgument, "{message} buffer byte length {length} less than expected minimum {minimum_length_bytes}");
        }
        if self.memory_type & memory_type != memory_type {
            bail!(
                PermissionDenied,
                "{message} buffer memory type {:#x} lacks bits of the expected {memory_type:#x}",
                self.memory_type
            );
        }
        if self.usage & usage != usage {
            bail!(PermissionDenied, "{message} buffer usage {:#x} lacks bits of the expected {usage:#x}", self.usage);
        }
        Ok(())
    }
}
