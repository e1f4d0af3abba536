//! Checks of the `arith` dialect beyond its rows.

use super::Verifier;
use crate::module::Op;
use crate::ops::OpKind;
use crate::ops::rules::{element, with_element};
use crate::types::{Signedness, Type, TypeKind};

/// `arith.constant`: integers are signless.
pub(crate) fn constant(v: &mut Verifier<'_>, op: Op) {
    let Some(ty) = v.module.named_result(op, "result").map(|result| v.module.ty(result)) else { return };
    if let TypeKind::Integer { sign: Signedness::Signed | Signedness::Unsigned, .. } = v.ctx().type_kind(ty) {
        let found = v.show(ty);
        v.error(op, format!("expected a signless integer, found {found}"));
    }
}

/// `arith.select`: the condition is one truth value, or one for each element of the result.
pub(crate) fn select(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let (Some(condition), Some(result)) = (module.named(op, "condition"), module.named_result(op, "result")) else { return };
    let (found, i1) = (module.ty(condition), v.ctx().int_type(1));
    let expected = with_element(v.ctx(), without_encoding(v, module.ty(result)), i1);
    if found != i1 && without_encoding(v, found) != expected {
        let (expected, found) = (v.show(expected), v.show(found));
        v.error(op, format!("expected the condition to be i1 or {expected}, found {found}")).note_value(condition);
    }
}

fn without_encoding(v: &Verifier<'_>, ty: Type) -> Type {
    match v.ctx().type_kind(ty).clone() {
        TypeKind::Tensor { shape, element, .. } => v.ctx().ty(TypeKind::Tensor { shape, element, encoding: None }),
        _ => ty,
    }
}

/// What a cast is between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Int,
    Float,
    IntOrIndex,
    Any,
}

/// How the widths of a cast's types are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Grows,
    Shrinks,
    Same,
    Any,
}

/// Casts between numbers, for each element of vectors and tensors: kinds and widths are those the cast is for.
pub(crate) fn cast(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let (from, to, width) = match module.kind(op) {
        OpKind::ArithExtSI | OpKind::ArithExtUI => (Number::Int, Number::Int, Width::Grows),
        OpKind::ArithTruncI => (Number::Int, Number::Int, Width::Shrinks),
        OpKind::ArithExtF => (Number::Float, Number::Float, Width::Grows),
        OpKind::ArithTruncF => (Number::Float, Number::Float, Width::Shrinks),
        OpKind::ArithSIToFP | OpKind::ArithUIToFP => (Number::Int, Number::Float, Width::Any),
        OpKind::ArithFPToSI | OpKind::ArithFPToUI => (Number::Float, Number::Int, Width::Any),
        OpKind::ArithIndexCast | OpKind::ArithIndexCastUI => (Number::IntOrIndex, Number::IntOrIndex, Width::Any),
        OpKind::ArithBitcast => (Number::Any, Number::Any, Width::Same),
        _ => return,
    };
    let (Some(input), Some(&output)) = (module.operands(op).next(), module.results(op).first()) else { return };
    let (a, b) = (module.ty(input), module.ty(output));
    for (what, ty, number) in [("operand", a, from), ("result", b, to)] {
        if !is_number(v, ty, number) {
            let found = v.show(ty);
            v.error(op, format!("expected the {what} to be {}, found {found}", describe(number)));
        }
    }
    if !same_shape(v, a, b) {
        let (a, b) = (v.show(a), v.show(b));
        v.error(op, format!("expected a result of the operand's shape, {a}, found {b}"));
    }
    check_width(v, op, a, b, width);
    let is_index = |ty| element(v.ctx(), ty) == v.ctx().index_type();
    if from == Number::IntOrIndex && is_index(a) == is_index(b) {
        let (a, b) = (v.show(a), v.show(b));
        v.error(op, format!("expected to cast between index and another integer, found {a} to {b}"));
    }
}

fn check_width(v: &mut Verifier<'_>, op: Op, a: Type, b: Type, width: Width) {
    let (Some(from), Some(to)) = (bits(v, a), bits(v, b)) else { return };
    let (holds, expected) = match width {
        Width::Grows => (from < to, "a wider result than"),
        Width::Shrinks => (from > to, "a narrower result than"),
        Width::Same => (from == to, "a result of the same width as"),
        Width::Any => (true, ""),
    };
    if !holds {
        let (a, b) = (v.show(a), v.show(b));
        v.error(op, format!("expected {expected} the operand, {a}, found {b}"));
    }
}

fn bits(v: &Verifier<'_>, ty: Type) -> Option<u32> {
    match v.ctx().type_kind(element(v.ctx(), ty)) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.bits()),
        _ => None,
    }
}

fn is_number(v: &Verifier<'_>, ty: Type, number: Number) -> bool {
    match (v.ctx().type_kind(element(v.ctx(), ty)), number) {
        (TypeKind::Integer { sign, .. }, Number::Int | Number::IntOrIndex) => *sign == Signedness::Signless,
        (TypeKind::Index, Number::IntOrIndex) | (TypeKind::Float(_), Number::Float) => true,
        // Index casts also take memrefs of integers.
        (TypeKind::MemRef { element: inner, .. }, Number::IntOrIndex) => is_number(v, *inner, number),
        (_, Number::Any) => true,
        _ => false,
    }
}

const fn describe(number: Number) -> &'static str {
    match number {
        Number::Int => "a signless integer, or a vector or tensor of them",
        Number::Float => "a float, or a vector or tensor of them",
        Number::IntOrIndex => "a signless integer or index, or a vector or tensor of them",
        Number::Any => "any number",
    }
}

/// Whether both are single values, or have the same shape.
fn same_shape(v: &Verifier<'_>, a: Type, b: Type) -> bool {
    match (v.ctx().type_kind(a), v.ctx().type_kind(b)) {
        (TypeKind::Tensor { shape: a, .. }, TypeKind::Tensor { shape: b, .. })
        | (TypeKind::MemRef { shape: a, .. }, TypeKind::MemRef { shape: b, .. }) => a == b,
        (TypeKind::Vector { shape: a, scalable: s, .. }, TypeKind::Vector { shape: b, scalable: t, .. }) => a == b && s == t,
        (TypeKind::Tensor { .. } | TypeKind::Vector { .. } | TypeKind::MemRef { .. }, _)
        | (_, TypeKind::Tensor { .. } | TypeKind::Vector { .. } | TypeKind::MemRef { .. }) => false,
        _ => true,
    }
}
