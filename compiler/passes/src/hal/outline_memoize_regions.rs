//! `iree-hal-outline-memoize-regions`: what is to be made once for a device is made when the module is loaded.
//!
//! The contents of each region become a function. When it needs nothing that is only known at run time, each device it may be
//! for gets globals that hold its results, and a function looks up those of the device at hand; else it is called in place.

use halforge_ir::def::CONSTANT_LIKE;
use halforge_ir::rewrite::constants::{int, zero};
use halforge_ir::{At, Attr, AttrKind, HalType, Ident, Loc, Mapping, Module, Op, OpKind, Type, Value};

use crate::analysis::devices::Devices;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-outline-memoize-regions",
    doc: "Moves the contents of `hal.device.memoize` to functions, and their results to globals where they can be.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    let devices = Devices::new(module, run.op);
    let mut symbols = SymbolTable::new(module, run.op);
    for callable in callables(module, run.op) {
        // Those inside others come first.
        let found = module.walk_region_postorder(module.region(callable, 0));
        for op in found.into_iter().filter(|&op| module.kind(op) == OpKind::HalDeviceMemoize).collect::<Vec<_>>() {
            let possible = devices.of(module, module.operand(op, 0));
            outline(module, &mut symbols, callable, op, possible);
        }
    }
    Ok(())
}

/// A region to be outlined.
struct Memoize {
    op: Op,
    loc: Loc,
    /// What names begin with.
    prefix: String,
    device: Value,
    affinity: Value,
    constants: Vec<Value>,
    /// Loads of immutable globals.
    globals: Vec<Value>,
    /// What is only known where the region stands.
    dynamic: Vec<Value>,
    results: Vec<Type>,
}

impl Memoize {
    fn new(module: &Module, callable: Op, op: Op) -> Self {
        let (device, affinity) = (module.operand(op, 0), module.operand(op, 1));
        let mut memoize = Self {
            op,
            loc: module.op(op).loc,
            prefix: format!("__{}_memoize", module.symbol_name(callable).unwrap_or_default()),
            device,
            affinity,
            constants: Vec::new(),
            globals: Vec::new(),
            dynamic: Vec::new(),
            results: module.results(op).iter().map(|&result| module.ty(result)).collect(),
        };
        for value in captured(module, op) {
            if value == device || value == affinity {
                continue;
            }
            let def = module.defining_op(value);
            let is_immutable =
                |&def: &Op| module.kind(def) == OpKind::UtilGlobalLoad && module.get_attr(def, "is_immutable").is_some();
            if def.is_some_and(|def| module.def(def).has(CONSTANT_LIKE)) {
                memoize.constants.push(value);
            } else if def.filter(is_immutable).is_some() {
                memoize.globals.push(value);
            } else {
                memoize.dynamic.push(value);
            }
        }
        memoize
    }

    /// What is passed to the function of the contents.
    fn operands(&self) -> Vec<Value> {
        [self.device, self.affinity].iter().chain(&self.globals).chain(&self.dynamic).copied().collect()
    }
}

/// Values used inside an operation's region and defined outside it, in order of use.
pub(crate) fn captured(module: &Module, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    for inner in module.walk(op).into_iter().skip(1) {
        for value in module.operands(inner) {
            let block = module.value_block(value).and_then(|block| module.block_parent(block));
            let is_inside = block.is_some_and(|region| module.is_inside(module.region_parent(region), op));
            if !is_inside && !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

fn outline(module: &mut Module, symbols: &mut SymbolTable, callable: Op, op: Op, devices: Option<Vec<Op>>) {
    let memoize = Memoize::new(module, callable, op);
    let mut build = Build::new(module, At::Before(callable), memoize.loc);
    let apply = outline_body(&mut build, symbols, &memoize);
    let (callee, operands) = match devices.filter(|devices| memoize.dynamic.is_empty() && !devices.is_empty()) {
        Some(devices) => {
            let results: Vec<(Ident, Vec<Ident>)> = devices
                .into_iter()
                .filter_map(|device| {
                    let name = symbol(build.module, device)?;
                    Some((name, memoize_for(&mut build, symbols, &memoize, apply, name)))
                })
                .collect();
            (make_lookup(&mut build, symbols, &memoize, &results), vec![memoize.device, memoize.affinity])
        }
        None => (apply, memoize.operands()),
    };
    let values = Build::before(module, op).call(callee, &operands, &memoize.results);
    for (old, new) in module.results(op).to_vec().into_iter().zip(values) {
        module.replace_uses(old, new);
    }
    module.erase(op);
}

/// The function that does what the region does.
fn outline_body(build: &mut Build<'_>, symbols: &mut SymbolTable, memoize: &Memoize) -> Ident {
    let ctx = build.module.ctx.clone();
    let name = symbols.fresh(&ctx, &format!("{}_apply", memoize.prefix));
    let operands = memoize.operands();
    let types: Vec<Type> = operands.iter().map(|&value| build.module.ty(value)).collect();
    let (function, entry) = build.function(name, &types, &memoize.results);
    symbols.define(name, function);
    let policy = inline_never(&ctx);
    build.module.set_attr(function, "inlining_policy", policy);
    let mut map = Mapping::new();
    for (&value, &arg) in operands.iter().zip(&build.module.args(entry).to_vec()) {
        map.map(value, arg);
    }
    for &constant in &memoize.constants {
        if let Some(op) = build.module.defining_op(constant) {
            build.module.clone_op_at(op, At::End(entry), &mut map);
        }
    }
    let (from, to) = (build.module.region(memoize.op, 0), build.module.region(function, 0));
    build.module.clone_region(from, to, Some(entry), &mut map);
    let blocks = build.module.blocks(to).to_vec();
    build.within(At::End(entry), |build| build.branch(blocks[1], &[]));
    for block in blocks {
        let Some(end) = build.module.last(block).filter(|&op| build.module.kind(op) == OpKind::HalReturn) else { continue };
        let values: Vec<Value> = build.module.operands(end).collect();
        Build::before(build.module, end).op(OpKind::UtilReturn, &[&values], &[], &[]);
        build.module.erase(end);
    }
    name
}

fn inline_never(ctx: &halforge_ir::Context) -> Attr {
    let kind = halforge_ir::DialectAttrKind::UtilInlineNever;
    ctx.attr(AttrKind::Dialect(halforge_ir::DialectAttr { kind, params: Default::default(), ty: None }))
}

/// Globals with the results for a device, and their initializer.
fn memoize_for(build: &mut Build<'_>, symbols: &mut SymbolTable, memoize: &Memoize, apply: Ident, device: Ident) -> Vec<Ident> {
    let ctx = build.module.ctx.clone();
    let short = ctx.str(device).strip_prefix("__").unwrap_or(ctx.str(device));
    let mut names = Vec::new();
    for (number, &ty) in memoize.results.iter().enumerate() {
        let name = symbols.fresh(&ctx, &format!("{}_result_{number}_{short}", memoize.prefix));
        let global = build.global(name, ty);
        symbols.define(name, global);
        names.push(name);
    }
    let queues = int(build.module, memoize.affinity).and_then(|mask| i64::try_from(mask).ok()).unwrap_or(-1);
    build.initializer(|build| {
        let ty = build.hal_type(HalType::Device);
        let mut operands = vec![build.load_immutable(device, ty), build.int(queues, 64)];
        for &global in &memoize.globals {
            let Some(load) = build.module.defining_op(global) else { continue };
            let copy = build.module.clone_op(load, &mut Mapping::new());
            build.place(copy);
            operands.push(build.module.result(copy, 0));
        }
        let values = build.call(apply, &operands, &memoize.results);
        for (&name, value) in names.iter().zip(values) {
            build.store(name, value);
        }
    });
    names
}

/// The function that gives the results for the device at hand.
fn make_lookup(build: &mut Build<'_>, symbols: &mut SymbolTable, memoize: &Memoize, results: &[(Ident, Vec<Ident>)]) -> Ident {
    let ctx = build.module.ctx.clone();
    let name = symbols.fresh(&ctx, &format!("{}_lookup", memoize.prefix));
    let types = [memoize.device, memoize.affinity].map(|value| build.module.ty(value));
    let (function, entry) = build.function(name, &types, &memoize.results);
    symbols.define(name, function);
    let device = build.module.args(entry)[0];
    build.within(At::End(entry), |build| {
        let values = select(build, device, results, &memoize.results);
        build.op(OpKind::UtilReturn, &[&values], &[], &[]);
    });
    name
}

/// The results of the first device that `device` is, or nothing of their types.
fn select(build: &mut Build<'_>, device: Value, results: &[(Ident, Vec<Ident>)], types: &[Type]) -> Vec<Value> {
    let Some(((name, globals), rest)) = results.split_first() else {
        return types.iter().map(|&ty| nothing(build, ty)).collect();
    };
    let ty = build.hal_type(HalType::Device);
    let candidate = build.load(*name, ty);
    let is_it = build.same(device, candidate);
    build.either(
        is_it,
        types,
        |build| globals.iter().zip(types).map(|(&global, &ty)| build.load(global, ty)).collect(),
        |build| select(build, device, rest, types),
    )
}

fn nothing(build: &mut Build<'_>, ty: Type) -> Value {
    let zero = zero(&build.module.ctx, ty);
    match zero.and_then(|zero| build.constant(zero, ty)) {
        Some(zero) => zero,
        None => build.null(ty),
    }
}
