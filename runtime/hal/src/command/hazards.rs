//! What commands touched since the last barrier, to see that a later one needs a barrier first.

use std::hash::Hash;

use halforge_executable::spirv::Access;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Bytes that a command reads or writes.
#[derive(Clone, Copy)]
struct Touch<T> {
    start: u64,
    end: u64,
    access: Access,
    by: T,
}

/// Ranges of memory, by what they are ranges of, with who touched them.
pub(super) struct Hazards<K, T> {
    touched: FxHashMap<K, SmallVec<[Touch<T>; 4]>>,
}

impl<K, T> Default for Hazards<K, T> {
    fn default() -> Self {
        Self { touched: FxHashMap::default() }
    }
}

impl<K: Eq + Hash, T: Copy> Hazards<K, T> {
    /// Who touched any of these bytes so that one of both writes them.
    pub(super) fn find(&self, key: &K, start: u64, length: u64, access: Access) -> Option<T> {
        let end = start.saturating_add(length);
        let conflict = |t: &&Touch<T>| {
            t.start < end
                && start < t.end
                && ((t.access.writes && (access.reads || access.writes)) || (access.writes && t.access.reads))
        };
        self.touched.get(key)?.iter().find(conflict).map(|t| t.by)
    }

    /// Notes that these bytes are touched.
    pub(super) fn add(&mut self, key: K, start: u64, length: u64, access: Access, by: T) {
        if length > 0 && (access.reads || access.writes) {
            let touch = Touch { start, end: start.saturating_add(length), access, by };
            self.touched.entry(key).or_default().push(touch);
        }
    }

    /// A barrier: nothing before it matters any more.
    pub(super) fn clear(&mut self) {
        self.touched.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_overlaps_with_a_write_conflict() {
        let mut hazards = Hazards::default();
        hazards.add(1, 0, 16, Access::READ, "read");
        hazards.add(1, 16, 16, Access::WRITE, "write");
        assert_eq!(hazards.find(&1, 0, 16, Access::READ), None);
        assert_eq!(hazards.find(&1, 15, 1, Access::WRITE), Some("read"));
        assert_eq!(hazards.find(&1, 8, 9, Access::READ), Some("write"));
        assert_eq!(hazards.find(&1, 32, 16, Access::READ_WRITE), None);
        assert_eq!(hazards.find(&2, 0, 64, Access::READ_WRITE), None);
        hazards.clear();
        assert_eq!(hazards.find(&1, 0, 64, Access::READ_WRITE), None);
    }
}
