//! `memref`: memory with a shape.

use super::rules::*;
use crate::def::*;

/// A new buffer.
const fn allocation(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[many("dynamicSizes", INDEX), many("symbolOperands", INDEX)] })
        .attrs(const { &[attr_opt("alignment", AttrRule::Int(IntKind::Width(64)))] })
        .results(const { &[result("memref", MEMREF)] })
        .traits(OPERAND_SEGMENTS)
        .effects(effect::ALLOC)
        .text("($dynamicSizes) [? ~ [$symbolOperands^] ?] [? alignment = $alignment^ ?] &attrs : @memref")
}

pub(super) const ALLOC: OpDef = allocation("memref.alloc", "A new buffer.").hints("alloc");
pub(super) const ALLOCA: OpDef = allocation("memref.alloca", "A new buffer that goes with the function.").hints("alloca");

pub(super) const DEALLOC: OpDef = op("memref.dealloc", "Gives a buffer back.")
    .operands(&[one("memref", ANY)])
    .effects(effect::WRITE)
    .text("$memref &attrs : @memref");

const ACCESS: &[AttrRow] = &[attr_opt("nontemporal", AttrRule::Bool), attr_opt("alignment", AttrRule::Int(IntKind::Width(64)))];

pub(super) const LOAD: OpDef = op("memref.load", "An element.")
    .operands(&[one("memref", MEMREF), many("indices", INDEX)])
    .attrs(ACCESS)
    .results(&[result("result", ANY).of("memref", element_of)])
    .effects(effect::READ)
    .text("$memref[$indices] [? nontemporal($nontemporal^) ?] [? alignment($alignment^) ?] &attrs : @memref");

pub(super) const STORE: OpDef = op("memref.store", "Replaces an element.")
    .operands(&[one("value", ANY).of("memref", element_of), one("memref", MEMREF), many("indices", INDEX)])
    .attrs(ACCESS)
    .effects(effect::WRITE)
    .text("$value, $memref[$indices] [? nontemporal($nontemporal^) ?] [? alignment($alignment^) ?] &attrs : @memref");

pub(super) const DIM: OpDef = op("memref.dim", "An extent of the buffer.")
    .operands(&[one("source", ANY), one("index", INDEX)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("dim")
    .text("&attrs $source, $index : @source");

pub(super) const COPY: OpDef = op("memref.copy", "Copies all elements.")
    .operands(&[one("source", ANY), one("target", ANY)])
    .text("$source, $target &attrs : @source to @target");

/// The buffer as another type.
const fn view(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("source", ANY)] })
        .results(const { &[result("dest", ANY)] })
        .pure()
        .text("$source &attrs : @source to @dest")
}

pub(super) const CAST: OpDef = view("memref.cast", "The buffer with more or less of its layout in the type.").hints("cast");
pub(super) const MEMORY_SPACE_CAST: OpDef =
    view("memref.memory_space_cast", "The buffer as one of another memory space.").hints("memspacecast");

pub(super) const ASSUME_ALIGNMENT: OpDef = op("memref.assume_alignment", "The buffer, known to start at a multiple of this.")
    .operands(&[one("memref", MEMREF).var("T")])
    .attrs(&[attr("alignment", AttrRule::Int(IntKind::Width(32)))])
    .results(&[result("result", MEMREF).var("T")])
    .pure()
    .hints("assume_align")
    .text("$memref, $alignment &attrs : @memref");

/// Offsets, sizes and strides, each a value or a constant.
const SLICE: &[AttrRow] = &[
    attr("static_offsets", AttrRule::DenseArray(64)),
    attr("static_sizes", AttrRule::DenseArray(64)),
    attr("static_strides", AttrRule::DenseArray(64)),
];

pub(super) const SUBVIEW: OpDef = op("memref.subview", "Part of a buffer, in place.")
    .operands(&[one("source", MEMREF), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)])
    .attrs(SLICE)
    .results(&[result("result", MEMREF)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .hints("subview")
    .text(concat!(
        "$source ~ &Indices(offsets, static_offsets) &Indices(sizes, static_sizes) &Indices(strides, static_strides) ",
        "&attrs : @source to @result"
    ));

pub(super) const REINTERPRET_CAST: OpDef = op("memref.reinterpret_cast", "The memory with another offset, shape and strides.")
    .operands(&[one("source", ANY), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)])
    .attrs(SLICE)
    .results(&[result("result", MEMREF)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .hints("reinterpret_cast")
    .text(concat!(
        "$source to offset: &Indices(offsets, static_offsets), sizes: &Indices(sizes, static_sizes), ",
        "strides: &Indices(strides, static_strides) &attrs : @source to @result"
    ));

pub(super) const COLLAPSE_SHAPE: OpDef = op("memref.collapse_shape", "Neighbouring dimensions joined.")
    .operands(&[one("src", MEMREF)])
    .attrs(&[attr("reassociation", AttrRule::Array)])
    .results(&[result("result", MEMREF)])
    .pure()
    .hints("collapse_shape")
    .text("$src $reassociation &attrs : @src into @result");

pub(super) const EXPAND_SHAPE: OpDef = op("memref.expand_shape", "Dimensions split.")
    .operands(&[one("src", MEMREF), many("output_shape", INDEX)])
    .attrs(&[attr("reassociation", AttrRule::Array), attr("static_output_shape", AttrRule::DenseArray(64))])
    .results(&[result("result", MEMREF)])
    .pure()
    .hints("expand_shape")
    .text("$src $reassociation output_shape &Indices(output_shape, static_output_shape) &attrs : @src into @result");

pub(super) const GET_GLOBAL: OpDef = op("memref.get_global", "The buffer of a global.")
    .attrs(&[attr("name", AttrRule::FlatSymbol)])
    .results(&[result("result", MEMREF)])
    .pure()
    .text("$name : @result &attrs");

pub(super) const VIEW: OpDef = op("memref.view", "Bytes as a buffer of another type.")
    .operands(&[one("source", MEMREF), one("byte_shift", INDEX), many("sizes", INDEX)])
    .results(&[result("result", MEMREF)])
    .pure()
    .hints("view")
    .text("$source[$byte_shift][$sizes] &attrs : @source to @result");

pub(super) const EXTRACT_STRIDED_METADATA: OpDef =
    op("memref.extract_strided_metadata", "The memory of a buffer, and how it lies there.")
        .operands(&[one("source", MEMREF)])
        .results(&[result("base_buffer", MEMREF), result("offset", INDEX), results("sizes", INDEX), results("strides", INDEX)])
        .traits(SAME_VARIADIC)
        .pure()
        .text("$source : @source -> @results &attrs");
