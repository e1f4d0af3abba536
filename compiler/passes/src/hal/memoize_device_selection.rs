//! `iree-hal-memoize-device-selection`: the device for shared memory is chosen once, when the module is loaded.
//!
//! Choices come in the order of the text; upstream's order is that of a hash map.

use halforge_ir::rewrite::constants::constant;
use halforge_ir::{At, Attr, HalType, Ident, Module, Op, OpKind, Value};

use crate::analysis::devices::Devices;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-memoize-device-selection",
    doc: "Replaces selections among known devices by globals that are initialized when the module is loaded.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// What is chosen from and for.
#[derive(PartialEq, Eq)]
struct Choice {
    devices: Vec<Ident>,
    /// Queues of each device.
    affinities: Vec<Attr>,
    memory_type: Attr,
    buffer_usage: Attr,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (root, module) = (run.op, &mut *run.module);
    let devices = Devices::new(module, root);
    let mut choices: Vec<(Choice, Op, Vec<Op>)> = Vec::new();
    for callable in callables(module, root) {
        for op in module.walk(callable).into_iter().filter(|&op| module.kind(op) == OpKind::HalAllocatorSelect) {
            let Some(choice) = Choice::of(module, &devices, op) else { continue };
            match choices.iter_mut().find(|(other, ..)| *other == choice) {
                Some((_, _, ops)) => ops.push(op),
                None => choices.push((choice, callable, vec![op])),
            }
        }
    }
    let mut symbols = SymbolTable::new(module, root);
    for (choice, callable, ops) in choices {
        memoize(module, &mut symbols, &choice, callable, &ops);
    }
    Ok(())
}

impl Choice {
    /// `None` when something about it is not known.
    fn of(module: &Module, devices: &Devices, op: Op) -> Option<Self> {
        let names = module.group(op, "devices").into_iter().map(|device| symbol(module, devices.only(module, device)?));
        let affinities = module.group(op, "queue_affinities").into_iter().map(|affinity| constant(module, affinity));
        Some(Self {
            devices: names.collect::<Option<_>>()?,
            affinities: affinities.collect::<Option<_>>()?,
            memory_type: constant(module, module.named(op, "memory_types")?)?,
            buffer_usage: constant(module, module.named(op, "buffer_usage")?)?,
        })
    }
}

fn memoize(module: &mut Module, symbols: &mut SymbolTable, choice: &Choice, callable: Op, ops: &[Op]) {
    let ctx = module.ctx.clone();
    let loc = ctx.fused_loc(ops.iter().map(|&op| module.op(op).loc));
    let types = [ctx.hal_type(HalType::Device), ctx.int_type(64)];
    let names = ["__allocator_select_device", "__allocator_select_affinity"].map(|name| symbols.fresh(&ctx, name));
    let flags = ["memory_types", "buffer_usage"].map(|name| module.named(ops[0], name));
    let mut build = Build::new(module, At::Before(callable), loc);
    for (name, ty) in names.into_iter().zip(types) {
        let global = build.global(name, ty);
        symbols.define(name, global);
    }
    build.initializer(|build| {
        let (mut devices, mut affinities) = (Vec::new(), Vec::new());
        for (&device, &affinity) in choice.devices.iter().zip(&choice.affinities) {
            devices.push(build.load(device, types[0]));
            affinities.extend(build.constant(affinity, types[1]));
        }
        let flags: Vec<Value> = flags.into_iter().flatten().filter_map(|flag| copy_constant(build, flag)).collect();
        let groups = [&devices[..], &affinities[..], &flags[..1], &flags[1..]];
        let select = build.op(OpKind::HalAllocatorSelect, &groups, &types, &[]);
        for index in [0, 1] {
            let value = build.module.result(select, index);
            build.store(names[index], value);
        }
    });
    for &op in ops {
        for index in [0, 1] {
            let loaded = Build::before(module, op).load(names[index], types[index]);
            let result = module.result(op, index);
            module.replace_uses(result, loaded);
        }
        module.erase(op);
    }
}

/// The operation that gives a constant, again at another place.
fn copy_constant(build: &mut Build<'_>, value: Value) -> Option<Value> {
    let op = build.module.defining_op(value)?;
    let copy = build.module.clone_op(op, &mut halforge_ir::Mapping::new());
    build.place(copy);
    Some(build.module.result(copy, 0))
}
