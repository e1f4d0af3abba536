//! `cf`: branches.

use super::rules::{ANY, I1, INT_OR_INDEX};
use crate::def::*;
use crate::folds::{cf, cf_switch};
use crate::verify::cf as verify;

pub(super) const BR: OpDef = op("cf.br", "Goes to a block.")
    .operands(&[many("destOperands", ANY)])
    .successors(&["dest"])
    .traits(TERMINATOR)
    .pure()
    .text("&Target(destOperands) &attrs")
    .rewrites(cf::BR);

pub(super) const COND_BR: OpDef = op("cf.cond_br", "Goes to one of two blocks.")
    .operands(&[one("condition", I1), many("trueDestOperands", ANY), many("falseDestOperands", ANY)])
    .attrs(&[attr_opt("branch_weights", AttrRule::DenseArray(32))])
    .successors(&["trueDest", "falseDest"])
    .traits(TERMINATOR | OPERAND_SEGMENTS)
    .pure()
    .text("$condition [? weights($branch_weights^) ?], &Target(trueDestOperands), &Target(falseDestOperands) &attrs")
    .rewrites(cf::COND_BR);

pub(super) const SWITCH: OpDef = op("cf.switch", "Goes to the block of a value, or to the default.")
    .operands(&[one("flag", INT_OR_INDEX), many("defaultOperands", ANY), many("caseOperands", ANY)])
    .attrs(&[attr_opt("case_values", AttrRule::Elements), attr("case_operand_segments", AttrRule::DenseArray(32))])
    .successors(&["defaultDestination", "caseDestinations*"])
    .traits(TERMINATOR | OPERAND_SEGMENTS)
    .pure()
    .text("$flag : @flag, &SwitchCases(flag, defaultOperands, caseOperands, case_values, case_operand_segments) &attrs")
    .rewrites(cf_switch::SWITCH)
    .check(verify::switch);

pub(super) const ASSERT: OpDef = op("cf.assert", "Stops the program when the condition does not hold.")
    .operands(&[one("arg", I1)])
    .attrs(&[attr("msg", AttrRule::Str)])
    .text("$arg, $msg &attrs")
    .rewrites(cf::ASSERT);
