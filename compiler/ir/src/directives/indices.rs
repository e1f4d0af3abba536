//! Lists of indices of which some are values and some constants: `[%a, 2, ?]`.

use smallvec::SmallVec;

use super::operand;
use crate::attrs::{Attr, AttrKind};
use crate::def::AttrRule;
use crate::module::{Op, Value};
use crate::parse::{OpState, ParseResult, Parser, Tok, Unresolved};
use crate::print::Printer;

/// The constant that stands for a value.
const DYNAMIC: i64 = i64::MIN;

type Operands<'s> = SmallVec<[Unresolved<'s>; 1]>;

/// What stands around a list.
type Brackets = [&'static str; 2];
const SQUARE: Brackets = ["[", "]"];
const ROUND: Brackets = ["(", ")"];

/// `[%a, 2]`: values, and constants with [`DYNAMIC`] for each value.
pub(crate) fn parse_indices<'s>(p: &mut Parser<'s>, values: &mut Operands<'s>) -> ParseResult<Attr> {
    parse_items(p, values, SQUARE)
}

fn parse_items<'s>(p: &mut Parser<'s>, values: &mut Operands<'s>, [open, close]: Brackets) -> ParseResult<Attr> {
    let mut constants = Vec::new();
    p.expect(open)?;
    p.list(close, |p| {
        if p.at_kind(Tok::Percent) {
            values.push(p.parse_operand()?);
            constants.push(DYNAMIC);
        } else {
            constants.push(p.parse_i64("a value or an integer")?);
        }
        Ok(())
    })?;
    let element = p.ctx.int_type(64);
    Ok(p.ctx.attr(AttrKind::DenseArray { element, values: constants }))
}

/// The same, written; takes the values it writes from `values`.
pub(crate) fn print_indices(p: &mut Printer<'_>, constants: &[i64], values: &mut dyn Iterator<Item = Value>) {
    print_items(p, constants, values, SQUARE);
}

fn print_items(p: &mut Printer<'_>, constants: &[i64], values: &mut dyn Iterator<Item = Value>, [open, close]: Brackets) {
    p.raw(open);
    for (i, &constant) in constants.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        match constant {
            DYNAMIC => match values.next() {
                Some(value) => p.print_value(value),
                None => p.raw("?"),
            },
            _ => p.number(constant),
        }
    }
    p.raw(close);
}

/// `&Indices(values, constants)`: `[%a, 2]`.
pub(super) fn parse_list<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    parse_parts(p, state, args, SQUARE)
}

pub(super) fn print_list(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    print_parts(p, op, args, SQUARE);
}

/// `&Basis(values, constants)`: `(%a, 2)`.
pub(super) fn parse_basis<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    parse_parts(p, state, args, ROUND)
}

pub(super) fn print_basis(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    print_parts(p, op, args, ROUND);
}

fn parse_parts<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str], around: Brackets) -> ParseResult<()> {
    let mut values = SmallVec::new();
    let constants = parse_items(p, &mut values, around)?;
    let i = operand(state, args[0]);
    state.operands[i] = values;
    p.set_prop(state, args[1], constants);
    Ok(())
}

fn print_parts(p: &mut Printer<'_>, op: Op, args: &[&'static str], around: Brackets) {
    let constants = p.module.get_attr(op, args[1]).map(|attr| p.ctx.int_values(attr)).unwrap_or_default();
    let values = p.module.group(op, args[0]);
    print_items(p, &constants, &mut values.into_iter(), around);
}

/// `&NestedIndices(values, constants)`: `[[%a, 2], [3]]`.
pub(super) fn parse_nested<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut values, mut lists) = (SmallVec::new(), Vec::new());
    p.expect("[")?;
    p.list("]", |p| {
        lists.push(parse_indices(p, &mut values)?);
        Ok(())
    })?;
    let i = operand(state, args[0]);
    state.operands[i] = values;
    let lists = p.ctx.array_attr(lists);
    p.set_prop(state, args[1], lists);
    Ok(())
}

pub(super) fn print_nested(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let lists = p.module.get_attr(op, args[1]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    let mut values = p.module.group(op, args[0]).into_iter();
    p.raw("[");
    for (i, &list) in lists.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        print_indices(p, &ctx.int_values(list), &mut values);
    }
    p.raw("]");
}

/// `&MapOperands(map, operands)`: `#map(%dimensions)[%symbols]`.
pub(super) fn parse_map_operands<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let map = p.parse_attr_by_rule(&AttrRule::AffineMap)?;
    p.set_prop(state, args[0], map);
    p.expect("(")?;
    let mut values = p.parse_operands()?;
    p.expect(")")?;
    let dims = values.len();
    if p.accept("[") {
        values.extend(p.parse_operands()?);
        p.expect("]")?;
    }
    if let AttrKind::AffineMap(map) = p.ctx.attr_kind(map)
        && (map.dims as usize, map.symbols as usize) != (dims, values.len() - dims)
    {
        let message = format!(
            "expected {} dimensions and {} symbols, as the map has, found {dims} and {}",
            map.dims,
            map.symbols,
            values.len() - dims
        );
        return Err(p.error_at(state.tok, message));
    }
    let i = operand(state, args[1]);
    state.operands[i] = values;
    Ok(())
}

pub(super) fn print_map_operands(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let Some(map) = p.module.get_attr(op, args[0]) else { return };
    let dims = match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map.dims as usize,
        _ => 0,
    };
    let values = p.module.group(op, args[1]);
    let (dims, symbols) = values.split_at(dims.min(values.len()));
    p.print_attr_by_rule(&AttrRule::AffineMap, map);
    p.raw("(");
    p.print_values(dims.iter().copied());
    p.raw(")");
    if !symbols.is_empty() {
        p.raw("[");
        p.print_values(symbols.iter().copied());
        p.raw("]");
    }
}
