//! Random numbers for changes.

/// Random numbers that are the same for the same seed.
pub struct Rng(u64);

impl Rng {
    /// Numbers that follow from `seed`.
    pub fn new(seed: u32) -> Self {
        Self(u64::from(seed) | 1 << 32)
    }

    /// A number below `end`; 0 when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        // xorshift64*, whose high bits are the good ones.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        usize::try_from(number).unwrap_or(0).checked_rem(end).unwrap_or(0)
    }

    /// One of `items`; nothing when there is none.
    pub fn pick<'a>(&mut self, items: &[&'a [u8]]) -> &'a [u8] {
        items.get(self.below(items.len())).copied().unwrap_or(b"")
    }
}
