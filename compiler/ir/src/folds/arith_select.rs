//! Folds and rewrites of `arith.select`.

use super::{defined_by, one_result};
use crate::attrs::AttrKind;
use crate::module::{At, Module, Op};
use crate::ops::OpKind;
use crate::rewrite::constants::{constant, int_constant, is_int};
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};
use crate::types::{Signedness, TypeKind};

use super::arith_cmp::predicate;
use super::arith_int::is_ones;

pub(crate) fn select(module: &Module, op: Op) -> Option<Folded> {
    let (condition, yes, no) = (module.operand(op, 0), module.operand(op, 1), module.operand(op, 2));
    let is_bool = module.ty(yes) == module.ctx.int_type(1);
    if yes == no || is_int(module, condition, 1) {
        return Some(yes.into());
    }
    if is_int(module, condition, 0) {
        return Some(no.into());
    }
    if is_bool && is_int(module, yes, 1) && is_int(module, no, 0) {
        return Some(condition.into());
    }
    if let Some(cmp) = defined_by(module, condition, OpKind::ArithCmpI) {
        let (a, b) = (module.operand(cmp, 0), module.operand(cmp, 1));
        if (a == yes && b == no) || (b == yes && a == no) {
            match predicate(module, cmp).as_deref() {
                Some("eq") => return Some(no.into()),
                Some("ne") => return Some(yes.into()),
                _ => {}
            }
        }
    }
    select_elements(module, op)
}

/// All three constants: the elements picked one by one.
fn select_elements(module: &Module, op: Op) -> Option<Folded> {
    let ctx = &module.ctx;
    let operand = |i| constant(module, module.operand(op, i));
    let (picks, yes, no) = (operand(0)?, operand(1)?, operand(2)?);
    if !matches!(ctx.attr_kind(picks), AttrKind::Dense { .. }) {
        return None;
    }
    let ty = module.ty(module.result(op, 0));
    crate::rewrite::constants::select_elements(ctx, picks, yes, no, ty).map(Folded::Constant)
}

/// `select(not(c), a, b)` -> `select(c, b, a)`
fn select_not(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(xor) = defined_by(r, r.operand(op, 0), OpKind::ArithXOrI) else { return false };
    if !is_ones(r, r.operand(xor, 1)) {
        return false;
    }
    let operands = [r.operand(xor, 0), r.operand(op, 2), r.operand(op, 1)];
    let new = one_result(&operands, r.ty(r.result(op, 0)));
    r.replace_with(op, OpKind::ArithSelect, new);
    true
}

/// A select inside a select on the same condition.
fn select_same(r: &mut Rewriter<'_>, op: Op) -> bool {
    let condition = r.operand(op, 0);
    for index in [2, 1] {
        if let Some(inner) = defined_by(r, r.operand(op, index), OpKind::ArithSelect)
            && r.operand(inner, 0) == condition
        {
            let mut operands = [condition, r.operand(op, 1), r.operand(op, 2)];
            operands[index] = r.operand(inner, index);
            let new = one_result(&operands, r.ty(r.result(op, 0)));
            r.replace_with(op, OpKind::ArithSelect, new);
            return true;
        }
    }
    false
}

/// `select(c, false, true)` -> `not(c)`
fn select_to_not(r: &mut Rewriter<'_>, op: Op) -> bool {
    let i1 = r.ctx.int_type(1);
    if r.ty(r.operand(op, 1)) != i1 || !is_int(r, r.operand(op, 1), 0) || !is_int(r, r.operand(op, 2), 1) {
        return false;
    }
    let (loc, yes) = (r.op(op).loc, r.ctx.bool_attr(true));
    let Some(yes) = r.constant(At::Before(op), yes, loc) else { return false };
    let new = one_result(&[r.operand(op, 0), yes], i1);
    r.replace_with(op, OpKind::ArithXOrI, new);
    true
}

/// `select(c, 1, 0)` -> `extui(c)`; `select(c, 0, 1)` -> `extui(not(c))`
fn select_to_extension(r: &mut Rewriter<'_>, op: Op) -> bool {
    let ty = r.ty(r.result(op, 0));
    if !matches!(r.ctx.type_kind(ty), TypeKind::Integer { width, sign: Signedness::Signless } if *width > 1) {
        return false;
    }
    let mut condition = r.operand(op, 0);
    let (yes, no) = (r.operand(op, 1), r.operand(op, 2));
    if is_int(r, yes, 0) && is_int(r, no, 1) {
        let (loc, bool_ty) = (r.op(op).loc, r.ty(condition));
        let ones = int_constant(&r.ctx, bool_ty, 1);
        let Some(ones) = ones.and_then(|ones| r.constant(At::Before(op), ones, loc)) else { return false };
        let not = r.insert(At::Before(op), OpKind::ArithXOrI, loc, one_result(&[condition, ones], bool_ty));
        condition = r.result(not, 0);
    } else if !(is_int(r, yes, 1) && is_int(r, no, 0)) {
        return false;
    }
    r.replace_with(op, OpKind::ArithExtUI, one_result(&[condition], ty));
    true
}

pub(crate) const SELECT: &[Rewrite] = &[
    rewrite("select-of-same", "select(c, select(c, a, b), d) -> select(c, a, d)", select_same),
    rewrite("select-of-not", "select(not(c), a, b) -> select(c, b, a)", select_not),
    rewrite("select-to-not", "select(c, false, true) -> not(c)", select_to_not),
    rewrite("select-to-extension", "select(c, 1, 0) -> extui(c)", select_to_extension),
];
