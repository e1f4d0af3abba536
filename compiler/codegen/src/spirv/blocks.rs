//! Control flow: regions of structured loops and selections as blocks, block arguments as `OpPhi`.
//!
//! The first block of a selection gets a block of its own, which ends in `OpSelectionMerge` and its branch. The first block of
//! a loop only leads to the header and stays part of what stands around; the header has `OpLoopMerge`. The last block of
//! either becomes the block in which what follows goes on.

use halforge_ir::{Block, Op, OpKind, Region};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{self, Word};

use super::functions::{Body, Phi};
use super::{Result, Serializer};

impl Serializer<'_> {
    /// The blocks reached from `start` and not `done`, each after those that dominate it; without `start` itself.
    pub(super) fn reached_from(&self, start: Block, done: &[Block]) -> Vec<Block> {
        let mut seen: rustc_hash::FxHashSet<Block> = done.iter().copied().chain([start]).collect();
        let mut order = Vec::new();
        let mut stack = self.next_blocks(start);
        while let Some(block) = stack.pop() {
            if seen.insert(block) {
                order.push(block);
                stack.extend(self.next_blocks(block));
            }
        }
        order
    }

    /// The successors of a block, the first one last.
    fn next_blocks(&self, block: Block) -> Vec<Block> {
        let last = self.module.last(block);
        last.map(|last| self.module.successors(last).iter().rev().copied().collect()).unwrap_or_default()
    }

    /// The label of a block, which may come later.
    fn label(&mut self, body: &mut Body, block: Block) -> Word {
        if let Some(&label) = body.labels.get(&block) {
            return label;
        }
        let label = self.id();
        body.labels.insert(block, label);
        label
    }

    /// A block with its label.
    pub(super) fn block(&mut self, body: &mut Body, block: Block) -> Result<()> {
        self.begin(body, block)?;
        self.block_ops(body, block, None)
    }

    /// Label and arguments.
    fn begin(&mut self, body: &mut Body, block: Block) -> Result<()> {
        let label = self.label(body, block);
        body.start(label);
        for (arg, &value) in self.module.args(block).to_vec().iter().enumerate() {
            let ty = self.ty(self.module.ty(value))?;
            let id = match self.values.get(&value) {
                Some(&id) => id,
                None => self.id(),
            };
            self.values.insert(value, id);
            body.phis.push(Phi { block, arg, at: (body.blocks.len() - 1, arg) });
            body.push(Instruction::new(spirv::Op::Phi, Some(ty), Some(id), vec![]));
        }
        Ok(())
    }

    /// What stands in a block; `merge` goes before the terminator.
    pub(super) fn block_ops(&mut self, body: &mut Body, block: Block, merge: Option<Instruction>) -> Result<()> {
        let ops: Vec<Op> = self.module.ops(block).collect();
        let Some((&last, ops)) = ops.split_last() else { return Err(self.error("a block has no terminator")) };
        for &op in ops {
            self.code(body, op)?;
        }
        self.at = last;
        body.exits.insert(block, body.current());
        if let Some(merge) = merge {
            body.push(merge);
        }
        self.terminator(body, last)
    }

    fn terminator(&mut self, body: &mut Body, op: Op) -> Result<()> {
        let targets = self.module.successors(op).to_vec();
        match self.module.kind(op) {
            OpKind::SpirvBranch => {
                let label = self.label(body, targets[0]);
                body.branch(label);
            }
            OpKind::SpirvBranchConditional => {
                let condition = self.value(self.module.operand(op, 0))?;
                let mut operands = vec![Operand::IdRef(condition)];
                for &target in &targets {
                    operands.push(Operand::IdRef(self.label(body, target)));
                }
                let weights = self.module.get_attr(op, "branch_weights").and_then(|list| self.ctx.array_value(list));
                for &weight in weights.unwrap_or_default() {
                    let weight = self.ctx.int_value(weight).and_then(|weight| u32::try_from(weight).ok());
                    operands.push(Operand::LiteralBit32(weight.ok_or_else(|| self.error("expected u32 branch weights"))?));
                }
                body.push(Instruction::new(spirv::Op::BranchConditional, None, None, operands));
            }
            OpKind::SpirvReturn | OpKind::SpirvReturnValue | OpKind::SpirvUnreachable => {
                let instruction = self.instruction(op)?;
                body.push(instruction);
            }
            _ => return Err(self.error(format!("`{}` does not end a block of SPIR-V", self.module.op_name(op)))),
        }
        Ok(())
    }

    pub(super) fn selection(&mut self, body: &mut Body, op: Op) -> Result<()> {
        let region = self.module.region(op, 0);
        let Some((header, merge)) = self.ends(region) else { return self.empty(op) };
        let header_label = self.label(body, header);
        body.branch(header_label);
        body.start(header_label);
        let merge_label = self.label(body, merge);
        let control = spirv::SelectionControl::from_bits_truncate(self.case(op, "selection_control")?);
        let operands = vec![Operand::IdRef(merge_label), Operand::SelectionControl(control)];
        let instruction = Instruction::new(spirv::Op::SelectionMerge, None, None, operands);
        self.block_ops(body, header, Some(instruction))?;
        for block in self.reached_from(header, &[merge]) {
            self.block(body, block)?;
        }
        self.go_on(body, op, merge)
    }

    pub(super) fn r#loop(&mut self, body: &mut Body, op: Op) -> Result<()> {
        let region = self.module.region(op, 0);
        let blocks = self.module.blocks(region).to_vec();
        let (entry, header, continues, merge) = match blocks[..] {
            [] => return self.empty(op),
            [entry, header, .., continues, merge] => (entry, header, continues, merge),
            // The header is its own continue block.
            [entry, header, merge] => (entry, header, header, merge),
            _ => return Err(self.error("expected entry, header, continue and merge blocks in a loop")),
        };
        self.block_ops(body, entry, None)?;
        self.begin(body, header)?;
        let (merge_label, continue_label) = (self.label(body, merge), self.label(body, continues));
        self.at = op;
        let control = spirv::LoopControl::from_bits_truncate(self.case(op, "loop_control")?);
        let operands = vec![Operand::IdRef(merge_label), Operand::IdRef(continue_label), Operand::LoopControl(control)];
        let instruction = Instruction::new(spirv::Op::LoopMerge, None, None, operands);
        if self.module.ops(header).any(|op| !self.module.regions(op).is_empty()) {
            // The header must have its merge, and what stands in it needs one of its own.
            let inner = self.id();
            body.push(instruction);
            body.branch(inner);
            body.start(inner);
            self.block_ops(body, header, None)?;
        } else {
            self.block_ops(body, header, Some(instruction))?;
        }
        for block in self.reached_from(header, &[merge, continues]) {
            self.block(body, block)?;
        }
        if continues != header {
            self.block(body, continues)?;
        }
        self.go_on(body, op, merge)
    }

    /// The first and the last block of a region.
    fn ends(&self, region: Region) -> Option<(Block, Block)> {
        let blocks = self.module.blocks(region);
        (blocks.len() > 1).then(|| (blocks[0], blocks[blocks.len() - 1]))
    }

    /// A loop or selection without blocks says nothing.
    fn empty(&self, op: Op) -> Result<()> {
        if self.module.blocks(self.module.region(op, 0)).is_empty() && self.module.results(op).is_empty() {
            return Ok(());
        }
        Err(self.error("expected a header and a merge block"))
    }

    /// Begins the merge block, where what follows `op` goes on.
    fn go_on(&mut self, body: &mut Body, op: Op, merge: Block) -> Result<()> {
        self.begin(body, merge)?;
        let ops: Vec<Op> = self.module.ops(merge).collect();
        let Some((&last, ops)) = ops.split_last() else { return Err(self.error("a merge block has no terminator")) };
        for &op in ops {
            self.code(body, op)?;
        }
        self.at = last;
        if self.module.kind(last) != OpKind::SpirvMlirMerge {
            return Err(self.error("expected `spirv.mlir.merge` at the end of a loop or selection"));
        }
        let operands: Vec<_> = self.module.operands(last).collect();
        for (&result, operand) in self.module.results(op).iter().zip(operands) {
            let id = self.value(operand)?;
            self.values.insert(result, id);
        }
        Ok(())
    }

    /// Gives block arguments their sources, from everyone who branches to the block.
    pub(super) fn fill_phis(&mut self, body: &mut Body) -> Result<()> {
        for Phi { block, arg, at } in std::mem::take(&mut body.phis) {
            let mut operands = Vec::new();
            for (branch, index) in self.branches_to(block) {
                let from = self.module.parent(branch);
                // A block that is never reached is not written.
                let Some(&from) = from.and_then(|from| body.exits.get(&from)) else { continue };
                let values = self.module.branch_operands(branch, index).unwrap_or_default();
                let value = values.get(arg).copied();
                let value = value.ok_or_else(|| self.error("a branch gives its target too few values"))?;
                operands.push(Operand::IdRef(self.value(value)?));
                operands.push(Operand::IdRef(from));
            }
            if let Some(phi) = body.blocks.get_mut(at.0).and_then(|block| block.instructions.get_mut(at.1)) {
                phi.operands = operands;
            }
        }
        Ok(())
    }

    /// Branches to a block, the last one of the text first, each with the position of the target.
    fn branches_to(&self, block: Block) -> Vec<(Op, usize)> {
        let Some(region) = self.module.block_parent(block) else { return Vec::new() };
        let mut found = Vec::new();
        for &from in self.module.blocks(region).iter().rev() {
            let Some(last) = self.module.last(from) else { continue };
            let targets = self.module.successors(last).iter().enumerate().rev();
            found.extend(targets.filter(|(_, target)| **target == block).map(|(index, _)| (last, index)));
        }
        found
    }
}
