//! `io_parameters`: constants and variables that live in archives outside the program.

use super::rules::*;
use crate::def::*;
use crate::verify::io_parameters as verify;

pub(super) const LOAD: OpDef = op("io_parameters.load", "Reads parameters into buffers of their own.")
    .operands(&[
        one("device", DEVICE),
        one("queue_affinity", I64),
        one("wait_fence", FENCE),
        one("signal_fence", FENCE),
        maybe("source_scope", UTIL_BUFFER),
        many("source_keys", UTIL_BUFFER),
        many("source_offsets", I64),
        one("memory_types", I32),
        one("buffer_usage", I32),
        many("lengths", INDEX),
    ])
    .results(&[results("results", BUFFER)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "<$device : @device> affinity($queue_affinity) wait($wait_fence) signal($signal_fence) ",
        "type($memory_types) usage($buffer_usage) ",
        "{ &ParameterLoads(source_scope, source_keys, source_offsets, results, lengths) } &attributes"
    ))
    .check(verify::load);

pub(super) const GATHER: OpDef = op("io_parameters.gather", "Reads parameters into parts of one buffer.")
    .operands(&[
        one("device", DEVICE),
        one("queue_affinity", I64),
        one("wait_fence", FENCE),
        one("signal_fence", FENCE),
        maybe("source_scope", UTIL_BUFFER),
        many("source_keys", UTIL_BUFFER),
        many("source_offsets", I64),
        one("target_buffer", BUFFER),
        many("target_offsets", INDEX),
        many("target_lengths", INDEX),
    ])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "<$device : @device> affinity($queue_affinity) wait($wait_fence) signal($signal_fence) ",
        "{ &ParameterGathers(source_scope, source_keys, source_offsets, target_buffer, target_offsets, target_lengths) } &attributes"
    )).check(verify::gather);

pub(super) const SCATTER: OpDef = op("io_parameters.scatter", "Writes parts of one buffer to parameters.")
    .operands(&[
        one("device", DEVICE),
        one("queue_affinity", I64),
        one("wait_fence", FENCE),
        one("signal_fence", FENCE),
        one("source_buffer", BUFFER),
        many("source_offsets", INDEX),
        many("source_lengths", INDEX),
        maybe("target_scope", UTIL_BUFFER),
        many("target_keys", UTIL_BUFFER),
        many("target_offsets", I64),
    ])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "<$device : @device> affinity($queue_affinity) wait($wait_fence) signal($signal_fence) ",
        "{ &ParameterScatters(source_buffer, source_offsets, source_lengths, target_scope, target_keys, target_offsets) } &attributes"
    )).check(verify::scatter);
