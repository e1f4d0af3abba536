//! Device code against the layout it is written for.

use super::executable::Layout;
use crate::module::Op;
use crate::verify::shapes::dynamic_dims;
use crate::verify::{Verifier, count};

/// `hal.interface.workgroup.*`: grids have three dimensions.
pub(crate) fn workgroup(v: &mut Verifier<'_>, op: Op) {
    let Some(dimension) = v.module.int_attr(op, "dimension") else { return };
    if !(0..3).contains(&dimension) {
        v.error(op, format!("expected a dimension from 0 to 2, found {dimension}"));
    }
}

/// `hal.interface.constant.load`: the layout has the constant.
pub(crate) fn constant_load(v: &mut Verifier<'_>, op: Op) {
    let (Some(layout), Some(ordinal)) = (Layout::of(v, op), v.module.int_attr(op, "ordinal")) else { return };
    if !(0..i128::from(layout.constants)).contains(&ordinal) {
        let constants = count(layout.constants as usize, "constant");
        v.error(op, format!("expected an ordinal below the layout's {constants}, found {ordinal}"));
    }
}

/// `hal.interface.binding.subspan`: the layout has the binding, and the type its extents.
pub(crate) fn binding_subspan(v: &mut Verifier<'_>, op: Op) {
    let (Some(layout), Some(binding)) = (Layout::of(v, op), v.module.int_attr(op, "binding")) else { return };
    if let Some(result) = v.module.named_result(op, "result") {
        let ty = v.module.ty(result);
        let (expected, found) = (dynamic_dims(v.ctx(), ty), v.module.group(op, "dynamic_dims").len());
        if expected != found {
            let (expected, ty) = (count(expected, "value"), v.show(ty));
            v.error(op, format!("expected {expected}, one for each dynamic extent of the result, {ty}, found {found}"));
        }
    }
    if !(0..layout.bindings as i128).contains(&binding) {
        let bindings = count(layout.bindings, "binding");
        v.error(op, format!("expected a binding below the layout's {bindings}, found {binding}"));
    }
}
