//! Types with what they leave open: the dynamic extents of a tensor, the size of a resource; results that share the storage
//! of an operand.

use smallvec::{SmallVec, smallvec};

use super::{operand, result};
use crate::module::{Op, Value};
use crate::parse::{OpState, ParseResult, Parser, Tok, Unresolved};
use crate::print::Printer;
use crate::types::{Type, TypeKind, Types};

pub(super) type Operands<'s> = SmallVec<[Unresolved<'s>; 1]>;

/// `&TiedResults(operands, results, tied_operands)`: result types, where `%x` or `%x as T` shares the storage of an operand.
pub(super) fn parse_tied_results<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut tied) = (Types::new(), Vec::new());
    let [o, r] = [operand(state, args[0]), result(state, args[1])];
    let mut one = |p: &mut Parser<'s>, state: &OpState<'s>| -> ParseResult<()> {
        let (ty, position) = parse_tied_type(p, state, o)?;
        types.push(ty);
        tied.push(position);
        Ok(())
    };
    parse_results(p, |p| one(p, state))?;
    state.result_types[r] = Some(types);
    set_tied(p, state, args[2], &tied);
    Ok(())
}

/// `(a, b)`, or `a, b` without parentheses.
pub(crate) fn parse_results<'s>(
    p: &mut Parser<'s>,
    mut one: impl FnMut(&mut Parser<'s>) -> ParseResult<()>,
) -> ParseResult<()> {
    if p.accept("(") {
        return p.list(")", one);
    }
    one(p)?;
    while p.accept(",") {
        one(p)?;
    }
    Ok(())
}

/// A type, or an operand of group `operands` and perhaps `as T`; with the position of that operand, or -1.
pub(super) fn parse_tied_type<'s>(p: &mut Parser<'s>, state: &OpState<'s>, operands: usize) -> ParseResult<(Type, i64)> {
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

pub(super) fn set_tied<'s>(p: &Parser<'s>, state: &mut OpState<'s>, name: &str, tied: &[i64]) {
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
    let (mut types, mut dims) = (Types::new(), SmallVec::new());
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
pub(super) fn parse_dims<'s>(p: &mut Parser<'s>, dims: &mut Operands<'s>) -> ParseResult<()> {
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

pub(super) fn print_shaped(p: &mut Printer<'_>, ty: Type, dims: &mut impl Iterator<Item = Value>) {
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
    let (mut types, mut dims, mut tied) = (Types::new(), SmallVec::new(), Vec::new());
    let mut one = |p: &mut Parser<'s>, state: &OpState<'s>| -> ParseResult<()> {
        let (ty, position) = parse_tied_type(p, state, values)?;
        types.push(ty);
        tied.push(position);
        parse_dims(p, &mut dims)
    };
    parse_results(p, |p| one(p, state))?;
    state.result_types[results] = Some(types);
    state.operands[result_dims] = dims;
    set_tied(p, state, tied_operands, &tied);
    Ok(())
}

/// `&ShapedTypes(operands, dims)` or `&ShapedTypes(operands, results, dims)`: `T{%n}, U, …`, of operands or also of results
/// with the same types.
pub(super) fn parse_shaped_types<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut dims) = (Types::new(), SmallVec::new());
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
        state.result_types[i] = Some(smallvec![ty]);
        let i = operand(state, dims_name);
        state.operands[i] = dims;
        set_tied(p, state, tied, &[position]);
    } else {
        state.operand_types[target] = Some(smallvec![ty]);
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

/// `&ShapedOperands(values, dims)`: `%a : T{%n}, …`.
pub(super) fn parse_shaped_operands<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut values, mut types, mut dims) = (SmallVec::new(), Types::new(), SmallVec::new());
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

/// `&ShapedResultList(results, dims)`: `(T{%n}, U)`.
pub(super) fn parse_shaped_result_list<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let (mut types, mut dims) = (Types::new(), SmallVec::new());
    p.expect("(")?;
    p.list(")", |p| {
        types.push(p.parse_type()?);
        parse_dims(p, &mut dims)
    })?;
    let (results, dims_of) = (result(state, args[0]), operand(state, args[1]));
    state.result_types[results] = Some(types);
    state.operands[dims_of] = dims;
    Ok(())
}

pub(super) fn print_shaped_result_list(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let mut dims = p.module.group(op, args[1]).into_iter();
    p.raw("(");
    for (i, &value) in p.module.result_group(op, args[0]).iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        print_shaped(p, p.module.ty(value), &mut dims);
    }
    p.raw(")");
}
