//! Types and symbols in formats.

use smallvec::SmallVec;

use super::{operand, result};
use crate::attrs::AttrKind;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser, Tok};
use crate::print::Printer;
use crate::types::TypeKind;

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

/// `&SizedType(result, size)`: `T{%size}`, sizes for each type.
pub(super) fn parse_sized_type<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut sizes) = (Vec::new(), SmallVec::new());
    loop {
        types.push(p.parse_type()?);
        p.expect("{")?;
        sizes.push(p.parse_operand()?);
        p.expect("}")?;
        if !p.accept(",") {
            break;
        }
    }
    match state.kind.def().operand_index(args[0]) {
        Some(i) => state.operand_types[i] = Some(types),
        None => {
            let i = result(state, args[0]);
            state.result_types[i] = Some(types);
        }
    }
    let i = operand(state, args[1]);
    state.operands[i] = sizes;
    Ok(())
}

pub(super) fn print_sized_type(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let sizes = p.module.group(op, args[1]);
    let values = match p.module.def(op).operand_index(args[0]) {
        Some(_) => p.module.group(op, args[0]),
        None => p.module.results(op).iter().copied().collect(),
    };
    for (i, (&value, &size)) in values.iter().zip(&sizes).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_type_of(value);
        p.raw("{");
        p.print_value(size);
        p.raw("}");
    }
}

/// `&TypeAlias(encoding, value)`: the encoding's type, and `as T` when the value's own differs.
pub(super) fn parse_type_alias<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let encoding = p.parse_type()?;
    let ty = if p.accept_word("as") { p.parse_type()? } else { encoding };
    let attr = p.ctx.type_attr(encoding);
    p.set_prop(state, args[0], attr);
    match state.kind.def().operand_index(args[1]) {
        Some(i) => state.operand_types[i] = Some(vec![ty]),
        None => {
            let i = result(state, args[1]);
            state.result_types[i] = Some(vec![ty]);
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
    let mut types = Vec::new();
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

/// `&TiedResults(operands, results, tied_operands)`: result types, where `%x` or `%x as T` shares the storage of an operand.
pub(super) fn parse_tied_results<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut tied) = (Vec::new(), Vec::new());
    let [o, r] = [operand(state, args[0]), result(state, args[1])];
    let mut one = |p: &mut Parser<'s>, state: &OpState<'s>| -> ParseResult<()> {
        let (ty, position) = parse_tied_type(p, state, o)?;
        types.push(ty);
        tied.push(position);
        Ok(())
    };
    if p.accept("(") {
        p.list(")", |p| one(p, state))?;
    } else {
        one(p, state)?;
    }
    state.result_types[r] = Some(types);
    set_tied(p, state, args[2], &tied);
    Ok(())
}

/// A type, or an operand of group `operands` and perhaps `as T`; with the position of that operand, or -1.
fn parse_tied_type<'s>(p: &mut Parser<'s>, state: &OpState<'s>, operands: usize) -> ParseResult<(crate::Type, i64)> {
    if !p.at_kind(Tok::Percent) {
        return Ok((p.parse_type()?, -1));
    }
    let name = p.parse_operand()?;
    let Some(position) = state.operands[operands].iter().position(|other| other.same(&name)) else {
        return Err(p.error_at(name.tok, "expected an operand of this operation: a tied result shares its storage"));
    };
    let own = state.operand_types[operands].as_ref().and_then(|types| types.get(position).copied());
    let ty = if p.accept_word("as") { Some(p.parse_type()?) } else { own };
    match ty {
        Some(ty) => Ok((ty, position as i64)),
        None => Err(p.error_at(name.tok, "expected `as` and a type")),
    }
}

fn set_tied<'s>(p: &Parser<'s>, state: &mut OpState<'s>, name: &str, tied: &[i64]) {
    // Upstream writes it down for every result, also when all have storage of their own.
    if !tied.is_empty() {
        let items = tied.iter().map(|&t| p.ctx.index_attr(t)).collect();
        p.set_prop(state, name, p.ctx.array_attr(items));
    }
}

pub(super) fn print_tied_results(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let results: Vec<_> = p.module.results(op).to_vec();
    let operands = p.module.group(op, args[0]);
    let tied = p.tied_operands(op, args[2]);
    let parens = results.len() != 1;
    if parens {
        p.raw("(");
    }
    for (i, &value) in results.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        let ty = p.module.ty(value);
        match tied.get(i).and_then(|&t| usize::try_from(t).ok()).and_then(|t| operands.get(t)) {
            Some(&source) => {
                p.print_value(source);
                if p.module.ty(source) != ty {
                    p.raw(" as ");
                    p.print_type(ty);
                }
            }
            None => p.print_type(ty),
        }
    }
    if parens {
        p.raw(")");
    }
}

/// `&ShapedSignature(arguments, argument_dims, results, result_dims, tied_operands)`: `(T{%n}, U) -> T{%n}`, the dynamic
/// extents of each tensor after it; a tied result names its operand.
pub(super) fn parse_shaped_signature<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let [values, value_dims, result_dims] = [args[0], args[1], args[3]].map(|name| operand(state, name));
    let results = result(state, args[2]);
    let (mut types, mut dims) = (Vec::new(), SmallVec::new());
    p.expect("(")?;
    p.list(")", |p| {
        types.push(p.parse_type()?);
        parse_dims(p, &mut dims)
    })?;
    p.expect("->")?;
    state.operand_types[values] = Some(types);
    state.operands[value_dims] = dims;
    let (mut types, mut dims, mut tied) = (Vec::new(), SmallVec::new(), Vec::new());
    let mut one = |p: &mut Parser<'s>, state: &OpState<'s>| -> ParseResult<()> {
        let (ty, position) = parse_tied_type(p, state, values)?;
        types.push(ty);
        tied.push(position);
        parse_dims(p, &mut dims)
    };
    if p.accept("(") {
        p.list(")", |p| one(p, state))?;
    } else {
        one(p, state)?;
    }
    state.result_types[results] = Some(types);
    state.operands[result_dims] = dims;
    set_tied(p, state, args[4], &tied);
    Ok(())
}

/// `{%a, %b}`, if it stands here.
fn parse_dims<'s>(p: &mut Parser<'s>, dims: &mut SmallVec<[crate::parse::Unresolved<'s>; 2]>) -> ParseResult<()> {
    if p.accept("{") {
        let mut more = p.parse_operands()?;
        dims.append(&mut more);
        p.expect("}")?;
    }
    Ok(())
}

pub(super) fn print_shaped_signature(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let operands = p.module.group(op, args[0]);
    let mut dims = p.module.group(op, args[1]).into_iter();
    p.raw("(");
    for (i, &value) in operands.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        print_shaped(p, p.module.ty(value), &mut dims);
    }
    p.raw(") -> ");
    let results = p.module.results(op).to_vec();
    let mut dims = p.module.group(op, args[3]).into_iter();
    let tied = p.tied_operands(op, args[4]);
    if results.len() != 1 {
        p.raw("(");
    }
    for (i, &value) in results.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        let ty = p.module.ty(value);
        match tied.get(i).and_then(|&t| usize::try_from(t).ok()).and_then(|t| operands.get(t)) {
            Some(&source) => {
                p.print_value(source);
                if p.module.ty(source) != ty {
                    p.raw(" as ");
                    p.print_type(ty);
                }
                print_dims(p, ty, &mut dims);
            }
            None => print_shaped(p, ty, &mut dims),
        }
    }
    if results.len() != 1 {
        p.raw(")");
    }
}

fn print_shaped(p: &mut Printer<'_>, ty: crate::Type, dims: &mut impl Iterator<Item = crate::Value>) {
    p.print_type(ty);
    print_dims(p, ty, dims);
}

/// `{%a, %b}` for the dynamic extents of `ty`.
fn print_dims(p: &mut Printer<'_>, ty: crate::Type, dims: &mut impl Iterator<Item = crate::Value>) {
    let n = p.ctx.dynamic_dims(ty);
    if n > 0 {
        p.raw("{");
        p.print_values(dims.take(n).collect::<Vec<_>>());
        p.raw("}");
    }
}

/// `&SelectType(condition, result)`: `T`, or `C, T` when the condition is not an `i1`.
pub(super) fn parse_select_type<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let first = p.parse_type()?;
    let (condition, ty) = if p.accept(",") { (first, p.parse_type()?) } else { (p.ctx.int_type(1), first) };
    let [c, r] = [operand(state, args[0]), result(state, args[1])];
    state.operand_types[c] = Some(vec![condition]);
    state.result_types[r] = Some(vec![ty]);
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
    state.operand_types[default] = Some(vec![ty]);
    state.operand_types[values] = Some(vec![ty; list.len()]);
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
    state.operand_types[l] = Some(vec![list.0]);
    state.result_types[r] = Some(vec![ty]);
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
    state.operand_types[l] = Some(vec![list]);
    state.operand_types[v] = Some(vec![value]);
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
