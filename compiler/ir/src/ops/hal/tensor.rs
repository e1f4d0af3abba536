//! `hal.tensor` and `hal.dispatch`: where tensors meet buffers, before the stream dialect.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::folds::hal_tensor;
use crate::ops::rules::*;
use crate::verify::hal as verify;

pub(crate) const IMPORT: OpDef = op("hal.tensor.import", "A buffer from outside as a tensor.")
    .operands(&[
        one("source", BUFFER_OR_VIEW),
        many("target_dims", INDEX),
        maybe("wait_fence", FENCE),
        maybe("byte_offset", INDEX),
    ])
    .attrs(&[
        attr("target_encoding", AttrRule::Type),
        attr_opt("consume", AttrRule::Unit),
        attr_opt("name", AttrRule::Str),
        attr_opt("affinity", AttrRule::Any),
    ])
    .results(&[result("target", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .text(concat!(
        "[? on($affinity^) ?] [? wait($wait_fence^) => ?] [? consume $consume^ ?] $source [? offset($byte_offset^) ?] ",
        "[? $name^ ?] : @source -> &TypeAlias(target_encoding, target) [? ~{$target_dims^} ?] &attrs"
    ))
    .pure()
    .fold(hal_tensor::import)
    .rewrites(hal_tensor::IMPORT)
    .check(verify::tensor::import);

pub(crate) const EXPORT: OpDef = op("hal.tensor.export", "A tensor as a buffer for the outside.")
    .operands(&[one("source", TENSOR), many("source_dims", INDEX)])
    .attrs(&[attr("source_encoding", AttrRule::Type), attr_opt("name", AttrRule::Str), attr_opt("affinity", AttrRule::Any)])
    .results(&[result("target", BUFFER_OR_VIEW)])
    .text(concat!(
        "[? on($affinity^) ?] $source [? $name^ ?] : &TypeAlias(source_encoding, source) [? ~{$source_dims^} ?] ",
        "-> @target &attrs"
    ))
    .pure()
    .fold(hal_tensor::export)
    .check(verify::tensor::export);

pub(crate) const ALIAS: OpDef = op("hal.tensor.alias", "The tensor, stored in a buffer the caller gave.")
    .operands(&[
        one("source", TENSOR).var("T"),
        many("source_dims", INDEX),
        one("storage", BUFFER_OR_VIEW),
        maybe("wait_fence", FENCE),
    ])
    .attrs(&[attr_opt("affinity", AttrRule::Any)])
    .results(&[result("result", TENSOR).var("T")])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "[? on($affinity^) ?] [? wait($wait_fence^) => ?] $source : @source [? ~{$source_dims^} ?] ",
        "to $storage : @storage &attrs"
    ));

pub(crate) const TRANSIENTS: OpDef =
    op("hal.tensor.transients", "The tensor, whose computation may use a buffer the caller gave.")
        .operands(&[one("source", TENSOR).var("T"), many("source_dims", INDEX), one("storage", BUFFER_OR_VIEW)])
        .attrs(&[attr_opt("affinity", AttrRule::Any)])
        .results(&[result("result", TENSOR).var("T")])
        .pure()
        .text("[? on($affinity^) ?] $source : @source [? ~{$source_dims^} ?] from $storage : @storage &attrs")
        .rewrites(hal_tensor::TRANSIENTS);

pub(crate) const BARRIER: OpDef = op("hal.tensor.barrier", "The tensors; the fence is signaled when all are ready.")
    .operands(&[many("sources", TENSOR), one("signal_fence", FENCE)])
    .results(&[results("results", TENSOR)])
    .text("join~($sources : @sources) => $signal_fence : @signal_fence &attributes")
    .infer(|_, operands, _| Some(operands.split_last()?.1.into()))
    .rewrites(hal_tensor::BARRIER);

pub(crate) const DISPATCH_EXTERN: OpDef = op("hal.dispatch.extern", "A dispatch of device code given as objects.")
    .operands(&[many("workload", INDEX), many("arguments", ANY), many("argument_dims", INDEX), many("result_dims", INDEX)])
    .attrs(&[
        attr("export_name", AttrRule::Str),
        attr("layout", AttrRule::Whole(DialectAttrKind::HalPipelineLayout)),
        attr("targets", AttrRule::Array),
        attr("target_ordinals", AttrRule::Bracketed(&INDEX_ATTR)),
        attr("target_objects", AttrRule::Array),
        attr_opt("workgroup_size", AttrRule::Bracketed(&INDEX_ATTR)),
        attr_opt("subgroup_size", INDEX_ATTR),
        attr_opt("workgroup_local_memory", INDEX_ATTR),
        attr_opt("tied_operands", AttrRule::Bracketed(&INDEX_ATTR)),
    ])
    .results(&[results("results", ANY)])
    .regions(&["workgroup_count", "target_regions*"])
    .traits(ISOLATED | OPERAND_SEGMENTS)
    .text(concat!(
        "$export_name [? ~[$workload^] ?]~($arguments) : ",
        "&ShapedSignature(arguments, argument_dims, results, result_dims, tied_operands) ",
        "count~ &Count(workgroup_count) layout($layout) ",
        "objects({ &TargetObjects(targets, target_ordinals, target_objects) }) &attributes"
    ))
    .pure()
    .check(verify::tensor::dispatch_extern);
