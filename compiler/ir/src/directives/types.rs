//! Types and symbols in formats.

use smallvec::smallvec;

use super::{operand, result};
use crate::attrs::AttrKind;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::{TypeKind, Types};

/// `&Visibility(sym_visibility)`: `public`, `private`, `nested` or nothing.
pub(super) fn parse_visibility<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    for word in ["public", "private", "nested"] {
        if p.accept_word(word) {
            let attr = p.ctx.str_attr(word);
            p.set_prop(state, args[0], attr);
            return Ok(());
        }
    }
    Ok(())
}

pub(super) fn print_visibility(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let text = p.module.str_attr(op, args[0]).unwrap_or("public");
    p.raw(text);
}

/// `&TypeAlias(encoding, value)`: the encoding's type, and `as T` when the value's own differs.
pub(super) fn parse_type_alias<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let encoding = p.parse_type()?;
    let ty = if p.accept_word("as") { p.parse_type()? } else { encoding };
    let attr = p.ctx.type_attr(encoding);
    p.set_prop(state, args[0], attr);
    match state.kind.def().operand_index(args[1]) {
        Some(i) => state.operand_types[i] = Some(smallvec![ty]),
        None => {
            let i = result(state, args[1]);
            state.result_types[i] = Some(smallvec![ty]);
        }
    }
    Ok(())
}

pub(super) fn print_type_alias(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let value = p.module.named(op, args[1]).or_else(|| p.module.named_result(op, args[1]));
    let Some(ty) = value.map(|v| p.module.ty(v)) else { return };
    let encoding = match p.module.get_attr(op, args[0]).map(|a| p.ctx.attr_kind(a)) {
        Some(AttrKind::Type(encoding)) => *encoding,
        _ => ty,
    };
    p.print_type(encoding);
    if encoding != ty {
        p.raw(" as ");
        p.print_type(ty);
    }
}

/// `&TypeOrValue(type, initial_value)`: `: T`, `= value` whose type is T, or `: T = value` when they differ.
pub(super) fn parse_type_or_value<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut ty = None;
    if p.accept(":") {
        ty = Some(p.parse_type()?);
    }
    if ty.is_none() && !p.at("=") {
        return Err(p.expected("`:` and a type, or `=` and a value"));
    }
    if p.accept("=") {
        let tok = p.token();
        let value = p.parse_attr(None)?;
        p.set_prop(state, args[1], value);
        let Some(found) = ty.or_else(|| p.ctx.attr_type(value)) else {
            return Err(p.error_at(tok, "expected a value with a type"));
        };
        ty = Some(found);
    }
    if let Some(ty) = ty {
        let attr = p.ctx.type_attr(ty);
        p.set_prop(state, args[0], attr);
    }
    Ok(())
}

pub(super) fn print_type_or_value(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ty = match p.module.get_attr(op, args[0]).map(|a| p.ctx.attr_kind(a)) {
        Some(AttrKind::Type(ty)) => Some(*ty),
        _ => None,
    };
    let value = p.module.get_attr(op, args[1]);
    let implied = value.and_then(|v| p.ctx.attr_type(v)) == ty;
    if let Some(ty) = ty
        && (value.is_none() || !implied)
    {
        p.raw(": ");
        p.print_type(ty);
        if value.is_some() {
            p.raw(" ");
        }
    }
    if let Some(value) = value {
        p.raw("= ");
        p.print_attr(value);
    }
}

/// `&ParenTypes(operands)`: `(T, U)`.
pub(super) fn parse_paren_types<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut types = Types::new();
    p.expect("(")?;
    p.list(")", |p| {
        types.push(p.parse_type()?);
        Ok(())
    })?;
    let i = operand(state, args[0]);
    state.operand_types[i] = Some(types);
    Ok(())
}

pub(super) fn print_paren_types(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let types: Vec<_> = p.module.group(op, args[0]).iter().map(|&v| p.module.ty(v)).collect();
    p.raw("(");
    p.print_types(&types);
    p.raw(")");
}

/// `&SelectType(condition, result)`: `T`, or `C, T` when the condition is not an `i1`.
pub(super) fn parse_select_type<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let first = p.parse_type()?;
    let (condition, ty) = if p.accept(",") { (first, p.parse_type()?) } else { (p.ctx.int_type(1), first) };
    let [c, r] = [operand(state, args[0]), result(state, args[1])];
    state.operand_types[c] = Some(smallvec![condition]);
    state.result_types[r] = Some(smallvec![ty]);
    Ok(())
}

pub(super) fn print_select_type(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let condition = p.module.named(op, args[0]).map(|v| p.module.ty(v));
    if let Some(condition) = condition.filter(|&ty| ty != p.ctx.int_type(1)) {
        p.print_type(condition);
        p.raw(", ");
    }
    if let Some(value) = p.module.named_result(op, args[1]) {
        p.print_type_of(value);
    }
}

/// `&SwitchValues(default_value, values)`: `T from [%a, %b]`.
pub(super) fn parse_switch_values<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let [default, values] = [0, 1].map(|i| operand(state, args[i]));
    let ty = p.parse_type()?;
    p.expect_word("from")?;
    p.expect("[")?;
    let list = p.parse_operands()?;
    p.expect("]")?;
    state.operand_types[default] = Some(smallvec![ty]);
    state.operand_types[values] = Some(smallvec![ty; list.len()]);
    state.operands[values] = list;
    Ok(())
}

pub(super) fn print_switch_values(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    if let Some(default) = p.module.named(op, args[0]) {
        p.print_type_of(default);
    }
    p.raw(" from [");
    let values = p.module.group(op, args[1]);
    p.print_values(values);
    p.raw("]");
}

/// `&ListGet(list, result)`: `!util.list<T>`, or `!util.list<?> -> T` when the element's type is another.
pub(super) fn parse_list_get<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let list = parse_list(p)?;
    let ty = if p.accept("->") { p.parse_type()? } else { list.1 };
    let [l, r] = [operand(state, args[0]), result(state, args[1])];
    state.operand_types[l] = Some(smallvec![list.0]);
    state.result_types[r] = Some(smallvec![ty]);
    Ok(())
}

/// A list type and that of its elements.
fn parse_list(p: &mut Parser<'_>) -> ParseResult<(crate::Type, crate::Type)> {
    let tok = p.token();
    let ty = p.parse_type()?;
    match p.ctx.type_kind(ty) {
        TypeKind::UtilList(element) => Ok((ty, *element)),
        _ => Err(p.error_at(tok, "expected a type !util.list<…>")),
    }
}

pub(super) fn print_list_get(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [list, result] = [p.module.named(op, args[0]), p.module.named_result(op, args[1])].map(|v| v.map(|v| p.module.ty(v)));
    let (Some(list), Some(result)) = (list, result) else { return };
    p.print_type(list);
    if !matches!(p.ctx.type_kind(list), TypeKind::UtilList(element) if *element == result) {
        p.raw(" -> ");
        p.print_type(result);
    }
}

/// `&ListSet(list, value)`: `!util.list<T>`, or `T -> !util.list<?>` when the element's type is another.
pub(super) fn parse_list_set<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let tok = p.token();
    let first = p.parse_type()?;
    let (list, value) = if p.accept("->") {
        (parse_list(p)?.0, first)
    } else {
        match p.ctx.type_kind(first) {
            TypeKind::UtilList(element) => (first, *element),
            _ => return Err(p.error_at(tok, "expected a type !util.list<…>")),
        }
    };
    let [l, v] = [0, 1].map(|i| operand(state, args[i]));
    state.operand_types[l] = Some(smallvec![list]);
    state.operand_types[v] = Some(smallvec![value]);
    Ok(())
}

pub(super) fn print_list_set(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [list, value] = [0, 1].map(|i| p.module.named(op, args[i]).map(|v| p.module.ty(v)));
    let (Some(list), Some(value)) = (list, value) else { return };
    if !matches!(p.ctx.type_kind(list), TypeKind::UtilList(element) if *element == value) {
        p.print_type(value);
        p.raw(" -> ");
    }
    p.print_type(list);
}

/// `&ArrowTypes(results)`: `-> (T, U)`, or `-> T` when read.
pub(super) fn parse_arrow_types<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    p.expect("->")?;
    let types = p.parse_type_list_or_one()?;
    let i = result(state, args[0]);
    state.result_types[i] = Some(types);
    Ok(())
}

pub(super) fn print_arrow_types(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let types: Vec<_> = p.module.result_group(op, args[0]).iter().map(|&v| p.module.ty(v)).collect();
    p.raw("-> (");
    p.print_types(&types);
    p.raw(")");
}

/// `&TypedOrSymbol(value, result)`: an attribute with a type, or `@symbol : T`.
pub(super) fn parse_typed_or_symbol<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let tok = p.token();
    let value = p.parse_attr(None)?;
    p.set_prop(state, args[0], value);
    let ty = match p.ctx.attr_kind(value) {
        AttrKind::Symbol { .. } => {
            p.expect(":")?;
            p.parse_type()?
        }
        _ => p.ctx.attr_type(value).ok_or_else(|| p.error_at(tok, "expected a value with a type"))?,
    };
    let i = result(state, args[1]);
    state.result_types[i] = Some(smallvec![ty]);
    Ok(())
}

pub(super) fn print_typed_or_symbol(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let Some(value) = p.module.get_attr(op, args[0]) else { return };
    p.print_attr(value);
    if let (AttrKind::Symbol { .. }, Some(result)) = (p.ctx.attr_kind(value), p.module.named_result(op, args[1])) {
        p.raw(" : ");
        p.print_type_of(result);
    }
}
