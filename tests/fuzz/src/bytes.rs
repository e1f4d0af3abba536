//! Changes to bytes by place: numbers at their edges, stretches taken out, doubled or moved, an end that comes too early.

use crate::rng::Rng;

/// What stands in for some bytes: the edges of numbers of every width, as little-endian bytes.
const STRANGE: &[&[u8]] = &[
    b"\0",
    b"\x01",
    b"\x7F",
    b"\x80",
    b"\xFF",
    b"\xFF\xFF",
    b"\0\0\0\0",
    b"\x01\0\0\0",
    b"\xFF\xFF\xFF\x7F",
    b"\0\0\0\x80",
    b"\xFF\xFF\xFF\xFF",
    b"\0\0\0\0\0\0\0\0",
    b"\0\0\0\0\x01\0\0\0",
    b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F",
    b"\xF8\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
];

/// The bytes with one to four changes.
pub fn change(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len());
        let stretch = at..bytes.len().min(at + 1 + rng.below(64));
        match rng.below(7) {
            0 => drop(bytes.drain(stretch)),
            1 => {
                let to = rng.below(bytes.len() + 1);
                let copy = bytes[stretch].to_vec();
                drop(bytes.splice(to..to, copy));
            }
            2 => {
                let strange = rng.pick(STRANGE);
                drop(bytes.splice(at..at, strange.iter().copied()));
            }
            3 | 4 => {
                let strange = rng.pick(STRANGE);
                drop(bytes.splice(at..bytes.len().min(at + strange.len()), strange.iter().copied()));
            }
            5 => bytes.truncate(at),
            _ => {
                let bit = 1 << rng.below(8);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= bit);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_follow_from_the_seed_and_take_any_bytes() {
        let bytes: Vec<u8> = (0..40).collect();
        let all: std::collections::BTreeSet<Vec<u8>> = (0..200).map(|seed| change(&bytes, &mut Rng::new(seed))).collect();
        assert!(all.len() > 150, "{}", all.len());
        assert_eq!(change(&bytes, &mut Rng::new(3)), change(&bytes, &mut Rng::new(3)));
        assert!((0..200).all(|seed| change(b"", &mut Rng::new(seed)).len() < 100));
    }
}
