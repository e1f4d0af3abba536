//! The shape of a module: sections in order, functions made of blocks, no recursion.
//!
//! Invariant: after [`split`], instructions before the first function are module-level and in the order of the
//! specification (2.4); every block of every [`Function`] starts with a label, ends with its only terminator, and has
//! phis first and a merge instruction last; local variables are in entry blocks; the call graph has no cycle.

use std::ops::Range;

use rspirv::dr::{Instruction, Operand};
use rspirv::grammar::reflect::is_block_terminator;
use rspirv::spirv::{Op, StorageClass};

use super::words::{Code, operand_id};
use crate::error::ExecutableError;

/// A function: indices of its instructions.
pub(super) struct Function {
    /// `OpFunction`.
    pub(super) start: usize,
    /// `OpFunctionEnd`.
    pub(super) end: usize,
    /// `OpFunctionParameter`s.
    pub(super) parameters: Vec<usize>,
    /// In order of appearance; the first is the entry block. Never empty.
    pub(super) blocks: Vec<Block>,
    /// Called functions, as indices into the list of functions, without repetition.
    pub(super) callees: Vec<usize>,
}

/// A block: indices of its first and last instruction.
pub(super) struct Block {
    /// `OpLabel`.
    pub(super) label: usize,
    /// A branch, return or abort.
    pub(super) terminator: usize,
}

/// Sections of a module in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    EntryPoints,
    ExecutionModes,
    Sources,
    Names,
    Processed,
    Annotations,
    Globals,
}

/// The section an instruction belongs to outside functions; `None` if it may only be inside one.
fn section(op: Op) -> Option<Section> {
    Some(match op {
        Op::Capability => Section::Capabilities,
        Op::Extension => Section::Extensions,
        Op::ExtInstImport => Section::Imports,
        Op::MemoryModel => Section::MemoryModel,
        Op::EntryPoint => Section::EntryPoints,
        Op::ExecutionMode | Op::ExecutionModeId => Section::ExecutionModes,
        Op::String | Op::Source | Op::SourceExtension | Op::SourceContinued => Section::Sources,
        Op::Name | Op::MemberName => Section::Names,
        Op::ModuleProcessed => Section::Processed,
        _ if op.is_annotation() => Section::Annotations,
        _ if op.is_type() || op.is_constant() || is_anywhere(op) => Section::Globals,
        Op::Variable | Op::TypeForwardPointer => Section::Globals,
        _ => return None,
    })
}

/// Instructions that are as good outside functions as inside blocks. An `OpExtInst` outside is non-semantic, which
/// the check of extended instructions sees to.
fn is_anywhere(op: Op) -> bool {
    matches!(op, Op::Undef | Op::Line | Op::NoLine | Op::ExtInst)
}

/// Checks the shape of a module and finds its functions.
pub(super) fn split(code: &Code) -> Result<Vec<Function>, ExecutableError> {
    let is_function = |instruction: &Instruction| instruction.class.opcode == Op::Function;
    let globals_end = code.instructions.iter().position(is_function);
    let globals_end = globals_end.unwrap_or(code.instructions.len());
    check_sections(code, globals_end)?;
    let mut functions = Vec::new();
    let mut index = globals_end;
    while let Some(instruction) = code.instructions.get(index) {
        // Debug lines may stand between functions.
        if matches!(instruction.class.opcode, Op::Line | Op::NoLine) {
            index += 1;
            continue;
        }
        let function = read_function(code, index)?;
        index = function.end + 1;
        functions.push(function);
    }
    link_calls(code, &mut functions)?;
    Ok(functions)
}

fn check_sections(code: &Code, globals_end: usize) -> Result<(), ExecutableError> {
    let mut current = Section::Capabilities;
    let mut memory_models = 0;
    for (index, instruction) in code.instructions.iter().enumerate().take(globals_end) {
        let Some(section) = section(instruction.class.opcode) else {
            return Err(code.malformed(index, "expected it inside a function, found it outside"));
        };
        if section < current {
            return Err(code.malformed(index, "expected it in an earlier section of the module"));
        }
        current = section;
        memory_models += usize::from(section == Section::MemoryModel);
    }
    if memory_models != 1 {
        return Err(ExecutableError::malformed("word 0", format_args!("expected one OpMemoryModel, found {memory_models}")));
    }
    Ok(())
}

/// Reads the function that starts at `start`.
fn read_function(code: &Code, start: usize) -> Result<Function, ExecutableError> {
    let mut parameters = Vec::new();
    let mut blocks = Vec::new();
    let mut label = None;
    for (index, instruction) in code.instructions.iter().enumerate().skip(start) {
        let op = instruction.class.opcode;
        match (op, label) {
            (Op::Function, _) if index == start => {}
            (Op::FunctionParameter, None) if blocks.is_empty() => parameters.push(index),
            (Op::Line | Op::NoLine, None) if index > start => {}
            (Op::Label, None) if index > start => label = Some(index),
            (Op::FunctionEnd, None) if !blocks.is_empty() => {
                let function = Function { start, end: index, parameters, blocks, callees: Vec::new() };
                check_signature(code, &function)?;
                return Ok(function);
            }
            (Op::FunctionEnd, None) => {
                return Err(code.malformed(start, "expected a function with a body, found a declaration"));
            }
            (op, Some(first)) if is_block_terminator(op) => {
                check_block(code, first..index, &blocks)?;
                blocks.push(Block { label: first, terminator: index });
                label = None;
            }
            (op, Some(_)) if is_body(op) => {}
            _ => return Err(code.malformed(index, "expected an instruction that may stand here")),
        }
    }
    Err(code.malformed(start, "expected OpFunctionEnd, found the end of the module"))
}

/// Instructions that may be inside a block and do not end it.
fn is_body(op: Op) -> bool {
    let structural = matches!(op, Op::Function | Op::FunctionParameter | Op::FunctionEnd | Op::Label);
    !structural && (section(op).is_none() || is_anywhere(op) || op == Op::Variable)
}

/// Phis first, local variables in the entry block only, a merge just before the branch it belongs to. `block` runs from
/// the label to just before the terminator.
fn check_block(code: &Code, block: Range<usize>, earlier: &[Block]) -> Result<(), ExecutableError> {
    let is_entry = earlier.is_empty();
    let mut phis_over = is_entry;
    let terminator = block.end;
    let last = code.instructions.get(terminator);
    let last = last.map(|instruction| instruction.class.opcode);
    for (index, instruction) in code.range(block.start + 1..terminator) {
        match instruction.class.opcode {
            Op::Phi if phis_over => {
                return Err(code.malformed(index, "expected phis at the start of a block that has predecessors"));
            }
            Op::Phi | Op::Line | Op::NoLine => continue,
            Op::Variable if !is_entry || storage_class(instruction) != Some(StorageClass::Function) => {
                return Err(code.malformed(index, "expected function storage in an entry block"));
            }
            Op::SelectionMerge if index + 1 != terminator || !matches!(last, Some(Op::BranchConditional | Op::Switch)) => {
                return Err(code.malformed(index, "expected a conditional branch or switch right after it"));
            }
            Op::LoopMerge if index + 1 != terminator || !matches!(last, Some(Op::BranchConditional | Op::Branch)) => {
                return Err(code.malformed(index, "expected a branch right after it"));
            }
            _ => {}
        }
        phis_over = true;
    }
    Ok(())
}

/// The storage class of an `OpVariable`.
pub(super) fn storage_class(instruction: &Instruction) -> Option<StorageClass> {
    instruction.operands.iter().find_map(|operand| match operand {
        Operand::StorageClass(class) => Some(*class),
        _ => None,
    })
}

/// Result and parameters match the function type.
fn check_signature(code: &Code, function: &Function) -> Result<(), ExecutableError> {
    let Some(definition) = code.instructions.get(function.start) else {
        return Ok(());
    };
    let function_type = code.defining(operand_id(definition, 1));
    let Some(function_type) = function_type.filter(|def| def.class.opcode == Op::TypeFunction) else {
        return Err(code.malformed(function.start, "expected an OpTypeFunction as its type"));
    };
    let mut expected = function_type.operands.iter().filter_map(Operand::id_ref_any);
    let parameters = function.parameters.iter().filter_map(|&index| code.instructions.get(index));
    let found = parameters.filter_map(|parameter| parameter.result_type);
    if expected.next() != definition.result_type || !expected.eq(found) {
        return Err(code.malformed(function.start, "expected result and parameters as in its function type"));
    }
    Ok(())
}

/// Enters callees and refuses recursion, which shaders may not have and drivers do not expect.
fn link_calls(code: &Code, functions: &mut [Function]) -> Result<(), ExecutableError> {
    let starts: Vec<usize> = functions.iter().map(|function| function.start).collect();
    let mut callers = vec![0usize; functions.len()];
    for function in functions.iter_mut() {
        for (index, instruction) in code.range(function.start..function.end) {
            if instruction.class.opcode != Op::FunctionCall {
                continue;
            }
            let callee = code.definition(operand_id(instruction, 0));
            let Some(callee) = callee.and_then(|index| starts.binary_search(&index).ok()) else {
                return Err(code.malformed(index, "expected a function to call"));
            };
            function.callees.push(callee);
        }
        function.callees.sort_unstable();
        function.callees.dedup();
        function.callees.iter().for_each(|&callee| callers[callee] += 1);
    }
    // Repeatedly take a function nobody calls any more; in a cycle there is none.
    let mut ready: Vec<usize> = (0..functions.len()).filter(|&index| callers[index] == 0).collect();
    let mut taken = 0;
    while let Some(function) = ready.pop() {
        taken += 1;
        for &callee in &functions[function].callees {
            callers[callee] -= 1;
            if callers[callee] == 0 {
                ready.push(callee);
            }
        }
    }
    if taken < functions.len() {
        let recursive = callers.iter().position(|&count| count > 0).unwrap_or(0);
        return Err(code.malformed(functions[recursive].start, "expected no recursion, found a call cycle"));
    }
    Ok(())
}

/// The functions an entry function reaches, itself included.
pub(super) fn reachable(functions: &[Function], entry: usize) -> Vec<usize> {
    let mut seen = vec![false; functions.len()];
    let mut found = Vec::new();
    let mut pending = vec![entry];
    while let Some(index) = pending.pop() {
        let Some(function) = functions.get(index).filter(|_| !seen[index]) else {
            continue;
        };
        seen[index] = true;
        found.push(index);
        pending.extend(&function.callees);
    }
    found
}
