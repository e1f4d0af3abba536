//! Checks of the `io_parameters` dialect: lists that go together have the same length.

use super::Verifier;
use crate::module::Op;

/// `io_parameters.load`
pub(crate) fn load(v: &mut Verifier<'_>, op: Op) {
    let results = v.module.results(op).len();
    check_lengths(v, op, &["source_keys", "source_offsets", "lengths"], Some(("results", results)));
}

/// `io_parameters.gather`
pub(crate) fn gather(v: &mut Verifier<'_>, op: Op) {
    check_lengths(v, op, &["source_keys", "source_offsets", "target_offsets", "target_lengths"], None);
}

/// `io_parameters.scatter`
pub(crate) fn scatter(v: &mut Verifier<'_>, op: Op) {
    check_lengths(v, op, &["target_keys", "target_offsets", "source_offsets", "source_lengths"], None);
}

fn check_lengths(v: &mut Verifier<'_>, op: Op, groups: &[&'static str], more: Option<(&'static str, usize)>) {
    let lengths: Vec<(&str, usize)> = groups.iter().map(|&name| (name, v.module.group(op, name).len())).chain(more).collect();
    if lengths.windows(2).any(|pair| pair[0].1 != pair[1].1) {
        let found: Vec<String> = lengths.iter().map(|(name, length)| format!("{length} {name}")).collect();
        v.error(op, format!("expected one of each for every parameter, found {}", found.join(", ")));
    }
}
