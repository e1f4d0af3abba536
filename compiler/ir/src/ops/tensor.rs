//! `tensor`: whole tensors and their parts.

use super::rules::*;
use crate::def::*;

/// Offsets, sizes and strides, each a value or a constant.
const SLICE: &[AttrRow] = &[
    attr("static_offsets", AttrRule::DenseArray(64)),
    attr("static_sizes", AttrRule::DenseArray(64)),
    attr("static_strides", AttrRule::DenseArray(64)),
];
const REASSOCIATION: AttrRow = attr("reassociation", AttrRule::Array);

pub(super) const EMPTY: OpDef = op("tensor.empty", "A tensor with any content.")
    .operands(&[many("dynamicSizes", INDEX)])
    .results(&[result("result", TENSOR)])
    .pure()
    .text("($dynamicSizes) &attrs : @result");

pub(super) const EXTRACT: OpDef = op("tensor.extract", "An element.")
    .operands(&[one("tensor", TENSOR), many("indices", INDEX)])
    .results(&[result("result", ANY).of("tensor", element_of)])
    .pure()
    .hints("extracted")
    .text("$tensor[$indices] &attrs : @tensor");

pub(super) const INSERT: OpDef = op("tensor.insert", "The tensor with an element replaced.")
    .operands(&[one("scalar", ANY).of("dest", element_of), one("dest", TENSOR).var("T"), many("indices", INDEX)])
    .results(&[result("result", TENSOR).var("T")])
    .pure()
    .hints("inserted")
    .text("$scalar into $dest[$indices] &attrs : @dest");

pub(super) const FROM_ELEMENTS: OpDef = op("tensor.from_elements", "A tensor of these elements.")
    .operands(&[many("elements", ANY).of("result", element_of)])
    .results(&[result("result", TENSOR)])
    .pure()
    .hints("from_elements")
    .text("$elements &attrs : @result");

pub(super) const SPLAT: OpDef = op("tensor.splat", "A tensor of equal elements.")
    .operands(&[one("input", ANY).of("aggregate", element_of), many("dynamicSizes", INDEX)])
    .results(&[result("aggregate", TENSOR)])
    .pure()
    .hints("splat")
    .text("$input [? [$dynamicSizes^] ?] &attrs : @aggregate");

pub(super) const GENERATE: OpDef = op("tensor.generate", "A tensor whose elements the region computes from their place.")
    .operands(&[many("dynamicExtents", INDEX)])
    .results(&[result("result", TENSOR)])
    .regions(&["body"])
    .traits(SINGLE_BLOCK)
    .effects(effect::RECURSIVE)
    .hints("generated")
    .text("$dynamicExtents $body &attrs : @result");

pub(super) const YIELD: OpDef = op("tensor.yield", "Ends a region of the dialect.")
    .operands(&[one("value", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("$value &attrs : @value");

pub(super) const DIM: OpDef = op("tensor.dim", "An extent of the tensor.")
    .operands(&[one("source", ANY), one("index", INDEX)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("dim")
    .text("&attrs $source, $index : @source");

pub(super) const RANK: OpDef = op("tensor.rank", "The number of dimensions.")
    .operands(&[one("tensor", ANY)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("rank")
    .text("$tensor &attrs : @tensor");

pub(super) const CAST: OpDef = op("tensor.cast", "The tensor with more or less of its shape in the type.")
    .operands(&[one("source", ANY)])
    .results(&[result("dest", ANY)])
    .pure()
    .hints("cast")
    .text("$source &attrs : @source to @dest");

pub(super) const BITCAST: OpDef = op("tensor.bitcast", "The bits as another element type.")
    .operands(&[one("source", ANY)])
    .results(&[result("dest", ANY)])
    .pure()
    .text("$source &attrs : @source to @dest");

pub(super) const RESHAPE: OpDef = op("tensor.reshape", "The elements in a shape that a tensor gives.")
    .operands(&[one("source", ANY), one("shape", TENSOR)])
    .results(&[result("result", ANY)])
    .pure()
    .hints("reshape")
    .text("$source ($shape) &attrs : &signature");

pub(super) const COLLAPSE_SHAPE: OpDef = op("tensor.collapse_shape", "Neighbouring dimensions joined.")
    .operands(&[one("src", TENSOR)])
    .attrs(&[REASSOCIATION])
    .results(&[result("result", TENSOR)])
    .pure()
    .hints("collapsed")
    .text("$src $reassociation &attrs : @src into @result");

pub(super) const EXPAND_SHAPE: OpDef = op("tensor.expand_shape", "Dimensions split.")
    .operands(&[one("src", TENSOR), many("output_shape", INDEX)])
    .attrs(&[REASSOCIATION, attr("static_output_shape", AttrRule::DenseArray(64))])
    .results(&[result("result", TENSOR)])
    .pure()
    .hints("expanded")
    .text("$src $reassociation output_shape &Indices(output_shape, static_output_shape) &attrs : @src into @result");

pub(super) const EXTRACT_SLICE: OpDef = op("tensor.extract_slice", "Part of a tensor.")
    .operands(&[one("source", TENSOR), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)])
    .attrs(SLICE)
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .hints("extracted_slice")
    .text(concat!(
        "$source ~ &Indices(offsets, static_offsets) &Indices(sizes, static_sizes) &Indices(strides, static_strides) ",
        "&attrs : @source to @result"
    ));

pub(super) const INSERT_SLICE: OpDef = op("tensor.insert_slice", "The tensor with part of it replaced.")
    .operands(&[
        one("source", TENSOR),
        one("dest", TENSOR).var("T"),
        many("offsets", INDEX),
        many("sizes", INDEX),
        many("strides", INDEX),
    ])
    .attrs(SLICE)
    .results(&[result("result", TENSOR).var("T")])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .hints("inserted_slice")
    .text(concat!(
        "$source into $dest ~ &Indices(offsets, static_offsets) &Indices(sizes, static_sizes) ",
        "&Indices(strides, static_strides) &attrs : @source into @dest"
    ));

pub(super) const PAD: OpDef = op("tensor.pad", "The tensor with a border, whose elements the region computes.")
    .operands(&[one("source", TENSOR), many("low", INDEX), many("high", INDEX)])
    .attrs(&[
        attr("static_low", AttrRule::DenseArray(64)),
        attr("static_high", AttrRule::DenseArray(64)),
        attr_opt("nofold", AttrRule::Unit),
    ])
    .results(&[result("result", TENSOR)])
    .regions(&["region"])
    .traits(OPERAND_SEGMENTS | SINGLE_BLOCK)
    .effects(effect::RECURSIVE)
    .hints("padded")
    .text(concat!(
        "$source [? nofold $nofold^ ?] low ~ &Indices(low, static_low) high ~ &Indices(high, static_high) $region ",
        "&attrs : @source to @result"
    ));

pub(super) const CONCAT: OpDef = op("tensor.concat", "The tensors one after another.")
    .operands(&[many("inputs", TENSOR)])
    .attrs(&[attr("dim", AttrRule::Int(IntKind::Width(64)))])
    .results(&[result("result", TENSOR)])
    .pure()
    .hints("concat")
    .text("dim($dim) $inputs &attrs : &signature");
