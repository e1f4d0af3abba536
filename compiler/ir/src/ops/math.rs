//! `math`: functions of numbers, element by element.

use smallvec::smallvec;

use super::rules::*;
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::enums;
use crate::types::{Type, Types};

const FASTMATH: &[AttrRow] = &[FAST_MATH];

const fn float_fn(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand", FLOAT_LIKE).var("T")] })
        .attrs(FASTMATH)
        .results(const { &[result("result", FLOAT_LIKE).var("T")] })
        .pure()
        .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

const fn float_fn2(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("lhs", FLOAT_LIKE).var("T"), one("rhs", FLOAT_LIKE).var("T")] })
        .attrs(FASTMATH)
        .results(const { &[result("result", FLOAT_LIKE).var("T")] })
        .pure()
        .text("$lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

const fn int_fn(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand", INT_LIKE).var("T")] })
        .results(const { &[result("result", INT_LIKE).var("T")] })
        .pure()
        .text("$operand &attrs : @result")
}

const fn float_test(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand", FLOAT_LIKE)] })
        .attrs(FASTMATH)
        .results(const { &[result("result", BOOL_LIKE)] })
        .pure()
        .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @operand")
        .infer(truth_type)
}

/// `i1`, or a vector or tensor of `i1` as the operand is.
fn truth_type(ctx: &Context, operands: &[Type], _props: &AttrList) -> Option<Types> {
    Some(smallvec![with_element(ctx, *operands.first()?, ctx.int_type(1))])
}

pub(super) const ABSF: OpDef = float_fn("math.absf", "The number without its sign.");
pub(super) const ABSI: OpDef = int_fn("math.absi", "The signed number without its sign.");
pub(super) const ACOS: OpDef = float_fn("math.acos", "Arc cosine.");
pub(super) const ACOSH: OpDef = float_fn("math.acosh", "Inverse hyperbolic cosine.");
pub(super) const ASIN: OpDef = float_fn("math.asin", "Arc sine.");
pub(super) const ASINH: OpDef = float_fn("math.asinh", "Inverse hyperbolic sine.");
pub(super) const ATAN: OpDef = float_fn("math.atan", "Arc tangent.");
pub(super) const ATAN2: OpDef = float_fn2("math.atan2", "Arc tangent of lhs / rhs, in the quadrant of the two.");
pub(super) const ATANH: OpDef = float_fn("math.atanh", "Inverse hyperbolic tangent.");
pub(super) const CBRT: OpDef = float_fn("math.cbrt", "Cube root.");
pub(super) const CEIL: OpDef = float_fn("math.ceil", "The next whole number upwards.");
pub(super) const COPYSIGN: OpDef = float_fn2("math.copysign", "lhs with the sign of rhs.");
pub(super) const COS: OpDef = float_fn("math.cos", "Cosine.");
pub(super) const COSH: OpDef = float_fn("math.cosh", "Hyperbolic cosine.");
pub(super) const CTLZ: OpDef = int_fn("math.ctlz", "Zeros before the highest one bit.");
pub(super) const CTPOP: OpDef = int_fn("math.ctpop", "One bits.");
pub(super) const CTTZ: OpDef = int_fn("math.cttz", "Zeros after the lowest one bit.");
pub(super) const ERF: OpDef = float_fn("math.erf", "The error function.");
pub(super) const ERFC: OpDef = float_fn("math.erfc", "One minus the error function.");
pub(super) const EXP: OpDef = float_fn("math.exp", "e to the power of the operand.");
pub(super) const EXP2: OpDef = float_fn("math.exp2", "Two to the power of the operand.");
pub(super) const EXPM1: OpDef = float_fn("math.expm1", "e to the power of the operand, less one.");
pub(super) const FLOOR: OpDef = float_fn("math.floor", "The next whole number downwards.");
pub(super) const ISFINITE: OpDef = float_test("math.isfinite", "Neither infinite nor NaN.");
pub(super) const ISINF: OpDef = float_test("math.isinf", "Infinite.");
pub(super) const ISNAN: OpDef = float_test("math.isnan", "NaN.");
pub(super) const ISNORMAL: OpDef = float_test("math.isnormal", "Neither zero, denormal, infinite nor NaN.");
pub(super) const LOG: OpDef = float_fn("math.log", "Natural logarithm.");
pub(super) const LOG10: OpDef = float_fn("math.log10", "Logarithm to base ten.");
pub(super) const LOG1P: OpDef = float_fn("math.log1p", "Natural logarithm of one plus the operand.");
pub(super) const LOG2: OpDef = float_fn("math.log2", "Logarithm to base two.");
pub(super) const POWF: OpDef = float_fn2("math.powf", "lhs to the power of rhs.");
pub(super) const ROUND: OpDef = float_fn("math.round", "The nearest whole number, halves away from zero.");
pub(super) const ROUNDEVEN: OpDef = float_fn("math.roundeven", "The nearest whole number, halves to even.");
pub(super) const RSQRT: OpDef = float_fn("math.rsqrt", "One over the square root.");
pub(super) const SIN: OpDef = float_fn("math.sin", "Sine.");
pub(super) const SINH: OpDef = float_fn("math.sinh", "Hyperbolic sine.");
pub(super) const SQRT: OpDef = float_fn("math.sqrt", "Square root.");
pub(super) const TAN: OpDef = float_fn("math.tan", "Tangent.");
pub(super) const TANH: OpDef = float_fn("math.tanh", "Hyperbolic tangent.");
pub(super) const TRUNC: OpDef = float_fn("math.trunc", "The next whole number towards zero.");

pub(super) const CLAMPF: OpDef = op("math.clampf", "The value, no less than min and no more than max.")
    .operands(&[one("value", FLOAT_LIKE).var("T"), one("min", FLOAT_LIKE).var("T"), one("max", FLOAT_LIKE).var("T")])
    .attrs(FASTMATH)
    .results(&[result("result", FLOAT_LIKE).var("T")])
    .pure()
    .text("$value to [$min, $max] [? fastmath ~ $fastmath^ ?] &attrs : @result");

pub(super) const FMA: OpDef = op("math.fma", "a * b + c, rounded once.")
    .operands(&[one("a", FLOAT_LIKE).var("T"), one("b", FLOAT_LIKE).var("T"), one("c", FLOAT_LIKE).var("T")])
    .attrs(&[FAST_MATH, attr_opt("roundingmode", AttrRule::Enum(&enums::ROUNDING_MODE))])
    .results(&[result("result", FLOAT_LIKE).var("T")])
    .pure()
    .text("$a, $b, $c [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @result");

pub(super) const FPOWI: OpDef = op("math.fpowi", "lhs to the power of an integer.")
    .operands(&[one("lhs", FLOAT_LIKE).var("T"), one("rhs", INT_LIKE)])
    .attrs(FASTMATH)
    .results(&[result("result", FLOAT_LIKE).var("T")])
    .pure()
    .text("$lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @lhs, @rhs");

pub(super) const IPOWI: OpDef = op("math.ipowi", "An integer to the power of an integer.")
    .operands(&[one("lhs", INT_LIKE).var("T"), one("rhs", INT_LIKE).var("T")])
    .results(&[result("result", INT_LIKE).var("T")])
    .pure()
    .text("$lhs, $rhs &attrs : @result");

pub(super) const SINCOS: OpDef = op("math.sincos", "Sine and cosine.")
    .operands(&[one("operand", FLOAT_LIKE).var("T")])
    .attrs(FASTMATH)
    .results(&[result("sin", FLOAT_LIKE).var("T"), result("cos", FLOAT_LIKE).var("T")])
    .pure()
    .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @sin");
