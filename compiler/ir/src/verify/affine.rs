//! Checks of the `affine` dialect beyond its rows.

use super::{Verifier, count};
use crate::module::Op;

/// `affine.delinearize_index`: an extent for each result, or for each but the first.
pub(crate) fn delinearize_index(v: &mut Verifier<'_>, op: Op) {
    let dims = v.module.results(op).len();
    extents(v, op, dims, "result");
}

/// `affine.linearize_index`: an extent for each index, or for each but the first.
pub(crate) fn linearize_index(v: &mut Verifier<'_>, op: Op) {
    let dims = v.module.group(op, "multi_index").len();
    extents(v, op, dims, "index");
}

fn extents(v: &mut Verifier<'_>, op: Op, dims: usize, what: &str) {
    let basis = v.module.get_attr(op, "static_basis").map(|attr| v.ctx().int_values(attr)).unwrap_or_default();
    if basis.len() != dims && basis.len() + 1 != dims {
        v.error(op, format!("expected an extent for each {what} or for each but the first, found {} for {dims}", basis.len()));
    }
    let dynamic = basis.iter().filter(|&&extent| extent == i64::MIN).count();
    let values = v.module.group(op, "dynamic_basis").len();
    if dynamic != values {
        v.error(op, format!("expected {} for extents that are no constants, found {values}", count(dynamic, "value")));
    }
}
