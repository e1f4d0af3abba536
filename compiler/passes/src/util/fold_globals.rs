//! `iree-util-fold-globals`: globals that always hold the same constant, that only pass on another global's value, that never
//! change, that nobody loads, or that equal another one.

use halforge_ir::rewrite::constants::{constant, materialize};
use halforge_ir::rewrite::greedy::{Greedy, Order, simplify};
use halforge_ir::{At, Attr, Context, HalType, Ident, Module, Op, OpKind, StreamType, Type, TypeKind};
use rustc_hash::FxHashMap;

use crate::analysis::globals::{Action, GlobalTable};
use crate::pass::{Again, Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-fold-globals",
    doc: "Replaces globals by what is known about them: constants, other globals, or nothing when they are not loaded.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// Rounds after which the pass stops, as upstream.
const MAX_ROUNDS: u32 = 10;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (op, module) = (run.op, &mut *run.module);
    let mut table = GlobalTable::new(module, op);
    for _ in 0..MAX_ROUNDS {
        simplify(module, op, &Greedy { order: Order::BottomUp, ..Greedy::default() });
        table.rebuild(module);
        let mut changed = false;
        changed |= table.for_each(module, inline_constant_stores);
        changed |= table.for_each(module, rename_chained);
        changed |= table.for_each(module, make_immutable);
        changed |= table.for_each(module, inline_constant_loads);
        changed |= table.for_each(module, erase_unused);
        changed |= merge_equal(&mut table, module);
        if !changed {
            break;
        }
        run.again = Again::Yes;
    }
    Ok(())
}

/// Stores of one constant only: the initial value.
fn inline_constant_stores(table: &mut GlobalTable, module: &mut Module, index: usize) -> Action {
    let global = &table.globals[index];
    if global.is_indirect {
        return Action::Keep;
    }
    let initial = global.initial_value(module);
    let mut value = initial;
    for &store in &global.stores {
        let stored = constant(module, module.operand(store, 0));
        if stored.is_none() || (value.is_some() && value != stored) {
            return Action::Keep;
        }
        value = stored;
    }
    let Some(value) = value.filter(|_| value != initial) else { return Action::Keep };
    // Bytes of a tensor are the constant of a buffer, but not the initial value of one.
    if module.ctx.attr_type(value).is_some_and(|ty| Some(ty) != global.ty(module)) {
        return Action::Keep;
    }
    module.set_attr(global.op, "initial_value", value);
    table.erase_stores(module, index);
    Action::Changed
}

/// A global that only ever gets what was loaded from one other: that one.
fn rename_chained(table: &mut GlobalTable, module: &mut Module, index: usize) -> Action {
    let global = &table.globals[index];
    if !global.is_candidate(module) {
        return Action::Keep;
    }
    let mut source: Option<Ident> = None;
    for &store in &global.stores {
        let load = module.defining_op(module.operand(store, 0)).filter(|&op| module.kind(op) == OpKind::UtilGlobalLoad);
        let name = load.and_then(|load| module.symbol_path(load, "global")).and_then(|path| path.last().copied());
        if name.is_none() || (source.is_some() && source != name) {
            return Action::Keep;
        }
        source = name;
    }
    match source.and_then(|name| table.find(name)).filter(|&source| source != index) {
        Some(source) => {
            table.rename_uses(module, index, source);
            Action::Erase
        }
        None => Action::Keep,
    }
}

/// Stored to only while initializing: immutable, and so are its loads elsewhere.
fn make_immutable(table: &mut GlobalTable, module: &mut Module, index: usize) -> Action {
    let global = &table.globals[index];
    if !global.is_candidate(module) || (!global.stores.is_empty() && !global.only_initialized) {
        return Action::Keep;
    }
    let mut changed = global.is_mutable(module);
    module.remove_attr(global.op, "is_mutable");
    let unit = module.ctx.unit();
    for &load in &global.loads {
        let in_initializer = std::iter::successors(module.parent_op(load), |&up| module.parent_op(up))
            .any(|up| module.kind(up) == OpKind::UtilInitializer);
        if !in_initializer && module.get_attr(load, "is_immutable").is_none() {
            module.set_attr(load, "is_immutable", unit);
            changed = true;
        }
    }
    if changed { Action::Changed } else { Action::Keep }
}

/// Loads of a constant: the constant.
fn inline_constant_loads(table: &mut GlobalTable, module: &mut Module, index: usize) -> Action {
    let global = &table.globals[index];
    let Some(value) = global.initial_value(module) else { return Action::Keep };
    let ctx = module.ctx.clone();
    let is_fixed = global.is_indirect || !global.stores.is_empty() || global.is_mutable(module) || global.loads.is_empty();
    // Attributes of other dialects would be lost with the global.
    let has_foreign = module.op(global.op).attrs.iter().any(|(key, _)| {
        let key = ctx.str(*key);
        key.contains('.') && !key.starts_with("util.")
    });
    let is_reference = global.ty(module).is_some_and(|ty| is_reference(&ctx, ty));
    if is_fixed || has_foreign || is_reference {
        return Action::Keep;
    }
    let may_inline = module.get_attr(global.op, "inlining_policy").is_none_or(|policy| !forbids_inlining(module, policy));
    let mut kept = Vec::new();
    for load in table.globals[index].loads.clone() {
        let result = module.result(load, 0);
        let (loc, ty) = (module.op(load).loc, module.ty(result));
        match may_inline.then(|| materialize(module, At::Before(load), value, ty, loc)).flatten() {
            Some(constant) => {
                let constant = module.result(constant, 0);
                module.replace_uses(result, constant);
                module.erase(load);
            }
            None => kept.push(load),
        }
    }
    let global = &mut table.globals[index];
    let inlined = kept.len() < global.loads.len();
    global.loads = kept;
    match global.loads.is_empty() && global.references.is_empty() {
        false if inlined => Action::Changed,
        false => Action::Keep,
        true if global.is_private(module) => Action::Erase,
        true => Action::Changed,
    }
}

/// Whether values of a type are objects that mean something as globals.
fn is_reference(ctx: &Context, ty: Type) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::UtilBuffer | TypeKind::StreamResource(_) | TypeKind::Stream(StreamType::Channel) => true,
        TypeKind::Hal(ty) => matches!(ty, HalType::Buffer | HalType::BufferView | HalType::Device),
        _ => false,
    }
}

/// Whether a policy is `#util.inline.never`.
pub(crate) fn forbids_inlining(module: &Module, policy: Attr) -> bool {
    module.ctx.show_attr(policy).to_string() == "#util.inline.never"
}

fn erase_unused(table: &mut GlobalTable, module: &mut Module, index: usize) -> Action {
    let global = &table.globals[index];
    let unused = global.loads.is_empty() && global.references.is_empty();
    if unused && global.can_erase(module) { Action::Erase } else { Action::Keep }
}

/// Constants that are equal in value, type and attributes: the first.
fn merge_equal(table: &mut GlobalTable, module: &mut Module) -> bool {
    let mut first: FxHashMap<_, usize> = FxHashMap::default();
    let mut same: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, global) in table.globals.iter().enumerate() {
        let Some(value) = global.initial_value(module) else { continue };
        if !global.is_candidate(module) || !global.stores.is_empty() {
            continue;
        }
        let mut attrs = module.op(global.op).attrs.clone();
        attrs.retain(|(key, _)| module.ctx.str(*key).contains('.'));
        attrs.sort_unstable();
        match first.entry((value, global.ty(module), attrs)) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(same.len());
                same.push((index, Vec::new()));
            }
            std::collections::hash_map::Entry::Occupied(entry) => same[*entry.get()].1.push(index),
        }
    }
    let mut dead: Vec<usize> = Vec::new();
    for (base, others) in same.into_iter().filter(|(_, others)| !others.is_empty()) {
        fuse_into(table, module, base, &others);
        dead.extend(others);
    }
    dead.sort_unstable();
    table.erase(module, &dead);
    !dead.is_empty()
}

/// Makes all uses of `others` uses of `base`, whose location then names all of them.
pub(crate) fn fuse_into(table: &mut GlobalTable, module: &mut Module, base: usize, others: &[usize]) {
    let locs = std::iter::once(&base).chain(others).map(|&index| table.globals[index].loc(module));
    let loc = module.ctx.fused_loc(locs.collect::<Vec<_>>());
    let op: Op = table.globals[base].op;
    module.op_mut(op).loc = loc;
    for &other in others {
        table.rename_uses(module, other, base);
    }
}
