//! `builtin`: modules and casts between type systems.

use super::rules::ANY;
use crate::def::*;
use crate::verify::builtin as verify;

pub(super) const MODULE: OpDef = op("builtin.module", "A container of symbols and operations.")
    .attrs(&[attr_opt("sym_name", AttrRule::SymbolName), attr_opt("sym_visibility", AttrRule::Str)])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE | SINGLE_BLOCK | NO_TERMINATOR | GRAPH_REGIONS)
    .default_dialect("builtin")
    .text("[? $sym_name^ ?] &attributes $body");

pub(super) const UNREALIZED_CONVERSION_CAST: OpDef =
    op("builtin.unrealized_conversion_cast", "Values as other types, to be resolved by a later conversion.")
        .operands(&[many("inputs", ANY)])
        .results(&[results("outputs", ANY)])
        .pure()
        .text("[? $inputs^ : @inputs ?] to @outputs &attrs")
        .check(verify::unrealized_cast);

/// What stands in an inner module of a dialect without rows.
pub(super) const OPAQUE: OpDef = op("opaque", "Operations of a dialect without rows, kept as their text.")
    .attrs(&[attr("text", AttrRule::Any)])
    .kept_as_text();
