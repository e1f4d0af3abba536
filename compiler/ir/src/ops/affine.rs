//! `affine`: sums of multiples of indices.

use super::rules::INDEX;
use crate::def::*;

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
