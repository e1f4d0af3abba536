//! `cse`: operations that are sure to give what an earlier one gave are replaced by it.
//!
//! An operation without effects is replaced by an equal one that dominates it. One that reads is replaced only by one in the
//! same block, with nothing between them that may write.

use halforge_ir::def::{COMMUTATIVE, ISOLATED, TERMINATOR, effect};
use halforge_ir::rewrite::dominance::Dominance;
use halforge_ir::rewrite::effects;
use halforge_ir::{Attr, Block, Ident, Loc, Module, Op, Region, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "cse",
    doc: "Replaces operations by earlier ones that are sure to give the same, and erases dead ones.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    eliminate(run.module, run.op);
    Ok(())
}

/// Replaces what is common in all regions of `op`; says whether anything was.
pub(crate) fn eliminate(module: &mut Module, op: Op) -> bool {
    let mut cse = Cse::default();
    cse.regions(module, op);
    let changed = !cse.dead.is_empty();
    for op in cse.dead {
        module.erase(op);
    }
    changed
}

/// What makes two operations give the same.
#[derive(PartialEq, Eq, Hash, Clone)]
struct Key {
    name: Ident,
    operands: SmallVec<[Value; 4]>,
    attrs: SmallVec<[(Ident, Attr); 4]>,
    results: SmallVec<[Type; 1]>,
    regions: Vec<Body>,
}

/// A region with one block, whose own values are numbered in order of definition.
#[derive(PartialEq, Eq, Hash, Clone)]
struct Body {
    args: Vec<Type>,
    ops: Vec<Inner>,
}

/// An operation of a body: name, operands, attributes, result types, regions.
type Inner = (Ident, Vec<Operand>, SmallVec<[(Ident, Attr); 4]>, SmallVec<[Type; 1]>, Vec<Body>);

#[derive(PartialEq, Eq, Hash, Clone)]
enum Operand {
    Inside(u32),
    Outside(Value),
}

fn sorted_attrs(module: &Module, op: Op) -> SmallVec<[(Ident, Attr); 4]> {
    let data = module.op(op);
    let mut attrs: SmallVec<[(Ident, Attr); 4]> = data.props.iter().chain(&data.attrs).copied().collect();
    attrs.sort_unstable();
    attrs
}

fn result_types(module: &Module, op: Op) -> SmallVec<[Type; 1]> {
    module.results(op).iter().map(|&v| module.ty(v)).collect()
}

/// The key of an operation; `None` when a region has several blocks.
fn key(module: &Module, op: Op) -> Option<Key> {
    let mut operands: SmallVec<[Value; 4]> = module.operands(op).collect();
    if module.def(op).has(COMMUTATIVE) {
        operands.sort_unstable();
    }
    let mut inside = FxHashMap::default();
    let regions: Option<Vec<Body>> = module.regions(op).iter().map(|&r| body(module, r, &mut inside)).collect();
    let name = module.op(op).name;
    Some(Key { name, operands, attrs: sorted_attrs(module, op), results: result_types(module, op), regions: regions? })
}

fn body(module: &Module, region: Region, inside: &mut FxHashMap<Value, u32>) -> Option<Body> {
    let block = match *module.blocks(region) {
        [] => return Some(Body { args: Vec::new(), ops: Vec::new() }),
        [block] => block,
        _ => return None,
    };
    let number = |value: Value, inside: &mut FxHashMap<Value, u32>| {
        let next = inside.len() as u32;
        inside.insert(value, next);
    };
    for &arg in module.args(block) {
        number(arg, inside);
    }
    let mut ops = Vec::new();
    for op in module.ops(block) {
        let operands = module.operands(op).map(|v| inside.get(&v).map_or(Operand::Outside(v), |&n| Operand::Inside(n)));
        let operands: Vec<Operand> = operands.collect();
        let regions: Option<Vec<Body>> = module.regions(op).iter().map(|&r| body(module, r, inside)).collect();
        ops.push((module.op(op).name, operands, sorted_attrs(module, op), result_types(module, op), regions?));
        for &result in module.results(op) {
            number(result, inside);
        }
    }
    Some(Body { args: module.args(block).iter().map(|&v| module.ty(v)).collect(), ops })
}

/// Operations by key, in nested scopes: leaving one forgets what it added.
#[derive(Default)]
struct Known {
    ops: FxHashMap<Key, Vec<Op>>,
    added: Vec<Vec<Key>>,
}

impl Known {
    fn enter(&mut self) {
        self.added.push(Vec::new());
    }

    fn leave(&mut self) {
        for key in self.added.pop().unwrap_or_default() {
            if let Some(ops) = self.ops.get_mut(&key) {
                ops.pop();
            }
        }
    }

    fn get(&self, key: &Key) -> Option<Op> {
        self.ops.get(key)?.last().copied()
    }

    fn add(&mut self, key: Key, op: Op) {
        if let Some(scope) = self.added.last_mut() {
            scope.push(key.clone());
        }
        self.ops.entry(key).or_default().push(op);
    }
}

#[derive(Default)]
struct Cse {
    known: Known,
    dominance: Dominance,
    dead: Vec<Op>,
    /// For an operation that reads, one after it up to which nothing writes.
    harmless_up_to: FxHashMap<Op, Op>,
}

impl Cse {
    fn regions(&mut self, module: &mut Module, op: Op) {
        for region in module.regions(op).to_vec() {
            self.region(module, region);
        }
    }

    fn region(&mut self, module: &mut Module, region: Region) {
        match *module.blocks(region) {
            [] => {}
            [block] => {
                self.known.enter();
                self.block(module, block);
                self.known.leave();
            }
            _ => self.dominator_tree(module, region),
        }
    }

    /// Blocks in the order of a walk of the dominator tree, each in the scope of the blocks above it.
    fn dominator_tree(&mut self, module: &mut Module, region: Region) {
        let order = self.dominance.dominator_order(module, region);
        let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for &(block, parent) in &order {
            if let Some(parent) = parent {
                children.entry(parent).or_default().push(block);
            }
        }
        enum Step {
            Enter(Block),
            Leave,
        }
        let mut stack: Vec<Step> = order.first().map(|&(block, _)| Step::Enter(block)).into_iter().collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave => self.known.leave(),
                Step::Enter(block) => {
                    self.known.enter();
                    self.block(module, block);
                    stack.push(Step::Leave);
                    let below = children.remove(&block).unwrap_or_default();
                    stack.extend(below.into_iter().rev().map(Step::Enter));
                }
            }
        }
    }

    fn block(&mut self, module: &mut Module, block: Block) {
        for op in module.ops(block).collect::<Vec<_>>() {
            if !module.regions(op).is_empty() {
                if module.def(op).has(ISOLATED) {
                    let around = std::mem::take(&mut self.known);
                    self.regions(module, op);
                    self.known = around;
                } else {
                    self.regions(module, op);
                }
            }
            self.operation(module, op);
        }
    }

    fn operation(&mut self, module: &mut Module, op: Op) {
        if module.def(op).has(TERMINATOR) {
            return;
        }
        if effects::is_dead(module, op) {
            self.dead.push(op);
            return;
        }
        let effects = effects::effects(module, op);
        if effects & !effect::READ != 0 {
            return;
        }
        let Some(key) = key(module, op) else { return };
        if let Some(earlier) = self.known.get(&key)
            && (effects == effect::NONE || self.nothing_writes_between(module, earlier, op))
        {
            for index in 0..module.results(op).len() {
                let (old, new) = (module.result(op, index), module.result(earlier, index));
                module.replace_uses(old, new);
            }
            if module.op(earlier).loc == Loc::UNKNOWN {
                module.op_mut(earlier).loc = module.op(op).loc;
            }
            self.dead.push(op);
            return;
        }
        self.known.add(key, op);
    }

    /// Whether both stand in the same block and nothing between them may write.
    fn nothing_writes_between(&mut self, module: &Module, earlier: Op, op: Op) -> bool {
        if module.parent(earlier) != module.parent(op) {
            return false;
        }
        let mut at = self.harmless_up_to.get(&earlier).copied().or_else(|| module.next(earlier));
        while let Some(between) = at {
            if between == op {
                self.harmless_up_to.insert(earlier, op);
                return true;
            }
            if effects::effects(module, between) & effect::WRITE != 0 {
                return false;
            }
            at = module.next(between);
        }
        false
    }
}
