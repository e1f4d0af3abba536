//! `hal.device.queue`: work for a device, ordered only by fences.
//!
//! Every operation waits for its wait fence and signals its signal fence; null fences wait for and signal nothing.

use crate::def::*;
use crate::enums;
use crate::folds::hal_fence;
use crate::ops::rules::*;
use crate::verify::hal as verify;

/// The format of a row: what all queue operations begin with, then its own.
macro_rules! queue_text {
    ($rest:literal) => {
        concat!("<$device : @device> affinity($queue_affinity) wait($wait_fence) signal($signal_fence) ", $rest, " &attributes")
    };
}

/// The operands of a row: what all queue operations begin with, then its own.
macro_rules! queue_operands {
    ($($operand:expr),*) => {
        &[one("device", DEVICE), one("queue_affinity", I64), one("wait_fence", FENCE), one("signal_fence", FENCE), $($operand),*]
    };
}

pub(crate) const ALLOCA: OpDef = op("hal.device.queue.alloca", "A buffer that exists from the signal on.")
    .operands(queue_operands![one("pool", I64), one("memory_types", I32), one("buffer_usage", I32), one("result_size", INDEX)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::ALLOCA_FLAG))])
    .results(&[result("result", BUFFER)])
    .hints("transient_buffer")
    .text(queue_text!("pool($pool) type($memory_types) usage($buffer_usage) flags($flags) : @result ~{$result_size}"))
    .check(verify::queue::fences);

pub(crate) const DEALLOCA: OpDef = op("hal.device.queue.dealloca", "Ends a buffer once the wait is over.")
    .operands(queue_operands![one("buffer", BUFFER)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::DEALLOCA_FLAG))])
    .text(queue_text!("buffer($buffer : @buffer) flags($flags)"))
    .check(verify::queue::fences);

pub(crate) const FILL: OpDef = op("hal.device.queue.fill", "Fills a range with a value of 1, 2 or 4 bytes.")
    .operands(queue_operands![
        one("target_buffer", BUFFER),
        one("target_offset", INDEX),
        one("length", INDEX),
        one("pattern", PATTERN)
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::FILL_FLAG))])
    .text(queue_text!(
        "target($target_buffer : @target_buffer)~[$target_offset] length($length) pattern($pattern : @pattern) flags($flags)"
    ))
    .check(verify::queue::fences);

pub(crate) const UPDATE: OpDef = op("hal.device.queue.update", "Writes host bytes, taken at the call.")
    .operands(queue_operands![
        one("source_buffer", UTIL_BUFFER),
        one("source_offset", INDEX),
        one("target_buffer", BUFFER),
        one("target_offset", INDEX),
        one("length", INDEX)
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::UPDATE_FLAG))])
    .text(queue_text!(
        "source($source_buffer : @source_buffer)~[$source_offset] target($target_buffer : @target_buffer)~[$target_offset] length($length) flags($flags)"
    )).check(verify::queue::fences);

pub(crate) const COPY: OpDef = op("hal.device.queue.copy", "Copies a range.")
    .operands(queue_operands![
        one("source_buffer", BUFFER),
        one("source_offset", INDEX),
        one("target_buffer", BUFFER),
        one("target_offset", INDEX),
        one("length", INDEX)
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::COPY_FLAG))])
    .text(queue_text!(
        "source($source_buffer : @source_buffer)~[$source_offset] target($target_buffer : @target_buffer)~[$target_offset] length($length) flags($flags)"
    )).check(verify::queue::fences);

pub(crate) const READ: OpDef = op("hal.device.queue.read", "Reads a file into a buffer.")
    .operands(queue_operands![
        one("source_file", FILE),
        one("source_offset", I64),
        one("target_buffer", BUFFER),
        one("target_offset", INDEX),
        one("length", INDEX)
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::READ_FLAG))])
    .text(queue_text!(
        "source($source_file : @source_file)~[$source_offset] target($target_buffer : @target_buffer)~[$target_offset] length($length) flags($flags)"
    )).check(verify::queue::fences);

pub(crate) const WRITE: OpDef = op("hal.device.queue.write", "Writes a buffer to a file.")
    .operands(queue_operands![
        one("source_buffer", BUFFER),
        one("source_offset", INDEX),
        one("target_file", FILE),
        one("target_offset", I64),
        one("length", INDEX)
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::WRITE_FLAG))])
    .text(queue_text!(
        "source($source_buffer : @source_buffer)~[$source_offset] target($target_file : @target_file)~[$target_offset] length($length) flags($flags)"
    )).check(verify::queue::fences);

pub(crate) const BARRIER: OpDef = op("hal.device.queue.barrier", "Signals once the wait is over.")
    .operands(queue_operands![])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::EXECUTE_FLAG))])
    .text(queue_text!("flags($flags)"))
    .rewrites(hal_fence::QUEUE_BARRIER)
    .check(verify::queue::fences);

pub(crate) const EXECUTE: OpDef = op("hal.device.queue.execute", "Runs a command buffer.")
    .operands(queue_operands![one("command_buffer", COMMAND_BUFFER)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::EXECUTE_FLAG))])
    .text(queue_text!("commands($command_buffer) flags($flags)"))
    .check(verify::queue::fences);

pub(crate) const EXECUTE_INDIRECT: OpDef =
    op("hal.device.queue.execute.indirect", "Runs a command buffer with a binding table.")
        .operands(queue_operands![
            one("command_buffer", COMMAND_BUFFER),
            many("binding_buffers", BUFFER),
            many("binding_offsets", INDEX),
            many("binding_lengths", INDEX)
        ])
        .attrs(&[attr("flags", AttrRule::Enum(&enums::EXECUTE_FLAG))])
        .traits(SAME_VARIADIC)
        .text(queue_text!(
            "commands($command_buffer) bindings([ &Bindings(binding_buffers, binding_offsets, binding_lengths) ]) flags($flags)"
        ))
        .check(verify::queue::fences);

pub(crate) const FLUSH: OpDef = op("hal.device.queue.flush", "Sees to it that work so far gets going.")
    .operands(&[one("device", DEVICE), one("queue_affinity", I64)])
    .text("<$device : @device> affinity($queue_affinity) &attributes");
