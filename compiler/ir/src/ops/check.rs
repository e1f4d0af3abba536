//! `check`: expectations of tests.

use super::rules::{ANY, DEVICE, INT};
use crate::def::*;

const fn expect(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc).operands(const { &[one("operand", INT)] }).text("~($operand) &attrs : @operand")
}

const PAIR: &[ValueRow] = &[maybe("device", DEVICE), one("lhs", ANY).var("T"), one("rhs", ANY).var("T")];
const VALUE: &[ValueRow] = &[maybe("device", DEVICE), one("lhs", ANY)];

pub(super) const EXPECT_TRUE: OpDef = expect("check.expect_true", "The value is not zero.");
pub(super) const EXPECT_FALSE: OpDef = expect("check.expect_false", "The value is zero.");

pub(super) const EXPECT_ALL_TRUE: OpDef = op("check.expect_all_true", "No element is zero.")
    .operands(&[maybe("device", DEVICE), one("operand", ANY)])
    .text("[? ~<$device^> ?]~($operand) &attrs : @operand");

pub(super) const EXPECT_EQ: OpDef = op("check.expect_eq", "Both have the same type, shape and elements.")
    .operands(PAIR)
    .text("[? ~<$device^> ?]~($lhs, $rhs) &attrs : @lhs");

pub(super) const EXPECT_EQ_CONST: OpDef = op("check.expect_eq_const", "The elements are those of the constant.")
    .operands(VALUE)
    .attrs(&[attr("value", AttrRule::Elements)])
    .text("[? ~<$device^> ?]~($lhs, $value) &attrs : @lhs");

const TOLERANCES: &[AttrRow] = &[attr_opt("atol", AttrRule::F32), attr_opt("rtol", AttrRule::F32)];

pub(super) const EXPECT_ALMOST_EQ: OpDef =
    op("check.expect_almost_eq", "Elements differ by at most `atol + rtol * |rhs|`; 1e-4 and 0 when not given.")
        .operands(PAIR)
        .attrs(TOLERANCES)
        .text("[? ~<$device^> ?]~($lhs, $rhs [? ~, atol $atol^ ?] [? ~, rtol $rtol^ ?]) &attrs : @lhs");

pub(super) const EXPECT_ALMOST_EQ_CONST: OpDef =
    op("check.expect_almost_eq_const", "Elements differ from the constant's by at most `atol + rtol * |value|`.")
        .operands(VALUE)
        .attrs(&[attr("value", AttrRule::Elements), attr_opt("atol", AttrRule::F32), attr_opt("rtol", AttrRule::F32)])
        .text("[? ~<$device^> ?]~($lhs, $value [? ~, atol $atol^ ?] [? ~, rtol $rtol^ ?]) &attrs : @lhs");
