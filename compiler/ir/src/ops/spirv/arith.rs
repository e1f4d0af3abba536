//! `spirv`: arithmetic, bits, truth values and comparisons, one number or vector at a time.
//!
//! What an operation computes is defined by SPIR-V's instruction of the same name.

use super::types::{member, truth};
use crate::def::*;
use crate::ops::rules::ANY;

const T: &[ValueRow] = &[one("operand", ANY).var("T")];
const PAIR: &[ValueRow] = &[one("operand1", ANY).var("T"), one("operand2", ANY).var("T")];
const RESULT: &[ValueRow] = &[result("result", ANY).var("T")];

/// Two values to one of the same type.
const fn binary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc).operands(PAIR).results(RESULT).pure().text("$operand1, $operand2 &attrs : @result")
}

/// A value to one of the same type.
const fn unary(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc).operands(T).results(RESULT).pure().text("$operand &attrs : @operand")
}

/// Two values to a truth value each.
const fn compare(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(PAIR)
        .results(const { &[result("result", ANY).of("operand1", truth)] })
        .pure()
        .text("$operand1, $operand2 &attrs : @operand1")
}

/// A value to a truth value each.
const fn test(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(T)
        .results(const { &[result("result", ANY).of("operand", truth)] })
        .pure()
        .text("$operand &attrs : @operand")
}

/// Two values to a structure of two of the same type.
const fn extended(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand1", ANY).of("result", member), one("operand2", ANY).of("result", member)] })
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$operand1, $operand2 &attrs : @result")
}

/// A value and how far it is shifted.
const fn shift(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand1", ANY).var("T"), one("operand2", ANY)] })
        .results(RESULT)
        .pure()
        .text("$operand1, $operand2 &attrs : @operand1, @operand2")
}

/// Bits of a value, from an offset on.
const fn bit_field(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("base", ANY).var("T"), one("offset", ANY), one("count", ANY)] })
        .results(RESULT)
        .pure()
        .text("$base, $offset, $count &attrs : @base, @offset, @count")
}

pub(crate) const F_ADD: OpDef = binary("spirv.FAdd", "Float sum.").traits(COMMUTATIVE);
pub(crate) const F_SUB: OpDef = binary("spirv.FSub", "Float difference.");
pub(crate) const F_MUL: OpDef = binary("spirv.FMul", "Float product.").traits(COMMUTATIVE);
pub(crate) const F_DIV: OpDef = binary("spirv.FDiv", "Float quotient.");
pub(crate) const F_REM: OpDef = binary("spirv.FRem", "Float remainder with the sign of the dividend.");
pub(crate) const F_MOD: OpDef = binary("spirv.FMod", "Float remainder with the sign of the divisor.");
pub(crate) const I_ADD: OpDef = binary("spirv.IAdd", "Integer sum, modulo 2^width.").traits(COMMUTATIVE);
pub(crate) const I_SUB: OpDef = binary("spirv.ISub", "Integer difference, modulo 2^width.");
pub(crate) const I_MUL: OpDef = binary("spirv.IMul", "Integer product, modulo 2^width.").traits(COMMUTATIVE);
pub(crate) const S_DIV: OpDef = binary("spirv.SDiv", "Signed quotient, towards zero.");
pub(crate) const U_DIV: OpDef = binary("spirv.UDiv", "Unsigned quotient.");
pub(crate) const S_REM: OpDef = binary("spirv.SRem", "Signed remainder with the sign of the dividend.");
pub(crate) const S_MOD: OpDef = binary("spirv.SMod", "Signed remainder with the sign of the divisor.");
pub(crate) const U_MOD: OpDef = binary("spirv.UMod", "Unsigned remainder.");
pub(crate) const BITWISE_AND: OpDef = binary("spirv.BitwiseAnd", "Bitwise and.").traits(COMMUTATIVE);
pub(crate) const BITWISE_OR: OpDef = binary("spirv.BitwiseOr", "Bitwise or.").traits(COMMUTATIVE);
pub(crate) const BITWISE_XOR: OpDef = binary("spirv.BitwiseXor", "Bitwise exclusive or.").traits(COMMUTATIVE);
pub(crate) const LOGICAL_AND: OpDef = binary("spirv.LogicalAnd", "Both.").traits(COMMUTATIVE);
pub(crate) const LOGICAL_OR: OpDef = binary("spirv.LogicalOr", "Either.").traits(COMMUTATIVE);
pub(crate) const LOGICAL_EQUAL: OpDef = binary("spirv.LogicalEqual", "Both or neither.").traits(COMMUTATIVE);
pub(crate) const LOGICAL_NOT_EQUAL: OpDef = binary("spirv.LogicalNotEqual", "One of them.").traits(COMMUTATIVE);

pub(crate) const F_NEGATE: OpDef = unary("spirv.FNegate", "Float negation.");
pub(crate) const S_NEGATE: OpDef = unary("spirv.SNegate", "Integer negation.");
pub(crate) const NOT: OpDef = unary("spirv.Not", "Bitwise complement.");
pub(crate) const BIT_COUNT: OpDef = unary("spirv.BitCount", "How many bits are set.");
pub(crate) const BIT_REVERSE: OpDef = unary("spirv.BitReverse", "Bits in reverse order.");
pub(crate) const LOGICAL_NOT: OpDef = unary("spirv.LogicalNot", "The other truth value.");

pub(crate) const IS_NAN: OpDef = test("spirv.IsNan", "Whether it is not a number.");
pub(crate) const IS_INF: OpDef = test("spirv.IsInf", "Whether it is infinite.");
pub(crate) const IS_FINITE: OpDef = test("spirv.IsFinite", "Whether it is finite.");

pub(crate) const I_EQUAL: OpDef = compare("spirv.IEqual", "Integer `==`.").traits(COMMUTATIVE);
pub(crate) const I_NOT_EQUAL: OpDef = compare("spirv.INotEqual", "Integer `!=`.").traits(COMMUTATIVE);
pub(crate) const S_LESS_THAN: OpDef = compare("spirv.SLessThan", "Signed `<`.");
pub(crate) const S_LESS_THAN_EQUAL: OpDef = compare("spirv.SLessThanEqual", "Signed `<=`.");
pub(crate) const S_GREATER_THAN: OpDef = compare("spirv.SGreaterThan", "Signed `>`.");
pub(crate) const S_GREATER_THAN_EQUAL: OpDef = compare("spirv.SGreaterThanEqual", "Signed `>=`.");
pub(crate) const U_LESS_THAN: OpDef = compare("spirv.ULessThan", "Unsigned `<`.");
pub(crate) const U_LESS_THAN_EQUAL: OpDef = compare("spirv.ULessThanEqual", "Unsigned `<=`.");
pub(crate) const U_GREATER_THAN: OpDef = compare("spirv.UGreaterThan", "Unsigned `>`.");
pub(crate) const U_GREATER_THAN_EQUAL: OpDef = compare("spirv.UGreaterThanEqual", "Unsigned `>=`.");
pub(crate) const F_ORD_EQUAL: OpDef = compare("spirv.FOrdEqual", "Float `==`; false for NaN.").traits(COMMUTATIVE);
pub(crate) const F_ORD_NOT_EQUAL: OpDef = compare("spirv.FOrdNotEqual", "Float `!=`; false for NaN.").traits(COMMUTATIVE);
pub(crate) const F_ORD_LESS_THAN: OpDef = compare("spirv.FOrdLessThan", "Float `<`; false for NaN.");
pub(crate) const F_ORD_LESS_THAN_EQUAL: OpDef = compare("spirv.FOrdLessThanEqual", "Float `<=`; false for NaN.");
pub(crate) const F_ORD_GREATER_THAN: OpDef = compare("spirv.FOrdGreaterThan", "Float `>`; false for NaN.");
pub(crate) const F_ORD_GREATER_THAN_EQUAL: OpDef = compare("spirv.FOrdGreaterThanEqual", "Float `>=`; false for NaN.");
pub(crate) const F_UNORD_EQUAL: OpDef = compare("spirv.FUnordEqual", "Float `==`; true for NaN.").traits(COMMUTATIVE);
pub(crate) const F_UNORD_NOT_EQUAL: OpDef = compare("spirv.FUnordNotEqual", "Float `!=`; true for NaN.").traits(COMMUTATIVE);
pub(crate) const F_UNORD_LESS_THAN: OpDef = compare("spirv.FUnordLessThan", "Float `<`; true for NaN.");
pub(crate) const F_UNORD_LESS_THAN_EQUAL: OpDef = compare("spirv.FUnordLessThanEqual", "Float `<=`; true for NaN.");
pub(crate) const F_UNORD_GREATER_THAN: OpDef = compare("spirv.FUnordGreaterThan", "Float `>`; true for NaN.");
pub(crate) const F_UNORD_GREATER_THAN_EQUAL: OpDef = compare("spirv.FUnordGreaterThanEqual", "Float `>=`; true for NaN.");
pub(crate) const ORDERED: OpDef = compare("spirv.Ordered", "Whether neither is NaN.").traits(COMMUTATIVE);
pub(crate) const UNORDERED: OpDef = compare("spirv.Unordered", "Whether either is NaN.").traits(COMMUTATIVE);

pub(crate) const I_ADD_CARRY: OpDef = extended("spirv.IAddCarry", "Unsigned sum and carry.").traits(COMMUTATIVE);
pub(crate) const I_SUB_BORROW: OpDef = extended("spirv.ISubBorrow", "Unsigned difference and borrow.");
pub(crate) const U_MUL_EXTENDED: OpDef =
    extended("spirv.UMulExtended", "Unsigned product in two halves, the low one first.").traits(COMMUTATIVE);
pub(crate) const S_MUL_EXTENDED: OpDef =
    extended("spirv.SMulExtended", "Signed product in two halves, the low one first.").traits(COMMUTATIVE);

pub(crate) const SHIFT_LEFT_LOGICAL: OpDef = shift("spirv.ShiftLeftLogical", "Shift left.");
pub(crate) const SHIFT_RIGHT_LOGICAL: OpDef = shift("spirv.ShiftRightLogical", "Shift right, filling with zeros.");
pub(crate) const SHIFT_RIGHT_ARITHMETIC: OpDef = shift("spirv.ShiftRightArithmetic", "Shift right, repeating the sign.");

pub(crate) const BIT_FIELD_S_EXTRACT: OpDef = bit_field("spirv.BitFieldSExtract", "Some bits as a signed number.");
pub(crate) const BIT_FIELD_U_EXTRACT: OpDef = bit_field("spirv.BitFieldUExtract", "Some bits as an unsigned number.");

pub(crate) const BIT_FIELD_INSERT: OpDef = op("spirv.BitFieldInsert", "A value with some bits from another.")
    .operands(&[one("base", ANY).var("T"), one("insert", ANY).var("T"), one("offset", ANY), one("count", ANY)])
    .results(RESULT)
    .pure()
    .text("$base, $insert, $offset, $count &attrs : @base, @offset, @count");

pub(crate) const SELECT: OpDef = op("spirv.Select", "One of two values, by a truth value each.")
    .operands(&[one("condition", ANY), one("true_value", ANY).var("T"), one("false_value", ANY).var("T")])
    .results(RESULT)
    .pure()
    .text("$condition, $true_value, $false_value &attrs : @condition, @result");
