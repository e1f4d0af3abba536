//! `hal.interface`: what device code sees of its dispatch.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::hints;
use crate::ops::rules::*;
use crate::verify::hal as verify;

const fn workgroup(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .attrs(const { &[attr("dimension", INDEX_ATTR), attr_opt("upper_bound", INDEX_ATTR)] })
        .results(const { &[result("result", INDEX)] })
        .pure()
        .check(verify::interface::workgroup)
        .text("~[$dimension] [? upper_bound $upper_bound^ ?] &attrs : @result")
}

pub(crate) const WORKGROUP_ID: OpDef = workgroup("hal.interface.workgroup.id", "The place in the grid.")
    .hints_by(|m, op, set| hints::dimension(m, op, "workgroup_id", set));
pub(crate) const WORKGROUP_COUNT: OpDef = workgroup("hal.interface.workgroup.count", "The size of the grid.")
    .hints_by(|m, op, set| hints::dimension(m, op, "workgroup_count", set));
pub(crate) const WORKGROUP_SIZE: OpDef = workgroup("hal.interface.workgroup.size", "Invocations of a workgroup.")
    .hints_by(|m, op, set| hints::dimension(m, op, "workgroup_size", set));

const LAYOUT: AttrRow = attr("layout", AttrRule::Dialect(DialectAttrKind::HalPipelineLayout));

pub(crate) const CONSTANT_LOAD: OpDef = op("hal.interface.constant.load", "A constant of the dispatch.")
    .attrs(&[LAYOUT, attr("ordinal", INDEX_ATTR), attr_opt("alignment", INDEX_ATTR), attr_opt("values", AttrRule::Array)])
    .results(&[result("result", PRIMITIVE)])
    .pure()
    .text("layout($layout) ordinal($ordinal) [? alignment($alignment^) ?] [? values($values^) ?] &attrs : @result")
    .check(verify::interface::constant_load);

pub(crate) const BINDING_SUBSPAN: OpDef = op("hal.interface.binding.subspan", "A binding of the dispatch.")
    .operands(&[maybe("byte_offset", INDEX), many("dynamic_dims", INDEX)])
    .attrs(&[
        LAYOUT,
        attr("binding", INDEX_ATTR),
        attr_opt("alignment", INDEX_ATTR),
        attr_opt("descriptor_flags", AttrRule::Enum(&enums::DESCRIPTOR_FLAGS)),
    ])
    .results(&[result("result", ANY)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text(concat!(
        "layout($layout) binding($binding) [? alignment($alignment^) ?] [? offset($byte_offset^) ?] ",
        "[? flags($descriptor_flags^) ?] &attrs : @result [? ~{$dynamic_dims^} ?]"
    ))
    .check(verify::interface::binding_subspan);
