//! Lists of operands with their types.

use smallvec::SmallVec;

use super::operand;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;

/// `&Bindings(buffers, offsets, lengths)`: `(%buffer : T)[%offset, %length], …`, a line each.
pub(super) fn parse_bindings<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut buffers, mut types) = (SmallVec::new(), Vec::new());
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
    p.no_space();
}

/// `&DeviceList(devices, affinities)`: `[(%device, %affinity : !hal.device, i64), …]`.
pub(super) fn parse_device_list<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut devices, mut types, mut affinities) = (SmallVec::new(), Vec::new(), SmallVec::new());
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
    p.space();
    let [devices, affinities] = [0, 1].map(|i| p.module.group(op, args[i]));
    p.raw("[");
    for (i, (&device, &affinity)) in devices.iter().zip(&affinities).enumerate() {
        p.raw(if i > 0 { ", (" } else { "(" });
        p.print_values([device, affinity]);
        p.raw(" : ");
        p.print_type_of(device);
        p.raw(", ");
        p.print_type_of(affinity);
        p.raw(")");
    }
    p.raw("]");
}

/// `&TypedValues(values)`: `[%a : T, %b : U]`.
pub(super) fn parse_typed_values<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut values, mut types) = (SmallVec::new(), Vec::new());
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
    p.space();
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
