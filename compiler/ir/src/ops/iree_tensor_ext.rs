//! `iree_tensor_ext`: the bindings of a dispatch as tensors.

use super::rules::*;
use crate::def::*;

pub(super) const BITCAST: OpDef = op("iree_tensor_ext.bitcast", "The bits as another element type.")
    .operands(&[one("source", TENSOR), many("source_dims", INDEX), many("result_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("$source : @source [? {$source_dims^} ?] -> @result [? {$result_dims^} ?] &attributes");

pub(super) const DISPATCH_TENSOR_LOAD: OpDef = op("iree_tensor_ext.dispatch.tensor.load", "Part of a binding as a tensor.")
    .operands(&[
        one("source", DISPATCH_TENSOR),
        many("source_dims", INDEX),
        many("offsets", INDEX),
        many("sizes", INDEX),
        many("strides", INDEX),
    ])
    .attrs(&[
        attr("static_offsets", AttrRule::DenseArray(64)),
        attr("static_sizes", AttrRule::DenseArray(64)),
        attr("static_strides", AttrRule::DenseArray(64)),
    ])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "$source, offsets = &Indices(offsets, static_offsets), sizes = &Indices(sizes, ",
        "static_sizes), strides = &Indices(strides, static_strides) &attrs : @source [? {$source_dims^} ",
        "?] -> @result"
    ));

pub(super) const DISPATCH_TENSOR_STORE: OpDef =
    op("iree_tensor_ext.dispatch.tensor.store", "Writes a tensor to part of a binding.")
        .operands(&[
            one("value", TENSOR),
            one("target", DISPATCH_TENSOR),
            many("target_dims", INDEX),
            many("offsets", INDEX),
            many("sizes", INDEX),
            many("strides", INDEX),
        ])
        .attrs(&[
            attr("static_offsets", AttrRule::DenseArray(64)),
            attr("static_sizes", AttrRule::DenseArray(64)),
            attr("static_strides", AttrRule::DenseArray(64)),
        ])
        .traits(OPERAND_SEGMENTS)
        .text(concat!(
            "$value, $target, offsets = &Indices(offsets, static_offsets), sizes = &Indices(sizes, ",
            "static_sizes), strides = &Indices(strides, static_strides) &attrs : @value -> @target [? ",
            "{$target_dims^} ?]"
        ));

pub(super) const DISPATCH_WORKGROUP_COUNT_FROM_SLICE: OpDef = op(
    "iree_tensor_ext.dispatch.workgroup_count_from_slice",
    "The grid, to be worked out from the device code and these values.",
)
.operands(&[many("operands", INDEX)])
.results(&[result("x", INDEX), result("y", INDEX), result("z", INDEX)])
.pure()
.text("&attrs ($operands)");

pub(super) const DISPATCH_WORKGROUP_COUNT_SPLIT_REDUCTION_MODIFIER: OpDef =
    op("iree_tensor_ext.dispatch.workgroup_count_split_reduction_modifier", "The grid, more for a split reduction.")
        .operands(&[one("workgroup_x", INDEX), one("workgroup_y", INDEX), one("workgroup_z", INDEX), many("workload", INDEX)])
        .results(&[result("result_x", INDEX), result("result_y", INDEX), result("result_z", INDEX)])
        .pure()
        .text("&attrs workgroups($workgroup_x, $workgroup_y, $workgroup_z) workload($workload)");

pub(super) const DISPATCH_WORKLOAD_ORDINAL: OpDef =
    op("iree_tensor_ext.dispatch.workload.ordinal", "The value, marked as a part of the workload.")
        .operands(&[one("operand", INDEX)])
        .attrs(&[attr("ordinal", INDEX_ATTR)])
        .results(&[result("result", INDEX)])
        .pure()
        .text("&attrs $operand, $ordinal : @operand");

pub(super) const COMPUTE_BARRIER_START: OpDef =
    op("iree_tensor_ext.compute_barrier.start", "The tensor; producers stay before.")
        .operands(&[one("value", TENSOR), many("value_dims", INDEX)])
        .results(&[result("result", TENSOR)])
        .pure()
        .text("$value : @value [? {$value_dims^} ?] -> @result &attributes");

pub(super) const COMPUTE_BARRIER_END: OpDef = op("iree_tensor_ext.compute_barrier.end", "The tensor; consumers stay after.")
    .operands(&[one("value", TENSOR), many("value_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .pure()
    .text("$value : @value [? {$value_dims^} ?] -> @result &attributes");

pub(super) const CAST_TO_RAGGED_SHAPE: OpDef =
    op("iree_tensor_ext.cast_to_ragged_shape", "The tensor as rows of different lengths.")
        .operands(&[
            one("source", SHAPED),
            one("columnLengths", SHAPED),
            maybe("numRaggedRows", INDEX),
            many("sourceDynamicDims", INDEX),
        ])
        .attrs(&[attr("raggedDim", INDEX_ATTR)])
        .results(&[result("result", SHAPED)])
        .traits(OPERAND_SEGMENTS)
        .pure()
        .text(concat!(
            "$source ragged_dim($raggedDim) column_lengths($columnLengths) [? num_ragged_rows($numRaggedRows^) ?] ",
            "&attrs : (@source [? {$sourceDynamicDims^} ?], @columnLengths) -> @result"
        ));

pub(super) const LINEARIZE_RAGGED_DIMS: OpDef = op("iree_tensor_ext.linearize_ragged_dims", "The rows one after another.")
    .operands(&[one("source", SHAPED), many("resultDynamicDims", INDEX)])
    .results(&[result("result", SHAPED)])
    .pure()
    .text("$source &attrs : @source -> @result [? {$resultDynamicDims^} ?]");
