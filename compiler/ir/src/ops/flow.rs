//! `flow`: a program on tensors, cut into dispatches.

use super::rules::*;
use crate::def::*;
use crate::enums;
use crate::hints;

pub(super) const DISPATCH_REGION: OpDef = op("flow.dispatch.region", "Operations to run as one dispatch.")
    .operands(&[many("result_dims", INDEX), many("workload", INDEX)])
    .results(&[results("result", ANY)])
    .regions(&["body", "workgroup_count"])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? [$workload^] ?] -> &ShapedResultList(result, result_dims) &attributes $body ",
        "&DispatchCount(workgroup_count)"
    ));

pub(super) const DISPATCH_WORKGROUPS: OpDef = op("flow.dispatch.workgroups", "A dispatch with its body in place.")
    .operands(&[many("workload", INDEX), many("arguments", ANY), many("argument_dims", INDEX), many("result_dims", INDEX)])
    .attrs(&[attr_opt("tied_operands", AttrRule::Array)])
    .results(&[results("results", ANY)])
    .regions(&["workgroup_body", "workgroup_count"])
    .traits(OPERAND_SEGMENTS | ISOLATED)
    .pure()
    .text(concat!(
        "[? [$workload^] ?] ~($arguments) : &ShapedSignature(arguments, argument_dims, results, result_dims, ",
        "tied_operands) &attributes = ~ &DispatchBody(workgroup_body) ~ &DispatchCount(workgroup_count)"
    ));

pub(super) const DISPATCH_WORKGROUP_ID: OpDef = op("flow.dispatch.workgroup.id", "The place in the grid.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_id", set))
    .text("[$dimension] &attrs : @result");

pub(super) const DISPATCH_WORKGROUP_COUNT: OpDef = op("flow.dispatch.workgroup.count", "The size of the grid.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_count", set))
    .text("[$dimension] &attrs : @result");

pub(super) const DISPATCH_WORKGROUP_SIZE: OpDef = op("flow.dispatch.workgroup.size", "Invocations of a workgroup.")
    .attrs(&[attr("dimension", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints_by(|m, op, set| hints::dimension_number(m, op, "workgroup_size", set))
    .text("[$dimension] &attrs : @result");

pub(super) const DISPATCH_TIE_SHAPE: OpDef = op("flow.dispatch.tie_shape", "The binding, with its dynamic extents.")
    .operands(&[one("operand", DISPATCH_TENSOR).var("T"), many("dynamic_dims", INDEX)])
    .results(&[result("result", DISPATCH_TENSOR).var("T")])
    .pure()
    .text("$operand &attrs : @result [? {$dynamic_dims^} ?]");

pub(super) const RETURN: OpDef = op("flow.return", "Ends a region of a dispatch or of its count.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]");

pub(super) const EXECUTABLE: OpDef = op("flow.executable", "Device code, still on tensors.")
    .attrs(&[attr_opt("sym_visibility", AttrRule::Str), attr("sym_name", AttrRule::SymbolName)])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE)
    .implicit_terminator("flow.executable_end")
    .text("&Visibility(sym_visibility) $sym_name &attributes $body");

pub(super) const EXECUTABLE_END: OpDef = op("flow.executable_end", "Ends `flow.executable`.").traits(TERMINATOR).text("&attrs");

pub(super) const EXECUTABLE_EXPORT: OpDef =
    op("flow.executable.export", "An entry point, and how its grid follows from a workload.")
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

pub(super) const DISPATCH: OpDef = op("flow.dispatch", "Runs device code on tensors.")
    .operands(&[many("workload", INDEX), many("arguments", ANY), many("argument_dims", INDEX), many("result_dims", INDEX)])
    .attrs(&[attr("entry_points", AttrRule::Array), attr_opt("tied_operands", AttrRule::Array)])
    .results(&[results("results", ANY)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "&EntryPoints(entry_points) [? [$workload^] ?] ~($arguments) &attrs : &ShapedSignature(arguments, ",
        "argument_dims, results, result_dims, tied_operands)"
    ));

pub(super) const FUNC: OpDef = op("flow.func", "A function of another module, on tensors.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::Type),
        attr_opt("tied_operands", AttrRule::Array),
        attr_opt("sym_visibility", AttrRule::Str),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .text(concat!(
        "&Visibility(sym_visibility) $sym_name ~ &AsyncSignature(function_type, tied_operands, arg_attrs, ",
        "res_attrs) &attributes [? $body^ ?]"
    ));

pub(super) const CALL: OpDef = op("flow.call", "Calls a function of another module.")
    .operands(&[many("arguments", ANY), many("argument_dims", INDEX), many("result_dims", INDEX)])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("tied_operands", AttrRule::Array),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
    ])
    .results(&[results("results", ANY)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "$callee($arguments) &attrs : &ShapedSignature(arguments, argument_dims, results, result_dims, ",
        "tied_operands)"
    ));

pub(super) const TENSOR_CONSTANT: OpDef = op("flow.tensor.constant", "A constant tensor.")
    .attrs(&[attr("value", AttrRule::Typed)])
    .results(&[result("result", TENSOR)])
    .traits(CONSTANT_LIKE)
    .pure()
    .infer(super::arith::constant_type)
    .text("&attrs $value");

pub(super) const TENSOR_DYNAMIC_CONSTANT: OpDef =
    op("flow.tensor.dynamic_constant", "A constant tensor whose extents the compiler does not see.")
        .attrs(&[attr("value", AttrRule::Typed)])
        .results(&[result("result", TENSOR)])
        .text("&attrs $value -> @result");

pub(super) const TENSOR_TIE_SHAPE: OpDef = op("flow.tensor.tie_shape", "The tensor, with its dynamic extents.")
    .operands(&[one("operand", TENSOR).var("T"), many("dynamic_dims", INDEX)])
    .results(&[result("result", TENSOR).var("T")])
    .pure()
    .text("$operand &attrs : @result [? {$dynamic_dims^} ?]");

pub(super) const TENSOR_RESHAPE: OpDef = op("flow.tensor.reshape", "The elements in another shape.")
    .operands(&[one("source", TENSOR), many("source_dims", INDEX), many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$source : @source [? {$source_dims^} ?] -> @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_BITCAST: OpDef = op("flow.tensor.bitcast", "The bits as another element type.")
    .operands(&[one("source", TENSOR), many("source_dims", INDEX), many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$source : @source [? {$source_dims^} ?] -> @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_LOAD: OpDef = op("flow.tensor.load", "An element.")
    .operands(&[one("source", TENSOR), many("source_dims", INDEX), many("indices", INDEX)])
    .results(&[result("result", ANY).of("source", element_of)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$source[? [$indices^] ?] : @source [? {$source_dims^} ?] &attributes");

pub(super) const TENSOR_STORE: OpDef = op("flow.tensor.store", "The tensor with an element replaced.")
    .operands(&[
        one("value", ANY).of("target", element_of),
        one("target", TENSOR).var("T"),
        many("target_dims", INDEX),
        many("indices", INDEX),
    ])
    .results(&[result("result", TENSOR).var("T")])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$value, $target[? [$indices^] ?] : @target [? {$target_dims^} ?] &attributes");

pub(super) const TENSOR_ALLOCA: OpDef = op("flow.tensor.alloca", "A tensor with any content, not shared.")
    .operands(&[many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .effects(effect::ALLOC)
    .text(": @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_EMPTY: OpDef = op("flow.tensor.empty", "A tensor with any content.")
    .operands(&[many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .pure()
    .text(": @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_SPLAT: OpDef = op("flow.tensor.splat", "A tensor of equal elements.")
    .operands(&[one("value", PRIMITIVE).of("result", element_of), many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .pure()
    .text("$value : @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_CLONE: OpDef = op("flow.tensor.clone", "A copy.")
    .operands(&[one("operand", TENSOR).var("T"), many("operand_dims", INDEX)])
    .results(&[result("result", TENSOR).var("T")])
    .pure()
    .text("$operand : @result [? {$operand_dims^} ?] &attributes");

pub(super) const TENSOR_ENCODE: OpDef = op("flow.tensor.encode", "The tensor in another encoding.")
    .operands(&[one("operand", TENSOR), many("operand_dims", INDEX), many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$operand : @operand [? {$operand_dims^} ?] -> @result [? {$result_dims^} ?] &attributes");

pub(super) const TENSOR_BARRIER: OpDef =
    op("flow.tensor.barrier", "The tensor, computed on a device before anything that uses the result.")
        .operands(&[one("operand", TENSOR).var("T"), many("operand_dims", INDEX)])
        .attrs(&[attr("target", AttrRule::Any)])
        .results(&[result("result", TENSOR).var("T")])
        .pure()
        .text("$operand : @result [? {$operand_dims^} ?] on $target &attributes");

pub(super) const TENSOR_TRANSFER: OpDef = op("flow.tensor.transfer", "The tensor on another device.")
    .operands(&[one("operand", TENSOR).var("T"), many("operand_dims", INDEX)])
    .attrs(&[attr("target", AttrRule::Any)])
    .results(&[result("result", TENSOR).var("T")])
    .pure()
    .text("$operand : @result [? {$operand_dims^} ?] to $target &attributes");

pub(super) const TENSOR_SLICE: OpDef = op("flow.tensor.slice", "A copy of part of a tensor.")
    .operands(&[
        one("source", TENSOR),
        many("source_dims", INDEX),
        many("start_indices", INDEX),
        many("lengths", INDEX),
        many("result_dims", INDEX),
    ])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "$source[$start_indices for $lengths] : @source [? {$source_dims^} ?] -> @result [? {$result_dims^} ?] ",
        "&attributes"
    ));

pub(super) const TENSOR_UPDATE: OpDef = op("flow.tensor.update", "The tensor with part of it replaced.")
    .operands(&[
        one("target", TENSOR).var("T"),
        many("target_dims", INDEX),
        many("start_indices", INDEX),
        one("update", TENSOR),
        many("update_dims", INDEX),
    ])
    .results(&[result("result", TENSOR).var("T")])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "$update, $target[$start_indices] : @update [? {$update_dims^} ?] -> &ShapedTied(target, target_dims) ",
        "&attributes"
    ));

pub(super) const TENSOR_TRACE: OpDef = op("flow.tensor.trace", "Prints tensors, for those who look into a program.")
    .operands(&[many("values", TENSOR), many("value_dims", INDEX)])
    .attrs(&[attr("key", AttrRule::Str)])
    .traits(OPERAND_SEGMENTS)
    .text("$key = [&ShapedOperands(values, value_dims)] &attributes");

pub(super) const PARAMETER_LOAD: OpDef = op("flow.parameter.load", "A parameter.")
    .operands(&[
        maybe("source_scope", UTIL_BUFFER),
        one("source_key", UTIL_BUFFER),
        one("source_offset", I64),
        many("result_dims", INDEX),
    ])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "&ParameterReference(source_scope, source_key) ~[$source_offset] : @result [? {$result_dims^} ?] ",
        "&attributes"
    ));

pub(super) const PARAMETER_WRITE: OpDef =
    op("flow.parameter.write", "Writes a tensor to a parameter; the tensor when that is done.")
        .operands(&[
            one("source", TENSOR).var("T"),
            many("source_dims", INDEX),
            maybe("target_scope", UTIL_BUFFER),
            one("target_key", UTIL_BUFFER),
            one("target_offset", I64),
        ])
        .results(&[result("result", TENSOR).var("T")])
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "$source -> &ParameterReference(target_scope, target_key) ~[$target_offset] : @source [? {$source_dims^} ",
            "?] &attributes"
        ));

pub(super) const CHANNEL_DEFAULT: OpDef = op("flow.channel.default", "The channel of all devices of a group.")
    .attrs(&[attr_opt("group", AttrRule::Str)])
    .results(&[result("result", FLOW_CHANNEL)])
    .pure()
    .hints("default_channel")
    .text("[? $group^ ?] : @result &attributes");

pub(super) const CHANNEL_SPLIT: OpDef = op("flow.channel.split", "Part of a channel, by color.")
    .operands(&[one("channel", FLOW_CHANNEL), one("color", INDEX), one("key", INDEX)])
    .results(&[result("result", FLOW_CHANNEL)])
    .hints("channel")
    .text("$channel, $color, $key : @channel -> @result &attributes");

pub(super) const CHANNEL_RANK: OpDef = op("flow.channel.rank", "The place of this device in a channel.")
    .operands(&[one("channel", FLOW_CHANNEL)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("channel_rank")
    .text("$channel : @result &attributes");

pub(super) const CHANNEL_COUNT: OpDef = op("flow.channel.count", "How many devices a channel has.")
    .operands(&[one("channel", FLOW_CHANNEL)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("channel_count")
    .text("$channel : @result &attributes");

pub(super) const COLLECTIVE_ALL_GATHER: OpDef = op("flow.collective.all_gather", "The parts of all devices, everywhere.")
    .operands(&[
        one("target", TENSOR).var("T"),
        many("target_dims", INDEX),
        one("source", TENSOR),
        one("channel", FLOW_CHANNEL),
    ])
    .attrs(&[attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)), attr_opt("tied_operands", AttrRule::Array)])
    .results(&[result("result", TENSOR).var("T")])
    .text(concat!(
        "$element_type, $target, $source, $channel : (@target, @source, @channel) -> &ShapedTied(target, result, ",
        "target_dims, tied_operands) &attributes"
    ));

pub(super) const COLLECTIVE_ALL_REDUCE: OpDef =
    op("flow.collective.all_reduce", "The combined tensors of all devices, everywhere.")
        .operands(&[
            one("target", TENSOR).var("T"),
            many("target_dims", INDEX),
            one("source", TENSOR).var("T"),
            one("channel", FLOW_CHANNEL),
        ])
        .attrs(&[
            attr("reduction_op", AttrRule::Enum(&enums::COLLECTIVE_REDUCTION)),
            attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)),
            attr_opt("tied_operands", AttrRule::Array),
        ])
        .results(&[result("result", TENSOR).var("T")])
        .text(concat!(
            "$reduction_op, $element_type, $target, $source, $channel : (@target, @source, @channel) -> ",
            "&ShapedTied(target, result, target_dims, tied_operands) &attributes"
        ));

pub(super) const COLLECTIVE_ALL_TO_ALL: OpDef = op("flow.collective.all_to_all", "Part n of each device, on device n.")
    .operands(&[
        one("target", TENSOR).var("T"),
        many("target_dims", INDEX),
        one("source", TENSOR),
        one("channel", FLOW_CHANNEL),
    ])
    .attrs(&[attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)), attr_opt("tied_operands", AttrRule::Array)])
    .results(&[result("result", TENSOR).var("T")])
    .text(concat!(
        "$element_type, $target, $source, $channel : (@target, @source, @channel) -> &ShapedTied(target, result, ",
        "target_dims, tied_operands) &attributes"
    ));

pub(super) const COLLECTIVE_REDUCE_SCATTER: OpDef =
    op("flow.collective.reduce_scatter", "The combined tensors of all devices, part n on device n.")
        .operands(&[
            one("target", TENSOR).var("T"),
            many("target_dims", INDEX),
            one("source", TENSOR),
            one("channel", FLOW_CHANNEL),
        ])
        .attrs(&[
            attr("reduction_op", AttrRule::Enum(&enums::COLLECTIVE_REDUCTION)),
            attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)),
            attr_opt("tied_operands", AttrRule::Array),
        ])
        .results(&[result("result", TENSOR).var("T")])
        .text(concat!(
            "$reduction_op, $element_type, $target, $source, $channel : (@target, @source, @channel) -> ",
            "&ShapedTied(target, result, target_dims, tied_operands) &attributes"
        ));

pub(super) const COLLECTIVE_SEND_RECV: OpDef = op("flow.collective.send_recv", "The tensor of another device.")
    .operands(&[
        one("target", TENSOR).var("T"),
        many("target_dims", INDEX),
        one("source", TENSOR).var("T"),
        one("channel", FLOW_CHANNEL),
        one("send", INDEX),
        one("recv", INDEX),
    ])
    .attrs(&[attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)), attr_opt("tied_operands", AttrRule::Array)])
    .results(&[result("result", TENSOR).var("T")])
    .text(concat!(
        "$element_type, $target, $source, $channel, $send, $recv : (@target, @source, @channel, @send, @recv) -> ",
        "&ShapedTied(target, result, target_dims, tied_operands) &attributes"
    ));
