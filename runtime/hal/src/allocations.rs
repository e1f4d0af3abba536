//! Counting of the process's allocations, to see that calls make none they need not make.
//!
//! Programs that want to know make [`CountingAllocator`] their global allocator; for others this does nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

static COUNT: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, which counts.
#[derive(Debug)]
pub struct CountingAllocator;

// SAFETY: all is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, bytes: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        FREED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(bytes, layout, size) }
    }

    unsafe fn dealloc(&self, bytes: *mut u8, layout: Layout) {
        FREED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(bytes, layout) }
    }
}

/// Allocations of all threads so far, those that grew counted again; 0 when the allocator is another.
pub fn allocation_count() -> u64 {
    COUNT.load(Ordering::Relaxed)
}

/// Allocations that were not freed yet.
pub fn live_allocations() -> u64 {
    COUNT.load(Ordering::Relaxed).saturating_sub(FREED.load(Ordering::Relaxed))
}
