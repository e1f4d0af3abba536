//! Every use of an id: defined, in scope, earlier where it must be, and naming the kind of thing the place asks for.
//!
//! Invariant: after [`check`], values in function bodies are values, branch targets are labels of the same function,
//! result types are types, and types refer to earlier types except through `OpTypeForwardPointer`; so walking types
//! down without following pointers ends. That definitions dominate uses is checked only as far as order in the text.

use rspirv::dr::{Instruction, Operand};
use rspirv::grammar::ext_inst_table;
use rspirv::spirv::{Op, StorageClass};
use rustc_hash::FxHashMap;

use super::Id;
use super::structure::Function;
use super::words::{Code, operand_id, operand_ids};
use crate::error::ExecutableError;

/// The one instruction set of shaders.
const GLSL: &str = "GLSL.std.450";
/// Prefix of instruction sets that may be ignored (SPV_KHR_non_semantic_info).
const NON_SEMANTIC: &str = "NonSemantic.";

/// What an operand must name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Anything in the module, earlier or later: names, decorations, entry points.
    Anything,
    /// Something defined earlier at module level, or a pointer type declared forward.
    Global,
    /// A value defined earlier and in scope.
    Value,
    /// A value of the same function or the module: what a phi takes.
    PhiValue,
    /// A label of the same function: where a phi's value comes from.
    Label,
    /// A label of the same function other than its first: where a branch may lead.
    Target,
    /// A function of the module.
    Function,
}

/// Where the instruction being checked is.
struct Scope<'f> {
    globals_end: usize,
    function: Option<&'f Function>,
}

pub(super) fn check(code: &Code, functions: &[Function]) -> Result<(), ExecutableError> {
    let globals_end = functions.first().map_or(code.instructions.len(), |first| first.start);
    let forward = forward_pointers(code)?;
    let mut pending = functions.iter().peekable();
    for (index, instruction) in code.instructions.iter().enumerate() {
        while pending.next_if(|function| function.end < index).is_some() {}
        let function = pending.peek().copied().filter(|function| function.start <= index);
        let scope = Scope { globals_end, function };
        check_result_type(code, index, instruction)?;
        for (position, id) in operand_ids(instruction) {
            let role = role(code, &scope, instruction, position);
            check_use(code, &scope, index, id, role, &forward)?;
        }
        if instruction.class.opcode == Op::ExtInst {
            check_extended(code, &scope, index, instruction)?;
        }
    }
    Ok(())
}

/// Pointer types declared before their definition; each must be defined so, in its storage class.
fn forward_pointers(code: &Code) -> Result<FxHashMap<Id, usize>, ExecutableError> {
    let mut forward = FxHashMap::default();
    for (index, instruction) in code.instructions.iter().enumerate() {
        if instruction.class.opcode != Op::TypeForwardPointer {
            continue;
        }
        let id = operand_id(instruction, 0);
        let class = Operand::StorageClass(StorageClass::PhysicalStorageBuffer);
        let pointer = code.defining(id).filter(|def| def.class.opcode == Op::TypePointer);
        let same = pointer.is_some_and(|pointer| pointer.operands.first() == Some(&class));
        if !same || instruction.operands.get(1) != Some(&class) {
            return Err(code.malformed(index, format_args!("expected %{id} to be a PhysicalStorageBuffer pointer type")));
        }
        forward.entry(id).or_insert(index);
    }
    Ok(forward)
}

fn check_result_type(code: &Code, index: usize, instruction: &Instruction) -> Result<(), ExecutableError> {
    let Some(id) = instruction.result_type else {
        return Ok(());
    };
    let earlier = code.definition(id).is_some_and(|definition| definition < index);
    if !earlier || !code.opcode_of(id).is_some_and(Op::is_type) {
        return Err(code.malformed(index, format_args!("expected an earlier type as result type, found %{id}")));
    }
    Ok(())
}

/// What an operand of an instruction must name.
fn role(code: &Code, scope: &Scope<'_>, instruction: &Instruction, position: usize) -> Role {
    let op = instruction.class.opcode;
    if scope.function.is_none() {
        let ahead = matches!(
            op,
            Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId | Op::Name | Op::MemberName | Op::TypeForwardPointer
        );
        let ahead = ahead || op.is_annotation() || is_non_semantic(code, instruction);
        return if ahead { Role::Anything } else { Role::Global };
    }
    match (op, position) {
        (Op::Function | Op::Line | Op::CooperativeMatrixLengthKHR, _) | (Op::ExtInst, 0) => Role::Global,
        (Op::BranchConditional | Op::Switch, 0) => Role::Value,
        (Op::Branch | Op::BranchConditional | Op::Switch | Op::SelectionMerge | Op::LoopMerge, _) => Role::Target,
        (Op::Phi, position) if position % 2 == 1 => Role::Label,
        (Op::Phi, _) => Role::PhiValue,
        (Op::FunctionCall, 0) => Role::Function,
        (Op::ExtInst, _) if is_non_semantic(code, instruction) => Role::Anything,
        _ => Role::Value,
    }
}

fn check_use(
    code: &Code,
    scope: &Scope<'_>,
    index: usize,
    id: Id,
    role: Role,
    forward: &FxHashMap<Id, usize>,
) -> Result<(), ExecutableError> {
    let wrong = |what: &str| Err(code.malformed(index, format_args!("expected {what}, found %{id}")));
    let Some(definition) = code.definition(id) else {
        return wrong("a defined id");
    };
    let op = code.opcode_of(id);
    let local = |function: &Function| (function.start + 1..function.end).contains(&definition);
    let visible = definition < scope.globals_end || scope.function.is_some_and(local);
    let is_value = code.type_of(id).is_some() && op != Some(Op::Function);
    match role {
        Role::Anything => Ok(()),
        Role::Global => {
            let declared = || forward.get(&id).is_some_and(|&declared| declared < index);
            if definition >= scope.globals_end || definition >= index && !declared() {
                return wrong("an earlier definition outside functions");
            }
            Ok(())
        }
        Role::Value if !is_value || !visible || definition >= index => wrong("an earlier value in scope"),
        Role::PhiValue if !is_value || !visible => wrong("a value in scope"),
        Role::Label | Role::Target => {
            let entry = scope.function.and_then(|function| function.blocks.first());
            let is_entry = entry.is_some_and(|entry| entry.label == definition);
            match op {
                Some(Op::Label) if visible && !(is_entry && role == Role::Target) => Ok(()),
                _ if role == Role::Target => wrong("a label of the function other than its first"),
                _ => wrong("a label of the function"),
            }
        }
        Role::Function if op != Some(Op::Function) => wrong("a function"),
        Role::Value | Role::PhiValue | Role::Function => Ok(()),
    }
}

fn import_of<'c>(code: &'c Code, instruction: &Instruction) -> Option<&'c str> {
    let import = code.defining(operand_id(instruction, 0))?;
    match import.operands.first() {
        Some(Operand::LiteralString(name)) if import.class.opcode == Op::ExtInstImport => Some(name),
        _ => None,
    }
}

/// Whether an instruction may be ignored.
pub(super) fn is_non_semantic(code: &Code, instruction: &Instruction) -> bool {
    instruction.class.opcode == Op::ExtInst && import_of(code, instruction).is_some_and(|name| name.starts_with(NON_SEMANTIC))
}

/// An extended instruction is non-semantic, or a GLSL one with its number of operands inside a function.
fn check_extended(code: &Code, scope: &Scope<'_>, index: usize, instruction: &Instruction) -> Result<(), ExecutableError> {
    let set = import_of(code, instruction);
    let Some(GLSL) = set else {
        return match set {
            Some(name) if name.starts_with(NON_SEMANTIC) => Ok(()),
            other => Err(ExecutableError::unsupported(
                code.path(index),
                format_args!("expected {GLSL} or a non-semantic instruction set, found {other:?}"),
            )),
        };
    };
    let number = match instruction.operands.get(1) {
        Some(Operand::LiteralExtInstInteger(number)) => *number,
        _ => 0,
    };
    let grammar = ext_inst_table(GLSL).and_then(|table| table.lookup_opcode(number));
    let expected = grammar.map(|grammar| grammar.operands.len() + 2);
    if expected != Some(instruction.operands.len()) || scope.function.is_none() {
        return Err(code.malformed(
            index,
            format_args!("expected a {GLSL} instruction with its operands in a function, found number {number}"),
        ));
    }
    Ok(())
}
