//! Counts of a device's objects that exist, by kind, to see that nothing leaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! object_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// A kind of object.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum ObjectKind { $($(#[$doc])* $kind,)* }

        impl ObjectKind {
            const ALL: &[(Self, &'static str)] = &[$((Self::$kind, $name),)*];
        }
    };
}

object_kinds! {
    /// Memory of buffers.
    Allocation = "allocations",
    /// Memory taken from the driver.
    Slab = "slabs",
    /// Pools that programs made.
    Pool = "pools",
    /// Command buffers of programs.
    CommandBuffer = "command buffers",
    /// Vulkan command buffers recorded from them.
    Recording = "recordings",
    /// Device code.
    Executable = "executables",
    /// Caches of device code.
    ExecutableCache = "executable caches",
    /// Events.
    Event = "events",
    /// Queue operations that were not handed to the device yet.
    Operation = "operations",
    /// Pools of timestamps.
    TimestampPool = "timestamp pools",
}

/// How many objects of each kind there are.
#[derive(Default)]
pub(crate) struct Objects([AtomicU64; ObjectKind::ALL.len()]);

impl Objects {
    /// Names and counts.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        ObjectKind::ALL.iter().map(|&(kind, name)| (name, self.0[kind as usize].load(Ordering::Acquire))).collect()
    }
}

/// Counts an object for as long as it lives.
pub(crate) struct Live {
    objects: Arc<Objects>,
    kind: ObjectKind,
}

impl Live {
    pub(crate) fn new(objects: &Arc<Objects>, kind: ObjectKind) -> Self {
        objects.0[kind as usize].fetch_add(1, Ordering::AcqRel);
        Self { objects: objects.clone(), kind }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.objects.0[self.kind as usize].fetch_sub(1, Ordering::AcqRel);
    }
}
