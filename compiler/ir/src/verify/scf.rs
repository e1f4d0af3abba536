//! Checks of the `scf` dialect beyond its rows: what goes into regions and comes out of them.

use super::{Verifier, count};
use crate::module::{Op, Region};
use crate::ops::OpKind;
use crate::types::Type;

/// The arguments of a region's entry block are of these types.
fn check_args(v: &mut Verifier<'_>, op: Op, region: Region, expected: &[Type], what: &str) {
    let Some(entry) = v.module.entry(region) else { return };
    let found = v.types(v.module.args(entry).iter().copied());
    if expected != found {
        let (expected, found) = (v.show_types(expected.iter().copied()), v.show_types(found));
        v.error(op, format!("expected a region that takes {what}, {expected}, found {found}"));
    }
}

fn results(v: &Verifier<'_>, op: Op) -> Vec<Type> {
    v.types(v.module.results(op).iter().copied())
}

/// `scf.for`: initial values, the region's arguments and the results have the same types.
pub(crate) fn for_loop(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let inits = v.types(module.group(op, "initArgs"));
    let results = results(v, op);
    if inits != results {
        let (expected, found) = (v.show_types(inits.iter().copied()), v.show_types(results));
        v.error(op, format!("expected results of the types of the initial values, {expected}, found {found}"));
    }
    let (Some(start), Some(&region)) = (module.named(op, "lowerBound"), module.regions(op).first()) else { return };
    let expected: Vec<Type> = std::iter::once(module.ty(start)).chain(inits).collect();
    check_args(v, op, region, &expected, "the counter and the values of a round");
}

/// `scf.if`: with results there is a second region.
pub(crate) fn if_else(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let is_empty = |region: Option<&Region>| region.is_none_or(|&region| module.blocks(region).is_empty());
    if is_empty(module.regions(op).first()) {
        v.error(op, "expected a region for when the condition holds, found none");
    }
    if is_empty(module.regions(op).get(1)) && !module.results(op).is_empty() {
        v.error(op, "expected an `else` region, which gives the results when the condition does not hold");
    }
}

/// `scf.while`: the first region takes the initial values, the second what `scf.condition` gives.
pub(crate) fn while_loop(v: &mut Verifier<'_>, op: Op) {
    let &[before, after] = v.module.regions(op) else { return };
    let inits = v.types(v.module.group(op, "inits"));
    check_args(v, op, before, &inits, "the initial values");
    let results = results(v, op);
    check_args(v, op, after, &results, "what goes on, which are the results");
}

/// `scf.index_switch`: a region for each case.
pub(crate) fn index_switch(v: &mut Verifier<'_>, op: Op) {
    let cases = v.module.get_attr(op, "cases").map_or(0, |cases| v.ctx().int_values(cases).len());
    let regions = v.module.regions(op).len().saturating_sub(1);
    if cases != regions {
        let expected = count(regions, "number");
        v.error(op, format!("expected `cases` to have {expected}, one for each region besides the default, found {cases}"));
    }
}

/// `scf.condition`: gives on what the second region takes.
pub(crate) fn condition(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(parent) = module.parent_op(op) else { return };
    let (expected, given) = (results(v, parent), v.types(module.group(op, "args")));
    if expected != given {
        let (expected, found) = (v.show_types(expected), v.show_types(given));
        v.error(op, format!("expected values of types {expected}, as the results of the loop, found {found}"));
        v.note_op(parent, "they are declared here");
    }
}

/// `scf.yield`: gives the results of the operation around it, or the values of the next round.
pub(crate) fn scf_yield(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(parent) = module.parent_op(op) else { return };
    let expected = match module.kind(parent) {
        OpKind::ScfWhile => v.types(module.group(parent, "inits")),
        OpKind::ScfFor | OpKind::ScfIf | OpKind::ScfIndexSwitch | OpKind::ScfExecuteRegion => results(v, parent),
        _ => return,
    };
    let name = module.op_name(parent).to_owned();
    v.check_results(op, parent, &expected, &format!("value of `{name}`"));
}
