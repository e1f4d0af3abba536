//! `func`: functions as front ends write them.

use super::function::{self, Tied};
use super::rules::ANY;
use crate::def::*;

pub(super) const FUNC: OpDef = op("func.func", "A function.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::Type),
        attr_opt("sym_visibility", AttrRule::Str),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
        attr_opt("no_inline", AttrRule::Unit),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .default_dialect("func")
    .custom(|p, state| function::parse(p, state, Tied::No), |p, op| function::print(p, op, Tied::No));

pub(super) const RETURN: OpDef = op("func.return", "Ends a function.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]");

pub(super) const CALL: OpDef = op("func.call", "Calls a function of the module.")
    .operands(&[many("operands", ANY)])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
        attr_opt("no_inline", AttrRule::Unit),
    ])
    .results(&[results("results", ANY)])
    .text("$callee~($operands) &attrs : &signature(operands)");
