//! Blocks end with a terminator, branches give their targets what these ask for, and values are defined before their use.
//!
//! Inside unregistered operations terminators may be anything, as only their dialect knows.

use super::{Verifier, count};
use crate::def::{GRAPH_REGIONS, ISOLATED, NO_TERMINATOR, TERMINATOR};
use crate::module::{Block, Module, Op, Region, Value, ValueDef};
use crate::ops::OpKind;

impl Verifier<'_> {
    pub(super) fn check_structure(&mut self, op: Op) {
        self.check_uses(op);
        self.check_successors(op);
        for &region in self.module.regions(op) {
            self.check_blocks(op, region);
        }
    }

    fn check_blocks(&mut self, op: Op, region: Region) {
        let module = self.module;
        let blocks = module.blocks(region);
        let open = blocks.len() == 1 && (module.kind(op) == OpKind::Unregistered || module.def(op).has(NO_TERMINATOR));
        for &block in blocks {
            match module.last(block) {
                _ if open => {}
                None => {
                    self.error(op, "expected a terminator at the end of each block, found a block without operations");
                }
                Some(last) if module.def(last).has(TERMINATOR) || module.kind(last) == OpKind::Unregistered => {}
                Some(last) => {
                    self.error(last, "expected a terminator after it, found the end of the block");
                    self.note_op(op, "the block is in a region of this operation");
                }
            }
        }
        if let Some(&entry) = blocks.first()
            && let Some(&branch) = module.branches_to(entry).first()
        {
            self.error(branch, "expected a branch to another block than the first of the region, which runs once");
            self.note_op(op, "the region is in this operation");
        }
    }

    /// Targets are in the branch's own region, and get one value of the right type for each argument.
    fn check_successors(&mut self, op: Op) {
        let module = self.module;
        let successors = module.successors(op);
        if successors.is_empty() {
            return;
        }
        if let Some(next) = module.next(op)
            && module.kind(op) == OpKind::Unregistered
        {
            self.error(op, "expected to be the last operation of its block, as it goes to other blocks");
            self.note_op(next, "this operation comes after it");
        }
        for (index, &target) in successors.iter().enumerate() {
            if module.block_parent(target) != module.parent_region(op) {
                self.error(op, format!("expected successor {index} to be a block of its own region"));
                continue;
            }
            if let Some(values) = module.branch_operands(op, index) {
                self.check_branch(op, index, target, &values);
            }
        }
    }

    fn check_branch(&mut self, op: Op, index: usize, target: Block, values: &[Value]) {
        let module = self.module;
        let args = module.args(target);
        if values.len() != args.len() {
            let (expected, found) = (count(args.len(), "value"), values.len());
            self.error(op, format!("expected {expected} for the arguments of successor {index}, found {found}"));
            if let Some(&arg) = args.first() {
                self.note_value(arg);
            }
            return;
        }
        for (number, (&value, &arg)) in values.iter().zip(args).enumerate() {
            let (expected, found) = (module.ty(arg), module.ty(value));
            if expected != found {
                let (expected, found) = (self.show(expected), self.show(found));
                let message = format!("expected value {number} for successor {index} to be {expected}, found {found}");
                self.error(op, message).note_value(arg);
            }
        }
    }

    fn check_uses(&mut self, op: Op) {
        let module = self.module;
        let Some(block) = module.parent(op) else { return };
        for (index, value) in module.operands(op).enumerate() {
            // Most values come from the same block.
            let near = match module.value_def(value) {
                ValueDef::Result(def, _) => module.parent(def) == Some(block) && module.is_before(def, op),
                ValueDef::Arg(owner, _) => owner == block,
                ValueDef::Forward => false,
            };
            // Once for each value is enough.
            if !near && !module.operands(op).take(index).any(|before| before == value) {
                self.check_far_use(op, block, value);
            }
        }
    }

    fn check_far_use(&mut self, op: Op, block: Block, value: Value) {
        let module = self.module;
        if self.dominance.is_available(module, value, op) || !self.dominance.is_reachable(module, block) {
            return;
        }
        let name = match module.value_name(value) {
            Some(name) => format!("`%{}`", self.ctx().str(name)),
            None => format!("operand {}", module.operands(op).position(|operand| operand == value).unwrap_or(0)),
        };
        let Some(definition) = module.value_block(value) else {
            self.error(op, format!("expected {name} to be defined in this module, found no definition"));
            return;
        };
        match relation(module, value, definition, op) {
            Relation::Graph => return,
            Relation::Isolated(around) => {
                let around_name = module.op_name(around).to_owned();
                self.error(op, format!("expected {name} to be defined inside `{around_name}`, found it defined outside"));
                self.note_op(around, "what is inside of it sees nothing from outside");
            }
            Relation::Inside => {
                self.error(op, format!("expected {name} to be defined around or before its use, found it inside a region"));
            }
            Relation::After => {
                self.error(op, format!("expected {name} to be defined before its use, found it defined after"));
            }
            Relation::OtherBlock => {
                let found = "found it in a block that does not always run before";
                self.error(op, format!("expected {name} to be defined before its use, {found}"));
            }
        }
        self.note_value(value);
    }
}

/// How a value that is not there stands to its use.
enum Relation {
    /// In the same region, where order says nothing.
    Graph,
    /// Outside of this operation, around the use.
    Isolated(Op),
    /// In a region that is not around the use.
    Inside,
    /// Later in the same block.
    After,
    /// In a block of the same region that need not run before.
    OtherBlock,
}

fn relation(module: &Module, value: Value, definition: Block, user: Op) -> Relation {
    let region = module.block_parent(definition);
    let mut isolated = None;
    let mut at = user;
    while module.parent_region(at) != region {
        match module.parent_op(at) {
            Some(up) => {
                if module.def(up).has(ISOLATED) && isolated.is_none() {
                    isolated = Some(up);
                }
                at = up;
            }
            None => return Relation::Inside,
        }
    }
    let is_graph = region.is_some_and(|region| module.def(module.region_parent(region)).has(GRAPH_REGIONS));
    match isolated {
        Some(around) => Relation::Isolated(around),
        None if is_graph || is_unknown(module, region) => Relation::Graph,
        None if module.parent(at) == Some(definition) && module.defining_op(value).is_some() => Relation::After,
        None => Relation::OtherBlock,
    }
}

/// Whether a region belongs to an operation without a row and has one block, so that it may be a graph.
fn is_unknown(module: &Module, region: Option<Region>) -> bool {
    region.is_some_and(|region| {
        module.kind(module.region_parent(region)) == OpKind::Unregistered && module.blocks(region).len() == 1
    })
}
