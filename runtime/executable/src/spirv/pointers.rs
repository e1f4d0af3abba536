//! What functions do through pointers, and where those pointers come from.
//!
//! Invariant: loads, stores and calls have the types of what they use. A use this module has no rule for counts as
//! reading and writing, so the access computed for a variable is never too small.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{MemoryAccess, Op, StorageClass};
use rustc_hash::FxHashMap;

use super::chains::{self, Place, is_chain, is_global_variable, place_of};
use super::ids::is_non_semantic;
use super::structure::Function;
use super::words::{operand_id, operand_ids, operand_literal};
use super::{Access, Context, Id};
use crate::error::ExecutableError;

/// What one function does through pointers.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) uses: Vec<Use>,
    /// Pointers, each with one it comes from, as ids. A function's id stands for the pointers it returns.
    origins: Vec<(Id, Id)>,
    /// Module-level variables named in the function.
    pub(super) variables: BTreeSet<Id>,
}

/// One use of a pointer.
pub(super) struct Use {
    /// Index of the using instruction.
    pub(super) index: usize,
    pub(super) pointer: Id,
    pub(super) touch: Touch,
    /// Where the pointer points, if it comes straight from a module-level variable or an address.
    pub(super) place: Option<Place>,
    /// Bytes of the pointee, if fixed.
    pub(super) size_bytes: Option<u64>,
    /// The `Aligned` memory operand.
    pub(super) alignment_bytes: Option<u32>,
}

/// What is done to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Touch {
    /// Certainly this.
    pub(super) known: Access,
    /// And possibly anything.
    pub(super) is_unknown: bool,
}

impl Touch {
    fn union(self, other: Self) -> Self {
        Self { known: self.known.union(other.known), is_unknown: self.is_unknown || other.is_unknown }
    }
}

/// What an instruction does with a pointer operand.
enum Effect {
    Nothing,
    Access(Access),
    /// Its result points into what the operand points at.
    Chain,
    /// Its result is the operand, perhaps.
    Alias,
    /// Bound to that parameter of the called function.
    Argument(usize),
    Returned,
    Unknown,
}

fn effect(instruction: &Instruction, position: usize) -> Effect {
    match (instruction.class.opcode, position) {
        (Op::Load | Op::AtomicLoad | Op::CooperativeMatrixLoadKHR, 0) => Effect::Access(Access::READ),
        (Op::Store | Op::AtomicStore | Op::CooperativeMatrixStoreKHR, 0) => Effect::Access(Access::WRITE),
        (Op::CopyMemory | Op::CopyMemorySized, 0) => Effect::Access(Access::WRITE),
        (Op::CopyMemory | Op::CopyMemorySized, 1) => Effect::Access(Access::READ),
        (_, 0) if instruction.class.opname.starts_with("Atomic") => Effect::Access(Access::READ_WRITE),
        (op, 0) if is_chain(op) => Effect::Chain,
        (Op::CopyObject | Op::CopyLogical | Op::Select | Op::Phi | Op::ImageTexelPointer, _) => Effect::Alias,
        // Operand 0 is the function; that it may return a pointer is another matter.
        (Op::FunctionCall, 0) => Effect::Nothing,
        (Op::FunctionCall, position) => Effect::Argument(position - 1),
        (Op::ReturnValue, _) => Effect::Returned,
        (Op::ArrayLength | Op::PtrEqual | Op::PtrNotEqual | Op::PtrDiff, _) => Effect::Nothing,
        _ => Effect::Unknown,
    }
}

/// Reads the flow of every function.
pub(super) fn read(context: &Context<'_>) -> Result<Vec<Flow>, ExecutableError> {
    let mut places = FxHashMap::default();
    let read = |function| read_function(context, function, &mut places);
    context.functions.iter().map(read).collect()
}

fn read_function(
    context: &Context<'_>,
    function: &Function,
    places: &mut FxHashMap<Id, Place>,
) -> Result<Flow, ExecutableError> {
    let code = context.code;
    let mut flow = Flow::default();
    for (index, instruction) in code.range(function.start..function.end) {
        if is_non_semantic(code, instruction) {
            continue;
        }
        check_types(context, index, instruction)?;
        if is_chain(instruction.class.opcode) {
            let place = chains::follow(context, index, instruction, places)?;
            places.extend(instruction.result_id.zip(place));
        } else if is_address(context, instruction) {
            let here = |id| (id, Place { base: id, offset_bytes: Some(0) });
            places.extend(instruction.result_id.map(here));
        }
        for (position, id) in operand_ids(instruction) {
            if is_global_variable(context, id) {
                flow.variables.insert(id);
            }
            let effect = effect(instruction, position);
            let heir = heir(context, function, instruction, &effect);
            let pointer_type = code.type_of(id).and_then(|id| context.types.pointer(id));
            if let Some((_, pointee)) = pointer_type {
                let place = place_of(context, id, places);
                flow.origins.extend(heir.map(|heir| (heir, id)));
                flow.uses.extend(use_of(index, id, place, &effect).map(|used| Use {
                    size_bytes: context.types.size_bytes(pointee),
                    alignment_bytes: aligned(instruction),
                    ..used
                }));
            }
        }
        // What a call returns comes from whatever the callee returns.
        if let (Op::FunctionCall, Some(result)) = (instruction.class.opcode, instruction.result_id) {
            flow.origins.push((result, operand_id(instruction, 0)));
        }
    }
    Ok(flow)
}

/// Whether an instruction makes a pointer of an address, or reads one.
fn is_address(context: &Context<'_>, instruction: &Instruction) -> bool {
    let class = instruction.result_type.and_then(|id| context.types.pointer(id)).map(|(class, _)| class);
    let makes_pointer = matches!(instruction.class.opcode, Op::ConvertUToPtr | Op::Bitcast | Op::Load);
    makes_pointer && class == Some(StorageClass::PhysicalStorageBuffer)
}

/// The use an effect is, size and alignment left open.
fn use_of(index: usize, pointer: Id, place: Option<Place>, effect: &Effect) -> Option<Use> {
    let (touch, place) = match effect {
        Effect::Nothing | Effect::Chain => return None,
        Effect::Access(access) => {
            let touch = Touch { known: *access, is_unknown: false };
            (touch, place)
        }
        // A pointer that goes on without a chain may be indexed anywhere afterwards.
        Effect::Alias | Effect::Argument(_) | Effect::Returned => (Touch::default(), place.map(Place::anywhere)),
        Effect::Unknown => {
            let touch = Touch { known: Access::NONE, is_unknown: true };
            (touch, place.map(Place::anywhere))
        }
    };
    Some(Use { index, pointer, touch, place, size_bytes: None, alignment_bytes: None })
}

/// The id that takes over a pointer operand.
fn heir(context: &Context<'_>, function: &Function, instruction: &Instruction, effect: &Effect) -> Option<Id> {
    let code = context.code;
    match effect {
        Effect::Chain | Effect::Alias => instruction.result_id,
        Effect::Argument(parameter) => {
            let start = code.definition(operand_id(instruction, 0))?;
            let functions = context.functions;
            let callee = functions.binary_search_by_key(&start, |function| function.start);
            let parameters = &functions.get(callee.ok()?)?.parameters;
            code.instructions.get(*parameters.get(*parameter)?)?.result_id
        }
        Effect::Returned => code.instructions.get(function.start)?.result_id,
        Effect::Nothing | Effect::Access(_) | Effect::Unknown => None,
    }
}

fn aligned(instruction: &Instruction) -> Option<u32> {
    let is_aligned = |operand: &Operand| matches!(operand, Operand::MemoryAccess(mask) if mask.contains(MemoryAccess::ALIGNED));
    let position = instruction.operands.iter().position(is_aligned)?;
    operand_literal(instruction, position + 1)
}

/// Loads and stores have the pointee's type; calls have the callee's parameters.
fn check_types(context: &Context<'_>, index: usize, instruction: &Instruction) -> Result<(), ExecutableError> {
    let code = context.code;
    let (pointer, value_type) = match instruction.class.opcode {
        Op::Load => (operand_id(instruction, 0), instruction.result_type),
        Op::Store => (operand_id(instruction, 0), code.type_of(operand_id(instruction, 1))),
        Op::FunctionCall => return check_call(context, index, instruction),
        _ => return Ok(()),
    };
    let pointee = code.type_of(pointer).and_then(|id| context.types.pointer(id)).map(|(_, pointee)| pointee);
    if pointee.is_none() || pointee != value_type {
        return Err(code.malformed(index, format_args!("expected a pointer to the type of the value, found %{pointer}")));
    }
    Ok(())
}

fn check_call(context: &Context<'_>, index: usize, instruction: &Instruction) -> Result<(), ExecutableError> {
    let code = context.code;
    let callee = code.defining(operand_id(instruction, 0));
    let signature = callee.and_then(|callee| code.defining(operand_id(callee, 1)));
    let expected = signature.into_iter().flat_map(|signature| operand_ids(signature).map(|(_, id)| id)).skip(1);
    let found = operand_ids(instruction).skip(1).filter_map(|(_, id)| code.type_of(id));
    let same_result = callee.is_some_and(|callee| callee.result_type == instruction.result_type);
    if !same_result || !expected.eq(found) {
        return Err(code.malformed(index, "expected result and arguments as the called function declares"));
    }
    Ok(())
}

/// What the given functions together do to every variable and intermediate pointer.
pub(super) fn touches<'f>(flows: impl Iterator<Item = &'f Flow>) -> FxHashMap<Id, Touch> {
    let mut origins = Vec::new();
    let mut pending = Vec::new();
    for flow in flows {
        origins.extend_from_slice(&flow.origins);
        pending.extend(flow.uses.iter().map(|used| (used.pointer, used.touch)));
    }
    origins.sort_unstable();
    let mut touches: FxHashMap<Id, Touch> = FxHashMap::default();
    while let Some((pointer, touch)) = pending.pop() {
        let known = touches.entry(pointer).or_default();
        let union = known.union(touch);
        if union == *known {
            continue;
        }
        *known = union;
        let first = origins.partition_point(|(heir, _)| *heir < pointer);
        let of_pointer = origins.iter().skip(first).take_while(|(heir, _)| *heir == pointer);
        pending.extend(of_pointer.map(|(_, origin)| (*origin, union)));
    }
    touches
}
