//! `iree-util-verify-initialization-order`: initializers only use what stands before them, and set globals once.
//!
//! Functions that initializers call count as part of them. What only runs while the program is initialized may store to
//! globals that do not change later; anything else may not.

use halforge_ir::{Diagnostic, Ident, Module, Op, OpKind, Severity};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::globals::{Global, GlobalTable, callables, callee};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{ops_in, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-verify-initialization-order",
    doc: "Fails when initializers use globals that are not there yet, or globals that do not change are set more than once.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let order = Order::new(run.module, run.op);
    let mut found = Vec::new();
    let initialized = order.check(run.module, &mut found);
    for global in order.table.globals.iter().filter(|global| !global.is_mutable(run.module)) {
        check_stores(run.module, global, &initialized, &mut found);
    }
    for (op, severity, message) in found {
        let diagnostic = Diagnostic { severity, ..run.error_at(op, message) };
        run.report(diagnostic);
    }
    run.finish()
}

type Found = Vec<(Op, Severity, String)>;

struct Order {
    table: GlobalTable,
    /// Positions in the module.
    positions: FxHashMap<Op, usize>,
    functions: FxHashMap<Ident, Op>,
    initializers: Vec<Op>,
}

impl Order {
    fn new(module: &Module, root: Op) -> Self {
        let callables = callables(module, root);
        let is_initializer = |op: &Op| module.kind(*op) == OpKind::UtilInitializer;
        Self {
            table: GlobalTable::new(module, root),
            positions: ops_in(module, root).into_iter().zip(0..).collect(),
            functions: callables.iter().filter_map(|&op| Some((symbol(module, op)?, op))).collect(),
            initializers: callables.into_iter().filter(is_initializer).collect(),
        }
    }

    /// Checks that initializers only use globals before them; gives all they run.
    ///
    /// A function is looked at for the first initializer that runs it: what stands before that one stands before others.
    fn check(&self, module: &Module, found: &mut Found) -> FxHashSet<Op> {
        let mut seen = FxHashSet::default();
        for &initializer in &self.initializers {
            let mut pending = vec![initializer];
            while let Some(callable) = pending.pop() {
                if !seen.insert(callable) {
                    continue;
                }
                for op in module.walk(callable) {
                    pending.extend(callee(module, op).and_then(|name| self.functions.get(&name)));
                    if let Some(name) = self.later_global(module, op, initializer) {
                        let what =
                            format!("expected a global before the initializer that uses it, found @{}", module.ctx.str(name));
                        found.push((op, Severity::Error, what));
                    }
                }
            }
        }
        seen
    }

    /// The global that `op` uses, when it stands after the initializer.
    fn later_global(&self, module: &Module, op: Op, initializer: Op) -> Option<Ident> {
        if !matches!(module.kind(op), OpKind::UtilGlobalLoad | OpKind::UtilGlobalStore) {
            return None;
        }
        let name = module.symbol_path(op, "global")?.last().copied()?;
        let global = self.table.globals.get(self.table.find(name)?)?;
        (self.positions.get(&global.op) > self.positions.get(&initializer)).then_some(name)
    }
}

/// Checks the stores to a global that does not change once the program is initialized.
fn check_stores(module: &Module, global: &Global, initialized: &FxHashSet<Op>, found: &mut Found) {
    let name = module.ctx.str(global.name);
    let mut is_set = global.initial_value(module).is_some();
    for &store in &global.stores {
        let mut around = std::iter::successors(module.parent_op(store), |&up| module.parent_op(up));
        let Some(callable) =
            around.find(|&op| module.kind(op).def().name.ends_with("func") || module.kind(op) == OpKind::UtilInitializer)
        else {
            continue;
        };
        if module.kind(callable) == OpKind::UtilInitializer {
            if std::mem::replace(&mut is_set, true) {
                found.push((store, Severity::Error, format!("expected @{name} to be set once, found a second value for it")));
            }
        } else if !global.only_initialized {
            let what = format!("expected @{name} to be set by initializers only, found a store that may run later");
            found.push((store, Severity::Error, what));
        } else if !initialized.contains(&callable) {
            let what = format!("@{name} is set by a function that nothing is known to call");
            found.push((store, Severity::Warning, what));
        } else if module.parent_op(store) != Some(callable) {
            found.push((store, Severity::Warning, format!("@{name} is set under a condition")));
        }
    }
}
