//! `iree-util-attribute-call-graph`: calls say what their functions say about being called.

use halforge_ir::{Attr, AttrKind, DialectAttrKind, Module, OpKind};

use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, ops_in};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-attribute-call-graph",
    doc: "Copies what functions say about calls of them to the calls.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// The attribute of functions without effects.
const NO_SIDE_EFFECTS: &str = "nosideeffects";

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let symbols = SymbolTable::new(run.module, run.op);
    for function in ops_in(run.module, run.op) {
        if !matches!(run.module.kind(function), OpKind::UtilFunc | OpKind::UtilInitializer | OpKind::FuncFunc) {
            continue;
        }
        for call in run.module.walk(function) {
            if run.module.kind(call) != OpKind::UtilCall {
                continue;
            }
            let path = run.module.symbol_path(call, "callee");
            let Some(callee) = path.and_then(|path| symbols.resolve(run.module, &path)) else { continue };
            let ctx = run.ctx();
            let attrs = run.module.op(callee).attrs.clone();
            for (name, value) in attrs {
                let name = ctx.str(name);
                if (name == NO_SIDE_EFFECTS || is_about_calls(run.module, value)) && run.module.get_attr(call, name).is_none() {
                    run.module.set_attr(call, name, value);
                }
            }
        }
    }
    Ok(())
}

fn is_about_calls(module: &Module, attr: Attr) -> bool {
    matches!(module.ctx.attr_kind(attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::HalAbiConvention)
}
