//! Pools of timestamps that the device writes.

use std::sync::Arc;

use ash::vk;

use crate::core::Core;
use crate::objects::{Live, ObjectKind};
use crate::status::Result;
use crate::vk::VkResultExt;

/// Pairs of timestamps of a pool.
pub(super) const PAIRS: u32 = 128;

/// A pool of pairs of timestamps, each written once.
pub(crate) struct TimestampPool {
    core: Arc<Core>,
    pub(crate) raw: vk::QueryPool,
    _live: Live,
}

/// Two timestamps: before and after something.
pub(crate) struct Pair {
    pub(crate) pool: Arc<TimestampPool>,
    /// Number of the first; the second comes after it.
    pub(crate) first: u32,
}

impl TimestampPool {
    /// A pool, ready to be written. The device has the feature `hostQueryReset`.
    pub(super) fn new(core: &Arc<Core>) -> Result<Arc<Self>> {
        let count = 2 * PAIRS;
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(count);
        // SAFETY: the device is alive; `info` lives until the call returns.
        let raw = unsafe { core.raw.create_query_pool(&info, None) }.status("vkCreateQueryPool")?;
        let live = Live::new(&core.objects, ObjectKind::TimestampPool);
        let pool = Arc::new(Self { core: core.clone(), raw, _live: live });
        // SAFETY: the pool was just made with this many queries, and the feature is enabled.
        unsafe { core.raw.reset_query_pool(raw, 0, count) };
        Ok(pool)
    }

    /// The ticks of a pair, if both were written. Work that writes them must be done.
    pub(super) fn read(&self, first: u32) -> Result<Option<[u64; 2]>> {
        // Each is followed by whether it is there.
        let mut ticks = [[0u64; 2]; 2];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WITH_AVAILABILITY;
        // SAFETY: the queries are of this pool; the results are of the size the flags say.
        let read = unsafe { self.core.raw.get_query_pool_results(self.raw, first, &mut ticks, flags) };
        match read {
            Ok(()) | Err(vk::Result::NOT_READY) => {}
            Err(result) => return Err(result).status("vkGetQueryPoolResults"),
        }
        let [[begin, has_begin], [end, has_end]] = ticks;
        Ok((has_begin != 0 && has_end != 0).then_some([begin, end]))
    }
}

impl Drop for TimestampPool {
    fn drop(&mut self) {
        // SAFETY: whatever writes the timestamps keeps the pool alive.
        unsafe { self.core.raw.destroy_query_pool(self.raw, None) };
    }
}
