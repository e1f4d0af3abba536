//! `iree-util-ipo`: what all calls of a function agree on moves into it, what all its returns agree on moves out to the calls,
//! and arguments and results nobody needs go.
//!
//! Only private functions with a body, called directly and without tied results, are changed.

use halforge_ir::rewrite::constants::{can_materialize, constant, materialize};
use halforge_ir::{At, Attr, AttrKind, Ident, Loc, Module, NewOp, Op, OpKind, Type, TypeKind, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::globals::callee;
use crate::pass::{Again, Anchor, Failed, Pass, Run};
use crate::symbols::{Visibility, ops_in, symbol, uses, visibility};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-ipo",
    doc: "Moves constants across calls and drops arguments and results that are not needed.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (op, module) = (run.op, &mut *run.module);
    let mut calls: FxHashMap<Ident, Vec<Op>> = FxHashMap::default();
    let mut named: FxHashSet<Ident> = FxHashSet::default();
    for (user, path) in uses(module, op) {
        match (callee(module, user), path.last()) {
            (Some(name), Some(last)) if name == *last => calls.entry(name).or_default().push(user),
            (_, Some(last)) => drop(named.insert(*last)),
            (_, None) => {}
        }
    }
    let functions = ops_in(module, op).into_iter().filter(|&op| module.kind(op) == OpKind::UtilFunc);
    let found: Vec<Analysis> = functions
        .filter_map(|function| {
            let name = symbol(module, function).filter(|name| !named.contains(name))?;
            Analysis::new(module, function, calls.get(&name).cloned().unwrap_or_default())
        })
        .collect();
    for mut analysis in found {
        let changed = analysis.change_function(module);
        let calls_changed = analysis.change_calls(module);
        let erased = analysis.erase_if_empty(module);
        if changed || calls_changed || erased {
            run.again = Again::Yes;
        }
    }
    Ok(())
}

/// A value that is the same wherever it is computed: a constant, or an immutable global named by a symbol.
#[derive(Clone, Copy)]
struct Known {
    loc: Loc,
    ty: Type,
    attr: Attr,
}

/// What calls and returns agree on.
struct Analysis {
    function: Op,
    calls: Vec<Op>,
    args: Vec<Argument>,
    results: Vec<Returned>,
}

struct Argument {
    used: bool,
    /// What all calls pass.
    known: Option<Known>,
    /// The first argument that always gets the same value; itself when there is none.
    same_as: usize,
}

struct Returned {
    used: bool,
    /// What all returns give.
    known: Option<Known>,
    /// The first result that always has the same value; itself when there is none.
    same_as: usize,
    /// The argument that it always is.
    argument: Option<usize>,
}

/// What a value is known to be.
fn known(module: &Module, value: Value) -> Option<Known> {
    let here = |attr| Known { loc: value_loc(module, value), ty: module.ty(value), attr };
    if let Some(attr) = constant(module, value) {
        return can_materialize(&module.ctx, attr, module.ty(value)).then(|| here(attr));
    }
    let load = module.defining_op(value).filter(|&op| module.kind(op) == OpKind::UtilGlobalLoad)?;
    module.get_attr(load, "is_immutable")?;
    module.get_attr(load, "global").map(here)
}

fn value_loc(module: &Module, value: Value) -> Loc {
    module.defining_op(value).map_or_else(|| module.value_loc(value), |op| module.op(op).loc)
}

fn first_equal(values: &[Value], index: usize) -> usize {
    values[..index].iter().position(|&v| v == values[index]).unwrap_or(index)
}

fn returns(module: &Module, function: Op) -> Vec<Op> {
    module.walk(function).into_iter().filter(|&op| module.kind(op) == OpKind::UtilReturn).collect()
}

impl Analysis {
    /// `None` when not all calls are known or the function must keep its signature.
    fn new(module: &Module, function: Op, calls: Vec<Op>) -> Option<Self> {
        let entry = module.entry(module.region(function, 0))?;
        let tied = |op: Op| module.get_attr(op, "tied_operands").map(|attr| module.ctx.int_values(attr)).unwrap_or_default();
        let complete = visibility(module, function) != Visibility::Public
            && calls.iter().all(|&call| module.kind(call) == OpKind::UtilCall)
            && tied(function).iter().all(|&t| t < 0);
        if !complete {
            return None;
        }
        let args = module.args(entry);
        let results = results_of(module, function);
        let mut analysis = Self {
            function,
            args: (0..args.len()).map(|i| argument(module, args, i, &calls)).collect(),
            results: (0..results.len()).map(|i| returned(module, function, i, &calls)).collect(),
            calls,
        };
        analysis.settle_uses(module, args);
        Some(analysis)
    }

    /// Arguments that are only returned, as results that go, are not needed; those that others stand for are.
    fn settle_uses(&mut self, module: &Module, args: &[Value]) {
        for (index, &arg) in args.iter().enumerate() {
            let is_result = |user: Op, operand: usize| {
                module.kind(user) == OpKind::UtilReturn && self.results[operand].argument == Some(index)
            };
            if module.uses(arg).all(|(user, operand)| is_result(user, operand)) {
                self.args[index].used = false;
            }
        }
        for index in 0..self.args.len() {
            let base = self.args[index].same_as;
            if base != index && self.args[index].used {
                self.args[base].used = true;
            }
        }
    }
}

fn results_of(module: &Module, function: Op) -> Vec<Type> {
    signature(module, function).1
}

/// Types of arguments and results of a function.
pub(crate) fn signature(module: &Module, function: Op) -> (Vec<Type>, Vec<Type>) {
    if let Some(AttrKind::Type(ty)) = module.get_attr(function, "function_type").map(|attr| module.ctx.attr_kind(attr))
        && let TypeKind::Function { inputs, results } = module.ctx.type_kind(*ty)
    {
        return (inputs.clone(), results.clone());
    }
    Default::default()
}

fn argument(module: &Module, args: &[Value], index: usize, calls: &[Op]) -> Argument {
    let mut seen: Option<Known> = None;
    let mut value = None;
    let mut uniform = true;
    let mut same_as: Option<usize> = None;
    for &call in calls {
        let operands: Vec<Value> = module.operands(call).collect();
        let Some(&operand) = operands.get(index) else { continue };
        match known(module, operand) {
            Some(known) => {
                uniform &= seen.is_none_or(|seen| seen.attr == known.attr);
                seen = seen.or(Some(known));
            }
            None => {
                uniform &= value.is_none_or(|value| value == operand);
                value = value.or(Some(operand));
            }
        }
        let first = first_equal(&operands, index);
        // Another call where it equals another argument: it stands for itself.
        same_as = Some(match same_as {
            None => first,
            Some(before) if before == first => first,
            Some(_) => index,
        });
    }
    uniform &= seen.is_none() || value.is_none();
    Argument { used: !module.is_unused(args[index]), known: seen.filter(|_| uniform), same_as: same_as.unwrap_or(index) }
}

fn returned(module: &Module, function: Op, index: usize, calls: &[Op]) -> Returned {
    let mut value = None;
    let mut uniform = true;
    let mut same_as: Option<usize> = None;
    for op in returns(module, function) {
        let operands: Vec<Value> = module.operands(op).collect();
        let Some(&operand) = operands.get(index) else { continue };
        uniform &= value.is_none_or(|value| value == operand);
        value = value.or(Some(operand));
        let first = first_equal(&operands, index);
        same_as = Some(match same_as {
            None => first,
            Some(before) if before == first => first,
            Some(_) => index,
        });
    }
    let value = value.filter(|_| uniform);
    let entry = module.entry(module.region(function, 0));
    let argument = value.and_then(|value| match module.value_def(value) {
        ValueDef::Arg(block, arg) if Some(block) == entry => Some(arg as usize),
        _ => None,
    });
    let used = calls.is_empty()
        || calls.iter().any(|&call| module.results(call).get(index).is_some_and(|&result| !module.is_unused(result)));
    Returned { used, known: value.and_then(|value| known(module, value)), same_as: same_as.unwrap_or(index), argument }
}

/// An operation that gives a known value.
fn produce(module: &mut Module, at: At, known: Known) -> Option<Value> {
    let ctx = module.ctx.clone();
    if let AttrKind::Symbol { .. } = ctx.attr_kind(known.attr) {
        let new = NewOp {
            results: [known.ty].into_iter().collect(),
            props: vec![(ctx.ident("global"), known.attr), (ctx.ident("is_immutable"), ctx.unit())],
            ..NewOp::default()
        };
        let op = module.insert_new(at, OpKind::UtilGlobalLoad, known.loc, new);
        return Some(module.result(op, 0));
    }
    let op = materialize(module, at, known.attr, known.ty, known.loc)?;
    Some(module.result(op, 0))
}

/// Changing.
impl Analysis {
    /// Whether argument `i` goes.
    fn drops_arg(&self, i: usize) -> bool {
        let arg = &self.args[i];
        !arg.used || arg.known.is_some() || arg.same_as != i
    }

    /// Whether result `i` goes.
    fn drops_result(&self, i: usize) -> bool {
        let result = &self.results[i];
        !result.used || result.known.is_some() || result.same_as != i || result.argument.is_some()
    }

    fn change_function(&self, module: &mut Module) -> bool {
        let Some(entry) = module.entry(module.region(self.function, 0)) else { return false };
        let mut last = None;
        for index in 0..self.args.len() {
            let arg = module.args(entry)[index];
            if !self.args[index].used {
                continue;
            }
            if let Some(known) = self.args[index].known {
                let at = last.map_or(At::Start(entry), At::After);
                if let Some(value) = produce(module, at, known) {
                    module.replace_uses(arg, value);
                    last = module.defining_op(value);
                }
                continue;
            }
            let base = self.args[index].same_as;
            if base != index {
                let base = module.args(entry)[base];
                module.replace_uses(arg, base);
            }
        }
        let dead_args: Vec<bool> = (0..self.args.len()).map(|i| self.drops_arg(i)).collect();
        let dead_results: Vec<bool> = (0..self.results.len()).map(|i| self.drops_result(i)).collect();
        if !dead_args.contains(&true) && !dead_results.contains(&true) {
            return false;
        }
        for op in returns(module, self.function) {
            let kept: Vec<Value> = kept(module.operands(op), &dead_results).collect();
            module.set_operands(op, &kept);
        }
        for index in (0..dead_args.len()).rev().filter(|&i| dead_args[i]) {
            module.erase_arg(entry, index);
        }
        drop_from_signature(module, self.function, &dead_args, &dead_results);
        true
    }

    fn change_calls(&mut self, module: &mut Module) -> bool {
        let dead_operands: Vec<bool> = (0..self.args.len()).map(|i| self.drops_arg(i)).collect();
        let dead_results: Vec<bool> = (0..self.results.len()).map(|i| self.drops_result(i)).collect();
        if !dead_operands.contains(&true) && !dead_results.contains(&true) {
            return false;
        }
        for call in &mut self.calls {
            let operands: Vec<Value> = module.operands(*call).collect();
            let mut last = *call;
            for (index, result) in self.results.iter().enumerate() {
                let value = module.result(*call, index);
                if !result.used {
                    continue;
                }
                let instead = if let Some(known) = result.known {
                    produce(module, At::After(last), known)
                } else if result.same_as != index {
                    Some(module.result(*call, result.same_as))
                } else {
                    result.argument.map(|argument| operands[argument])
                };
                if let Some(instead) = instead {
                    module.replace_uses(value, instead);
                    if result.known.is_some() {
                        last = module.defining_op(instead).unwrap_or(last);
                    }
                }
            }
            *call = replace_call(module, *call, &operands, &dead_operands, &dead_results);
        }
        !self.calls.is_empty()
    }

    /// A function that takes, does and gives nothing goes, with its calls.
    fn erase_if_empty(&self, module: &mut Module) -> bool {
        let (inputs, results) = signature(module, self.function);
        let empty = match *module.blocks(module.region(self.function, 0)) {
            [block] => module.first(block).is_some() && module.first(block) == module.last(block),
            _ => false,
        };
        if !empty || !inputs.is_empty() || !results.is_empty() {
            return false;
        }
        for &call in &self.calls {
            module.erase(call);
        }
        module.erase(self.function);
        true
    }
}

fn kept<T>(items: impl IntoIterator<Item = T>, dead: &[bool]) -> impl Iterator<Item = T> {
    items.into_iter().zip(dead).filter(|(_, dead)| !**dead).map(|(item, _)| item)
}

/// Takes arguments and results out of a function's type and their attributes.
fn drop_from_signature(module: &mut Module, function: Op, dead_args: &[bool], dead_results: &[bool]) {
    let ctx = module.ctx.clone();
    let (inputs, results) = signature(module, function);
    let ty = TypeKind::Function { inputs: kept(inputs, dead_args).collect(), results: kept(results, dead_results).collect() };
    let ty = ctx.type_attr(ctx.ty(ty));
    module.set_attr(function, "function_type", ty);
    for (name, dead) in [("arg_attrs", dead_args), ("res_attrs", dead_results), ("tied_operands", dead_results)] {
        let Some(items) = module.get_attr(function, name).and_then(|attr| ctx.array_value(attr)).map(<[Attr]>::to_vec) else {
            continue;
        };
        let items: Vec<Attr> = kept(items, dead).collect();
        let says_something = items.iter().any(|&item| !matches!(ctx.attr_kind(item), AttrKind::Dict(list) if list.is_empty()));
        if says_something {
            let attr = ctx.array_attr(items);
            module.set_attr(function, name, attr);
        } else {
            module.remove_attr(function, name);
        }
    }
}

/// A call with fewer operands and results, in the place of `call`.
fn replace_call(module: &mut Module, call: Op, operands: &[Value], dead_operands: &[bool], dead_results: &[bool]) -> Op {
    let ctx = module.ctx.clone();
    let callee = module.get_attr(call, "callee");
    let new = NewOp {
        operands: kept(operands.iter().copied(), dead_operands).collect(),
        results: kept(module.results(call), dead_results).map(|&v| module.ty(v)).collect(),
        props: callee.map(|callee| (ctx.ident("callee"), callee)).into_iter().collect(),
        attrs: module.op(call).attrs.iter().filter(|(key, _)| ctx.str(*key).contains('.')).copied().collect(),
        ..NewOp::default()
    };
    let loc = module.op(call).loc;
    let new = module.insert_new(At::Before(call), OpKind::UtilCall, loc, new);
    let old: Vec<Value> = kept(module.results(call).to_vec(), dead_results).collect();
    for (old, new) in old.into_iter().zip(module.results(new).to_vec()) {
        module.replace_uses(old, new);
    }
    module.erase(call);
    new
}
