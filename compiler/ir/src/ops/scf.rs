//! `scf`: loops and branches with regions.

use smallvec::smallvec;

use super::rules::{ANY, I1, INDEX, INT_OR_INDEX};
use crate::attrs::AttrKind;
use crate::def::*;
use crate::folds::scf as folds;
use crate::module::Op;
use crate::parse::{Keyword, OpState, ParseResult, Parser, Unresolved};
use crate::print::{Headers, Printer, Terminators};
use crate::types::{Type, Types};
use crate::verify::scf as verify;

pub(super) const FOR: OpDef = op("scf.for", "A loop over a range; values go from one round to the next.")
    .operands(&[
        one("lowerBound", INT_OR_INDEX).var("T"),
        one("upperBound", INT_OR_INDEX).var("T"),
        one("step", INT_OR_INDEX).var("T"),
        many("initArgs", ANY),
    ])
    .attrs(&[attr_opt("unsignedCmp", AttrRule::Unit)])
    .results(&[results("results", ANY)])
    .regions(&["region"])
    .effects(effect::RECURSIVE)
    .implicit_terminator("scf.yield")
    .custom(parse_for, print_for)
    .check(verify::for_loop);

pub(super) const IF: OpDef = op("scf.if", "One of two regions, or none.")
    .operands(&[one("condition", I1)])
    .results(&[results("results", ANY)])
    .regions(&["thenRegion", "elseRegion"])
    .effects(effect::RECURSIVE)
    .implicit_terminator("scf.yield")
    .text("$condition [? &ArrowTypes(results)^ ?] $thenRegion [? else $elseRegion^ ?] &attrs")
    .check(verify::if_else)
    .rewrites(folds::IF);

pub(super) const WHILE: OpDef = op("scf.while", "A loop with its test in the middle, between two regions.")
    .operands(&[many("inits", ANY)])
    .results(&[results("results", ANY)])
    .regions(&["before", "after"])
    .traits(SINGLE_BLOCK)
    .effects(effect::RECURSIVE)
    .custom(parse_while, print_while)
    .check(verify::while_loop);

pub(super) const CONDITION: OpDef = op("scf.condition", "Ends the first region of a `scf.while`: whether to go on.")
    .parents(&["scf.while"])
    .operands(&[one("condition", I1), many("args", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs ($condition) [? $args^ : @args ?]")
    .check(verify::condition);

pub(super) const YIELD: OpDef = op("scf.yield", "Ends a region; its values go to the operation around it.")
    .operands(&[many("results", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $results^ : @results ?]")
    .check(verify::scf_yield);

pub(super) const EXECUTE_REGION: OpDef = op("scf.execute_region", "A region of several blocks, run once.")
    .attrs(&[attr_opt("no_inline", AttrRule::Unit)])
    .results(&[results("results", ANY)])
    .regions(&["region"])
    .effects(effect::RECURSIVE)
    .custom(parse_execute_region, print_execute_region);

pub(super) const INDEX_SWITCH: OpDef = op("scf.index_switch", "The region of a value, or the default one.")
    .operands(&[one("arg", INDEX)])
    .attrs(&[attr("cases", AttrRule::DenseArray(64))])
    .results(&[results("results", ANY)])
    .regions(&["defaultRegion", "caseRegions*"])
    .effects(effect::RECURSIVE)
    .implicit_terminator("scf.yield")
    .custom(parse_index_switch, print_index_switch)
    .check(verify::index_switch)
    .rewrites(folds::INDEX_SWITCH);

/// `(%a = %init, …)`: names inside, and what they are at first.
fn parse_inits<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, group: usize) -> ParseResult<Vec<Unresolved<'s>>> {
    let mut names = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        names.push(p.parse_operand()?);
        p.expect("=")?;
        state.operands[group].push(p.parse_operand()?);
        Ok(())
    })?;
    Ok(names)
}

fn print_inits(p: &mut Printer<'_>, args: &[crate::module::Value], inits: &[crate::module::Value]) {
    p.raw("(");
    for (i, (&arg, &init)) in args.iter().zip(inits).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(arg);
        p.raw(" = ");
        p.print_value(init);
    }
    p.raw(")");
}

fn result_types(p: &Printer<'_>, op: Op) -> Vec<Type> {
    p.module.results(op).iter().map(|&v| p.module.ty(v)).collect()
}

fn check_count(p: &Parser<'_>, state: &OpState<'_>, expected: usize, found: usize) -> ParseResult<()> {
    if expected == found {
        return Ok(());
    }
    Err(p.error_at(state.tok, format!("expected {expected} types, one for each value of the loop, found {found}")))
}

/// `%i = %a to %b step %c iter_args(%x = %init) -> (T) : i32 {…} {…}`
fn parse_for<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    if p.accept_word("unsigned") {
        let unit = p.ctx.unit();
        p.set_prop(state, "unsignedCmp", unit);
    }
    let variable = p.parse_operand()?;
    for (group, before) in ["=", "to", "step"].into_iter().enumerate() {
        p.parse_literal_text(before)?;
        let bound = p.parse_operand()?;
        state.operands[group].push(bound);
    }
    let (mut names, mut types) = (Vec::new(), Types::new());
    if p.accept_word("iter_args") {
        names = parse_inits(p, state, 3)?;
        p.expect("->")?;
        types = p.parse_type_list_or_one()?;
        check_count(p, state, names.len(), types.len())?;
    }
    let bound = if p.accept(":") { p.parse_type()? } else { p.ctx.index_type() };
    for group in 0..3 {
        state.operand_types[group] = Some(smallvec![bound]);
    }
    state.operand_types[3] = Some(types.clone());
    state.result_types[0] = Some(types.clone());
    let mut entry = vec![p.entry_arg(variable, bound)];
    entry.extend(names.iter().zip(&types).map(|(&name, &ty)| p.entry_arg(name, ty)));
    p.parse_region(state.op, &entry)?;
    p.parse_attr_dicts(state, Keyword::None)
}

fn print_for(p: &mut Printer<'_>, op: Op) {
    let region = p.module.region(op, 0);
    let args = p.module.entry(region).map(|block| p.module.args(block).to_vec()).unwrap_or_default();
    let Some((&variable, args)) = args.split_first() else { return };
    if p.module.get_attr(op, "unsignedCmp").is_some() {
        p.raw(" unsigned");
    }
    p.raw(" ");
    p.print_value(variable);
    for (name, before) in [("lowerBound", " = "), ("upperBound", " to "), ("step", " step ")] {
        p.raw(before);
        p.print_values(p.module.group(op, name));
    }
    let inits = p.module.group(op, "initArgs");
    if !inits.is_empty() {
        p.raw(" iter_args");
        print_inits(p, args, &inits);
        p.raw(" -> (");
        let types = result_types(p, op);
        p.print_types(&types);
        p.raw(")");
    }
    p.raw(" ");
    let ty = p.module.ty(variable);
    if ty != p.ctx.index_type() {
        p.raw(" : ");
        p.print_type(ty);
        p.raw(" ");
    }
    p.print_region(op, region, Headers::InHeader, Terminators::Implied);
    p.print_attr_dicts(op, &["unsignedCmp"], Keyword::None);
}

/// `(%x = %init) : (T) -> U {…} do {…} attributes {…}`
fn parse_while<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let names = if p.at("(") { parse_inits(p, state, 0)? } else { Vec::new() };
    p.expect(":")?;
    let (inputs, results) = p.parse_signature()?;
    check_count(p, state, names.len(), inputs.len())?;
    let entry: Vec<_> = names.iter().zip(&inputs).map(|(&name, &ty)| p.entry_arg(name, ty)).collect();
    state.operand_types[0] = Some(inputs);
    state.result_types[0] = Some(results);
    p.parse_region(state.op, &entry)?;
    p.expect_word("do")?;
    p.parse_region(state.op, &[])?;
    p.parse_attr_dicts(state, Keyword::Attributes)
}

fn print_while(p: &mut Printer<'_>, op: Op) {
    let &[before, after] = p.module.regions(op) else { return };
    let inits = p.module.group(op, "inits");
    if !inits.is_empty() {
        let args = p.module.entry(before).map(|block| p.module.args(block).to_vec()).unwrap_or_default();
        p.raw(" ");
        print_inits(p, &args, &inits);
    }
    p.raw(" : ");
    let inputs: Vec<_> = inits.iter().map(|&v| p.module.ty(v)).collect();
    let results = result_types(p, op);
    p.print_signature(&inputs, &results);
    p.raw(" ");
    p.print_region(op, before, Headers::InHeader, Terminators::Shown);
    p.raw(" do ");
    p.print_region(op, after, Headers::Shown, Terminators::Shown);
    p.print_attr_dicts(op, &[], Keyword::Attributes);
}

/// `no_inline -> T {…} {…}`
fn parse_execute_region<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    parse_arrow_types(p, state)?;
    if p.accept_word("no_inline") {
        let unit = p.ctx.unit();
        p.set_prop(state, "no_inline", unit);
    }
    p.parse_region(state.op, &[])?;
    p.parse_attr_dicts(state, Keyword::None)
}

fn parse_arrow_types<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let types = if p.accept("->") { p.parse_type_list_or_one()? } else { Types::new() };
    state.result_types[0] = Some(types);
    Ok(())
}

fn print_arrow_types(p: &mut Printer<'_>, op: Op) {
    let types = result_types(p, op);
    if !types.is_empty() {
        p.raw(" -> ");
        p.print_result_types(&types);
    }
}

fn print_execute_region(p: &mut Printer<'_>, op: Op) {
    print_arrow_types(p, op);
    if p.module.get_attr(op, "no_inline").is_some() {
        p.raw(" no_inline");
    }
    p.raw(" ");
    p.print_region(op, p.module.region(op, 0), Headers::InHeader, Terminators::Shown);
    p.print_attr_dicts(op, &["no_inline"], Keyword::None);
}

/// `%i {…} -> T case 2 {…} default {…}`
fn parse_index_switch<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let value = p.parse_operand()?;
    state.operands[0].push(value);
    p.parse_attr_dicts(state, Keyword::None)?;
    // Without parentheses, however many there are.
    state.result_types[0] = Some(if p.accept("->") { p.parse_type_list()? } else { Types::new() });
    let default = p.module.add_region(state.op);
    let mut cases = Vec::new();
    while p.accept_word("case") {
        cases.push(p.parse_i64("the value of a case")?);
        p.parse_region(state.op, &[])?;
    }
    let cases = p.ctx.attr(AttrKind::DenseArray { element: p.ctx.int_type(64), values: cases });
    p.set_prop(state, "cases", cases);
    p.expect_word("default")?;
    p.parse_region_into(state.op, default, &[])
}

fn print_index_switch(p: &mut Printer<'_>, op: Op) {
    p.raw(" ");
    p.print_values(p.module.group(op, "arg"));
    p.print_attr_dicts(op, &["cases"], Keyword::None);
    let types = result_types(p, op);
    if !types.is_empty() {
        p.raw(" -> ");
        p.print_types(&types);
    }
    p.raw(" ");
    let Some((&default, regions)) = p.module.regions(op).split_first() else { return };
    let cases = p.module.get_attr(op, "cases").map(|attr| p.ctx.int_values(attr)).unwrap_or_default();
    for (case, &region) in cases.iter().zip(regions) {
        p.newline(0);
        p.raw(&format!("case {case} "));
        p.print_region(op, region, Headers::InHeader, Terminators::Shown);
    }
    p.newline(0);
    p.raw("default ");
    p.print_region(op, default, Headers::Shown, Terminators::Implied);
}
