//! `stream.timepoint` and `stream.channel`: when work is done, and devices that work together.

use crate::def::*;
use crate::folds::stream;
use crate::ops::rules::*;

pub(crate) const TIMEPOINT_IMMEDIATE: OpDef = op("stream.timepoint.immediate", "A timepoint that has been reached.")
    .results(&[result("result_timepoint", TIMEPOINT)])
    .traits(CONSTANT_LIKE)
    .pure()
    .text("&attrs => @result_timepoint")
    .fold(stream::immediate);

pub(crate) const TIMEPOINT_IMPORT: OpDef = op("stream.timepoint.import", "Fences from outside as a timepoint.")
    .operands(&[many("operands", ANY)])
    .attrs(&[AFFINITY])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .pure()
    .text("[? on($affinity^) ?] $operands : (@operands) => @result_timepoint &attributes");

pub(crate) const TIMEPOINT_EXPORT: OpDef = op("stream.timepoint.export", "A timepoint as fences for the outside.")
    .operands(&[one("await_timepoint", TIMEPOINT)])
    .attrs(&[AFFINITY])
    .results(&[results("results", ANY)])
    .pure()
    .text("[? on($affinity^) ?] $await_timepoint => (@results) &attributes");

pub(crate) const TIMEPOINT_CHAIN_EXTERNAL: OpDef =
    op("stream.timepoint.chain_external", "Signals fences of the outside when the timepoint is reached.")
        .operands(&[one("await_timepoint", TIMEPOINT), many("external_values", ANY)])
        .attrs(&[AFFINITY])
        .text("[? on($affinity^) ?] $await_timepoint => ($external_values : @external_values) &attributes");

pub(crate) const TIMEPOINT_JOIN: OpDef = op("stream.timepoint.join", "Reached when all are.")
    .operands(&[many("await_timepoints", TIMEPOINT)])
    .results(&[result("result_timepoint", TIMEPOINT)])
    .pure()
    .text("max($await_timepoints) => @result_timepoint &attributes")
    .fold(stream::join);

pub(crate) const TIMEPOINT_BARRIER: OpDef = op("stream.timepoint.barrier", "The resource, and when it is there.")
    .operands(&[one("resource", RESOURCE).var("T"), one("resource_size", INDEX)])
    .attrs(&[AFFINITY])
    .results(&[result("result", RESOURCE).var("T"), result("result_timepoint", TIMEPOINT)])
    .pure()
    .text("[? on($affinity^) ?] $resource : @resource ~{$resource_size} => @result_timepoint &attributes");

pub(crate) const TIMEPOINT_AWAIT: OpDef = op("stream.timepoint.await", "The resources, once the timepoint is reached.")
    .operands(&[many("resource_operands", RESOURCE), many("resource_operand_sizes", INDEX), one("await_timepoint", TIMEPOINT)])
    .attrs(&[attr_opt("sync", AttrRule::Unit)])
    .results(&[results("results", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? sync $sync^ ?] $await_timepoint => $resource_operands : &ShapedTypes(resource_operands, results, ",
        "resource_operand_sizes) &attributes"
    ));

pub(crate) const CHANNEL_CREATE: OpDef = op("stream.channel.create", "A channel between devices.")
    .operands(&[maybe("id", UTIL_BUFFER), maybe("rank", INDEX), maybe("count", INDEX)])
    .attrs(&[attr_opt("group", AttrRule::Str), AFFINITY])
    .results(&[result("result", STREAM_CHANNEL)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .hints("channel")
    .text(concat!(
        "[? on($affinity^) ?] [? id($id^) ?] [? group($group^) ?] [? rank($rank^) ?] [? count($count^) ?] : ",
        "@result &attributes"
    ));

pub(crate) const CHANNEL_SPLIT: OpDef = op("stream.channel.split", "Part of a channel, by color.")
    .operands(&[one("channel", STREAM_CHANNEL), one("color", INDEX), one("key", INDEX)])
    .results(&[result("result", STREAM_CHANNEL)])
    .pure()
    .hints("channel")
    .text("$channel, $color, $key : @channel -> @result &attributes");

pub(crate) const CHANNEL_RANK: OpDef = op("stream.channel.rank", "The place of this device in a channel.")
    .operands(&[one("channel", STREAM_CHANNEL)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("ccl_rank")
    .text("$channel : @result &attributes")
    .fold(stream::rank);

pub(crate) const CHANNEL_COUNT: OpDef = op("stream.channel.count", "How many devices a channel has.")
    .operands(&[one("channel", STREAM_CHANNEL)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("ccl_count")
    .text("$channel : @result &attributes")
    .fold(stream::count);

pub(crate) const TEST_TIMELINE_OP: OpDef = op("stream.test.timeline_op", "Work for tests.")
    .operands(&[
        many("resource_operands", RESOURCE),
        many("resource_operand_sizes", INDEX),
        many("result_sizes", INDEX),
        many("await_operands", TIMEPOINT),
    ])
    .attrs(&[attr_opt("tied_operands", AttrRule::Array), attr_opt("await_limit", AttrRule::Int(IntKind::Width(64)))])
    .results(&[results("results", RESOURCE), result("result_timepoint", TIMEPOINT)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? await_limit($await_limit^) ?] [? await($await_operands^) => ?] with($resource_operands) &attrs : ",
        "&ShapedSignature(resource_operands, resource_operand_sizes, results, result_sizes, tied_operands) => ",
        "@result_timepoint"
    ));

pub(crate) const TEST_TIMELINE_AWARE: OpDef = op("stream.test.timeline_aware", "A call for tests.")
    .operands(&[many("args", ANY), many("wait_fence_likes", TEST_FENCE), one("signal_fence_like", TEST_FENCE)])
    .results(&[results("results", ANY)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("($args) waits($wait_fence_likes) signals($signal_fence_like) &attrs : &signature(args)");
