//! Shared values whose memory is used again, so that what every call makes anew takes no allocation.
//!
//! A [`Recycled`] is an `Arc`. When its last owner goes, the value is dropped as always and the memory goes to the shelf of
//! its type, where the next one of the type finds it. A shelf keeps a few; it holds no values.

use std::ops::Deref;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

/// Most places that a shelf keeps.
const MAX_SPARE: usize = 256;

/// A type whose memory is used again.
pub(crate) trait Recycle: Sized + Send + Sync + 'static {
    /// Where its memory waits.
    fn shelf() -> &'static Shelf<Self>;
}

/// Places without values.
pub(crate) struct Shelf<T>(Mutex<Vec<Arc<Option<T>>>>);

impl<T> Shelf<T> {
    /// A shelf without places.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

/// A shared value.
pub(crate) struct Recycled<T: Recycle>(Arc<Option<T>>);

impl<T: Recycle> Recycled<T> {
    /// Shares `value`.
    pub(crate) fn new(value: T) -> Self {
        let spare = T::shelf().0.lock().pop();
        if let Some(mut spare) = spare
            && let Some(place) = Arc::get_mut(&mut spare)
        {
            *place = Some(value);
            return Self(spare);
        }
        Self(Arc::new(Some(value)))
    }

    /// Whether both are the same value.
    pub(crate) fn ptr_eq(this: &Self, other: &Self) -> bool {
        Arc::ptr_eq(&this.0, &other.0)
    }

    /// A number that no other value has as long as this one lives.
    pub(crate) fn address(this: &Self) -> usize {
        Arc::as_ptr(&this.0).addr()
    }

    /// How many owners it has.
    pub(crate) fn owners(this: &Self) -> usize {
        Arc::strong_count(&this.0)
    }

    /// The value, for as long as it has an owner.
    pub(crate) fn downgrade(this: &Self) -> WeakRecycled<T> {
        WeakRecycled(Arc::downgrade(&this.0))
    }
}

impl<T: Recycle> Clone for Recycled<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Recycle> Deref for Recycled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let Some(value) = &*self.0 else { unreachable!("the value goes with its last owner") };
        value
    }
}

impl<T: Recycle> Drop for Recycled<T> {
    fn drop(&mut self) {
        // With an owner left, or somebody who may become one, the memory is the allocator's as always.
        let Some(place) = Arc::get_mut(&mut self.0) else { return };
        drop(place.take());
        let mut shelf = T::shelf().0.lock();
        if shelf.len() < MAX_SPARE {
            shelf.push(self.0.clone());
        }
    }
}

/// A shared value that others own.
pub(crate) struct WeakRecycled<T: Recycle>(Weak<Option<T>>);

impl<T: Recycle> WeakRecycled<T> {
    /// The value, if it still has an owner.
    pub(crate) fn upgrade(&self) -> Option<Recycled<T>> {
        self.0.upgrade().map(Recycled)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    static LIVE: AtomicU64 = AtomicU64::new(0);

    struct Counted {
        number: u64,
    }

    impl Counted {
        fn new(number: u64) -> Self {
            LIVE.fetch_add(1, Ordering::AcqRel);
            Self { number }
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            LIVE.fetch_sub(1, Ordering::AcqRel);
        }
    }

    impl Recycle for Counted {
        fn shelf() -> &'static Shelf<Self> {
            static SHELF: Shelf<Counted> = Shelf::new();
            &SHELF
        }
    }

    #[test]
    fn a_value_goes_with_its_last_owner_and_its_memory_serves_the_next() {
        let first = Recycled::new(Counted::new(1));
        let (place, again) = (Recycled::address(&first), first.clone());
        assert_eq!((Recycled::owners(&first), Recycled::ptr_eq(&first, &again)), (2, true));
        drop(first);
        assert_eq!((again.number, LIVE.load(Ordering::Acquire)), (1, 1));
        drop(again);
        assert_eq!(LIVE.load(Ordering::Acquire), 0);
        let next = Recycled::new(Counted::new(2));
        assert_eq!((Recycled::address(&next), next.number), (place, 2));

        // Somebody who could come back to a value finds none, and no other one.
        let weak = Recycled::downgrade(&next);
        drop(next);
        let other = Recycled::new(Counted::new(3));
        assert!(weak.upgrade().is_none());
        drop(other);

        // Owners on many threads: every value is dropped once.
        std::thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || {
                    for _ in 0..2000 {
                        let mine = Recycled::new(Counted::new(number));
                        let theirs = mine.clone();
                        scope.spawn(move || drop(theirs)).join().unwrap();
                        assert_eq!(mine.number, number);
                    }
                });
            }
        });
        assert_eq!(LIVE.load(Ordering::Acquire), 0);
    }
}
