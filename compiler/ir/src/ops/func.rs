//! `func`: functions as front ends write them.

use super::function::{self, Tied};
use super::rules::{ANY, DICTS};
use crate::def::*;
use crate::verify::func as verify;

pub(super) const FUNC: OpDef = op("func.func", "A function.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::FunctionType),
        attr_opt("sym_visibility", AttrRule::Str),
        attr_opt("arg_attrs", DICTS),
        attr_opt("res_attrs", DICTS),
        attr_opt("no_inline", AttrRule::Unit),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .default_dialect("func")
    .custom(|p, state| function::parse(p, state, Tied::No), |p, op| function::print(p, op, Tied::No));

pub(super) const RETURN: OpDef = op("func.return", "Ends a function.")
    .parents(&["func.func"])
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]")
    .check(verify::func_return);

pub(super) const CALL: OpDef = op("func.call", "Calls a function of the module.")
    .operands(&[many("operands", ANY)])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("arg_attrs", DICTS),
        attr_opt("res_attrs", DICTS),
        attr_opt("no_inline", AttrRule::Unit),
    ])
    .results(&[results("results", ANY)])
    .text("$callee~($operands) &attrs : &signature(operands)")
    .check(verify::call);
