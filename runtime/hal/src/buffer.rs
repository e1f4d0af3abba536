//! Buffers: ranges of device memory.

use std::sync::Arc;

use ash::vk;

use crate::command::WHOLE_BUFFER;
use crate::core::Core;
use crate::device::DeviceId;
use crate::memory::{Allocation, Slab};
use crate::recycled::Recycled;
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

/// Bits of what may be done with a buffer's memory, as programs give them.
pub mod memory_access {
    /// Read.
    pub const READ: u32 = 1;
    /// Write.
    pub const WRITE: u32 = 2;
    /// What was there before a write does not matter.
    pub const DISCARD: u32 = 4;
    /// Everything; what no bits at all mean, too.
    pub const ALL: u32 = 7;
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
    /// Mapped by the host for a while.
    pub const MAPPING_SCOPED: u32 = 0x0100_0000;
    /// Mapped by the host, if the memory allows that, in any order.
    pub const MAPPING: u32 = 0x0900_0000;
    /// What buffers are for unless someone says otherwise.
    pub const DEFAULT: u32 = TRANSFER | DISPATCH_STORAGE;
}

/// A range of device memory. Copies share the memory.
#[derive(Clone)]
pub struct Buffer {
    device: DeviceId,
    /// `None` for buffers without bytes.
    allocation: Option<Recycled<Allocation>>,
    offset_bytes: u64,
    length_bytes: u64,
    memory_type: u32,
    access: u32,
    usage: u32,
    /// Bits of the queues that a queue allocated it on; 0 for buffers that no queue allocated.
    origin: u64,
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

    /// Whether both are the same bytes.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.slab.id == other.slab.id && self.offset == other.offset && self.length == other.length
    }

    /// Device address of the first byte.
    pub(crate) fn address(&self) -> u64 {
        self.slab.address + self.offset
    }
}

impl Buffer {
    pub(crate) fn new(
        device: DeviceId,
        allocation: Option<Recycled<Allocation>>,
        length_bytes: u64,
        memory_type: u32,
        (access, usage): (u32, u32),
    ) -> Self {
        let access = if access == 0 { memory_access::ALL } else { access };
        Self { device, allocation, offset_bytes: 0, length_bytes, memory_type, access, usage, origin: 0 }
    }

    /// The same buffer, for whoever may write it.
    pub(crate) fn writable(self) -> Self {
        Self { access: memory_access::ALL, ..self }
    }

    /// The same buffer, allocated on the queues of `origin`.
    pub(crate) fn allocated_on(self, origin: u64) -> Self {
        Self { origin, ..self }
    }

    /// Bytes.
    pub fn length_bytes(&self) -> u64 {
        self.length_bytes
    }

    /// Bits of [`memory_type`].
    pub fn memory_type(&self) -> u32 {
        self.memory_type
    }

    /// Bits of [`memory_access`].
    pub fn access(&self) -> u32 {
        self.access
    }

    /// Bits of the queues that a queue allocated it on; 0 for buffers that no queue allocated.
    pub fn origin(&self) -> u64 {
        self.origin
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
            (Some(a), Some(b)) => Recycled::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same_memory && self.offset_bytes == other.offset_bytes && self.length_bytes == other.length_bytes
    }

    /// Whether `length` bytes from `offset` on share some with as many of `other` from `other_offset` on.
    pub(crate) fn overlaps(&self, offset: u64, other: &Self, other_offset: u64, length: u64) -> bool {
        let (Some(mine), Some(theirs)) = (&self.allocation, &other.allocation) else { return false };
        let (start, other_start) = (self.offset_bytes + offset, other.offset_bytes + other_offset);
        Recycled::ptr_eq(mine, theirs) && start < other_start + length && other_start < start + length
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

    /// `length`, or all bytes from `offset` on.
    pub(crate) fn length_from(&self, offset: u64, length: u64) -> Result<u64> {
        let length = if length == WHOLE_BUFFER { self.length_bytes.saturating_sub(offset) } else { length };
        self.check_range(offset, length)?;
        Ok(length)
    }

    pub(crate) fn allocation(&self) -> Option<&Recycled<Allocation>> {
        self.allocation.as_ref()
    }

    /// The slab range of `length` bytes from `offset` on; `None` for no bytes.
    pub(crate) fn slab_range(&self, offset: u64, length: u64) -> Result<Option<SlabRange>> {
        self.check_range(offset, length)?;
        let Some(allocation) = self.allocation.as_ref().filter(|_| length > 0) else { return Ok(None) };
        let place = allocation.place()?;
        Ok(Some(SlabRange { slab: place.slab.clone(), offset: place.offset + self.offset_bytes + offset, length }))
    }

    /// As [`Buffer::slab_range`], for commands of the device of `core`.
    pub(crate) fn range_on(&self, core: &Arc<Core>, offset: u64, length: u64) -> Result<Option<SlabRange>> {
        let Some(range) = self.slab_range(offset, length)? else { return Ok(None) };
        Ok(Some(SlabRange { slab: range.slab.on(core)?, ..range }))
    }

    /// Checks that a device reaches the memory.
    pub(crate) fn check_reached_by(&self, device: DeviceId) -> Result<()> {
        if self.device != device && self.allocation.as_ref().is_some_and(|allocation| !allocation.is_shared()) {
            bail!(InvalidArgument, "the buffer belongs to another device");
        }
        Ok(())
    }

    /// First byte in the allocation.
    pub(crate) fn offset(&self) -> u64 {
        self.offset_bytes
    }

    /// Whether its memory has a place, which it lacks only while its pool is exhausted.
    pub(crate) fn is_committed(&self) -> bool {
        self.allocation.as_ref().is_none_or(|allocation| allocation.is_committed())
    }

    /// Checks that commands may write the memory.
    pub(crate) fn check_writable(&self) -> Result<()> {
        if self.access & memory_access::WRITE == 0 {
            bail!(PermissionDenied, "the buffer's access {:#x} lacks Write ({:#x})", self.access, memory_access::WRITE);
        }
        Ok(())
    }

    /// The last work that uses the memory.
    pub(crate) fn last_use(&self) -> crate::queue::Points {
        self.allocation.as_ref().map_or_else(Default::default, |allocation| allocation.last_use())
    }

    /// Whether the host reaches the memory without a copy.
    pub fn is_host_visible(&self) -> bool {
        self.allocation.as_ref().is_none_or(|a| a.place().is_ok_and(|place| place.slab.is_mapped()))
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
