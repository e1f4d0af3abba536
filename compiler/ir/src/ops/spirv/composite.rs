//! `spirv`: vectors, arrays, structures and matrices, whole and in part.

use smallvec::smallvec;

use super::types::{element, part, truth_of_all};
use crate::attrs::AttrList;
use crate::context::Context;
use crate::def::*;
use crate::ops::rules::ANY;
use crate::types::{Type, Types};

const FIRST: ValueRow = result("result", ANY).var("T");

pub(crate) const COMPOSITE_CONSTRUCT: OpDef = op("spirv.CompositeConstruct", "A composite of its parts.")
    .operands(&[many("constituents", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$constituents &attrs : &signature(constituents)");

pub(crate) const COMPOSITE_EXTRACT: OpDef = op("spirv.CompositeExtract", "A part of a composite.")
    .operands(&[one("composite", ANY)])
    .attrs(&[attr("indices", AttrRule::Array)])
    .results(&[result("component", ANY)])
    .pure()
    .text("$composite ~ $indices &attrs : @composite")
    .infer(extracted);

/// The type of the part that the indices name.
fn extracted(ctx: &Context, operands: &[Type], props: &AttrList) -> Option<Types> {
    let (_, indices) = props.iter().find(|(key, _)| ctx.str(*key) == "indices")?;
    let indices = ctx.array_value(*indices)?.iter();
    let mut indices = indices.map(|&index| ctx.int_value(index));
    indices.try_fold(*operands.first()?, |ty, index| part(ctx, ty, index?)).map(|ty| smallvec![ty])
}

pub(crate) const COMPOSITE_INSERT: OpDef = op("spirv.CompositeInsert", "A composite with one part replaced.")
    .operands(&[one("object", ANY), one("composite", ANY).var("T")])
    .attrs(&[attr("indices", AttrRule::Array)])
    .results(&[FIRST])
    .pure()
    .text("$object, $composite ~ $indices &attrs : @object into @composite");

pub(crate) const VECTOR_SHUFFLE: OpDef = op("spirv.VectorShuffle", "A vector of elements of two others.")
    .operands(&[one("vector1", ANY), one("vector2", ANY)])
    .attrs(&[attr("components", AttrRule::Array)])
    .results(&[result("result", ANY)])
    .pure()
    .text("&attrs $components $vector1, $vector2 : @vector1, @vector2 -> @result");

pub(crate) const VECTOR_EXTRACT_DYNAMIC: OpDef = op("spirv.VectorExtractDynamic", "An element of a vector.")
    .operands(&[one("vector", ANY), one("index", ANY)])
    .results(&[result("result", ANY).of("vector", element)])
    .pure()
    .text("$vector ~ [$index] &attrs : @vector, @index");

pub(crate) const VECTOR_INSERT_DYNAMIC: OpDef = op("spirv.VectorInsertDynamic", "A vector with one element replaced.")
    .operands(&[one("vector", ANY).var("T"), one("component", ANY).of("vector", element), one("index", ANY)])
    .results(&[FIRST])
    .pure()
    .text("$component, $vector ~ [$index] &attrs : @vector, @index");

pub(crate) const VECTOR_TIMES_SCALAR: OpDef = op("spirv.VectorTimesScalar", "A vector, scaled.")
    .operands(&[one("vector", ANY), one("scalar", ANY)])
    .results(&[result("result", ANY)])
    .pure()
    .text("$operands &attrs : &signature");

pub(crate) const MATRIX_TIMES_SCALAR: OpDef = op("spirv.MatrixTimesScalar", "A matrix, scaled.")
    .operands(&[one("matrix", ANY).var("T"), one("scalar", ANY)])
    .results(&[FIRST])
    .pure()
    .text("$operands &attrs : @matrix, @scalar");

const fn product(name: &'static str, doc: &'static str, operands: &'static [ValueRow]) -> OpDef {
    op(name, doc)
        .operands(operands)
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$operands &attrs : @operands -> @result")
}

pub(crate) const MATRIX_TIMES_MATRIX: OpDef =
    product("spirv.MatrixTimesMatrix", "A matrix product.", const { &[one("leftmatrix", ANY), one("rightmatrix", ANY)] });
pub(crate) const MATRIX_TIMES_VECTOR: OpDef =
    product("spirv.MatrixTimesVector", "A matrix times a vector.", const { &[one("matrix", ANY), one("vector", ANY)] });
pub(crate) const VECTOR_TIMES_MATRIX: OpDef =
    product("spirv.VectorTimesMatrix", "A vector times a matrix.", const { &[one("vector", ANY), one("matrix", ANY)] });
pub(crate) const TRANSPOSE: OpDef = product("spirv.Transpose", "Columns as rows.", const { &[one("matrix", ANY)] });

pub(crate) const DOT: OpDef = op("spirv.Dot", "Float dot product.")
    .operands(&[one("vector1", ANY).var("T"), one("vector2", ANY).var("T")])
    .results(&[result("result", ANY)])
    .pure()
    .text("$vector1, $vector2 &attrs : @vector1 -> @result");

const PACKED: &[AttrRow] = &[attr_opt("format", AttrRule::Dialect(crate::dialect_attrs::DialectAttrKind::SpirvPackedFormat))];

const fn int_dot(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("vector1", ANY).var("T"), one("vector2", ANY).var("T")] })
        .attrs(PACKED)
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$vector1, $vector2 [? , $format^ ?] &attrs : @vector1 -> @result")
}

const fn int_dot_sum(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("vector1", ANY).var("T"), one("vector2", ANY).var("T"), one("accumulator", ANY).var("R")] })
        .attrs(PACKED)
        .results(const { &[result("result", ANY).var("R")] })
        .pure()
        .text("$vector1, $vector2, $accumulator [? , $format^ ?] &attrs : @vector1 -> @result")
}

const fn of_all(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("vector", ANY)] })
        .results(const { &[result("result", ANY).of("vector", truth_of_all)] })
        .pure()
        .text("$vector &attrs : @vector")
}

pub(crate) const S_DOT: OpDef = int_dot("spirv.SDot", "Signed dot product.");
pub(crate) const U_DOT: OpDef = int_dot("spirv.UDot", "Unsigned dot product.");
pub(crate) const SU_DOT: OpDef = int_dot("spirv.SUDot", "Dot product of signed and unsigned numbers.");

pub(crate) const S_DOT_ACC_SAT: OpDef = int_dot_sum("spirv.SDotAccSat", "Signed dot product and sum, saturating.");
pub(crate) const U_DOT_ACC_SAT: OpDef = int_dot_sum("spirv.UDotAccSat", "Unsigned dot product and sum, saturating.");
pub(crate) const SU_DOT_ACC_SAT: OpDef =
    int_dot_sum("spirv.SUDotAccSat", "Dot product of signed and unsigned numbers and sum, saturating.");

pub(crate) const ALL_OF: OpDef = of_all("spirv.All", "Whether all are true.");
pub(crate) const ANY_OF: OpDef = of_all("spirv.Any", "Whether one is true.");
