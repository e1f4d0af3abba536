//! Kernels that read their push constants from a storage buffer, for devices whose push constants are too small.
//!
//! Blocks of both are laid out by the same rules, and what may be done with pointers into the one may be done with pointers
//! into the other: only the storage class changes, the variable gets a binding, and small members ask for another feature.

use rspirv::spirv::{Capability, Decoration, Op, StorageClass};

use super::raw::{HEADER_WORDS, VERSION, extension, instructions, is_extension};

/// SPIR-V 1.3, which has storage buffers without an extension.
const VERSION_1_3: u32 = 0x0001_0300;
const EXTENSION: &[u8] = b"SPV_KHR_storage_buffer_storage_class";

/// The code of a kernel that reads its push constants from the storage buffer at `binding` of set 0. Code without push
/// constants stays as it is.
pub fn with_constants_in_buffer(words: &[u32], binding: u32) -> Vec<u32> {
    const PUSH: u32 = StorageClass::PushConstant as u32;
    let is = |opcode: u32, op: Op| opcode == op as u32;
    let is_variable = |opcode: u32, operands: &[u32]| is(opcode, Op::Variable) && operands.get(2) == Some(&PUSH);
    let is_decoration = |opcode: u32| is(opcode, Op::Decorate) || is(opcode, Op::MemberDecorate);
    let variables: Vec<u32> =
        instructions(words).filter(|i| is_variable(i.opcode, i.operands)).filter_map(|i| i.operands.get(1).copied()).collect();
    if variables.is_empty() {
        return words.to_vec();
    }
    // A block has offsets, so there are decorations.
    let last_decoration = instructions(words).filter(|i| is_decoration(i.opcode)).count();
    let has_storage_buffers = words.get(VERSION).is_some_and(|&version| version >= VERSION_1_3)
        || instructions(words).any(|i| is(i.opcode, Op::Extension) && is_extension(i.operands, EXTENSION));
    let mut must_declare = !has_storage_buffers;
    let mut decorations = 0;
    let mut out = words.get(..HEADER_WORDS).unwrap_or_default().to_vec();
    for instr in instructions(words) {
        let opcode = instr.opcode;
        if must_declare && !is(opcode, Op::Capability) && !is(opcode, Op::Extension) {
            out.extend(extension(EXTENSION));
            must_declare = false;
        }
        let start = out.len();
        out.extend(instr.all);
        match (Op::from_u32(opcode), &mut out[start + 1..]) {
            (Some(Op::TypePointer | Op::TypeForwardPointer), [_, class, ..]) | (Some(Op::Variable), [_, _, class, ..])
                if *class == PUSH =>
            {
                *class = StorageClass::StorageBuffer as u32;
            }
            (Some(Op::Capability), [capability]) => *capability = capability_for_buffers(*capability),
            _ => {}
        }
        if is_decoration(opcode) {
            decorations += 1;
            if decorations == last_decoration {
                variables.iter().for_each(|&variable| out.extend(binding_decorations(variable, binding)));
            }
        }
    }
    out
}

/// What code needs for storage buffers that needed `capability` for push constants.
fn capability_for_buffers(capability: u32) -> u32 {
    match Capability::from_u32(capability) {
        Some(Capability::StoragePushConstant16) => Capability::StorageBuffer16BitAccess as u32,
        Some(Capability::StoragePushConstant8) => Capability::StorageBuffer8BitAccess as u32,
        _ => capability,
    }
}

fn binding_decorations(variable: u32, binding: u32) -> Vec<u32> {
    let mut words = Vec::new();
    for (decoration, value) in
        [(Decoration::DescriptorSet, Some(0)), (Decoration::Binding, Some(binding)), (Decoration::NonWritable, None)]
    {
        let length = 3 + u32::from(value.is_some());
        words.extend([length << 16 | Op::Decorate as u32, variable, decoration as u32]);
        words.extend(value);
    }
    words
}
