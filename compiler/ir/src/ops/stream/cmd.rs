//! `stream.cmd`: commands on allocated resources, in explicit order.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::ops::rules::*;
use crate::verify::stream as verify;

/// Part of a resource.
const TARGET_RANGE: &[ValueRow] =
    &[one("target", RESOURCE), one("target_size", INDEX), one("target_offset", INDEX), one("target_length", INDEX)];

pub(crate) const CMD_FLUSH: OpDef = op("stream.cmd.flush", "Makes what was written visible to a device.")
    .operands(TARGET_RANGE)
    .attrs(&[attr_opt("source_affinity", AttrRule::Any)])
    .text(concat!(
        "[? to($source_affinity^) ?] $target[$target_offset for $target_length] : @target ~{$target_size} ",
        "&attributes"
    ));

pub(crate) const CMD_INVALIDATE: OpDef = op("stream.cmd.invalidate", "Makes what a device wrote visible.")
    .operands(TARGET_RANGE)
    .attrs(&[attr_opt("source_affinity", AttrRule::Any)])
    .text(concat!(
        "[? from($source_affinity^) ?] $target[$target_offset for $target_length] : @target ~{$target_size} ",
        "&attributes"
    ));

pub(crate) const CMD_DISCARD: OpDef = op("stream.cmd.discard", "Says that contents are no longer needed.")
    .operands(TARGET_RANGE)
    .text("$target[$target_offset for $target_length] : @target ~{$target_size} &attributes");

pub(crate) const CMD_FILL: OpDef = op("stream.cmd.fill", "Repeats a value in part of a resource.")
    .operands(&[
        one("target", RESOURCE),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("target_length", INDEX),
        one("value", PRIMITIVE),
    ])
    .text("$value, $target[$target_offset for $target_length] : @value -> @target ~{$target_size} &attributes");

pub(crate) const CMD_COPY: OpDef = op("stream.cmd.copy", "Copies part of a resource.")
    .operands(&[
        one("source", RESOURCE),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("target", RESOURCE),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("length", INDEX),
    ])
    .text(concat!(
        "$source[$source_offset], $target[$target_offset], $length : @source ~{$source_size} -> @target ",
        "~{$target_size} &attributes"
    ));

pub(crate) const CMD_COLLECTIVE: OpDef = op("stream.cmd.collective", "Runs a collective operation.")
    .operands(&[
        one("channel", STREAM_CHANNEL),
        one("element_count", INDEX),
        maybe("param", I32),
        many("resources", RESOURCE),
        many("resource_sizes", INDEX),
        many("resource_offsets", INDEX),
        many("resource_lengths", INDEX),
    ])
    .attrs(&[attr("op", AttrRule::Dialect(DialectAttrKind::StreamCollective)), attr("resource_accesses", AttrRule::Array)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "~ $op ~[$element_count] channel($channel) [? param($param^ : @param) ?] { &DispatchResources(resources, ",
        "resource_sizes, resource_offsets, resource_lengths, resource_accesses) } &attributes"
    ));

pub(crate) const CMD_DISPATCH: OpDef = op("stream.cmd.dispatch", "Runs device code.")
    .operands(&[
        many("workload", INDEX),
        many("uniform_operands", PRIMITIVE),
        many("resources", RESOURCE),
        many("resource_sizes", INDEX),
        many("resource_offsets", INDEX),
        many("resource_lengths", INDEX),
    ])
    .attrs(&[attr("entry_points", AttrRule::Array), attr("resource_accesses", AttrRule::Array)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "&EntryPoints(entry_points) [? [$workload^] ?] ~[? ($uniform_operands^ : @uniform_operands) ?] { ",
        "&DispatchResources(resources, resource_sizes, resource_offsets, resource_lengths, resource_accesses) } ",
        "&attributes"
    ))
    .check(verify::dispatch);

pub(crate) const CMD_FUNC: OpDef = op("stream.cmd.func", "A function that records commands.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::FunctionType),
        attr_opt("sym_visibility", AttrRule::Str),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .text(concat!(
        "&Visibility(sym_visibility) $sym_name ~ &CmdSignature(function_type, arg_attrs, res_attrs) &attributes ",
        "[? $body^ ?]"
    ));

pub(crate) const CMD_CALL: OpDef = op("stream.cmd.call", "Calls a function that records commands.")
    .operands(&[
        many("resource_operands", ANY),
        many("resource_operand_sizes", INDEX),
        many("resource_operand_offsets", INDEX),
        many("resource_operand_lengths", INDEX),
        many("result_sizes", INDEX),
    ])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("tied_operands", AttrRule::Array),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
        attr("resource_operand_accesses", AttrRule::Array),
    ])
    .results(&[results("results", PRIMITIVE)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "$callee ~ &CallOperands(resource_operands, resource_operand_offsets, resource_operand_lengths, ",
        "resource_operand_accesses) &attrs : &ShapedSignature(resource_operands, resource_operand_sizes, ",
        "results, result_sizes, tied_operands)"
    ))
    .check(verify::cmd_call);

pub(crate) const CMD_EXECUTE: OpDef = op("stream.cmd.execute", "Commands that run after the timepoint.")
    .operands(&[
        many("resource_operands", RESOURCE),
        many("resource_operand_sizes", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[attr_opt("once", AttrRule::Unit), AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .regions(&["body"])
    .traits(OPERAND_SEGMENTS)
    .effects(effect::RECURSIVE)
    .implicit_terminator("stream.yield")
    .text(concat!(
        "[? once $once^ ?] [? on($affinity^) ?] [? await($await_timepoint^) => ?] with ~ ",
        "&CapturingRegion(resource_operands, resource_operand_sizes, body) => @result_timepoint &attributes"
    ))
    .check(verify::cmd_region);

pub(crate) const CMD_SERIAL: OpDef = op("stream.cmd.serial", "Commands that run one after another.")
    .regions(&["body"])
    .effects(effect::RECURSIVE)
    .implicit_terminator("stream.yield")
    .text("$body &attributes");

pub(crate) const CMD_CONCURRENT: OpDef = op("stream.cmd.concurrent", "Commands that may all run at once.")
    .regions(&["body"])
    .effects(effect::RECURSIVE)
    .implicit_terminator("stream.yield")
    .text("$body &attributes");

pub(crate) const CMD_PARAMETER_LOAD: OpDef = op("stream.cmd.parameter.load", "Parameters as new resources.")
    .operands(&[
        maybe("source_scope", UTIL_BUFFER),
        many("source_keys", UTIL_BUFFER),
        many("source_offsets", I64),
        many("result_sizes", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[results("results", RESOURCE).var("T"), result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => ?] { &ParameterLoads(source_scope, source_keys, ",
        "source_offsets, results, result_sizes) } => @result_timepoint &attributes"
    ));

pub(crate) const CMD_PARAMETER_READ: OpDef = op("stream.cmd.parameter.read", "Reads a parameter into part of a resource.")
    .operands(&[
        maybe("source_scope", UTIL_BUFFER),
        one("source_key", UTIL_BUFFER),
        one("source_offset", I64),
        one("target", RESOURCE),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("target_length", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => ?] &ParameterReference(source_scope, source_key) ",
        "~[$source_offset] -> $target[$target_offset for $target_length] : @target ~{$target_size} => ",
        "@result_timepoint &attributes"
    ));

pub(crate) const CMD_PARAMETER_WRITE: OpDef = op("stream.cmd.parameter.write", "Writes part of a resource to a parameter.")
    .operands(&[
        one("source", RESOURCE),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("source_length", INDEX),
        maybe("target_scope", UTIL_BUFFER),
        one("target_key", UTIL_BUFFER),
        one("target_offset", I64),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => ?] $source[$source_offset for $source_length] : ",
        "@source ~{$source_size} -> &ParameterReference(target_scope, target_key) ~[$target_offset] => ",
        "@result_timepoint &attributes"
    ));

pub(crate) const CMD_PARAMETER_GATHER: OpDef = op("stream.cmd.parameter.gather", "Reads parameters into parts of a resource.")
    .operands(&[
        maybe("source_scope", UTIL_BUFFER),
        many("source_keys", UTIL_BUFFER),
        many("source_offsets", I64),
        one("target", RESOURCE),
        one("target_size", INDEX),
        many("target_offsets", INDEX),
        many("target_lengths", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => ?] { &ParameterGathers(source_scope, source_keys, ",
        "source_offsets, target, target_offsets, target_lengths, target_size) } => @result_timepoint &attributes"
    ));

pub(crate) const CMD_PARAMETER_SCATTER: OpDef = op("stream.cmd.parameter.scatter", "Writes parts of a resource to parameters.")
    .operands(&[
        one("source", RESOURCE),
        one("source_size", INDEX),
        many("source_offsets", INDEX),
        many("source_lengths", INDEX),
        maybe("target_scope", UTIL_BUFFER),
        many("target_keys", UTIL_BUFFER),
        many("target_offsets", I64),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => ?] { &ParameterScatters(source, source_offsets, ",
        "source_lengths, target_scope, target_keys, target_offsets, source_size) } => @result_timepoint ",
        "&attributes"
    ));
