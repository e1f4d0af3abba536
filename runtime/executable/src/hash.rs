//! A stable 128-bit content hash for device code, the key of caches in memory and on disk.
//!
//! XXH3-128 (crate `xxhash-rust`): its result is fixed by a published specification, so keys outlive a rebuild or a
//! toolchain; it runs at memory speed, and 128 bits make accidental collisions negligible. FNV was rejected as slow,
//! one byte per step. XXH3 does not resist someone who *constructs* a collision: a cache that must not confuse code of
//! different owners compares the code itself as well.

use std::fmt;

/// XXH3-128 of some bytes. Displays as 32 lower-case hexadecimal digits, fit for a file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub u128);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The content hash of SPIR-V words, given as bytes.
pub fn content_hash(spirv: &[u8]) -> ContentHash {
    ContentHash(xxhash_rust::xxh3::xxh3_128(spirv))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys live on disk: the values must never change. The first is what the xxHash project publishes for no input.
    #[test]
    fn known_values() {
        assert_eq!(content_hash(b"").to_string(), "99aa06d3014798d86001c324468d497f");
        assert_eq!(content_hash(&[3, 2, 35, 7]).to_string(), "0930496582f031554a2f51b02aa8a7f0");
    }
}
