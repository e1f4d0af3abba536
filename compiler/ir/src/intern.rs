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
    index: Mutex<HashTable<Entry>>,
}

/// An id, and the hash of its value: growing the table hashes nothing again, and few values are compared in vain.
struct Entry {
    hash: u32,
    id: u32,
}

/// The part of a hash that entries keep.
fn short_hash(value: &(impl Hash + ?Sized)) -> u32 {
    let hash = FxBuildHasher.hash_one(value);
    (hash ^ hash >> 32) as u32
}

/// The hash for the table, which looks at the lowest and at the highest bits of 64.
fn table_hash(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T: Eq + Hash> Interner<T> {
    pub(crate) fn new() -> Self {
        Self { items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// The id of `value`, added if it was not known.
    pub(crate) fn intern(&self, value: T) -> u32 {
        let hash = short_hash(&value);
        let mut index = self.index.lock();
        match index.find(table_hash(hash), |entry| entry.hash == hash && self.items[entry.id as usize] == value) {
            Some(entry) => entry.id,
            None => self.insert(&mut index, hash, value),
        }
    }

    /// Like [`Interner::intern`], but makes the owned value only when it is new.
    pub(crate) fn intern_ref<Q>(&self, key: &Q) -> u32
    where
        Q: Eq + Hash + ?Sized,
        T: Borrow<Q> + for<'k> From<&'k Q>,
    {
        let hash = short_hash(key);
        let mut index = self.index.lock();
        match index.find(table_hash(hash), |entry| entry.hash == hash && self.items[entry.id as usize].borrow() == key) {
            Some(entry) => entry.id,
            None => self.insert(&mut index, hash, key.into()),
        }
    }

    fn insert(&self, index: &mut HashTable<Entry>, hash: u32, value: T) -> u32 {
        let id = self.items.push(value) as u32;
        index.insert_unique(table_hash(hash), Entry { hash, id }, |entry| table_hash(entry.hash));
        id
    }

    pub(crate) fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}
