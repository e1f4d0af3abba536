//! Operations still to be looked at, last in first out, each at most once.

use rustc_hash::FxHashMap;

use crate::module::Op;

#[derive(Default)]
pub(super) struct Worklist {
    items: Vec<Option<Op>>,
    places: FxHashMap<Op, usize>,
}

impl Worklist {
    pub(super) fn push(&mut self, op: Op) {
        if let std::collections::hash_map::Entry::Vacant(place) = self.places.entry(op) {
            place.insert(self.items.len());
            self.items.push(Some(op));
        }
    }

    pub(super) fn pop(&mut self) -> Option<Op> {
        while let Some(item) = self.items.pop() {
            if let Some(op) = item {
                self.places.remove(&op);
                return Some(op);
            }
        }
        None
    }

    pub(super) fn remove(&mut self, op: Op) {
        if let Some(place) = self.places.remove(&op) {
            self.items[place] = None;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.places.clear();
    }

    /// Turns the order around, so that what was pushed first comes out first.
    pub(super) fn reverse(&mut self) {
        self.items.reverse();
        self.places.clear();
        self.places.extend(self.items.iter().enumerate().filter_map(|(place, op)| Some(((*op)?, place))));
    }
}
