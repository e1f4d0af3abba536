//! Types with what they leave open: the dynamic extents of a tensor, the size of a resource; results that share the storage
//! of an operand.

use smallvec::SmallVec;

use super::{operand, result};
use crate::attrs::{Attr, AttrKind};
use crate::dialect_types::DialectTypeKind;
use crate::module::{Op, Value};
use crate::parse::{OpState, ParseResult, Parser, Tok, Unresolved};
use crate::print::Printer;
use crate::types::{Type, TypeKind};

type Operands<'s> = SmallVec<[Unresolved<'s>; 2]>;

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
fn parse_tied_type<'s>(p: &mut Parser<'s>, state: &OpState<'s>, operands: usize) -> ParseResult<(Type, i64)> {
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
    let [values, value_dims] = [0, 1].map(|i| operand(state, args[i]));
    let (mut types, mut dims) = (Vec::new(), SmallVec::new());
    p.expect("(")?;
    p.list(")", |p| {
        types.push(p.parse_type()?);
        parse_dims(p, &mut dims)
    })?;
    p.expect("->")?;
    state.operand_types[values] = Some(types);
    state.operands[value_dims] = dims;
    parse_shaped_results(p, state, [args[0], args[2], args[3], args[4]])
}

/// `{%a, %b}`, if it stands here.
fn parse_dims<'s>(p: &mut Parser<'s>, dims: &mut Operands<'s>) -> ParseResult<()> {
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
    print_shaped_results(p, op, [args[0], args[2], args[3], args[4]]);
}

/// Result types in parentheses where there is not exactly one; names: operands, results, result extents, tied operands.
pub(super) fn print_shaped_results(p: &mut Printer<'_>, op: Op, [operands, results, dims, tied]: [&'static str; 4]) {
    let operands = p.module.group(op, operands);
    let results = p.module.result_group(op, results);
    let mut dims = p.module.group(op, dims).into_iter();
    let tied = p.tied_operands(op, tied);
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

fn print_shaped(p: &mut Printer<'_>, ty: Type, dims: &mut impl Iterator<Item = Value>) {
    p.print_type(ty);
    print_dims(p, ty, dims);
}

/// `{%a, %b}` for what `ty` leaves open.
pub(super) fn print_dims(p: &mut Printer<'_>, ty: Type, dims: &mut impl Iterator<Item = Value>) {
    let n = match p.ctx.type_kind(ty) {
        TypeKind::StreamResource(_) | TypeKind::UtilBuffer => 1,
        _ => p.ctx.dynamic_dims(ty),
    };
    if n > 0 {
        p.raw("{");
        p.print_values(dims.take(n).collect::<Vec<_>>());
        p.raw("}");
    }
}

/// Result types as in a shaped signature, after `->`: stored as the results, their extents and what they are tied to.
pub(super) fn parse_shaped_results<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    [operands, results, result_dims, tied_operands]: [&'static str; 4],
) -> ParseResult<()> {
    let [values, result_dims] = [operands, result_dims].map(|name| operand(state, name));
    let results = result(state, results);
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
    set_tied(p, state, tied_operands, &tied);
    Ok(())
}

/// `&ShapedTypes(operands, dims)` or `&ShapedTypes(operands, results, dims)`: `T{%n}, U, …`, of operands or also of results
/// with the same types.
pub(super) fn parse_shaped_types<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut dims) = (Vec::new(), SmallVec::new());
    if let Some(first) = p.parse_optional_type()? {
        types.push(first);
        parse_dims(p, &mut dims)?;
        while p.accept(",") {
            types.push(p.parse_type()?);
            parse_dims(p, &mut dims)?;
        }
    }
    let [dims_name, names @ ..] = args_from_end(args);
    let i = operand(state, dims_name);
    state.operands[i] = dims;
    for name in names.iter().copied().filter(|name| !name.is_empty()) {
        match state.kind.def().operand_index(name) {
            Some(i) => state.operand_types[i] = Some(types.clone()),
            None => {
                let i = result(state, name);
                state.result_types[i] = Some(types.clone());
            }
        }
    }
    Ok(())
}

/// The last argument, and up to two before it.
fn args_from_end(args: &[&'static str]) -> [&'static str; 3] {
    match args {
        [first, second, last] => [last, first, second],
        [first, last] => [last, first, ""],
        _ => ["", "", ""],
    }
}

pub(super) fn print_shaped_types(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [dims, first, _] = args_from_end(args);
    let mut dims = p.module.group(op, dims).into_iter();
    let values = match p.module.def(op).operand_index(first) {
        Some(_) => p.module.group(op, first),
        None => p.module.result_group(op, first),
    };
    for (i, &value) in values.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        print_shaped(p, p.module.ty(value), &mut dims);
    }
}

/// `&ShapedTied(target, target_dims)` or `&ShapedTied(target, result, target_dims, tied_operands)`: `%target as T{%n}`, the
/// type of the operand, or of the result where that is given.
pub(super) fn parse_shaped_tied<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let target = operand(state, args[0]);
    let mut position = -1;
    if p.at_kind(Tok::Percent) {
        p.parse_operand()?;
        p.expect_word("as")?;
        position = 0;
    }
    let ty = p.parse_type()?;
    let mut dims = SmallVec::new();
    parse_dims(p, &mut dims)?;
    if let [_, name, dims_name, tied] = *args {
        let i = result(state, name);
        state.result_types[i] = Some(vec![ty]);
        let i = operand(state, dims_name);
        state.operands[i] = dims;
        set_tied(p, state, tied, &[position]);
    } else {
        state.operand_types[target] = Some(vec![ty]);
        let i = operand(state, args[1]);
        state.operands[i] = dims;
    }
    Ok(())
}

pub(super) fn print_shaped_tied(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let Some(target) = p.module.named(op, args[0]) else { return };
    let (value, dims, tied) = match *args {
        [_, name, dims, tied] => {
            let untied = p.tied_operands(op, tied).first().is_some_and(|&position| position < 0);
            (p.module.named_result(op, name), dims, !untied)
        }
        _ => (Some(target), args[1], true),
    };
    if tied {
        p.print_value(target);
        p.raw(" as ");
    }
    let mut dims = p.module.group(op, dims).into_iter();
    if let Some(value) = value {
        print_shaped(p, p.module.ty(value), &mut dims);
    }
}

/// `T` for a value without encoding: `!util.unused`.
fn unused(p: &Parser<'_>) -> Type {
    p.ctx.dialect_type(DialectTypeKind::UtilUnused, [])
}

fn is_unused(p: &Printer<'_>, ty: Type) -> bool {
    matches!(p.ctx.type_kind(ty), TypeKind::Dialect(dialect) if dialect.kind == DialectTypeKind::UtilUnused)
}

/// The types in an array of types.
fn type_list(p: &Printer<'_>, op: Op, name: &str) -> Vec<Type> {
    let ctx = p.ctx;
    let list = p.module.get_attr(op, name).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    list.iter().filter_map(|&attr| if let AttrKind::Type(ty) = ctx.attr_kind(attr) { Some(*ty) } else { None }).collect()
}

fn type_array(p: &Parser<'_>, types: &[Type]) -> Attr {
    p.ctx.array_attr(types.iter().map(|&ty| p.ctx.type_attr(ty)).collect())
}

/// `&EncodedOperands(values, sizes, encodings, encoding_dims)`: `%a : tensor<?xf32>{%n} in T{%size}, …`, a line each.
pub(super) fn parse_encoded_operands<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let (mut values, mut types, mut sizes) = (SmallVec::new(), Vec::new(), SmallVec::new());
    let (mut encodings, mut dims) = (Vec::new(), SmallVec::new());
    loop {
        values.push(p.parse_operand()?);
        p.expect(":")?;
        encodings.push(p.parse_type()?);
        parse_dims(p, &mut dims)?;
        p.expect_word("in")?;
        types.push(p.parse_type()?);
        parse_dims(p, &mut sizes)?;
        if !p.accept(",") {
            break;
        }
    }
    let [v, s, d] = [args[0], args[1], args[3]].map(|name| operand(state, name));
    state.operands[v] = values;
    state.operand_types[v] = Some(types);
    state.operands[s] = sizes;
    state.operands[d] = dims;
    let encodings = type_array(p, &encodings);
    p.set_prop(state, args[2], encodings);
    Ok(())
}

pub(super) fn print_encoded_operands(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let values = p.module.group(op, args[0]);
    let [mut sizes, mut dims] = [args[1], args[3]].map(|name| p.module.group(op, name).into_iter());
    let encodings = type_list(p, op, args[2]);
    for (i, (&value, &encoding)) in values.iter().zip(&encodings).enumerate() {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        p.print_value(value);
        p.raw(" : ");
        print_shaped(p, encoding, &mut dims);
        p.raw(" in ");
        print_shaped(p, p.module.ty(value), &mut sizes);
    }
    p.newline(0);
}

/// `&EncodedSignature(operands, sizes, encodings, dims, results, result_sizes, result_encodings, result_dims, tied_operands)`:
/// `(tensor<?xf32>{%n} in T{%size}, U) -> tensor<4xf32> in %a{%size}`.
pub(super) fn parse_encoded_signature<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let [values, value_sizes, value_dims] = [args[0], args[1], args[3]].map(|name| operand(state, name));
    let [result_sizes, result_dims] = [args[5], args[7]].map(|name| operand(state, name));
    let results = result(state, args[4]);
    let (mut types, mut sizes, mut encodings, mut dims) = (Vec::new(), SmallVec::new(), Vec::new(), SmallVec::new());
    p.expect("(")?;
    p.list(")", |p| {
        let first = p.parse_type()?;
        let mut first_dims = SmallVec::new();
        parse_dims(p, &mut first_dims)?;
        if p.accept_word("in") {
            encodings.push(first);
            dims.append(&mut first_dims);
            types.push(p.parse_type()?);
            return parse_dims(p, &mut sizes);
        }
        encodings.push(unused(p));
        types.push(first);
        sizes.append(&mut first_dims);
        Ok(())
    })?;
    p.expect("->")?;
    state.operand_types[values] = Some(types);
    state.operands[value_sizes] = sizes;
    state.operands[value_dims] = dims;
    let encodings = type_array(p, &encodings);
    p.set_prop(state, args[2], encodings);
    let (mut types, mut sizes, mut encodings, mut dims) = (Vec::new(), SmallVec::new(), Vec::new(), SmallVec::new());
    let mut tied = Vec::new();
    let mut one = |p: &mut Parser<'s>, state: &OpState<'s>| -> ParseResult<()> {
        let mut position = -1;
        let mut first_dims = SmallVec::new();
        let first = p.parse_type()?;
        parse_dims(p, &mut first_dims)?;
        if p.accept_word("in") {
            encodings.push(first);
            dims.append(&mut first_dims);
            let (ty, at) = parse_tied_type(p, state, values)?;
            position = at;
            types.push(ty);
            parse_dims(p, &mut sizes)?;
        } else {
            encodings.push(unused(p));
            types.push(first);
            sizes.append(&mut first_dims);
        }
        tied.push(position);
        Ok(())
    };
    if p.accept("(") {
        p.list(")", |p| one(p, state))?;
    } else {
        one(p, state)?;
    }
    state.result_types[results] = Some(types);
    state.operands[result_sizes] = sizes;
    state.operands[result_dims] = dims;
    let encodings = type_array(p, &encodings);
    p.set_prop(state, args[6], encodings);
    set_tied(p, state, args[8], &tied);
    Ok(())
}

pub(super) fn print_encoded_signature(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let operands = p.module.group(op, args[0]);
    let [mut sizes, mut dims] = [args[1], args[3]].map(|name| p.module.group(op, name).into_iter());
    p.raw("(");
    for (i, (&value, encoding)) in operands.iter().zip(type_list(p, op, args[2])).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        if !is_unused(p, encoding) {
            print_shaped(p, encoding, &mut dims);
            p.raw(" in ");
        }
        print_shaped(p, p.module.ty(value), &mut sizes);
    }
    p.raw(") -> ");
    let results = p.module.result_group(op, args[4]);
    let [mut sizes, mut dims] = [args[5], args[7]].map(|name| p.module.group(op, name).into_iter());
    let tied = p.tied_operands(op, args[8]);
    if results.len() != 1 {
        p.raw("(");
    }
    for (i, (&value, encoding)) in results.iter().zip(type_list(p, op, args[6])).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        if !is_unused(p, encoding) {
            print_shaped(p, encoding, &mut dims);
            p.raw(" in ");
        }
        let ty = p.module.ty(value);
        let source = tied.get(i).and_then(|&t| usize::try_from(t).ok()).and_then(|t| operands.get(t));
        if let Some(&source) = source {
            p.print_value(source);
        }
        if source.is_none_or(|&source| p.module.ty(source) != ty) {
            p.raw(if source.is_some() { " as " } else { "" });
            p.print_type(ty);
        }
        print_dims(p, ty, &mut sizes);
    }
    if results.len() != 1 {
        p.raw(")");
    }
}

/// `&ShapedOperands(values, dims)`: `%a : T{%n}, …`.
pub(super) fn parse_shaped_operands<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut values, mut types, mut dims) = (SmallVec::new(), Vec::new(), SmallVec::new());
    loop {
        values.push(p.parse_operand()?);
        p.expect(":")?;
        types.push(p.parse_type()?);
        parse_dims(p, &mut dims)?;
        if !p.accept(",") {
            break;
        }
    }
    let [v, d] = [0, 1].map(|i| operand(state, args[i]));
    state.operands[v] = values;
    state.operand_types[v] = Some(types);
    state.operands[d] = dims;
    Ok(())
}

pub(super) fn print_shaped_operands(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let mut dims = p.module.group(op, args[1]).into_iter();
    for (i, &value) in p.module.group(op, args[0]).iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(value);
        p.raw(" : ");
        print_shaped(p, p.module.ty(value), &mut dims);
    }
}
