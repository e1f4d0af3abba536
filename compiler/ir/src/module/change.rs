//! Changing a module: making, placing, moving, replacing and erasing operations.
//!
//! Invariant: use lists, parents and the order of operations are right after every call.

use smallvec::SmallVec;

use super::{At, Block, BlockData, Module, NewOp, Op, OpData, Region, RegionData, Use, UseData, Value, ValueData, ValueDef};
use crate::context::Ident;
use crate::loc::Loc;
use crate::ops::OpKind;
use crate::types::Type;

/// Room left between the numbers of neighbours, so that most insertions need no new numbers.
const ORDER_STEP: u64 = 1 << 20;
/// Bits of the numbers.
const ORDER_BITS: u32 = 62;
const LAST_ORDER: u64 = (1 << ORDER_BITS) - 1;
/// The number of the first operation of a block, with room on both sides.
const FIRST_ORDER: u64 = 1 << (ORDER_BITS - 1);
/// Operations that a range of numbers may hold, to be spread over it, for each that one half as long may: less than 2.
const SPREAD: f64 = 1.5;

impl Module {
    /// A new operation outside any block.
    pub fn create(&mut self, kind: OpKind, loc: Loc, new: NewOp) -> Op {
        let name = self.ctx.op_name(kind);
        self.create_named(kind, name, loc, new)
    }

    /// A new operation with a name of its own, for operations without a row.
    pub fn create_named(&mut self, kind: OpKind, name: Ident, loc: Loc, new: NewOp) -> Op {
        let op = self.create_bare(kind, name, loc);
        let data = self.ops.get_mut(op);
        (data.props, data.attrs) = (new.props, new.attrs);
        self.set_successors(op, new.successors);
        self.set_operands(op, &new.operands);
        self.add_results(op, &new.results);
        for _ in 0..new.regions {
            self.add_region(op);
        }
        op
    }

    /// A new operation outside any block that has nothing yet.
    pub(crate) fn create_bare(&mut self, kind: OpKind, name: Ident, loc: Loc) -> Op {
        self.ops.add(OpData::new(kind, name, loc))
    }

    /// A new operation at a place.
    pub fn insert_new(&mut self, at: At, kind: OpKind, loc: Loc, new: NewOp) -> Op {
        let op = self.create(kind, loc, new);
        self.insert(at, op);
        op
    }

    fn new_value(&mut self, ty: Type, def: ValueDef, loc: Loc) -> Value {
        self.values.add(ValueData { ty, def, first_use: None, name: None, loc })
    }

    /// A value whose definition is still to come.
    pub(crate) fn forward_value(&mut self, ty: Type, loc: Loc) -> Value {
        self.new_value(ty, ValueDef::Forward, loc)
    }

    /// Drops a forward value nothing uses any more.
    pub(crate) fn drop_forward(&mut self, value: Value) {
        self.values.remove(value);
    }

    /// Suggests a name for a value.
    pub fn set_value_name(&mut self, value: Value, name: Ident) {
        self.values.get_mut(value).name = Some(name);
    }

    /// Gives a value another location.
    pub(crate) fn set_value_loc(&mut self, value: Value, loc: Loc) {
        self.values.get_mut(value).loc = loc;
    }

    /// Gives a value another type; the caller sees to it that its uses agree.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values.get_mut(value).ty = ty;
    }

    /// A new empty region at the end of the operation's.
    pub fn add_region(&mut self, op: Op) -> Region {
        let region = self.regions.add(RegionData { blocks: Vec::new(), parent: op });
        self.ops.get_mut(op).links_mut().regions.push(region);
        region
    }

    /// A new empty block at the end of the region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.detached_block();
        self.attach_block(region, block);
        block
    }

    /// A new block outside any region.
    pub fn detached_block(&mut self) -> Block {
        self.blocks.add(BlockData { args: SmallVec::new(), first: None, last: None, parent: None, branches: SmallVec::new() })
    }

    /// Puts a block without a region at the end of one.
    pub fn attach_block(&mut self, region: Region, block: Block) {
        self.blocks.get_mut(block).parent = Some(region);
        self.regions.get_mut(region).blocks.push(block);
    }

    /// A new argument at the end of the block's.
    pub fn add_arg(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let index = self.args(block).len() as u32;
        let value = self.new_value(ty, ValueDef::Arg(block, index), loc);
        self.blocks.get_mut(block).args.push(value);
        value
    }

    /// Puts an operation that stands nowhere at a place.
    pub fn insert(&mut self, at: At, op: Op) {
        let (block, prev, next) = match at {
            At::Start(block) => (block, None, self.first(block)),
            At::End(block) => (block, self.last(block), None),
            At::Before(other) => (self.parent(other).expect("an anchor stands in a block"), self.prev(other), Some(other)),
            At::After(other) => (self.parent(other).expect("an anchor stands in a block"), Some(other), self.next(other)),
        };
        let data = self.ops.get_mut(op);
        (data.parent, data.prev, data.next) = (Some(block), prev, next);
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = Some(op),
            None => self.blocks.get_mut(block).first = Some(op),
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = Some(op),
            None => self.blocks.get_mut(block).last = Some(op),
        }
        self.set_order(op);
    }

    /// Gives an operation a number between those of its neighbours.
    fn set_order(&mut self, op: Op) {
        let number = |op: Option<Op>| op.map(|op| self.op(op).order);
        let (before, after) = (number(self.prev(op)), number(self.next(op)));
        let order = match (before, after) {
            (None, None) => FIRST_ORDER,
            (Some(before), None) => before.saturating_add(ORDER_STEP).min(LAST_ORDER),
            (None, Some(after)) => after.saturating_sub(ORDER_STEP),
            (Some(before), Some(after)) => before.midpoint(after),
        };
        self.ops.get_mut(op).order = order;
        if before == Some(order) || after == Some(order) {
            self.spread_orders(op);
        }
    }

    /// Makes room around an operation that has the number of a neighbour: numbers as many operations evenly as it takes for
    /// the numbers they are spread over to be sparse. The more numbers, the sparser they must be, so that the next time comes
    /// after as many insertions as operations were numbered: an insertion takes logarithmic time in the long run.
    fn spread_orders(&mut self, op: Op) {
        let order = self.op(op).order;
        let (mut first, mut last, mut count) = (op, op, 1u64);
        let (mut bits, mut capacity) = (0, 1.0);
        let low = loop {
            bits += 1;
            capacity *= SPREAD;
            let low = order >> bits << bits;
            let high = low | ((1 << bits) - 1);
            while let Some(prev) = self.prev(first).filter(|&prev| self.op(prev).order >= low) {
                (first, count) = (prev, count + 1);
            }
            while let Some(next) = self.next(last).filter(|&next| self.op(next).order <= high) {
                (last, count) = (next, count + 1);
            }
            if count as f64 <= capacity || bits == ORDER_BITS {
                break low;
            }
        };
        let step = (1u64 << bits) / count;
        let mut at = Some(first);
        for number in 0..count {
            let Some(op) = at else { return };
            self.ops.get_mut(op).order = low + step / 2 + number * step;
            at = self.next(op);
        }
    }

    /// Takes an operation out of its block.
    pub fn detach(&mut self, op: Op) {
        let data = self.ops.get_mut(op);
        let (parent, prev, next) = (data.parent.take(), data.prev.take(), data.next.take());
        let Some(block) = parent else { return };
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = next,
            None => self.blocks.get_mut(block).first = next,
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = prev,
            None => self.blocks.get_mut(block).last = prev,
        }
    }

    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, at: At) {
        self.detach(op);
        self.insert(at, op);
    }

    /// Replaces all operands.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        for u in std::mem::take(&mut self.ops.get_mut(op).operands) {
            self.unlink(u);
            self.uses.remove(u);
        }
        for &value in operands {
            let u = self.uses.add(UseData { value, op, prev: None, next: None });
            self.link(u);
            self.ops.get_mut(op).operands.push(u);
        }
    }

    /// Adds results at the end.
    pub fn add_results(&mut self, op: Op, types: &[Type]) {
        let (start, loc) = (self.results(op).len(), self.op(op).loc);
        for (index, &ty) in types.iter().enumerate() {
            let value = self.new_value(ty, ValueDef::Result(op, (start + index) as u32), loc);
            self.ops.get_mut(op).results.push(value);
        }
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let u = self.op(op).operands[index];
        self.retarget(u, value);
    }

    /// Replaces all successors.
    pub fn set_successors(&mut self, op: Op, successors: SmallVec<[Block; 2]>) {
        if successors.is_empty() && self.successors(op).is_empty() {
            return;
        }
        for block in std::mem::take(&mut self.ops.get_mut(op).links_mut().successors) {
            self.drop_branch(block, op);
        }
        for &block in &successors {
            self.blocks.get_mut(block).branches.push(op);
        }
        self.ops.get_mut(op).links_mut().successors = successors;
    }

    /// Replaces one successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        let old = std::mem::replace(&mut self.ops.get_mut(op).links_mut().successors[index], block);
        self.drop_branch(old, op);
        self.blocks.get_mut(block).branches.push(op);
    }

    /// Makes every branch to `old` a branch to `new`.
    pub fn replace_branches(&mut self, old: Block, new: Block) {
        for op in self.branches_to(old).to_vec() {
            for index in 0..self.successors(op).len() {
                if self.successors(op)[index] == old {
                    self.set_successor(op, index, new);
                }
            }
        }
    }

    fn drop_branch(&mut self, block: Block, op: Op) {
        let branches = &mut self.blocks.get_mut(block).branches;
        if let Some(at) = branches.iter().position(|&b| b == op) {
            branches.remove(at);
        }
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        while let Some(u) = self.values.get(old).first_use {
            self.retarget(u, new);
        }
    }

    pub(super) fn retarget(&mut self, u: Use, value: Value) {
        self.unlink(u);
        self.uses.get_mut(u).value = value;
        self.link(u);
    }

    fn link(&mut self, u: Use) {
        let value = self.uses.get(u).value;
        let first = self.values.get_mut(value).first_use.replace(u);
        let data = self.uses.get_mut(u);
        (data.prev, data.next) = (None, first);
        if let Some(first) = first {
            self.uses.get_mut(first).prev = Some(u);
        }
    }

    fn unlink(&mut self, u: Use) {
        let &UseData { value, prev, next, .. } = self.uses.get(u);
        match prev {
            Some(prev) => self.uses.get_mut(prev).next = next,
            None => self.values.get_mut(value).first_use = next,
        }
        if let Some(next) = next {
            self.uses.get_mut(next).prev = prev;
        }
    }

    /// Erases an operation and all it holds. Its results must be unused outside it.
    pub fn erase(&mut self, op: Op) {
        self.detach(op);
        self.set_operands(op, &[]);
        self.set_successors(op, SmallVec::new());
        for region in self.regions(op).to_vec() {
            self.erase_blocks(region);
            self.regions.remove(region);
        }
        for value in self.op(op).results.clone() {
            self.values.remove(value);
        }
        self.ops.remove(op);
    }

    /// Erases all blocks of a region.
    pub fn erase_blocks(&mut self, region: Region) {
        self.erase_blocks_if(region, |_| true);
    }

    /// Erases the blocks of a region that `which` picks. They may use each other's values and branch to each other; nothing
    /// else does.
    pub fn erase_blocks_if(&mut self, region: Region, which: impl Fn(Block) -> bool) {
        let blocks = std::mem::take(&mut self.regions.get_mut(region).blocks);
        let (gone, kept): (Vec<Block>, Vec<Block>) = blocks.into_iter().partition(|&block| which(block));
        self.regions.get_mut(region).blocks = kept;
        // Uses first: blocks may use each other's values in any order.
        for &block in &gone {
            self.drop_uses(block);
        }
        for block in gone {
            self.erase_contents(block);
        }
    }

    /// Erases a block that no successor names and whose values nothing outside it uses.
    pub fn erase_block(&mut self, block: Block) {
        self.detach_block(block);
        self.drop_uses(block);
        self.erase_contents(block);
    }

    fn drop_uses(&mut self, block: Block) {
        for op in self.ops(block).collect::<Vec<_>>() {
            self.drop_references(op);
        }
    }

    /// Makes `op` and all it holds use no value and name no block, so that they can be erased in any order.
    pub fn drop_references(&mut self, op: Op) {
        self.set_operands(op, &[]);
        self.set_successors(op, SmallVec::new());
        for region in self.regions(op).to_vec() {
            for block in self.blocks(region).to_vec() {
                self.drop_uses(block);
            }
        }
    }

    fn erase_contents(&mut self, block: Block) {
        while let Some(op) = self.last(block) {
            self.erase(op);
        }
        for value in std::mem::take(&mut self.blocks.get_mut(block).args) {
            self.values.remove(value);
        }
        self.blocks.remove(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::loc::LocKind;

    fn numbers_follow(module: &Module) -> bool {
        let ops: Vec<Op> = module.ops(module.body()).collect();
        ops.windows(2).all(|pair| module.is_before(pair[0], pair[1]))
    }

    /// Passes insert where it suits them, often all at one place.
    #[test]
    fn numbers_follow_the_order_wherever_operations_are_inserted() {
        let ctx = Context::new();
        let loc = ctx.loc(LocKind::Unknown);
        let mut module = Module::new(ctx, loc);
        let body = module.body();
        let middle = module.insert_new(At::Start(body), OpKind::UtilReturn, loc, NewOp::default());
        let places = [At::Start(body), At::End(body), At::Before(middle), At::After(middle)];
        for place in places {
            for _ in 0..1000 {
                module.insert_new(place, OpKind::UtilReturn, loc, NewOp::default());
            }
            assert!(numbers_follow(&module));
        }
    }
}
