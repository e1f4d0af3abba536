//! Types of resources with the tensors they hold: `tensor<?xf32>{%n} in !stream.resource<*>{%size}`.

use smallvec::SmallVec;

use super::shaped::{parse_dims, parse_results, parse_tied_type, print_dims, print_shaped, set_tied};
use super::{operand, result};
use crate::attrs::{Attr, AttrKind};
use crate::dialect_types::DialectTypeKind;
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::{Type, TypeKind, Types};

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
    let (mut values, mut types, mut sizes) = (SmallVec::new(), Types::new(), SmallVec::new());
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
    let (mut types, mut sizes, mut encodings, mut dims) = (Types::new(), SmallVec::new(), Vec::new(), SmallVec::new());
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
    let (mut types, mut sizes, mut encodings, mut dims) = (Types::new(), SmallVec::new(), Vec::new(), SmallVec::new());
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
    parse_results(p, |p| one(p, state))?;
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
