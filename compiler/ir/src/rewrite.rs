//! Making operations simpler: folding, rewriting until nothing changes, and what both rest on.
//!
//! - A *fold* says what the result of an operation is, from constants and values that are there; it changes nothing.
//! - A *rewrite* changes the module around one operation. Both are small functions named in the operation's row.
//! - [`greedy`] applies them until nothing changes; [`regions`] does the same for blocks and their arguments.
//!
//! No pass is known here: passes say where and when.

pub mod constants;
pub mod dominance;
pub mod effects;
pub mod greedy;
mod merge_blocks;
mod motion;
pub mod regions;
mod rewriter;
mod worklist;

use crate::attrs::Attr;
use crate::module::{Module, Op, Value};

pub use rewriter::Rewriter;

/// What the result of an operation folds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// A value that is there.
    Value(Value),
    /// A constant.
    Constant(Attr),
}

impl From<Value> for Folded {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<Attr> for Folded {
    fn from(attr: Attr) -> Self {
        Self::Constant(attr)
    }
}

/// Says what the only result of an operation is, when that is known.
pub type FoldFn = fn(&Module, Op) -> Option<Folded>;

/// Changes the module around an operation; says whether it did.
///
/// A rewrite that gives `false` has changed nothing. One that gives `true` may have erased the operation.
pub type RewriteFn = fn(&mut Rewriter<'_>, Op) -> bool;

/// A rewrite of a row.
#[derive(Clone, Copy)]
pub struct Rewrite {
    /// What messages and lists call it.
    pub name: &'static str,
    /// Before and after, in one line.
    pub doc: &'static str,
    /// Those with more are tried first.
    pub benefit: u16,
    /// Tries it.
    pub apply: RewriteFn,
}

/// A rewrite of ordinary benefit.
pub const fn rewrite(name: &'static str, doc: &'static str, apply: RewriteFn) -> Rewrite {
    Rewrite { name, doc, benefit: 1, apply }
}

impl Rewrite {
    /// With this benefit.
    pub const fn benefit(self, benefit: u16) -> Self {
        Self { benefit, ..self }
    }
}

/// What the only result of `op` folds to.
pub fn fold(module: &Module, op: Op) -> Option<Folded> {
    let def = module.def(op);
    let fold = def.fold?;
    let &[result] = module.results(op) else { return None };
    fold(module, op).filter(|&folded| folded != Folded::Value(result))
}
