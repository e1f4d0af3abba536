//! Source locations of operations and block arguments.

use crate::attrs::Attr;
use crate::context::Ident;

/// An interned location. [`Loc::UNKNOWN`] is `loc(unknown)` in every context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc(u64);

impl Loc {
    /// `loc(unknown)`
    pub const UNKNOWN: Self = Self(0);

    const FILE_BITS: u32 = 19;
    const LINE_BITS: u32 = 24;
    const COLUMN_BITS: u32 = 20;
    /// Says that a place in a file follows rather than the number of a location that the context keeps.
    const IN_PLACE: u64 = 1 << 63;

    /// The location that the context keeps under this number.
    pub(crate) fn kept(number: u32) -> Self {
        Self(number.into())
    }

    /// A place in a file, which nearly every operation has another of; none when it does not fit.
    pub(crate) fn in_file(file: Ident, line: u32, column: u32) -> Option<Self> {
        let fits = file.0 >> Self::FILE_BITS == 0 && line >> Self::LINE_BITS == 0 && column >> Self::COLUMN_BITS == 0;
        let bits = (u64::from(file.0) << Self::LINE_BITS | u64::from(line)) << Self::COLUMN_BITS | u64::from(column);
        fits.then_some(Self(Self::IN_PLACE | bits))
    }

    /// The place in a file, or the number under which the context keeps the location.
    pub(crate) fn unpack(self) -> Result<LocKind, u32> {
        if self.0 & Self::IN_PLACE == 0 {
            return Err(self.0 as u32);
        }
        let low = |bits: u64, width: u32| (bits & ((1 << width) - 1)) as u32;
        let file = Ident(low(self.0 >> (Self::LINE_BITS + Self::COLUMN_BITS), Self::FILE_BITS));
        let (line, column) = (low(self.0 >> Self::COLUMN_BITS, Self::LINE_BITS), low(self.0, Self::COLUMN_BITS));
        Ok(LocKind::File { file, line, column, end: None })
    }
}

impl std::fmt::Debug for Loc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "loc{}", self.0)
    }
}

/// What a [`Loc`] is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocKind {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":line:column)`, and ranges `loc("file":1:2 to 3:4)`
    File {
        /// File name as written.
        file: Ident,
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        column: u32,
        /// End of the range, when one was written.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`
    Name(Ident, Loc),
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// Where the called code is.
        callee: Loc,
        /// Where it was called.
        caller: Loc,
    },
    /// `loc(fused<metadata>[a, b])`
    Fused {
        /// The locations, in order.
        parts: Vec<Loc>,
        /// What the fusing pass wanted to say.
        metadata: Option<Attr>,
    },
}
