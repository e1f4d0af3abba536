//! Folds and rewrites of `arith.cmpi`.

use super::{defined_by, one_result};
use std::borrow::Cow;

use crate::enums::CMPI_PREDICATE;
use crate::module::{Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{constant, int_constant, int_width, is_int, map_ints, signed, unsigned};
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};

/// The names of `arith.cmpi` predicates.
pub(super) fn predicate(module: &Module, op: Op) -> Option<Cow<'static, str>> {
    CMPI_PREDICATE.name(u64::try_from(module.int_attr(op, "predicate")?).ok()?)
}

fn compare(predicate: &str, a: i128, b: i128, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    match predicate {
        "eq" => ua == ub,
        "ne" => ua != ub,
        "slt" => sa < sb,
        "sle" => sa <= sb,
        "sgt" => sa > sb,
        "sge" => sa >= sb,
        "ult" => ua < ub,
        "ule" => ua <= ub,
        "ugt" => ua > ub,
        _ => ua >= ub,
    }
}

/// The predicate that is true where `predicate` is false.
fn inverse(predicate: &str) -> &'static str {
    match predicate {
        "eq" => "ne",
        "ne" => "eq",
        "slt" => "sge",
        "sle" => "sgt",
        "sgt" => "sle",
        "sge" => "slt",
        "ult" => "uge",
        "ule" => "ugt",
        "ugt" => "ule",
        _ => "ult",
    }
}

/// The predicate for exchanged operands.
fn mirrored(predicate: &str) -> &'static str {
    match predicate {
        "slt" => "sgt",
        "sle" => "sge",
        "sgt" => "slt",
        "sge" => "sle",
        "ult" => "ugt",
        "ule" => "uge",
        "ugt" => "ult",
        "uge" => "ule",
        "eq" => "eq",
        _ => "ne",
    }
}

pub(crate) fn cmpi(module: &Module, op: Op) -> Option<Folded> {
    let (lhs, rhs, ty) = (module.operand(op, 0), module.operand(op, 1), module.ty(module.result(op, 0)));
    let predicate = predicate(module, op)?;
    let width = int_width(&module.ctx, module.ty(lhs)).filter(|w| *w <= 64)?;
    if lhs == rhs {
        return Some(int_constant(&module.ctx, ty, compare(&predicate, 0, 0, width).into())?.into());
    }
    if is_int(module, rhs, 0) && predicate == "ne" {
        // Extended from one bit, or one bit already.
        let extended = [OpKind::ArithExtSI, OpKind::ArithExtUI].into_iter().find_map(|kind| defined_by(module, lhs, kind));
        if let Some(from) = extended.map(|ext| module.operand(ext, 0))
            && int_width(&module.ctx, module.ty(from)) == Some(1)
        {
            return Some(from.into());
        }
        if width == 1 {
            return Some(lhs.into());
        }
    }
    if width == 1 && predicate == "eq" && is_int(module, rhs, 1) {
        return Some(lhs.into());
    }
    let attrs = [constant(module, lhs)?, constant(module, rhs)?];
    let result = map_ints(&module.ctx, &attrs, ty, |v| Some(compare(&predicate, v[0], v[1], width).into()))?;
    Some(result.into())
}

fn comparison(module: &Module, predicate: &str, operands: [Value; 2], ty: crate::Type) -> NewOp {
    let mut new = one_result(&operands, ty);
    let value = CMPI_PREDICATE.parse(predicate).unwrap_or(0);
    let attr = module.ctx.int_attr(value.into(), module.ctx.int_type(CMPI_PREDICATE.width));
    new.props.push((module.ctx.ident("predicate"), attr));
    new
}

/// `not(a < b)` -> `a >= b`, where `not` is an exclusive or with `true`.
pub(super) fn invert_comparison(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(cmp) = defined_by(r, r.operand(op, 0), OpKind::ArithCmpI) else { return false };
    let ty = r.ty(r.result(op, 0));
    if ty != r.ctx.int_type(1) || !is_int(r, r.operand(op, 1), 1) {
        return false;
    }
    let Some(predicate) = predicate(r, cmp) else { return false };
    let new = comparison(r, inverse(&predicate), [r.operand(cmp, 0), r.operand(cmp, 1)], ty);
    r.replace_with(op, OpKind::ArithCmpI, new);
    true
}

/// `c < x` -> `x > c`
fn constant_on_the_right(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (lhs, rhs) = (r.operand(op, 0), r.operand(op, 1));
    if constant(r, lhs).is_none() || constant(r, rhs).is_some() {
        return false;
    }
    let Some(predicate) = predicate(r, op) else { return false };
    let value = CMPI_PREDICATE.parse(mirrored(&predicate)).unwrap_or(0);
    let attr = r.ctx.int_attr(value.into(), r.ctx.int_type(CMPI_PREDICATE.width));
    r.update(op, |module| {
        module.set_operands(op, &[rhs, lhs]);
        module.set_attr(op, "predicate", attr);
    });
    true
}

/// `ext(a) == ext(b)` -> `a == b`
fn compare_before_extension(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(predicate) = predicate(r, op).filter(|p| p == "eq" || p == "ne") else { return false };
    for kind in [OpKind::ArithExtSI, OpKind::ArithExtUI] {
        let (Some(a), Some(b)) = (defined_by(r, r.operand(op, 0), kind), defined_by(r, r.operand(op, 1), kind)) else {
            continue;
        };
        let (x, y) = (r.operand(a, 0), r.operand(b, 0));
        if r.ty(x) == r.ty(y) {
            let new = comparison(r, &predicate, [x, y], r.ty(r.result(op, 0)));
            r.replace_with(op, OpKind::ArithCmpI, new);
            return true;
        }
    }
    false
}

pub(crate) const CMPI: &[Rewrite] = &[
    rewrite("constant-on-the-right", "c < x -> x > c", constant_on_the_right).benefit(2),
    rewrite("compare-before-extension", "ext(a) == ext(b) -> a == b", compare_before_extension),
];
