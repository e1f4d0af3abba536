//! Queue operations: what they wait for is not what they signal.

use crate::module::Op;
use crate::ops::OpKind;
use crate::verify::Verifier;

/// An operation that waits for the fence it signals never runs; null fences stand for nothing.
pub(crate) fn fences(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let (Some(wait), Some(signal)) = (module.named(op, "wait_fence"), module.named(op, "signal_fence")) else { return };
    let is_null = module.defining_op(wait).is_some_and(|def| module.kind(def) == OpKind::UtilNull);
    if wait == signal && !is_null {
        v.error(op, "expected to wait for another fence than it signals, found the same: it would wait for itself");
        v.note_value(wait);
    }
}
