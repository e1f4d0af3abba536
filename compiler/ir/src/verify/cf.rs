//! Checks of the `cf` dialect beyond its rows; branches and their targets are checked for all dialects alike.

use super::{Verifier, count};
use crate::module::Op;

/// `cf.switch`: a value, a target and its operands for each case.
pub(crate) fn switch(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let cases = module.successors(op).len().saturating_sub(1);
    let values = module.get_attr(op, "case_values");
    let found = values.map_or(0, |values| v.ctx().int_values(values).len());
    if found != cases {
        let expected = count(cases, "value");
        v.error(op, format!("expected `case_values` to have {expected}, one for each case, found {found}"));
    }
    if let Some(values) = values
        && let (Some(flag), Some(ty)) = (module.named(op, "flag"), v.ctx().attr_type(values))
    {
        let (expected, found) = (module.ty(flag), crate::ops::rules::element(v.ctx(), ty));
        if expected != found {
            let (expected, found) = (v.show(expected), v.show(found));
            v.error(op, format!("expected values of type {expected}, as the flag, found {found}"));
        }
    }
    let Some(segments) = module.get_attr(op, "case_operand_segments").map(|attr| v.ctx().int_values(attr)) else { return };
    let operands = module.group(op, "caseOperands").len();
    let given = segments.iter().try_fold(0usize, |sum, &n| sum.checked_add(usize::try_from(n).ok()?));
    if segments.len() != cases || given != Some(operands) {
        let expected = format!("{} to {}", count(operands, "operand"), count(cases, "case"));
        v.error(op, format!("expected `case_operand_segments` to give {expected}, found {segments:?}"));
    }
}
