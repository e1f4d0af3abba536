//! `spirv.GL.…`: functions of the extended instruction set `GLSL.std.450`, which defines what they compute.

use crate::def::*;
use crate::ops::rules::ANY;

const RESULT: &[ValueRow] = &[result("result", ANY).var("T")];

const fn unary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc).operands(const { &[one("operand", ANY).var("T")] }).results(RESULT).pure().text("$operand &attrs : @result")
}

const fn binary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("lhs", ANY).var("T"), one("rhs", ANY).var("T")] })
        .results(RESULT)
        .pure()
        .text("$lhs, $rhs &attrs : @result")
}

const fn ternary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("x", ANY).var("T"), one("y", ANY).var("T"), one("z", ANY).var("T")] })
        .results(RESULT)
        .pure()
        .text("$x, $y, $z &attrs : @result")
}

/// A value to one of another type.
const fn convert(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand", ANY)] })
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$operand &attrs : @operand -> @result")
}

pub(crate) const GL_F_ABS: OpDef = unary("spirv.GL.FAbs", "Float magnitude.");
pub(crate) const GL_S_ABS: OpDef = unary("spirv.GL.SAbs", "Signed magnitude.");
pub(crate) const GL_F_SIGN: OpDef = unary("spirv.GL.FSign", "-1, 0 or 1.");
pub(crate) const GL_S_SIGN: OpDef = unary("spirv.GL.SSign", "-1, 0 or 1.");
pub(crate) const GL_CEIL: OpDef = unary("spirv.GL.Ceil", "Upwards to a whole number.");
pub(crate) const GL_FLOOR: OpDef = unary("spirv.GL.Floor", "Downwards to a whole number.");
pub(crate) const GL_ROUND: OpDef = unary("spirv.GL.Round", "To the nearest whole number; halves either way.");
pub(crate) const GL_ROUND_EVEN: OpDef = unary("spirv.GL.RoundEven", "To the nearest whole number; halves to the even one.");
pub(crate) const GL_TRUNC: OpDef = unary("spirv.GL.Trunc", "Towards zero to a whole number.");
pub(crate) const GL_FRACT: OpDef = unary("spirv.GL.Fract", "What is left of the whole number below.");
pub(crate) const GL_SQRT: OpDef = unary("spirv.GL.Sqrt", "Square root.");
pub(crate) const GL_INVERSE_SQRT: OpDef = unary("spirv.GL.InverseSqrt", "One by the square root.");
pub(crate) const GL_EXP: OpDef = unary("spirv.GL.Exp", "e to the power.");
pub(crate) const GL_EXP2: OpDef = unary("spirv.GL.Exp2", "2 to the power.");
pub(crate) const GL_LOG: OpDef = unary("spirv.GL.Log", "Natural logarithm.");
pub(crate) const GL_LOG2: OpDef = unary("spirv.GL.Log2", "Logarithm to base 2.");
pub(crate) const GL_SIN: OpDef = unary("spirv.GL.Sin", "Sine.");
pub(crate) const GL_COS: OpDef = unary("spirv.GL.Cos", "Cosine.");
pub(crate) const GL_TAN: OpDef = unary("spirv.GL.Tan", "Tangent.");
pub(crate) const GL_SINH: OpDef = unary("spirv.GL.Sinh", "Hyperbolic sine.");
pub(crate) const GL_COSH: OpDef = unary("spirv.GL.Cosh", "Hyperbolic cosine.");
pub(crate) const GL_TANH: OpDef = unary("spirv.GL.Tanh", "Hyperbolic tangent.");
pub(crate) const GL_ASIN: OpDef = unary("spirv.GL.Asin", "Arc sine.");
pub(crate) const GL_ACOS: OpDef = unary("spirv.GL.Acos", "Arc cosine.");
pub(crate) const GL_ATAN: OpDef = unary("spirv.GL.Atan", "Arc tangent.");
pub(crate) const GL_ASINH: OpDef = unary("spirv.GL.Asinh", "Inverse hyperbolic sine.");
pub(crate) const GL_ACOSH: OpDef = unary("spirv.GL.Acosh", "Inverse hyperbolic cosine.");
pub(crate) const GL_ATANH: OpDef = unary("spirv.GL.Atanh", "Inverse hyperbolic tangent.");
pub(crate) const GL_DEGREES: OpDef = unary("spirv.GL.Degrees", "Radians as degrees.");
pub(crate) const GL_RADIANS: OpDef = unary("spirv.GL.Radians", "Degrees as radians.");
pub(crate) const GL_NORMALIZE: OpDef = unary("spirv.GL.Normalize", "The vector of length 1.");
pub(crate) const GL_FIND_I_LSB: OpDef = unary("spirv.GL.FindILsb", "The lowest bit that is set, or -1.");
pub(crate) const GL_FIND_S_MSB: OpDef = unary("spirv.GL.FindSMsb", "The highest bit that differs from the sign, or -1.");
pub(crate) const GL_FIND_U_MSB: OpDef = unary("spirv.GL.FindUMsb", "The highest bit that is set, or -1.");

pub(crate) const GL_POW: OpDef = binary("spirv.GL.Pow", "x to the power y.");
pub(crate) const GL_STEP: OpDef = binary("spirv.GL.Step", "0 below the edge, else 1.");
pub(crate) const GL_F_MIN: OpDef = binary("spirv.GL.FMin", "Float minimum; either if one is NaN.");
pub(crate) const GL_F_MAX: OpDef = binary("spirv.GL.FMax", "Float maximum; either if one is NaN.");
pub(crate) const GL_N_MIN: OpDef = binary("spirv.GL.NMin", "Float minimum; the other if one is NaN.");
pub(crate) const GL_N_MAX: OpDef = binary("spirv.GL.NMax", "Float maximum; the other if one is NaN.");
pub(crate) const GL_S_MIN: OpDef = binary("spirv.GL.SMin", "Signed minimum.");
pub(crate) const GL_S_MAX: OpDef = binary("spirv.GL.SMax", "Signed maximum.");
pub(crate) const GL_U_MIN: OpDef = binary("spirv.GL.UMin", "Unsigned minimum.");
pub(crate) const GL_U_MAX: OpDef = binary("spirv.GL.UMax", "Unsigned maximum.");
pub(crate) const GL_CROSS: OpDef = binary("spirv.GL.Cross", "Cross product.");
pub(crate) const GL_REFLECT: OpDef = binary("spirv.GL.Reflect", "A direction, reflected at a surface.");

pub(crate) const GL_FMA: OpDef = ternary("spirv.GL.Fma", "x y + z, rounded once or twice.");
pub(crate) const GL_F_CLAMP: OpDef = ternary("spirv.GL.FClamp", "Float within bounds.");
pub(crate) const GL_N_CLAMP: OpDef = ternary("spirv.GL.NClamp", "Float within bounds; the lower one if it is NaN.");
pub(crate) const GL_S_CLAMP: OpDef = ternary("spirv.GL.SClamp", "Signed within bounds.");
pub(crate) const GL_U_CLAMP: OpDef = ternary("spirv.GL.UClamp", "Unsigned within bounds.");
pub(crate) const GL_SMOOTH_STEP: OpDef = ternary("spirv.GL.SmoothStep", "0 to 1 between two edges, smoothly.");

pub(crate) const GL_PACK_HALF2X16: OpDef = convert("spirv.GL.PackHalf2x16", "Two floats as halves in 32 bits.");
pub(crate) const GL_UNPACK_HALF2X16: OpDef = convert("spirv.GL.UnpackHalf2x16", "Two halves in 32 bits as floats.");
pub(crate) const GL_PACK_SNORM4X8: OpDef = convert("spirv.GL.PackSnorm4x8", "Four floats of -1 to 1 as bytes.");
pub(crate) const GL_UNPACK_SNORM4X8: OpDef = convert("spirv.GL.UnpackSnorm4x8", "Four bytes as floats of -1 to 1.");

pub(crate) const GL_LENGTH: OpDef = op("spirv.GL.Length", "The length of a vector.")
    .operands(&[one("operand", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$operand &attrs : @operand -> @result");

pub(crate) const GL_DISTANCE: OpDef = op("spirv.GL.Distance", "The distance of two points.")
    .operands(&[one("p0", ANY).var("T"), one("p1", ANY).var("T")])
    .results(&[result("result", ANY)])
    .pure()
    .text("$p0, $p1 &attrs : @p0, @p1 -> @result");

pub(crate) const GL_LDEXP: OpDef = op("spirv.GL.Ldexp", "A float times a power of two.")
    .operands(&[one("x", ANY), one("exp", ANY)])
    .results(&[result("y", ANY)])
    .pure()
    .text("$x : @x, $exp : @exp &attrs -> @y");

pub(crate) const GL_F_MIX: OpDef = op("spirv.GL.FMix", "A value between two, by a weight.")
    .operands(&[one("x", ANY), one("y", ANY), one("a", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$x : @x, $y : @y, $a : @a &attrs -> @result");
