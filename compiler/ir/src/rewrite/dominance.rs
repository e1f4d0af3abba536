//! Which blocks and values are sure to come before others.
//!
//! A block dominates another when every way from the region's entry to the other goes through it. The answers hold until
//! blocks or branches change.

use rustc_hash::FxHashMap;

use crate::def::ISOLATED;
use crate::module::{Block, Module, Op, Region, Value, ValueDef};

/// The dominator trees of regions, each made when first asked for.
#[derive(Default)]
pub struct Dominance {
    regions: FxHashMap<Region, Tree>,
}

/// The dominator tree of a region.
struct Tree {
    /// For each reachable block: number in reverse postorder, and the immediate dominator's number.
    blocks: FxHashMap<Block, usize>,
    parents: Vec<usize>,
    /// When a walk of the tree comes to a block and when it leaves it; `a` is above `b` when it encloses it.
    spans: Vec<(u32, u32)>,
    order: Vec<Block>,
}

/// The blocks of a region that can be reached from its entry, in reverse postorder.
pub fn reverse_postorder(module: &Module, region: Region) -> Vec<Block> {
    let Some(entry) = module.entry(region) else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    seen.insert(entry);
    // A block and how many of its successors were followed.
    let mut stack = vec![(entry, 0)];
    while let Some((block, followed)) = stack.last_mut() {
        let successors = module.last(*block).map_or(&[][..], |op| module.successors(op));
        match successors.get(*followed) {
            Some(&next) => {
                *followed += 1;
                if seen.insert(next) {
                    stack.push((next, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl Tree {
    fn new(module: &Module, region: Region) -> Self {
        let order = reverse_postorder(module, region);
        let blocks: FxHashMap<Block, usize> = order.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let parents = immediate_dominators(module, &order, &blocks);
        let spans = spans(&parents);
        Self { blocks, parents, spans, order }
    }

    fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.blocks.get(&a), self.blocks.get(&b)) {
            (Some(&a), Some(&b)) => self.spans[a].0 <= self.spans[b].0 && self.spans[b].1 <= self.spans[a].1,
            // Nothing gets to an unreachable block, so everything is before it.
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }
}

/// Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm": meets along reverse postorder until nothing changes.
fn immediate_dominators(module: &Module, order: &[Block], numbers: &FxHashMap<Block, usize>) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut parents = vec![UNKNOWN; order.len()];
    if let Some(first) = parents.first_mut() {
        *first = 0;
    }
    let meet = |parents: &[usize], mut a: usize, mut b: usize| {
        while a != b {
            while a > b {
                a = parents[a];
            }
            while b > a {
                b = parents[b];
            }
        }
        a
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (i, &block) in order.iter().enumerate().skip(1) {
            let before = module.branches_to(block).iter().filter_map(|&op| numbers.get(&module.parent(op)?).copied());
            let known = before.filter(|&p| parents[p] != UNKNOWN);
            let new = known.reduce(|a, b| meet(&parents, a, b)).unwrap_or(UNKNOWN);
            if parents[i] != new {
                parents[i] = new;
                changed = true;
            }
        }
    }
    parents
}

fn spans(parents: &[usize]) -> Vec<(u32, u32)> {
    let mut children = vec![Vec::new(); parents.len()];
    for (i, &parent) in parents.iter().enumerate().skip(1) {
        children[parent].push(i);
    }
    let mut spans = vec![(0, 0); parents.len()];
    let mut clock = 0;
    let mut stack = if parents.is_empty() { Vec::new() } else { vec![(0, 0)] };
    while let Some((node, followed)) = stack.last_mut() {
        let node = *node;
        if *followed == 0 {
            spans[node].0 = clock;
            clock += 1;
        }
        match children[node].get(*followed) {
            Some(&child) => {
                *followed += 1;
                stack.push((child, 0));
            }
            None => {
                spans[node].1 = clock;
                stack.pop();
            }
        }
    }
    spans
}

impl Dominance {
    /// No tree is made yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn tree(&mut self, module: &Module, region: Region) -> &Tree {
        self.regions.entry(region).or_insert_with(|| Tree::new(module, region))
    }

    /// Forgets a region whose blocks or branches changed.
    pub fn forget(&mut self, region: Region) {
        self.regions.remove(&region);
    }

    /// Whether every way to `b` goes through `a`, two blocks of one region. A block dominates itself.
    pub fn block_dominates(&mut self, module: &Module, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        match module.block_parent(a) {
            Some(region) if module.block_parent(b) == Some(region) => self.tree(module, region).dominates(a, b),
            _ => false,
        }
    }

    /// Whether a block can be reached from the entry of its region.
    pub fn is_reachable(&mut self, module: &Module, block: Block) -> bool {
        module.block_parent(block).is_none_or(|region| self.tree(module, region).blocks.contains_key(&block))
    }

    /// The blocks of a region that can be reached, dominators first, each with its immediate dominator.
    pub fn dominator_order(&mut self, module: &Module, region: Region) -> Vec<(Block, Option<Block>)> {
        let tree = self.tree(module, region);
        let parent = |i: usize| (i > 0).then(|| tree.order[tree.parents[i]]);
        tree.order.iter().enumerate().map(|(i, &block)| (block, parent(i))).collect()
    }

    /// Whether `value` is there when `op` runs: defined in the same block before it, in a block that dominates its, or the
    /// same for an operation around it.
    pub fn is_available(&mut self, module: &Module, value: Value, op: Op) -> bool {
        let (Some(block), Some(mut at)) = (module.value_block(value), Some(op)) else { return false };
        let region = module.block_parent(block);
        // Up to the operation in the value's own region.
        while module.parent_region(at) != region {
            match module.parent_op(at) {
                Some(up) if !module.def(up).has(ISOLATED) => at = up,
                _ => return false,
            }
        }
        match (module.value_def(value), module.parent(at)) {
            (_, None) => false,
            (ValueDef::Result(def, _), Some(here)) if here == block => module.is_before(def, at),
            (_, Some(here)) => self.block_dominates(module, block, here),
        }
    }

    /// Whether `a` is sure to have run when `b` does: it stands before it, or before an operation around it.
    pub fn op_dominates(&mut self, module: &Module, a: Op, b: Op) -> bool {
        let mut at = b;
        while module.parent_region(at) != module.parent_region(a) {
            match module.parent_op(at) {
                Some(up) => at = up,
                None => return false,
            }
        }
        match (module.parent(a), module.parent(at)) {
            (Some(x), Some(y)) if x == y => a != at && module.is_before(a, at),
            (Some(x), Some(y)) => self.block_dominates(module, x, y),
            _ => false,
        }
    }
}
