//! The texts that were read, and ranges of them.
//!
//! Invariant: a source's bytes never change and live as long as the context, so big constants are ranges of it, not copies.

use std::ops::Range;
use std::sync::OnceLock;

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
    /// Where every [`LINES_APART`]-th line begins, found when a line is first asked for.
    marks: OnceLock<Vec<usize>>,
}

/// Lines from one mark to the next: few enough to count through, many enough that the marks are small.
const LINES_APART: usize = 1024;

impl Source {
    pub(crate) fn new(name: crate::context::Ident, text: Box<dyn SourceText>) -> Self {
        Self { name, text, marks: OnceLock::new() }
    }

    /// The text from the beginning of line `line` (from 1) on.
    pub(crate) fn starting_at(&self, line: u32) -> Option<&[u8]> {
        let bytes = self.text.bytes();
        let lines = (line as usize).checked_sub(1)?;
        let marks = self.marks.get_or_init(|| {
            memchr::memchr_iter(b'\n', bytes).skip(LINES_APART - 1).step_by(LINES_APART).map(|end| end + 1).collect()
        });
        let from = match (lines / LINES_APART).checked_sub(1) {
            Some(mark) => bytes.get(*marks.get(mark)?..)?,
            None => bytes,
        };
        match (lines % LINES_APART).checked_sub(1) {
            Some(skip) => from.get(memchr::memchr_iter(b'\n', from).nth(skip)? + 1..),
            None => Some(from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_near_its_mark() {
        let text: String = (1..=3000).map(|n| format!("{n}\n")).collect();
        let source = Source::new(crate::context::Ident(0), Box::new(text.into_bytes()));
        for line in 1..=3000 {
            let found = source.starting_at(line).unwrap();
            assert!(found.starts_with(format!("{line}\n").as_bytes()), "{line}");
        }
        assert_eq!(source.starting_at(3001), Some(&[][..]));
        assert_eq!((source.starting_at(3002), source.starting_at(0)), (None, None));
    }
}
