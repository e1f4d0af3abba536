//! Append-only interning: equal values get the same small id, ids stay valid for the life of the interner.
//!
//! Invariant: an id is only ever used with the interner that made it. Values are never moved or dropped before the
//! interner is, so lookups hand out plain references and many threads may intern at once.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

/// Maps values to dense ids in order of first appearance.
pub(crate) struct Interner<T> {
    items: boxcar::Vec<T>,
    index: Mutex<HashTable<u32>>,
}

impl<T: Eq + Hash> Interner<T> {
    pub(crate) fn new() -> Self {
        Self { items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// The id of `value`, added if it was not known.
    pub(crate) fn intern(&self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        let mut index = self.index.lock();
        match index.find(hash, |&id| self.items[id as usize] == value) {
            Some(&id) => id,
            None => self.insert(&mut index, hash, value),
        }
    }

    /// Like [`Interner::intern`], but makes the owned value only when it is new.
    pub(crate) fn intern_ref<Q>(&self, key: &Q) -> u32
    where
        Q: Eq + Hash + ?Sized,
        T: Borrow<Q> + for<'k> From<&'k Q>,
    {
        let hash = FxBuildHasher.hash_one(key);
        let mut index = self.index.lock();
        match index.find(hash, |&id| self.items[id as usize].borrow() == key) {
            Some(&id) => id,
            None => self.insert(&mut index, hash, key.into()),
        }
    }

    fn insert(&self, index: &mut HashTable<u32>, hash: u64, value: T) -> u32 {
        let id = self.items.push(value) as u32;
        index.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(&self.items[id as usize]));
        id
    }

    pub(crate) fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}
