//! Compute entry points: local size, push constants, and the rest of what they reach.
//!
//! Invariant: an entry point has a name of its own, a local size of at least 1, and at most one push constant block, of
//! fixed size; execution modes are those of entry points.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

use super::chains::is_global_variable;
use super::pointers::Flow;
use super::reach::{Reach, reach};
use super::types::{Type, default_of};
use super::words::{operand_id, operand_ids};
use super::{Context, EntryPoint, LocalSize, PushConstants, addresses, resources, structure};
use crate::error::{ExecutableError, check_limit};
use crate::limits::MAX_ENTRY_POINTS;

/// Reads the compute entry points of a module.
pub(super) fn read(context: &Context<'_>, flows: &[Flow]) -> Result<Vec<EntryPoint>, ExecutableError> {
    let instructions = context.code.instructions.iter().enumerate();
    let declared: Vec<_> = instructions.filter(|(_, instruction)| instruction.class.opcode == Op::EntryPoint).collect();
    check_limit("word 0", "entry points", declared.len(), MAX_ENTRY_POINTS)?;
    check_execution_modes(context, &declared)?;
    let mut entry_points: Vec<EntryPoint> = Vec::new();
    for (index, instruction) in declared {
        let (model, function, name) = declaration(context, index, instruction)?;
        if model != ExecutionModel::GLCompute {
            continue;
        }
        if name.is_empty() || entry_points.iter().any(|other| other.name == *name) {
            return Err(context.code.malformed(index, format_args!("expected a name of its own, found {name:?}")));
        }
        let reach = reach(context, flows, function);
        entry_points.push(EntryPoint {
            name: name.to_owned(),
            local_size: local_size(context, index, instruction)?,
            bindings: resources::bindings(&reach)?,
            push_constants: push_constants(&reach)?,
            built_ins: built_ins(&reach),
            uses_subgroup_operations: uses_subgroup_operations(context, function),
            workgroup_memory_bytes: workgroup_memory_bytes(&reach),
            table_access: addresses::table_access(&reach, function),
        });
    }
    Ok(entry_points)
}

/// Model, function (as an index into the functions) and name of an `OpEntryPoint`.
fn declaration<'c>(
    context: &Context<'_>,
    index: usize,
    instruction: &'c Instruction,
) -> Result<(ExecutionModel, usize, &'c str), ExecutableError> {
    let code = context.code;
    let mut interface = operand_ids(instruction).skip(1).map(|(_, id)| id);
    if let Some(id) = interface.find(|id| !is_global_variable(context, *id)) {
        return Err(code.malformed(index, format_args!("expected variables of the module as interface, found %{id}")));
    }
    let start = code.definition(operand_id(instruction, 1));
    let function = start.and_then(|start| {
        let functions = context.functions;
        functions.binary_search_by_key(&start, |function| function.start).ok()
    });
    match (instruction.operands.as_slice(), function) {
        ([Operand::ExecutionModel(model), _, Operand::LiteralString(name), ..], Some(function)) => Ok((*model, function, name)),
        _ => Err(code.malformed(index, "expected a model, a function of the module and a name")),
    }
}

fn check_execution_modes(context: &Context<'_>, entries: &[(usize, &Instruction)]) -> Result<(), ExecutableError> {
    for (index, instruction) in context.code.instructions.iter().enumerate() {
        let is_mode = matches!(instruction.class.opcode, Op::ExecutionMode | Op::ExecutionModeId);
        let function = operand_id(instruction, 0);
        let is_entry = |(_, entry): &(usize, &Instruction)| operand_id(entry, 1) == function;
        if is_mode && !entries.iter().any(is_entry) {
            return Err(context.code.malformed(index, "expected the function of an entry point"));
        }
    }
    Ok(())
}

/// The local size: the `WorkgroupSize` constant if there is one, else the execution mode.
fn local_size(context: &Context<'_>, index: usize, entry: &Instruction) -> Result<LocalSize, ExecutableError> {
    let code = context.code;
    let function = operand_id(entry, 1);
    let mut found = None;
    for instruction in &code.instructions {
        if !matches!(instruction.class.opcode, Op::ExecutionMode | Op::ExecutionModeId)
            || operand_id(instruction, 0) != function
        {
            continue;
        }
        found = match instruction.operands.as_slice() {
            [
                _,
                Operand::ExecutionMode(ExecutionMode::LocalSize),
                Operand::LiteralBit32(x),
                Operand::LiteralBit32(y),
                Operand::LiteralBit32(z),
            ] => Some(LocalSize { size: [*x, *y, *z], spec_ids: [None; 3] }),
            [_, Operand::ExecutionMode(ExecutionMode::LocalSizeId), ids @ ..] => Some(size_of_constants(context, index, ids)?),
            _ => continue,
        };
    }
    let built_in = BuiltIn::WorkgroupSize as u32;
    let constant = context.decorations.decorated(Decoration::BuiltIn, built_in).next();
    if let Some(definition) = constant.and_then(|id| code.defining(id)) {
        found = Some(size_of_constants(context, index, &definition.operands)?);
    }
    match found {
        Some(local_size) if !local_size.size.contains(&0) => Ok(local_size),
        Some(local_size) => {
            Err(code.malformed(index, format_args!("expected a local size of at least 1, found {:?}", local_size.size)))
        }
        None => Err(code.malformed(index, "expected a local size, found none")),
    }
}

/// The local size three constants say.
fn size_of_constants(context: &Context<'_>, index: usize, ids: &[Operand]) -> Result<LocalSize, ExecutableError> {
    let [x, y, z] = ids else {
        return Err(context.code.malformed(index, "expected three constants as local size"));
    };
    let mut local_size = LocalSize { size: [0; 3], spec_ids: [None; 3] };
    let components = local_size.size.iter_mut().zip(&mut local_size.spec_ids);
    for ((size, spec_id), operand) in components.zip([x, y, z]) {
        let id = operand.id_ref_any().unwrap_or(0);
        let value = default_of(context.code, id).and_then(|value| u32::try_from(value).ok());
        let Some(value) = value else {
            return Err(ExecutableError::unsupported(
                context.code.path(index),
                format_args!("expected plain or specialization constants as local size, found %{id}"),
            ));
        };
        *size = value;
        *spec_id = context.decorations.get(id, Decoration::SpecId);
    }
    Ok(local_size)
}

fn push_constants(reach: &Reach<'_>) -> Result<Option<PushConstants>, ExecutableError> {
    let mut blocks = reach.variables().filter(|(_, class, _)| *class == StorageClass::PushConstant);
    let Some((variable, _, block)) = blocks.next() else {
        return Ok(None);
    };
    if let Some((second, ..)) = blocks.next() {
        return reach.refuse(second, "expected one push constant block per entry point, found a second");
    }
    let types = reach.context.types;
    let (Some(Type::Struct { members }), Some(size_bytes)) = (types.get(block), types.size_bytes(block)) else {
        return reach.refuse(variable, "expected a structure of fixed size as push constant block");
    };
    let uses = reach.flows.iter().flat_map(|flow| &flow.uses);
    let places = uses.filter_map(|used| used.place).filter(|place| place.base == variable);
    let used: Option<BTreeSet<u64>> = places.map(|place| place.offset_bytes).collect();
    Ok(Some(PushConstants {
        size_bytes,
        member_offsets_bytes: members.iter().map(|member| member.offset_bytes).collect(),
        used_offsets_bytes: used.map(|offsets| offsets.into_iter().collect()),
    }))
}

fn built_ins(reach: &Reach<'_>) -> Vec<BuiltIn> {
    let decorated = reach.variables.iter().filter_map(|&id| reach.context.decorations.get(id, Decoration::BuiltIn));
    let built_ins: BTreeSet<BuiltIn> = decorated.filter_map(BuiltIn::from_u32).collect();
    built_ins.into_iter().collect()
}

fn uses_subgroup_operations(context: &Context<'_>, entry: usize) -> bool {
    let functions = structure::reachable(context.functions, entry);
    let functions = functions.iter().filter_map(|&index| context.functions.get(index));
    let code = context.code;
    let mut instructions = functions.flat_map(|function| code.range(function.start..function.end));
    let prefixes = ["Group", "Subgroup", "CooperativeMatrix"];
    instructions.any(|(_, instruction)| prefixes.iter().any(|prefix| instruction.class.opname.starts_with(prefix)))
}

fn workgroup_memory_bytes(reach: &Reach<'_>) -> Option<u64> {
    let mut shared = reach.variables().filter(|(_, class, _)| *class == StorageClass::Workgroup);
    shared.try_fold(0u64, |end, (_, _, pointee)| {
        let layout = reach.context.types.layout(pointee);
        let start = end.checked_next_multiple_of(layout.alignment_bytes)?;
        start.checked_add(reach.context.types.size_bytes(pointee)?)
    })
}
