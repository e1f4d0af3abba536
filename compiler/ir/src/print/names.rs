//! Names of values and blocks in printed text.
//!
//! Invariant: within an isolated operation every value has its own name; names come from the text that was read, from the
//! row's hints, or are numbers in order of definition. A region's names are made before it is printed, so uses before
//! definitions are right.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::def::{Arity, ISOLATED};
use crate::module::{Block, Module, Op, Region, Value, ValueDef};

#[derive(Default)]
pub(super) struct Names {
    /// Name of a value, or of the group a result belongs to and its number in it.
    values: FxHashMap<Value, (String, Option<u32>)>,
    blocks: FxHashMap<Block, String>,
    predecessors: FxHashMap<Block, Vec<Block>>,
    /// Regions whose names are made.
    done: FxHashSet<Region>,
}

/// Names in use and numbers given in one isolated operation.
#[derive(Default)]
struct Scope {
    used: FxHashSet<String>,
    next_value: u32,
    next_arg: u32,
}

impl Names {
    /// Makes the names of everything in `op`, a module.
    pub(super) fn enter(&mut self, module: &Module, op: Op) {
        for &region in module.regions(op) {
            self.enter_region(module, op, region);
        }
    }

    /// Makes the names of an isolated operation's region, unless they are made.
    pub(super) fn enter_region(&mut self, module: &Module, op: Op, region: Region) {
        if module.def(op).has(ISOLATED) && !self.done.contains(&region) {
            let mut scope = Scope::default();
            self.number_region(module, region, &mut scope);
        }
    }

    fn number_region(&mut self, module: &Module, region: Region, scope: &mut Scope) {
        self.done.insert(region);
        let blocks = module.blocks(region);
        for (index, &block) in blocks.iter().enumerate() {
            self.blocks.insert(block, format!("^bb{index}"));
            if blocks.len() > 1
                && let Some(last) = module.last(block)
            {
                let mut seen = FxHashSet::default();
                for &successor in module.successors(last) {
                    if seen.insert(successor) {
                        self.predecessors.entry(successor).or_default().push(block);
                    }
                }
            }
        }
        for (index, &block) in blocks.iter().enumerate() {
            for &arg in module.args(block) {
                let name = self.pick(module, arg, None, scope, index == 0);
                self.values.insert(arg, (name, None));
            }
            for op in module.ops(block) {
                self.number_op(module, op, scope);
            }
        }
    }

    fn number_op(&mut self, module: &Module, op: Op, scope: &mut Scope) {
        for (first, count) in result_groups(module, op) {
            let results = &module.results(op)[first..first + count];
            let name = self.pick(module, results[0], Some((op, first)), scope, false);
            for (number, &value) in results.iter().enumerate() {
                let number = (count > 1).then_some(number as u32);
                self.values.insert(value, (name.clone(), number));
            }
        }
        if !module.def(op).has(ISOLATED) {
            for &region in module.regions(op) {
                self.number_region(module, region, scope);
            }
        }
    }

    fn pick(&self, module: &Module, value: Value, result: Option<(Op, usize)>, scope: &mut Scope, entry: bool) -> String {
        let read = module.value_name(value).map(|n| module.ctx.str(n).to_owned());
        let hint = read.or_else(|| result.and_then(|(op, first)| crate::hints::result_hint(module, op, first)));
        let hint = hint.filter(|h| !h.is_empty() && !h.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(hint) = hint {
            let mut name = format!("%{hint}");
            let mut suffix = 0;
            while !scope.used.insert(name.clone()) {
                name = format!("%{hint}_{suffix}");
                suffix += 1;
            }
            return name;
        }
        loop {
            let name = if entry {
                scope.next_arg += 1;
                format!("%arg{}", scope.next_arg - 1)
            } else {
                scope.next_value += 1;
                format!("%{}", scope.next_value - 1)
            };
            if scope.used.insert(name.clone()) {
                return name;
            }
        }
    }

    /// `%a` or `%a#1`
    pub(super) fn value(&self, module: &Module, value: Value) -> String {
        match self.values.get(&value) {
            Some((name, None)) => name.clone(),
            Some((name, Some(number))) => format!("{name}#{number}"),
            // A value from outside the printed module; not valid text, but something to see.
            None => match module.value_def(value) {
                ValueDef::Forward => "%<<forward>>".to_owned(),
                _ => "%<<unknown>>".to_owned(),
            },
        }
    }

    /// `%a, %b:2`, the names before `=`.
    pub(super) fn results(&self, module: &Module, op: Op) -> String {
        let groups = result_groups(module, op).into_iter().map(|(first, count)| {
            let name = self.values.get(&module.result(op, first)).map_or("%<<unknown>>", |(name, _)| name);
            if count > 1 { format!("{name}:{count}") } else { name.to_owned() }
        });
        groups.collect::<Vec<_>>().join(", ")
    }

    /// `^bb1`
    pub(super) fn block(&self, block: Block) -> String {
        self.blocks.get(&block).cloned().unwrap_or_else(|| "^<<unknown>>".to_owned())
    }

    /// The names of the blocks that branch to `block`.
    pub(super) fn predecessors(&self, _module: &Module, _region: Region, block: Block) -> Vec<String> {
        self.predecessors.get(&block).into_iter().flatten().map(|&b| self.block(b)).collect()
    }
}

/// Start and size of each group of results with a common name: one for each named result of the row, or all together.
fn result_groups(module: &Module, op: Op) -> Vec<(usize, usize)> {
    let results = module.results(op);
    if results.is_empty() {
        return Vec::new();
    }
    let own_names = results.iter().all(|&v| module.value_name(v).is_some());
    let distinct: FxHashSet<_> = results.iter().map(|&v| module.value_name(v)).collect();
    let def = module.def(op);
    let single = def.results.iter().all(|r| r.arity == Arity::One) && def.results.len() == results.len();
    if results.len() > 1 && ((own_names && distinct.len() == results.len()) || (single && !def.hints.is_empty())) {
        return (0..results.len()).map(|i| (i, 1)).collect();
    }
    vec![(0, results.len())]
}
