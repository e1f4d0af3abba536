//! The table of passes.

use crate::pass::Pass;
use crate::{canonicalize, cse};

/// All passes.
pub const PASSES: &[Pass] = &[canonicalize::PASS, cse::PASS];

/// The pass called `name`.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
