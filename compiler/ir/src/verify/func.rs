//! Calls and returns of functions.

use super::Verifier;
use crate::module::Op;
use crate::ops::OpKind;
use crate::verify::functions::signature;

/// `func.call`
pub(crate) fn call(v: &mut Verifier<'_>, op: Op) {
    if let Some(callee) = v.expect_symbol(op, "callee", &[OpKind::FuncFunc]) {
        check_call(v, op, callee);
    }
}

/// `func.return`
pub(crate) fn func_return(v: &mut Verifier<'_>, op: Op) {
    v.check_return(op);
}

/// The values of a call are those of the callee's signature.
pub(crate) fn check_call(v: &mut Verifier<'_>, op: Op, callee: Op) {
    let module = v.module;
    let Some((inputs, results)) = signature(module, callee) else { return };
    let given = v.types(module.operands(op));
    let taken = v.types(module.results(op).iter().copied());
    for (what, expected, found) in [("arguments", inputs, given), ("results", results, taken)] {
        if expected != found {
            let (expected, found) = (v.show_types(expected.iter().copied()), v.show_types(found));
            v.error(op, format!("expected {what} of types {expected}, as the callee, found {found}"));
            v.note_op(callee, "the callee is defined here");
        }
    }
}
