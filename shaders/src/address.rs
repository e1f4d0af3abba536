//! Code of the address ABI from code of the descriptor ABI.
//!
//! Storage buffers become pointers that each function reads from the table of addresses, binding `n` from its entry `n`; the
//! constants move behind the root in the push constants. What the kernel computes stays as it is, except that accesses say
//! how they are aligned, which physical pointers ask for.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Function, Instruction, Module, Operand, load_words};
use rspirv::spirv::{AddressingModel, Capability, Decoration, MemoryAccess, MemoryModel, Op, StorageClass, Word};

use crate::error::ShaderError;

/// Offsets of the root's members: addresses of the table and of constants, then four words, then this ABI's constants.
const ROOT_OFFSETS_BYTES: [u32; 7] = [0, 8, 16, 20, 24, 28, 32];
/// Alignment of the table's entries.
const ENTRY_ALIGNMENT_BYTES: u32 = 8;

/// The same kernels with their bindings in a table of addresses.
///
/// # Errors
///
/// [`ShaderError::Address`] when the code is not of the form that [`compile`](crate::compile()) writes, or asks for the
/// length of a buffer, which addresses do not have.
pub fn with_addresses(words: &[u32]) -> Result<Vec<u32>, ShaderError> {
    let module = load_words(words).map_err(|error| wrong(error.to_string()))?;
    if module.header.is_none() {
        return Err(wrong("expected a SPIR-V header, found none"));
    }
    let mut rewrite = Rewrite::new(module)?;
    let mut functions = std::mem::take(&mut rewrite.builder.module_mut().functions);
    for function in &mut functions {
        rewrite.function(function)?;
    }
    rewrite.builder.module_mut().functions = functions;
    Ok(rewrite.builder.module().assemble())
}

fn wrong(message: impl Into<String>) -> ShaderError {
    ShaderError::Address(message.into())
}

/// A storage buffer that becomes a pointer.
struct Buffer {
    binding: Word,
    pointer_type: Word,
}

/// The push constants: the root, and where the kernel's own constants are in it.
struct Root {
    variable: Word,
    /// The kernel's variable and the type of pointers to its structure.
    constants: Option<(Word, Word)>,
}

/// Ids of types and constants that every function needs.
struct Ids {
    u64_type: Word,
    root_entry_pointer: Word,
    table_pointer: Word,
    table_entry_pointer: Word,
    zero: Word,
    constants_member: Word,
    /// Entry numbers of the bindings.
    numbers: BTreeMap<Word, Word>,
}

struct Rewrite {
    builder: Builder,
    buffers: BTreeMap<Word, Buffer>,
    root: Root,
    ids: Ids,
    /// Alignment of what pointers of each physical pointer type lead to.
    alignments: BTreeMap<Word, Word>,
}

impl Rewrite {
    fn new(mut module: Module) -> Result<Self, ShaderError> {
        let buffers = take_buffers(&mut module)?;
        let constants = take_constants(&mut module);
        for instruction in &mut module.types_global_values {
            if let (Op::TypePointer, Some(Operand::StorageClass(class))) =
                (instruction.class.opcode, instruction.operands.first_mut())
                && *class == StorageClass::StorageBuffer
            {
                *class = StorageClass::PhysicalStorageBuffer;
            }
        }
        let mut builder = Builder::new_from_module(module);
        builder.capability(Capability::Int64);
        builder.capability(Capability::PhysicalStorageBufferAddresses);
        builder.extension("SPV_KHR_physical_storage_buffer");
        builder.memory_model(AddressingModel::PhysicalStorageBuffer64, MemoryModel::GLSL450);
        let ids = Ids::new(&mut builder, &buffers);
        let root = add_root(&mut builder, &ids, constants)?;
        let alignments = alignments(builder.module_ref());
        Ok(Self { builder, buffers, root, ids, alignments })
    }

    /// Reads the pointers that a function uses at its start, and lets the function use them.
    fn function(&mut self, function: &mut Function) -> Result<(), ShaderError> {
        let mut used = BTreeSet::new();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if instruction.class.opcode == Op::ArrayLength {
                return Err(wrong("a buffer's length is asked for, which addresses do not have"));
            }
            used.extend(instruction.operands.iter().filter_map(|operand| operand.id_ref_any()));
        }
        let mut start = Vec::new();
        let mut renamed = BTreeMap::new();
        let buffers: Vec<Word> = self.buffers.keys().copied().filter(|variable| used.contains(variable)).collect();
        if !buffers.is_empty() {
            let table = self.read_table(&mut start);
            for variable in buffers {
                renamed.insert(variable, self.read_pointer(&mut start, table, variable));
            }
        }
        if let Some((variable, pointer)) = self.root.constants.filter(|(variable, _)| used.contains(variable)) {
            let operands = [self.root.variable, self.ids.constants_member];
            renamed.insert(variable, self.push(&mut start, Op::AccessChain, pointer, operands.map(Operand::IdRef).into()));
        }
        for instruction in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            for id in instruction.operands.iter_mut().filter_map(|operand| operand.id_ref_any_mut()) {
                *id = renamed.get(id).copied().unwrap_or(*id);
            }
        }
        if let Some(first) = function.blocks.first_mut() {
            let is_variable = |instruction: &Instruction| instruction.class.opcode == Op::Variable;
            let at = first.instructions.iter().take_while(|instruction| is_variable(instruction)).count();
            first.instructions.splice(at..at, start);
        }
        self.align(function);
        Ok(())
    }

    /// Adds an instruction; its result.
    fn push(&mut self, to: &mut Vec<Instruction>, op: Op, result_type: Word, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        to.push(Instruction::new(op, Some(result_type), Some(id), operands));
        id
    }

    /// The pointer to the table.
    fn read_table(&mut self, start: &mut Vec<Instruction>) -> Word {
        let Ids { u64_type, root_entry_pointer, table_pointer, zero, .. } = self.ids;
        let place = [self.root.variable, zero].map(Operand::IdRef).into();
        let place = self.push(start, Op::AccessChain, root_entry_pointer, place);
        let address = self.push(start, Op::Load, u64_type, vec![Operand::IdRef(place)]);
        self.push(start, Op::ConvertUToPtr, table_pointer, vec![Operand::IdRef(address)])
    }

    /// The pointer that stands for a buffer's variable.
    fn read_pointer(&mut self, start: &mut Vec<Instruction>, table: Word, variable: Word) -> Word {
        let Buffer { binding, pointer_type } = self.buffers[&variable];
        let Ids { u64_type, table_entry_pointer, zero, .. } = self.ids;
        let place = [table, zero, self.ids.numbers[&binding]].map(Operand::IdRef).into();
        let place = self.push(start, Op::AccessChain, table_entry_pointer, place);
        let aligned =
            [Operand::IdRef(place), Operand::MemoryAccess(MemoryAccess::ALIGNED), Operand::LiteralBit32(ENTRY_ALIGNMENT_BYTES)];
        let address = self.push(start, Op::Load, u64_type, aligned.into());
        self.push(start, Op::ConvertUToPtr, pointer_type, vec![Operand::IdRef(address)])
    }

    /// Says of every load and store through a physical pointer how it is aligned.
    fn align(&self, function: &mut Function) {
        let mut alignments = BTreeMap::new();
        for instruction in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let (Some(ty), Some(id)) = (instruction.result_type, instruction.result_id)
                && let Some(alignment) = self.alignments.get(&ty)
            {
                alignments.insert(id, *alignment);
            }
            // Operands before the access: the pointer, and for stores the value.
            let count = match instruction.class.opcode {
                Op::Load => 1,
                Op::Store => 2,
                _ => continue,
            };
            let pointer = instruction.operands.first().and_then(Operand::id_ref_any);
            if let Some(alignment) = pointer.and_then(|pointer| alignments.get(&pointer))
                && instruction.operands.len() == count
            {
                instruction.operands.push(Operand::MemoryAccess(MemoryAccess::ALIGNED));
                instruction.operands.push(Operand::LiteralBit32(*alignment));
            }
        }
    }
}

impl Ids {
    fn new(builder: &mut Builder, buffers: &BTreeMap<Word, Buffer>) -> Self {
        let (u32_type, u64_type) = (builder.type_int(32, 0), builder.type_int(64, 0));
        let (entries, table) = (builder.id(), builder.id());
        builder.type_runtime_array_id(Some(entries), u64_type);
        builder.type_struct_id(Some(table), [entries]);
        builder.decorate(entries, Decoration::ArrayStride, [Operand::LiteralBit32(ENTRY_ALIGNMENT_BYTES)]);
        builder.decorate(table, Decoration::Block, []);
        builder.member_decorate(table, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
        let numbers = buffers.values().map(|buffer| (buffer.binding, builder.constant_bit32(u32_type, buffer.binding)));
        let numbers = numbers.collect();
        Self {
            u64_type,
            root_entry_pointer: builder.type_pointer(None, StorageClass::PushConstant, u64_type),
            table_pointer: builder.type_pointer(None, StorageClass::PhysicalStorageBuffer, table),
            table_entry_pointer: builder.type_pointer(None, StorageClass::PhysicalStorageBuffer, u64_type),
            zero: builder.constant_bit32(u32_type, 0),
            constants_member: builder.constant_bit32(u32_type, ROOT_OFFSETS_BYTES.len() as u32 - 1),
            numbers,
        }
    }
}

/// The id of an instruction's result and its storage class, if it is a variable.
fn variable(instruction: &Instruction) -> Option<(Word, StorageClass)> {
    match (instruction.class.opcode, instruction.result_id, instruction.operands.first()) {
        (Op::Variable, Some(id), Some(Operand::StorageClass(class))) => Some((id, *class)),
        _ => None,
    }
}

/// What an annotation is about, and its decoration.
fn decoration(annotation: &Instruction) -> Option<(Word, Decoration)> {
    match (annotation.class.opcode, &annotation.operands[..]) {
        (Op::Decorate, [Operand::IdRef(target), Operand::Decoration(decoration), ..]) => Some((*target, *decoration)),
        _ => None,
    }
}

/// Takes the storage buffers out of a module.
fn take_buffers(module: &mut Module) -> Result<BTreeMap<Word, Buffer>, ShaderError> {
    let mut buffers = BTreeMap::new();
    for instruction in &module.types_global_values {
        let Some((id, StorageClass::StorageBuffer)) = variable(instruction) else { continue };
        let bindings = module.annotations.iter().find(|a| decoration(a) == Some((id, Decoration::Binding)));
        let (Some(Operand::LiteralBit32(binding)), Some(pointer_type)) =
            (bindings.and_then(|annotation| annotation.operands.get(2)), instruction.result_type)
        else {
            return Err(wrong("expected a binding number on every storage buffer"));
        };
        buffers.insert(id, Buffer { binding: *binding, pointer_type });
    }
    let is_buffer = |id: Word| buffers.contains_key(&id);
    module.types_global_values.retain(|instruction| !variable(instruction).is_some_and(|(id, _)| is_buffer(id)));
    module.annotations.retain(|annotation| !decoration(annotation).is_some_and(|(id, _)| is_buffer(id)));
    Ok(buffers)
}

/// Takes the push constants out of a module: the variable and its pointer type.
fn take_constants(module: &mut Module) -> Option<(Word, Word)> {
    let is_constants = |i: &Instruction| variable(i).is_some_and(|(_, class)| class == StorageClass::PushConstant);
    let at = module.types_global_values.iter().position(is_constants)?;
    let instruction = module.types_global_values.remove(at);
    instruction.result_id.zip(instruction.result_type)
}

/// Adds the push constants of the ABI, with the kernel's own as their last member.
fn add_root(builder: &mut Builder, ids: &Ids, constants: Option<(Word, Word)>) -> Result<Root, ShaderError> {
    let u32_type = builder.type_int(32, 0);
    let mut members = vec![ids.u64_type, ids.u64_type, u32_type, u32_type, u32_type, u32_type];
    if let Some((_, pointer)) = constants {
        let pointee = pointees(builder.module_ref()).find(|(ty, ..)| *ty == pointer).map(|(_, _, pointee)| pointee);
        let Some(pointee) = pointee else { return Err(wrong("expected push constants of a pointer type")) };
        // A block cannot be inside another.
        builder.module_mut().annotations.retain(|a| decoration(a) != Some((pointee, Decoration::Block)));
        members.push(pointee);
    }
    let (root, variable) = (builder.id(), builder.id());
    builder.type_struct_id(Some(root), members.iter().copied());
    builder.decorate(root, Decoration::Block, []);
    for (member, offset) in (0..).zip(ROOT_OFFSETS_BYTES).take(members.len()) {
        builder.member_decorate(root, member, Decoration::Offset, [Operand::LiteralBit32(offset)]);
    }
    let pointer = builder.type_pointer(None, StorageClass::PushConstant, root);
    builder.variable(pointer, Some(variable), StorageClass::PushConstant, None);
    Ok(Root { variable, constants })
}

/// The pointer types: themselves, their class, and what they lead to.
fn pointees(module: &Module) -> impl Iterator<Item = (Word, StorageClass, Word)> + '_ {
    module.types_global_values.iter().filter_map(|instruction| {
        match (instruction.class.opcode, instruction.result_id, &instruction.operands[..]) {
            (Op::TypePointer, Some(id), [Operand::StorageClass(class), Operand::IdRef(pointee)]) => {
                Some((id, *class, *pointee))
            }
            _ => None,
        }
    })
}

/// For each type of physical pointers the widest scalar of what they lead to, in bytes.
fn alignments(module: &Module) -> BTreeMap<Word, Word> {
    // Types come after those they are made of.
    let mut widths = BTreeMap::new();
    for instruction in &module.types_global_values {
        let Some(id) = instruction.result_id else { continue };
        let width = match (instruction.class.opcode, instruction.operands.first()) {
            (Op::TypeInt | Op::TypeFloat, Some(Operand::LiteralBit32(bits))) => bits / 8,
            (Op::TypeVector | Op::TypeMatrix | Op::TypeArray | Op::TypeRuntimeArray, Some(Operand::IdRef(element))) => {
                widths.get(element).copied().unwrap_or(0)
            }
            (Op::TypeStruct, _) => {
                let members = instruction.operands.iter().filter_map(Operand::id_ref_any);
                members.filter_map(|member| widths.get(&member).copied()).max().unwrap_or(0)
            }
            _ => continue,
        };
        widths.insert(id, width);
    }
    let physical = pointees(module).filter(|(_, class, _)| *class == StorageClass::PhysicalStorageBuffer);
    physical.filter_map(|(id, _, pointee)| Some((id, widths.get(&pointee).copied().filter(|width| *width > 0)?))).collect()
}
