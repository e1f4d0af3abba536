//! Devices, and regions that return to an operation.

use crate::module::Op;
use crate::ops::OpKind;
use crate::verify::Verifier;

/// `hal.device.query`: the default is of the type that is asked for.
pub(crate) fn query(v: &mut Verifier<'_>, op: Op) {
    let (Some(default), Some(value)) = (v.module.get_attr(op, "default_value"), v.module.named_result(op, "value")) else {
        return;
    };
    let (expected, found) = (v.module.ty(value), v.ctx().attr_type(default));
    if found != Some(expected) {
        let (expected, found) = (v.show(expected), v.show_attr(default));
        v.error(op, format!("expected the default value to be {expected}, as the result, found {found}"));
    }
}

/// `hal.return`: gives back what the operation around it says. Exports and external dispatches say it in their own checks.
pub(crate) fn hal_return(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    match module.parent_op(op) {
        Some(parent) if module.kind(parent) == OpKind::HalDeviceMemoize => {
            let results = v.types(module.results(parent).iter().copied());
            v.check_results(op, parent, &results, "result of `hal.device.memoize`");
        }
        // Said by the condition itself, which may also be a region of other operations.
        Some(parent) if module.kind(parent) == OpKind::HalExecutableCondition => {}
        _ => v.check_return(op),
    }
}
