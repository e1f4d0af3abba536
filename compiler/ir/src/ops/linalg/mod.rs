//! `linalg`: loops over tensors, given by the part of each operand that a round sees.
//!
//! Named operations have a region that the custom form leaves out: [`body`] makes it from the element types.
//! What has no row here is read and written in generic form.

mod body;
mod syntax;
pub(super) mod windows;

use super::rules::*;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::module::{Module, Op, Region};

const INPUTS: ValueRow = many("inputs", ANY);
const OUTPUTS: ValueRow = many("outputs", ANY);
/// How inputs become numbers of the output's type; signed when absent.
const CAST: AttrRow = attr_opt("cast", AttrRule::Dialect(DialectAttrKind::LinalgTypeFn));

/// An operation on inputs and outputs with a region for one element.
const fn structured(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[INPUTS, OUTPUTS] })
        .results(const { &[results("result_tensors", ANY)] })
        .regions(&["region"])
        .traits(OPERAND_SEGMENTS | SINGLE_BLOCK)
        .arg_hints(element_names)
}

/// `in` and `out`, for the elements of inputs and outputs.
fn element_names(module: &Module, op: Op, region: Region) -> Vec<&'static str> {
    let args = module.entry(region).map_or(0, |block| module.args(block).len());
    let inputs = module.group_range(op, "inputs").len();
    (0..args).map(|i| if i < inputs { "in" } else { "out" }).collect()
}

pub(super) const GENERIC: OpDef = structured("linalg.generic", "A loop nest given by its maps and the body for one element.")
    .attrs(&[
        attr("indexing_maps", AttrRule::Array),
        attr("iterator_types", AttrRule::Array),
        attr_opt("doc", AttrRule::Str),
        attr_opt("library_call", AttrRule::Str),
    ])
    .custom(syntax::parse_generic, syntax::print_generic);

pub(super) const FILL: OpDef = structured("linalg.fill", "The output with one value in all places.")
    .custom(|p, s| syntax::parse_named(p, s, body::copy), syntax::print_named);

pub(super) const COPY: OpDef = structured("linalg.copy", "The input, put into the output.")
    .attrs(&[CAST])
    .custom(|p, s| syntax::parse_named(p, s, body::copy), syntax::print_named);

pub(super) const MATMUL: OpDef = structured("linalg.matmul", "The output plus the product of two matrices.")
    .attrs(&[attr_opt("indexing_maps", AttrRule::Array), CAST])
    .custom(|p, s| syntax::parse_mapped(p, s, body::contraction), syntax::print_named);

pub(super) const BATCH_MATMUL: OpDef = structured("linalg.batch_matmul", "`linalg.matmul` for each entry of a batch.")
    .attrs(&[attr_opt("indexing_maps", AttrRule::Array), CAST])
    .custom(|p, s| syntax::parse_mapped(p, s, body::contraction), syntax::print_named);

const fn product(name: &'static str, doc: &'static str) -> OpDef {
    structured(name, doc).custom(|p, s| syntax::parse_named(p, s, body::contraction), syntax::print_named)
}

pub(super) const MATVEC: OpDef = product("linalg.matvec", "The output plus the product of a matrix and a vector.");
pub(super) const VECMAT: OpDef = product("linalg.vecmat", "The output plus the product of a vector and a matrix.");
pub(super) const DOT: OpDef = product("linalg.dot", "The output plus the product of two vectors.");

pub(super) const SOFTMAX: OpDef = op("linalg.softmax", "Exponentials along a dimension, divided by their sum.")
    .operands(&[one("input", ANY), one("output", ANY)])
    .attrs(&[attr("dimension", AttrRule::Int(IntKind::Width(64)))])
    .results(&[results("result", TENSOR)])
    .text("&attrs dimension($dimension) ins($input : @input) outs($output : @output) [? -> @result^ ?]");

pub(super) const TRANSPOSE: OpDef = op("linalg.transpose", "The input with its dimensions in another order.")
    .operands(&[one("input", ANY), one("init", ANY)])
    .attrs(&[attr("permutation", AttrRule::DenseArray(64))])
    .results(&[results("result", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .hints("transposed")
    .custom(|p, s| syntax::parse_moving(p, s, "permutation"), |p, op| syntax::print_moving(p, op, "permutation"));

pub(super) const BROADCAST: OpDef = op("linalg.broadcast", "The input, repeated along dimensions.")
    .operands(&[one("input", ANY), one("init", ANY)])
    .attrs(&[attr("dimensions", AttrRule::DenseArray(64))])
    .results(&[results("result", TENSOR)])
    .regions(&["region"])
    .traits(SINGLE_BLOCK)
    .hints("broadcasted")
    .custom(|p, s| syntax::parse_moving(p, s, "dimensions"), |p, op| syntax::print_moving(p, op, "dimensions"));

pub(super) const INDEX_OP: OpDef = op("linalg.index", "The place in a dimension of the loop nest.")
    .attrs(&[attr("dim", AttrRule::Int(IntKind::Width(64)))])
    .results(&[result("result", INDEX)])
    .pure()
    .text("$dim &attrs : @result");

pub(super) const YIELD: OpDef = op("linalg.yield", "Ends the body for one element.")
    .operands(&[many("values", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $values^ : @values ?]");
