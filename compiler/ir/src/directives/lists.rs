//! Lists of operands with their types.

use smallvec::SmallVec;

use super::operand;
use crate::dialect_attrs::DialectAttrKind;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::Types;

/// `&Bindings(buffers, offsets, lengths)`: `(%buffer : T)[%offset, %length], …`, a line each.
pub(super) fn parse_bindings<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut buffers, mut types) = (SmallVec::new(), Types::new());
    let (mut offsets, mut lengths) = (SmallVec::new(), SmallVec::new());
    while p.at("(") {
        p.advance();
        buffers.push(p.parse_operand()?);
        p.expect(":")?;
        types.push(p.parse_type()?);
        p.expect(")")?;
        p.expect("[")?;
        offsets.push(p.parse_operand()?);
        p.expect(",")?;
        lengths.push(p.parse_operand()?);
        p.expect("]")?;
        if !p.accept(",") {
            break;
        }
    }
    let [b, o, l] = [0, 1, 2].map(|i| operand(state, args[i]));
    state.operands[b] = buffers;
    state.operand_types[b] = Some(types);
    state.operands[o] = offsets;
    state.operands[l] = lengths;
    Ok(())
}

pub(super) fn print_bindings(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [buffers, offsets, lengths] = [0, 1, 2].map(|i| p.module.group(op, args[i]));
    for (i, ((&buffer, &offset), &length)) in buffers.iter().zip(&offsets).zip(&lengths).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.newline(1);
        p.raw("(");
        p.print_value(buffer);
        p.raw(" : ");
        p.print_type_of(buffer);
        p.raw(")[");
        p.print_value(offset);
        p.raw(", ");
        p.print_value(length);
        p.raw("]");
    }
    if !buffers.is_empty() {
        p.newline(0);
    }
}

/// `&DeviceList(devices, affinities)`: `[(%device, %affinity : !hal.device, i64), …]`, a line each.
pub(super) fn parse_device_list<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut devices, mut types, mut affinities) = (SmallVec::new(), Types::new(), SmallVec::new());
    p.expect("[")?;
    p.list("]", |p| {
        p.expect("(")?;
        devices.push(p.parse_operand()?);
        p.expect(",")?;
        affinities.push(p.parse_operand()?);
        p.expect(":")?;
        types.push(p.parse_type()?);
        p.expect(",")?;
        p.parse_type()?;
        p.expect(")")
    })?;
    let [d, a] = [0, 1].map(|i| operand(state, args[i]));
    state.operands[d] = devices;
    state.operand_types[d] = Some(types);
    state.operands[a] = affinities;
    Ok(())
}

pub(super) fn print_device_list(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [devices, affinities] = [0, 1].map(|i| p.module.group(op, args[i]));
    p.raw("[");
    for (i, (&device, &affinity)) in devices.iter().zip(&affinities).enumerate() {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        p.raw("(");
        p.print_values([device, affinity]);
        p.raw(" : ");
        p.print_type_of(device);
        p.raw(", ");
        p.print_type_of(affinity);
        p.raw(")");
    }
    p.newline(0);
    p.raw("]");
}

/// `&TypedValues(values)`: `[%a : T, %b : U]`.
pub(super) fn parse_typed_values<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut values, mut types) = (SmallVec::new(), Types::new());
    p.expect("[")?;
    p.list("]", |p| {
        values.push(p.parse_operand()?);
        p.expect(":")?;
        types.push(p.parse_type()?);
        Ok(())
    })?;
    let i = operand(state, args[0]);
    state.operands[i] = values;
    state.operand_types[i] = Some(types);
    Ok(())
}

pub(super) fn print_typed_values(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    p.raw("[");
    for (i, &value) in p.module.group(op, args[0]).iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(value);
        p.raw(" : ");
        p.print_type_of(value);
    }
    p.raw("]");
}

/// `&RangeList(offsets, lengths)`: `[%offset for %length], …`.
pub(super) fn parse_range_list<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut offsets, mut lengths) = (SmallVec::new(), SmallVec::new());
    loop {
        p.expect("[")?;
        offsets.push(p.parse_operand()?);
        p.expect_word("for")?;
        lengths.push(p.parse_operand()?);
        p.expect("]")?;
        if !p.accept(",") {
            break;
        }
    }
    let [o, l] = [0, 1].map(|i| operand(state, args[i]));
    state.operands[o] = offsets;
    state.operands[l] = lengths;
    Ok(())
}

pub(super) fn print_range_list(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [offsets, lengths] = [0, 1].map(|i| p.module.group(op, args[i]));
    for (i, (&offset, &length)) in offsets.iter().zip(&lengths).enumerate() {
        p.raw(if i > 0 { ", [" } else { "[" });
        p.print_value(offset);
        p.raw(" for ");
        p.print_value(length);
        p.raw("]");
    }
}

/// `&Assumptions(operands, assumptions)`: `%a<umin = 0>, %b[<udiv = 4>, <udiv = 8>]` and a space; several on lines of their
/// own.
pub(super) fn parse_assumptions<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut operands, mut all) = (SmallVec::new(), Vec::new());
    loop {
        operands.push(p.parse_operand()?);
        let mut list = Vec::new();
        if p.accept("[") {
            p.list("]", |p| {
                list.push(p.parse_dialect_attr_of(DialectAttrKind::UtilIntAssumption)?);
                Ok(())
            })?;
        } else {
            list.push(p.parse_dialect_attr_of(DialectAttrKind::UtilIntAssumption)?);
        }
        all.push(p.ctx.array_attr(list));
        if !p.accept(",") {
            break;
        }
    }
    let i = operand(state, args[0]);
    state.operands[i] = operands;
    let all = p.ctx.array_attr(all);
    p.set_prop(state, args[1], all);
    Ok(())
}

pub(super) fn print_assumptions(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let operands = p.module.group(op, args[0]);
    let all = p.module.get_attr(op, args[1]).and_then(|a| ctx.array_value(a)).unwrap_or_default();
    let lines = operands.len() > 1;
    for (i, (&value, &list)) in operands.iter().zip(all).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        if lines {
            p.newline(2);
        }
        p.print_value(value);
        match ctx.array_value(list) {
            Some([only]) => p.print_stripped(*only),
            list => {
                p.raw("[");
                p.list(list.unwrap_or_default(), |w, &one| w.print_stripped(one));
                p.raw("]");
            }
        }
    }
    if lines {
        p.newline(0);
        p.raw(" ");
    }
}
