//! Copies of operations within a module, and moves of isolated operations between modules.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{At, Block, Module, NewOp, Op, Region, Use, Value, ValueDef};

/// What stands for the values and blocks of an original in its copy.
#[derive(Default, Clone)]
pub struct Mapping {
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
}

impl Mapping {
    /// Nothing is mapped.
    pub fn new() -> Self {
        Self::default()
    }

    /// `new` stands for `old`.
    pub fn map(&mut self, old: Value, new: Value) {
        self.values.insert(old, new);
    }

    /// What stands for `value`: itself when nothing else does.
    pub fn get(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// What stands for `block`: itself when nothing else does.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Module {
    /// A copy of `op` and all it holds, which stands nowhere yet. Results are added to `map`.
    pub fn clone_op(&mut self, op: Op, map: &mut Mapping) -> Op {
        let copy = self.clone_parts(op, map);
        if !self.regions(copy).is_empty() {
            self.remap_operands(copy, map);
        }
        copy
    }

    /// A copy of `op` at a place.
    pub fn clone_op_at(&mut self, op: Op, at: At, map: &mut Mapping) -> Op {
        let copy = self.clone_op(op, map);
        self.insert(at, copy);
        copy
    }

    /// Copies all blocks of `from` to just after `place` in `to`, or first where there is none.
    pub fn clone_region(&mut self, from: Region, to: Region, place: Option<Block>, map: &mut Mapping) {
        for copy in self.clone_blocks(from, to, place, map) {
            self.remap_operands(copy, map);
        }
    }

    fn clone_parts(&mut self, op: Op, map: &mut Mapping) -> Op {
        let data = self.op(op);
        let new = NewOp {
            operands: self.operands(op).map(|v| map.get(v)).collect(),
            results: self.results(op).iter().map(|&v| self.ty(v)).collect(),
            props: data.props.clone(),
            attrs: data.attrs.clone(),
            regions: self.regions(op).len(),
            successors: self.successors(op).iter().map(|&b| map.block(b)).collect(),
        };
        let (kind, name, loc) = (data.kind, data.name, data.loc);
        let copy = self.create_named(kind, name, loc, new);
        for index in 0..self.results(op).len() {
            let (old, new) = (self.result(op, index), self.result(copy, index));
            self.copy_name(old, new);
            map.map(old, new);
        }
        for index in 0..self.regions(op).len() {
            let (from, to) = (self.region(op, index), self.region(copy, index));
            self.clone_blocks(from, to, None, map);
        }
        copy
    }

    /// The operations of the new blocks. Those that use a value from further down still use the original's.
    fn clone_blocks(&mut self, from: Region, to: Region, place: Option<Block>, map: &mut Mapping) -> Vec<Op> {
        let blocks = self.blocks(from).to_vec();
        let mut place = place;
        for &block in &blocks {
            let copy = self.detached_block();
            self.insert_block(to, place, copy);
            place = Some(copy);
            map.blocks.insert(block, copy);
            for arg in self.args(block).to_vec() {
                let new = self.add_arg(copy, self.ty(arg), self.value_loc(arg));
                self.copy_name(arg, new);
                map.map(arg, new);
            }
        }
        let mut copies = Vec::new();
        for block in blocks {
            for op in self.ops(block).collect::<Vec<_>>() {
                let copy = self.clone_parts(op, map);
                self.insert(At::End(map.block(block)), copy);
                copies.push(copy);
            }
        }
        copies
    }

    fn remap_operands(&mut self, op: Op, map: &Mapping) {
        for op in self.walk(op) {
            for index in 0..self.num_operands(op) {
                let value = self.operand(op, index);
                let new = map.get(value);
                if new != value {
                    self.set_operand(op, index, new);
                }
            }
        }
    }

    fn copy_name(&mut self, from: Value, to: Value) {
        if let Some(name) = self.value_name(from) {
            self.set_value_name(to, name);
        }
    }

    /// Takes `op` out into a module of its own, as the only operation of its body. What it holds must use no value from
    /// outside, and it must have neither operands nor results.
    pub fn extract(&mut self, op: Op) -> (Self, Op) {
        let mut module = Self::new(self.ctx.clone(), self.op(op).loc);
        self.detach(op);
        let moved = self.transplant(op, &mut module);
        module.insert(At::End(module.body()), moved);
        (module, moved)
    }

    /// The opposite of [`Module::extract`]: moves `op` of `from` to a place here.
    pub fn implant(&mut self, from: &mut Self, op: Op, at: At) -> Op {
        from.detach(op);
        let moved = from.transplant(op, self);
        self.insert(at, moved);
        moved
    }

    /// Moves `op`, which stands nowhere, and all it holds to another module.
    fn transplant(&mut self, op: Op, to: &mut Self) -> Op {
        let mut moved = Moved::default();
        self.collect(op, &mut moved);
        let Moved { ops, blocks, regions, values, uses } = &mut moved;
        // Ids first: everything may name everything.
        for (old, new) in ops.iter_mut() {
            *new = to.ops.add(self.ops.take(*old));
        }
        for (old, new) in blocks.iter_mut() {
            *new = to.blocks.add(self.blocks.take(*old));
        }
        for (old, new) in regions.iter_mut() {
            *new = to.regions.add(self.regions.take(*old));
        }
        for (old, new) in values.iter_mut() {
            *new = to.values.add(self.values.take(*old));
        }
        for (old, new) in uses.iter_mut() {
            *new = to.uses.add(self.uses.take(*old));
        }
        let map = Renamed {
            ops: ops.iter().copied().collect(),
            blocks: blocks.iter().copied().collect(),
            regions: regions.iter().copied().collect(),
            values: values.iter().copied().collect(),
            uses: uses.iter().copied().collect(),
        };
        map.apply(to);
        map.ops[&op]
    }

    fn collect(&self, op: Op, moved: &mut Moved) {
        moved.ops.push((op, op));
        let data = self.op(op);
        moved.uses.extend(data.operands.iter().map(|&u| (u, u)));
        moved.values.extend(data.results.iter().map(|&v| (v, v)));
        for &region in data.regions() {
            moved.regions.push((region, region));
            for &block in self.blocks(region) {
                moved.blocks.push((block, block));
                moved.values.extend(self.args(block).iter().map(|&v| (v, v)));
                for inner in self.ops(block) {
                    self.collect(inner, moved);
                }
            }
        }
    }
}

/// Old and new ids, in the order they were met.
#[derive(Default)]
struct Moved {
    ops: Vec<(Op, Op)>,
    blocks: Vec<(Block, Block)>,
    regions: Vec<(Region, Region)>,
    values: Vec<(Value, Value)>,
    uses: Vec<(Use, Use)>,
}

struct Renamed {
    ops: FxHashMap<Op, Op>,
    blocks: FxHashMap<Block, Block>,
    regions: FxHashMap<Region, Region>,
    values: FxHashMap<Value, Value>,
    uses: FxHashMap<Use, Use>,
}

impl Renamed {
    /// Rewrites all ids inside what was moved to `module`.
    fn apply(&self, module: &mut Module) {
        let op = |o: Op| self.ops[&o];
        for &id in self.ops.values() {
            let data = module.ops.get_mut(id);
            data.operands.iter_mut().for_each(|u| *u = self.uses[u]);
            data.results.iter_mut().for_each(|v| *v = self.values[v]);
            if let Some(links) = &mut data.links {
                links.regions.iter_mut().for_each(|r| *r = self.regions[r]);
                links.successors.iter_mut().for_each(|b| *b = self.blocks[b]);
            }
            data.parent = data.parent.map(|b| self.blocks[&b]);
            data.prev = data.prev.map(op);
            data.next = data.next.map(op);
        }
        for &id in self.blocks.values() {
            let data = module.blocks.get_mut(id);
            data.args.iter_mut().for_each(|v| *v = self.values[v]);
            data.first = data.first.map(op);
            data.last = data.last.map(op);
            data.parent = data.parent.map(|r| self.regions[&r]);
            data.branches = data.branches.iter().map(|&o| op(o)).collect::<SmallVec<_>>();
        }
        for &id in self.regions.values() {
            let data = module.regions.get_mut(id);
            data.blocks.iter_mut().for_each(|b| *b = self.blocks[b]);
            data.parent = op(data.parent);
        }
        for &id in self.values.values() {
            let data = module.values.get_mut(id);
            data.first_use = data.first_use.map(|u| self.uses[&u]);
            data.def = match data.def {
                ValueDef::Result(o, index) => ValueDef::Result(op(o), index),
                ValueDef::Arg(block, index) => ValueDef::Arg(self.blocks[&block], index),
                ValueDef::Forward => ValueDef::Forward,
            };
        }
        for &id in self.uses.values() {
            let data = module.uses.get_mut(id);
            data.value = self.values[&data.value];
            data.op = op(data.op);
            data.prev = data.prev.map(|u| self.uses[&u]);
            data.next = data.next.map(|u| self.uses[&u]);
        }
    }
}
