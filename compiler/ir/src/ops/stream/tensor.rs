//! `stream.tensor`: tensors as resources, still with their encodings.

use crate::def::*;
use crate::folds::stream;
use crate::ops::rules::*;
use crate::verify::stream as verify;

/// What tensors the source and the result hold.
const ENCODINGS: &[AttrRow] = &[attr("source_encoding", AttrRule::Type), attr("result_encoding", AttrRule::Type), AFFINITY];

pub(crate) const TENSOR_IMPORT: OpDef = op("stream.tensor.import", "A value from outside as a resource.")
    .operands(&[one("source", ANY), many("result_encoding_dims", INDEX), one("result_size", INDEX)])
    .attrs(&[attr("result_encoding", AttrRule::Type), attr_opt("consume", AttrRule::Unit), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] [? consume $consume^ ?] $source : @source -> $result_encoding[? ",
        "~{$result_encoding_dims^} ?] in @result {$result_size} &attributes"
    ))
    .fold(stream::import);

pub(crate) const TENSOR_EXPORT: OpDef = op("stream.tensor.export", "A resource as a value for the outside.")
    .operands(&[one("source", RESOURCE), many("source_encoding_dims", INDEX), one("source_size", INDEX)])
    .attrs(&[attr("source_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", ANY)])
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $source : $source_encoding[? ~{$source_encoding_dims^} ?] in @source ",
        "~{$source_size} -> @result &attributes"
    ))
    .fold(stream::export);

pub(crate) const TENSOR_SIZEOF: OpDef = op("stream.tensor.sizeof", "Bytes a tensor takes as a resource.")
    .operands(&[many("encoding_dims", INDEX)])
    .attrs(&[attr("encoding", AttrRule::Type), AFFINITY])
    .results(&[result("storage_size", INDEX)])
    .pure()
    .text("[? on($affinity^) ?] $encoding[? {$encoding_dims^} ?] &attrs : @storage_size");

pub(crate) const TENSOR_EMPTY: OpDef = op("stream.tensor.empty", "A tensor with any content.")
    .operands(&[many("result_encoding_dims", INDEX), one("result_size", INDEX)])
    .attrs(&[attr("result_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .hints("empty")
    .text(concat!(
        "[? on($affinity^) ?] : $result_encoding[? ~{$result_encoding_dims^} ?] in @result ~{$result_size} ",
        "&attributes"
    ));

pub(crate) const TENSOR_CONSTANT: OpDef = op("stream.tensor.constant", "A constant tensor.")
    .operands(&[many("result_encoding_dims", INDEX)])
    .attrs(&[attr("value", AttrRule::Typed), attr("result_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .hints("cst")
    .text("[? on($affinity^) ?] : $result_encoding[? ~{$result_encoding_dims^} ?] in @result = $value &attributes");

pub(crate) const TENSOR_SPLAT: OpDef = op("stream.tensor.splat", "A tensor of equal elements.")
    .operands(&[one("value", PRIMITIVE), many("result_encoding_dims", INDEX), one("result_size", INDEX)])
    .attrs(&[attr("result_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $value : @value -> $result_encoding[? ~{$result_encoding_dims^} ?] in @result ",
        "~{$result_size} &attributes"
    ));

pub(crate) const TENSOR_CLONE: OpDef = op("stream.tensor.clone", "A copy of a tensor.")
    .operands(&[
        one("source", RESOURCE),
        many("source_encoding_dims", INDEX),
        one("source_size", INDEX),
        many("result_encoding_dims", INDEX),
        one("result_size", INDEX),
    ])
    .attrs(ENCODINGS)
    .results(&[result("result", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $source : $source_encoding[? ~{$source_encoding_dims^} ?] in @source ",
        "~{$source_size} -> $result_encoding[? ~{$result_encoding_dims^} ?] in @result ~{$result_size} ",
        "&attributes"
    ));

pub(crate) const TENSOR_ENCODE: OpDef = op("stream.tensor.encode", "A tensor in another encoding.")
    .operands(&[
        one("source", RESOURCE),
        many("source_encoding_dims", INDEX),
        one("source_size", INDEX),
        many("result_encoding_dims", INDEX),
        one("result_size", INDEX),
    ])
    .attrs(ENCODINGS)
    .results(&[result("result", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $source : $source_encoding[? ~{$source_encoding_dims^} ?] in @source ",
        "~{$source_size} -> $result_encoding[? ~{$result_encoding_dims^} ?] in @result ~{$result_size} ",
        "&attributes"
    ));

pub(crate) const TENSOR_SLICE: OpDef = op("stream.tensor.slice", "A copy of part of a tensor.")
    .operands(&[
        one("source", RESOURCE),
        many("source_encoding_dims", INDEX),
        one("source_size", INDEX),
        many("start_indices", INDEX),
        many("lengths", INDEX),
        many("result_encoding_dims", INDEX),
        one("result_size", INDEX),
    ])
    .attrs(ENCODINGS)
    .results(&[result("result", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] $source[$start_indices for $lengths] : $source_encoding[? ",
        "~{$source_encoding_dims^} ?] in @source ~{$source_size} -> $result_encoding[? ~{$result_encoding_dims^} ",
        "?] in @result ~{$result_size} &attributes"
    ))
    .check(verify::indices);

pub(crate) const TENSOR_FILL: OpDef = op("stream.tensor.fill", "The tensor with equal elements in part of it.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        many("target_encoding_dims", INDEX),
        one("target_size", INDEX),
        many("start_indices", INDEX),
        many("lengths", INDEX),
        one("value", PRIMITIVE),
    ])
    .attrs(&[attr("target_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] $value, $target[? [$start_indices for $lengths^] ?] : @value -> $target_encoding[? ",
        "~{$target_encoding_dims^} ?] in &ShapedTied(target, target_size) &attributes"
    ));

pub(crate) const TENSOR_UPDATE: OpDef = op("stream.tensor.update", "The tensor with part of it replaced.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        many("target_encoding_dims", INDEX),
        one("target_size", INDEX),
        many("start_indices", INDEX),
        one("update", RESOURCE),
        many("update_encoding_dims", INDEX),
        one("update_size", INDEX),
    ])
    .attrs(&[attr("target_encoding", AttrRule::Type), attr("update_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] $update, $target[$start_indices] : $update_encoding[? ~{$update_encoding_dims^} ?] ",
        "in @update ~{$update_size} -> $target_encoding[? ~{$target_encoding_dims^} ?] in &ShapedTied(target, ",
        "target_size) &attributes"
    ));

pub(crate) const TENSOR_LOAD: OpDef = op("stream.tensor.load", "An element of a tensor.")
    .operands(&[
        one("source", RESOURCE),
        many("source_encoding_dims", INDEX),
        one("source_size", INDEX),
        many("indices", INDEX),
    ])
    .attrs(&[attr("source_encoding", AttrRule::Type)])
    .results(&[result("result", ANY)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "$source[? [$indices^] ?] : $source_encoding[? ~{$source_encoding_dims^} ?] in @source ~{$source_size} ",
        "-> @result &attributes"
    ))
    .check(verify::indices);

pub(crate) const TENSOR_STORE: OpDef = op("stream.tensor.store", "The tensor with an element replaced.")
    .operands(&[
        one("target", RESOURCE).var("T"),
        many("target_encoding_dims", INDEX),
        one("target_size", INDEX),
        many("indices", INDEX),
        one("value", ANY),
    ])
    .attrs(&[attr("target_encoding", AttrRule::Type)])
    .results(&[result("result", RESOURCE).var("T")])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "$value, $target[? [$indices^] ?] : @value -> $target_encoding[? ~{$target_encoding_dims^} ?] in ",
        "&ShapedTied(target, target_size) &attributes"
    ))
    .check(verify::indices);

pub(crate) const TENSOR_TRACE: OpDef = op("stream.tensor.trace", "Prints tensors, for those who look into a program.")
    .operands(&[many("resources", RESOURCE), many("resource_sizes", INDEX), many("resource_encoding_dims", INDEX)])
    .attrs(&[attr("key", AttrRule::Str), attr("resource_encodings", AttrRule::Any)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "$key = [&EncodedOperands(resources, resource_sizes, resource_encodings, resource_encoding_dims)] ",
        "&attributes"
    ));

pub(crate) const TENSOR_DISPATCH: OpDef = op("stream.tensor.dispatch", "Runs device code on tensors.")
    .operands(&[
        many("workload", INDEX),
        many("mixed_operands", RESOURCE_OR_PRIMITIVE),
        many("operand_sizes", INDEX),
        many("operand_encoding_dims", INDEX),
        many("result_sizes", INDEX),
        many("result_encoding_dims", INDEX),
    ])
    .attrs(&[
        attr("entry_points", AttrRule::Array),
        attr("operand_encodings", AttrRule::Any),
        attr("result_encodings", AttrRule::Any),
        attr_opt("tied_operands", AttrRule::Array),
        AFFINITY,
    ])
    .results(&[results("results", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] &EntryPoints(entry_points) [? [$workload^] ?] ~($mixed_operands) &attrs : ",
        "&EncodedSignature(mixed_operands, operand_sizes, operand_encodings, operand_encoding_dims, results, ",
        "result_sizes, result_encodings, result_encoding_dims, tied_operands)"
    ))
    .check(verify::tensor_dispatch);

pub(crate) const TENSOR_PARAMETER_LOAD: OpDef = op("stream.tensor.parameter.load", "A parameter as a tensor.")
    .operands(&[
        maybe("source_scope", UTIL_BUFFER),
        one("source_key", UTIL_BUFFER),
        one("source_offset", I64),
        many("result_encoding_dims", INDEX),
        one("result_size", INDEX),
    ])
    .attrs(&[attr("result_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] &ParameterReference(source_scope, source_key) ~[$source_offset] : ",
        "$result_encoding[? ~{$result_encoding_dims^} ?] in @result ~{$result_size} &attributes"
    ));

pub(crate) const TENSOR_PARAMETER_WRITE: OpDef = op("stream.tensor.parameter.write", "Writes a tensor to a parameter.")
    .operands(&[
        one("source", RESOURCE).var("T"),
        many("source_encoding_dims", INDEX),
        one("source_size", INDEX),
        maybe("target_scope", UTIL_BUFFER),
        one("target_key", UTIL_BUFFER),
        one("target_offset", I64),
    ])
    .attrs(&[attr("source_encoding", AttrRule::Type), AFFINITY])
    .results(&[result("result", RESOURCE).var("T")])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] $source -> &ParameterReference(target_scope, target_key) ~[$target_offset] : ",
        "$source_encoding[? ~{$source_encoding_dims^} ?] in @source ~{$source_size} &attributes"
    ));
