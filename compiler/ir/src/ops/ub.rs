//! `ub`: what has no meaning.

use super::rules::ANY;
use crate::def::*;

pub(super) const POISON: OpDef = op("ub.poison", "A value that must not be looked at.")
    .attrs(&[attr_opt("value", AttrRule::Any)])
    .results(&[result("result", ANY)])
    .pure()
    .text("&attrs [? <~$value^~> ?] : @result");
