//! What commands touched since the last barrier, to see that a later one needs a barrier first.

use std::collections::BTreeMap;
use std::hash::Hash;

use halforge_executable::spirv::Access;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Bytes that commands read or write, up to `end`.
#[derive(Clone, Copy)]
struct Touch<T> {
    end: u64,
    access: Access,
    by: T,
}

/// Bytes of one memory, by their first: none overlap, and such that are alike do not lie side by side. So a question takes
/// about as long after many commands as after few.
type Touched<T> = BTreeMap<u64, Touch<T>>;

/// Ranges of memory, by what they are ranges of, with who touched them.
pub(super) struct Hazards<K, T> {
    touched: FxHashMap<K, Touched<T>>,
}

impl<K, T> Default for Hazards<K, T> {
    fn default() -> Self {
        Self { touched: FxHashMap::default() }
    }
}

impl<K: Eq + Hash, T: Copy + PartialEq> Hazards<K, T> {
    /// Who touched any of these bytes so that one of both writes them.
    pub(super) fn find(&self, key: &K, start: u64, length: u64, access: Access) -> Option<T> {
        let conflicts =
            |t: &Touch<T>| (t.access.writes && (access.reads || access.writes)) || (access.writes && t.access.reads);
        let touched = self.touched.get(key).filter(|_| length > 0)?;
        overlapping(touched, start, start.saturating_add(length)).map(|(_, t)| t).find(|t| conflicts(t)).map(|t| t.by)
    }

    /// Notes that these bytes are touched.
    pub(super) fn add(&mut self, key: K, start: u64, length: u64, access: Access, by: T) {
        if length == 0 || access == Access::NONE {
            return;
        }
        let end = start.saturating_add(length);
        let touched = self.touched.entry(key).or_default();
        let before: SmallVec<[(u64, Touch<T>); 4]> = overlapping(touched, start, end).collect();
        before.iter().for_each(|(first, _)| _ = touched.remove(first));
        let mut at = start;
        for (first, touch) in before {
            insert(touched, first, Touch { end: start, ..touch });
            insert(touched, at, Touch { end: first, access, by });
            let both = Touch { end: touch.end.min(end), access: touch.access.union(access), by };
            insert(touched, first.max(start), both);
            insert(touched, end, touch);
            at = touch.end;
        }
        insert(touched, at, Touch { end, access, by });
    }

    /// A barrier: nothing before it matters any more.
    pub(super) fn clear(&mut self) {
        self.touched.clear();
    }
}

/// What overlaps the bytes from `start` to `end`, in order.
fn overlapping<T: Copy>(touched: &Touched<T>, start: u64, end: u64) -> impl Iterator<Item = (u64, Touch<T>)> {
    let across = touched.range(..start).next_back().filter(|(_, touch)| touch.end > start);
    across.into_iter().chain(touched.range(start..end)).map(|(&first, &touch)| (first, touch))
}

/// Adds bytes that nothing overlaps, unless there are none, to those beside them when both are alike.
fn insert<T: Copy + PartialEq>(touched: &mut Touched<T>, mut start: u64, mut touch: Touch<T>) {
    if start >= touch.end {
        return;
    }
    let is_like = |other: &Touch<T>| other.access == touch.access && other.by == touch.by;
    if let Some((&first, _)) = touched.range(..start).next_back().filter(|(_, left)| left.end == start && is_like(left)) {
        start = first;
    }
    if let Some(&right) = touched.get(&touch.end).filter(|right| is_like(right)) {
        touched.remove(&touch.end);
        touch.end = right.end;
    }
    touched.insert(start, touch);
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

    /// Numbers that look random, the same ones each time.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 1u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    /// The answers are those of looking at every byte.
    #[test]
    fn ranges_are_sets_of_bytes() {
        let accesses = [Access::READ, Access::WRITE, Access::READ_WRITE, Access::NONE];
        let mut number = numbers();
        for _ in 0..200 {
            let (mut hazards, mut bytes) = (Hazards::default(), [Access::NONE; 64]);
            for _ in 0..20 {
                let (start, length, access) = (number(64), number(16), accesses[number(4) as usize]);
                let range = start as usize..(start + length).min(64) as usize;
                let conflicts = |a: Access| (a.writes && (access.reads || access.writes)) || (access.writes && a.reads);
                let length = range.len() as u64;
                let expected = bytes[range.clone()].iter().any(|&byte| conflicts(byte));
                assert_eq!(hazards.find(&(), start, length, access).is_some(), expected);
                hazards.add((), start, length, access, ());
                bytes[range].iter_mut().for_each(|byte| *byte = byte.union(access));
            }
        }
    }

    #[test]
    fn ranges_side_by_side_are_one() {
        let mut hazards = Hazards::default();
        for i in 0..1000 {
            hazards.add(1, 16 * (i * 7 % 1000), 16, Access::WRITE, ());
            hazards.add(2, 0, 64, Access::READ, ());
        }
        assert_eq!((hazards.touched[&1].len(), hazards.touched[&2].len()), (1, 1));
    }
}
