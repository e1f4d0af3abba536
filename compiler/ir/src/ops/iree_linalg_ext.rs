//! `iree_linalg_ext`: structured operations beyond `linalg`.

use super::rules::*;
use crate::def::*;

/// The dimension it works along.
const DIMENSION: &[AttrRow] = &[attr("dimension", AttrRule::Int(IntKind::Width(64)))];

pub(super) const SCATTER: OpDef = op("iree_linalg_ext.scatter", "The tensor with slices put, or combined, at given places.")
    .operands(&[one("updates", SHAPED), one("indices", SHAPED), maybe("mask", SHAPED), one("original", SHAPED)])
    .attrs(&[attr("dimension_map", AttrRule::DenseArray(64)), attr_default("unique_indices", AttrRule::Bool, 1)])
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "&attrs dimension_map = $dimension_map unique_indices($unique_indices) ins($updates, $indices[?, $mask^ ",
        "?] : @updates, @indices [?, @mask^ ?]) outs($original : @original) $region[? -> @results^ ?]"
    ));

pub(super) const GATHER: OpDef = op("iree_linalg_ext.gather", "Slices of a tensor from given places.")
    .operands(&[one("source", SHAPED), one("indices", SHAPED), maybe("mask", SHAPED), one("output", SHAPED)])
    .attrs(&[attr("dimension_map", AttrRule::DenseArray(64))])
    .results(&[results("results", TENSOR)])
    .text(concat!(
        "&attrs dimension_map = $dimension_map ins($source, $indices[?, $mask^ ?] : @source, @indices [?, @mask^ ",
        "?]) outs($output : @output) [? -> @results^ ?]"
    ));

pub(super) const MAP_LOAD: OpDef = op("iree_linalg_ext.map_load", "Elements read from places that the region gives.")
    .operands(&[one("source", SHAPED), one("output", SHAPED)])
    .results(&[results("results", TENSOR)])
    .regions(&["transformation_region"])
    .traits(SINGLE_BLOCK)
    .text("&attrs $source into $output $transformation_region : @source into @output [? -> @results^ ?]");

pub(super) const MAP_STORE: OpDef = op("iree_linalg_ext.map_store", "Elements written to places that the region gives.")
    .operands(&[one("input", SHAPED), one("output", SHAPED)])
    .results(&[results("results", TENSOR)])
    .regions(&["transformation_region"])
    .traits(SINGLE_BLOCK)
    .text("&attrs $input into $output $transformation_region : @input into @output [? -> @results^ ?]");

pub(super) const SORT: OpDef = op("iree_linalg_ext.sort", "The tensors sorted along a dimension by the region.")
    .operands(&[many("inputs", ANY), many("outputs", SHAPED)])
    .attrs(DIMENSION)
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(OPERAND_SEGMENTS)
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "&attrs dimension($dimension) [? ins($inputs^ : @inputs) ?] outs($outputs : @outputs) $region[? -> ",
        "@results^ ?]"
    ));

pub(super) const FFT: OpDef = op("iree_linalg_ext.fft", "One stage of a Fourier transform.")
    .operands(&[
        one("stage", ANY),
        maybe("real_coeff", SHAPED),
        maybe("imag_coeff", SHAPED),
        one("real", SHAPED),
        one("imag", SHAPED),
    ])
    .results(&[results("results", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "&attrs ins($stage[?, $real_coeff^, $imag_coeff ?] : @stage [?, @real_coeff^, @imag_coeff ?]) ",
        "outs($real, $imag : @real, @imag) [? : @results^ ?]"
    ));

pub(super) const SCAN: OpDef = op("iree_linalg_ext.scan", "Running results along a dimension.")
    .operands(&[one("input", SHAPED), one("output", SHAPED), one("accumulator", SHAPED)])
    .attrs(&[attr("dimension", AttrRule::Int(IntKind::Width(64))), attr("inclusive", AttrRule::Bool)])
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "&attrs dimension($dimension) inclusive($inclusive) ins($input : @input) outs($output, $accumulator : ",
        "@output, @accumulator) $region[? -> @results^ ?]"
    ));

pub(super) const TOPK: OpDef = op("iree_linalg_ext.topk", "The greatest elements along a dimension, and where they are.")
    .operands(&[one("values", SHAPED), maybe("indices", SHAPED), one("output_values", SHAPED), one("output_indices", SHAPED)])
    .attrs(DIMENSION)
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "&attrs dimension($dimension) ins($values[?, $indices^ ?] : @values [?, @indices^ ?]) ",
        "outs($output_values, $output_indices : @output_values, @output_indices) $region[? -> @results^ ?]"
    ));

pub(super) const TOPK_V2: OpDef =
    op("iree_linalg_ext.topk_v2", "The greatest elements along a dimension, and perhaps where they are.")
        .operands(&[
            one("values", SHAPED),
            maybe("input_indices", SHAPED),
            one("output_values", SHAPED),
            maybe("output_indices", SHAPED),
        ])
        .attrs(&[attr("dimension", AttrRule::Int(IntKind::Width(64))), attr_opt("is_sorted", AttrRule::Unit)])
        .results(&[results("results", TENSOR)])
        .regions(&["region"])
        .traits(OPERAND_SEGMENTS)
        .traits(SINGLE_BLOCK)
        .text(concat!(
            "&attrs dimension($dimension) [? is_sorted $is_sorted^ ?] ins($values[?, $input_indices^ ?] : @values ",
            "[?, @input_indices^ ?]) outs($output_values[?, $output_indices^ ?] : @output_values [?, ",
            "@output_indices^ ?]) $region[? -> @results^ ?]"
        ));

pub(super) const ARG_COMPARE: OpDef =
    op("iree_linalg_ext.arg_compare", "The element that wins along a dimension, and where it is.")
        .operands(&[
            one("input_value", SHAPED),
            maybe("input_index", SHAPED),
            one("output_value", SHAPED),
            one("output_index", SHAPED),
            maybe("index_base", INDEX),
        ])
        .attrs(DIMENSION)
        .results(&[results("results", TENSOR)])
        .regions(&["region"])
        .traits(OPERAND_SEGMENTS)
        .traits(SINGLE_BLOCK)
        .text(concat!(
            "&attrs dimension($dimension) ins($input_value[?, $input_index^ ?] : @input_value [?, @input_index^ ?]) ",
            "outs($output_value, $output_index : @output_value, @output_index) [? index_base($index_base^ : ",
            "@index_base) ?] $region[? -> @results^ ?]"
        ));

pub(super) const ATTENTION: OpDef = op("iree_linalg_ext.attention", "Attention of queries to keys and values.")
    .operands(&[
        one("query", SHAPED),
        one("key", SHAPED),
        one("value", SHAPED),
        one("scale", FLOAT),
        maybe("mask", SHAPED),
        one("output", SHAPED),
    ])
    .attrs(&[attr("indexing_maps", AttrRule::Array), attr_opt("decomposition_config", AttrRule::Dict)])
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "&attrs ins($query, $key, $value, $scale[?, $mask^ ?] : @query, @key, @value, @scale [?, @mask^ ?]) ",
        "outs($output : @output) $region[? -> @results^ ?]"
    ));

pub(super) const ONLINE_ATTENTION: OpDef =
    op("iree_linalg_ext.online_attention", "Attention in parts, with the running maximum and sum.")
        .operands(&[
            one("query", SHAPED),
            one("key", SHAPED),
            one("value", SHAPED),
            one("scale", FLOAT),
            maybe("mask", SHAPED),
            one("output", SHAPED),
            one("max", SHAPED),
            one("sum", SHAPED),
        ])
        .attrs(&[attr("indexing_maps", AttrRule::Array), attr_opt("decomposition_config", AttrRule::Dict)])
        .results(&[results("results", TENSOR)])
        .regions(&["region"])
        .traits(SINGLE_BLOCK)
        .text(concat!(
            "&attrs ins($query, $key, $value, $scale[?, $mask^ ?] : @query, @key, @value, @scale [?, @mask^ ?]) ",
            "outs($output, $max, $sum : @output, @max, @sum) $region[? -> @results^ ?]"
        ));

pub(super) const EXP_REDUCTION: OpDef =
    op("iree_linalg_ext.exp_reduction", "Reductions over exponentials, kept in range by a running maximum.")
        .operands(&[many("inputs", TENSOR), many("outputs", TENSOR)])
        .attrs(&[
            attr("indexing_maps", AttrRule::Array),
            attr("iterator_types", AttrRule::Array),
            attr("exp_reduced_operands", AttrRule::DenseArray(64)),
        ])
        .results(&[results("results", TENSOR)])
        .regions(&["region"])
        .traits(OPERAND_SEGMENTS)
        .traits(SINGLE_BLOCK)
        .text(concat!(
            "{ indexing_maps = $indexing_maps, iterator_types = $iterator_types, exp_reduced_operands = ",
            "$exp_reduced_operands} &attrs ins($inputs : @inputs) outs($outputs : @outputs) $region[? -> @results^ ?]"
        ));

pub(super) const IM2COL: OpDef = op("iree_linalg_ext.im2col", "Windows of an image as rows of a matrix.")
    .operands(&[
        one("input", SHAPED),
        one("output", SHAPED),
        many("kernel_size", INDEX),
        many("offsets", INDEX),
        many("output_sizes", INDEX),
        many("input_pad_low", INDEX),
        many("input_pad_high", INDEX),
        many("output_pad_low", INDEX),
        many("output_pad_high", INDEX),
        maybe("pad_value", ANY),
    ])
    .attrs(&[
        attr("strides", AttrRule::DenseArray(64)),
        attr("dilations", AttrRule::DenseArray(64)),
        attr("static_kernel_size", AttrRule::DenseArray(64)),
        attr("static_offsets", AttrRule::DenseArray(64)),
        attr("static_output_sizes", AttrRule::Array),
        attr("batch_pos", AttrRule::DenseArray(64)),
        attr("m_pos", AttrRule::DenseArray(64)),
        attr("k_pos", AttrRule::DenseArray(64)),
        attr("input_k_perm", AttrRule::DenseArray(64)),
        attr("output_perm", AttrRule::DenseArray(64)),
        attr_opt("static_input_pad_low", AttrRule::DenseArray(64)),
        attr_opt("static_input_pad_high", AttrRule::DenseArray(64)),
        attr_opt("static_output_pad_low", AttrRule::DenseArray(64)),
        attr_opt("static_output_pad_high", AttrRule::DenseArray(64)),
    ])
    .results(&[results("results", SHAPED)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "&attrs strides = $strides dilations = $dilations kernel_size = &Indices(kernel_size, ",
        "static_kernel_size) offsets = &Indices(offsets, static_offsets) output_sizes = ",
        "&NestedIndices(output_sizes, static_output_sizes) batch_pos = $batch_pos m_pos = $m_pos k_pos ",
        "= $k_pos input_k_perm = $input_k_perm output_perm = $output_perm[? input_pad_low = ",
        "&Indices(input_pad_low, static_input_pad_low) input_pad_high = ",
        "&Indices(input_pad_high, static_input_pad_high)^ ?] [? output_pad_low = ",
        "&Indices(output_pad_low, static_output_pad_low) output_pad_high = ",
        "&Indices(output_pad_high, static_output_pad_high)^ ?] [? pad_value($pad_value^ : @pad_value) ",
        "?] ins($input : @input) outs($output : @output) [? -> @results^ ?]"
    ));

pub(super) const WINOGRAD_INPUT_TRANSFORM: OpDef =
    op("iree_linalg_ext.winograd.input_transform", "The input of a convolution, transformed for Winograd's method.")
        .operands(&[one("input", SHAPED), one("output", SHAPED)])
        .attrs(&[
            attr("output_tile_size", AttrRule::Int(IntKind::Width(64))),
            attr("kernel_size", AttrRule::Int(IntKind::Width(64))),
            attr("image_dimensions", AttrRule::DenseArray(64)),
        ])
        .results(&[results("result", TENSOR)])
        .text(concat!(
            "&attrs output_tile_size($output_tile_size) kernel_size($kernel_size) ",
            "image_dimensions($image_dimensions) ins($input : @input) outs($output : @output) [? -> @result^ ?]"
        ));

pub(super) const WINOGRAD_FILTER_TRANSFORM: OpDef =
    op("iree_linalg_ext.winograd.filter_transform", "The filter, transformed for Winograd's method.")
        .operands(&[one("input", SHAPED), one("output", SHAPED)])
        .attrs(&[
            attr("output_tile_size", AttrRule::Int(IntKind::Width(64))),
            attr("kernel_size", AttrRule::Int(IntKind::Width(64))),
            attr("kernel_dimensions", AttrRule::DenseArray(64)),
        ])
        .results(&[results("result", TENSOR)])
        .text(concat!(
            "&attrs output_tile_size($output_tile_size) kernel_size($kernel_size) ",
            "kernel_dimensions($kernel_dimensions) ins($input : @input) outs($output : @output) [? -> @result^ ?]"
        ));

pub(super) const WINOGRAD_OUTPUT_TRANSFORM: OpDef =
    op("iree_linalg_ext.winograd.output_transform", "The result, transformed back.")
        .operands(&[one("input", SHAPED), one("output", SHAPED)])
        .attrs(&[
            attr("output_tile_size", AttrRule::Int(IntKind::Width(64))),
            attr("kernel_size", AttrRule::Int(IntKind::Width(64))),
            attr("image_dimensions", AttrRule::DenseArray(64)),
        ])
        .results(&[results("result", TENSOR)])
        .text(concat!(
            "&attrs output_tile_size($output_tile_size) kernel_size($kernel_size) ",
            "image_dimensions($image_dimensions) ins($input : @input) outs($output : @output) [? -> @result^ ?]"
        ));

pub(super) const CUSTOM_OP: OpDef = op("iree_linalg_ext.custom_op", "Several operations that are tiled as one.")
    .operands(&[many("inputs", ANY), many("outputs", TENSOR)])
    .attrs(&[attr("indexing_maps", AttrRule::Array), attr("iterator_types", AttrRule::Array)])
    .results(&[results("results", TENSOR)])
    .regions(&["region"])
    .traits(OPERAND_SEGMENTS)
    .traits(SINGLE_BLOCK)
    .text(concat!(
        "{ indexing_maps = $indexing_maps, iterator_types = $iterator_types} &attributes [? ins($inputs^ : ",
        "@inputs) ?] [? outs($outputs^ : @outputs) ?] $region[? -> @results^ ?]"
    ));

pub(super) const YIELD: OpDef = op("iree_linalg_ext.yield", "Ends a region of the dialect.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $operands^ : @operands ?]");

pub(super) const INDEX_OP: OpDef = op("iree_linalg_ext.index", "The place in a dimension of the iteration space.")
    .attrs(&[attr("dim", AttrRule::Int(IntKind::Width(64)))])
    .results(&[result("result", INDEX)])
    .pure()
    .text("$dim &attrs : @result");
