//! `iree-hal-prune-executables`: erases exports, variants and private executables that nothing outside refers to.

use halforge_ir::{Ident, Module, Op, OpKind};
use rustc_hash::FxHashSet;

use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{Visibility, ops_in, symbol, uses, visibility};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-prune-executables",
    doc: "Erases executables, variants and exports that nothing refers to, and numbers the exports that are left.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    let executables = of_kind(module, run.op, OpKind::HalExecutable);
    let mut named: FxHashSet<Vec<Ident>> = FxHashSet::default();
    for op in ops_in(module, run.op).into_iter().filter(|op| !executables.contains(op)) {
        for (_, path) in uses(module, op) {
            // A path names everything on its way.
            named.extend((1..=path.len()).map(|end| path[..end].to_vec()));
        }
    }
    for executable in executables {
        if visibility(module, executable) == Visibility::Private {
            prune(module, executable, &named);
        }
    }
    for executable in of_kind(module, run.op, OpKind::HalExecutable) {
        for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
            for (ordinal, export) in (0..).zip(of_kind(module, variant, OpKind::HalExecutableExport)) {
                let ordinal = module.ctx.index_attr(ordinal);
                module.set_attr(export, "ordinal", ordinal);
            }
        }
    }
    Ok(())
}

/// The operations of a kind that stand directly in another.
pub(crate) fn of_kind(module: &Module, op: Op, kind: OpKind) -> Vec<Op> {
    ops_in(module, op).into_iter().filter(|&inner| module.kind(inner) == kind).collect()
}

fn prune(module: &mut Module, executable: Op, named: &FxHashSet<Vec<Ident>>) {
    let Some(name) = symbol(module, executable) else { return };
    for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
        let Some(variant_name) = symbol(module, variant) else { continue };
        let exports = of_kind(module, variant, OpKind::HalExecutableExport);
        let mut live: FxHashSet<Ident> = FxHashSet::default();
        let is_named = |export: Ident| named.contains(&vec![name, variant_name, export]);
        let mut pending: Vec<Ident> =
            exports.iter().filter_map(|&export| symbol(module, export)).filter(|&export| is_named(export)).collect();
        while let Some(export) = pending.pop() {
            if !live.insert(export) {
                continue;
            }
            // What stands in for one that is needed is needed.
            let op = exports.iter().find(|&&op| symbol(module, op) == Some(export));
            let fallback = op.and_then(|&op| module.symbol_path(op, "condition_fallback"));
            pending.extend(fallback.and_then(|path| path.last().copied()));
        }
        for export in exports {
            if symbol(module, export).is_none_or(|export| !live.contains(&export)) {
                module.erase(export);
            }
        }
        if !named.contains(&vec![name, variant_name]) {
            module.erase(variant);
        }
    }
    if !named.contains(&vec![name]) {
        module.erase(executable);
    }
}
