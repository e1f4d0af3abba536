//! `hal.command_buffer`: commands recorded now and run by a queue later.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::folds::hal_buffer;
use crate::ops::rules::*;
use crate::verify::hal as verify;

pub(crate) const CREATE: OpDef = op("hal.command_buffer.create", "An empty command buffer, open for recording.")
    .operands(&[one("device", DEVICE), one("queue_affinity", I64), maybe("binding_capacity", INDEX)])
    .attrs(&[
        attr("modes", AttrRule::Enum(&enums::COMMAND_BUFFER_MODE)),
        attr("command_categories", AttrRule::Enum(&enums::COMMAND_CATEGORY)),
    ])
    .results(&[result("result", COMMAND_BUFFER)])
    .hints("cmd")
    .text(concat!(
        "device($device : @device) mode($modes) categories($command_categories) affinity($queue_affinity) ",
        "[? bindings($binding_capacity^) ?] : @result &attributes"
    ));

pub(crate) const FINALIZE: OpDef = op("hal.command_buffer.finalize", "Ends the recording.")
    .operands(&[one("command_buffer", COMMAND_BUFFER)])
    .text("<$command_buffer : @command_buffer> &attributes");

pub(crate) const DEVICE_OF: OpDef = op("hal.command_buffer.device", "The device it was made for.")
    .operands(&[one("command_buffer", COMMAND_BUFFER)])
    .results(&[result("device", DEVICE)])
    .pure()
    .hints("device")
    .text("<$command_buffer : @command_buffer> : @device &attributes")
    .rewrites(hal_buffer::COMMAND_BUFFER_DEVICE);

pub(crate) const BEGIN_DEBUG_GROUP: OpDef =
    op("hal.command_buffer.begin_debug_group", "Names the commands up to the group's end.")
        .operands(&[one("command_buffer", COMMAND_BUFFER)])
        .attrs(&[attr("label", AttrRule::Str)])
        .text("<$command_buffer : @command_buffer> label($label) &attributes");

pub(crate) const END_DEBUG_GROUP: OpDef = op("hal.command_buffer.end_debug_group", "Ends the group begun last.")
    .operands(&[one("command_buffer", COMMAND_BUFFER)])
    .text("<$command_buffer : @command_buffer> &attributes");

pub(crate) const EXECUTION_BARRIER: OpDef =
    op("hal.command_buffer.execution_barrier", "Later commands see what earlier ones wrote.")
        .operands(&[one("command_buffer", COMMAND_BUFFER)])
        .attrs(&[
            attr("source_stage_mask", AttrRule::Enum(&enums::EXECUTION_STAGE)),
            attr("target_stage_mask", AttrRule::Enum(&enums::EXECUTION_STAGE)),
            attr("flags", AttrRule::Enum(&enums::BARRIER_FLAG)),
        ])
        .text(concat!(
            "<$command_buffer : @command_buffer> source($source_stage_mask) target($target_stage_mask) ",
            "flags($flags) &attributes"
        ));

pub(crate) const FILL_BUFFER: OpDef = op("hal.command_buffer.fill_buffer", "Fills a range with a value of 1, 2 or 4 bytes.")
    .operands(&[
        one("command_buffer", COMMAND_BUFFER),
        one("target_buffer", BUFFER_OR_SLOT),
        one("target_offset", INDEX),
        one("length", INDEX),
        one("pattern", PATTERN),
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::FILL_FLAG))])
    .text(concat!(
        "<$command_buffer : @command_buffer> target($target_buffer : @target_buffer)~[$target_offset, $length] ",
        "pattern($pattern : @pattern) flags($flags) &attributes"
    ))
    .rewrites(hal_buffer::TARGET);

pub(crate) const UPDATE_BUFFER: OpDef = op("hal.command_buffer.update_buffer", "Writes host bytes, taken when recorded.")
    .operands(&[
        one("command_buffer", COMMAND_BUFFER),
        one("source_buffer", UTIL_BUFFER),
        one("source_size", INDEX),
        one("source_offset", INDEX),
        one("target_buffer", BUFFER_OR_SLOT),
        one("target_offset", INDEX),
        one("length", INDEX),
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::UPDATE_FLAG))])
    .text(concat!(
        "<$command_buffer : @command_buffer> source($source_buffer : @source_buffer~{$source_size})~[$source_offset] ",
        "target($target_buffer : @target_buffer)~[$target_offset] length($length) flags($flags) &attributes"
    ))
    .rewrites(hal_buffer::TARGET);

pub(crate) const COPY_BUFFER: OpDef = op("hal.command_buffer.copy_buffer", "Copies a range.")
    .operands(&[
        one("command_buffer", COMMAND_BUFFER),
        one("source_buffer", BUFFER_OR_SLOT),
        one("source_offset", INDEX),
        one("target_buffer", BUFFER_OR_SLOT),
        one("target_offset", INDEX),
        one("length", INDEX),
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::COPY_FLAG))])
    .text(concat!(
        "<$command_buffer : @command_buffer> source($source_buffer : @source_buffer)~[$source_offset] ",
        "target($target_buffer : @target_buffer)~[$target_offset] length($length) flags($flags) &attributes"
    ))
    .rewrites(hal_buffer::SOURCE_AND_TARGET);

pub(crate) const COLLECTIVE: OpDef = op("hal.command_buffer.collective", "Acts together with the other members of a channel.")
    .operands(&[
        one("command_buffer", COMMAND_BUFFER),
        one("channel", CHANNEL),
        one("element_count", INDEX),
        maybe("param", I32),
        maybe("send_buffer", BUFFER_OR_SLOT),
        maybe("send_offset", INDEX),
        maybe("send_length", INDEX),
        maybe("recv_buffer", BUFFER_OR_SLOT),
        maybe("recv_offset", INDEX),
        maybe("recv_length", INDEX),
    ])
    .attrs(&[attr("op", AttrRule::Dialect(DialectAttrKind::HalCollective))])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "<$command_buffer : @command_buffer> channel($channel : @channel) op($op) [? param($param^ : @param) ?] ",
        "[? send($send_buffer^ : @send_buffer)~[$send_offset, $send_length] ?] ",
        "[? recv($recv_buffer^ : @recv_buffer)~[$recv_offset, $recv_length] ?] count($element_count) &attributes"
    ))
    .check(verify::command_buffer::collective);

pub(crate) const DISPATCH: OpDef = op("hal.command_buffer.dispatch", "Runs a function of an executable over a grid.")
    .operands(&[
        one("command_buffer", COMMAND_BUFFER),
        one("executable", EXECUTABLE),
        one("entry_point", I64),
        one("workgroup_x", INDEX),
        one("workgroup_y", INDEX),
        one("workgroup_z", INDEX),
        many("constants", I32),
        many("binding_buffers", BUFFER_OR_SLOT),
        many("binding_offsets", INDEX),
        many("binding_lengths", INDEX),
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::DISPATCH_FLAG))])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "<$command_buffer : @command_buffer> target($executable : @executable)~[$entry_point] ",
        "workgroups([$workgroup_x, $workgroup_y, $workgroup_z]) [? constants([$constants^]) ?] ",
        "bindings([ &Bindings(binding_buffers, binding_offsets, binding_lengths) ]) flags($flags) &attributes"
    ))
    .rewrites(hal_buffer::DISPATCH)
    .check(verify::command_buffer::dispatch);

pub(crate) const DISPATCH_INDIRECT: OpDef =
    op("hal.command_buffer.dispatch.indirect", "The same with a grid read from a buffer: three 32-bit counts.")
        .operands(&[
            one("command_buffer", COMMAND_BUFFER),
            one("executable", EXECUTABLE),
            one("entry_point", I64),
            one("workgroups_buffer", BUFFER_OR_SLOT),
            one("workgroups_offset", INDEX),
            many("constants", I32),
            many("binding_buffers", BUFFER_OR_SLOT),
            many("binding_offsets", INDEX),
            many("binding_lengths", INDEX),
        ])
        .attrs(&[attr("flags", AttrRule::Enum(&enums::DISPATCH_FLAG))])
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "<$command_buffer : @command_buffer> target($executable : @executable)~[$entry_point] ",
            "workgroups($workgroups_buffer : @workgroups_buffer)~[$workgroups_offset] [? constants([$constants^]) ?] ",
            "bindings([ &Bindings(binding_buffers, binding_offsets, binding_lengths) ]) flags($flags) &attributes"
        ))
        .rewrites(hal_buffer::DISPATCH_INDIRECT)
        .check(verify::command_buffer::dispatch);
