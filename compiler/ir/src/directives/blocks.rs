//! Successors and what they are given.

use smallvec::SmallVec;

use super::operand;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::Types;

/// `&Target(operands)`: `^bb1(%a, %b : T, U)`, a successor and what it is given.
pub(super) fn parse_target<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let block = p.parse_successor()?;
    state.successors.push(block);
    let i = operand(state, args[0]);
    let (operands, types) = parse_block_operands(p)?;
    state.operands[i] = operands;
    state.operand_types[i] = Some(types);
    Ok(())
}

type Operands<'s> = SmallVec<[crate::parse::Unresolved<'s>; 1]>;

/// `(%a, %b : T, U)`, or nothing.
pub(super) fn parse_block_operands<'s>(p: &mut Parser<'s>) -> ParseResult<(Operands<'s>, Types)> {
    let (mut operands, mut types) = (SmallVec::new(), Types::new());
    if p.accept("(") && !p.accept(")") {
        operands = p.parse_operands()?;
        p.expect(":")?;
        let types_at = p.token();
        types = p.parse_type_list()?;
        p.expect(")")?;
        if types.len() != operands.len() {
            let what = format!("expected {} types for the block's arguments, found {}", operands.len(), types.len());
            return Err(p.error_at(types_at, what));
        }
    }
    Ok((operands, types))
}

pub(super) fn print_target(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    // The successor is the one whose operands these are: groups named in the row's order of successors.
    let groups: Vec<_> =
        p.module.def(op).operands.iter().filter(|o| o.arity == crate::def::Arity::Variadic).map(|o| o.name).collect();
    let index = groups.iter().position(|name| *name == args[0]).unwrap_or(0);
    let block = p.module.successors(op)[index];
    p.print_block_name(block);
    let values = p.module.group(op, args[0]);
    print_block_operands(p, &values);
}

pub(super) fn print_block_operands(p: &mut Printer<'_>, values: &[crate::Value]) {
    if values.is_empty() {
        return;
    }
    p.raw("(");
    p.print_values(values.iter().copied());
    p.raw(" : ");
    let types: Vec<_> = values.iter().map(|&v| p.module.ty(v)).collect();
    p.print_types(&types);
    p.raw(")");
}

/// `&SwitchCases(flag, default_operands, case_operands, case_values, case_segments)`: the body of `cf.switch`.
pub(super) fn parse_switch_cases<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let flag = operand(state, args[0]);
    let flag_type = state.operand_types[flag].as_ref().and_then(|t| t.first().copied()).unwrap_or(p.ctx.int_type(32));
    p.expect("[")?;
    p.expect_word("default")?;
    p.expect(":")?;
    parse_target(p, state, &[args[1]])?;
    let (mut operands, mut types) = (SmallVec::new(), Types::new());
    let (mut values, mut segments) = (Vec::new(), Vec::new());
    while p.accept(",") {
        values.push(p.parse_attr(Some(flag_type))?);
        p.expect(":")?;
        let block = p.parse_successor()?;
        state.successors.push(block);
        let (mut case, case_types) = parse_block_operands(p)?;
        segments.push(case.len() as i64);
        operands.append(&mut case);
        types.extend(case_types);
    }
    p.expect("]")?;
    let i = operand(state, args[2]);
    state.operands[i] = operands;
    state.operand_types[i] = Some(types);
    if !values.is_empty() {
        let cases = p.ctx.int_elements(flag_type, &values);
        p.set_prop(state, args[3], cases);
    }
    let segments = p.ctx.i32_array_attr(segments);
    p.set_prop(state, args[4], segments);
    Ok(())
}

pub(super) fn print_switch_cases(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let successors = p.module.successors(op).to_vec();
    p.raw("[");
    p.newline(1);
    p.raw("default: ");
    p.print_block_name(successors[0]);
    let defaults = p.module.group(op, args[1]);
    print_block_operands(p, &defaults);
    let operands = p.module.group(op, args[2]);
    let values = p.module.get_attr(op, args[3]).map(|a| p.ctx.int_values(a)).unwrap_or_default();
    let segments = p.module.get_attr(op, args[4]).map(|a| p.ctx.int_values(a)).unwrap_or_default();
    let mut start = 0;
    for ((value, &block), &n) in values.iter().zip(&successors[1..]).zip(&segments) {
        p.raw(",");
        p.newline(1);
        p.raw(&format!("{value}: "));
        p.print_block_name(block);
        let end = (start + usize::try_from(n).unwrap_or(0)).min(operands.len());
        print_block_operands(p, &operands[start..end]);
        start = end;
    }
    p.newline(0);
    p.raw("]");
}
