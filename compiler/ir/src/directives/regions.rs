//! Regions with a signature, and what stands with them.

use smallvec::SmallVec;

use super::operand;
use crate::module::{Op, Region};
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::{Headers, Printer, Terminators};
use crate::types::Type;

/// Region `name` of the operation being read.
pub(super) fn region(p: &Parser<'_>, state: &OpState<'_>, name: &str) -> Region {
    let index = state.kind.def().regions.iter().position(|r| *r == name);
    p.module.region(state.op, index.unwrap_or_else(|| panic!("no region {name}")))
}

/// `&Count(region)`: `(%device: !hal.device, %workload: index, …) -> (index, index, index) { … }`.
pub(super) fn parse_count<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let index = p.ctx.index_type();
    let region = region(p, state, args[0]);
    parse_region_with_results(p, state, region, &[index; 3])
}

pub(super) fn print_count(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let index = p.ctx.index_type();
    print_region_with_results(p, op, args[0], &[index; 3]);
}

/// `&WorkgroupCount(region)`: `workgroups(%workload: index, …) -> (index, index, index) { … }`, or nothing.
pub(super) fn parse_workgroup_count<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    if p.accept_word("workgroups") { parse_count(p, state, args) } else { Ok(()) }
}

pub(super) fn print_workgroup_count(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    if p.module.regions(op).first().is_some_and(|&region| !p.module.blocks(region).is_empty()) {
        p.raw("workgroups");
        print_count(p, op, args);
    }
}

/// `&DispatchCount(region)`: ` count(%workload: index, …) -> (index, index, index) { … }`, or nothing.
pub(super) fn parse_dispatch_count<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    if p.accept_word("count") { parse_count(p, state, args) } else { Ok(()) }
}

pub(super) fn print_dispatch_count(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let index = p.module.def(op).regions.iter().position(|r| *r == args[0]);
    let region = index.and_then(|index| p.module.regions(op).get(index).copied());
    if region.is_some_and(|region| !p.module.blocks(region).is_empty()) {
        p.raw(" count");
        print_count(p, op, args);
    }
}

/// `&DispatchBody(region)`: `(%arg: T, …) { … }` on a line of its own.
pub(super) fn parse_dispatch_body<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let entry = p.parse_entry_args()?;
    let region = region(p, state, args[0]);
    p.parse_region_into(state.op, region, &entry)
}

pub(super) fn print_dispatch_body(p: &mut Printer<'_>, op: Op, _args: &[&'static str]) {
    let region = p.module.region(op, 0);
    let entry = p.module.blocks(region).first().copied();
    p.newline(2);
    p.raw("(");
    for (i, arg) in entry.map(|block| p.module.args(block).to_vec()).unwrap_or_default().into_iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(arg);
        p.raw(": ");
        p.print_type_of(arg);
    }
    p.raw(") ");
    p.print_region(op, region, Headers::InHeader, Terminators::Shown);
}

/// `&Condition(region)`: `(%device: !hal.device, …) -> i1 { … }`.
pub(super) fn parse_condition<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let region = region(p, state, args[0]);
    parse_condition_region(p, state, region)
}

pub(super) fn print_condition(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let i1 = p.ctx.int_type(1);
    print_region_with_results(p, op, args[0], &[i1]);
}

/// `(%device: !hal.device, …) -> i1 { … }` into `region`.
pub(crate) fn parse_condition_region<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, region: Region) -> ParseResult<()> {
    let i1 = p.ctx.int_type(1);
    parse_region_with_results(p, state, region, &[i1])
}

/// The same, written.
pub(crate) fn print_condition_region(p: &mut Printer<'_>, op: Op, region: Region) {
    let i1 = p.ctx.int_type(1);
    p.print_region_with_args(op, region, &[i1]);
}

fn parse_region_with_results<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    region: Region,
    results: &[Type],
) -> ParseResult<()> {
    let args = p.parse_entry_args()?;
    p.expect("->")?;
    let tok = p.token();
    let found = p.parse_type_list_or_one()?;
    if *found != *results {
        let expected: Vec<_> = results.iter().map(|&ty| p.ctx.show_type(ty).to_string()).collect();
        return Err(p.error_at(tok, format!("expected the region to return ({})", expected.join(", "))));
    }
    p.parse_region_into(state.op, region, &args)
}

fn print_region_with_results(p: &mut Printer<'_>, op: Op, name: &str, results: &[Type]) {
    let Some(index) = p.module.def(op).regions.iter().position(|r| *r == name) else { return };
    p.print_region_with_args(op, p.module.region(op, index), results);
}

/// `&TargetObjects(targets, target_ordinals, target_objects)`:
/// `#target if(%device: !hal.device) -> i1 { … } ordinal(0) = [#hal.executable.object<…>], …`.
pub(super) fn parse_target_objects<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut targets, mut ordinals, mut objects) = (Vec::new(), Vec::new(), Vec::new());
    while !p.at("}") {
        targets.push(p.parse_attr(None)?);
        let region = p.module.add_region(state.op);
        if p.accept_word("if") {
            parse_condition_region(p, state, region)?;
        }
        p.expect_word("ordinal")?;
        p.expect("(")?;
        let index = p.ctx.index_type();
        ordinals.push(p.parse_attr(Some(index))?);
        p.expect(")")?;
        p.expect("=")?;
        objects.push(p.parse_attr(None)?);
        if !p.accept(",") {
            break;
        }
    }
    for (name, items) in args.iter().zip([targets, ordinals, objects]) {
        let attr = p.ctx.array_attr(items);
        p.set_prop(state, name, attr);
    }
    Ok(())
}

pub(super) fn print_target_objects(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [targets, ordinals, objects] = [0, 1, 2].map(|i| {
        let attr = p.module.get_attr(op, args[i]);
        attr.and_then(|a| p.ctx.array_value(a)).unwrap_or_default().to_vec()
    });
    // The first region is the count; the others are the targets' conditions.
    let regions = p.module.regions(op)[1..].to_vec();
    for (i, ((&target, &ordinal), &objects)) in targets.iter().zip(&ordinals).zip(&objects).enumerate() {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        p.print_attr(target);
        if let Some(&region) = regions.get(i)
            && !p.module.blocks(region).is_empty()
        {
            p.raw(" if");
            print_condition_region(p, op, region);
        }
        p.raw(" ordinal(");
        p.print_attr_without_type(ordinal);
        p.raw(") = ");
        p.print_attr(objects);
    }
    p.newline(0);
}

/// `&AssignedRegion(inputs, body)`: `(%arg = %input, …) : (T, …) -> U { … }`, the region's arguments and what they are given.
pub(super) fn parse_assigned_region<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut names, mut inputs) = (Vec::new(), SmallVec::new());
    p.expect("(")?;
    p.list(")", |p| {
        names.push(p.parse_operand()?);
        p.expect("=")?;
        inputs.push(p.parse_operand()?);
        Ok(())
    })?;
    p.expect(":")?;
    let tok = p.token();
    let (types, results) = p.parse_signature()?;
    if types.len() != names.len() {
        return Err(p.error_at(tok, format!("expected {} operand types, found {}", names.len(), types.len())));
    }
    let entry: Vec<_> = names.iter().zip(&types).map(|(&name, &ty)| p.entry_arg(name, ty)).collect();
    let i = operand(state, args[0]);
    state.operands[i] = inputs;
    state.operand_types[i] = Some(types);
    state.result_types[0] = Some(results);
    let region = region(p, state, args[1]);
    p.parse_region_into(state.op, region, &entry)
}

pub(super) fn print_assigned_region(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let inputs = p.module.group(op, args[0]);
    let region = p.module.region(op, 0);
    let entry = p.module.blocks(region).first().copied();
    let entry_args = entry.map(|block| p.module.args(block).to_vec()).unwrap_or_default();
    p.raw("(");
    for (i, (&arg, &input)) in entry_args.iter().zip(&inputs).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(arg);
        p.raw(" = ");
        p.print_value(input);
    }
    p.raw(") : ");
    let inputs: Vec<_> = inputs.iter().map(|&v| p.module.ty(v)).collect();
    let results: Vec<_> = p.module.results(op).iter().map(|&v| p.module.ty(v)).collect();
    p.print_signature(&inputs, &results);
    p.raw(" ");
    p.print_region(op, region, Headers::InHeader, Terminators::Shown);
}
