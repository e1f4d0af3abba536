//! `hal.buffer`: memory of a device, and what it is for.

use crate::def::*;
use crate::enums;
use crate::folds::hal_buffer;
use crate::ops::rules::*;

pub(crate) const ASSERT: OpDef = op("hal.buffer.assert", "Stops the program unless the buffer is compatible.")
    .operands(&[one("buffer", BUFFER), one("allocator", ALLOCATOR), one("minimum_length", INDEX)])
    .attrs(&[
        attr("message", AttrRule::Str),
        attr("memory_types", AttrRule::Enum(&enums::MEMORY_TYPE)),
        attr("buffer_usage", AttrRule::Enum(&enums::BUFFER_USAGE)),
    ])
    .text(concat!(
        "<$buffer : @buffer> message($message) allocator($allocator : @allocator) minimum_length($minimum_length) ",
        "type($memory_types) usage($buffer_usage) &attributes"
    ));

pub(crate) const ALLOCATION_PRESERVE: OpDef = op("hal.buffer.allocation.preserve", "Keeps the allocation for one more owner.")
    .operands(&[one("buffer", BUFFER)])
    .text("<$buffer : @buffer> &attributes");

pub(crate) const ALLOCATION_DISCARD: OpDef =
    op("hal.buffer.allocation.discard", "Gives up one ownership; whether it was the last.")
        .operands(&[one("buffer", BUFFER)])
        .results(&[result("result", I1)])
        .hints("was_terminal")
        .text("<$buffer : @buffer> : @result &attributes");

pub(crate) const ALLOCATION_IS_TERMINAL: OpDef = op("hal.buffer.allocation.is_terminal", "Whether one owner is left.")
    .operands(&[one("buffer", BUFFER)])
    .results(&[result("result", I1)])
    .hints("is_terminal")
    .text("<$buffer : @buffer> : @result &attributes");

pub(crate) const SUBSPAN: OpDef = op("hal.buffer.subspan", "A part of a buffer, sharing its memory.")
    .operands(&[one("source_buffer", BUFFER), one("source_offset", INDEX), one("length", INDEX)])
    .results(&[result("result", BUFFER)])
    .pure()
    .hints("buffer")
    .text("<$source_buffer : @source_buffer>~[$source_offset, $length] : @result &attributes");

pub(crate) const LENGTH: OpDef = op("hal.buffer.length", "Bytes of the buffer.")
    .operands(&[one("buffer", BUFFER)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("length")
    .text("<$buffer : @buffer> : @result &attributes");

pub(crate) const LOAD: OpDef = op("hal.buffer.load", "A value read by the host.")
    .operands(&[one("source_buffer", BUFFER), one("source_offset", INDEX)])
    .results(&[result("result", PRIMITIVE_OR_VECTOR)])
    .effects(effect::READ)
    .text("<$source_buffer : @source_buffer>~[$source_offset] : @result &attributes");

pub(crate) const STORE: OpDef = op("hal.buffer.store", "A value written by the host.")
    .operands(&[one("value", PRIMITIVE_OR_VECTOR), one("target_buffer", BUFFER), one("target_offset", INDEX)])
    .effects(effect::WRITE)
    .text("<$target_buffer : @target_buffer>~[$target_offset] value($value : @value) &attributes");

pub(crate) const USAGE: OpDef = op("hal.buffer_usage", "Bits that say what a buffer is for.")
    .attrs(&[attr("usage", AttrRule::Enum(&enums::BUFFER_USAGE))])
    .results(&[result("result", I32)])
    .traits(CONSTANT_LIKE)
    .pure()
    .hints("buffer_usage")
    .text("<$usage> &attrs : @result")
    .fold(hal_buffer::buffer_usage);

pub(crate) const MEMORY_TYPE: OpDef = op("hal.memory_type", "Bits that say where memory is.")
    .attrs(&[attr("type", AttrRule::Enum(&enums::MEMORY_TYPE))])
    .results(&[result("result", I32)])
    .traits(CONSTANT_LIKE)
    .pure()
    .hints("memory_type")
    .text("<$type> &attrs : @result")
    .fold(hal_buffer::memory_type);
