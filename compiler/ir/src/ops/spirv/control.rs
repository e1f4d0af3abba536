//! `spirv`: control flow. A loop or selection is a region; its first block is the header, its last one ends in the merge.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::ops::rules::{ANY, I1};

pub(crate) const LOOP: OpDef = op("spirv.mlir.loop", "Entry, header, body, continue and merge blocks of a loop.")
    .attrs(&[attr_default("loop_control", AttrRule::Case(DialectAttrKind::SpirvLoopControl), 0)])
    .results(&[results("results", ANY)])
    .regions(&["body"])
    .effects(effect::RECURSIVE)
    .text("[? control($loop_control^) ?] [? -> @results^ ?] &attributes $body");

pub(crate) const SELECTION: OpDef = op("spirv.mlir.selection", "Header, branches and merge block of a selection.")
    .attrs(&[attr_default("selection_control", AttrRule::Case(DialectAttrKind::SpirvSelectionControl), 0)])
    .results(&[results("results", ANY)])
    .regions(&["body"])
    .effects(effect::RECURSIVE)
    .text("[? control($selection_control^) ?] [? -> @results^ ?] &attributes $body");

pub(crate) const MERGE: OpDef = op("spirv.mlir.merge", "Ends a loop or selection, with its results.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]");

pub(crate) const BRANCH: OpDef = op("spirv.Branch", "Goes to a block.")
    .operands(&[many("targetOperands", ANY)])
    .successors(&["target"])
    .traits(TERMINATOR)
    .pure()
    .text("&Target(targetOperands) &attrs");

pub(crate) const BRANCH_CONDITIONAL: OpDef = op("spirv.BranchConditional", "Goes to one of two blocks.")
    .operands(&[one("condition", I1), many("trueTargetOperands", ANY), many("falseTargetOperands", ANY)])
    .attrs(&[attr_opt("branch_weights", AttrRule::Bracketed(&AttrRule::Int(IntKind::Width(32))))])
    .successors(&["trueTarget", "falseTarget"])
    .traits(TERMINATOR | OPERAND_SEGMENTS)
    .pure()
    .text("$condition [? $branch_weights^ ?], &Target(trueTargetOperands), &Target(falseTargetOperands) &attrs");

pub(crate) const RETURN: OpDef = op("spirv.Return", "Ends a function without result.").traits(TERMINATOR).pure().text("&attrs");

pub(crate) const RETURN_VALUE: OpDef = op("spirv.ReturnValue", "Ends a function with its result.")
    .operands(&[one("value", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("$value &attrs : @value");

pub(crate) const UNREACHABLE: OpDef =
    op("spirv.Unreachable", "Ends a block that is never reached.").traits(TERMINATOR).pure().text("&attrs");

pub(crate) const FUNCTION_CALL: OpDef = op("spirv.FunctionCall", "Calls a function of the module.")
    .operands(&[many("arguments", ANY)])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
    ])
    .results(&[maybe_result("return_value", ANY)])
    .text("$callee~($arguments) &attrs : &signature(arguments)");
