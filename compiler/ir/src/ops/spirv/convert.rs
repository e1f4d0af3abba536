//! `spirv`: values as other types.

use crate::def::*;
use crate::ops::rules::ANY;

const fn cast(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("operand", ANY)] })
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$operand &attrs : @operand to @result")
}

pub(crate) const BITCAST: OpDef = cast("spirv.Bitcast", "The same bits as another type.");
pub(crate) const CONVERT_F_TO_S: OpDef = cast("spirv.ConvertFToS", "A float as a signed integer, towards zero.");
pub(crate) const CONVERT_F_TO_U: OpDef = cast("spirv.ConvertFToU", "A float as an unsigned integer, towards zero.");
pub(crate) const CONVERT_S_TO_F: OpDef = cast("spirv.ConvertSToF", "A signed integer as a float.");
pub(crate) const CONVERT_U_TO_F: OpDef = cast("spirv.ConvertUToF", "An unsigned integer as a float.");
pub(crate) const F_CONVERT: OpDef = cast("spirv.FConvert", "A float of another width.");
pub(crate) const S_CONVERT: OpDef = cast("spirv.SConvert", "A signed integer of another width.");
pub(crate) const U_CONVERT: OpDef = cast("spirv.UConvert", "An unsigned integer of another width.");
pub(crate) const CONVERT_PTR_TO_U: OpDef = cast("spirv.ConvertPtrToU", "A pointer as an integer.");
pub(crate) const CONVERT_U_TO_PTR: OpDef = cast("spirv.ConvertUToPtr", "An integer as a pointer.");
