//! A range of memory owned by one or more buffers.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::pool::{PoolInner, Range, Taken};
use super::{MemoryKind, Reuse, Slab};
use crate::core::{Core, MAX_QUEUES};
use crate::objects::{Live, ObjectKind};
use crate::queue::{Points, QueueId};
use crate::recycled::{Recycle, Recycled, Shelf};
use crate::status::{Result, Status, StatusCode, bail};

/// Memory of buffers. Given back to its pool when the last buffer goes or when a queue deallocates it, to be reused after
/// the last work that used it.
pub(crate) struct Allocation {
    /// `None` for memory of the host, whose slab is the allocation's own.
    pool: Option<Arc<PoolInner>>,
    size: u64,
    tag: u64,
    /// Where it is, once the pool had something.
    place: OnceLock<Range>,
    last_use: [AtomicU64; MAX_QUEUES],
    /// Set by `queue.dealloca`; the range belongs to others from then on.
    gone: AtomicBool,
    /// Held to give a place or to end it, so that only one of both gives the range back.
    turn: Mutex<()>,
    /// Owners that programs count with `hal.buffer.allocation.preserve` and `discard`.
    owners: AtomicI32,
    _live: Live,
}

/// Whether an allocation has a place.
pub(crate) enum Committed {
    /// It has, and may be used after this.
    After(Points),
    /// What its pool has other queues still use.
    Busy,
    /// Its pool has nothing before something is given back; so many times something was.
    Exhausted(u64),
}

impl Recycle for Allocation {
    fn shelf() -> &'static Shelf<Self> {
        static SHELF: Shelf<Allocation> = Shelf::new();
        &SHELF
    }
}

impl Allocation {
    /// `size` bytes from a pool, not zero; and what must be done before they are used.
    pub(crate) fn new(pool: &Arc<PoolInner>, size: u64, reuse: Reuse) -> Result<(Recycled<Self>, Points)> {
        let allocation = Self::reserve(pool, size, 0);
        match allocation.commit(reuse)? {
            Committed::After(points) => Ok((allocation, points)),
            Committed::Busy => Err(busy()),
            Committed::Exhausted(_) => bail!(ResourceExhausted, "all blocks of the pool are used"),
        }
    }

    /// `size` bytes of a pool that have no place yet; `tag` says whose they are.
    pub(crate) fn reserve(pool: &Arc<PoolInner>, size: u64, tag: u64) -> Recycled<Self> {
        Recycled::new(Self::with(pool.core(), Some(pool.clone()), (size, tag), OnceLock::new()))
    }

    /// A slab over memory of the host.
    pub(crate) fn imported(core: &Arc<Core>, slab: Slab) -> Recycled<Self> {
        let length = slab.size;
        let range = Range { slab: Arc::new(slab), offset: 0, length };
        Recycled::new(Self::with(core, None, (length, 0), OnceLock::from(range)))
    }

    fn with(core: &Arc<Core>, pool: Option<Arc<PoolInner>>, (size, tag): (u64, u64), place: OnceLock<Range>) -> Self {
        Self {
            pool,
            size,
            tag,
            place,
            last_use: Default::default(),
            gone: AtomicBool::new(false),
            turn: Mutex::new(()),
            owners: AtomicI32::new(1),
            _live: Live::new(&core.objects, ObjectKind::Allocation),
        }
    }

    /// Gives the allocation a place, if it has none.
    ///
    /// # Errors
    /// When there is no memory.
    pub(crate) fn commit(&self, reuse: Reuse) -> Result<Committed> {
        let Some(pool) = self.pool.as_ref().filter(|_| !self.is_committed()) else {
            return Ok(Committed::After(Points::default()));
        };
        match pool.take(self.size, reuse, self.tag)? {
            Taken::Exhausted(returns) => Ok(Committed::Exhausted(returns)),
            Taken::Busy => Ok(Committed::Busy),
            Taken::Range(range, after) => {
                let turn = self.turn.lock();
                if self.gone.load(Ordering::Acquire) {
                    drop(turn);
                    // It was deallocated before it had a place.
                    pool.give_back(&range, after);
                } else {
                    // It is committed by one operation, so the place is not set.
                    let _ = self.place.set(range);
                }
                Ok(Committed::After(after))
            }
        }
    }

    /// Whether it has a place.
    pub(crate) fn is_committed(&self) -> bool {
        self.place.get().is_some()
    }

    /// The pool it is from; nothing for memory of the host.
    pub(crate) fn pool(&self) -> Option<&Arc<PoolInner>> {
        self.pool.as_ref()
    }

    /// Where it is, for as long as the range belongs to this allocation.
    pub(crate) fn place(&self) -> Result<&Range> {
        if self.gone.load(Ordering::Acquire) {
            bail!(FailedPrecondition, "the buffer was deallocated by hal.device.queue.dealloca");
        }
        match self.place.get() {
            Some(place) => Ok(place),
            None => bail!(FailedPrecondition, "the buffer's pool has no memory for it yet; wait for the fence of its alloca"),
        }
    }

    /// Whether it is from a pool of the device of `core`.
    pub(crate) fn is_of(&self, core: &Core) -> bool {
        self.pool.as_ref().is_some_and(|pool| std::ptr::eq(&**pool.core(), core))
    }

    /// Whether other devices reach the memory.
    pub(crate) fn is_shared(&self) -> bool {
        self.pool.as_ref().is_some_and(|pool| pool.kind() == MemoryKind::Shared)
    }

    /// Notes that the work numbered `sequence` on `queue` of the device of `core` uses the memory; what no pool of that device
    /// watches is added to `keep`.
    pub(crate) fn used(this: &Recycled<Self>, core: &Core, queue: QueueId, sequence: u64, keep: &mut Vec<Recycled<Self>>) {
        if this.is_of(core) {
            this.last_use[queue.index()].fetch_max(sequence, Ordering::AcqRel);
        } else {
            keep.push(this.clone());
        }
    }

    /// The last work of each queue that uses the memory.
    pub(crate) fn last_use(&self) -> Points {
        Points::new(std::array::from_fn(|i| self.last_use[i].load(Ordering::Acquire)))
    }

    /// Gives the range back, to be reused after `after` and the last use. Later calls do nothing.
    pub(crate) fn release(&self, after: Points) {
        let turn = self.turn.lock();
        if self.gone.swap(true, Ordering::AcqRel) {
            return;
        }
        drop(turn);
        if let (Some(pool), Some(range)) = (&self.pool, self.place.get()) {
            pool.give_back(range, after.join(self.last_use()));
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

/// The failure of an allocation that may not wait for what other queues do.
pub(crate) fn busy() -> Status {
    let message =
        "the pool's free memory is still used by another queue; AllowPoolWaitFrontier lets the allocation wait for it";
    Status::new(StatusCode::ResourceExhausted, message)
}

impl Drop for Allocation {
    fn drop(&mut self) {
        self.release(Points::default());
    }
}
