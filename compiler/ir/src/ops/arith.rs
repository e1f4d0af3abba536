//! `arith`: integer and float arithmetic.

use super::rules::*;
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::hints;
use crate::types::Type;

const fn binary(name: &'static str, doc: &'static str, rule: &'static [OperandDef], res: &'static [ResultDef]) -> OpDef {
    op(name, doc).operands(rule).results(res).pure()
}

const INT_PAIR: &[OperandDef] = &[one("lhs", INT_LIKE).var("T"), one("rhs", INT_LIKE).var("T")];
const INT_RESULT: &[ResultDef] = &[result("result", INT_LIKE).var("T")];
const FLOAT_PAIR: &[OperandDef] = &[one("lhs", FLOAT_LIKE).var("T"), one("rhs", FLOAT_LIKE).var("T")];
const FLOAT_RESULT: &[ResultDef] = &[result("result", FLOAT_LIKE).var("T")];

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
const FAST: AttrRow = attr_default("fastmath", AttrRule::Dialect(DialectAttrKind::ArithFastMath), 0);
const FASTMATH: &[AttrRow] = &[FAST];

const fn float_op(name: &'static str, doc: &'static str) -> OpDef {
    binary(name, doc, FLOAT_PAIR, FLOAT_RESULT).attrs(FASTMATH).text("$lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @result")
}

const fn cast(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("in", ANY)] })
        .results(const { &[result("out", ANY)] })
        .pure()
        .text("$in &attrs : @in to @out")
}

pub(super) const CONSTANT: OpDef = op("arith.constant", "An integer, float or elements.")
    .attrs(&[attr("value", AttrRule::Typed)])
    .results(&[result("result", ANY)])
    .traits(CONSTANT_LIKE)
    .pure()
    .text("&attrs $value")
    .hints_by(hints::constant)
    .infer(constant_type);

pub(super) fn constant_type(ctx: &Context, _operands: &[Type], props: &AttrList) -> Option<Vec<Type>> {
    let (_, value) = props.iter().find(|(k, _)| ctx.str(*k) == "value")?;
    Some(vec![ctx.attr_type(*value)?])
}

pub(super) const ADDI: OpDef = overflow_op("arith.addi", "Integer sum.").traits(COMMUTATIVE);
pub(super) const SUBI: OpDef = overflow_op("arith.subi", "Integer difference.");
pub(super) const MULI: OpDef = overflow_op("arith.muli", "Integer product.").traits(COMMUTATIVE);
pub(super) const SHLI: OpDef = overflow_op("arith.shli", "Shift left.");
pub(super) const DIVSI: OpDef =
    exact_op("arith.divsi", "Signed quotient, towards zero; undefined for zero divisors and overflow.");
pub(super) const DIVUI: OpDef = exact_op("arith.divui", "Unsigned quotient; undefined for zero divisors.");
pub(super) const SHRSI: OpDef = exact_op("arith.shrsi", "Shift right, repeating the sign.");
pub(super) const SHRUI: OpDef = exact_op("arith.shrui", "Shift right, filling with zeros.");
pub(super) const CEILDIVSI: OpDef = int_op("arith.ceildivsi", "Signed quotient, upwards.");
pub(super) const CEILDIVUI: OpDef = int_op("arith.ceildivui", "Unsigned quotient, upwards.");
pub(super) const FLOORDIVSI: OpDef = int_op("arith.floordivsi", "Signed quotient, downwards.");
pub(super) const REMSI: OpDef = int_op("arith.remsi", "Signed remainder with the sign of the dividend.");
pub(super) const REMUI: OpDef = int_op("arith.remui", "Unsigned remainder.");
pub(super) const ANDI: OpDef = int_op("arith.andi", "Bitwise and.").traits(COMMUTATIVE);
pub(super) const ORI: OpDef = int_op("arith.ori", "Bitwise or.").traits(COMMUTATIVE);
pub(super) const XORI: OpDef = int_op("arith.xori", "Bitwise exclusive or.").traits(COMMUTATIVE);
pub(super) const MAXSI: OpDef = int_op("arith.maxsi", "Signed maximum.").traits(COMMUTATIVE);
pub(super) const MAXUI: OpDef = int_op("arith.maxui", "Unsigned maximum.").traits(COMMUTATIVE);
pub(super) const MINSI: OpDef = int_op("arith.minsi", "Signed minimum.").traits(COMMUTATIVE);
pub(super) const MINUI: OpDef = int_op("arith.minui", "Unsigned minimum.").traits(COMMUTATIVE);
pub(super) const ADDF: OpDef = float_op("arith.addf", "Float sum.").traits(COMMUTATIVE);
pub(super) const SUBF: OpDef = float_op("arith.subf", "Float difference.");
pub(super) const MULF: OpDef = float_op("arith.mulf", "Float product.").traits(COMMUTATIVE);
pub(super) const DIVF: OpDef = float_op("arith.divf", "Float quotient.");
pub(super) const REMF: OpDef = float_op("arith.remf", "Float remainder with the sign of the dividend.");
pub(super) const MAXIMUMF: OpDef = float_op("arith.maximumf", "Float maximum; NaN if either is NaN.").traits(COMMUTATIVE);
pub(super) const MINIMUMF: OpDef = float_op("arith.minimumf", "Float minimum; NaN if either is NaN.").traits(COMMUTATIVE);
pub(super) const MAXNUMF: OpDef = float_op("arith.maxnumf", "Float maximum; the other if one is NaN.").traits(COMMUTATIVE);
pub(super) const MINNUMF: OpDef = float_op("arith.minnumf", "Float minimum; the other if one is NaN.").traits(COMMUTATIVE);

pub(super) const NEGF: OpDef = op("arith.negf", "Float negation.")
    .operands(&[one("operand", FLOAT_LIKE).var("T")])
    .attrs(FASTMATH)
    .results(FLOAT_RESULT)
    .pure()
    .text("$operand [? fastmath ~ $fastmath^ ?] &attrs : @result");

pub(super) const CMPI: OpDef = op("arith.cmpi", "Integer comparison.")
    .operands(INT_PAIR)
    .attrs(&[attr("predicate", AttrRule::Enum(&enums::CMPI_PREDICATE))])
    .results(&[result("result", BOOL_LIKE)])
    .pure()
    .text("$predicate, $lhs, $rhs &attrs : @lhs")
    .infer(truth_type);

pub(super) const CMPF: OpDef = op("arith.cmpf", "Float comparison; ordered predicates are false for NaN, unordered ones true.")
    .operands(FLOAT_PAIR)
    .attrs(&[attr("predicate", AttrRule::Enum(&enums::CMPF_PREDICATE)), FAST])
    .results(&[result("result", BOOL_LIKE)])
    .pure()
    .text("$predicate, $lhs, $rhs [? fastmath ~ $fastmath^ ?] &attrs : @lhs")
    .infer(truth_type);

/// `i1`, or a vector or tensor of `i1` as the operands are.
fn truth_type(ctx: &Context, operands: &[Type], _props: &AttrList) -> Option<Vec<Type>> {
    Some(vec![with_element(ctx, *operands.first()?, ctx.int_type(1))])
}

pub(super) const SELECT: OpDef = op("arith.select", "One of two values.")
    .operands(&[one("condition", BOOL_LIKE), one("true_value", ANY).var("T"), one("false_value", ANY).var("T")])
    .results(&[result("result", ANY).var("T")])
    .pure()
    .text("$condition, $true_value, $false_value &attrs : &SelectType(condition, result)");

pub(super) const EXTSI: OpDef = cast("arith.extsi", "A wider integer, repeating the sign.");
pub(super) const EXTUI: OpDef = cast("arith.extui", "A wider integer, filling with zeros.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out");
pub(super) const EXTF: OpDef =
    cast("arith.extf", "A wider float.").attrs(FASTMATH).text("$in [? fastmath ~ $fastmath^ ?] &attrs : @in to @out");
const ROUNDING: AttrRow = attr_opt("roundingmode", AttrRule::Enum(&enums::ROUNDING_MODE));
pub(super) const TRUNCI: OpDef = cast("arith.trunci", "A narrower integer.")
    .attrs(&[OVERFLOW])
    .text("$in [? overflow ~ $overflowFlags^ ?] &attrs : @in to @out");
pub(super) const TRUNCF: OpDef = cast("arith.truncf", "A narrower float.")
    .attrs(&[ROUNDING, FAST])
    .text("$in [? $roundingmode^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @in to @out");
pub(super) const SITOFP: OpDef = cast("arith.sitofp", "A signed integer as float.");
pub(super) const UITOFP: OpDef = cast("arith.uitofp", "An unsigned integer as float.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out");
pub(super) const FPTOSI: OpDef = cast("arith.fptosi", "A float as signed integer, towards zero.");
pub(super) const FPTOUI: OpDef = cast("arith.fptoui", "A float as unsigned integer, towards zero.");
pub(super) const INDEX_CAST: OpDef = cast("arith.index_cast", "Between index and integers, signed.");
pub(super) const INDEX_CASTUI: OpDef = cast("arith.index_castui", "Between index and integers, unsigned.")
    .attrs(&[attr_opt("nonNeg", AttrRule::Unit)])
    .text("$in [? nneg $nonNeg^ ?] &attrs : @in to @out");
pub(super) const BITCAST: OpDef = cast("arith.bitcast", "The same bits as another type of the same width.");
