//! Blocks: unreachable ones are erased, then all operations and block arguments that nothing needs, then (when asked) equal
//! blocks are merged and arguments that are always the same value are dropped.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::dominance::reverse_postorder;
use super::{Rewriter, effects, merge_blocks};
use crate::def::TERMINATOR;
use crate::module::{Block, Module, Op, Region, Value, ValueDef};

/// What to do about blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// Nothing.
    Keep,
    /// Erase what is unreachable or dead.
    Clean,
    /// That, and merge equal blocks.
    Merge,
}

/// Cleans up a region and all below it; says whether anything changed.
pub(super) fn clean(rewriter: &mut Rewriter<'_>, region: Region, how: Blocks) -> bool {
    if how == Blocks::Keep {
        return false;
    }
    let mut changed = rewriter.edit(&[], |module| {
        let unreachable = erase_unreachable_blocks(module, region);
        erase_dead(module, region) || unreachable
    });
    if how == Blocks::Merge {
        changed |= rewriter.edit(&[], |module| {
            let merged = merge_blocks::merge_equal_blocks(module, region);
            merge_blocks::drop_uniform_arguments(module, region) || merged
        });
    }
    changed
}

/// The region and all regions below it.
pub(super) fn all_regions(module: &Module, region: Region) -> Vec<Region> {
    let mut found = vec![region];
    let mut at = 0;
    while let Some(&region) = found.get(at) {
        at += 1;
        for &block in module.blocks(region) {
            for op in module.ops(block) {
                found.extend(module.regions(op));
            }
        }
    }
    found
}

/// Erases the blocks nothing gets to, here and in the regions below; says whether there were any.
pub fn erase_unreachable_blocks(module: &mut Module, region: Region) -> bool {
    let mut changed = false;
    let mut regions = vec![region];
    while let Some(region) = regions.pop() {
        if module.blocks(region).len() > 1 {
            let reachable: FxHashSet<Block> = reverse_postorder(module, region).into_iter().collect();
            changed |= reachable.len() < module.blocks(region).len();
            module.erase_blocks_if(region, |block| !reachable.contains(&block));
        }
        for &block in module.blocks(region) {
            for op in module.ops(block) {
                regions.extend(module.regions(op));
            }
        }
    }
    changed
}

/// What is needed: found from operations with effects and from terminators, through what they use.
#[derive(Default)]
struct Live {
    ops: FxHashSet<Op>,
    args: FxHashSet<Value>,
    pending: Vec<Value>,
}

impl Live {
    fn find(module: &Module, region: Region) -> Self {
        let mut live = Self::default();
        for op in module.walk_region(region) {
            if module.def(op).has(TERMINATOR) || !effects::is_removable(module, op) {
                live.mark(module, op);
            }
        }
        while let Some(value) = live.pending.pop() {
            match module.value_def(value) {
                ValueDef::Result(op, _) => live.mark(module, op),
                ValueDef::Arg(block, index) => live.mark_arg(module, block, index as usize, value),
                ValueDef::Forward => {}
            }
        }
        live
    }

    fn mark(&mut self, module: &Module, op: Op) {
        if !self.ops.insert(op) {
            return;
        }
        // What a known branch gives to arguments is needed only when they are.
        let mut given = 0..0;
        for (index, &block) in module.successors(op).iter().enumerate() {
            match module.branch_range(op, index) {
                Some(range) if given.is_empty() => given = range,
                Some(range) => given = given.start.min(range.start)..given.end.max(range.end),
                None => self.pending.extend(module.args(block)),
            }
        }
        self.pending.extend(module.operands(op).enumerate().filter(|(i, _)| !given.contains(i)).map(|(_, v)| v));
    }

    fn mark_arg(&mut self, module: &Module, block: Block, index: usize, arg: Value) {
        if !self.args.insert(arg) {
            return;
        }
        let mut seen: SmallVec<[Op; 4]> = SmallVec::new();
        for &op in module.branches_to(block) {
            if seen.contains(&op) {
                continue;
            }
            seen.push(op);
            for (successor, _) in module.successors(op).iter().enumerate().filter(|(_, b)| **b == block) {
                let given = module.branch_operands(op, successor).unwrap_or_default();
                self.pending.extend(given.get(index));
            }
        }
    }
}

/// Erases the operations and block arguments nothing needs, dead cycles included; says whether there were any.
pub fn erase_dead(module: &mut Module, region: Region) -> bool {
    let live = Live::find(module, region);
    let mut changed = false;
    for region in all_regions(module, region) {
        for &block in module.blocks(region).to_vec().iter().skip(1) {
            for index in (0..module.args(block).len()).rev() {
                if !live.args.contains(&module.args(block)[index]) {
                    drop_given(module, block, index);
                    changed = true;
                }
            }
        }
    }
    let dead: Vec<Op> = module.walk_region(region).into_iter().filter(|op| !live.ops.contains(op)).collect();
    // References first: dead operations may use each other in a cycle, and hold each other.
    for &op in &dead {
        module.drop_references(op);
    }
    for region in all_regions(module, region) {
        for &block in module.blocks(region).to_vec().iter().skip(1) {
            for index in (0..module.args(block).len()).rev() {
                let arg = module.args(block)[index];
                if !live.args.contains(&arg) {
                    module.erase_arg(block, index);
                }
            }
        }
    }
    changed |= !dead.is_empty();
    for op in dead.into_iter().rev() {
        module.erase(op);
    }
    changed
}

/// Stops all branches to `block` from giving argument `index`.
pub(super) fn drop_given(module: &mut Module, block: Block, index: usize) {
    let mut branches = module.branches_to(block).to_vec();
    branches.sort_unstable();
    branches.dedup();
    for op in branches {
        for successor in 0..module.successors(op).len() {
            if module.successors(op)[successor] == block {
                let mut given = module.branch_operands(op, successor).unwrap_or_default();
                given.remove(index);
                module.set_branch_operands(op, successor, &given);
            }
        }
    }
}

/// The value that every branch to `block` gives to argument `index`.
pub(crate) fn uniform(module: &Module, block: Block, index: usize) -> Option<Value> {
    let mut common = None;
    for &op in module.branches_to(block) {
        for (successor, _) in module.successors(op).iter().enumerate().filter(|(_, b)| **b == block) {
            let value = *module.branch_operands(op, successor)?.get(index)?;
            if common.is_some_and(|common| common != value) {
                return None;
            }
            common = Some(value);
        }
    }
    common
}
