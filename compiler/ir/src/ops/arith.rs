//! `arith`: integer and float arithmetic.

use smallvec::smallvec;

use super::rules::*;
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::folds::{arith_cast, arith_cmp, arith_cmpf, arith_float, arith_int, arith_select, arith_sums, value_attr};
use crate::hints;
use crate::types::{Type, Types};
use crate::verify::arith as verify;

const fn binary(name: &'static str, doc: &'static str, rule: &'static [ValueRow], res: &'static [ValueRow]) -> OpDef {
    op(name, doc).operands(rule).results(res).pure()
}

const INT_PAIR: &[ValueRow] = &[one("lhs", INT_LIKE).var("T"), one("rhs", INT_LIKE).var("T")];
const INT_RESULT: &[ValueRow] = &[result("result", INT_LIKE).var("T")];
const FLOAT_PAIR: &[ValueRow] = &[one("lhs", FLOAT_LIKE).var("T"), one("rhs", FLOAT_LIKE).var("T")];
const FLOAT_RESULT: &[ValueRow] = &[result("result", FLOAT_LIKE).var("T")];

const fn int_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, INT_PAIR, INT_RESULT).text("$lhs, $rhs &attrs : @result")
}

/// An integer operation that may promise not to overflow.
const fn overflow_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, INT_PAIR, INT_RESULT)
        .attrs(const { &[OVERFLOW] })
        .text("$lhs, $rhs [? overflow ~ $overflowFlags^ ?] &attrs : @result")
}

/// An integer operation that may promise to lose nothing.
const fn exact_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, INT_PAIR, INT_RESULT)
        .attrs(const { &[attr_opt("isExact", AttrRule::Unit)] })
        .text("$lhs, $rhs [? exact $isExact^ ?] &attrs : @result")
}

const OVERFLOW: AttrRow = attr_default("overflowFlags", AttrRule::Dialect(DialectAttrKind::ArithOverflow), 0);
const FASTMATH: &[AttrRow] = &[FAST_MATH];

const fn float_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, FLOAT_PAIR, FLOAT_RESULT).attrs(FASTMATH).text("$lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

/// A float operation whose rounding may be chosen.
const fn rounded_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, FLOAT_PAIR, FLOAT_RESULT)
        .attrs(const { &[FAST_MATH, ROUNDING] })
        .text("$lhs, $rhs [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

const fn cast(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("in", ANY)] })
        .results(const { &[result("out", ANY)] })
        .pure()
        .check(verify::cast)
        .text("$in &attrs : @in to @out")
}

pub(super) const CONSTANT: OpDef = op("arith.constant", "An integer, float or elements.")
    .attrs(&[attr("value", AttrRule::Typed)])
    .results(&[result("result", ANY)])
    .traits(CONSTANT_LIKE)
    .pure()
    .text("&attrs $value")
    .hints_by(hints::constant)
    .infer(constant_type)
    .fold(value_attr)
    .check(verify::constant);

pub(super) fn constant_type(ctx: &Context, _operands: &[Type], props: &AttrList) -> Option<Types> {
    let (_, value) = props.iter().find(|(k, _)| ctx.str(*k) == "value")?;
    Some(smallvec![ctx.attr_type(*value)?])
}

pub(super) const ADDI: OpDef =
    overflow_op("arith.addi", "Integer sum.").traits(COMMUTATIVE).fold(arith_int::addi).rewrites(arith_sums::ADDI);
pub(super) const SUBI: OpDef =
    overflow_op("arith.subi", "Integer difference.").fold(arith_int::subi).rewrites(arith_sums::SUBI);
pub(super) const MULI: OpDef =
    overflow_op("arith.muli", "Integer product.").traits(COMMUTATIVE).fold(arith_int::muli).rewrites(arith_sums::MULI);
pub(super) const SHLI: OpDef = overflow_op("arith.shli", "Shift left.").fold(arith_int::shli);
pub(super) const DIVSI: OpDef =
    exact_op("arith.divsi", "Signed quotient, towards zero; undefined for zero divisors and overflow.").fold(arith_int::divsi);
pub(super) const DIVUI: OpDef =
    exact_op("arith.divui", "Unsigned quotient; undefined for zero divisors.").fold(arith_int::divui);
pub(super) const SHRSI: OpDef = exact_op("arith.shrsi", "Shift right, repeating the sign.").fold(arith_int::shrsi);
pub(super) const SHRUI: OpDef = exact_op("arith.shrui", "Shift right, filling with zeros.").fold(arith_int::shrui);
pub(super) const CEILDIVSI: OpDef = int_op("arith.ceildivsi", "Signed quotient, upwards.").fold(arith_int::ceildivsi);
pub(super) const CEILDIVUI: OpDef = int_op("arith.ceildivui", "Unsigned quotient, upwards.").fold(arith_int::ceildivui);
pub(super) const FLOORDIVSI: OpDef = int_op("arith.floordivsi", "Signed quotient, downwards.").fold(arith_int::floordivsi);
pub(super) const REMSI: OpDef = int_op("arith.remsi", "Signed remainder with the sign of the dividend.").fold(arith_int::remsi);
pub(super) const REMUI: OpDef = int_op("arith.remui", "Unsigned remainder.").fold(arith_int::remui);
pub(super) const ANDI: OpDef =
    int_op("arith.andi", "Bitwise and.").traits(COMMUTATIVE).fold(arith_int::andi).rewrites(arith_sums::ANDI);
pub(super) const ORI: OpDef =
    int_op("arith.ori", "Bitwise or.").traits(COMMUTATIVE).fold(arith_int::ori).rewrites(arith_sums::ORI);
pub(super) const XORI: OpDef =
    int_op("arith.xori", "Bitwise exclusive or.").traits(COMMUTATIVE).fold(arith_int::xori).rewrites(arith_sums::XORI);
pub(super) const MAXSI: OpDef = int_op("arith.maxsi", "Signed maximum.").traits(COMMUTATIVE).fold(arith_int::maxsi);
pub(super) const MAXUI: OpDef = int_op("arith.maxui", "Unsigned maximum.").traits(COMMUTATIVE).fold(arith_int::maxui);
pub(super) const MINSI: OpDef = int_op("arith.minsi", "Signed minimum.").traits(COMMUTATIVE).fold(arith_int::minsi);
pub(super) const MINUI: OpDef = int_op("arith.minui", "Unsigned minimum.").traits(COMMUTATIVE).fold(arith_int::minui);
pub(super) const ADDF: OpDef = rounded_op("arith.addf", "Float sum.").traits(COMMUTATIVE).fold(arith_float::addf);
pub(super) const SUBF: OpDef = rounded_op("arith.subf", "Float difference.").fold(arith_float::subf);
pub(super) const MULF: OpDef =
    rounded_op("arith.mulf", "Float product.").traits(COMMUTATIVE).fold(arith_float::mulf).rewrites(arith_float::MULF);
pub(super) const DIVF: OpDef = rounded_op("arith.divf", "Float quotient.").fold(arith_float::divf).rewrites(arith_float::DIVF);
pub(super) const REMF: OpDef = float_op("arith.remf", "Float remainder with the sign of the dividend.").fold(arith_float::remf);
pub(super) const MAXIMUMF: OpDef =
    float_op("arith.maximumf", "Float maximum; NaN if either is NaN.").traits(COMMUTATIVE).fold(arith_float::maximumf);
pub(super) const MINIMUMF: OpDef =
    float_op("arith.minimumf", "Float minimum; NaN if either is NaN.").traits(COMMUTATIVE).fold(arith_float::minimumf);
pub(super) const MAXNUMF: OpDef =
    float_op("arith.maxnumf", "Float maximum; the other if one is NaN.").traits(COMMUTATIVE).fold(arith_float::maxnumf);
pub(super) const MINNUMF: OpDef =
    float_op("arith.minnumf", "Float minimum; the other if one is NaN.").traits(COMMUTATIVE).fold(arith_float::minnumf);

pub(super) const NEGF: OpDef = op("arith.negf", "Float negation.")
    .operands(&[one("operand", FLOAT_LIKE).var("T")])
    .attrs(FASTMATH)
    .results(FLOAT_RESULT)
    .pure()
    .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @result")
    .fold(arith_float::negf);

pub(super) const CMPI: OpDef = op("arith.cmpi", "Integer comparison.")
    .operands(INT_PAIR)
    .attrs(&[attr("predicate", AttrRule::Enum(&enums::CMPI_PREDICATE))])
    .results(&[result("result", BOOL_LIKE)])
    .pure()
    .text("$predicate, $lhs, $rhs &attrs : @lhs")
    .infer(truth_type)
    .fold(arith_cmp::cmpi)
    .rewrites(arith_cmp::CMPI);

pub(super) const CMPF: OpDef = op("arith.cmpf", "Float comparison; ordered predicates are false for NaN, unordered ones true.")
    .operands(FLOAT_PAIR)
    .attrs(&[attr("predicate", AttrRule::Enum(&enums::CMPF_PREDICATE)), FAST_MATH])
    .results(&[result("result", BOOL_LIKE)])
    .pure()
    .text("$predicate, $lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @lhs")
    .infer(truth_type)
    .fold(arith_cmpf::cmpf)
    .rewrites(arith_cmpf::CMPF);

/// `i1`, or a vector or tensor of `i1` as the operands are.
fn truth_type(ctx: &Context, operands: &[Type], _props: &AttrList) -> Option<Types> {
    Some(smallvec![with_element(ctx, *operands.first()?, ctx.int_type(1))])
}

pub(super) const SELECT: OpDef = op("arith.select", "One of two values.")
    .operands(&[one("condition", BOOL_LIKE), one("true_value", ANY).var("T"), one("false_value", ANY).var("T")])
    .results(&[result("result", ANY).var("T")])
    .pure()
    .text("$condition, $true_value, $false_value &attrs : &SelectType(condition, result)")
    .fold(arith_select::select)
    .rewrites(arith_select::SELECT)
    .check(verify::select);

pub(super) const EXTSI: OpDef =
    cast("arith.extsi", "A wider integer, repeating the sign.").fold(arith_cast::extsi).rewrites(arith_cast::EXTSI);
pub(super) const EXTUI: OpDef = cast("arith.extui", "A wider integer, filling with zeros.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out")
    .fold(arith_cast::extui)
    .rewrites(arith_cast::EXTUI);
pub(super) const EXTF: OpDef = cast("arith.extf", "A wider float.")
    .attrs(&[FAST_CAST])
    .text("$in [? fastmath ~ $fastmath^ ?] &attrs : @in to @out")
    .fold(arith_cast::extf);
/// For casts absence says nothing.
const FAST_CAST: AttrRow = attr_opt("fastmath", AttrRule::Dialect(DialectAttrKind::ArithFastMath));
const ROUNDING: AttrRow = attr_opt("roundingmode", AttrRule::Enum(&enums::ROUNDING_MODE));
pub(super) const TRUNCI: OpDef = cast("arith.trunci", "A narrower integer.")
    .attrs(&[OVERFLOW])
    .text("$in [? overflow ~ $overflowFlags^ ?] &attrs : @in to @out")
    .fold(arith_cast::trunci)
    .rewrites(arith_cast::TRUNCI);
pub(super) const TRUNCF: OpDef = cast("arith.truncf", "A narrower float.")
    .attrs(&[ROUNDING, FAST_CAST])
    .text("$in [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @in to @out")
    .fold(arith_cast::truncf)
    .rewrites(arith_cast::TRUNCF);
pub(super) const SITOFP: OpDef =
    cast("arith.sitofp", "A signed integer as float.").fold(arith_cast::sitofp).rewrites(arith_cast::SITOFP);
pub(super) const UITOFP: OpDef = cast("arith.uitofp", "An unsigned integer as float.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out")
    .fold(arith_cast::uitofp)
    .rewrites(arith_cast::UITOFP);
pub(super) const FPTOSI: OpDef = cast("arith.fptosi", "A float as signed integer, towards zero.").fold(arith_cast::fptosi);
pub(super) const FPTOUI: OpDef = cast("arith.fptoui", "A float as unsigned integer, towards zero.").fold(arith_cast::fptoui);
pub(super) const INDEX_CAST: OpDef = cast("arith.index_cast", "Between index and integers, signed.")
    .fold(arith_cast::index_cast)
    .rewrites(arith_cast::INDEX_CAST);
pub(super) const INDEX_CASTUI: OpDef = cast("arith.index_castui", "Between index and integers, unsigned.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out")
    .fold(arith_cast::index_castui)
    .rewrites(arith_cast::INDEX_CASTUI);
pub(super) const BITCAST: OpDef = cast("arith.bitcast", "The same bits as another type of the same width.")
    .fold(arith_cast::bitcast)
    .rewrites(arith_cast::BITCAST);
pub(super) const MAXIMUMNUMF: OpDef =
    float_op("arith.maximumnumf", "Float maximum; the other if one is NaN, and positive zero above negative.")
        .traits(COMMUTATIVE);
pub(super) const MINIMUMNUMF: OpDef =
    float_op("arith.minimumnumf", "Float minimum; the other if one is NaN, and negative zero below positive.")
        .traits(COMMUTATIVE);
pub(super) const FLUSH_DENORMALS: OpDef = op("arith.flush_denormals", "The number, zero when it is denormal.")
    .operands(&[one("operand", FLOAT_LIKE).var("T")])
    .attrs(FASTMATH)
    .results(FLOAT_RESULT)
    .pure()
    .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @result");
pub(super) const CONVERTF: OpDef = cast("arith.convertf", "A float of another format of the same width.")
    .attrs(&[ROUNDING, FAST_CAST])
    .text("$in [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @in to @out");
pub(super) const SCALING_EXTF: OpDef = op("arith.scaling_extf", "A wider float, times a scale.")
    .operands(&[one("in", FLOAT_LIKE), one("scale", FLOAT_LIKE)])
    .attrs(&[FAST_CAST])
    .results(&[result("out", FLOAT_LIKE)])
    .pure()
    .text("$in, $scale [? fastmath ~ $fastmath^ ?] &attrs : @in, @scale to @out");
pub(super) const SCALING_TRUNCF: OpDef = op("arith.scaling_truncf", "A narrower float, over a scale.")
    .operands(&[one("in", FLOAT_LIKE), one("scale", FLOAT_LIKE)])
    .attrs(&[ROUNDING, FAST_CAST])
    .results(&[result("out", FLOAT_LIKE)])
    .pure()
    .text("$in, $scale [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @in, @scale to @out");

/// An operation with a result of the operands' type and the carry of another.
const fn carrying(name: &'static str, doc: &'static str, results: &'static [ValueRow]) -> OpDef {
    op(name, doc).operands(INT_PAIR).results(results).pure().text("$lhs, $rhs &attrs : @results").infer(carry_types)
}

fn carry_types(ctx: &Context, operands: &[Type], _props: &AttrList) -> Option<Types> {
    let ty = *operands.first()?;
    Some(smallvec![ty, with_element(ctx, ty, ctx.int_type(1))])
}

/// An operation whose result has twice the width, in two parts.
const fn wide(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(INT_PAIR)
        .results(const { &[result("low", INT_LIKE).var("T"), result("high", INT_LIKE).var("T")] })
        .pure()
        .text("$lhs, $rhs &attrs : @lhs")
}

pub(super) const ADDUI_EXTENDED: OpDef = carrying(
    "arith.addui_extended",
    "Unsigned sum and its carry.",
    &[result("sum", INT_LIKE).var("T"), result("overflow", BOOL_LIKE)],
)
.traits(COMMUTATIVE);
pub(super) const SUBUI_EXTENDED: OpDef = carrying(
    "arith.subui_extended",
    "Unsigned difference and its borrow.",
    &[result("diff", INT_LIKE).var("T"), result("borrow", BOOL_LIKE)],
);
pub(super) const MULSI_EXTENDED: OpDef = wide("arith.mulsi_extended", "Signed product.").traits(COMMUTATIVE);
pub(super) const MULUI_EXTENDED: OpDef = wide("arith.mului_extended", "Unsigned product.").traits(COMMUTATIVE);
