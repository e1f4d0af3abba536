//! Folds of integer arithmetic. Division by zero, overflow of a signed division and shifts by the width or more do not fold.

use super::{constant_pair, defined_by};
use crate::module::{Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::Folded;
use crate::rewrite::constants::{int, int_width, is_all_ones, is_int, map_ints, signed, unsigned, zero};

type Fold = Option<Folded>;

struct Pair {
    lhs: Value,
    rhs: Value,
}

fn pair(module: &Module, op: Op) -> Pair {
    Pair { lhs: module.operand(op, 0), rhs: module.operand(op, 1) }
}

fn result_width(module: &Module, op: Op) -> Option<u32> {
    int_width(&module.ctx, module.ty(module.result(op, 0)))
}

/// Both operands constant: the value that `f` computes for each pair of elements, given the width in bits.
fn compute(module: &Module, op: Op, f: impl Fn(i128, i128, u32) -> Option<i128>) -> Fold {
    let width = result_width(module, op).filter(|w| *w <= 64)?;
    let attrs = constant_pair(module, op)?;
    let ty = module.ty(module.result(op, 0));
    Some(map_ints(&module.ctx, &attrs, ty, |v| f(v[0], v[1], width))?.into())
}

fn zero_of(module: &Module, op: Op) -> Fold {
    Some(zero(&module.ctx, module.ty(module.result(op, 0)))?.into())
}

pub(crate) fn addi(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if is_int(module, rhs, 0) {
        return Some(lhs.into());
    }
    // (a - b) + b, b + (a - b)
    for (x, y) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(sub) = defined_by(module, x, OpKind::ArithSubI)
            && module.operand(sub, 1) == y
        {
            return Some(module.operand(sub, 0).into());
        }
    }
    compute(module, op, |a, b, _| Some(a + b))
}

pub(crate) fn subi(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if lhs == rhs
        && let Some(zero) = zero_of(module, op)
    {
        return Some(zero);
    }
    if is_int(module, rhs, 0) {
        return Some(lhs.into());
    }
    // (a + b) - b, (a + b) - a
    if let Some(add) = defined_by(module, lhs, OpKind::ArithAddI) {
        let (a, b) = (module.operand(add, 0), module.operand(add, 1));
        if rhs == b {
            return Some(a.into());
        }
        if rhs == a {
            return Some(b.into());
        }
    }
    compute(module, op, |a, b, _| Some(a - b))
}

pub(crate) fn muli(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    match int(module, rhs) {
        Some(0) => return Some(rhs.into()),
        Some(1) => return Some(lhs.into()),
        _ => {}
    }
    compute(module, op, |a, b, _| Some(a.wrapping_mul(b)))
}

/// `(a * b) / b` is `a` when the product promises not to overflow.
fn undo_product(module: &Module, op: Op, promise: &str) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    let mul = defined_by(module, lhs, OpKind::ArithMulI)?;
    if !super::arith_sums::has_overflow_flag(module, mul, promise) {
        return None;
    }
    let (a, b) = (module.operand(mul, 0), module.operand(mul, 1));
    if a == rhs {
        Some(b.into())
    } else if b == rhs {
        Some(a.into())
    } else {
        None
    }
}

fn by_one(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    is_int(module, rhs, 1).then(|| lhs.into())
}

fn udiv(a: i128, b: i128, width: u32) -> Option<i128> {
    unsigned(a, width).checked_div(unsigned(b, width)).map(|q| q as i128)
}

/// The quotient where it fits the width.
fn fits(value: i128, width: u32) -> Option<i128> {
    (signed(value, width) == value).then_some(value)
}

pub(crate) fn divui(module: &Module, op: Op) -> Fold {
    by_one(module, op).or_else(|| undo_product(module, op, "nuw")).or_else(|| compute(module, op, udiv))
}

pub(crate) fn divsi(module: &Module, op: Op) -> Fold {
    let divide = |a, b, width| {
        let (a, b) = (signed(a, width), signed(b, width));
        fits(a.checked_div(b)?, width)
    };
    by_one(module, op).or_else(|| undo_product(module, op, "nsw")).or_else(|| compute(module, op, divide))
}

pub(crate) fn ceildivui(module: &Module, op: Op) -> Fold {
    let divide = |a, b, width| {
        let (a, b) = (unsigned(a, width), unsigned(b, width));
        (b != 0).then(|| a.div_ceil(b) as i128)
    };
    by_one(module, op).or_else(|| compute(module, op, divide))
}

pub(crate) fn ceildivsi(module: &Module, op: Op) -> Fold {
    let divide = |a, b, width| {
        let (a, b) = (signed(a, width), signed(b, width));
        // Where negating overflows, upstream leaves the operation alone.
        fits(-a, width).filter(|_| a != 0)?;
        fits(-b, width)?;
        let quotient = a.checked_div(b)?;
        let up = a % b != 0 && (a < 0) == (b < 0);
        fits(quotient + i128::from(up), width)
    };
    let zero_divided = |a, b, width| if signed(a, width) == 0 && b != 0 { Some(0) } else { divide(a, b, width) };
    by_one(module, op).or_else(|| compute(module, op, zero_divided))
}

pub(crate) fn floordivsi(module: &Module, op: Op) -> Fold {
    let divide = |a, b, width| {
        let (a, b) = (signed(a, width), signed(b, width));
        let quotient = a.checked_div(b)?;
        let down = a % b != 0 && (a < 0) != (b < 0);
        fits(quotient - i128::from(down), width)
    };
    by_one(module, op).or_else(|| compute(module, op, divide))
}

fn remainder_by_one(module: &Module, op: Op) -> Fold {
    is_int(module, module.operand(op, 1), 1).then(|| zero_of(module, op)).flatten()
}

pub(crate) fn remui(module: &Module, op: Op) -> Fold {
    let rem = |a, b, width| unsigned(a, width).checked_rem(unsigned(b, width)).map(|r| r as i128);
    remainder_by_one(module, op).or_else(|| compute(module, op, rem))
}

pub(crate) fn remsi(module: &Module, op: Op) -> Fold {
    let rem = |a, b, width| signed(a, width).checked_rem(signed(b, width));
    remainder_by_one(module, op).or_else(|| compute(module, op, rem))
}

/// Whether every bit of `value` is a set one.
pub(super) fn is_ones(module: &Module, value: Value) -> bool {
    let width = int_width(&module.ctx, module.ty(value));
    matches!((int(module, value), width), (Some(value), Some(width)) if is_all_ones(value, width))
}

/// The operation that defines `not` as `value` with all bits turned.
fn as_not(module: &Module, not: Value, value: Value) -> Option<Op> {
    let xor = defined_by(module, not, OpKind::ArithXOrI)?;
    (module.operand(xor, 0) == value && is_ones(module, module.operand(xor, 1))).then_some(xor)
}

pub(crate) fn andi(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if is_int(module, rhs, 0) {
        return Some(rhs.into());
    }
    if is_ones(module, rhs) || lhs == rhs {
        return Some(lhs.into());
    }
    if as_not(module, rhs, lhs).is_some() || as_not(module, lhs, rhs).is_some() {
        return zero_of(module, op);
    }
    // a & (a & b)
    for (x, y) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(and) = defined_by(module, x, OpKind::ArithAndI)
            && module.operands(and).any(|v| v == y)
        {
            return Some(x.into());
        }
    }
    compute(module, op, |a, b, _| Some(a & b))
}

pub(crate) fn ori(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if is_int(module, rhs, 0) || lhs == rhs {
        return Some(lhs.into());
    }
    if is_ones(module, rhs) {
        return Some(rhs.into());
    }
    if let Some(xor) = as_not(module, rhs, lhs).or_else(|| as_not(module, lhs, rhs)) {
        return Some(module.operand(xor, 1).into());
    }
    compute(module, op, |a, b, _| Some(a | b))
}

pub(crate) fn xori(module: &Module, op: Op) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if is_int(module, rhs, 0) {
        return Some(lhs.into());
    }
    if lhs == rhs {
        return zero_of(module, op);
    }
    // (x ^ a) ^ a in any order
    for (x, y) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(xor) = defined_by(module, x, OpKind::ArithXOrI) {
            let (a, b) = (module.operand(xor, 0), module.operand(xor, 1));
            if b == y {
                return Some(a.into());
            }
            if a == y {
                return Some(b.into());
            }
        }
    }
    compute(module, op, |a, b, _| Some(a ^ b))
}

/// A shift that is less than the width.
fn shift(module: &Module, op: Op, f: impl Fn(i128, u32, u32) -> i128) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if is_int(module, rhs, 0) {
        return Some(lhs.into());
    }
    compute(module, op, |a, b, width| {
        let by = u32::try_from(unsigned(b, width)).ok().filter(|by| *by < width)?;
        Some(f(a, by, width))
    })
}

pub(crate) fn shli(module: &Module, op: Op) -> Fold {
    shift(module, op, |a, by, _| a << by)
}

pub(crate) fn shrui(module: &Module, op: Op) -> Fold {
    shift(module, op, |a, by, width| (unsigned(a, width) >> by) as i128)
}

pub(crate) fn shrsi(module: &Module, op: Op) -> Fold {
    shift(module, op, |a, by, width| signed(a, width) >> by)
}

/// `max` or `min`: the operand that always wins, the one that always loses, and the choice among constants.
fn extreme(module: &Module, op: Op, wins: i128, loses: i128, choose: impl Fn(i128, i128, u32) -> i128) -> Fold {
    let Pair { lhs, rhs } = pair(module, op);
    if lhs == rhs {
        return Some(rhs.into());
    }
    let width = result_width(module, op)?;
    if let Some(value) = int(module, rhs) {
        let value = unsigned(value, width);
        if value == unsigned(wins, width) {
            return Some(rhs.into());
        }
        if value == unsigned(loses, width) {
            return Some(lhs.into());
        }
    }
    compute(module, op, |a, b, width| Some(choose(a, b, width)))
}

/// The largest and smallest signed numbers of the result's width.
fn signed_bounds(module: &Module, op: Op) -> Option<(i128, i128)> {
    let width = result_width(module, op).filter(|w| (1..=64).contains(w))?;
    let most = (1i128 << (width - 1)) - 1;
    Some((most, -most - 1))
}

pub(crate) fn maxsi(module: &Module, op: Op) -> Fold {
    let (most, least) = signed_bounds(module, op)?;
    extreme(module, op, most, least, |a, b, w| signed(a, w).max(signed(b, w)))
}

pub(crate) fn minsi(module: &Module, op: Op) -> Fold {
    let (most, least) = signed_bounds(module, op)?;
    extreme(module, op, least, most, |a, b, w| signed(a, w).min(signed(b, w)))
}

pub(crate) fn maxui(module: &Module, op: Op) -> Fold {
    extreme(module, op, -1, 0, |a, b, w| unsigned(a, w).max(unsigned(b, w)) as i128)
}

pub(crate) fn minui(module: &Module, op: Op) -> Fold {
    extreme(module, op, 0, -1, |a, b, w| unsigned(a, w).min(unsigned(b, w)) as i128)
}
