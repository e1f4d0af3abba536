//! `symbol-dce`: erases symbols that nothing needs.

use halforge_ir::def::{SYMBOL, SYMBOL_TABLE};
use halforge_ir::{Ident, Module, Op, OpKind};
use rustc_hash::FxHashSet;

use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, Visibility, names_used_around, ops_in, uses, visibility};

pub(crate) const PASS: Pass = Pass {
    name: "symbol-dce",
    doc: "Erases symbols that are not public and that no public symbol needs.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

/// Whether what is in a table can be seen from outside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Outside,
    Hidden,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (op, module) = (run.op, &mut *run.module);
    if !module.def(op).has(SYMBOL_TABLE) {
        return run.fail(op, "symbol-dce runs on operations that hold symbols");
    }
    let seen =
        if module.def(op).has(SYMBOL) && visibility(module, op) != Visibility::Private { Seen::Outside } else { Seen::Hidden };
    let mut live = FxHashSet::default();
    mark_table(module, op, seen, &mut live);
    for table in module.walk(op).into_iter().rev() {
        if !module.def(table).has(SYMBOL_TABLE) {
            continue;
        }
        for inner in ops_in(module, table) {
            if module.def(inner).has(SYMBOL) && !live.contains(&inner) {
                module.erase(inner);
            }
        }
    }
    Ok(())
}

/// Whether a symbol may go when nothing refers to it.
pub(crate) fn can_discard(module: &Module, op: Op, named_around: &FxHashSet<Ident>) -> bool {
    if visibility(module, op) == Visibility::Public {
        return false;
    }
    let is_named = || module.symbol_name(op).is_some_and(|name| named_around.contains(&module.ctx.ident(name)));
    !matches!(module.kind(op), OpKind::UtilGlobal | OpKind::UtilFunc) || !is_named()
}

fn mark_table(module: &Module, table: Op, seen: Seen, live: &mut FxHashSet<Op>) {
    let symbols = SymbolTable::new(module, table);
    let inner = ops_in(module, table);
    let named = inner.first().map(|&op| names_used_around(module, op)).unwrap_or_default();
    let mut pending = Vec::new();
    for op in inner {
        if !module.def(op).has(SYMBOL) {
            pending.push(op);
            continue;
        }
        let hidden = seen == Seen::Hidden || visibility(module, op) == Visibility::Private;
        if !(hidden && can_discard(module, op, &named)) && live.insert(op) {
            pending.push(op);
        }
    }
    while let Some(op) = pending.pop() {
        if module.def(op).has(SYMBOL_TABLE) {
            let private = !module.def(op).has(SYMBOL) || visibility(module, op) == Visibility::Private;
            let inside = if seen == Seen::Hidden || private { Seen::Hidden } else { Seen::Outside };
            mark_table(module, op, inside, live);
        }
        // What stands deeper, inside a symbol named on the way, has another table.
        let own = module.parent_op(op).filter(|&up| up != table).map(|up| SymbolTable::new(module, up));
        let symbols = own.as_ref().unwrap_or(&symbols);
        for (_, path) in uses(module, op) {
            // Every step of a path is needed.
            for end in 1..=path.len() {
                if let Some(used) = symbols.resolve(module, &path[..end])
                    && live.insert(used)
                {
                    pending.push(used);
                }
            }
        }
    }
}
