//! A range of memory owned by one or more buffers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use super::pool::Range;
use super::{Memory, MemoryKind, Reuse, Slab};
use crate::core::MAX_QUEUES;
use crate::queue::{Points, QueueId};
use crate::status::{Result, bail};

/// Memory of buffers. Given back to its pool when the last buffer goes or when a queue deallocates it, to be reused after
/// the last work that used it.
pub(crate) struct Allocation {
    source: Source,
    slab: Arc<Slab>,
    offset: u64,
    last_use: [AtomicU64; MAX_QUEUES],
    /// Set by `queue.dealloca`; the range belongs to others from then on.
    gone: AtomicBool,
    /// Owners that programs count with `hal.buffer.allocation.preserve` and `discard`.
    owners: AtomicI32,
}

enum Source {
    Pool {
        memory: Arc<Memory>,
        kind: MemoryKind,
        range: Range,
    },
    /// Memory of the host; the slab is the allocation's own.
    Imported,
}

impl Allocation {
    /// `size` bytes from a pool, not zero.
    pub(crate) fn new(memory: &Arc<Memory>, kind: MemoryKind, size: u64, reuse: Reuse) -> Result<(Arc<Self>, Points)> {
        let range = memory.take(kind, size, reuse)?;
        let after = range.after;
        let (slab, offset) = (range.slab.clone(), range.offset);
        let source = Source::Pool { memory: memory.clone(), kind, range };
        Ok((Arc::new(Self::with(source, slab, offset)), after))
    }

    /// A slab over memory of the host.
    pub(crate) fn imported(slab: Slab) -> Arc<Self> {
        Arc::new(Self::with(Source::Imported, Arc::new(slab), 0))
    }

    fn with(source: Source, slab: Arc<Slab>, offset: u64) -> Self {
        Self { source, slab, offset, last_use: Default::default(), gone: AtomicBool::new(false), owners: AtomicI32::new(1) }
    }

    /// The slab, for as long as the range belongs to this allocation.
    pub(crate) fn slab(&self) -> Result<&Arc<Slab>> {
        if self.gone.load(Ordering::Acquire) {
            bail!(FailedPrecondition, "the buffer was deallocated by hal.device.queue.dealloca");
        }
        Ok(&self.slab)
    }

    /// First byte in the slab.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether a submission must keep this alive, rather than the pool.
    pub(crate) fn outlives_pool(&self) -> bool {
        matches!(self.source, Source::Imported)
    }

    /// Notes that the work numbered `sequence` on `queue` uses the memory.
    pub(crate) fn used(&self, queue: QueueId, sequence: u64) {
        self.last_use[queue.index()].fetch_max(sequence, Ordering::AcqRel);
    }

    /// The last work of each queue that uses the memory.
    pub(crate) fn last_use(&self) -> Points {
        Points::new(std::array::from_fn(|i| self.last_use[i].load(Ordering::Acquire)))
    }

    /// Gives the range back, to be reused after `after` and the last use. Later calls do nothing.
    pub(crate) fn release(&self, after: Points) {
        if self.gone.swap(true, Ordering::AcqRel) {
            return;
        }
        if let Source::Pool { memory, kind, range } = &self.source {
            memory.give_back(*kind, range, after.join(self.last_use()));
        }
    }

    /// One more owner.
    pub(crate) fn preserve(&self) {
        self.owners.fetch_add(1, Ordering::AcqRel);
    }

    /// One owner less; whether it was the last.
    pub(crate) fn discard(&self) -> bool {
        self.owners.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Whether one owner is left.
    pub(crate) fn is_terminal(&self) -> bool {
        self.owners.load(Ordering::Acquire) == 1
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        self.release(Points::default());
    }
}
