//! `util`: what host programs need around the HAL.

pub(super) mod buffer;
pub(super) mod list;

use super::function::{self, Tied};
use super::rules::*;
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::folds::util as folds;
use crate::hints;
use crate::parse::{Keyword, OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::{Type, Types};
use crate::verify::util as verify;

const SAME: &[ValueRow] = &[one("lhs", ANY).var("T"), one("rhs", ANY).var("T")];
const TRUTH: &[ValueRow] = &[result("result", I1)];

pub(super) const NULL: OpDef = op("util.null", "No object.")
    .results(&[result("result", ANY)])
    .traits(CONSTANT_LIKE)
    .pure()
    .text("&attrs : @result")
    .fold(folds::null);

pub(super) const CAST: OpDef = op("util.cast", "The same value as another type.")
    .operands(&[one("operand", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$operand &attrs : @operand to @result")
    .fold(folds::cast)
    .rewrites(folds::CAST)
    .check(verify::cast);

pub(super) const CMP_EQ: OpDef = op("util.cmp.eq", "Whether both are the same object or value.")
    .operands(SAME)
    .results(TRUTH)
    .traits(COMMUTATIVE)
    .pure()
    .text("$operands &attrs : @lhs")
    .fold(folds::cmp_eq);

pub(super) const CMP_NE: OpDef = op("util.cmp.ne", "Whether they differ.")
    .operands(SAME)
    .results(TRUTH)
    .traits(COMMUTATIVE)
    .pure()
    .text("$operands &attrs : @lhs")
    .fold(folds::cmp_ne);

pub(super) const ALIGN: OpDef = op("util.align", "The value rounded up to a multiple of the alignment, a power of two.")
    .operands(&[one("value", INT_LIKE).var("T"), one("alignment", INT_LIKE).var("T")])
    .results(&[result("result", INT_LIKE).var("T")])
    .pure()
    .text("$value, $alignment &attrs : @result")
    .fold(folds::align);

pub(super) const SIZEOF: OpDef = op("util.sizeof", "Bytes of a value of the type.")
    .attrs(&[attr("sizedType", AttrRule::Type)])
    .results(&[result("size", INDEX)])
    .pure()
    .text("$sizedType &attributes")
    .fold(folds::sizeof);

pub(super) const SWITCH: OpDef = op("util.switch", "The value at an index, or the default.")
    .operands(&[one("index", INDEX), one("default_value", PRIMITIVE).var("T"), many("values", PRIMITIVE).var("T")])
    .results(&[result("result", PRIMITIVE).var("T")])
    .pure()
    .text("&SwitchValues(default_value, values) at $index else $default_value &attrs : @result")
    .fold(folds::switch);

pub(super) const OPTIMIZATION_BARRIER: OpDef = op("util.optimization_barrier", "Hides values from the optimizer.")
    .operands(&[many("operands", ANY)])
    .results(&[results("results", ANY)])
    .text("&attrs [? $operands^ : @operands ?]")
    .infer(same_types);

fn same_types(_: &Context, operands: &[Type], _: &AttrList) -> Option<Types> {
    Some(operands.into())
}

/// What is known about a value, for each place it comes from.
const ASSUMPTIONS: AttrRule = AttrRule::Bracketed(&AttrRule::Dialect(DialectAttrKind::UtilIntAssumption));

pub(super) const ASSUME_INT: OpDef =
    op("util.assume.int", "The values, with what is known about each where it comes from one of several places.")
        .operands(&[many("operands", INT_OR_INDEX)])
        .attrs(&[attr("assumptions", AttrRule::Bracketed(&ASSUMPTIONS))])
        .results(&[results("results", INT_OR_INDEX)])
        .pure()
        .text("&Assumptions(operands, assumptions) : @operands &attrs")
        .infer(same_types)
        .check(verify::assume_int);

pub(super) const NUMERIC_OPTIONAL_NARROW: OpDef =
    op("util.numeric.optional_narrow", "The value, which would fit a narrower type.")
        .operands(&[one("operand", ANY).var("T")])
        .attrs(&[
            attr("semantic_type", AttrRule::Type),
            attr_opt("min_value", AttrRule::Any),
            attr_opt("max_value", AttrRule::Any),
        ])
        .results(&[result("result", ANY).var("T")])
        .pure()
        .text("$operand : @operand as $semantic_type &attrs");

pub(super) const HOISTABLE_CONVERSION: OpDef =
    op("util.hoistable_conversion", "A conversion that undoes another, by their tags.")
        .operands(&[many("inputs", ANY)])
        .attrs(&[attr("tag", AttrRule::Str), attr("inverseTag", AttrRule::Str)])
        .results(&[results("results", ANY)])
        .regions(&["body"])
        .effects(effect::RECURSIVE)
        .implicit_terminator("util.return")
        .text("$tag inverts($inverseTag) &AssignedRegion(inputs, body) &attrs")
        .check(verify::hoistable_conversion);

pub(super) const UNFOLDABLE_CONSTANT: OpDef = op("util.unfoldable_constant", "A constant the optimizer does not see.")
    .attrs(&[attr("value", AttrRule::Any)])
    .results(&[result("result", ANY)])
    .text("&attrs &TypedOrSymbol(value, result)");

pub(super) const INITIALIZER: OpDef = op("util.initializer", "Runs once, when the module is loaded, in order of the text.")
    .attrs(&[attr("function_type", AttrRule::FunctionType), attr_opt("arg_attrs", DICTS), attr_opt("res_attrs", DICTS)])
    .regions(&["body"])
    .traits(ISOLATED | FUNCTION)
    .custom(parse_initializer, print_initializer)
    .rewrites(folds::INITIALIZER)
    .check(verify::initializer);

fn parse_initializer<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let ty = p.function_type_attr(&[], &[]);
    p.set_prop(state, "function_type", ty);
    p.parse_attr_dicts(state, Keyword::Attributes)?;
    p.parse_region(state.op, &[]).map(drop)
}

fn print_initializer(p: &mut Printer<'_>, op: crate::Op) {
    p.print_attr_dicts(op, &["function_type"], Keyword::Attributes);
    p.raw(" ");
    p.print_region_of(op, 0);
}

pub(super) const FUNC: OpDef = op("util.func", "A function of the host program.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::FunctionType),
        attr_opt("tied_operands", AttrRule::Bracketed(&INDEX_ATTR)),
        attr_opt("sym_visibility", AttrRule::Str),
        attr_opt("arg_attrs", DICTS),
        attr_opt("res_attrs", DICTS),
        attr_opt("inlining_policy", AttrRule::Any),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .custom(|p, state| function::parse(p, state, Tied::Yes), |p, op| function::print(p, op, Tied::Yes))
    .check(verify::func);

pub(super) const CALL: OpDef = op("util.call", "Calls a function of the module.")
    .operands(&[many("operands", ANY)])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("tied_operands", AttrRule::Bracketed(&INDEX_ATTR)),
        attr_opt("arg_attrs", DICTS),
        attr_opt("res_attrs", DICTS),
    ])
    .results(&[results("results", ANY)])
    .text("$callee~($operands) &attrs : &ParenTypes(operands) -> &TiedResults(operands, results, tied_operands)")
    .check(verify::call);

pub(super) const RETURN: OpDef = op("util.return", "Ends a function or initializer.")
    .parents(&["util.initializer", "util.func", "util.hoistable_conversion"])
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]")
    .check(verify::util_return);

pub(super) const UNREACHABLE: OpDef = op("util.unreachable", "A place the program never gets to.")
    .attrs(&[attr_opt("message", AttrRule::Str)])
    .traits(TERMINATOR)
    .pure()
    .text("[? $message^ ?] &attrs");

pub(super) const SCF_UNREACHABLE: OpDef = op("util.scf.unreachable", "A place in a region the program never gets to.")
    .attrs(&[attr_opt("message", AttrRule::Str)])
    .text("[? $message^ ?] &attrs");

pub(super) const GLOBAL: OpDef = op("util.global", "A variable of the module.")
    .attrs(&[
        attr_opt("sym_visibility", AttrRule::Str),
        attr("sym_name", AttrRule::SymbolName),
        attr("type", AttrRule::Type),
        attr_opt("is_mutable", AttrRule::Unit),
        attr_opt("initial_value", AttrRule::Typed),
        attr_opt("inlining_policy", AttrRule::Any),
    ])
    .traits(SYMBOL)
    .text("&Visibility(sym_visibility) [? mutable $is_mutable^ ?] $sym_name &attrs &TypeOrValue(type, initial_value)")
    .check(verify::global);

pub(super) const GLOBAL_LOAD: OpDef = op("util.global.load", "The value of a global.")
    .attrs(&[attr("global", AttrRule::FlatSymbol), attr_opt("is_immutable", AttrRule::Unit)])
    .results(&[result("result", ANY)])
    .effects(effect::READ)
    .effects_of(folds::load_effects)
    .hints_by(hints::global)
    .text("[? immutable $is_immutable^ ?] $global &attrs : @result")
    .check(verify::global_load);

pub(super) const GLOBAL_STORE: OpDef = op("util.global.store", "Gives a global a value.")
    .operands(&[one("value", ANY)])
    .attrs(&[attr("global", AttrRule::FlatSymbol)])
    .effects(effect::WRITE)
    .text("$value, $global &attrs : @value")
    .rewrites(folds::GLOBAL_STORE)
    .check(verify::global_store);

pub(super) const STATUS_CHECK_OK: OpDef = op("util.status.check_ok", "Stops the program when the status is not ok.")
    .operands(&[one("status", I32)])
    .attrs(&[attr_opt("message", AttrRule::Str)])
    .text("$status [? , $message^ ?] &attrs");
