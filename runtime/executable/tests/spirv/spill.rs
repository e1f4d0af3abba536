//! Push constants that are read from a storage buffer.

use crate::shader::*;
use halforge_executable::spirv::{Access, BindingClass, Capability, with_constants_in_buffer};
use halforge_executable::{Container, Module};
use rspirv::spirv::Op;

const PAIR: &[u8] = include_bytes!("../fixtures/pair.vk1");
const BDA: &[u8] = include_bytes!("../fixtures/scale.bda.vk1");

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

fn spilled(bytes: &[u8], binding: u32) -> Module {
    let bytes: Vec<u8> = with_constants_in_buffer(&words(bytes), binding).iter().flat_map(|word| word.to_le_bytes()).collect();
    Module::reflect(&bytes).expect("what is made of a good module is one")
}

/// The block becomes a storage buffer that is only read, as long as it was; nothing else changes.
#[test]
fn the_block_becomes_a_buffer() {
    for container in [PAIR, BDA] {
        let container = Container::parse(container).unwrap();
        for ordinal in 0..container.pipelines.len() {
            let view = container.pipeline(ordinal).unwrap();
            let before = Module::reflect(view.spirv).unwrap();
            let after = spilled(view.spirv, 9);
            let entry = before.entry_point(view.entry_point).unwrap();
            let changed = after.entry_point(view.entry_point).unwrap();
            assert_eq!(changed.push_constants, None);
            let Some(block) = &entry.push_constants else {
                assert_eq!(changed, entry);
                continue;
            };
            let (last, others) = changed.bindings.split_last().unwrap();
            assert_eq!(others, entry.bindings);
            assert_eq!((last.set, last.binding, last.class), (0, 9, BindingClass::StorageBuffer));
            assert_eq!((last.block_size_bytes, last.access), (block.size_bytes, Access::READ));
        }
    }
}

/// A module before SPIR-V 1.3 gets the extension that storage buffers need, once, and small members their other feature.
#[test]
fn what_buffers_need_is_declared() {
    const BLOCK_TYPE: u32 = FREE;
    const POINTER: u32 = FREE + 1;
    const CONSTANTS: u32 = FREE + 2;
    let mut shader = shader();
    shader.head.insert(1, inst(Op::Capability, &[Capability::StoragePushConstant16 as u32]));
    shader.decorations.extend([inst(Op::Decorate, &[BLOCK_TYPE, 2]), inst(Op::MemberDecorate, &[BLOCK_TYPE, 0, 35, 0])]);
    shader.globals.extend([
        inst(Op::TypeStruct, &[BLOCK_TYPE, UINT]),
        inst(Op::TypePointer, &[POINTER, 9, BLOCK_TYPE]),
        inst(Op::Variable, &[POINTER, CONSTANTS, 9]),
    ]);
    let bytes = shader.assemble();
    let module = spilled(&bytes, 3);
    assert!(module.capabilities.contains(&Capability::StorageBuffer16BitAccess));
    assert!(!module.capabilities.contains(&Capability::StoragePushConstant16));
    assert_eq!(module.extensions, Vec::<String>::new());
    let mut old = bytes.clone();
    old[4..8].copy_from_slice(&0x0001_0000u32.to_le_bytes());
    assert_eq!(spilled(&old, 3).extensions, ["SPV_KHR_storage_buffer_storage_class"]);
    shader.head.insert(2, with_text(Op::Extension, &[], "SPV_KHR_storage_buffer_storage_class"));
    let mut declared = shader.assemble();
    declared[4..8].copy_from_slice(&0x0001_0000u32.to_le_bytes());
    assert_eq!(spilled(&declared, 3).extensions, ["SPV_KHR_storage_buffer_storage_class"]);
}
