//! `complex`: numbers of two parts.

use smallvec::smallvec;

use super::rules::*;
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::types::{Type, TypeKind, Types};

const COMPLEX: TypeRule = TypeRule::Is("complex number", |ctx, ty| part(ctx, ty).is_some());
const FASTMATH: &[AttrRow] = &[FAST_MATH];

/// The type of a part.
fn part(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_kind(ty) {
        TypeKind::Complex(part) => Some(*part),
        _ => None,
    }
}

fn parts(ctx: &Context, operands: &[Type], _props: &AttrList) -> Option<Types> {
    Some(smallvec![part(ctx, *operands.first()?)?])
}

const fn complex_fn(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("complex", COMPLEX).var("T")] })
        .attrs(FASTMATH)
        .results(const { &[result("result", COMPLEX).var("T")] })
        .pure()
        .text("$complex [? fastmath ~ $fastmath^ ?] &attrs : @complex")
}

/// A real number from a complex one.
const fn real_fn(name: &'static str, doc: &'static str, result: &'static [ValueRow]) -> OpDef {
    op(name, doc)
        .operands(const { &[one("complex", COMPLEX)] })
        .attrs(FASTMATH)
        .results(result)
        .pure()
        .text("$complex [? fastmath ~ $fastmath^ ?] &attrs : @complex")
        .infer(parts)
}

const fn binary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("lhs", COMPLEX).var("T"), one("rhs", COMPLEX).var("T")] })
        .attrs(FASTMATH)
        .results(const { &[result("result", COMPLEX).var("T")] })
        .pure()
        .text("$lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

const fn comparison(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("lhs", COMPLEX).var("T"), one("rhs", COMPLEX).var("T")] })
        .results(const { &[result("result", I1)] })
        .pure()
        .text("$lhs, $rhs &attrs : @lhs")
}

pub(super) const RE: OpDef = real_fn("complex.re", "The real part.", &[result("real", FLOAT)]);
pub(super) const IM: OpDef = real_fn("complex.im", "The imaginary part.", &[result("imaginary", FLOAT)]);
pub(super) const ABS: OpDef = real_fn("complex.abs", "The distance from zero.", &[result("result", FLOAT)]);
pub(super) const ANGLE: OpDef = real_fn("complex.angle", "The angle of the number.", &[result("result", FLOAT)]);
pub(super) const CONJ: OpDef = complex_fn("complex.conj", "The number with its imaginary part negated.");
pub(super) const COS: OpDef = complex_fn("complex.cos", "Cosine.");
pub(super) const EXP: OpDef = complex_fn("complex.exp", "e to the power of the number.");
pub(super) const EXPM1: OpDef = complex_fn("complex.expm1", "e to the power of the number, less one.");
pub(super) const LOG: OpDef = complex_fn("complex.log", "Natural logarithm.");
pub(super) const LOG1P: OpDef = complex_fn("complex.log1p", "Natural logarithm of one plus the number.");
pub(super) const NEG: OpDef = complex_fn("complex.neg", "The number negated.");
pub(super) const RSQRT: OpDef = complex_fn("complex.rsqrt", "One over the square root.");
pub(super) const SIGN: OpDef = complex_fn("complex.sign", "The number over its distance from zero.");
pub(super) const SIN: OpDef = complex_fn("complex.sin", "Sine.");
pub(super) const SQRT: OpDef = complex_fn("complex.sqrt", "Square root.");
pub(super) const TAN: OpDef = complex_fn("complex.tan", "Tangent.");
pub(super) const TANH: OpDef = complex_fn("complex.tanh", "Hyperbolic tangent.");
pub(super) const ADD: OpDef = binary("complex.add", "Sum.");
pub(super) const SUB: OpDef = binary("complex.sub", "Difference.");
pub(super) const MUL: OpDef = binary("complex.mul", "Product.");
pub(super) const DIV: OpDef = binary("complex.div", "Quotient.");
pub(super) const POW: OpDef = binary("complex.pow", "lhs to the power of rhs.");
pub(super) const ATAN2: OpDef = binary("complex.atan2", "Arc tangent of lhs / rhs.");
pub(super) const EQ: OpDef = comparison("complex.eq", "Both parts are equal.");
pub(super) const NEQ: OpDef = comparison("complex.neq", "Some part differs.");

pub(super) const CREATE: OpDef = op("complex.create", "A number of two parts.")
    .operands(&[one("real", FLOAT).of("complex", part), one("imaginary", FLOAT).of("complex", part)])
    .results(&[result("complex", COMPLEX)])
    .pure()
    .text("$real, $imaginary &attrs : @complex");

pub(super) const CONSTANT: OpDef = op("complex.constant", "A constant number, as its two parts.")
    .attrs(&[attr("value", AttrRule::Array)])
    .results(&[result("complex", COMPLEX)])
    .traits(CONSTANT_LIKE)
    .pure()
    .text("$value &attrs : @complex");

pub(super) const BITCAST: OpDef = op("complex.bitcast", "The same bits as another type.")
    .operands(&[one("operand", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$operand &attrs : @operand to @result");
