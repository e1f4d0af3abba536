//! Checks of the `builtin` dialect beyond its rows.

use super::Verifier;
use crate::module::Op;

/// `builtin.unrealized_conversion_cast`: gives something.
pub(crate) fn unrealized_cast(v: &mut Verifier<'_>, op: Op) {
    if v.module.results(op).is_empty() {
        v.error(op, "expected at least 1 result, found none");
    }
}
