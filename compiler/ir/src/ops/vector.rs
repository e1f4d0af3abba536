//! `vector`: values of several elements. What has no row here is read and written in generic form.

use smallvec::smallvec;

use super::rules::*;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::types::TypeKind;

const VECTOR: TypeRule = TypeRule::Is("vector", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::Vector { .. }));
const KIND: AttrRow = attr("kind", AttrRule::Dialect(DialectAttrKind::VectorKind));

/// The same elements as another type.
const fn cast(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("source", ANY)] })
        .results(const { &[result("result", VECTOR)] })
        .pure()
        .text("$source &attrs : @source to @result")
}

const ACCESS: &[AttrRow] = &[attr_opt("nontemporal", AttrRule::Bool), attr_opt("alignment", AttrRule::Int(IntKind::Width(64)))];

pub(super) const LOAD: OpDef = op("vector.load", "Neighbouring elements of a buffer.")
    .operands(&[one("base", MEMREF), many("indices", INDEX)])
    .attrs(ACCESS)
    .results(&[result("result", VECTOR)])
    .effects(effect::READ)
    .text("$base[$indices] &attrs : @base, @result");

pub(super) const STORE: OpDef = op("vector.store", "Writes neighbouring elements of a buffer.")
    .operands(&[one("valueToStore", VECTOR), one("base", MEMREF), many("indices", INDEX)])
    .attrs(ACCESS)
    .effects(effect::WRITE)
    .text("$valueToStore, $base[$indices] &attrs : @base, @valueToStore");

pub(super) const BROADCAST: OpDef = cast("vector.broadcast", "The value, repeated.");
pub(super) const SHAPE_CAST: OpDef = cast("vector.shape_cast", "The elements in another shape.");
pub(super) const BITCAST: OpDef = cast("vector.bitcast", "The same bits as other elements.");

pub(super) const TRANSPOSE: OpDef = op("vector.transpose", "The vector with its dimensions in another order.")
    .operands(&[one("vector", VECTOR)])
    .attrs(&[attr("permutation", AttrRule::DenseArray(64))])
    .results(&[result("result", VECTOR)])
    .pure()
    .text("$vector, $permutation &attrs : @vector to @result");

pub(super) const EXTRACT: OpDef = op("vector.extract", "Part of a vector.")
    .operands(&[one("source", VECTOR), many("dynamic_position", INDEX)])
    .attrs(&[attr("static_position", AttrRule::DenseArray(64))])
    .results(&[result("result", ANY)])
    .pure()
    .text("$source ~ &Indices(dynamic_position, static_position) &attrs : @result from @source");

pub(super) const INSERT: OpDef = op("vector.insert", "The vector with part of it replaced.")
    .operands(&[one("valueToStore", ANY), one("dest", VECTOR).var("T"), many("dynamic_position", INDEX)])
    .attrs(&[attr("static_position", AttrRule::DenseArray(64))])
    .results(&[result("result", VECTOR).var("T")])
    .pure()
    .text("$valueToStore, $dest &Indices(dynamic_position, static_position) &attrs : @valueToStore into @dest");

pub(super) const EXTRACT_STRIDED_SLICE: OpDef = op("vector.extract_strided_slice", "Part of a vector, by constants.")
    .operands(&[one("source", VECTOR)])
    .attrs(&[attr("offsets", AttrRule::Array), attr("sizes", AttrRule::Array), attr("strides", AttrRule::Array)])
    .results(&[result("result", VECTOR)])
    .pure()
    .text("$source offsets = $offsets, sizes = $sizes, strides = $strides &attrs : @source to @result");

pub(super) const INSERT_STRIDED_SLICE: OpDef =
    op("vector.insert_strided_slice", "The vector with part of it replaced, by constants.")
        .operands(&[one("valueToStore", VECTOR), one("dest", VECTOR).var("T")])
        .attrs(&[attr("offsets", AttrRule::Array), attr("strides", AttrRule::Array)])
        .results(&[result("result", VECTOR).var("T")])
        .pure()
        .text("$valueToStore, $dest offsets = $offsets, strides = $strides &attrs : @valueToStore into @dest");

pub(super) const REDUCTION: OpDef = op("vector.reduction", "All elements combined, and perhaps a value with them.")
    .operands(&[one("vector", VECTOR), maybe("acc", ANY).of("vector", element_of)])
    .attrs(&[KIND, FAST_MATH])
    .results(&[result("dest", ANY)])
    .pure()
    .text("$kind, $vector [?, $acc^ ?] [? fastmath ~ $fastmath^ ?] &attrs : @vector into @dest");

pub(super) const MULTI_REDUCTION: OpDef = op("vector.multi_reduction", "The elements along dimensions combined.")
    .operands(&[one("source", VECTOR), one("acc", ANY).var("T")])
    .attrs(&[KIND, attr("reduction_dims", AttrRule::DenseArray(64))])
    .results(&[result("dest", ANY).var("T")])
    .pure()
    .text("$kind, $source, $acc $reduction_dims &attrs : @source to @dest");

pub(super) const FMA: OpDef = op("vector.fma", "lhs times rhs plus acc, rounded once.")
    .operands(&[one("lhs", VECTOR).var("T"), one("rhs", VECTOR).var("T"), one("acc", VECTOR).var("T")])
    .results(&[result("result", VECTOR).var("T")])
    .pure()
    .text("$lhs, $rhs, $acc &attrs : @lhs");

pub(super) const STEP: OpDef =
    op("vector.step", "0, 1, 2 and so on.").results(&[result("result", VECTOR)]).pure().text("&attrs : @result");

pub(super) const CREATE_MASK: OpDef = op("vector.create_mask", "True below a value in each dimension.")
    .operands(&[many("operands", INDEX)])
    .results(&[result("result", VECTOR)])
    .pure()
    .text("$operands &attrs : @result");

pub(super) const CONSTANT_MASK: OpDef = op("vector.constant_mask", "True below a constant in each dimension.")
    .attrs(&[attr("mask_dim_sizes", AttrRule::DenseArray(64))])
    .results(&[result("result", VECTOR)])
    .pure()
    .text("$mask_dim_sizes &attrs : @result");

pub(super) const FROM_ELEMENTS: OpDef = op("vector.from_elements", "A vector of these elements.")
    .operands(&[many("elements", ANY).of("dest", element_of)])
    .results(&[result("dest", VECTOR)])
    .pure()
    .text("$elements &attrs : @dest");

pub(super) const SHUFFLE: OpDef = op("vector.shuffle", "Elements of two vectors, by their numbers.")
    .operands(&[one("v1", VECTOR), one("v2", VECTOR)])
    .attrs(&[attr("mask", AttrRule::DenseArray(64))])
    .results(&[result("vector", VECTOR)])
    .pure()
    .text("$v1, $v2 $mask &attrs : @v1, @v2")
    .infer(|ctx, operands, props| {
        let (_, mask) = props.iter().find(|(key, _)| ctx.str(*key) == "mask")?;
        let TypeKind::Vector { shape, scalable, element } = ctx.type_kind(*operands.first()?).clone() else { return None };
        let mut shape = shape;
        let mut scalable = scalable;
        if shape.is_empty() {
            shape.push(0);
            scalable.push(false);
        }
        shape[0] = u64::try_from(ctx.int_values(*mask).len()).ok()?;
        Some(smallvec![ctx.ty(TypeKind::Vector { shape, scalable, element })])
    });

pub(super) const INTERLEAVE: OpDef = op("vector.interleave", "The elements of two vectors in turn.")
    .operands(&[one("lhs", VECTOR).var("T"), one("rhs", VECTOR).var("T")])
    .results(&[result("result", VECTOR)])
    .pure()
    .text("$lhs, $rhs &attrs : @lhs -> @result");

pub(super) const DEINTERLEAVE: OpDef = op("vector.deinterleave", "The even elements, and the odd ones.")
    .operands(&[one("source", VECTOR)])
    .results(&[result("res1", VECTOR).var("R"), result("res2", VECTOR).var("R")])
    .pure()
    .text("$source &attrs : @source -> @res1");
