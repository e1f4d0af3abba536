//! Pools: slabs of one kind of memory, cut into ranges, which are reused in timeline order.
//!
//! A freed range remembers the last work of each queue that used it. It may be given out again while that work is pending,
//! if its new user waits for it; on the same queue that is a barrier. Neighbouring free ranges are joined.
//!
//! Pools start small and grow by doubling, so that a small program takes little memory.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{MemoryKind, MemoryStatistics, PoolStatistics, Slab};
use crate::core::Core;
use crate::queue::{Points, QueueId, Timelines};
use crate::status::{Result, StatusCode, bail};

/// Size of a pool's first slab, in bytes; each further one is twice as large.
const FIRST_SLAB_BYTES: u64 = 64 * 1024;
/// Slabs for several buffers grow up to this size; larger buffers get a slab of their own.
const LARGEST_SHARED_SLAB_BYTES: u64 = 64 * 1024 * 1024;
/// What sizes of slabs are multiples of.
const SLAB_GRANULARITY_BYTES: u64 = 4096;
/// Ranges begin and end at multiples of this, so that kernels may read whole words and vectors past a buffer's end.
const RANGE_ALIGNMENT_BYTES: u64 = 64;

/// Which freed ranges may be given out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reuse {
    /// Only those whose work is done: the buffer is used at once.
    Finished,
    /// Also those with pending work on this queue: the user waits for it there.
    OnQueue(QueueId),
}

struct FreeRange {
    offset: u64,
    length: u64,
    /// Work that must be done before the range is used.
    after: Points,
}

struct PoolSlab {
    slab: Arc<Slab>,
    /// By offset, no two touching.
    free: Vec<FreeRange>,
}

#[derive(Default)]
struct Pool {
    slabs: Vec<PoolSlab>,
    next_slab_bytes: u64,
    statistics: PoolStatistics,
}

/// A range that was given out.
pub(crate) struct Range {
    pub(crate) slab: Arc<Slab>,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// Work that must be done before the range is used.
    pub(crate) after: Points,
}

/// The memory of a device.
pub(crate) struct Memory {
    pub(crate) core: Arc<Core>,
    timelines: Arc<Timelines>,
    alignment: u64,
    pools: [Mutex<Pool>; MemoryKind::ALL.len()],
}

impl Memory {
    pub(crate) fn new(core: &Arc<Core>, timelines: &Arc<Timelines>) -> Arc<Self> {
        let limits = &core.limits;
        let alignment = RANGE_ALIGNMENT_BYTES
            .max(limits.min_storage_buffer_offset_alignment)
            .max(limits.min_uniform_buffer_offset_alignment);
        Arc::new(Self { core: core.clone(), timelines: timelines.clone(), alignment, pools: Default::default() })
    }

    /// What the pools hold.
    pub(crate) fn statistics(&self) -> MemoryStatistics {
        let pools = MemoryKind::ALL.iter().map(|kind| (kind.name(), self.pools[kind.index()].lock().statistics));
        MemoryStatistics { pools: pools.collect() }
    }

    /// A range of at least `size` bytes, not zero.
    pub(crate) fn take(&self, kind: MemoryKind, size: u64, reuse: Reuse) -> Result<Range> {
        self.check_size(size)?;
        let length = size.next_multiple_of(self.alignment);
        let mut pool = self.pools[kind.index()].lock();
        if let Some(range) = pool.take_free(length, reuse, &self.timelines) {
            return Ok(range);
        }
        pool.grow(&self.core, kind, length)?;
        match pool.take_free(length, reuse, &self.timelines) {
            Some(range) => Ok(range),
            None => bail!(Internal, "a new slab has no room for {length} bytes"),
        }
    }

    fn check_size(&self, size: u64) -> Result<()> {
        let limits = &self.core.limits;
        let (limit, name) = if limits.max_buffer_size < limits.max_memory_allocation_size {
            (limits.max_buffer_size, "maxBufferSize")
        } else {
            (limits.max_memory_allocation_size, "maxMemoryAllocationSize")
        };
        // Rounding up must not overflow, whatever the device says.
        if size > limit.min(1 << 62) {
            bail!(ResourceExhausted, "a buffer of {size} bytes is larger than the device's {name} of {limit}");
        }
        Ok(())
    }

    /// Gives a range back, to be used again after `after`.
    pub(crate) fn give_back(&self, kind: MemoryKind, range: &Range, after: Points) {
        self.pools[kind.index()].lock().give_back(range, after);
    }

    /// Returns slabs that hold no buffer and whose work is done to the driver.
    pub(crate) fn trim(&self) {
        for kind in MemoryKind::ALL {
            let unused = self.pools[kind.index()].lock().take_unused(&self.timelines);
            // The driver is called without the lock.
            drop(unused);
        }
    }
}

impl Pool {
    /// The smallest free range that is large enough and may be reused.
    fn take_free(&mut self, length: u64, reuse: Reuse, timelines: &Timelines) -> Option<Range> {
        let mut best: Option<(usize, usize, u64)> = None;
        for (s, slab) in self.slabs.iter().enumerate() {
            for (r, range) in slab.free.iter().enumerate() {
                let better = range.length >= length && best.is_none_or(|(_, _, least)| range.length < least);
                if better && may_reuse(&range.after, reuse, timelines) {
                    best = Some((s, r, range.length));
                }
            }
        }
        let (s, r, _) = best?;
        let slab = &mut self.slabs[s];
        let free = &mut slab.free[r];
        let taken = Range { slab: slab.slab.clone(), offset: free.offset, length, after: timelines.pending(free.after) };
        free.offset += length;
        free.length -= length;
        if free.length == 0 {
            slab.free.remove(r);
        }
        let statistics = &mut self.statistics;
        statistics.live_bytes += length;
        statistics.peak_live_bytes = statistics.peak_live_bytes.max(statistics.live_bytes);
        Some(taken)
    }

    fn grow(&mut self, core: &Arc<Core>, kind: MemoryKind, length: u64) -> Result<()> {
        let shared = self.next_slab_bytes.clamp(FIRST_SLAB_BYTES, LARGEST_SHARED_SLAB_BYTES);
        let size = if length > shared / 2 { length.next_multiple_of(SLAB_GRANULARITY_BYTES) } else { shared };
        let slab = Slab::new(core, kind, size).map_err(|status| match status.code() {
            StatusCode::ResourceExhausted => {
                let PoolStatistics { live_bytes, reserved_bytes, .. } = self.statistics;
                status.within(format!("{} memory: {live_bytes} bytes live, {reserved_bytes} reserved", kind.name()))
            }
            _ => status,
        })?;
        if size == shared {
            self.next_slab_bytes = shared * 2;
        }
        let free = vec![FreeRange { offset: 0, length: size, after: Points::default() }];
        self.slabs.push(PoolSlab { slab: Arc::new(slab), free });
        let statistics = &mut self.statistics;
        statistics.reserved_bytes += size;
        statistics.peak_reserved_bytes = statistics.peak_reserved_bytes.max(statistics.reserved_bytes);
        statistics.slabs += 1;
        tracing::debug!(kind = kind.name(), size, "new slab");
        Ok(())
    }

    fn give_back(&mut self, range: &Range, after: Points) {
        let Some(slab) = self.slabs.iter_mut().find(|s| Arc::ptr_eq(&s.slab, &range.slab)) else { return };
        self.statistics.live_bytes -= range.length;
        let free = &mut slab.free;
        let at = free.partition_point(|f| f.offset < range.offset);
        let joins_before = at > 0 && free[at - 1].offset + free[at - 1].length == range.offset;
        let joins_after = at < free.len() && range.offset + range.length == free[at].offset;
        match (joins_before, joins_after) {
            (true, true) => {
                let next = free.remove(at);
                let before = &mut free[at - 1];
                before.length += range.length + next.length;
                before.after = before.after.join(after).join(next.after);
            }
            (true, false) => {
                let before = &mut free[at - 1];
                before.length += range.length;
                before.after = before.after.join(after);
            }
            (false, true) => {
                let next = &mut free[at];
                next.offset = range.offset;
                next.length += range.length;
                next.after = next.after.join(after);
            }
            (false, false) => free.insert(at, FreeRange { offset: range.offset, length: range.length, after }),
        }
    }

    fn take_unused(&mut self, timelines: &Timelines) -> Vec<PoolSlab> {
        let is_unused = |s: &PoolSlab| matches!(&s.free[..], [only] if only.length == s.slab.size && timelines.pending(only.after).is_empty());
        let (unused, kept) = std::mem::take(&mut self.slabs).into_iter().partition(is_unused);
        self.slabs = kept;
        for slab in &unused {
            self.statistics.reserved_bytes -= slab.slab.size;
            self.statistics.slabs -= 1;
        }
        unused
    }
}

fn may_reuse(after: &Points, reuse: Reuse, timelines: &Timelines) -> bool {
    if after.is_empty() {
        return true;
    }
    let pending = timelines.pending(*after);
    match reuse {
        Reuse::Finished => pending.is_empty(),
        Reuse::OnQueue(queue) => pending.without(queue).is_empty(),
    }
}
