//! The table of passes.

use crate::pass::Pass;
use crate::util::{apply_patterns, fold_globals, fuse_globals, ipo, simplify_global_accesses};
use crate::{canonicalize, cse, symbol_dce};

/// All passes.
pub const PASSES: &[Pass] = &[
    canonicalize::PASS,
    cse::PASS,
    symbol_dce::PASS,
    apply_patterns::PASS,
    fold_globals::PASS,
    fuse_globals::PASS,
    ipo::PASS,
    simplify_global_accesses::PASS,
];

/// The pass called `name`.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
