//! `affine`: sums of multiples of indices.

use super::rules::INDEX;
use crate::def::*;
use crate::verify::affine as verify;

/// An operation on the values of a map.
const fn mapped(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[many("operands", INDEX)] })
        .attrs(const { &[attr("map", AttrRule::AffineMap)] })
        .results(const { &[result("result", INDEX)] })
        .pure()
        .text("&MapOperands(map, operands) &attrs")
}

pub(super) const APPLY: OpDef = mapped("affine.apply", "The value of a map with one result.");
pub(super) const MIN: OpDef = mapped("affine.min", "The least of the values of a map.");
pub(super) const MAX: OpDef = mapped("affine.max", "The greatest of the values of a map.");

pub(super) const DELINEARIZE_INDEX: OpDef =
    op("affine.delinearize_index", "The index in each dimension of a number in row-major order.")
        .operands(&[one("linear_index", INDEX), many("dynamic_basis", INDEX)])
        .attrs(&[attr("static_basis", AttrRule::DenseArray(64))])
        .results(&[results("multi_index", INDEX)])
        .pure()
        .check(verify::delinearize_index)
        .text("$linear_index into &Basis(dynamic_basis, static_basis) &attrs : @multi_index");

pub(super) const LINEARIZE_INDEX: OpDef =
    op("affine.linearize_index", "The number in row-major order of an index in several dimensions.")
        .operands(&[many("multi_index", INDEX), many("dynamic_basis", INDEX)])
        .attrs(&[attr_opt("disjoint", AttrRule::Unit), attr("static_basis", AttrRule::DenseArray(64))])
        .results(&[result("linear_index", INDEX)])
        .traits(OPERAND_SEGMENTS)
        .pure()
        .check(verify::linearize_index)
        .text("[? disjoint $disjoint^ ?] [$multi_index] by &Basis(dynamic_basis, static_basis) &attrs : @linear_index");
