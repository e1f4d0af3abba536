//! The memory of a device: a pool for each kind, and those that programs made.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::pool::{PoolInner, PoolPolicy};
use super::{MemoryKind, MemoryStatistics, PoolStatistics};
use crate::core::Core;
use crate::queue::Timelines;
use crate::status::Result;

/// The memory of a device.
pub(crate) struct Memory {
    pub(crate) core: Arc<Core>,
    timelines: Arc<Timelines>,
    pools: [Arc<PoolInner>; MemoryKind::ALL.len()],
    /// Pools of programs, while they exist.
    made: Mutex<Vec<Weak<PoolInner>>>,
}

impl Memory {
    pub(crate) fn new(core: &Arc<Core>, timelines: &Arc<Timelines>) -> Arc<Self> {
        let pools = MemoryKind::ALL.map(|kind| PoolInner::of_device(core, timelines, kind));
        Arc::new(Self { core: core.clone(), timelines: timelines.clone(), pools, made: Mutex::default() })
    }

    /// The device's pool of a kind.
    pub(crate) fn pool(&self, kind: MemoryKind) -> &Arc<PoolInner> {
        &self.pools[kind.index()]
    }

    /// A pool for a program.
    pub(crate) fn new_pool(&self, kind: MemoryKind, policy: PoolPolicy) -> Result<Arc<PoolInner>> {
        let pool = PoolInner::new(&self.core, &self.timelines, kind, policy)?;
        let mut made = self.made.lock();
        made.retain(|pool| pool.strong_count() > 0);
        made.push(Arc::downgrade(&pool));
        Ok(pool)
    }

    /// What the pools hold.
    pub(crate) fn statistics(&self) -> MemoryStatistics {
        let mut pools: Vec<_> = MemoryKind::ALL.iter().map(|kind| (kind.name(), self.pool(*kind).statistics())).collect();
        pools.retain(|(name, pool)| *name != MemoryKind::Shared.name() || pool.peak_reserved_bytes > 0);
        let made: Vec<PoolStatistics> = self.made().iter().map(|pool| pool.statistics()).collect();
        if !made.is_empty() {
            pools.push(("pools", made.into_iter().fold(PoolStatistics::default(), PoolStatistics::plus)));
        }
        MemoryStatistics { pools }
    }

    /// Returns slabs that hold no buffer and whose work is done to the driver.
    pub(crate) fn trim(&self) {
        self.pools.iter().for_each(|pool| pool.trim());
        self.made().iter().for_each(|pool| pool.trim());
    }

    fn made(&self) -> Vec<Arc<PoolInner>> {
        self.made.lock().iter().filter_map(Weak::upgrade).collect()
    }
}
