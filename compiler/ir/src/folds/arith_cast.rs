//! Folds and rewrites of conversions between integers, floats and index.

use super::{defined_by, one_result};
use crate::attrs::{AttrKind, DenseData};
use crate::floats;
use crate::module::{Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{
    constant, element, float_kind, floats_to_ints, int_width, ints_to_floats, map_floats, map_ints, signed, splat_int, unsigned,
};
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};
use crate::types::{FloatKind, Type};

type Fold = Option<Folded>;

fn operand(module: &Module, op: Op) -> Value {
    module.operand(op, 0)
}

fn result_type(module: &Module, op: Op) -> Type {
    module.ty(module.result(op, 0))
}

/// The integer constant converted by `f`, given the operand's width.
fn convert_int(module: &Module, op: Op, f: impl Fn(i128, u32) -> i128) -> Fold {
    let attr = constant(module, operand(module, op))?;
    let width = int_width(&module.ctx, module.ty(operand(module, op)))?;
    Some(map_ints(&module.ctx, &[attr], result_type(module, op), |v| Some(f(v[0], width)))?.into())
}

pub(crate) fn extsi(module: &Module, op: Op) -> Fold {
    convert_int(module, op, signed)
}

pub(crate) fn extui(module: &Module, op: Op) -> Fold {
    convert_int(module, op, |v, width| unsigned(v, width) as i128)
}

pub(crate) fn trunci(module: &Module, op: Op) -> Fold {
    // What was extended from this very type.
    for kind in [OpKind::ArithExtUI, OpKind::ArithExtSI] {
        if let Some(ext) = defined_by(module, operand(module, op), kind)
            && module.ty(module.operand(ext, 0)) == result_type(module, op)
        {
            return Some(module.operand(ext, 0).into());
        }
    }
    convert_int(module, op, |v, _| v)
}

/// From index to an integer and back, or the other way, where nothing is lost in between.
fn there_and_back(module: &Module, op: Op) -> Fold {
    let inner = defined_by(module, operand(module, op), module.kind(op))?;
    let from = operand(module, inner);
    let width = |ty| int_width(&module.ctx, ty);
    let kept = width(module.ty(operand(module, op))) >= width(module.ty(from));
    (kept && module.ty(from) == result_type(module, op)).then(|| from.into())
}

pub(crate) fn index_cast(module: &Module, op: Op) -> Fold {
    convert_int(module, op, signed).or_else(|| there_and_back(module, op))
}

pub(crate) fn index_castui(module: &Module, op: Op) -> Fold {
    convert_int(module, op, |v, width| unsigned(v, width) as i128).or_else(|| there_and_back(module, op))
}

fn result_float(module: &Module, op: Op) -> Option<FloatKind> {
    float_kind(&module.ctx, element(&module.ctx, result_type(module, op)))
}

/// `value` in a format, when the format has it exactly.
fn exactly(kind: FloatKind, value: f64) -> Option<f64> {
    let back = floats::decode(kind, floats::encode(kind, value)?)?;
    (back == value || (back.is_nan() && value.is_nan())).then_some(value)
}

pub(crate) fn extf(module: &Module, op: Op) -> Fold {
    // A promise on both sides that the detour need not round.
    if let Some(trunc) = defined_by(module, operand(module, op), OpKind::ArithTruncF)
        && module.ty(operand(module, trunc)) == result_type(module, op)
        && [trunc, op].iter().all(|&o| super::arith_float::has_fastmath(module, o, "contract"))
    {
        return Some(operand(module, trunc).into());
    }
    convert_float(module, op)
}

pub(crate) fn truncf(module: &Module, op: Op) -> Fold {
    convert_float(module, op)
}

fn convert_float(module: &Module, op: Op) -> Fold {
    let kind = result_float(module, op)?;
    let attr = constant(module, operand(module, op))?;
    Some(map_floats(&module.ctx, &[attr], result_type(module, op), |v| exactly(kind, v[0]))?.into())
}

/// An integer as a double from which every narrower format rounds right: what does not fit is kept as an odd last bit.
fn to_double(value: i128, kind: FloatKind) -> f64 {
    let magnitude = value.unsigned_abs();
    let excess = (128 - magnitude.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    if kind == FloatKind::F64 || excess == 0 {
        return value as f64;
    }
    let lost = magnitude & ((1 << excess) - 1) != 0;
    let kept = (magnitude >> excess | u128::from(lost)) << excess;
    if value < 0 { -(kept as f64) } else { kept as f64 }
}

fn int_to_float(module: &Module, op: Op, read: impl Fn(i128, u32) -> i128) -> Fold {
    let kind = result_float(module, op)?;
    let attr = constant(module, operand(module, op))?;
    let width = int_width(&module.ctx, module.ty(operand(module, op)))?;
    let convert = |v| Some(to_double(read(v, width), kind));
    Some(ints_to_floats(&module.ctx, attr, result_type(module, op), convert)?.into())
}

pub(crate) fn sitofp(module: &Module, op: Op) -> Fold {
    int_to_float(module, op, signed)
}

pub(crate) fn uitofp(module: &Module, op: Op) -> Fold {
    int_to_float(module, op, |v, width| unsigned(v, width) as i128)
}

/// Towards zero, when the integer type has the number.
fn to_int(module: &Module, op: Op, range: impl Fn(u32) -> (f64, f64)) -> Fold {
    let attr = constant(module, operand(module, op))?;
    let (least, above) = range(int_width(&module.ctx, result_type(module, op)).filter(|w| *w <= 64)?);
    let convert = |v: &[f64]| {
        let whole = v[0].trunc();
        (whole >= least && whole < above).then_some(whole as i128)
    };
    Some(floats_to_ints(&module.ctx, &[attr], result_type(module, op), convert)?.into())
}

pub(crate) fn fptosi(module: &Module, op: Op) -> Fold {
    to_int(module, op, |width| (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)))
}

pub(crate) fn fptoui(module: &Module, op: Op) -> Fold {
    to_int(module, op, |width| (0.0, 2f64.powi(width as i32)))
}

pub(crate) fn bitcast(module: &Module, op: Op) -> Fold {
    let ctx = &module.ctx;
    let ty = result_type(module, op);
    if module.ty(operand(module, op)) == ty {
        return Some(operand(module, op).into());
    }
    let attr = constant(module, operand(module, op))?;
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } if float_kind(ctx, ty).is_some() => {
            let bits = unsigned(*value, float_kind(ctx, ty)?.bits());
            Some(ctx.attr(AttrKind::Float { bits, ty }).into())
        }
        AttrKind::Integer { value, .. } => Some(ctx.int_attr(*value, ty).into()),
        AttrKind::Float { bits, .. } if float_kind(ctx, ty).is_some() => {
            Some(ctx.attr(AttrKind::Float { bits: *bits, ty }).into())
        }
        AttrKind::Float { bits, .. } => Some(ctx.int_attr(*bits as i128, ty).into()),
        AttrKind::Dense { data, .. } if !matches!(data, DenseData::Attrs(_)) => {
            Some(ctx.attr(AttrKind::Dense { ty, data: data.clone() }).into())
        }
        _ => None,
    }
}

/// Replaces `op` by `kind` of `value`.
fn convert_instead(r: &mut Rewriter<'_>, op: Op, kind: OpKind, value: Value) -> bool {
    let new = one_result(&[value], result_type(r, op));
    r.replace_with(op, kind, new);
    true
}

/// A conversion of a conversion of kind `inner`: one of kind `outer` from the source of both.
fn skip(r: &mut Rewriter<'_>, op: Op, inner: OpKind, outer: OpKind) -> bool {
    match defined_by(r, operand(r, op), inner) {
        Some(def) => {
            let source = operand(r, def);
            convert_instead(r, op, outer, source)
        }
        None => false,
    }
}

/// The bits of the elements of a value.
fn width(module: &Module, value: Value) -> u32 {
    let ty = module.ty(value);
    let float = || float_kind(&module.ctx, element(&module.ctx, ty)).map(FloatKind::bits);
    int_width(&module.ctx, ty).or_else(float).unwrap_or(0)
}

fn trunc_of_extension(r: &mut Rewriter<'_>, op: Op) -> bool {
    for kind in [OpKind::ArithExtSI, OpKind::ArithExtUI] {
        let Some(ext) = defined_by(r, operand(r, op), kind) else { continue };
        let source = operand(r, ext);
        match width(r, source).cmp(&width(r, r.result(op, 0))) {
            std::cmp::Ordering::Greater => r.update(op, |module| module.set_operand(op, 0, source)),
            std::cmp::Ordering::Less => return convert_instead(r, op, kind, source),
            std::cmp::Ordering::Equal => return false,
        }
        return true;
    }
    false
}

fn trunc_of_trunc(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(inner) = defined_by(r, operand(r, op), OpKind::ArithTruncI) else { return false };
    let source = operand(r, inner);
    r.update(op, |module| module.set_operand(op, 0, source));
    true
}

/// `trunci(shrsi(x, c))` -> `trunci(shrui(x, c))` when only bits of `x` are left.
fn trunc_of_signed_shift(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(shift) = defined_by(r, operand(r, op), OpKind::ArithShRSI) else { return false };
    let (x, by) = (r.operand(shift, 0), r.operand(shift, 1));
    let Some(amount) = constant(r, by).and_then(|by| splat_int(&r.ctx, by)) else { return false };
    if i128::from(width(r, x)) - i128::from(width(r, r.result(op, 0))) != amount {
        return false;
    }
    let loc = r.op(op).loc;
    let new = one_result(&[x, by], r.ty(x));
    let shift = r.insert(crate::module::At::Before(op), OpKind::ArithShRUI, loc, new);
    let shifted = r.result(shift, 0);
    r.update(op, |module| module.set_operand(op, 0, shifted));
    true
}

fn trunc_of_int_to_float(r: &mut Rewriter<'_>, op: Op) -> bool {
    if r.get_attr(op, "roundingmode").is_some() {
        return false;
    }
    [OpKind::ArithSIToFP, OpKind::ArithUIToFP].into_iter().any(|kind| skip(r, op, kind, kind))
}

pub(crate) const EXTUI: &[Rewrite] =
    &[rewrite("extui-of-extui", "extui(extui(x)) -> extui(x)", |r, op| skip(r, op, OpKind::ArithExtUI, OpKind::ArithExtUI))];

pub(crate) const EXTSI: &[Rewrite] = &[
    rewrite("extsi-of-extsi", "extsi(extsi(x)) -> extsi(x)", |r, op| skip(r, op, OpKind::ArithExtSI, OpKind::ArithExtSI)),
    rewrite("extsi-of-extui", "extsi(extui(x)) -> extui(x)", |r, op| skip(r, op, OpKind::ArithExtUI, OpKind::ArithExtUI)),
];

pub(crate) const TRUNCI: &[Rewrite] = &[
    rewrite("trunc-of-extension", "trunci(ext(x)) -> trunci(x) or ext(x)", trunc_of_extension),
    rewrite("trunc-of-trunc", "trunci(trunci(x)) -> trunci(x)", trunc_of_trunc),
    rewrite("trunc-of-signed-shift", "trunci(shrsi(x, c)) -> trunci(shrui(x, c))", trunc_of_signed_shift),
];

pub(crate) const TRUNCF: &[Rewrite] = &[rewrite("truncf-of-int", "truncf(sitofp(x)) -> sitofp(x)", trunc_of_int_to_float)];

pub(crate) const SITOFP: &[Rewrite] = &[
    rewrite("sitofp-of-extsi", "sitofp(extsi(x)) -> sitofp(x)", |r, op| skip(r, op, OpKind::ArithExtSI, OpKind::ArithSIToFP)),
    rewrite("sitofp-of-extui", "sitofp(extui(x)) -> uitofp(x)", |r, op| skip(r, op, OpKind::ArithExtUI, OpKind::ArithUIToFP)),
];

pub(crate) const UITOFP: &[Rewrite] = &[rewrite("uitofp-of-extui", "uitofp(extui(x)) -> uitofp(x)", |r, op| {
    skip(r, op, OpKind::ArithExtUI, OpKind::ArithUIToFP)
})];

pub(crate) const INDEX_CAST: &[Rewrite] =
    &[rewrite("index-cast-of-extsi", "index_cast(extsi(x)) -> index_cast(x)", |r, op| {
        skip(r, op, OpKind::ArithExtSI, OpKind::ArithIndexCast)
    })];

pub(crate) const INDEX_CASTUI: &[Rewrite] =
    &[rewrite("index-castui-of-extui", "index_castui(extui(x)) -> index_castui(x)", |r, op| {
        skip(r, op, OpKind::ArithExtUI, OpKind::ArithIndexCastUI)
    })];

pub(crate) const BITCAST: &[Rewrite] = &[rewrite("bitcast-of-bitcast", "bitcast(bitcast(x)) -> bitcast(x)", |r, op| {
    skip(r, op, OpKind::ArithBitcast, OpKind::ArithBitcast)
})];
