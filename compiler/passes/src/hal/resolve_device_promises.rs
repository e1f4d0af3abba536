//! `iree-hal-resolve-device-promises`: devices that were promised are there now.

use halforge_ir::def::SYMBOL_TABLE;
use halforge_ir::{Attr, AttrKind, DialectAttrKind, Module, Op, OpKind};

use crate::analysis::globals::replace_in_attrs;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, walk_scope};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-resolve-device-promises",
    doc: "Replaces `#hal.device.promise` by `#hal.device.affinity`.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let symbols = SymbolTable::new(run.module, run.op);
    for op in walk_scope(run.module, run.op) {
        // Devices are those of the module; what has symbols of its own knows none of them.
        if op != run.op && run.module.def(op).has(SYMBOL_TABLE) {
            continue;
        }
        if let Some(promise) = missing(run.module, &symbols, op) {
            let shown = run.module.ctx.show_attr(promise).to_string();
            run.diagnostics.push(run.error_at(op, format!("expected the promised device to be declared, found {shown}")));
            continue;
        }
        let ctx = run.module.ctx.clone();
        replace_in_attrs(run.module, op, &|attr| match ctx.attr_kind(attr) {
            AttrKind::Dialect(promise) if promise.kind == DialectAttrKind::HalDevicePromise => {
                let mut affinity = promise.clone();
                affinity.kind = DialectAttrKind::HalDeviceAffinity;
                Some(ctx.attr(AttrKind::Dialect(affinity)))
            }
            _ => None,
        });
    }
    run.finish()
}

/// A promise in the attributes of `op` whose device the module does not have.
fn missing(module: &Module, symbols: &SymbolTable, op: Op) -> Option<Attr> {
    let ctx = &module.ctx;
    let mut found = None;
    let data = module.op(op);
    for (_, attr) in data.props.iter().chain(&data.attrs) {
        ctx.visit_attrs(*attr, &mut |attr| {
            if let AttrKind::Dialect(promise) = ctx.attr_kind(attr)
                && promise.kind == DialectAttrKind::HalDevicePromise
            {
                let device = promise.param("device").and_then(|device| ctx.symbol_path(device));
                let global = device.and_then(|path| symbols.resolve(module, &path));
                if global.is_none_or(|global| module.kind(global) != OpKind::UtilGlobal) {
                    found = found.or(Some(attr));
                }
            }
        });
    }
    found
}
