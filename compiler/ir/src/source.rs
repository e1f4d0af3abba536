//! The texts that were read, and ranges of them.
//!
//! Invariant: a source's bytes never change and live as long as the context, so big constants are ranges of it, not copies.

use std::ops::Range;

/// Text to read, in memory or mapped.
pub trait SourceText: Send + Sync {
    /// All of it. Need not be UTF-8; the parser checks what it uses.
    fn bytes(&self) -> &[u8];

    /// Says that `range` will not be read again soon, so that mapped pages may be dropped from memory.
    fn done_with(&self, range: Range<usize>) {
        let _ = range;
    }
}

impl SourceText for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// A source of a [`Context`](crate::Context).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceId(pub(crate) u32);

/// Bytes `start .. start + length` of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceRange {
    /// Which text.
    pub source: SourceId,
    /// First byte.
    pub start: usize,
    /// Number of bytes.
    pub length: usize,
}

impl SourceRange {
    /// The range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start..self.start + self.length
    }
}

/// A named text.
pub(crate) struct Source {
    pub(crate) name: crate::context::Ident,
    pub(crate) text: Box<dyn SourceText>,
}
