//! Folds and rewrites of `arith.cmpf`.

use super::{defined_by, one_result};
use std::borrow::Cow;

use crate::enums::{CMPF_PREDICATE, CMPI_PREDICATE};
use crate::module::{At, Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{constant, float_kind, int_constant, int_width, splat_float};
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};
use crate::types::{FloatKind, TypeKind};

fn predicate(module: &Module, op: Op) -> Option<Cow<'static, str>> {
    CMPF_PREDICATE.name(u64::try_from(module.int_attr(op, "predicate")?).ok()?)
}

/// Ordered predicates are false for NaN, unordered ones true.
fn compare(predicate: &str, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        "false" => false,
        "true" => true,
        "ord" => !unordered,
        "uno" => unordered,
        _ if unordered => predicate.starts_with('u'),
        "oeq" | "ueq" => a == b,
        "one" | "une" => a != b,
        "ogt" | "ugt" => a > b,
        "oge" | "uge" => a >= b,
        "olt" | "ult" => a < b,
        _ => a <= b,
    }
}

/// The number of a scalar constant.
fn scalar(module: &Module, value: Value) -> Option<f64> {
    float_kind(&module.ctx, module.ty(value))?;
    splat_float(&module.ctx, constant(module, value)?)
}

pub(crate) fn cmpf(module: &Module, op: Op) -> Option<Folded> {
    let (mut a, mut b) = (scalar(module, module.operand(op, 0)), scalar(module, module.operand(op, 1)));
    // One NaN decides it.
    if a.is_some_and(f64::is_nan) {
        b = a;
    }
    if b.is_some_and(f64::is_nan) {
        a = b;
    }
    Some(module.ctx.bool_attr(compare(&predicate(module, op)?, a?, b?)).into())
}

/// An integer converted to float, compared with a constant.
struct IntAsFloat {
    int: Value,
    width: u32,
    is_signed: bool,
    /// `eq`, `ne`, `lt`, `le`, `gt` or `ge`.
    relation: &'static str,
    rhs: f64,
}

/// Bits of the significand, the hidden one included.
fn precision(kind: FloatKind) -> Option<u32> {
    Some(match kind {
        FloatKind::F64 => 53,
        FloatKind::F32 => 24,
        FloatKind::F16 | FloatKind::TF32 => 11,
        FloatKind::BF16 => 8,
        _ => return None,
    })
}

impl IntAsFloat {
    /// Whether the conversion may have rounded where it matters for the comparison.
    fn may_have_rounded(&self, kind: FloatKind, precision: u32) -> bool {
        let value_bits = (self.width - u32::from(self.is_signed)) as i32;
        if self.width <= precision {
            return false;
        }
        if self.rhs.is_infinite() {
            let largest_exponent = if kind == FloatKind::F16 { 15 } else { 127 };
            return kind != FloatKind::F64 && largest_exponent < value_bits;
        }
        if self.rhs == 0.0 {
            return false;
        }
        let exponent = self.rhs.abs().log2().floor() as i32;
        precision as i32 <= exponent && exponent <= value_bits
    }

    /// The least and the largest integer of the type.
    fn bounds(&self) -> (f64, f64) {
        if self.is_signed {
            (-(2f64.powi(self.width as i32 - 1)), 2f64.powi(self.width as i32 - 1) - 1.0)
        } else {
            (0.0, 2f64.powi(self.width as i32) - 1.0)
        }
    }

    /// The comparison decided, or as one of integers: relation and right-hand side.
    fn as_ints(&self, round: impl Fn(f64) -> f64) -> Option<Result<bool, (&'static str, i128)>> {
        let (least, most) = self.bounds();
        if round(most) < self.rhs {
            return Some(Ok(matches!(self.relation, "ne" | "lt" | "le")));
        }
        if round(least) > self.rhs {
            return Some(Ok(matches!(self.relation, "ne" | "gt" | "ge")));
        }
        let whole = self.rhs.trunc();
        if whole < least || whole > most {
            return None;
        }
        if whole == self.rhs {
            return Some(Err((self.relation, whole as i128)));
        }
        // Between two integers; `whole` is the one nearer to zero.
        let below_zero = self.rhs < 0.0;
        let relation = match (self.relation, below_zero) {
            ("eq", _) => return Some(Ok(false)),
            ("ne", _) => return Some(Ok(true)),
            ("lt" | "le", true) if !self.is_signed => return Some(Ok(false)),
            ("gt" | "ge", true) if !self.is_signed => return Some(Ok(true)),
            ("lt" | "le", true) => "lt",
            ("lt" | "le", false) => "le",
            ("gt" | "ge", true) => "ge",
            _ => "gt",
        };
        Some(Err((relation, whole as i128)))
    }
}

fn match_int(r: &Rewriter<'_>, op: Op) -> Option<(IntAsFloat, FloatKind)> {
    let rhs = scalar(r, r.operand(op, 1)).filter(|v| !v.is_nan())?;
    let kind = float_kind(&r.ctx, r.ty(r.operand(op, 1)))?;
    let signed = defined_by(r, r.operand(op, 0), OpKind::ArithSIToFP);
    let def = signed.or_else(|| defined_by(r, r.operand(op, 0), OpKind::ArithUIToFP))?;
    let int = r.operand(def, 0);
    if !matches!(r.ctx.type_kind(r.ty(int)), TypeKind::Integer { .. }) {
        return None;
    }
    let width = int_width(&r.ctx, r.ty(int)).filter(|w| (1..=64).contains(w))?;
    let predicate = predicate(r, op)?;
    let relation = match predicate.get(1..)? {
        "eq" => "eq",
        "ne" => "ne",
        "lt" => "lt",
        "le" => "le",
        "gt" => "gt",
        "ge" => "ge",
        _ if predicate == "ord" => "ord",
        _ if predicate == "uno" => "uno",
        _ => return None,
    };
    Some((IntAsFloat { int, width, is_signed: signed.is_some(), relation, rhs }, kind))
}

/// Compares integers instead of their floats.
fn compare_ints(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((cmp, kind)) = match_int(r, op) else { return false };
    let Some(precision) = precision(kind) else { return false };
    if cmp.may_have_rounded(kind, precision) {
        return false;
    }
    let decided = match cmp.relation {
        "ord" => Some(Ok(true)),
        "uno" => Some(Ok(false)),
        _ => cmp.as_ints(|v| {
            let bits = crate::floats::encode(kind, v).and_then(|bits| crate::floats::decode(kind, bits));
            bits.unwrap_or(v)
        }),
    };
    match decided {
        None => false,
        Some(Ok(truth)) => {
            let attr = r.ctx.bool_attr(truth);
            r.replace_with_constant(op, attr)
        }
        Some(Err((relation, value))) => {
            let sign = match (relation, cmp.is_signed) {
                ("eq" | "ne", _) => "",
                (_, true) => "s",
                (_, false) => "u",
            };
            let predicate = CMPI_PREDICATE.parse(&format!("{sign}{relation}")).unwrap_or(0);
            let (loc, ty) = (r.op(op).loc, r.ty(cmp.int));
            let Some(rhs) = int_constant(&r.ctx, ty, value).and_then(|attr| r.constant(At::Before(op), attr, loc)) else {
                return false;
            };
            let mut new = one_result(&[cmp.int, rhs], r.ty(r.result(op, 0)));
            let attr = r.ctx.int_attr(predicate.into(), r.ctx.int_type(CMPI_PREDICATE.width));
            new.props.push((r.ctx.ident("predicate"), attr));
            r.replace_with(op, OpKind::ArithCmpI, new);
            true
        }
    }
}

pub(crate) const CMPF: &[Rewrite] = &[rewrite("compare-ints", "sitofp(x) < 2.5 -> x <= 2", compare_ints)];
