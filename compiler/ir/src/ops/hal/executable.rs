//! `hal.executable`: device code, its entry points and how it is loaded.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::directives::{parse_condition_region, print_condition_region};
use crate::folds::hal_executable;
use crate::ops::function;
use crate::ops::rules::*;
use crate::parse::{Keyword, OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::HalType;
use crate::verify::hal as verify;

const NAMED: [AttrRow; 2] = [attr("sym_name", AttrRule::SymbolName), attr_opt("sym_visibility", AttrRule::Str)];

/// What may hold device code that is not serialized.
const CODE: &[&str] = &["hal.executable.source", "hal.executable.variant"];

pub(crate) const SOURCE: OpDef = op("hal.executable.source", "Device code for any target, as given by hand.")
    .attrs(&[NAMED[0], NAMED[1], attr_opt("objects", AttrRule::Dialect(DialectAttrKind::HalExecutableObjects))])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE)
    .implicit_terminator("hal.executable.source_end")
    .text("&Visibility(sym_visibility) $sym_name &attributes $body")
    .check(verify::executable::one_condition);

pub(crate) const SOURCE_END: OpDef = op("hal.executable.source_end", "Ends `hal.executable.source`.")
    .parents(&["hal.executable.source"])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs");

pub(crate) const EXECUTABLE_OP: OpDef = op("hal.executable", "Device code in one variant for each target.")
    .attrs(&[NAMED[0], NAMED[1], attr_opt("lazy", AttrRule::Unit)])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE)
    .implicit_terminator("hal.executable_end")
    .text("&Visibility(sym_visibility) [? lazy $lazy^ ?] $sym_name &attributes $body");

pub(crate) const EXECUTABLE_END: OpDef =
    op("hal.executable_end", "Ends `hal.executable`.").parents(&["hal.executable"]).traits(TERMINATOR).pure().text("&attrs");

pub(crate) const EXPORT: OpDef =
    op("hal.executable.export", "An entry point: its layout and how its grid follows from a workload.")
        .attrs(&[
            NAMED[0],
            NAMED[1],
            attr_opt("ordinal", INDEX_ATTR),
            attr("layout", AttrRule::Whole(DialectAttrKind::HalPipelineLayout)),
            attr_opt("condition_fallback", AttrRule::FlatSymbol),
            attr_opt("workgroup_size", AttrRule::Bracketed(&INDEX_ATTR)),
            attr_opt("subgroup_size", INDEX_ATTR),
            attr_opt("workgroup_local_memory", INDEX_ATTR),
            attr_opt("source_locs", AttrRule::Dict),
        ])
        .regions(&["workgroup_count", "condition"])
        .parents(CODE)
        .traits(ISOLATED | SYMBOL)
        .pure()
        .text(concat!(
            "&Visibility(sym_visibility) $sym_name [? ordinal($ordinal^) ?] layout($layout) ",
            "[? condition~ &Condition(condition)^ ?] [? fallback($condition_fallback^) ?] ",
            "[? count~ &Count(workgroup_count)^ ?] &attributes"
        ))
        .rewrites(hal_executable::EXPORT)
        .check(verify::executable::export);

pub(crate) const VARIANT: OpDef = op("hal.executable.variant", "Device code for one target.")
    .parents(&["hal.executable"])
    .attrs(&[
        NAMED[0],
        NAMED[1],
        attr("target", AttrRule::Dialect(DialectAttrKind::HalExecutableTarget)),
        attr_opt("objects", AttrRule::Bracketed(&AttrRule::Whole(DialectAttrKind::HalExecutableObject))),
        attr_opt("sources", AttrRule::Dict),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE)
    .implicit_terminator("hal.executable.variant_end")
    .text(concat!(
        "&Visibility(sym_visibility) $sym_name target($target) [? objects($objects^) ?] [? sources($sources^) ?] ",
        "&attributes $body"
    ))
    .rewrites(hal_executable::VARIANT)
    .check(verify::executable::one_condition);

pub(crate) const VARIANT_END: OpDef = op("hal.executable.variant_end", "Ends `hal.executable.variant`.")
    .parents(&["hal.executable.variant"])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs");

pub(crate) const CONDITION: OpDef = op("hal.executable.condition", "Whether a device can take the variant.")
    .attrs(&[attr("function_type", AttrRule::FunctionType), attr_opt("arg_attrs", DICTS), attr_opt("res_attrs", DICTS)])
    .regions(&["body"])
    .traits(ISOLATED)
    .custom(parse_condition, print_condition)
    .check(verify::executable::condition);

fn parse_condition<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let region = p.module.add_region(state.op);
    parse_condition_region(p, state, region)?;
    let ty = p.function_type_attr(&[p.ctx.hal_type(HalType::Device)], &[p.ctx.int_type(1)]);
    p.set_prop(state, "function_type", ty);
    p.parse_attr_dicts(state, Keyword::Attributes)
}

fn print_condition(p: &mut Printer<'_>, op: crate::Op) {
    let region = p.module.region(op, 0);
    print_condition_region(p, op, region);
    p.print_attr_dicts(op, &["function_type", "arg_attrs", "res_attrs"], Keyword::Attributes);
}

pub(crate) const CONSTANT_BLOCK: OpDef = op("hal.executable.constant.block", "Values given to device code when it is loaded.")
    .attrs(&[
        attr("function_type", AttrRule::FunctionType),
        attr("keys", AttrRule::Array),
        attr_opt("arg_attrs", DICTS),
        attr_opt("res_attrs", DICTS),
    ])
    .regions(&["body"])
    .traits(ISOLATED)
    .parents(CODE)
    .custom(function::parse_constant_block, function::print_constant_block)
    .rewrites(hal_executable::CONSTANT_BLOCK)
    .check(verify::executable::constant_block);

pub(crate) const CONSTANT_LOAD: OpDef = op("hal.executable.constant.load", "A value given when the executable was loaded.")
    .attrs(&[attr("key", AttrRule::Str)])
    .results(&[result("result", PRIMITIVE)])
    .pure()
    .text("$key &attrs : @result");

pub(crate) const BINARY: OpDef = op("hal.executable.binary", "Device code in its final form.")
    .parents(&["hal.executable"])
    .attrs(&[
        NAMED[0],
        NAMED[1],
        attr("format", AttrRule::Str),
        attr("data", AttrRule::Elements),
        attr_opt("mime_type", AttrRule::Str),
    ])
    .traits(SYMBOL)
    .text("&Visibility(sym_visibility) $sym_name &attributes");

pub(crate) const CREATE: OpDef = op("hal.executable.create", "Loads device code.")
    .operands(&[one("device", DEVICE), one("queue_affinity", I64), many("constants", I32)])
    .attrs(&[attr("executable_target", AttrRule::Symbol)])
    .results(&[result("result", EXECUTABLE)])
    .pure()
    .hints("executable")
    .text(concat!(
        "device($device : @device) affinity($queue_affinity) target($executable_target) ",
        "[? constants([$constants^]) ?] : @result &attributes"
    ))
    .check(verify::symbols::executable_create);

pub(crate) const LOOKUP: OpDef = op("hal.executable.lookup", "The loaded executable of a device, from the cache.")
    .operands(&[one("device", DEVICE)])
    .attrs(&[attr("executable", AttrRule::FlatSymbol)])
    .results(&[result("result", EXECUTABLE)])
    .pure()
    .hints("exe")
    .text("device($device : @device) executable($executable) : @result &attributes")
    .check(verify::symbols::executable_lookup);

pub(crate) const LOOKUP_FUNCTION: OpDef =
    op("hal.executable.lookup.function", "The id of an entry point of a loaded executable.")
        .operands(&[one("executable", EXECUTABLE)])
        .attrs(&[attr("entry_point", AttrRule::Symbol)])
        .results(&[result("result", I64)])
        .pure()
        .hints("function_id")
        .text("target($executable : @executable) function($entry_point) : @result &attributes")
        .check(verify::symbols::entry_point);

pub(crate) const EXPORT_ORDINAL: OpDef = op("hal.executable.export.ordinal", "The ordinal of an export.")
    .attrs(&[attr("entry_point", AttrRule::Symbol)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("ordinal")
    .text("target($entry_point) : @result &attributes")
    .check(verify::symbols::entry_point);

pub(crate) const CALCULATE_WORKGROUPS: OpDef = op("hal.executable.calculate_workgroups", "The grid for a workload.")
    .operands(&[one("device", DEVICE), many("workload", INDEX)])
    .attrs(&[attr("entry_point", AttrRule::Symbol)])
    .results(&[result("workgroup_x", INDEX), result("workgroup_y", INDEX), result("workgroup_z", INDEX)])
    .pure()
    .text(concat!(
        "device($device : @device) target($entry_point) [? workload([$workload^]) ?] ",
        ": @workgroup_x, @workgroup_y, @workgroup_z &attributes"
    ))
    .check(verify::symbols::entry_point);
