//! `iree-util-simplify-global-accesses`: loads of immutable globals move to the top of the function, each once; in each block
//! loads and stores of a global that nothing can come between are reduced to at most one load before and one store after.

use std::collections::BTreeMap;

use halforge_ir::def::TERMINATOR;
use halforge_ir::{At, Block, Ident, Module, Op, OpKind, Region};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{ops_in, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-simplify-global-accesses",
    doc: "Moves loads of globals up and stores down within what cannot be interrupted, and drops those in between.",
    anchor: Anchor::Callable,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let Some(&region) = run.module.regions(run.op).first() else { return Ok(()) };
    if run.module.blocks(region).is_empty() {
        return Ok(());
    }
    // An initializer may be the one that gives immutable globals their values.
    let immutable = match run.module.kind(run.op) {
        OpKind::UtilInitializer => FxHashSet::default(),
        _ => run.enclosing(OpKind::BuiltinModule).map(|(module, op)| immutable_globals(module, op)).unwrap_or_default(),
    };
    let module = &mut *run.module;
    hoist_immutable(module, region, &immutable);
    let is_indirect = |op| matches!(module.kind(op), OpKind::UtilGlobalLoadIndirect | OpKind::UtilGlobalStoreIndirect);
    if module.blocks(region).iter().any(|&block| module.ops(block).any(is_indirect)) {
        return Ok(());
    }
    for block in module.blocks(region).to_vec() {
        while rearrange(module, block, &immutable) {}
    }
    Ok(())
}

fn immutable_globals(module: &Module, root: Op) -> FxHashSet<Ident> {
    let globals = ops_in(module, root).into_iter().filter(|&op| module.kind(op) == OpKind::UtilGlobal);
    globals.filter(|&op| module.get_attr(op, "is_mutable").is_none()).filter_map(|op| symbol(module, op)).collect()
}

/// The global an operation loads or stores.
fn global_of(module: &Module, op: Op) -> Option<Ident> {
    match module.kind(op) {
        OpKind::UtilGlobalLoad | OpKind::UtilGlobalStore => module.symbol_path(op, "global")?.last().copied(),
        _ => None,
    }
}

fn hoist_immutable(module: &mut Module, region: Region, immutable: &FxHashSet<Ident>) {
    let mut first: FxHashMap<Ident, Op> = FxHashMap::default();
    let mut last = None;
    let entry = module.blocks(region)[0];
    for block in module.blocks(region).to_vec() {
        for op in module.ops(block).collect::<Vec<_>>() {
            if module.kind(op) != OpKind::UtilGlobalLoad {
                continue;
            }
            let Some(name) = global_of(module, op).filter(|name| immutable.contains(name)) else { continue };
            match first.get(&name) {
                Some(&first) => {
                    let (old, new) = (module.result(op, 0), module.result(first, 0));
                    module.replace_uses(old, new);
                    module.erase(op);
                }
                None => {
                    module.move_op(op, last.map_or(At::Start(entry), At::After));
                    first.insert(name, op);
                    last = Some(op);
                }
            }
        }
    }
}

/// Whether what other code does to globals may happen at an operation.
fn is_interruption(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::UtilCall | OpKind::FuncCall | OpKind::HalFenceAwait) || module.def(op).has(TERMINATOR)
}

/// Accesses that nothing comes between.
#[derive(Default)]
struct Stretch {
    /// The interruption before it; none at the start of the block.
    after: Option<Op>,
    /// The interruption that ends it; none at the end of the block.
    before: Option<Op>,
    /// Of each global, by name, so that the order of what moves does not depend on how names were met.
    accesses: BTreeMap<String, Vec<Op>>,
}

fn stretches(module: &Module, block: Block, immutable: &FxHashSet<Ident>) -> Vec<Stretch> {
    let (mut found, mut stretch) = (Vec::new(), Stretch::default());
    for op in module.ops(block) {
        match global_of(module, op) {
            Some(name) if module.kind(op) == OpKind::UtilGlobalStore || !immutable.contains(&name) => {
                stretch.accesses.entry(module.ctx.str(name).to_owned()).or_default().push(op);
            }
            None if is_interruption(module, op) => {
                let next = Stretch { after: Some(op), ..Stretch::default() };
                let ended = std::mem::replace(&mut stretch, next);
                if !ended.accesses.is_empty() {
                    found.push(Stretch { before: Some(op), ..ended });
                }
            }
            _ => {}
        }
    }
    if !stretch.accesses.is_empty() {
        found.push(stretch);
    }
    found
}

/// Reduces the accesses of a block once; says whether any went.
fn rearrange(module: &mut Module, block: Block, immutable: &FxHashSet<Ident>) -> bool {
    let mut changed = false;
    for Stretch { after, before, accesses } in stretches(module, block, immutable) {
        for mut accesses in accesses.into_values() {
            changed |= forward(module, &mut accesses);
            if let Some(&first) = accesses.first()
                && module.kind(first) == OpKind::UtilGlobalLoad
                && module.prev(first) != after
            {
                module.move_op(first, after.map_or(At::Start(block), At::After));
            }
            if let Some(&last) = accesses.last()
                && module.kind(last) == OpKind::UtilGlobalStore
                && module.next(last) != before
            {
                module.move_op(last, before.map_or(At::End(block), At::Before));
            }
        }
    }
    changed
}

/// A load after a store gives what was stored, a load after a load the same, and of two stores only the later counts.
fn forward(module: &mut Module, accesses: &mut Vec<Op>) -> bool {
    let before = accesses.len();
    for i in (1..accesses.len()).rev() {
        let (previous, current) = (accesses[i - 1], accesses[i]);
        match (module.kind(previous), module.kind(current)) {
            (OpKind::UtilGlobalStore, OpKind::UtilGlobalStore) => {
                module.erase(previous);
                accesses.remove(i - 1);
            }
            (_, OpKind::UtilGlobalStore) => {}
            (kind, _) => {
                let known =
                    if kind == OpKind::UtilGlobalStore { module.operand(previous, 0) } else { module.result(previous, 0) };
                let loaded = module.result(current, 0);
                module.replace_uses(loaded, known);
                module.erase(current);
                accesses.remove(i);
            }
        }
    }
    accesses.len() < before
}
