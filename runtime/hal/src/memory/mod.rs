//! Device memory: slabs from the driver, ranges of slabs for buffers, and their reuse in timeline order.

mod allocation;
mod pool;
mod slab;

pub(crate) use allocation::Allocation;
pub(crate) use pool::{Memory, Reuse};
pub(crate) use slab::{Slab, SlabId};

/// Where memory is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MemoryKind {
    /// Close to the device; the host may not reach it.
    Device,
    /// Reached by host and device, for writing by the host.
    Upload,
    /// Reached by host and device, for reading by the host.
    Readback,
}

impl MemoryKind {
    pub(crate) const ALL: [Self; 3] = [Self::Device, Self::Upload, Self::Readback];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Upload => "upload",
            Self::Readback => "readback",
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
    /// Most reserved bytes at any time.
    pub peak_reserved_bytes: u64,
    /// Slabs taken from the driver.
    pub slabs: u64,
}

/// Memory of a device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryStatistics {
    /// By kind: `device`, `upload`, `readback`.
    pub pools: Vec<(&'static str, PoolStatistics)>,
}

impl MemoryStatistics {
    /// All kinds together.
    pub fn total(&self) -> PoolStatistics {
        self.pools.iter().fold(PoolStatistics::default(), |sum, (_, pool)| PoolStatistics {
            reserved_bytes: sum.reserved_bytes + pool.reserved_bytes,
            live_bytes: sum.live_bytes + pool.live_bytes,
            peak_live_bytes: sum.peak_live_bytes + pool.peak_live_bytes,
            peak_reserved_bytes: sum.peak_reserved_bytes + pool.peak_reserved_bytes,
            slabs: sum.slabs + pool.slabs,
        })
    }
}
