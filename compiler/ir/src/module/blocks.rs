//! Changing operand groups, block arguments, and blocks as a whole.
//!
//! Invariant: segment attributes and indices of arguments agree with what is there after every call.

use smallvec::SmallVec;

use super::{At, Block, Module, Op, Region, Use, Value, ValueDef};
use crate::attrs::AttrKind;
use crate::def::{OPERAND_SEGMENTS, OpDef};
use crate::loc::Loc;
use crate::ops::OpKind;
use crate::types::Type;

/// Operands.
impl Module {
    /// Replaces the operands of the group called `name`.
    pub fn set_group(&mut self, op: Op, name: &str, values: &[Value]) {
        let range = self.group_range(op, name);
        let mut operands: Vec<Value> = self.operands(op).collect();
        operands.splice(range.clone(), values.iter().copied()).for_each(drop);
        self.set_operands(op, &operands);
        let grown = values.len() as i64 - range.len() as i64;
        if grown != 0 {
            self.resize_segment(op, name, grown);
        }
    }

    fn resize_segment(&mut self, op: Op, name: &str, grown: i64) {
        let def: &OpDef = self.def(op);
        if !def.has(OPERAND_SEGMENTS) {
            return;
        }
        let Some(index) = def.operand_index(name) else { return };
        let Some(attr) = self.get_attr(op, "operandSegmentSizes") else { return };
        if let AttrKind::DenseArray { values, .. } = self.ctx.attr_kind(attr) {
            let mut values = values.clone();
            values[index] += grown;
            let attr = self.ctx.i32_array_attr(values);
            self.set_attr(op, "operandSegmentSizes", attr);
        }
    }

    /// The positions of the operands that a branch gives to the arguments of successor `index`; `None` for operations
    /// whose branches are not known.
    pub fn branch_range(&self, op: Op, index: usize) -> Option<std::ops::Range<usize>> {
        Some(match self.kind(op) {
            OpKind::CfBr | OpKind::SpirvBranch => 0..self.num_operands(op),
            OpKind::SpirvBranchConditional => self.group_range(op, ["trueTargetOperands", "falseTargetOperands"].get(index)?),
            OpKind::CfCondBr => self.group_range(op, ["trueDestOperands", "falseDestOperands"].get(index)?),
            OpKind::CfSwitch if index == 0 => self.group_range(op, "defaultOperands"),
            OpKind::CfSwitch => {
                let sizes = self.ctx.int_values(self.get_attr(op, "case_operand_segments")?);
                let sizes: Option<Vec<usize>> = sizes.into_iter().map(|n| usize::try_from(n).ok()).collect();
                let sizes = sizes?;
                let start = self.group_range(op, "caseOperands").start + sizes.get(..index - 1)?.iter().sum::<usize>();
                start..start + sizes.get(index - 1)?
            }
            _ => return None,
        })
    }

    /// What a branch gives to the arguments of successor `index`.
    pub fn branch_operands(&self, op: Op, index: usize) -> Option<SmallVec<[Value; 4]>> {
        let range = self.branch_range(op, index)?;
        (range.end <= self.num_operands(op)).then(|| self.operands(op).skip(range.start).take(range.len()).collect())
    }

    /// Replaces what a branch gives to successor `index`. The branch must be a known one.
    pub fn set_branch_operands(&mut self, op: Op, index: usize, values: &[Value]) {
        let Some(range) = self.branch_range(op, index) else { return };
        let mut operands: Vec<Value> = self.operands(op).collect();
        operands.splice(range.clone(), values.iter().copied()).for_each(drop);
        self.set_operands(op, &operands);
        let grown = values.len() as i64 - range.len() as i64;
        if grown == 0 {
            return;
        }
        let group = match (self.kind(op), index) {
            (OpKind::CfCondBr, 0) => "trueDestOperands",
            (OpKind::CfCondBr, _) => "falseDestOperands",
            (OpKind::CfSwitch, 0) => "defaultOperands",
            (OpKind::CfSwitch, _) => "caseOperands",
            _ => return,
        };
        self.resize_segment(op, group, grown);
        if group == "caseOperands"
            && let Some(attr) = self.get_attr(op, "case_operand_segments")
        {
            let mut sizes = self.ctx.int_values(attr);
            sizes[index - 1] += grown;
            let attr = self.ctx.i32_array_attr(sizes);
            self.set_attr(op, "case_operand_segments", attr);
        }
    }

    /// Replaces those uses of `old` that `which` picks by operation and operand index.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, mut which: impl FnMut(&Self, Op, usize) -> bool) {
        let mut next = self.values.get(old).first_use;
        while let Some(u) = next {
            next = self.uses.get(u).next;
            let (op, index) = self.use_site(u);
            if which(self, op, index) {
                self.retarget(u, new);
            }
        }
    }

    pub(super) fn use_site(&self, u: Use) -> (Op, usize) {
        let op = self.uses.get(u).op;
        let index = self.op(op).operands.iter().position(|&o| o == u);
        (op, index.expect("a use is among its operation's operands"))
    }
}

/// Arguments.
impl Module {
    /// Puts a new argument at `index`.
    pub fn insert_arg(&mut self, block: Block, index: usize, ty: Type, loc: Loc) -> Value {
        let value = self.add_arg(block, ty, loc);
        let args = &mut self.blocks.get_mut(block).args;
        args.pop();
        args.insert(index, value);
        self.number_args(block, index);
        value
    }

    /// Erases argument `index`, which must be unused. Branches still give what they gave.
    pub fn erase_arg(&mut self, block: Block, index: usize) {
        let value = self.blocks.get_mut(block).args.remove(index);
        self.values.remove(value);
        self.number_args(block, index);
    }

    fn number_args(&mut self, block: Block, from: usize) {
        for index in from..self.args(block).len() {
            let value = self.args(block)[index];
            self.values.get_mut(value).def = ValueDef::Arg(block, index as u32);
        }
    }
}

/// Blocks.
impl Module {
    /// Puts a block without a region just after `place`, or first where there is none.
    pub fn insert_block(&mut self, region: Region, place: Option<Block>, block: Block) {
        let at = place.map_or(0, |place| self.block_index(place) + 1);
        self.blocks.get_mut(block).parent = Some(region);
        self.regions.get_mut(region).blocks.insert(at, block);
    }

    /// The place of a block in its region, from 0.
    pub fn block_index(&self, block: Block) -> usize {
        let place = self.block_parent(block).and_then(|region| self.blocks(region).iter().position(|&b| b == block));
        place.expect("a block with a place stands in a region")
    }

    /// The block after `block` in its region.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        let region = self.block_parent(block)?;
        self.blocks(region).get(self.block_index(block) + 1).copied()
    }

    /// Takes a block out of its region.
    pub fn detach_block(&mut self, block: Block) {
        if let Some(region) = self.blocks.get_mut(block).parent.take() {
            let blocks = &mut self.regions.get_mut(region).blocks;
            // Where blocks become one the next one goes, so that the search is short.
            if let Some(place) = blocks.iter().position(|&b| b == block) {
                blocks.remove(place);
            }
        }
    }

    /// Moves `op` and all that follow it in its block to a new block just after that one.
    pub fn split_block(&mut self, op: Op) -> Block {
        let block = self.parent(op).expect("an operation that splits a block stands in one");
        let region = self.block_parent(block).expect("a block to split stands in a region");
        let rest = self.detached_block();
        self.insert_block(region, Some(block), rest);
        self.move_tail(op, rest);
        rest
    }

    /// Moves `op` and all that follow it in its block to the end of `to`.
    pub fn move_tail(&mut self, op: Op, to: Block) {
        let mut at = Some(op);
        while let Some(op) = at {
            at = self.next(op);
            self.move_op(op, At::End(to));
        }
    }

    /// Moves the operations of `block` before `at`, its arguments replaced by `values`; erases the block.
    pub fn inline_block(&mut self, block: Block, at: At, values: &[Value]) {
        for (arg, &value) in self.args(block).to_vec().into_iter().zip(values) {
            self.replace_uses(arg, value);
        }
        let mut place = at;
        while let Some(op) = self.first(block) {
            self.move_op(op, place);
            place = At::After(op);
        }
        self.erase_block(block);
    }

    /// Moves all blocks of `from` to just after `place` in `to`, or first where there is none.
    pub fn move_blocks(&mut self, from: Region, to: Region, place: Option<Block>) {
        let blocks = std::mem::take(&mut self.regions.get_mut(from).blocks);
        for &block in &blocks {
            self.blocks.get_mut(block).parent = Some(to);
        }
        let at = place.map_or(0, |place| self.block_index(place) + 1);
        self.regions.get_mut(to).blocks.splice(at..at, blocks).for_each(drop);
    }
}
