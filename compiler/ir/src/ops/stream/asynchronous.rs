//! `stream.async`: work in the order of its data, each result a resource of its own or tied to an operand.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::ops::rules::*;
use crate::verify::stream as verify;

/// A resource, and when it is ready.
const LATER: &[ValueRow] = &[result("result", RESOURCE), result("result_timepoint", TIMEPOINT)];

/// A resource, and the size of what comes of it.
const SOURCE: &[ValueRow] = &[one("source", RESOURCE), one("source_size", INDEX), one("result_size", INDEX)];

pub(crate) const ASYNC_ALLOCA: OpDef = op("stream.async.alloca", "A resource with any content.")
    .operands(&[one("storage_size", INDEX)])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE)])
    .effects(effect::ALLOC)
    .text("[? on($affinity^) ?] &attrs : @result {$storage_size}");

pub(crate) const ASYNC_CONSTANT: OpDef = op("stream.async.constant", "A resource with constant content.")
    .operands(&[maybe("await_timepoint", TIMEPOINT), one("result_size", INDEX)])
    .attrs(&[attr("value", AttrRule::Any), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .hints("cst")
    .text("[? on($affinity^) ?] [? await($await_timepoint^) ?] : @result ~{$result_size} = $value &attributes");

pub(crate) const ASYNC_SPLAT: OpDef = op("stream.async.splat", "A resource that repeats a value.")
    .operands(&[maybe("await_timepoint", TIMEPOINT), one("value", PRIMITIVE), one("result_size", INDEX)])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE)])
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) ?] $value : @value -> @result ~{$result_size} ",
        "&attributes"
    ));

pub(crate) const ASYNC_CLONE: OpDef = op("stream.async.clone", "A copy of a resource.")
    .operands(SOURCE)
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE)])
    .text("[? on($affinity^) ?] $source : @source ~{$source_size} -> @result ~{$result_size} &attributes");

pub(crate) const ASYNC_SLICE: OpDef = op("stream.async.slice", "A copy of part of a resource.")
    .operands(&[
        one("source", RESOURCE).var("T"),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("source_end", INDEX),
        one("result_size", INDEX),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $source[$source_offset to $source_end] : @source ~{$source_size} -> @result ",
        "~{$result_size} &attributes"
    ));

pub(crate) const ASYNC_FILL: OpDef = op("stream.async.fill", "The resource with part of it filled.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("target_end", INDEX),
        one("target_length", INDEX),
        one("value", PRIMITIVE),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .text(concat!(
        "[? on($affinity^) ?] $value, $target[$target_offset to $target_end for $target_length] : @value -> ",
        "&ShapedTied(target, target_size) &attributes"
    ));

pub(crate) const ASYNC_UPDATE: OpDef = op("stream.async.update", "The resource with part of it replaced by another.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("target_end", INDEX),
        one("update", RESOURCE),
        one("update_size", INDEX),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .text(concat!(
        "[? on($affinity^) ?] $update, $target[$target_offset to $target_end] : @update ~{$update_size} -> ",
        "&ShapedTied(target, target_size) &attributes"
    ));

pub(crate) const ASYNC_COPY: OpDef = op("stream.async.copy", "The resource with part of it replaced by part of another.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("target_end", INDEX),
        one("source", RESOURCE),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("source_end", INDEX),
        one("length", INDEX),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .text(concat!(
        "[? on($affinity^) ?] $source[$source_offset to $source_end], $target[$target_offset to $target_end], ",
        "$length : @source ~{$source_size} -> &ShapedTied(target, target_size) &attributes"
    ));

pub(crate) const ASYNC_COLLECTIVE: OpDef =
    op("stream.async.collective", "The resource with the result of a collective operation in part of it.")
        .operands(&[
            one("target", RESOURCE).var("T"),
            one("target_size", INDEX),
            one("target_offset", INDEX),
            one("target_end", INDEX),
            one("target_length", INDEX),
            one("source", RESOURCE),
            one("source_size", INDEX),
            one("source_offset", INDEX),
            one("source_end", INDEX),
            one("source_length", INDEX),
            one("element_count", INDEX),
            one("channel", STREAM_CHANNEL),
            maybe("param", I32),
        ])
        .attrs(&[attr("op", AttrRule::Dialect(DialectAttrKind::StreamCollective)), AFFINITY])
        .results(&[result("result", RESOURCE).var("T")])
        .text(concat!(
            "~ $op ~[$element_count] [? on($affinity^) ?] channel($channel) &CollectiveParam(op, param) ~ ",
            "$source[$source_offset to $source_end for $source_length], $target[$target_offset to $target_end for ",
            "$target_length] : @source ~{$source_size} -> &ShapedTied(target, target_size) &attributes"
        ));

pub(crate) const ASYNC_BARRIER: OpDef =
    op("stream.async.barrier", "The resource, computed before anything that uses the result.")
        .operands(&[one("source", RESOURCE).var("T"), one("size", INDEX)])
        .attrs(&[AFFINITY])
        .results(&[result("result", RESOURCE).var("T")])
        .text("[? on($affinity^) ?] $source : @source ~{$size} &attributes");

pub(crate) const ASYNC_TRANSFER: OpDef = op("stream.async.transfer", "The resource for another device or lifetime.")
    .operands(SOURCE)
    .attrs(&[
        attr_opt("source_affinity", AttrRule::Any),
        attr_opt("target_affinity", AttrRule::Any),
        attr_opt("execution_affinity", AttrRule::Any),
    ])
    .results(&[result("result", RESOURCE)])
    .pure()
    .text(concat!(
        "[? on($execution_affinity^) ?] $source : @source ~{$source_size} [? from($source_affinity^) ?] -> [? ",
        "to($target_affinity^) ?] @result ~{$result_size} &attributes"
    ));

pub(crate) const ASYNC_CAST: OpDef = op("stream.async.cast", "The resource with another lifetime.")
    .operands(SOURCE)
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .text("[? on($affinity^) ?] $source : @source {$source_size} -> @result {$result_size} &attrs");

pub(crate) const ASYNC_LOAD: OpDef = op("stream.async.load", "A value in a staging resource.")
    .operands(&[one("source", RESOURCE), one("source_size", INDEX), one("source_offset", INDEX)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$source[$source_offset] : @source ~{$source_size} -> @result &attributes");

pub(crate) const ASYNC_STORE: OpDef = op("stream.async.store", "The staging resource with a value in it.")
    .operands(&[one("target", RESOURCE).var("T"), one("target_size", INDEX), one("target_offset", INDEX), one("value", ANY)])
    .results(&[result("result", RESOURCE).var("T")])
    .pure()
    .text("$value, $target[$target_offset] : @value -> &ShapedTied(target, target_size) &attributes");

pub(crate) const ASYNC_DISPATCH: OpDef = op("stream.async.dispatch", "Runs device code on resources.")
    .operands(&[
        many("workload", INDEX),
        many("resource_operands", RESOURCE_OR_PRIMITIVE),
        many("resource_operand_sizes", INDEX),
        many("resource_operand_offsets", INDEX),
        many("resource_operand_ends", INDEX),
        many("resource_operand_lengths", INDEX),
        many("result_sizes", INDEX),
    ])
    .attrs(&[attr("entry_points", AttrRule::Array), attr_opt("tied_operands", AttrRule::Array), AFFINITY])
    .results(&[results("results", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] &EntryPoints(entry_points) [? [$workload^] ?] ~ &ResourceRanges(resource_operands, ",
        "resource_operand_offsets, resource_operand_ends, resource_operand_lengths) &attrs : ",
        "&ShapedSignature(resource_operands, resource_operand_sizes, results, result_sizes, tied_operands)"
    ))
    .check(verify::dispatch);

pub(crate) const ASYNC_FUNC: OpDef = op("stream.async.func", "A function whose work is done on the device.")
    .attrs(&[
        attr("sym_name", AttrRule::SymbolName),
        attr("function_type", AttrRule::FunctionType),
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

pub(crate) const ASYNC_CALL: OpDef = op("stream.async.call", "Calls a function whose work is done on the device.")
    .operands(&[
        many("resource_operands", ANY),
        many("resource_operand_sizes", INDEX),
        many("resource_operand_offsets", INDEX),
        many("resource_operand_ends", INDEX),
        many("resource_operand_lengths", INDEX),
        many("result_sizes", INDEX),
    ])
    .attrs(&[
        attr("callee", AttrRule::FlatSymbol),
        attr_opt("tied_operands", AttrRule::Array),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
        AFFINITY,
    ])
    .results(&[results("results", RESOURCE_OR_PRIMITIVE)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] $callee ~ &ResourceRanges(resource_operands, resource_operand_offsets, ",
        "resource_operand_ends, resource_operand_lengths) &attrs : &ShapedSignature(resource_operands, ",
        "resource_operand_sizes, results, result_sizes, tied_operands)"
    ))
    .check(verify::async_call);

pub(crate) const ASYNC_EXECUTE: OpDef =
    op("stream.async.execute", "Work that runs after the timepoint, in the order of its data.")
        .operands(&[
            many("resource_operands", RESOURCE),
            many("resource_operand_sizes", INDEX),
            many("result_sizes", INDEX),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[attr_opt("tied_operands", AttrRule::Array), AFFINITY])
        .results(&[results("results", RESOURCE), result("result_timepoint", TIMEPOINT)])
        .regions(&["body"])
        .traits(OPERAND_SEGMENTS)
        .effects(effect::RECURSIVE)
        .implicit_terminator("stream.yield")
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) => ?] with ~ &ResourceRegion(resource_operands, ",
            "resource_operand_sizes, results, result_sizes, tied_operands, body) => @result_timepoint &attributes"
        ))
        .check(verify::resource_region);

pub(crate) const ASYNC_CONCURRENT: OpDef = op("stream.async.concurrent", "Work that may all run at once.")
    .operands(&[many("resource_operands", RESOURCE), many("resource_operand_sizes", INDEX), many("result_sizes", INDEX)])
    .attrs(&[attr_opt("tied_operands", AttrRule::Array), AFFINITY])
    .results(&[results("results", RESOURCE)])
    .regions(&["body"])
    .traits(OPERAND_SEGMENTS)
    .effects(effect::RECURSIVE)
    .implicit_terminator("stream.yield")
    .text(concat!(
        "[? on($affinity^) ?] with ~ &ResourceRegion(resource_operands, resource_operand_sizes, results, ",
        "result_sizes, tied_operands, body) &attributes"
    ))
    .check(verify::resource_region);

pub(crate) const ASYNC_PARAMETER_LOAD: OpDef = op("stream.async.parameter.load", "A parameter as a resource.")
    .operands(&[
        maybe("await_timepoint", TIMEPOINT),
        maybe("source_scope", UTIL_BUFFER),
        one("source_key", UTIL_BUFFER),
        one("source_offset", I64),
        one("result_size", INDEX),
    ])
    .attrs(&[AFFINITY])
    .results(LATER)
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) ?] &ParameterReference(source_scope, source_key) ",
        "~[$source_offset] : @result ~{$result_size} => @result_timepoint &attributes"
    ));

pub(crate) const ASYNC_PARAMETER_READ: OpDef =
    op("stream.async.parameter.read", "The resource with a parameter in part of it.")
        .operands(&[
            one("target", RESOURCE).var("T"),
            one("target_size", INDEX),
            one("target_offset", INDEX),
            one("target_end", INDEX),
            one("target_length", INDEX),
            maybe("source_scope", UTIL_BUFFER),
            one("source_key", UTIL_BUFFER),
            one("source_offset", I64),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[AFFINITY])
        .results(&[result("result", RESOURCE).var("T"), result("result_timepoint", TIMEPOINT)])
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) ?] &ParameterReference(source_scope, source_key) ",
            "~[$source_offset] -> $target ~[$target_offset to $target_end for $target_length] : @target ",
            "~{$target_size} => @result_timepoint &attributes"
        ));

pub(crate) const ASYNC_PARAMETER_WRITE: OpDef =
    op("stream.async.parameter.write", "Writes part of a resource to a parameter; the resource when that is done.")
        .operands(&[
            one("source", RESOURCE).var("T"),
            one("source_size", INDEX),
            one("source_offset", INDEX),
            one("source_end", INDEX),
            one("source_length", INDEX),
            maybe("target_scope", UTIL_BUFFER),
            one("target_key", UTIL_BUFFER),
            one("target_offset", I64),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[AFFINITY])
        .results(&[result("result", RESOURCE).var("T"), result("result_timepoint", TIMEPOINT)])
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) ?] $source ~[$source_offset to $source_end for ",
            "$source_length] -> &ParameterReference(target_scope, target_key) ~[$target_offset] : @source ",
            "~{$source_size} => @result_timepoint &attributes"
        ));

pub(crate) const ASYNC_PARAMETER_GATHER: OpDef =
    op("stream.async.parameter.gather", "The resource with parameters in parts of it.")
        .operands(&[
            maybe("source_scope", UTIL_BUFFER),
            many("source_keys", UTIL_BUFFER),
            many("source_offsets", I64),
            one("target", RESOURCE),
            one("target_size", INDEX),
            many("target_offsets", INDEX),
            many("target_ends", INDEX),
            many("target_lengths", INDEX),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[AFFINITY])
        .results(LATER)
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) ?] { &ParameterGathers(source_scope, source_keys, ",
            "source_offsets, target, target_offsets, target_lengths, target_size, target_ends) } : @result => ",
            "@result_timepoint &attributes"
        ));

pub(crate) const ASYNC_PARAMETER_SCATTER: OpDef =
    op("stream.async.parameter.scatter", "Writes parts of a resource to parameters; the resource when that is done.")
        .operands(&[
            one("source", RESOURCE),
            one("source_size", INDEX),
            many("source_offsets", INDEX),
            many("source_ends", INDEX),
            many("source_lengths", INDEX),
            maybe("target_scope", UTIL_BUFFER),
            many("target_keys", UTIL_BUFFER),
            many("target_offsets", I64),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[AFFINITY])
        .results(LATER)
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) ?] { &ParameterScatters(source, source_offsets, ",
            "source_lengths, target_scope, target_keys, target_offsets, source_size, source_ends) } : @result => ",
            "@result_timepoint &attributes"
        ));
