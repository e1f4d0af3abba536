//! The free ranges of a slab, by offset, no two touching.

use crate::queue::Points;

/// A free range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FreeRange {
    pub(super) offset: u64,
    pub(super) length: u64,
    /// Work that must be done before the range is used.
    pub(super) after: Points,
}

/// The free ranges.
#[derive(Debug)]
pub(super) struct FreeList(Vec<FreeRange>);

impl FreeList {
    /// A slab of `size` bytes that nothing uses.
    pub(super) fn all(size: u64) -> Self {
        Self(vec![FreeRange { offset: 0, length: size, after: Points::default() }])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &FreeRange> {
        self.0.iter()
    }

    /// Takes `length` bytes off the start of the range at `index`, which has them.
    pub(super) fn take(&mut self, index: usize, length: u64) -> FreeRange {
        let range = &mut self.0[index];
        let taken = FreeRange { offset: range.offset, length, after: range.after };
        range.offset += length;
        range.length -= length;
        if range.length == 0 {
            self.0.remove(index);
        }
        taken
    }

    /// Adds a range, joined with its neighbours.
    pub(super) fn give_back(&mut self, range: FreeRange) {
        let free = &mut self.0;
        let mut at = free.partition_point(|f| f.offset < range.offset);
        let mut joined = range;
        if at > 0 && free[at - 1].offset + free[at - 1].length == range.offset {
            at -= 1;
            joined = free.remove(at).join(joined);
        }
        if at < free.len() && joined.offset + joined.length == free[at].offset {
            joined = joined.join(free.remove(at));
        }
        free.insert(at, joined);
    }

    /// The range over all of a slab of `size` bytes, if nothing is taken.
    pub(super) fn whole(&self, size: u64) -> Option<&FreeRange> {
        match &self.0[..] {
            [only] if only.length == size => Some(only),
            _ => None,
        }
    }
}

impl FreeRange {
    /// Both as one, of which `next` begins where this ends.
    fn join(self, next: Self) -> Self {
        Self { offset: self.offset, length: self.length + next.length, after: self.after.join(next.after) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(list: &FreeList) -> Vec<(u64, u64)> {
        list.iter().map(|r| (r.offset, r.length)).collect()
    }

    #[test]
    fn neighbours_are_joined_in_any_order() {
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]] {
            let mut list = FreeList::all(96);
            let parts: Vec<FreeRange> = (0..3).map(|_| list.take(0, 32)).collect();
            assert_eq!(offsets(&list), []);
            for i in order {
                list.give_back(parts[i]);
            }
            assert_eq!(offsets(&list), [(0, 96)], "{order:?}");
            assert!(list.whole(96).is_some());
        }
    }

    #[test]
    fn gaps_stay_gaps() {
        let mut list = FreeList::all(128);
        let parts: Vec<FreeRange> = (0..4).map(|_| list.take(0, 32)).collect();
        list.give_back(parts[2]);
        list.give_back(parts[0]);
        assert_eq!(offsets(&list), [(0, 32), (64, 32)]);
        assert!(list.whole(128).is_none());
    }
}
