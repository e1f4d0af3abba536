//! `iree-hal-annotate-target-devices`: what is known about devices, written down where it is known, for people to read.

use halforge_ir::{Attr, HalType, Module, Op, OpKind, Type, TypeKind, Value};

use crate::analysis::devices::Targets;
use crate::functions::{Side, annotate, types};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::ops_in;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-annotate-target-devices",
    doc: "Says at globals, arguments and operations which devices their values may be.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

const TARGETS: &str = "hal.device.targets";
const OPERANDS: &str = "hal.device.targets.operands";
const RESULTS: &str = "hal.device.targets.results";

/// Something to be written down.
enum Note {
    At(Op, &'static str, Attr),
    Argument(Op, usize, Attr),
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    for note in notes(run.module, run.op) {
        match note {
            Note::At(op, key, value) => run.module.set_attr(op, key, value),
            Note::Argument(function, index, value) => {
                annotate(run.module, function, Side::Arguments, index, TARGETS, value);
            }
        }
    }
    Ok(())
}

/// Everything that is known; nothing of it changes what is known.
fn notes(module: &Module, root: Op) -> Vec<Note> {
    let targets = Targets::new(module, root);
    let mut notes = Vec::new();
    for &global in targets.globals() {
        notes.push(Note::At(global, TARGETS, list(module, targets.of_global(global))));
    }
    for function in ops_in(module, root) {
        let Some(inputs) = types(module, function, Side::Arguments) else { continue };
        let Some(entry) = module.regions(function).first().and_then(|&region| module.entry(region)) else { continue };
        for (index, (&arg, &ty)) in module.args(entry).iter().zip(&inputs).enumerate() {
            if is_device(module, ty) {
                notes.push(Note::Argument(function, index, of_value(module, &targets, arg)));
            }
        }
        for op in module.walk(function) {
            let operands: Vec<Value> = module.operands(op).collect();
            for (key, values) in [(OPERANDS, &operands[..]), (RESULTS, module.results(op))] {
                let devices = values.iter().filter(|&&value| is_device(module, module.ty(value)));
                let known: Vec<Attr> = devices.map(|&value| of_value(module, &targets, value)).collect();
                if !known.is_empty() {
                    notes.push(Note::At(op, key, module.ctx.array_attr(known)));
                }
            }
        }
    }
    notes
}

fn is_device(module: &Module, ty: Type) -> bool {
    matches!(module.ctx.type_kind(ty), TypeKind::Hal(HalType::Device))
}

/// What a value may be; what comes from outside may be what the module is for.
fn of_value(module: &Module, targets: &Targets<'_>, value: Value) -> Attr {
    list(module, targets.of_value(value).or_else(|| targets.of_module()).unwrap_or_default())
}

/// Targets as a list, each once, in order of their text.
fn list(module: &Module, mut targets: Vec<Attr>) -> Attr {
    targets.sort_by_cached_key(|&attr| module.ctx.show_attr(attr).to_string());
    targets.dedup();
    module.ctx.array_attr(targets)
}
