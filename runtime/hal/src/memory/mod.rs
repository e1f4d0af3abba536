//! Device memory: slabs from the driver, ranges of slabs for buffers, and their reuse in timeline order.

mod allocation;
mod budget;
mod free;
mod heaps;
mod pages;
mod pool;
mod slab;

pub(crate) use allocation::{Allocation, Committed, busy};
pub(crate) use budget::Budget;
pub(crate) use heaps::Memory;
pub use pool::PoolPolicy;
pub(crate) use pool::{PoolInner, Reuse};
pub(crate) use slab::{Slab, SlabId};

/// How a device treats its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryOptions {
    /// Most bytes taken from the driver; no bound when absent.
    pub budget_bytes: Option<u64>,
    /// Whether mistakes are made to show: buffers that queues allocate begin as bytes of [`POISON_FRESH`] and end as bytes of
    /// [`POISON_GONE`], and memory of a buffer is never that of another again, so programs need more of it.
    pub debug: bool,
}

/// A byte of a buffer that nobody wrote yet, with [`MemoryOptions::debug`].
pub const POISON_FRESH: u8 = 0xCD;
/// A byte of a buffer that was deallocated, with [`MemoryOptions::debug`].
pub const POISON_GONE: u8 = 0xDD;

/// Where memory is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MemoryKind {
    /// Close to the device; the host may not reach it.
    Device,
    /// Reached by host and device, for writing by the host.
    Upload,
    /// Reached by host and device, for reading by the host.
    Readback,
    /// Of the host, for several devices.
    Shared,
}

impl MemoryKind {
    pub(crate) const ALL: [Self; 4] = [Self::Device, Self::Upload, Self::Readback, Self::Shared];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Upload => "upload",
            Self::Readback => "readback",
            Self::Shared => "shared",
        }
    }
}

/// Bytes of one kind of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolStatistics {
    /// Bytes taken from the driver.
    pub reserved_bytes: u64,
    /// Bytes of buffers that exist.
    pub live_bytes: u64,
    /// Most live bytes at any time.
    pub peak_live_bytes: u64,
    /// [`AllocaDesc::tag`](crate::AllocaDesc::tag) of the allocation that made them so many.
    pub peak_tag: u64,
    /// Most reserved bytes at any time.
    pub peak_reserved_bytes: u64,
    /// Slabs taken from the driver.
    pub slabs: u64,
    /// Allocations that wait on the device for work of another queue.
    pub waits: u64,
    /// Allocations for which there was nothing until something was given back.
    pub exhausted: u64,
}

impl PoolStatistics {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            reserved_bytes: self.reserved_bytes + other.reserved_bytes,
            live_bytes: self.live_bytes + other.live_bytes,
            peak_live_bytes: self.peak_live_bytes + other.peak_live_bytes,
            peak_tag: if self.peak_live_bytes >= other.peak_live_bytes { self.peak_tag } else { other.peak_tag },
            peak_reserved_bytes: self.peak_reserved_bytes + other.peak_reserved_bytes,
            slabs: self.slabs + other.slabs,
            waits: self.waits + other.waits,
            exhausted: self.exhausted + other.exhausted,
        }
    }
}

/// Memory of a device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryStatistics {
    /// By kind: `device`, `upload`, `readback`; then `shared`, for several devices, and `pools`, those that programs made, if
    /// there are any.
    pub pools: Vec<(&'static str, PoolStatistics)>,
}

impl MemoryStatistics {
    /// All kinds together.
    pub fn total(&self) -> PoolStatistics {
        self.pools.iter().fold(PoolStatistics::default(), |sum, (_, pool)| sum.plus(*pool))
    }
}
