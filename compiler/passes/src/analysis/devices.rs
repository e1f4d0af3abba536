//! Which devices a value may be.
//!
//! A device comes from a global of type `!hal.device`. The analysis follows a value back through blocks, regions, selections
//! and calls to the loads of such globals; where it comes from anything else, the device is unknown.

use halforge_ir::{Block, HalType, Ident, Module, Op, OpKind, TypeKind, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::globals::{callables, callee, global_type};
use crate::symbols::{Visibility, ops_in, symbol, visibility};

/// The devices of a module. Holds until functions, calls or globals change.
pub(crate) struct Devices {
    /// Globals that hold devices, in order of the text.
    pub(crate) globals: Vec<Op>,
    functions: FxHashMap<Ident, Op>,
    calls: FxHashMap<Ident, Vec<Op>>,
}

/// The globals of type `!hal.device`, in order of the text.
pub(crate) fn device_globals(module: &Module, root: Op) -> Vec<Op> {
    let is_device = |op: Op| {
        let ty = global_type(module, op).map(|ty| module.ctx.type_kind(ty));
        matches!(ty, Some(TypeKind::Hal(HalType::Device)))
    };
    ops_in(module, root).into_iter().filter(|&op| module.kind(op) == OpKind::UtilGlobal && is_device(op)).collect()
}

impl Devices {
    pub(crate) fn new(module: &Module, root: Op) -> Self {
        let mut calls: FxHashMap<Ident, Vec<Op>> = FxHashMap::default();
        let mut functions = FxHashMap::default();
        for callable in callables(module, root) {
            functions.extend(symbol(module, callable).map(|name| (name, callable)));
            for op in module.walk(callable) {
                if let Some(callee) = callee(module, op) {
                    calls.entry(callee).or_default().push(op);
                }
            }
        }
        Self { globals: device_globals(module, root), functions, calls }
    }

    /// The globals that `value` may come from, in order of the text; `None` when it may come from elsewhere.
    pub(crate) fn of(&self, module: &Module, value: Value) -> Option<Vec<Op>> {
        let mut names: FxHashSet<Ident> = FxHashSet::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if seen.insert(value) && !self.step(module, value, &mut names, &mut pending) {
                return None;
            }
        }
        let is_one = |&op: &Op| symbol(module, op).is_some_and(|name| names.contains(&name));
        let found: Vec<Op> = self.globals.iter().copied().filter(is_one).collect();
        (found.len() == names.len()).then_some(found)
    }

    /// The only global that `value` may come from.
    pub(crate) fn only(&self, module: &Module, value: Value) -> Option<Op> {
        match self.of(module, value)?[..] {
            [global] => Some(global),
            _ => None,
        }
    }

    /// Adds where `value` comes from; `false` when that is unknown.
    fn step(&self, module: &Module, value: Value, names: &mut FxHashSet<Ident>, pending: &mut Vec<Value>) -> bool {
        let (op, index) = match module.value_def(value) {
            ValueDef::Result(op, index) => (op, index as usize),
            ValueDef::Arg(block, index) => return self.argument(module, block, index as usize, pending),
            ValueDef::Forward => return false,
        };
        match module.kind(op) {
            OpKind::UtilGlobalLoad => {
                let name = module.symbol_path(op, "global").and_then(|path| path.last().copied());
                names.extend(name);
                name.is_some()
            }
            OpKind::ArithSelect => {
                pending.extend([module.operand(op, 1), module.operand(op, 2)]);
                true
            }
            OpKind::UtilOptimizationBarrier => {
                pending.push(module.operand(op, index));
                true
            }
            OpKind::HalAllocatorSelect => {
                pending.extend(module.group(op, "devices"));
                true
            }
            OpKind::HalCommandBufferDevice => {
                let create = module.defining_op(module.operand(op, 0));
                let create = create.filter(|&create| module.kind(create) == OpKind::HalCommandBufferCreate);
                pending.extend(create.map(|create| module.operand(create, 0)));
                create.is_some()
            }
            OpKind::UtilCall | OpKind::FuncCall => self.returned(module, op, index, pending),
            OpKind::ScfIf | OpKind::ScfIndexSwitch => {
                let ends = module.regions(op).iter().flat_map(|&region| module.blocks(region));
                let yields: Vec<Op> = ends.filter_map(|&block| module.last(block)).collect();
                pending.extend(yields.iter().map(|&end| module.operand(end, index)));
                true
            }
            _ => false,
        }
    }

    /// What a call's function returns.
    fn returned(&self, module: &Module, call: Op, index: usize, pending: &mut Vec<Value>) -> bool {
        let Some(&function) = callee(module, call).and_then(|name| self.functions.get(&name)) else { return false };
        let blocks = module.blocks(module.region(function, 0));
        let ends = blocks.iter().filter_map(|&block| module.last(block));
        let returns: Vec<Op> = ends.filter(|&op| matches!(module.kind(op), OpKind::UtilReturn | OpKind::FuncReturn)).collect();
        pending.extend(returns.iter().map(|&op| module.operand(op, index)));
        !returns.is_empty()
    }

    /// What branches and calls give to an argument.
    fn argument(&self, module: &Module, block: Block, index: usize, pending: &mut Vec<Value>) -> bool {
        let Some(region) = module.block_parent(block) else { return false };
        if module.entry(region) == Some(block) {
            let function = module.region_parent(region);
            let Some(name) = symbol(module, function) else { return false };
            if visibility(module, function) == Visibility::Public {
                return false;
            }
            let calls = self.calls.get(&name).map(Vec::as_slice).unwrap_or_default();
            pending.extend(calls.iter().map(|&call| module.operand(call, index)));
            return !calls.is_empty();
        }
        for &branch in module.branches_to(block) {
            for (successor, &to) in module.successors(branch).iter().enumerate() {
                if to != block {
                    continue;
                }
                let Some(operands) = module.branch_operands(branch, successor) else { return false };
                let Some(&operand) = operands.get(index) else { return false };
                pending.push(operand);
            }
        }
        true
    }
}
