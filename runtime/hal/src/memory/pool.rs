//! Pools: slabs of one kind of memory, cut into ranges, which are reused in timeline order.
//!
//! A freed range remembers the last work of each queue that used it. It may be given out again while that work is pending,
//! if its new user waits for it; on the same queue that is a barrier. Neighbouring free ranges are joined.
//!
//! The pools of a device start small and grow by doubling, so that a small program takes little memory. Programs may make
//! pools of their own with another [`PoolPolicy`].

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::free::{FreeList, FreeRange};
use super::{MemoryKind, PoolStatistics, Slab};
use crate::core::Core;
use crate::objects::{Live, ObjectKind};
use crate::queue::{Points, QueueId, Timelines};
use crate::status::{Result, StatusCode, bail};

/// Size of a doubling pool's first slab, in bytes; each further one is twice as large.
const FIRST_SLAB_BYTES: u64 = 64 * 1024;
/// Slabs for several buffers grow up to this size; larger buffers get a slab of their own.
const LARGEST_SHARED_SLAB_BYTES: u64 = 64 * 1024 * 1024;
/// What sizes of slabs are multiples of.
const SLAB_GRANULARITY_BYTES: u64 = 4096;
/// Ranges begin and end at multiples of this, so that kernels may read whole words and vectors past a buffer's end.
const RANGE_ALIGNMENT_BYTES: u64 = 64;

/// The largest alignment that Vulkan lets a device ask of ranges: those of memory that several devices use have it.
const SHARED_ALIGNMENT_BYTES: u64 = 256;

/// How a pool takes memory from the driver and cuts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PoolPolicy {
    /// Slabs that double in size from 64 KiB to 64 MiB, as many as it takes; larger buffers get their own.
    #[default]
    Doubling,
    /// Slabs of this many bytes, as many as it takes; larger buffers get their own.
    Slabs {
        /// Bytes of a slab.
        slab_bytes: u64,
    },
    /// A slab for each buffer, given back to the driver after it.
    Passthrough,
    /// So many blocks of so many bytes and no more. When all are used, allocations wait until one is given back.
    Blocks {
        /// Bytes of a block, the most a buffer may have.
        block_bytes: u64,
        /// Number of blocks.
        count: u64,
    },
}

/// Which freed ranges may be given out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reuse {
    /// Only those whose work is done: the buffer is used at once.
    Finished,
    /// Also those with pending work on this queue: the user waits for it there.
    OnQueue(QueueId),
    /// Also those with pending work on any queue, which the user, on this one, waits for.
    Anywhere(QueueId),
}

/// A range that was given out.
pub(crate) struct Range {
    pub(crate) slab: Arc<Slab>,
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

/// What a pool has for somebody.
pub(crate) enum Taken {
    /// A range, and work that must be done before it is used.
    Range(Range, Points),
    /// Nothing before something is given back; so many times something was.
    Exhausted(u64),
    /// Nothing that the asker may use while work of other queues is pending.
    Busy,
}

struct PoolSlab {
    slab: Arc<Slab>,
    free: FreeList,
}

#[derive(Default)]
struct PoolState {
    slabs: Vec<PoolSlab>,
    next_slab_bytes: u64,
    statistics: PoolStatistics,
    /// How often something was given back.
    returns: u64,
    /// Who is told when something is given back, in the order they came.
    waiting: VecDeque<Box<dyn FnOnce() + Send>>,
}

/// A pool.
pub(crate) struct PoolInner {
    core: Arc<Core>,
    timelines: Arc<Timelines>,
    kind: MemoryKind,
    policy: PoolPolicy,
    alignment: u64,
    /// Whether what is given back is given out again.
    reuses: bool,
    state: Mutex<PoolState>,
    _live: Option<Live>,
}

impl PoolInner {
    /// A pool of the device's own, which lives as long as the device.
    pub(super) fn of_device(core: &Arc<Core>, timelines: &Arc<Timelines>, kind: MemoryKind) -> Arc<Self> {
        Arc::new(Self::with(core, timelines, kind, PoolPolicy::Doubling, None))
    }

    /// A pool of a program.
    pub(super) fn new(core: &Arc<Core>, timelines: &Arc<Timelines>, kind: MemoryKind, policy: PoolPolicy) -> Result<Arc<Self>> {
        let bytes = match policy {
            PoolPolicy::Doubling | PoolPolicy::Passthrough => Some(1),
            PoolPolicy::Slabs { slab_bytes } => Some(slab_bytes),
            PoolPolicy::Blocks { block_bytes, count } => block_bytes.checked_mul(count),
        };
        if !matches!(bytes, Some(1..)) {
            bail!(InvalidArgument, "expected a pool of some bytes, found {policy:?}");
        }
        let live = Live::new(&core.objects, ObjectKind::Pool);
        Ok(Arc::new(Self::with(core, timelines, kind, policy, Some(live))))
    }

    fn with(core: &Arc<Core>, timelines: &Arc<Timelines>, kind: MemoryKind, policy: PoolPolicy, live: Option<Live>) -> Self {
        let limits = &core.limits;
        let least = if kind == MemoryKind::Shared { SHARED_ALIGNMENT_BYTES } else { RANGE_ALIGNMENT_BYTES };
        let alignment = least.max(limits.min_storage_buffer_offset_alignment).max(limits.min_uniform_buffer_offset_alignment);
        let reuses = !core.instance.memory.debug || matches!(policy, PoolPolicy::Passthrough | PoolPolicy::Blocks { .. });
        let (core, timelines) = (core.clone(), timelines.clone());
        Self { core, timelines, kind, policy, alignment, reuses, state: Mutex::default(), _live: live }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    pub(super) fn kind(&self) -> MemoryKind {
        self.kind
    }

    pub(crate) fn statistics(&self) -> PoolStatistics {
        self.state.lock().statistics
    }

    /// A range of at least `size` bytes, not zero, for the allocation `tag`.
    pub(crate) fn take(&self, size: u64, reuse: Reuse, tag: u64) -> Result<Taken> {
        let length = self.length(size)?;
        let mut guard = self.state.lock();
        let state = &mut *guard;
        let found = match self.policy {
            PoolPolicy::Passthrough => None,
            _ => state.find_free(length, reuse, &self.timelines),
        };
        let (slab, range) = match found {
            Some(place) => place,
            None if matches!(self.policy, PoolPolicy::Blocks { .. }) && !state.slabs.is_empty() => {
                if state.slabs.iter().any(|s| s.free.iter().any(|r| r.length >= length)) {
                    return Ok(Taken::Busy);
                }
                state.statistics.exhausted += 1;
                return Ok(Taken::Exhausted(state.returns));
            }
            None => {
                self.grow(state, length)?;
                (state.slabs.len() - 1, 0)
            }
        };
        let (range, after) = state.take(slab, range, length, reuse, &self.timelines);
        let statistics = &mut state.statistics;
        if statistics.live_bytes > statistics.peak_live_bytes {
            (statistics.peak_live_bytes, statistics.peak_tag) = (statistics.live_bytes, tag);
        }
        Ok(Taken::Range(range, after))
    }

    /// Bytes of a range for `size` bytes.
    fn length(&self, size: u64) -> Result<u64> {
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
        match self.policy {
            PoolPolicy::Blocks { block_bytes, .. } if size > block_bytes => {
                bail!(ResourceExhausted, "a buffer of {size} bytes is larger than the pool's blocks of {block_bytes}")
            }
            PoolPolicy::Blocks { block_bytes, .. } => Ok(block_bytes.next_multiple_of(self.alignment)),
            _ => Ok(size.next_multiple_of(self.alignment)),
        }
    }

    /// Takes one more slab, in which a range of `length` bytes fits.
    fn grow(&self, state: &mut PoolState, length: u64) -> Result<()> {
        let whole = |bytes: u64| bytes.next_multiple_of(SLAB_GRANULARITY_BYTES);
        let shared = match self.policy {
            PoolPolicy::Doubling => state.next_slab_bytes.clamp(FIRST_SLAB_BYTES, LARGEST_SHARED_SLAB_BYTES),
            PoolPolicy::Slabs { slab_bytes } => slab_bytes.next_multiple_of(self.alignment),
            PoolPolicy::Passthrough => 0,
            PoolPolicy::Blocks { count, .. } => length.saturating_mul(count),
        };
        let size = match self.policy {
            PoolPolicy::Doubling if length > shared / 2 => whole(length),
            _ if length > shared => whole(length),
            _ => shared,
        };
        let slab = Slab::new(&self.core, self.kind, size).map_err(|status| match status.code() {
            StatusCode::ResourceExhausted => {
                let PoolStatistics { live_bytes, reserved_bytes, .. } = state.statistics;
                status.within(format!("{} memory: {live_bytes} bytes live, {reserved_bytes} reserved", self.kind.name()))
            }
            _ => status,
        })?;
        if size == shared {
            state.next_slab_bytes = shared.saturating_mul(2);
        }
        let size = slab.size;
        state.slabs.push(PoolSlab { slab: Arc::new(slab), free: FreeList::all(size) });
        let statistics = &mut state.statistics;
        statistics.reserved_bytes += size;
        statistics.peak_reserved_bytes = statistics.peak_reserved_bytes.max(statistics.reserved_bytes);
        statistics.slabs += 1;
        tracing::debug!(kind = self.kind.name(), size, "new slab");
        Ok(())
    }

    /// Gives a range back, to be used again after `after`.
    pub(crate) fn give_back(&self, range: &Range, after: Points) {
        let mut state = self.state.lock();
        let Some(slab) = state.slabs.iter_mut().find(|s| Arc::ptr_eq(&s.slab, &range.slab)) else { return };
        if self.reuses {
            slab.free.give_back(FreeRange { offset: range.offset, length: range.length, after });
        }
        state.statistics.live_bytes -= range.length;
        state.returns += 1;
        let next = state.waiting.pop_front();
        let unused = match self.policy {
            PoolPolicy::Passthrough => state.take_unused(&self.timelines),
            _ => Vec::new(),
        };
        // The driver and whoever waits are called without the lock.
        drop(state);
        drop(unused);
        if let Some(call) = next {
            call();
        }
    }

    /// Calls back when something is given back, at once if that has happened since `returns` were counted.
    pub(crate) fn when_returned(&self, returns: u64, call: Box<dyn FnOnce() + Send>) {
        let mut state = self.state.lock();
        if state.returns == returns {
            state.waiting.push_back(call);
        } else {
            drop(state);
            call();
        }
    }

    /// Returns slabs that hold no buffer and whose work is done to the driver.
    pub(super) fn trim(&self) {
        let unused = self.state.lock().take_unused(&self.timelines);
        // The driver is called without the lock.
        drop(unused);
    }
}

impl PoolState {
    /// The smallest free range that is large enough and may be reused: its slab and its position there.
    fn find_free(&self, length: u64, reuse: Reuse, timelines: &Timelines) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize, u64)> = None;
        for (s, slab) in self.slabs.iter().enumerate() {
            for (r, range) in slab.free.iter().enumerate() {
                let better = range.length >= length && best.is_none_or(|(_, _, least)| range.length < least);
                if better && may_reuse(&range.after, reuse, timelines) {
                    best = Some((s, r, range.length));
                }
            }
        }
        best.map(|(slab, range, _)| (slab, range))
    }

    fn take(&mut self, slab: usize, range: usize, length: u64, reuse: Reuse, timelines: &Timelines) -> (Range, Points) {
        let PoolSlab { slab, free } = &mut self.slabs[slab];
        let FreeRange { offset, length, after } = free.take(range, length);
        let after = timelines.pending(after);
        let statistics = &mut self.statistics;
        if let Reuse::Anywhere(queue) = reuse
            && !after.without(queue).is_empty()
        {
            statistics.waits += 1;
        }
        statistics.live_bytes += length;
        (Range { slab: slab.clone(), offset, length }, after)
    }

    fn take_unused(&mut self, timelines: &Timelines) -> Vec<PoolSlab> {
        let is_unused = |s: &PoolSlab| s.free.whole(s.slab.size).is_some_and(|all| timelines.pending(all.after).is_empty());
        let (unused, kept) = std::mem::take(&mut self.slabs).into_iter().partition(is_unused);
        self.slabs = kept;
        if self.slabs.is_empty() {
            // It begins small again.
            self.next_slab_bytes = 0;
        }
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
    match reuse {
        Reuse::Finished => timelines.pending(*after).is_empty(),
        Reuse::OnQueue(queue) => timelines.pending(*after).without(queue).is_empty(),
        Reuse::Anywhere(_) => true,
    }
}
