//! Dense storage addressed by typed ids, with reuse of freed slots.

use std::marker::PhantomData;
use std::num::NonZeroU32;

/// An id of an arena: a small number that says what it counts.
pub(crate) trait Id: Copy {
    fn from_slot(slot: NonZeroU32) -> Self;
    fn slot(self) -> NonZeroU32;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::num::NonZeroU32);

        impl crate::arena::Id for $name {
            fn from_slot(slot: std::num::NonZeroU32) -> Self { Self(slot) }
            fn slot(self) -> std::num::NonZeroU32 { self.0 }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}
pub(crate) use ids;

pub(crate) struct Arena<I, T> {
    /// Slot 0 is never used, so that `Option<Id>` is as small as `Id`.
    slots: Vec<Option<T>>,
    free: Vec<NonZeroU32>,
    id: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    pub(crate) fn new() -> Self {
        Self { slots: vec![None], free: Vec::new(), id: PhantomData }
    }

    pub(crate) fn add(&mut self, value: T) -> I {
        if let Some(slot) = self.free.pop() {
            self.slots[slot.get() as usize] = Some(value);
            return I::from_slot(slot);
        }
        let slot = u32::try_from(self.slots.len()).ok().and_then(NonZeroU32::new);
        let slot = slot.expect("an arena holds fewer than 2^32 items: the parser bounds the source's size");
        self.slots.push(Some(value));
        I::from_slot(slot)
    }

    pub(crate) fn remove(&mut self, id: I) {
        self.slots[id.slot().get() as usize] = None;
        self.free.push(id.slot());
    }

    /// Removes an item and gives it back.
    pub(crate) fn take(&mut self, id: I) -> T {
        let item = self.slots[id.slot().get() as usize].take().expect("an id is not used after its item is erased");
        self.free.push(id.slot());
        item
    }

    pub(crate) fn get(&self, id: I) -> &T {
        self.slots[id.slot().get() as usize].as_ref().expect("an id is not used after its item is erased")
    }

    pub(crate) fn get_mut(&mut self, id: I) -> &mut T {
        self.slots[id.slot().get() as usize].as_mut().expect("an id is not used after its item is erased")
    }
}
