//! The globals of a module, with everything that refers to them.
//!
//! The table holds until operations change in ways it is not told of; [`GlobalTable::rebuild`] looks anew.

use halforge_ir::{AttrKind, Ident, Loc, Module, Op, OpKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::pass::CALLABLES;
use crate::symbol_dce::can_discard;
use crate::symbols::{Visibility, names_used_around, ops_in, symbol, uses, visibility};

/// A global, and who refers to it.
pub(crate) struct Global {
    pub(crate) op: Op,
    pub(crate) name: Ident,
    /// `util.global.load`s, in order of the text.
    pub(crate) loads: Vec<Op>,
    /// `util.global.store`s.
    pub(crate) stores: Vec<Op>,
    /// Operations that name it in an attribute.
    pub(crate) references: Vec<Op>,
    /// Whether its address is taken, so that anything may happen to it.
    pub(crate) is_indirect: bool,
    /// Whether only initializers, and functions only they call, store to it.
    pub(crate) only_initialized: bool,
}

/// The globals of a module, in order of the text.
pub(crate) struct GlobalTable {
    root: Op,
    pub(crate) globals: Vec<Global>,
    by_name: FxHashMap<Ident, usize>,
    /// Functions that may run after initialization.
    reachable: FxHashSet<Op>,
}

/// What was done about a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Keep,
    Changed,
    Erase,
}

/// The functions and initializers of a module.
pub(crate) fn callables(module: &Module, root: Op) -> Vec<Op> {
    ops_in(module, root).into_iter().filter(|&op| CALLABLES.contains(&module.kind(op))).collect()
}

impl GlobalTable {
    /// Which functions can run after initialization is found out now and kept; the globals are found by [`Self::rebuild`].
    pub(crate) fn new(module: &Module, root: Op) -> Self {
        let reachable = reachable_from_outside(module, root);
        let mut table = Self { root, globals: Vec::new(), by_name: FxHashMap::default(), reachable };
        table.rebuild(module);
        table
    }

    pub(crate) fn rebuild(&mut self, module: &Module) {
        self.globals.clear();
        self.by_name.clear();
        for op in ops_in(module, self.root) {
            if module.kind(op) == OpKind::UtilGlobal
                && let Some(name) = symbol(module, op)
            {
                self.by_name.insert(name, self.globals.len());
                self.globals.push(Global {
                    op,
                    name,
                    loads: Vec::new(),
                    stores: Vec::new(),
                    references: Vec::new(),
                    is_indirect: false,
                    only_initialized: true,
                });
            }
        }
        for callable in callables(module, self.root) {
            let stores_count = self.reachable.contains(&callable);
            for (user, path) in uses(module, callable) {
                let Some(&index) = path.last().and_then(|name| self.by_name.get(name)) else { continue };
                let global = &mut self.globals[index];
                match module.kind(user) {
                    OpKind::UtilGlobalLoad => global.loads.push(user),
                    OpKind::UtilGlobalStore => {
                        global.stores.push(user);
                        global.only_initialized &= !stores_count;
                    }
                    OpKind::UtilGlobalAddress => global.is_indirect = true,
                    _ => global.references.push(user),
                }
            }
        }
    }

    pub(crate) fn find(&self, name: Ident) -> Option<usize> {
        self.by_name.get(&name).copied()
    }

    /// Calls `f` for each global; says whether it did anything.
    pub(crate) fn for_each(&mut self, module: &mut Module, mut f: impl FnMut(&mut Self, &mut Module, usize) -> Action) -> bool {
        let mut changed = false;
        let mut erased = Vec::new();
        for index in 0..self.globals.len() {
            match f(self, module, index) {
                Action::Keep => {}
                Action::Changed => changed = true,
                Action::Erase => {
                    self.by_name.remove(&self.globals[index].name);
                    erased.push(index);
                }
            }
        }
        self.erase(module, &erased);
        changed || !erased.is_empty()
    }

    /// Erases globals, given in order, and the stores to them.
    pub(crate) fn erase(&mut self, module: &mut Module, indices: &[usize]) {
        if indices.is_empty() {
            return;
        }
        for &index in indices {
            self.erase_stores(module, index);
            module.erase(self.globals[index].op);
        }
        let mut next = 0;
        self.globals.retain(|_| {
            next += 1;
            indices.binary_search(&(next - 1)).is_err()
        });
        self.by_name = self.globals.iter().enumerate().map(|(i, global)| (global.name, i)).collect();
    }

    pub(crate) fn erase_stores(&mut self, module: &mut Module, index: usize) {
        for store in std::mem::take(&mut self.globals[index].stores) {
            module.erase(store);
        }
    }

    /// Makes everything that loads or names `from` use `to`. Stores stay.
    pub(crate) fn rename_uses(&mut self, module: &mut Module, from: usize, to: usize) {
        let ctx = module.ctx.clone();
        let (old, new) = (ctx.symbol_attr(self.globals[from].name), ctx.symbol_attr(self.globals[to].name));
        let loads = std::mem::take(&mut self.globals[from].loads);
        for &load in &loads {
            module.set_attr(load, "global", new);
        }
        let references = std::mem::take(&mut self.globals[from].references);
        for &op in &references {
            replace_in_attrs(module, op, &|attr| (attr == old).then_some(new));
        }
        self.globals[to].loads.extend(loads);
        self.globals[to].references.extend(references);
    }
}

/// Replaces attributes wherever they stand in those of an operation.
pub(crate) fn replace_in_attrs(module: &mut Module, op: Op, f: &dyn Fn(halforge_ir::Attr) -> Option<halforge_ir::Attr>) {
    let ctx = module.ctx.clone();
    let data = module.op_mut(op);
    if let Some(props) = ctx.replace_in_list(&data.props, f) {
        data.props = props;
    }
    if let Some(attrs) = ctx.replace_in_list(&data.attrs, f) {
        data.attrs = attrs;
    }
}

impl Global {
    pub(crate) fn is_private(&self, module: &Module) -> bool {
        visibility(module, self.op) == Visibility::Private
    }

    /// Whether all that happens to it is known.
    pub(crate) fn is_candidate(&self, module: &Module) -> bool {
        !self.is_indirect && self.is_private(module)
    }

    /// Whether it may go when nothing loads it.
    pub(crate) fn can_erase(&self, module: &Module) -> bool {
        self.is_candidate(module) && can_discard(module, self.op, &names_used_around(module, self.op))
    }

    pub(crate) fn initial_value(&self, module: &Module) -> Option<halforge_ir::Attr> {
        module.get_attr(self.op, "initial_value")
    }

    pub(crate) fn ty(&self, module: &Module) -> Option<halforge_ir::Type> {
        global_type(module, self.op)
    }

    pub(crate) fn is_mutable(&self, module: &Module) -> bool {
        module.get_attr(self.op, "is_mutable").is_some()
    }

    pub(crate) fn loc(&self, module: &Module) -> Loc {
        module.op(self.op).loc
    }
}

/// The type of a global.
pub(crate) fn global_type(module: &Module, op: Op) -> Option<halforge_ir::Type> {
    match module.ctx.attr_kind(module.get_attr(op, "type")?) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// The function a call names.
pub(crate) fn callee(module: &Module, op: Op) -> Option<Ident> {
    match module.kind(op) {
        OpKind::UtilCall | OpKind::FuncCall => module.symbol_path(op, "callee")?.last().copied(),
        _ => None,
    }
}

/// Public functions and all they call.
fn reachable_from_outside(module: &Module, root: Op) -> FxHashSet<Op> {
    let functions: Vec<Op> =
        callables(module, root).into_iter().filter(|&op| module.kind(op) != OpKind::UtilInitializer).collect();
    let by_name: FxHashMap<Ident, Op> = functions.iter().filter_map(|&op| Some((symbol(module, op)?, op))).collect();
    let mut reachable = FxHashSet::default();
    let mut pending: Vec<Op> = functions.into_iter().filter(|&op| visibility(module, op) == Visibility::Public).collect();
    while let Some(op) = pending.pop() {
        if !reachable.insert(op) {
            continue;
        }
        let callees = module.walk(op).into_iter().filter_map(|op| callee(module, op));
        pending.extend(callees.filter_map(|name| by_name.get(&name)));
    }
    reachable
}
