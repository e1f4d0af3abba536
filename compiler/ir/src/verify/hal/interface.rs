//! Device code against the layout it is written for.

use super::executable::Layout;
use crate::module::Op;
use crate::types::TypeKind;
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
        let expected = dynamic_dims(v, ty);
        let found = v.module.group(op, "dynamic_dims").len();
        if let Some(expected) = expected
            && expected != found
        {
            let (expected, ty) = (count(expected, "value"), v.show(ty));
            v.error(op, format!("expected {expected}, one for each dynamic extent of the result, {ty}, found {found}"));
        }
    }
    if !(0..layout.bindings as i128).contains(&binding) {
        let bindings = count(layout.bindings, "binding");
        v.error(op, format!("expected a binding below the layout's {bindings}, found {binding}"));
    }
}

/// The dynamic extents of a shaped type; of a tensor in a binding, those of the tensor.
fn dynamic_dims(v: &Verifier<'_>, ty: crate::Type) -> Option<usize> {
    match v.ctx().type_kind(ty) {
        TypeKind::Tensor { .. } | TypeKind::MemRef { .. } | TypeKind::Vector { .. } => Some(v.ctx().dynamic_dims(ty)),
        TypeKind::Dialect(dialect) => dialect.type_param(v.ctx(), "tensor").map(|tensor| v.ctx().dynamic_dims(tensor)),
        _ => None,
    }
}
