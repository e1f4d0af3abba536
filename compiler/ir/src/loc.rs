//! Source locations of operations and block arguments.

use crate::attrs::Attr;
use crate::context::Ident;

/// An interned location. [`Loc::UNKNOWN`] is `loc(unknown)` in every context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc(pub(crate) u32);

impl Loc {
    /// `loc(unknown)`
    pub const UNKNOWN: Self = Self(0);
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
