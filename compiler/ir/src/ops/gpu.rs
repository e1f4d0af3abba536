//! `gpu`: where an invocation stands in the grid, and what it does with its neighbours.

use super::rules::*;
use crate::attrs::AttrKind;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::module::{Module, Op};

/// A number for a dimension of the grid.
const fn along(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .attrs(const { &[attr("dimension", AttrRule::Case(DialectAttrKind::MlirGpuDim)), attr_opt("upper_bound", INDEX_ATTR)] })
        .results(const { &[result("result", INDEX)] })
        .pure()
        .hints_by(dimension)
        .text("$dimension [? upper_bound $upper_bound^ ?] &attrs")
}

/// `thread_id_x`
fn dimension(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let ctx = &module.ctx;
    let Some(AttrKind::Dialect(dimension)) = module.get_attr(op, "dimension").map(|attr| ctx.attr_kind(attr)) else { return };
    let case = dimension.case(ctx).and_then(|case| u64::try_from(case).ok());
    if let (Some(def), Some(case)) = (dimension.kind.cases(), case)
        && let (Some(name), Some((_, prefix))) = (def.name(case), module.op_name(op).split_once('.'))
    {
        set(0, &format!("{prefix}_{name}"));
    }
}

/// A number for the whole subgroup.
const fn of_subgroup(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .attrs(const { &[attr_opt("upper_bound", INDEX_ATTR)] })
        .results(const { &[result("result", INDEX)] })
        .pure()
        .text("[? upper_bound $upper_bound^ ?] &attrs : @result")
}

pub(super) const THREAD_ID: OpDef = along("gpu.thread_id", "The place in the workgroup.");
pub(super) const BLOCK_ID: OpDef = along("gpu.block_id", "The place of the workgroup in the grid.");
pub(super) const BLOCK_DIM: OpDef = along("gpu.block_dim", "The size of a workgroup.");
pub(super) const GRID_DIM: OpDef = along("gpu.grid_dim", "The size of the grid, in workgroups.");
pub(super) const GLOBAL_ID: OpDef = along("gpu.global_id", "The place in the grid, in invocations.");

pub(super) const LANE_ID: OpDef = op("gpu.lane_id", "The place in the subgroup.")
    .attrs(&[attr_opt("upper_bound", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .pure()
    .text("[? upper_bound $upper_bound^ ?] &attrs");

pub(super) const SUBGROUP_ID: OpDef = of_subgroup("gpu.subgroup_id", "The place of the subgroup in the workgroup.");
pub(super) const SUBGROUP_SIZE: OpDef = of_subgroup("gpu.subgroup_size", "Invocations of a subgroup.");
pub(super) const NUM_SUBGROUPS: OpDef = of_subgroup("gpu.num_subgroups", "Subgroups of a workgroup.");

pub(super) const SHUFFLE: OpDef =
    op("gpu.shuffle", "The value of another invocation of the subgroup, and whether there is one.")
        .operands(&[one("value", ANY).var("T"), one("offset", I32), one("width", I32)])
        .attrs(&[attr("mode", AttrRule::Case(DialectAttrKind::MlirGpuShuffleMode))])
        .results(&[result("shuffleResult", ANY).var("T"), result("valid", I1)])
        .text("$mode $value, $offset, $width &attrs : @value");
