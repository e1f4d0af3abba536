//! Folds and rewrites of float arithmetic. Results are rounded once, to nearest, ties to even: double precision holds the
//! exact sum, product or quotient of the narrower formats well enough for that.

use super::{constant_pair, defined_by, one_result};
use crate::enums;
use crate::module::{Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{constant, map_floats, splat_float};
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};

type Fold = Option<Folded>;

/// Both operands constant: the value that `f` computes for each pair of elements.
fn compute(module: &Module, op: Op, f: impl Fn(f64, f64) -> f64) -> Fold {
    let attrs = constant_pair(module, op)?;
    let ty = module.ty(module.result(op, 0));
    let quiet = |a: f64, b: f64| {
        let result = f(a, b);
        // One NaN for all, so that the result does not depend on the machine.
        if result.is_nan() { f64::NAN } else { result }
    };
    Some(map_floats(&module.ctx, &attrs, ty, |v| Some(quiet(v[0], v[1])))?.into())
}

fn float(module: &Module, value: Value) -> Option<f64> {
    splat_float(&module.ctx, constant(module, value)?)
}

fn is_zero(value: Option<f64>, negative: bool) -> bool {
    value.is_some_and(|v| v == 0.0 && v.is_sign_negative() == negative)
}

pub(crate) fn addf(module: &Module, op: Op) -> Fold {
    if is_zero(float(module, module.operand(op, 1)), true) {
        return Some(module.operand(op, 0).into());
    }
    compute(module, op, |a, b| a + b)
}

pub(crate) fn subf(module: &Module, op: Op) -> Fold {
    if is_zero(float(module, module.operand(op, 1)), false) {
        return Some(module.operand(op, 0).into());
    }
    compute(module, op, |a, b| a - b)
}

/// Whether the attribute `fastmath` has this liberty.
pub(super) fn has_fastmath(module: &Module, op: Op, flag: &str) -> bool {
    let bit = enums::FAST_MATH_FLAGS.case(flag).unwrap_or(0);
    super::case_of(module, op, "fastmath").unwrap_or(0) & i128::from(bit) != 0
}

pub(crate) fn mulf(module: &Module, op: Op) -> Fold {
    let rhs = module.operand(op, 1);
    let value = float(module, rhs);
    if value == Some(1.0) {
        return Some(module.operand(op, 0).into());
    }
    if value == Some(0.0) && has_fastmath(module, op, "nnan") && has_fastmath(module, op, "nsz") {
        return Some(rhs.into());
    }
    compute(module, op, |a, b| a * b)
}

pub(crate) fn divf(module: &Module, op: Op) -> Fold {
    if float(module, module.operand(op, 1)) == Some(1.0) {
        return Some(module.operand(op, 0).into());
    }
    compute(module, op, |a, b| a / b)
}

pub(crate) fn remf(module: &Module, op: Op) -> Fold {
    compute(module, op, |a, b| a % b)
}

pub(crate) fn negf(module: &Module, op: Op) -> Fold {
    let operand = module.operand(op, 0);
    if let Some(inner) = defined_by(module, operand, OpKind::ArithNegF) {
        return Some(module.operand(inner, 0).into());
    }
    let ty = module.ty(module.result(op, 0));
    Some(map_floats(&module.ctx, &[constant(module, operand)?], ty, |v| Some(-v[0]))?.into())
}

/// `max` or `min`: equal operands, the constant that always loses, and the choice among constants.
fn extreme(module: &Module, op: Op, loses: impl Fn(f64) -> bool, choose: impl Fn(f64, f64) -> f64) -> Fold {
    let (lhs, rhs) = (module.operand(op, 0), module.operand(op, 1));
    if lhs == rhs {
        return Some(rhs.into());
    }
    if float(module, rhs).is_some_and(loses) {
        return Some(lhs.into());
    }
    compute(module, op, choose)
}

/// The larger number, where positive zero is larger than negative zero.
fn larger(a: f64, b: f64) -> f64 {
    if a == 0.0 && b == 0.0 {
        return if a.is_sign_negative() { b } else { a };
    }
    if a > b { a } else { b }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a == 0.0 && b == 0.0 {
        return if a.is_sign_negative() { a } else { b };
    }
    if a < b { a } else { b }
}

/// NaN when either is.
fn or_nan(a: f64, b: f64, choose: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { choose(a, b) }
}

/// The other one when one is NaN.
fn or_other(a: f64, b: f64, choose: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        choose(a, b)
    }
}

pub(crate) fn maximumf(module: &Module, op: Op) -> Fold {
    extreme(module, op, |v| v == f64::NEG_INFINITY, |a, b| or_nan(a, b, larger))
}

pub(crate) fn minimumf(module: &Module, op: Op) -> Fold {
    extreme(module, op, |v| v == f64::INFINITY, |a, b| or_nan(a, b, smaller))
}

pub(crate) fn maxnumf(module: &Module, op: Op) -> Fold {
    extreme(module, op, f64::is_nan, |a, b| or_other(a, b, larger))
}

pub(crate) fn minnumf(module: &Module, op: Op) -> Fold {
    extreme(module, op, f64::is_nan, |a, b| or_other(a, b, smaller))
}

/// `-x * -y` -> `x * y`, the same for division.
fn drop_negations(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (lhs, rhs) = (r.operand(op, 0), r.operand(op, 1));
    let (Some(a), Some(b)) = (defined_by(r, lhs, OpKind::ArithNegF), defined_by(r, rhs, OpKind::ArithNegF)) else {
        return false;
    };
    let mut new = one_result(&[r.operand(a, 0), r.operand(b, 0)], r.ty(r.result(op, 0)));
    new.props = r.op(op).props.clone();
    r.replace_with(op, r.kind(op), new);
    true
}

pub(crate) const MULF: &[Rewrite] = &[rewrite("mul-of-negated", "-x * -y -> x * y", drop_negations)];
pub(crate) const DIVF: &[Rewrite] = &[rewrite("div-of-negated", "-x / -y -> x / y", drop_negations)];
