//! Memory of a device: what it has for a buffer, allocation, pools of programs, import of the host's memory.

use std::sync::Arc;

use super::{Device, Reach};
use crate::buffer::{Buffer, buffer_usage, memory_access, memory_type};
use crate::memory::{Allocation, Committed, MemoryKind, PoolInner, PoolPolicy, PoolStatistics, Reuse, busy};
use crate::queue::Points;
use crate::recycled::Recycled;
use crate::status::{Result, StatusCode, bail};

/// What an allocation asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllocaDesc {
    /// Bits of [`memory_type`].
    pub memory_type: u32,
    /// Bits of [`memory_access`]; none for all.
    pub access: u32,
    /// Bits of [`buffer_usage`].
    pub usage: u32,
    /// Bytes; zero is fine.
    pub size_bytes: u64,
    /// A number of the caller's, which the statistics name when this makes the most live bytes.
    pub tag: u64,
}

/// What can be done with a buffer that some [`AllocaDesc`] asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferCompatibility {
    /// It can be allocated.
    pub allocatable: bool,
    /// It can be made of the host's memory without a copy; see [`Device::import`].
    pub importable: bool,
    /// Queues can fill, update and copy it.
    pub queue_transfer: bool,
    /// Kernels can use it.
    pub queue_dispatch: bool,
    /// Bits of [`memory_type`] that it has.
    pub memory_type: u32,
}

/// What a pool is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolDesc {
    /// Bits of [`memory_type`].
    pub memory_type: u32,
    /// How it takes memory from the driver and cuts it.
    pub policy: PoolPolicy,
}

/// A pool of a program's own, for [`Device::queue_alloca`]. Copies are the same pool; buffers keep it.
#[derive(Clone)]
pub struct Pool {
    pub(super) device: super::DeviceId,
    pub(super) memory_type: u32,
    pub(super) inner: Arc<PoolInner>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pool")
    }
}

impl Pool {
    /// An empty pool.
    ///
    /// # Errors
    /// When the policy has no bytes.
    pub fn new(device: &Device, desc: PoolDesc) -> Result<Self> {
        let (kind, memory_type) = device.memory_for(desc.memory_type);
        let inner = device.memory().new_pool(kind, desc.policy)?;
        Ok(Self { device: device.id(), memory_type, inner })
    }

    /// What it holds.
    pub fn statistics(&self) -> PoolStatistics {
        self.inner.statistics()
    }
}

impl Device {
    /// The memory for a buffer, and the bits it really has.
    pub(super) fn memory_for(&self, wanted: u32) -> (MemoryKind, u32) {
        let host = wanted & memory_type::HOST_VISIBLE != 0;
        let kind = match wanted {
            _ if self.reach == Reach::Shared => MemoryKind::Shared,
            w if w & memory_type::DEVICE_LOCAL == memory_type::DEVICE_LOCAL && !host => MemoryKind::Device,
            w if w & memory_type::HOST_CACHED != 0 || (host && w & memory_type::HOST_LOCAL == memory_type::HOST_LOCAL) => {
                MemoryKind::Readback
            }
            _ if host => MemoryKind::Upload,
            _ => MemoryKind::Device,
        };
        let unified = self.inner.core.physical.is_unified();
        let mapped = kind != MemoryKind::Device || unified;
        let host_bits = memory_type::HOST_VISIBLE | memory_type::HOST_COHERENT;
        let device_bits =
            if kind == MemoryKind::Device || unified { memory_type::DEVICE_LOCAL } else { memory_type::DEVICE_VISIBLE };
        (kind, wanted | device_bits | if mapped { host_bits } else { 0 })
    }

    /// What can be done with a buffer as `desc` asks for, without allocating it.
    pub fn query_memory(&self, desc: AllocaDesc) -> BufferCompatibility {
        let (_, memory_type) = self.memory_for(desc.memory_type);
        let limits = self.limits();
        let within = desc.size_bytes <= limits.max_buffer_size.min(limits.max_memory_allocation_size);
        let has = |bits: u32| desc.usage & bits != 0;
        BufferCompatibility {
            allocatable: within,
            importable: within && limits.min_imported_host_pointer_alignment > 0,
            queue_transfer: within && has(buffer_usage::TRANSFER),
            queue_dispatch: within && has(buffer_usage::DISPATCH_STORAGE | buffer_usage::DISPATCH_INDIRECT_PARAMETERS),
            memory_type,
        }
    }

    /// A buffer that may be used at once.
    ///
    /// # Errors
    /// When the device has no memory for it, or it is over a limit.
    pub fn allocate(&self, desc: AllocaDesc) -> Result<Buffer> {
        let (kind, bits) = self.memory_for(desc.memory_type);
        let mut allocation = None;
        if desc.size_bytes > 0 {
            let made = Allocation::reserve(self.memory().pool(kind), desc.size_bytes, desc.tag);
            self.commit(&made, Reuse::Finished)?;
            allocation = Some(made);
        }
        Ok(Buffer::new(self.inner.id, allocation, desc.size_bytes, bits, (desc.access, desc.usage)))
    }

    /// Gives an allocation a place. When there is no memory, what no buffer uses is returned to the driver first: what no work
    /// uses, then what is in use until work so far is done.
    fn commit(&self, allocation: &Allocation, reuse: Reuse) -> Result<Committed> {
        let is_exhausted =
            |result: &Result<Committed>| result.as_ref().is_err_and(|status| status.code() == StatusCode::ResourceExhausted);
        let mut result = allocation.commit(reuse);
        if is_exhausted(&result) {
            self.trim();
            result = allocation.commit(reuse);
        }
        if is_exhausted(&result) && self.wait_idle(None).is_ok() {
            self.trim();
            result = allocation.commit(reuse);
        }
        result
    }

    /// A buffer of a queue, what must be done before it is used, and its memory if the pool is exhausted.
    pub(super) fn reserve(
        &self,
        pool: Option<&Pool>,
        desc: AllocaDesc,
        reuse: Reuse,
    ) -> Result<(Buffer, Points, Option<Recycled<Allocation>>)> {
        let (kind, mut bits) = self.memory_for(desc.memory_type);
        let inner = match pool {
            Some(pool) if pool.device != self.inner.id => bail!(InvalidArgument, "the pool belongs to another device"),
            Some(pool) if pool.memory_type & desc.memory_type != desc.memory_type => {
                bail!(InvalidArgument, "expected memory of type {:#x}, the pool has {:#x}", desc.memory_type, pool.memory_type)
            }
            Some(pool) => {
                bits = pool.memory_type;
                &pool.inner
            }
            None => self.memory().pool(kind),
        };
        let buffer = |allocation| Buffer::new(self.inner.id, allocation, desc.size_bytes, bits, (desc.access, desc.usage));
        if desc.size_bytes == 0 {
            return Ok((buffer(None), Points::default(), None));
        }
        let allocation = Allocation::reserve(inner, desc.size_bytes, desc.tag);
        let after = self.commit(&allocation, reuse)?;
        let made = buffer(Some(allocation.clone()));
        Ok(match after {
            Committed::After(after) => (made, after, None),
            Committed::Busy => return Err(busy()),
            Committed::Exhausted(_) => (made, Points::default(), Some(allocation)),
        })
    }

    /// The bytes of `owner` from `offset_bytes` on as a buffer, without a copy; `None` when the device cannot do that for
    /// these bytes, or they are not where and how long it needs them to be. `owner` is dropped after the buffer and all work
    /// that uses it. The buffer can only be read; that kernels do not write it is up to who dispatches them.
    pub fn import(
        &self,
        owner: &Arc<dyn AsRef<[u8]> + Send + Sync>,
        offset_bytes: usize,
        length_bytes: usize,
        usage: u32,
    ) -> Option<Buffer> {
        let alignment = usize::try_from(self.limits().min_imported_host_pointer_alignment).ok().filter(|&a| a > 0)?;
        let bytes = (**owner).as_ref();
        let start = bytes.get(offset_bytes..)?.as_ptr() as usize;
        let size = length_bytes.checked_next_multiple_of(alignment)?;
        if length_bytes == 0 || !start.is_multiple_of(alignment) || offset_bytes.checked_add(size)? > bytes.len() {
            return None;
        }
        match crate::memory::Slab::import(&self.inner.core, owner, offset_bytes, size as u64) {
            Ok(slab) => {
                let bits = memory_type::DEVICE_VISIBLE | memory_type::DEVICE_LOCAL;
                let allocation = Allocation::imported(&self.inner.core, slab);
                let access = memory_access::READ;
                Some(Buffer::new(self.inner.id, Some(allocation), length_bytes as u64, bits, (access, usage)))
            }
            Err(status) => {
                tracing::debug!("importing host memory: {status}");
                None
            }
        }
    }
}
