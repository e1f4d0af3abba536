//! `stream.context`, `stream.resource` and `stream.file`: memory of a device, and files it comes from.

use crate::def::*;
use crate::folds::stream;
use crate::ops::rules::*;
use crate::verify::stream as verify;

pub(crate) const CONTEXT_RESOLVE: OpDef = op("stream.context.resolve", "Values of the runtime that an affinity stands for.")
    .attrs(&[AFFINITY])
    .results(&[results("results", ANY)])
    .pure()
    .text("[? on($affinity^) ?] &attrs : @results");

pub(crate) const RESOURCE_ALLOC: OpDef = op("stream.resource.alloc", "A new resource, there at once.")
    .operands(&[one("storage_size", INDEX)])
    .attrs(&[attr_opt("uninitialized", AttrRule::Unit), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .effects(effect::ALLOC)
    .text("[? uninitialized $uninitialized^ ?] [? on($affinity^) ?] &attrs : @result {$storage_size}");

pub(crate) const RESOURCE_ALLOCA: OpDef = op("stream.resource.alloca", "A new resource, there when the timepoint is reached.")
    .operands(&[one("storage_size", INDEX), maybe("await_timepoint", TIMEPOINT)])
    .attrs(&[attr_opt("indeterminate_lifetime", AttrRule::Unit), AFFINITY])
    .results(&[result("result", RESOURCE), result("result_timepoint", TIMEPOINT)])
    .effects(effect::ALLOC)
    .text(concat!(
        "uninitialized [? indeterminate $indeterminate_lifetime^ ?] [? on($affinity^) ?] [? ",
        "await($await_timepoint^) => | : ?] &attrs @result {$storage_size} => @result_timepoint"
    ));

pub(crate) const RESOURCE_DEALLOCA: OpDef =
    op("stream.resource.dealloca", "Gives a resource back once the timepoint is reached.")
        .operands(&[one("operand", RESOURCE), one("operand_size", INDEX), maybe("await_timepoint", TIMEPOINT)])
        .attrs(&[attr_opt("prefer_origin", AttrRule::Unit), AFFINITY])
        .results(&[result("result_timepoint", TIMEPOINT)])
        .effects(effect::WRITE)
        .text(concat!(
            "[? origin $prefer_origin^ ?] [? on($affinity^) ?] [? await($await_timepoint^) => ?] $operand : @operand ",
            "{$operand_size} => @result_timepoint &attrs"
        ));

pub(crate) const RESOURCE_RETAIN: OpDef = op("stream.resource.retain", "Keeps a resource alive for one more owner.")
    .operands(&[one("operand", RESOURCE), one("operand_size", INDEX)])
    .text("$operand &attrs : @operand {$operand_size}");

pub(crate) const RESOURCE_RELEASE: OpDef = op("stream.resource.release", "Gives up one ownership; whether it was the last.")
    .operands(&[one("operand", RESOURCE), one("operand_size", INDEX)])
    .results(&[result("result", I1)])
    .hints("is_terminal")
    .text("$operand &attrs : @operand {$operand_size}");

pub(crate) const RESOURCE_IS_TERMINAL: OpDef = op("stream.resource.is_terminal", "Whether there is only one owner.")
    .operands(&[one("operand", RESOURCE), one("operand_size", INDEX)])
    .results(&[result("result", I1)])
    .hints("is_terminal")
    .text("$operand &attrs : @operand {$operand_size}");

pub(crate) const RESOURCE_SIZE: OpDef = op("stream.resource.size", "Bytes of a resource.")
    .operands(&[one("operand", RESOURCE)])
    .attrs(&[AFFINITY])
    .results(&[result("result", INDEX)])
    .pure()
    .text("$operand &attrs : @operand")
    .fold(stream::size);

pub(crate) const RESOURCE_TRY_MAP: OpDef =
    op("stream.resource.try_map", "Host bytes as a resource, if the device can use them in place.")
        .operands(&[one("source", UTIL_BUFFER), one("source_offset", INDEX), one("result_size", INDEX)])
        .attrs(&[AFFINITY])
        .results(&[result("did_map", I1), result("result", RESOURCE)])
        .effects(effect::ALLOC)
        .text("[? on($affinity^) ?] $source[$source_offset] : @source -> @did_map, @result ~{$result_size} &attributes");

pub(crate) const RESOURCE_LOAD: OpDef = op("stream.resource.load", "A value in a staging resource.")
    .operands(&[one("source", RESOURCE), one("source_size", INDEX), one("source_offset", INDEX)])
    .results(&[result("result", ANY)])
    .text("$source[$source_offset] : @source ~{$source_size} -> @result &attributes");

pub(crate) const RESOURCE_STORE: OpDef = op("stream.resource.store", "Puts a value into a staging resource.")
    .operands(&[one("target", RESOURCE), one("target_size", INDEX), one("target_offset", INDEX), one("value", ANY)])
    .effects(effect::WRITE)
    .text("$value, $target[$target_offset] : @value -> @target {$target_size} &attributes");

pub(crate) const RESOURCE_PACK: OpDef =
    op("stream.resource.pack", "Offsets in one allocation for slices that live for parts of a program.")
        .operands(&[maybe("offset", INDEX), many("dynamic_slice_sizes", INDEX)])
        .attrs(&[attr("lifetime_intervals", AttrRule::Any), AFFINITY])
        .results(&[result("total_length", INDEX), results("packed_offsets", INDEX)])
        .traits(OPERAND_SEGMENTS)
        .pure()
        .hints("")
        .text(concat!(
            "[? on($affinity^) ?] [? offset($offset^) ?] slices ({ &PackedSlices(lifetime_intervals, ",
            "dynamic_slice_sizes, packed_offsets) }) : @total_length &attributes"
        ))
        .check(verify::pack);

pub(crate) const RESOURCE_CONSTANTS: OpDef = op("stream.resource.constants", "Resources with constant contents.")
    .operands(&[many("result_sizes", INDEX)])
    .attrs(&[attr("values", AttrRule::Array), AFFINITY])
    .results(&[results("results", RESOURCE), result("result_timepoint", TIMEPOINT)])
    .pure()
    .text("[? on($affinity^) ?] &attrs : &ConstantValues(results, result_sizes, values) => @result_timepoint")
    .check(verify::constants);

pub(crate) const RESOURCE_SUBVIEW: OpDef = op("stream.resource.subview", "Part of a resource, in place.")
    .operands(&[
        one("source", RESOURCE).var("T"),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("result_size", INDEX),
    ])
    .results(&[result("result", RESOURCE).var("T")])
    .pure()
    .text("$source[$source_offset] : @source ~{$source_size} -> @result ~{$result_size} &attributes")
    .fold(stream::subview);

pub(crate) const RESOURCE_TRANSIENTS: OpDef =
    op("stream.resource.transients", "The resource, whose computation may use given storage.")
        .operands(&[
            one("resource", RESOURCE).var("T"),
            one("resource_size", INDEX),
            one("storage", RESOURCE),
            one("storage_size", INDEX),
            maybe("await_timepoint", TIMEPOINT),
        ])
        .attrs(&[AFFINITY])
        .results(&[result("result", RESOURCE).var("T"), result("result_timepoint", TIMEPOINT)])
        .pure()
        .text(concat!(
            "[? on($affinity^) ?] [? await($await_timepoint^) => ?] $resource : @resource ~{$resource_size} from ",
            "$storage : @storage ~{$storage_size} => @result_timepoint &attributes"
        ));

pub(crate) const FILE_CONSTANT: OpDef = op("stream.file.constant", "Host bytes as a file.")
    .operands(&[
        one("source", UTIL_BUFFER),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("source_length", INDEX),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result", STREAM_FILE)])
    .effects(effect::ALLOC)
    .hints("file")
    .text(concat!(
        "[? on($affinity^) ?] $source[$source_offset for $source_length] : @source ~{$source_size} -> @result ",
        "&attributes"
    ));

pub(crate) const FILE_READ: OpDef = op("stream.file.read", "Reads part of a file into a resource.")
    .operands(&[
        one("source", STREAM_FILE),
        one("source_offset", I64),
        one("target", RESOURCE),
        one("target_size", INDEX),
        one("target_offset", INDEX),
        one("length", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => | : ?] $source[$source_offset], ",
        "$target[$target_offset], $length : @source -> @target ~{$target_size} => @result_timepoint &attributes"
    ));

pub(crate) const FILE_WRITE: OpDef = op("stream.file.write", "Writes part of a resource to a file.")
    .operands(&[
        one("source", RESOURCE),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("target", STREAM_FILE),
        one("target_offset", I64),
        one("length", INDEX),
        maybe("await_timepoint", TIMEPOINT),
    ])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .text(concat!(
        "[? on($affinity^) ?] [? await($await_timepoint^) => | : ?] $source[$source_offset], ",
        "$target[$target_offset], $length : @source ~{$source_size} -> @target => @result_timepoint &attributes"
    ));
