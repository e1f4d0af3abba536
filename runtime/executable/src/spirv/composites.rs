//! Values made of parts: building them, taking parts out, putting parts in.

use rspirv::dr::Operand;
use rspirv::spirv::Op;

use super::types::Type;
use super::typing::{Class, Shape, shape, type_at};
use super::{Context, Id};

/// The parts of a composite in order; a vector may also be built of vectors.
pub(super) fn is_construction(context: &Context<'_>, result: Option<Id>, operands: &[Operand]) -> bool {
    let Some(result) = result else {
        return false;
    };
    let types = || {
        let ids = operands.iter().filter_map(Operand::id_ref_any);
        ids.map(|id| context.code.type_of(id))
    };
    let whole = shape(context, Some(result)).filter(|whole| whole.columns == 1);
    if let Some(whole) = whole {
        let parts: Option<Vec<Shape>> = types().map(|id| shape(context, id)).collect();
        return parts.is_some_and(|parts| {
            let is_part = |part: &Shape| part.is_of(whole) && part.columns == 1;
            let total = parts.iter().map(|part| u64::from(part.rows)).sum::<u64>();
            parts.iter().all(is_part) && total == u64::from(whole.rows)
        });
    }
    let count = match context.types.get(result) {
        Some(Type::Struct { members }) => Some(members.len() as u64),
        Some(Type::Matrix { count, .. }) => Some(u64::from(*count)),
        // Where the length must be computed first, nobody can say: such values are refused.
        Some(Type::Array { length, .. }) => *length,
        // Made of one scalar.
        _ => return is_cooperative(context, Some(result)),
    };
    let parts = || types().zip(0..);
    parts().all(|(found, index)| found == context.types.part(result, index)) && count == Some(parts().count() as u64)
}

/// A part taken out by literal indices.
pub(super) fn is_extraction(context: &Context<'_>, result: Option<Id>, operands: &[Operand]) -> bool {
    let indices = operands.get(1..).unwrap_or_default();
    has_part(context, type_at(context, operands, 0), indices, result)
}

/// A part put in at literal indices.
pub(super) fn is_insertion(context: &Context<'_>, result: Option<Id>, operands: &[Operand]) -> bool {
    let indices = operands.get(2..).unwrap_or_default();
    let object = type_at(context, operands, 0);
    type_at(context, operands, 1) == result && has_part(context, result, indices, object)
}

/// A component of a vector at a computed index, taken out or put in.
pub(super) fn is_dynamic_access(context: &Context<'_>, op: Op, result: Option<Id>, operands: &[Operand]) -> bool {
    let type_of = |position| type_at(context, operands, position);
    let (component, index) = match op {
        Op::VectorInsertDynamic if type_of(0) == result => (type_of(1), type_of(2)),
        Op::VectorExtractDynamic => (result, type_of(1)),
        _ => return false,
    };
    let is_component = match type_of(0).and_then(|id| context.types.get(id)) {
        Some(Type::Vector { component: part, .. }) => Some(*part) == component,
        _ => false,
    };
    is_component && shape(context, index).is_some_and(|shape| shape.is_scalar(Class::Int))
}

/// Whether literal indices into a composite find a part of that type.
fn has_part(context: &Context<'_>, composite: Option<Id>, indices: &[Operand], part: Option<Id>) -> bool {
    let step = |part, index: &Operand| match index {
        Operand::LiteralBit32(index) => context.types.part(part, u64::from(*index)),
        _ => None,
    };
    let found = composite.and_then(|composite| indices.iter().try_fold(composite, step));
    // How many parts a cooperative matrix has, only the device knows.
    found.is_some() && found == part || is_cooperative(context, composite)
}

/// Whether a type is a cooperative matrix.
pub(super) fn is_cooperative(context: &Context<'_>, id: Option<Id>) -> bool {
    let op = id.and_then(|id| context.code.opcode_of(id));
    op == Some(Op::TypeCooperativeMatrixKHR)
}

/// Components picked from two vectors.
pub(super) fn is_shuffle(context: &Context<'_>, result: Option<Id>, operands: &[Operand]) -> bool {
    let shape_of = |position| shape(context, type_at(context, operands, position));
    let (Some(first), Some(second), Some(result)) = (shape_of(0), shape_of(1), shape(context, result)) else {
        return false;
    };
    let literals = operands.get(2..).unwrap_or_default();
    let in_range = |literal: &Operand| match literal {
        Operand::LiteralBit32(index) => *index < first.rows + second.rows || *index == u32::MAX,
        _ => false,
    };
    let is_alike = |shape: &Shape| shape.is_of(result) && shape.columns == 1;
    [first, second, result].iter().all(is_alike) && literals.len() == result.rows as usize && literals.iter().all(in_range)
}
