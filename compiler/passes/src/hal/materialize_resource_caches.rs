//! `iree-hal-materialize-resource-caches`: executables are loaded once for each device, when the module is loaded.
//!
//! Each device's executables become globals, with one initializer after the device's global that picks the first variant the
//! device takes. A device that may be another one takes that one's executables then.

use halforge_ir::{At, AttrKind, DialectAttrKind, HalType, Ident, Loc, Mapping, Module, Op, OpKind, Type, Value};
use rustc_hash::FxHashMap;

use crate::analysis::devices::Devices;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::hal::initialize_devices::format_of;
use crate::hal::prune_executables::of_kind;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, device_prefix, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-materialize-resource-caches",
    doc: "Replaces lookups of executables by globals, one for each device and executable, initialized at load time.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// `UNAVAILABLE`: the device takes no variant.
const STATUS_UNAVAILABLE: i64 = 14;

/// An executable that a device needs.
struct Executable {
    name: Ident,
    op: Op,
    locs: Vec<Loc>,
    lookups: Vec<Op>,
    global: Option<Ident>,
}

/// What a device needs.
struct Resources {
    device: Op,
    name: Ident,
    /// Devices it may be, by number.
    fallbacks: Vec<usize>,
    executables: Vec<Executable>,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let mut all = gather(run)?;
    let module = &mut *run.module;
    let mut symbols = SymbolTable::new(module, run.op);
    let mut unset = None;
    for number in 0..all.len() {
        if all[number].executables.is_empty() {
            continue;
        }
        if module.get_attr(all[number].device, "initial_value").is_none() {
            unset = Some(all[number].device);
            break;
        }
        let at = declare(module, &mut symbols, &mut all[number]);
        initialize(module, &mut symbols, &all, number, at);
    }
    if let Some(device) = unset {
        return run.fail(device, "expected a device that is described by an attribute, found one that an initializer sets");
    }
    for executable in of_kind(module, run.op, OpKind::HalExecutable) {
        for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
            let used_up = [OpKind::HalExecutableCondition, OpKind::HalExecutableConstantBlock];
            for kind in used_up {
                for op in of_kind(module, variant, kind) {
                    module.erase(op);
                }
            }
        }
    }
    Ok(())
}

/// Which device needs which executables.
fn gather(run: &mut Run<'_>) -> Result<Vec<Resources>, Failed> {
    let devices = Devices::new(run.module, run.op);
    let symbols = SymbolTable::new(run.module, run.op);
    let numbers: FxHashMap<Op, usize> = devices.globals.iter().enumerate().map(|(number, &device)| (device, number)).collect();
    let mut all = Vec::new();
    for &device in &devices.globals {
        let Some(name) = symbol(run.module, device) else { continue };
        let Some(fallbacks) = fallbacks(run.module, &symbols, device) else {
            return run.fail(device, "expected a device whose alternatives are known; resolve aliases first");
        };
        let fallbacks = fallbacks.into_iter().filter_map(|global| numbers.get(&global).copied()).collect();
        all.push(Resources { device, name, fallbacks, executables: Vec::new() });
    }
    for callable in callables(run.module, run.op) {
        for op in run.module.walk(callable) {
            if run.module.kind(op) != OpKind::HalExecutableLookup {
                continue;
            }
            let device = devices.only(run.module, run.module.operand(op, 0));
            let Some(&number) = device.and_then(|device| numbers.get(&device)) else {
                return run.fail(op, "expected a device that is known to come from one global");
            };
            let name = run.module.symbol_path(op, "executable").and_then(|path| path.last().copied());
            let executable = name.and_then(|name| Some((name, symbols.get(name)?)));
            let Some((name, executable)) = executable.filter(|(_, op)| run.module.kind(*op) == OpKind::HalExecutable) else {
                return run.fail(op, "expected an executable of the module");
            };
            let loc = run.module.op(op).loc;
            need(&mut all[number].executables, name, executable, &[loc]).lookups.push(op);
        }
    }
    for number in (0..all.len()).rev() {
        for fallback in all[number].fallbacks.clone() {
            let needed: Vec<(Ident, Op, Vec<Loc>)> = all[number]
                .executables
                .iter()
                .map(|executable| (executable.name, executable.op, executable.locs.clone()))
                .collect();
            for (name, op, locs) in needed {
                need(&mut all[fallback].executables, name, op, &locs);
            }
        }
    }
    Ok(all)
}

fn need<'e>(executables: &'e mut Vec<Executable>, name: Ident, op: Op, locs: &[Loc]) -> &'e mut Executable {
    let index = executables.iter().position(|executable| executable.name == name).unwrap_or_else(|| {
        executables.push(Executable { name, op, locs: Vec::new(), lookups: Vec::new(), global: None });
        executables.len() - 1
    });
    let executable = &mut executables[index];
    for &loc in locs {
        if !executable.locs.contains(&loc) {
            executable.locs.push(loc);
        }
    }
    executable
}

/// The globals that a device may be; `None` when that is not known.
fn fallbacks(module: &Module, symbols: &SymbolTable, device: Op) -> Option<Vec<Op>> {
    let Some(value) = module.get_attr(device, "initial_value") else { return Some(Vec::new()) };
    let AttrKind::Dialect(attr) = module.ctx.attr_kind(value) else { return None };
    let alternatives = match attr.kind {
        DialectAttrKind::HalDeviceSelect => module.ctx.array_value(attr.param("devices")?)?.to_vec(),
        _ => vec![value],
    };
    let mut found = Vec::new();
    for alternative in alternatives {
        let AttrKind::Dialect(attr) = module.ctx.attr_kind(alternative) else { return None };
        match attr.kind {
            DialectAttrKind::HalDeviceTarget | DialectAttrKind::HalDeviceOrdinal => {}
            DialectAttrKind::HalDeviceFallback => {
                let global = symbols.resolve(module, &module.ctx.symbol_path(attr.param("name")?)?)?;
                if !found.contains(&global) {
                    found.push(global);
                }
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Makes the globals of a device and loads them where executables were looked up; gives the place after them.
fn declare(module: &mut Module, symbols: &mut SymbolTable, resources: &mut Resources) -> At {
    let ctx = module.ctx.clone();
    let ty = ctx.hal_type(HalType::Executable);
    let prefix = device_prefix(ctx.str(resources.name));
    let mut at = At::After(resources.device);
    for (number, executable) in resources.executables.iter_mut().enumerate() {
        let name = symbols.fresh(&ctx, &format!("{prefix}_executable_{number}_{}", ctx.str(executable.name)));
        let loc = ctx.fused_loc(executable.locs.iter().copied());
        let mut build = Build::new(module, at, loc);
        let global = build.global(name, ty);
        at = build.at;
        symbols.define(name, global);
        executable.global = Some(name);
        for lookup in std::mem::take(&mut executable.lookups) {
            let loaded = Build::before(module, lookup).load(name, ty);
            let result = module.result(lookup, 0);
            module.replace_uses(result, loaded);
            module.erase(lookup);
        }
    }
    at
}

fn initialize(module: &mut Module, symbols: &mut SymbolTable, all: &[Resources], number: usize, at: At) {
    let resources = &all[number];
    let loc = module.op(resources.device).loc;
    let mut functions = Functions { at, symbols };
    Build::new(module, at, loc).initializer(|build| {
        if let At::End(block) = build.at
            && let Some(region) = build.module.block_parent(block)
        {
            functions.at = At::After(build.module.region_parent(region));
        }
        let ty = build.hal_type(HalType::Device);
        let device = build.load(resources.name, ty);
        let affinity = build.int(-1, 64);
        if resources.fallbacks.is_empty() {
            return create_all(build, &mut functions, resources, device, affinity);
        }
        let same: Vec<Value> = resources
            .fallbacks
            .iter()
            .map(|&fallback| {
                let other = build.load(all[fallback].name, ty);
                build.same(device, other)
            })
            .collect();
        build.first_of(&same, &[], |build, case| {
            match case {
                Some(case) => reuse(build, resources, &all[resources.fallbacks[case]]),
                None => create_all(build, &mut functions, resources, device, affinity),
            }
            Vec::new()
        });
    });
}

/// Where functions for the constants of executables go.
struct Functions<'s> {
    at: At,
    symbols: &'s mut SymbolTable,
}

/// Takes the executables of a device that this one is.
fn reuse(build: &mut Build<'_>, resources: &Resources, other: &Resources) {
    let ty = build.hal_type(HalType::Executable);
    for executable in &resources.executables {
        let theirs = other.executables.iter().find(|theirs| theirs.name == executable.name);
        let Some((from, to)) = theirs.and_then(|theirs| Some((theirs.global?, executable.global?))) else { continue };
        let value = build.load(from, ty);
        build.store(to, value);
    }
}

fn create_all(build: &mut Build<'_>, functions: &mut Functions<'_>, resources: &Resources, device: Value, affinity: Value) {
    let outer = build.loc;
    for executable in &resources.executables {
        let Some(global) = executable.global else { continue };
        build.loc = build.module.ctx.fused_loc(executable.locs.iter().copied());
        let loaded = create(build, functions, resources, executable, device, affinity);
        build.store(global, loaded);
    }
    build.loc = outer;
}

/// Loads the first variant that the device takes.
fn create(
    build: &mut Build<'_>,
    functions: &mut Functions<'_>,
    resources: &Resources,
    executable: &Executable,
    device: Value,
    affinity: Value,
) -> Value {
    let ctx = build.module.ctx.clone();
    let ty = build.hal_type(HalType::Executable);
    let variants = of_kind(build.module, executable.op, OpKind::HalExecutableVariant);
    let conditions: Vec<Value> = variants.iter().map(|&variant| condition(build, variant, device)).collect();
    let results = build.first_of(&conditions, &[ty], |build, case| {
        let Some(variant) = case.map(|case| variants[case]) else {
            let formats: Vec<&str> =
                variants.iter().filter_map(|&variant| format_of(&ctx, build.module.get_attr(variant, "target")?)).collect();
            let status = build.int(STATUS_UNAVAILABLE, 32);
            let message = format!(
                "HAL device `{}` does not support any variant of executable `{}`; available formats: [{}]",
                ctx.str(resources.name),
                ctx.str(executable.name),
                formats.join(", ")
            );
            build.check_ok(status, &message);
            return vec![build.null(ty)];
        };
        let constants = constants(build, functions, executable, variant, device);
        let nested = symbol(build.module, variant).into_iter().collect();
        let target = ctx.attr(AttrKind::Symbol { root: executable.name, nested });
        let props = [("executable_target", target)];
        vec![build.value(OpKind::HalExecutableCreate, &[&[device], &[affinity], &constants], ty, &props)]
    });
    results[0]
}

/// Whether a device takes a variant: its format, and what the variant itself asks.
pub(crate) fn condition(build: &mut Build<'_>, variant: Op, device: Value) -> Value {
    let ctx = build.module.ctx.clone();
    let bit = ctx.int_type(1);
    let outer = std::mem::replace(&mut build.loc, build.module.op(variant).loc);
    let format = build.module.get_attr(variant, "target").and_then(|target| format_of(&ctx, target)).unwrap_or_default();
    let mut takes = build.query(device, "hal.executable.format", format);
    if let Some(&condition) = of_kind(build.module, variant, OpKind::HalExecutableCondition).first() {
        let asked = build.op(OpKind::ScfExecuteRegion, &[], &[bit], &[]);
        let body = build.module.region(asked, 0);
        copy_body(build.module, condition, body, device, OpKind::ScfYield);
        let asked = build.module.result(asked, 0);
        takes = build.value(OpKind::ArithAndI, &[&[takes], &[asked]], bit, &[]);
    }
    build.loc = outer;
    takes
}

/// Copies the blocks of an operation's region that takes a device, with `hal.return` as another kind of end.
fn copy_body(module: &mut Module, from: Op, to: halforge_ir::Region, device: Value, end: OpKind) {
    let region = module.region(from, 0);
    module.clone_region(region, to, None, &mut Mapping::new());
    if let Some(entry) = module.entry(to) {
        for index in (0..module.args(entry).len()).rev() {
            let arg = module.args(entry)[index];
            module.replace_uses(arg, device);
            module.erase_arg(entry, index);
        }
    }
    replace_returns(module, to, end);
}

fn replace_returns(module: &mut Module, region: halforge_ir::Region, end: OpKind) {
    for block in module.blocks(region).to_vec() {
        let Some(ret) = module.last(block).filter(|&op| module.kind(op) == OpKind::HalReturn) else { continue };
        let values: Vec<Value> = module.operands(ret).collect();
        Build::before(module, ret).op(end, &[&values], &[], &[]);
        module.erase(ret);
    }
}

/// The constants of a variant: each block becomes a function that is called.
fn constants(
    build: &mut Build<'_>,
    functions: &mut Functions<'_>,
    executable: &Executable,
    variant: Op,
    device: Value,
) -> Vec<Value> {
    let ctx = build.module.ctx.clone();
    let mut values = Vec::new();
    let outer = build.loc;
    let blocks = of_kind(build.module, variant, OpKind::HalExecutableConstantBlock);
    for (number, block) in blocks.into_iter().enumerate() {
        build.loc = build.module.op(block).loc;
        let (inputs, results): (Vec<Type>, Vec<Type>) = crate::util::ipo::signature(build.module, block);
        let global = executable.global.map(|global| ctx.str(global)).unwrap_or_default();
        let name = functions.symbols.fresh(&ctx, &format!("{global}_constant_block_{number}"));
        let function = build.within(functions.at, |build| {
            let (function, entry) = build.function(name, &inputs, &results);
            let body = build.module.region(function, 0);
            build.module.erase_block(entry);
            let from = build.module.region(block, 0);
            build.module.clone_region(from, body, None, &mut Mapping::new());
            replace_returns(build.module, body, OpKind::UtilReturn);
            functions.at = build.at;
            function
        });
        functions.symbols.define(name, function);
        let operands = if inputs.is_empty() { Vec::new() } else { vec![device] };
        values.extend(build.call(name, &operands, &results));
    }
    build.loc = outer;
    values
}
