//! `iree-hal-memoize-device-queries`: devices are asked once, when the module is loaded.

use halforge_ir::{At, Attr, Module, Op, OpKind};

use crate::analysis::devices::Devices;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, device_prefix, sanitize, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-memoize-device-queries",
    doc: "Replaces queries of known devices by globals that are initialized when the module is loaded.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// The same question, asked in several places.
struct Question {
    key: [Option<Attr>; 3],
    ops: Vec<Op>,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (root, module) = (run.op, &mut *run.module);
    let devices = Devices::new(module, root);
    let mut asked: Vec<(Op, Vec<Question>)> = devices.globals.iter().map(|&device| (device, Vec::new())).collect();
    for op in callables(module, root).into_iter().flat_map(|callable| module.walk(callable)) {
        if module.kind(op) != OpKind::HalDeviceQuery {
            continue;
        }
        let Some(device) = devices.only(module, module.operand(op, 0)) else { continue };
        let Some((_, questions)) = asked.iter_mut().find(|(other, _)| *other == device) else { continue };
        let key = ["category", "key", "default_value"].map(|name| module.get_attr(op, name));
        match questions.iter_mut().find(|question| question.key == key) {
            Some(question) => question.ops.push(op),
            None => questions.push(Question { key, ops: vec![op] }),
        }
    }
    let mut symbols = SymbolTable::new(module, root);
    for (device, questions) in asked.into_iter().filter(|(_, questions)| !questions.is_empty()) {
        memoize(module, &mut symbols, device, &questions);
    }
    Ok(())
}

fn memoize(module: &mut Module, symbols: &mut SymbolTable, device: Op, questions: &[Question]) {
    let ctx = module.ctx.clone();
    let Some(device_name) = symbol(module, device) else { return };
    let mut at = At::After(device);
    let mut globals = Vec::new();
    for (number, Question { key, ops }) in questions.iter().enumerate() {
        let loc = ctx.fused_loc(ops.iter().map(|&op| module.op(op).loc));
        let types = [0, 1].map(|index| module.ty(module.result(ops[0], index)));
        let [category, key] = [key[0], key[1]].map(|text| sanitize(text.and_then(|text| ctx.str_value(text)).unwrap_or("")));
        let name = format!("{}_query_{number}_{category}_{key}", device_prefix(ctx.str(device_name)));
        let names = [symbols.fresh(&ctx, &format!("{name}_ok")), symbols.fresh(&ctx, &name)];
        let mut build = Build::new(module, at, loc);
        for (name, ty) in names.into_iter().zip(types) {
            let global = build.global(name, ty);
            symbols.define(name, global);
        }
        at = build.at;
        for &op in ops {
            for index in [0, 1] {
                let loaded = Build::before(module, op).load(names[index], types[index]);
                let result = module.result(op, index);
                module.replace_uses(result, loaded);
            }
        }
        globals.push((loc, names, types));
    }
    let loc = ctx.fused_loc(globals.iter().map(|(loc, ..)| *loc));
    Build::new(module, at, loc).initializer(|build| {
        let device = build.load(device_name, build.hal_type(halforge_ir::HalType::Device));
        for (Question { key, .. }, (_, names, types)) in questions.iter().zip(&globals) {
            let keys = ["category", "key", "default_value"].into_iter().zip(key);
            let props: Vec<(&str, Attr)> = keys.filter_map(|(name, attr)| Some((name, (*attr)?))).collect();
            let query = build.op(OpKind::HalDeviceQuery, &[&[device]], types, &props);
            for index in [0, 1] {
                let value = build.module.result(query, index);
                build.store(names[index], value);
            }
        }
    });
    for &op in questions.iter().flat_map(|question| &question.ops) {
        module.erase(op);
    }
}
