//! `iree-hal-resolve-export-ordinals`: ordinals of exports become constants.

use halforge_ir::OpKind;

use crate::analysis::globals::callables;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::SymbolTable;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-resolve-export-ordinals",
    doc: "Replaces `hal.executable.export.ordinal` by the ordinal of the export.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let symbols = SymbolTable::new(run.module, run.op);
    for callable in callables(run.module, run.op) {
        for op in run.module.walk(callable) {
            if run.module.kind(op) != OpKind::HalExecutableExportOrdinal {
                continue;
            }
            let path = run.module.symbol_path(op, "entry_point").unwrap_or_default();
            let export = symbols.resolve(run.module, &path);
            let ordinal = export.and_then(|export| run.module.int_attr(export, "ordinal"));
            let Some(ordinal) = ordinal.and_then(|ordinal| i64::try_from(ordinal).ok()) else {
                let names: Vec<&str> = path.iter().map(|&name| run.module.ctx.str(name)).collect();
                let message = format!("expected an export with an ordinal, found none at @{}", names.join("::@"));
                run.diagnostics.push(run.error_at(op, message));
                continue;
            };
            let constant = Build::before(run.module, op).index(ordinal);
            let result = run.module.result(op, 0);
            run.module.replace_uses(result, constant);
            run.module.erase(op);
        }
    }
    run.finish()
}
