//! `stream.executable`: device code not yet for any target, and what it sees of its dispatch.

use crate::def::*;
use crate::hints;
use crate::ops::rules::*;

pub(crate) const EXECUTABLE: OpDef = op("stream.executable", "Device code, not yet for any target.")
    .attrs(&[attr_opt("sym_visibility", AttrRule::Str), attr("sym_name", AttrRule::SymbolName)])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE)
    .implicit_terminator("stream.executable.end")
    .text("&Visibility(sym_visibility) $sym_name &attributes $body");

pub(crate) const EXECUTABLE_END: OpDef =
    op("stream.executable.end", "Ends `stream.executable`.").parents(&["stream.executable"]).traits(TERMINATOR).text("&attrs");

pub(crate) const EXECUTABLE_EXPORT: OpDef =
    op("stream.executable.export", "An entry point, and how its grid follows from a workload.")
        .attrs(&[
            attr_opt("sym_visibility", AttrRule::Str),
            attr("sym_name", AttrRule::SymbolName),
            attr("function_ref", AttrRule::FlatSymbol),
        ])
        .regions(&["workgroup_count"])
        .traits(ISOLATED | SYMBOL)
        .text(concat!(
            "&Visibility(sym_visibility) &SymbolAlias(sym_name, function_ref) &WorkgroupCount(workgroup_count) ",
            "&attributes"
        ));

pub(crate) const BINDING_SUBSPAN: OpDef = op("stream.binding.subspan", "A binding of a dispatch.")
    .operands(&[one("binding", BINDING), one("byte_offset", INDEX), many("dynamic_dims", INDEX)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$binding ~[$byte_offset] &attrs : @binding -> @result [? {$dynamic_dims^} ?]");

pub(crate) const DISPATCH_WORKGROUP_ID: OpDef = op("stream.dispatch.workgroup.id", "The place in the grid.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_id", set))
    .text("[$dimension] &attrs : @result");

pub(crate) const DISPATCH_WORKGROUP_COUNT: OpDef = op("stream.dispatch.workgroup.count", "The size of the grid.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_count", set))
    .text("[$dimension] &attrs : @result");

pub(crate) const DISPATCH_WORKGROUP_SIZE: OpDef = op("stream.dispatch.workgroup.size", "Invocations of a workgroup.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_size", set))
    .text("[$dimension] &attrs : @result");

pub(crate) const RETURN: OpDef = op("stream.return", "Ends a region of an export.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs $operands : @operands");

pub(crate) const YIELD: OpDef = op("stream.yield", "Ends a region of work.")
    .operands(&[many("resource_operands", RESOURCE), many("resource_operand_sizes", INDEX)])
    .traits(TERMINATOR | SAME_VARIADIC)
    .pure()
    .text("&attrs [? $resource_operands^ : &ShapedTypes(resource_operands, resource_operand_sizes) ?]");
