//! Which devices a value may be.
//!
//! A device comes from a global of type `!hal.device`. The analysis follows a value back through blocks, regions, selections
//! and calls to the loads of such globals; where it comes from anything else, the device is unknown. What devices globals
//! are for, their attributes say: [`Targets`].

use halforge_ir::{
    Attr, AttrKind, Block, DialectAttr, DialectAttrKind, HalType, Ident, Module, Op, OpKind, TypeKind, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::globals::{GlobalTable, callables, callee, global_type};
use crate::symbols::{Visibility, ops_in, symbol, visibility};

/// The devices of a module. Holds until functions, calls or globals change.
pub(crate) struct Devices {
    /// Globals that hold devices, in order of the text.
    pub(crate) globals: Vec<Op>,
    functions: FxHashMap<Ident, Op>,
    calls: FxHashMap<Ident, Vec<Op>>,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// From the globals and values that were noted.
    Noted,
    /// From an operation that is not followed, or from nowhere.
    Else,
    /// From outside of the module.
    Outside,
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
            if seen.insert(value) && self.step(module, value, &mut names, &mut pending) != Source::Noted {
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

    /// Notes where `value` comes from.
    fn step(&self, module: &Module, value: Value, names: &mut FxHashSet<Ident>, pending: &mut Vec<Value>) -> Source {
        let (op, index) = match module.value_def(value) {
            ValueDef::Result(op, index) => (op, index as usize),
            ValueDef::Arg(block, index) => return self.argument(module, block, index as usize, pending),
            ValueDef::Forward => return Source::Else,
        };
        match module.kind(op) {
            OpKind::UtilGlobalLoad => {
                let name = module.symbol_path(op, "global").and_then(|path| path.last().copied());
                names.extend(name);
                name.map_or(Source::Else, |_| Source::Noted)
            }
            OpKind::ArithSelect => {
                pending.extend([module.operand(op, 1), module.operand(op, 2)]);
                Source::Noted
            }
            OpKind::UtilOptimizationBarrier => {
                pending.push(module.operand(op, index));
                Source::Noted
            }
            OpKind::HalAllocatorSelect => {
                pending.extend(module.group(op, "devices"));
                Source::Noted
            }
            OpKind::HalCommandBufferDevice => {
                let create = module.defining_op(module.operand(op, 0));
                let create = create.filter(|&create| module.kind(create) == OpKind::HalCommandBufferCreate);
                pending.extend(create.map(|create| module.operand(create, 0)));
                create.map_or(Source::Else, |_| Source::Noted)
            }
            OpKind::UtilCall | OpKind::FuncCall => self.returned(module, op, index, pending),
            OpKind::ScfIf | OpKind::ScfIndexSwitch => {
                let ends = module.regions(op).iter().flat_map(|&region| module.blocks(region));
                let yields: Vec<Op> = ends.filter_map(|&block| module.last(block)).collect();
                pending.extend(yields.iter().map(|&end| module.operand(end, index)));
                Source::Noted
            }
            _ => Source::Else,
        }
    }

    /// What a call's function returns.
    fn returned(&self, module: &Module, call: Op, index: usize, pending: &mut Vec<Value>) -> Source {
        let Some(&function) = callee(module, call).and_then(|name| self.functions.get(&name)) else { return Source::Outside };
        let blocks = module.blocks(module.region(function, 0));
        let ends = blocks.iter().filter_map(|&block| module.last(block));
        let returns: Vec<Op> = ends.filter(|&op| matches!(module.kind(op), OpKind::UtilReturn | OpKind::FuncReturn)).collect();
        pending.extend(returns.iter().map(|&op| module.operand(op, index)));
        match (returns.is_empty(), blocks.is_empty()) {
            (false, _) => Source::Noted,
            (true, false) => Source::Else,
            (true, true) => Source::Outside,
        }
    }

    /// What branches and calls give to an argument.
    fn argument(&self, module: &Module, block: Block, index: usize, pending: &mut Vec<Value>) -> Source {
        let Some(region) = module.block_parent(block) else { return Source::Else };
        if module.entry(region) == Some(block) {
            let function = module.region_parent(region);
            let Some(name) = symbol(module, function) else { return Source::Else };
            if visibility(module, function) == Visibility::Public {
                return Source::Outside;
            }
            let calls = self.calls.get(&name).map(Vec::as_slice).unwrap_or_default();
            pending.extend(calls.iter().map(|&call| module.operand(call, index)));
            return if calls.is_empty() { Source::Else } else { Source::Noted };
        }
        for &branch in module.branches_to(block) {
            for (successor, &to) in module.successors(branch).iter().enumerate() {
                if to != block {
                    continue;
                }
                let Some(operands) = module.branch_operands(branch, successor) else { return Source::Else };
                let Some(&operand) = operands.get(index) else { return Source::Else };
                pending.push(operand);
            }
        }
        Source::Noted
    }
}

/// The `#hal.device.target`s that globals and values of a module may stand for.
pub(crate) struct Targets<'m> {
    module: &'m Module,
    root: Op,
    devices: Devices,
    by_name: FxHashMap<Ident, Op>,
    indirect: FxHashSet<Ident>,
}

impl<'m> Targets<'m> {
    pub(crate) fn new(module: &'m Module, root: Op) -> Self {
        let devices = Devices::new(module, root);
        let by_name = devices.globals.iter().filter_map(|&op| Some((symbol(module, op)?, op))).collect();
        let table = GlobalTable::new(module, root);
        let indirect = table.globals.iter().filter(|global| global.is_indirect).map(|global| global.name).collect();
        Self { module, root, devices, by_name, indirect }
    }

    /// The globals that hold devices, in order of the text.
    pub(crate) fn globals(&self) -> &[Op] {
        &self.devices.globals
    }

    /// Those of a global, in no order; where it does not say, those of the module.
    pub(crate) fn of_global(&self, global: Op) -> Vec<Attr> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Attr> = self.module.get_attr(global, "initial_value").into_iter().collect();
        let mut known = !pending.is_empty();
        while known && let Some(attr) = pending.pop() {
            if !seen.insert(attr) {
                continue;
            }
            known = self.parts(attr, &mut found, &mut |attr| pending.extend(attr));
        }
        if !known {
            found.extend(self.of_module().into_iter().flatten());
        }
        found
    }

    /// Those of a value, in no order; `None` where it comes from outside of the module.
    pub(crate) fn of_value(&self, value: Value) -> Option<Vec<Attr>> {
        let (mut names, mut seen, mut pending) = (FxHashSet::default(), FxHashSet::default(), vec![value]);
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            let op = self.module.defining_op(value);
            // What a command buffer was made for is not known to whoever asks for targets.
            if op.is_some_and(|op| self.module.kind(op) == OpKind::HalCommandBufferDevice) {
                continue;
            }
            if self.devices.step(self.module, value, &mut names, &mut pending) == Source::Outside {
                return None;
            }
        }
        let mut found = Vec::new();
        for name in names {
            found.extend(self.of_load(name)?);
        }
        Some(found)
    }

    /// Those that the module itself names, as programs without device globals do.
    pub(crate) fn of_module(&self) -> Option<Vec<Attr>> {
        let ctx = &self.module.ctx;
        let targets = ctx.array_value(self.module.get_attr(self.root, "hal.device.targets")?)?;
        let is_target = |attr: &Attr| dialect(self.module, *attr).is_some_and(|d| d.kind == DialectAttrKind::HalDeviceTarget);
        Some(targets.iter().copied().filter(is_target).collect())
    }

    /// Those that a load of a global gives; `None` when something else may be stored there.
    fn of_load(&self, name: Ident) -> Option<Vec<Attr>> {
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        let mut globals = vec![name];
        while let Some(name) = globals.pop() {
            if !seen.insert(name) {
                continue;
            }
            let &global = self.by_name.get(&name)?;
            if self.module.get_attr(global, "is_mutable").is_some() || self.indirect.contains(&name) {
                return None;
            }
            let mut pending = vec![self.module.get_attr(global, "initial_value")?];
            while let Some(attr) = pending.pop() {
                let fallback = dialect(self.module, attr).filter(|d| d.kind == DialectAttrKind::HalDeviceFallback);
                if let Some(fallback) = fallback {
                    globals.extend(self.named(fallback));
                } else if !self.parts(attr, &mut found, &mut |attr| pending.extend(attr)) {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// Adds a target to `found`, and hands the parts of anything else to `more`; `false` when it has none.
    fn parts(&self, attr: Attr, found: &mut Vec<Attr>, more: &mut dyn FnMut(Vec<Attr>)) -> bool {
        let Some(device) = dialect(self.module, attr) else { return false };
        match device.kind {
            DialectAttrKind::HalDeviceTarget => found.push(attr),
            DialectAttrKind::HalDeviceSelect => {
                let devices = device.param("devices").and_then(|devices| self.module.ctx.array_value(devices));
                more(devices.unwrap_or_default().to_vec());
            }
            DialectAttrKind::HalDeviceFallback => {
                let global = self.named(device).and_then(|name| self.by_name.get(&name));
                let Some(value) = global.and_then(|&global| self.module.get_attr(global, "initial_value")) else {
                    return false;
                };
                more(vec![value]);
            }
            _ => return false,
        }
        true
    }

    fn named(&self, fallback: &DialectAttr) -> Option<Ident> {
        self.module.ctx.symbol_path(fallback.param("name")?)?.last().copied()
    }
}

fn dialect(module: &Module, attr: Attr) -> Option<&DialectAttr> {
    match module.ctx.attr_kind(attr) {
        AttrKind::Dialect(dialect) => Some(dialect),
        _ => None,
    }
}
