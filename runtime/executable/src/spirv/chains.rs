//! Access chains: whether they index what is there, and where they point.
//!
//! Invariant: a chain [`follow`] accepts indexes its type as declared, structure members by constants that exist, and
//! has the type it says.

use rspirv::dr::Instruction;
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use super::types::{Type, constant};
use super::words::{operand_id, operand_ids};
use super::{Context, Id, ScalarKind, resources};
use crate::error::ExecutableError;

/// A position in a module-level variable, or behind an address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The variable, or the pointer that the address became.
    pub(super) base: Id,
    /// `None` if an index is not constant.
    pub(super) offset_bytes: Option<u64>,
}

impl Place {
    /// An unknown position behind the same base.
    pub(super) fn anywhere(self) -> Self {
        Self { offset_bytes: None, ..self }
    }
}

/// Whether an instruction makes a pointer into what another points at.
pub(super) fn is_chain(op: Op) -> bool {
    matches!(op, Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain)
}

/// Whether an id names a variable outside functions.
pub(super) fn is_global_variable(context: &Context<'_>, id: Id) -> bool {
    let globals_end = context.functions.first().map_or(0, |first| first.start);
    context.code.opcode_of(id) == Some(Op::Variable) && context.code.definition(id).is_some_and(|index| index < globals_end)
}

/// Where a pointer points, if that is known.
pub(super) fn place_of(context: &Context<'_>, id: Id, places: &FxHashMap<Id, Place>) -> Option<Place> {
    if is_global_variable(context, id) {
        return Some(Place { base: id, offset_bytes: Some(0) });
    }
    places.get(&id).copied()
}

/// Checks an access chain and computes where it points; `None` if what it starts at has no place.
pub(super) fn follow(
    context: &Context<'_>,
    index: usize,
    instruction: &Instruction,
    places: &FxHashMap<Id, Place>,
) -> Result<Option<Place>, ExecutableError> {
    let code = context.code;
    let pointer = |id: Option<Id>| context.types.pointer(id?);
    let base = operand_id(instruction, 0);
    let (Some((base_class, mut part)), Some((result_class, result))) =
        (pointer(code.type_of(base)), pointer(instruction.result_type))
    else {
        return Err(code.malformed(index, format_args!("expected a pointer into a pointer, found base %{base}")));
    };
    let place = place_of(context, base, places);
    let mut offset = place.and_then(|place| place.offset_bytes);
    // A pointer chain steps by elements first; an array of descriptors is not memory. Either way the offset is lost.
    let steps_elements = matches!(instruction.class.opcode, Op::PtrAccessChain | Op::InBoundsPtrAccessChain);
    if steps_elements || resources::is_descriptor_array(context, base_class, part) {
        offset = None;
    }
    for (position, id) in operand_ids(instruction).skip(1) {
        if !is_integer(context, id) {
            return Err(code.malformed(index, format_args!("expected integers as indices, found %{id}")));
        }
        if steps_elements && position == 1 {
            continue;
        }
        let Some((next, step)) = step(context, part, constant(code, id)) else {
            return Err(
                code.malformed(index, format_args!("expected %{part} to have a part %{id}, a constant if it is a structure"))
            );
        };
        part = next;
        offset = offset.zip(step).and_then(|(offset, step)| offset.checked_add(step));
    }
    if part != result || base_class != result_class {
        return Err(code.malformed(index, format_args!("expected a pointer to %{part} in {base_class:?} as result")));
    }
    Ok(place.map(|place| Place { offset_bytes: offset, ..place }))
}

fn is_integer(context: &Context<'_>, id: Id) -> bool {
    let index_type = context.code.type_of(id);
    let index_type = index_type.and_then(|id| context.types.get(id));
    matches!(index_type, Some(Type::Scalar(ScalarKind::Int { .. })))
}

/// One index into a type: the part's type and, if known, how many bytes further it lies. `None` if there is no such
/// part.
fn step(context: &Context<'_>, part: Id, index: Option<u64>) -> Option<(Id, Option<u64>)> {
    let times = |bytes: u64| index.and_then(|index| index.checked_mul(bytes));
    Some(match context.types.get(part)? {
        Type::Struct { members } => {
            let member = members.get(usize::try_from(index?).ok()?)?;
            (member.id, Some(member.offset_bytes))
        }
        Type::Array { element, stride_bytes, .. } | Type::RuntimeArray { element, stride_bytes } => {
            (*element, times(*stride_bytes))
        }
        Type::Vector { component, .. } => (*component, context.types.size_bytes(*component).and_then(times)),
        // Where a column lies depends on decorations of the member that holds the matrix.
        Type::Matrix { column, .. } => (*column, None),
        _ => return None,
    })
}
