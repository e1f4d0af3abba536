//! Rewrites of integer sums, differences and products with constants, and of bit operations on extended values.
//!
//! Constants of commutative operations stand on the right when these are tried.

use super::{defined_by, one_result};
use crate::attrs::{Attr, AttrKind};
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::module::{At, Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{constant, int_width, map_ints, zero};
use crate::rewrite::{Rewrite, Rewriter, rewrite};

use super::arith_int::is_ones;

/// The promises of an operation's `overflowFlags`, as bits.
fn overflow_flags(module: &Module, op: Op) -> i128 {
    super::case_of(module, op, "overflowFlags").unwrap_or(0)
}

/// Whether an operation promises not to overflow in this way.
pub(super) fn has_overflow_flag(module: &Module, op: Op, flag: &str) -> bool {
    let bit = enums::OVERFLOW_FLAGS.case(flag).unwrap_or(0);
    overflow_flags(module, op) & i128::from(bit) != 0
}

/// The promises both operations make, as an attribute.
fn common_flags(module: &Module, a: Op, b: Op) -> Option<Attr> {
    let both = overflow_flags(module, a) & overflow_flags(module, b);
    (both != 0).then(|| DialectAttrKind::ArithOverflow.of_case(&module.ctx, both))
}

/// An operand of a sum: itself and its constant, when it is one.
fn known(module: &Module, value: Value) -> Option<Attr> {
    let attr = constant(module, value)?;
    let is_int = match module.ctx.attr_kind(attr) {
        AttrKind::Integer { .. } => true,
        AttrKind::Dense { .. } => int_width(&module.ctx, module.ty(value)).is_some(),
        _ => false,
    };
    is_int.then_some(attr)
}

/// Where the constant of an inner sum or difference stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// An inner `x + c`, `x - c` or `c - x`.
struct Inner {
    op: Op,
    variable: Value,
    constant: Attr,
    side: Side,
}

fn inner(module: &Module, value: Value, kind: OpKind) -> Option<Inner> {
    let op = defined_by(module, value, kind)?;
    let (lhs, rhs) = (module.operand(op, 0), module.operand(op, 1));
    if let Some(constant) = known(module, rhs) {
        return Some(Inner { op, variable: lhs, constant, side: Side::Right });
    }
    if kind == OpKind::ArithSubI {
        let constant = known(module, lhs)?;
        return Some(Inner { op, variable: rhs, constant, side: Side::Left });
    }
    None
}

/// `a + b`, `a - b` or `a * b` of two constants.
fn combine(r: &Rewriter<'_>, op: Op, a: Attr, b: Attr, f: fn(i128, i128) -> i128) -> Option<Attr> {
    map_ints(&r.ctx, &[a, b], r.ty(r.result(op, 0)), |v| Some(f(v[0], v[1])))
}

const ADD: fn(i128, i128) -> i128 = |a, b| a + b;
const SUB: fn(i128, i128) -> i128 = |a, b| a - b;
const MUL: fn(i128, i128) -> i128 = |a, b| a.wrapping_mul(b);

/// Replaces `op` by `kind` of the variable and the new constant, in this order or the other, with these flags.
fn with_constant(
    r: &mut Rewriter<'_>,
    op: Op,
    kind: OpKind,
    x: Value,
    c: Option<Attr>,
    side: Side,
    flags: Option<Attr>,
) -> bool {
    let loc = r.op(op).loc;
    let Some(c) = c.and_then(|c| r.constant(At::Before(op), c, loc)) else { return false };
    let operands = if side == Side::Right { [x, c] } else { [c, x] };
    replace_with(r, op, kind, operands, flags);
    true
}

fn replace_with(r: &mut Rewriter<'_>, op: Op, kind: OpKind, operands: [Value; 2], flags: Option<Attr>) {
    let mut new = one_result(&operands, r.ty(r.result(op, 0)));
    if let Some(flags) = flags {
        new.props.push((r.ctx.ident("overflowFlags"), flags));
    }
    r.replace_with(op, kind, new);
}

pub(crate) const ADDI: &[Rewrite] = &[
    rewrite("add-of-add", "(x + a) + b -> x + (a + b)", |r, op| {
        let (Some(c), Some(i)) = (known(r, r.operand(op, 1)), inner(r, r.operand(op, 0), OpKind::ArithAddI)) else {
            return false;
        };
        let (flags, sum) = (common_flags(r, i.op, op), combine(r, op, i.constant, c, ADD));
        with_constant(r, op, OpKind::ArithAddI, i.variable, sum, Side::Right, flags)
    }),
    rewrite("add-of-sub", "(x - a) + b -> x + (b - a); (a - x) + b -> (a + b) - x", |r, op| {
        let (Some(c), Some(i)) = (known(r, r.operand(op, 1)), inner(r, r.operand(op, 0), OpKind::ArithSubI)) else {
            return false;
        };
        let flags = common_flags(r, i.op, op);
        let (kind, value) = match i.side {
            Side::Right => (OpKind::ArithAddI, combine(r, op, c, i.constant, SUB)),
            Side::Left => (OpKind::ArithSubI, combine(r, op, i.constant, c, ADD)),
        };
        with_constant(r, op, kind, i.variable, value, i.side, flags)
    }),
    rewrite("add-of-negated", "x + y * -1 -> x - y", |r, op| {
        let (lhs, rhs) = (r.operand(op, 0), r.operand(op, 1));
        for (x, product) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(mul) = defined_by(r, product, OpKind::ArithMulI)
                && is_ones(r, r.operand(mul, 1))
            {
                let y = r.operand(mul, 0);
                replace_with(r, op, OpKind::ArithSubI, [x, y], None);
                return true;
            }
        }
        false
    }),
];

pub(crate) const SUBI: &[Rewrite] = &[
    rewrite("sub-of-add", "(x + a) - b -> x + (a - b); b - (x + a) -> (b - a) - x", |r, op| {
        let (lhs, rhs) = (r.operand(op, 0), r.operand(op, 1));
        if let (Some(c), Some(i)) = (known(r, rhs), inner(r, lhs, OpKind::ArithAddI)) {
            let value = combine(r, op, i.constant, c, SUB);
            return with_constant(r, op, OpKind::ArithAddI, i.variable, value, Side::Right, None);
        }
        if let (Some(c), Some(i)) = (known(r, lhs), inner(r, rhs, OpKind::ArithAddI)) {
            let (flags, value) = (common_flags(r, i.op, op), combine(r, op, c, i.constant, SUB));
            return with_constant(r, op, OpKind::ArithSubI, i.variable, value, Side::Left, flags);
        }
        false
    }),
    rewrite("sub-of-sub", "differences of a difference with two constants -> one with their sum or difference", |r, op| {
        let (lhs, rhs) = (r.operand(op, 0), r.operand(op, 1));
        if let (Some(c), Some(i)) = (known(r, rhs), inner(r, lhs, OpKind::ArithSubI)) {
            let flags = common_flags(r, i.op, op);
            let f = if i.side == Side::Right { ADD } else { SUB };
            let value = combine(r, op, i.constant, c, f);
            return with_constant(r, op, OpKind::ArithSubI, i.variable, value, i.side, flags);
        }
        if let (Some(c), Some(i)) = (known(r, lhs), inner(r, rhs, OpKind::ArithSubI)) {
            let flags = common_flags(r, i.op, op);
            // c - (x - a) is (c + a) - x; c - (a - x) is x + (c - a).
            let (kind, f, side) = match i.side {
                Side::Right => (OpKind::ArithSubI, ADD, Side::Left),
                Side::Left => (OpKind::ArithAddI, SUB, Side::Right),
            };
            let value = combine(r, op, c, i.constant, f);
            return with_constant(r, op, kind, i.variable, value, side, flags);
        }
        false
    }),
    rewrite("sub-of-same", "(a - b) - a -> 0 - b", |r, op| {
        let Some(sub) = defined_by(r, r.operand(op, 0), OpKind::ArithSubI) else { return false };
        if r.operand(sub, 0) != r.operand(op, 1) {
            return false;
        }
        let (b, flags) = (r.operand(sub, 1), common_flags(r, sub, op));
        let zero = zero(&r.ctx, r.ty(b));
        with_constant(r, op, OpKind::ArithSubI, b, zero, Side::Left, flags)
    }),
];

pub(crate) const MULI: &[Rewrite] = &[rewrite("mul-of-mul", "(x * a) * b -> x * (a * b)", |r, op| {
    let (Some(c), Some(i)) = (known(r, r.operand(op, 1)), inner(r, r.operand(op, 0), OpKind::ArithMulI)) else {
        return false;
    };
    let is_scalar = |attr: Attr| matches!(r.ctx.attr_kind(attr), AttrKind::Integer { .. });
    if !is_scalar(c) || !is_scalar(i.constant) {
        return false;
    }
    let (flags, value) = (common_flags(r, i.op, op), combine(r, op, i.constant, c, MUL));
    with_constant(r, op, OpKind::ArithMulI, i.variable, value, Side::Right, flags)
})];

/// `op` of two values extended in the same way from the same type: extends the result of `op` instead.
fn hoist_extension(r: &mut Rewriter<'_>, op: Op) -> bool {
    for kind in [OpKind::ArithExtUI, OpKind::ArithExtSI] {
        let (Some(a), Some(b)) = (defined_by(r, r.operand(op, 0), kind), defined_by(r, r.operand(op, 1), kind)) else {
            continue;
        };
        let (x, y) = (r.operand(a, 0), r.operand(b, 0));
        if r.ty(x) != r.ty(y) {
            continue;
        }
        let (loc, ty) = (r.op(op).loc, r.ty(r.result(op, 0)));
        let narrow = r.insert(At::Before(op), r.kind(op), loc, one_result(&[x, y], r.ty(x)));
        let narrow = r.result(narrow, 0);
        r.replace_with(op, kind, one_result(&[narrow], ty));
        return true;
    }
    false
}

pub(crate) const ANDI: &[Rewrite] = &[rewrite("and-of-extended", "ext(x) & ext(y) -> ext(x & y)", hoist_extension)];
pub(crate) const ORI: &[Rewrite] = &[rewrite("or-of-extended", "ext(x) | ext(y) -> ext(x | y)", hoist_extension)];
pub(crate) const XORI: &[Rewrite] = &[
    rewrite("not-of-comparison", "not(a < b) -> a >= b", super::arith_cmp::invert_comparison),
    rewrite("xor-of-extended", "ext(x) ^ ext(y) -> ext(x ^ y)", hoist_extension),
];
