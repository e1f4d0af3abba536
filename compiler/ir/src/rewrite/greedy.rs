//! Folds and rewrites everything inside an operation until nothing changes.
//!
//! The order is that of MLIR's greedy driver, so that the results agree: constants are made one of a kind and moved to the
//! top first; then each operation is erased when dead, else folded, else rewritten, and whatever a change touches is looked
//! at again; then blocks are cleaned up; all of it again while something changed.

use rustc_hash::FxHashMap;

use super::constants::{self, constant_of};
use super::regions::{self, Blocks};
use super::{Folded, Rewrite, Rewriter};
use crate::attrs::Attr;
use crate::def::{COMMUTATIVE, CONSTANT_LIKE, HOLDS_CONSTANTS, ISOLATED};
use crate::module::{At, Module, Op, Region, Value};
use crate::ops::OpKind;
use crate::types::Type;

/// Rounds after which the driver gives up, as MLIR's does; each round ends with a clean-up of blocks.
pub const MAX_ROUNDS: u32 = 10;
/// Changes in one round for each operation there was at its start, and [`SPARE_CHANGES`] more, before the driver gives up:
/// only rewrites that undo each other need as many.
pub const MAX_CHANGES_PER_OP: usize = 64;
/// See [`MAX_CHANGES_PER_OP`].
pub const SPARE_CHANGES: usize = 1 << 12;

/// Which operations come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// In order of the text.
    TopDown,
    /// The last first.
    BottomUp,
}

/// What of the rows of operations is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// Folds, as MLIR's driver does for any set of patterns.
    Folds,
    /// Folds and rewrites.
    All,
}

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<'r> {
    /// Which operations come first.
    pub order: Order,
    /// What to do about blocks.
    pub blocks: Blocks,
    /// What of the rows is tried.
    pub rows: Rows,
    /// Rewrites besides those of the rows.
    pub more: &'r [(OpKind, Rewrite)],
    /// Rounds after which to give up.
    pub max_rounds: u32,
}

impl std::fmt::Debug for Rewrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Default for Greedy<'_> {
    /// As the pass `canonicalize` does it.
    fn default() -> Self {
        Self { order: Order::TopDown, blocks: Blocks::Clean, rows: Rows::All, more: &[], max_rounds: MAX_ROUNDS }
    }
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing is left to do; whether anything was done.
    Done {
        /// Something was.
        changed: bool,
    },
    /// Given up: a limit was reached while things still changed.
    GaveUp,
}

impl Outcome {
    /// Whether the module may have changed.
    pub fn changed(self) -> bool {
        self != Self::Done { changed: false }
    }
}

/// Simplifies everything inside `op`, which is isolated; `op` itself stays.
pub fn simplify(module: &mut Module, op: Op, how: &Greedy<'_>) -> Outcome {
    let mut outcome = Outcome::Done { changed: false };
    for region in module.regions(op).to_vec() {
        outcome = match (outcome, simplify_region(module, region, how)) {
            (Outcome::GaveUp, _) | (_, Outcome::GaveUp) => Outcome::GaveUp,
            (Outcome::Done { changed: a }, Outcome::Done { changed: b }) => Outcome::Done { changed: a || b },
        };
    }
    outcome
}

fn simplify_region(module: &mut Module, region: Region, how: &Greedy<'_>) -> Outcome {
    let patterns = Patterns::new(how);
    let mut rewriter = Rewriter::within(module, region);
    let mut changed = false;
    for _ in 0..how.max_rounds {
        let mut again = false;
        fill(&mut rewriter, region, how.order, &mut again);
        let mut left = rewriter.worklist.len() * MAX_CHANGES_PER_OP + SPARE_CHANGES;
        while let Some(op) = rewriter.worklist.pop() {
            if step(&mut rewriter, op, &patterns) {
                again = true;
                left -= 1;
                if left == 0 {
                    return Outcome::GaveUp;
                }
            }
        }
        again |= regions::clean(&mut rewriter, region, how.blocks);
        if !again {
            return Outcome::Done { changed };
        }
        changed = true;
    }
    Outcome::GaveUp
}

/// Puts everything in the region on the list. Constants that are there already are dropped, the others move to the top.
fn fill(rewriter: &mut Rewriter<'_>, region: Region, order: Order, changed: &mut bool) {
    rewriter.worklist.clear();
    let mut constants = Constants::default();
    let walk = match order {
        Order::TopDown => rewriter.walk_region(region),
        Order::BottomUp => rewriter.walk_region_postorder(region),
    };
    let mut kept = Vec::with_capacity(walk.len());
    for op in walk {
        if rewriter.def(op).has(CONSTANT_LIKE)
            && let Some(value) = constant_of(rewriter, op)
            && !constants.keep(rewriter, op, value)
        {
            *changed = true;
            continue;
        }
        kept.push(op);
    }
    rewriter.worklist.clear();
    for op in kept {
        rewriter.worklist.push(op);
    }
    if order == Order::TopDown {
        rewriter.worklist.reverse();
    }
}

/// The constants of a run, one of a kind for each region that constants are moved to.
#[derive(Default)]
struct Constants {
    known: FxHashMap<(Region, &'static str, Attr, Type), Op>,
    owned: rustc_hash::FxHashSet<Op>,
}

impl Constants {
    /// Moves a constant to the top of its isolated region; erases it and gives `false` when an equal one is there.
    fn keep(&mut self, rewriter: &mut Rewriter<'_>, op: Op, value: Attr) -> bool {
        let Some(block) = rewriter.parent(op) else { return true };
        let Some(region) = home_of_constants(rewriter, op) else { return true };
        let ty = rewriter.ty(rewriter.result(op, 0));
        match self.known.entry((region, rewriter.def(op).dialect(), value, ty)) {
            std::collections::hash_map::Entry::Occupied(entry) => {
                let value = rewriter.result(*entry.get(), 0);
                rewriter.replace(op, &[value]);
                false
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(op);
                let Some(top) = rewriter.entry(region) else { return true };
                let after_ours = rewriter.prev(op).is_some_and(|prev| self.owned.contains(&prev));
                if block != top || (rewriter.first(top) != Some(op) && !after_ours) {
                    rewriter.edit(&[], |module| module.move_op(op, At::Start(top)));
                }
                self.owned.insert(op);
                true
            }
        }
    }
}

/// The region whose first block the constants used at `op` move to.
fn home_of_constants(module: &Module, op: Op) -> Option<Region> {
    let mut region = module.parent_region(op)?;
    loop {
        let owner = module.region_parent(region);
        if module.def(owner).traits & (ISOLATED | HOLDS_CONSTANTS) != 0 {
            return Some(region);
        }
        match module.parent_region(owner) {
            Some(up) => region = up,
            None => return Some(region),
        }
    }
}

/// Erases, folds or rewrites one operation; says whether it did.
fn step(rewriter: &mut Rewriter<'_>, op: Op, patterns: &Patterns) -> bool {
    if rewriter.erase_if_dead(op) {
        return true;
    }
    if !rewriter.def(op).has(CONSTANT_LIKE) && fold_op(rewriter, op) {
        return true;
    }
    patterns.of(rewriter.kind(op)).iter().any(|pattern| (pattern.apply)(rewriter, op))
}

/// Replaces an operation by what it folds to, or puts its operands in order.
fn fold_op(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    if rewriter.def(op).has(COMMUTATIVE) && constants_last(rewriter, op) {
        return true;
    }
    let Some(folded) = super::fold(rewriter, op) else { return false };
    match folded {
        Folded::Value(value) => rewriter.replace(op, &[value]),
        Folded::Constant(attr) => return rewriter.replace_with_constant(op, attr),
    }
    true
}

/// Moves constant operands of a commutative operation behind the others.
fn constants_last(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let operands: Vec<Value> = rewriter.operands(op).collect();
    let is_constant = |v: &Value| constants::constant(rewriter, *v).is_some();
    let (last, first): (Vec<Value>, Vec<Value>) = operands.iter().copied().partition(is_constant);
    let ordered = [first, last].concat();
    let changed = ordered != operands;
    if changed {
        rewriter.update(op, |module| module.set_operands(op, &ordered));
    }
    changed
}

/// The rewrites of each row, those with more benefit first.
struct Patterns {
    of_kind: Vec<Vec<Rewrite>>,
}

impl Patterns {
    fn new(how: &Greedy<'_>) -> Self {
        let of_row = |kind: &OpKind| match how.rows {
            Rows::All => kind.def().rewrites.to_vec(),
            Rows::Folds => Vec::new(),
        };
        let mut of_kind: Vec<Vec<Rewrite>> = OpKind::ALL.iter().map(of_row).collect();
        for (kind, rewrite) in how.more {
            of_kind[*kind as usize].push(*rewrite);
        }
        for list in &mut of_kind {
            list.sort_by_key(|rewrite| std::cmp::Reverse(rewrite.benefit));
        }
        Self { of_kind }
    }

    fn of(&self, kind: OpKind) -> &[Rewrite] {
        &self.of_kind[kind as usize]
    }
}
