//! `iree-util-fuse-globals`: globals that are always given the same value, in the same places, become one.

use std::collections::BTreeSet;

use halforge_ir::{Attr, Module, OpKind, Value};
use rustc_hash::FxHashMap;

use crate::analysis::globals::{GlobalTable, callables};
use crate::pass::{Again, Anchor, Failed, Pass, Run};
use crate::util::fold_globals::fuse_into;

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-fuse-globals",
    doc: "Makes one global of those that are always stored to together, with the same value.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (op, module) = (run.op, &mut *run.module);
    let mut table = GlobalTable::new(module, op);
    let together = stored_together(&table, module, op);
    let mut dead = Vec::new();
    for set in sets(&together) {
        // What they start with must be the same, too.
        let mut by_value: Vec<(Option<Attr>, Vec<usize>)> = Vec::new();
        for index in set {
            let value = table.globals[index].initial_value(module);
            match by_value.iter_mut().find(|(other, _)| *other == value) {
                Some((_, members)) => members.push(index),
                None => by_value.push((value, vec![index])),
            }
        }
        for (_, members) in by_value {
            if let [base, ref others @ ..] = members[..]
                && !others.is_empty()
            {
                fuse_into(&mut table, module, base, others);
                dead.extend_from_slice(others);
            }
        }
    }
    dead.sort_unstable();
    table.erase(module, &dead);
    if !dead.is_empty() {
        run.again = Again::Yes;
    }
    Ok(())
}

/// For each global that is stored to, those that every block that stores to it gives the same value.
fn stored_together(table: &GlobalTable, module: &Module, root: halforge_ir::Op) -> Vec<Option<BTreeSet<usize>>> {
    let mut together: Vec<Option<BTreeSet<usize>>> = vec![None; table.globals.len()];
    for callable in callables(module, root) {
        for &block in module.blocks(module.region(callable, 0)) {
            let mut stores: FxHashMap<Value, BTreeSet<usize>> = FxHashMap::default();
            for op in module.ops(block) {
                if module.kind(op) != OpKind::UtilGlobalStore {
                    continue;
                }
                let name = module.symbol_path(op, "global").and_then(|path| path.last().copied());
                let Some(index) = name.and_then(|name| table.find(name)) else { continue };
                if table.globals[index].is_candidate(module) {
                    stores.entry(module.operand(op, 0)).or_default().insert(index);
                }
            }
            for set in stores.values() {
                for &index in set {
                    let known = together[index].get_or_insert_with(|| set.clone());
                    known.retain(|other| set.contains(other));
                }
            }
        }
    }
    // Together only when it is so for both.
    let both: Vec<Option<BTreeSet<usize>>> = together
        .iter()
        .enumerate()
        .map(|(index, set)| {
            let mutual = |other: &usize| together[*other].as_ref().is_some_and(|theirs| theirs.contains(&index));
            set.as_ref().map(|set| set.iter().copied().filter(mutual).collect())
        })
        .collect();
    both
}

/// Sets of globals that are together, in order of the text.
fn sets(together: &[Option<BTreeSet<usize>>]) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    let mut seen = vec![false; together.len()];
    for start in 0..together.len() {
        let mut set = BTreeSet::new();
        let mut pending = vec![start];
        while let Some(index) = pending.pop() {
            if let Some(others) = &together[index]
                && !std::mem::replace(&mut seen[index], true)
            {
                set.insert(index);
                pending.extend(others);
            }
        }
        if set.len() > 1 {
            sets.push(set.into_iter().collect());
        }
    }
    sets
}
