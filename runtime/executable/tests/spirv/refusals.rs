//! Modules no driver should see, one defect each, by the message they get.

use crate::shader::*;
use halforge_executable::{ExecutableError, Module, limits};
use rspirv::spirv::Op;

/// Breaks the shader in one way and returns the message, without the place.
fn refusal(break_it: impl FnOnce(&mut Shader)) -> String {
    let mut shader = shader();
    break_it(&mut shader);
    let error = Module::reflect(&shader.assemble()).expect_err("expected a refusal");
    let text = error.to_string();
    text.trim_start_matches(error.path()).trim_start_matches(": ").to_owned()
}

/// Each way of breaking the shader has its message.
macro_rules! refusals {
    ($($break_it:expr => $message:expr,)*) => {
        $(assert_eq!(refusal($break_it), $message);)*
    };
}

/// The shader the others are made from is fine, and so is each construct the others break.
#[test]
fn the_unbroken_shader_is_accepted() {
    let mut shader = shader();
    shader.body.extend([
        inst(Op::AccessChain, &[FLOAT_POINTER, FREE, BUFFER, ONE, ONE]),
        inst(Op::Load, &[FLOAT, FREE + 1, FREE]),
        inst(Op::FAdd, &[FLOAT, FREE + 2, FREE + 1, UNIT]),
        inst(Op::Store, &[FREE, FREE + 2]),
    ]);
    let module = Module::reflect(&shader.assemble()).unwrap();
    let binding = module.entry_points[0].bindings[0];
    assert_eq!((binding.set, binding.binding), (0, 2));
    assert_eq!(binding.block_size_bytes, 16);
    assert_eq!(binding.certain_extent_bytes, 24);
    assert!(binding.access.reads && binding.access.writes);
}

/// An error says at which word which instruction is wrong.
#[test]
fn errors_say_where() {
    let mut shader = shader();
    shader.body.push(inst(Op::FAdd, &[FLOAT, FREE, UNIT, ONE]));
    assert_eq!(
        Module::reflect(&shader.assemble()).unwrap_err().to_string(),
        "word 108 (OpFAdd %20): expected operands of the types of its operation"
    );
}

/// Sets a word of the assembled shader.
fn with_word(position: usize, word: u32) -> Result<Module, ExecutableError> {
    let mut bytes = shader().assemble();
    bytes[4 * position..][..4].copy_from_slice(&word.to_le_bytes());
    Module::reflect(&bytes)
}

#[test]
fn headers() {
    let refused = |position, word| with_word(position, word).unwrap_err().to_string();
    assert_eq!(refused(0, 0x0302_2307), "word 0: expected the magic number 0x07230203, found 0x03022307");
    assert_eq!(refused(1, 0x0001_0700), "word 1: expected SPIR-V 1.0 to 1.6, found 0x00010700");
    assert!(matches!(with_word(1, 0x0002_0000), Err(ExecutableError::Incompatible { .. })));
    assert_eq!(refused(3, 0), "word 3: expected an id bound from 1 to 4194303, found 0");
    assert_eq!(refused(3, 0x0040_0000), "word 3: expected an id bound from 1 to 4194303, found 4194304");
    assert_eq!(refused(4, 1), "word 4: expected schema 0, found 1");
    let bytes = shader().assemble();
    let refused = |bytes: &[u8]| Module::reflect(bytes).unwrap_err().to_string();
    assert_eq!(refused(&bytes[..19]), "word 0: expected a multiple of 4 bytes, found 19");
    assert_eq!(refused(&bytes[..16]), "word 0: expected 5 header words, found 4");
    let huge = vec![0; 4 * (limits::MAX_SPIRV_WORDS + 1)];
    assert_eq!(refused(&huge), "word 0: expected at most 1048576 words, found 1048577");
}

/// Word counts add up. The last two would make rspirv read out of range.
#[test]
fn framing() {
    let refused = |position, word| with_word(position, word).unwrap_err().to_string();
    assert_eq!(refused(5, 17), "word 5: expected a word count from 1 to 105, found 0");
    let last = shader().assemble().len() / 4 - 1;
    let past_the_end = 9 << 16 | Op::FunctionEnd as u32;
    assert_eq!(refused(last, past_the_end), format!("word {last}: expected a word count from 1 to 1, found 9"));
    let string_past_the_end = 9 << 16 | Op::Extension as u32;
    assert!(with_word(last, string_past_the_end).is_err());
}

/// `OpSpecConstantOp` around operations with operands of their own kind, where rspirv would panic.
#[test]
fn spec_constant_operations() {
    for op in [Op::Constant, Op::SpecConstantOp, Op::Switch, Op::Load] {
        let message = refusal(|s| {
            s.globals.push(inst(Op::SpecConstantOp, &[UINT, FREE, op as u32, 1, 2]));
        });
        assert_eq!(message, format!("expected an operation allowed in shaders, found Some({op:?})"));
    }
    let mut shader = shader();
    shader.globals.push(inst(Op::SpecConstantOp, &[UINT, FREE, Op::IAdd as u32, ONE, ONE]));
    assert!(Module::reflect(&shader.assemble()).is_ok());
}

#[test]
fn ids() {
    refusals! {
        |s| s.globals.push(inst(Op::TypeFloat, &[FLOAT, 32]))
            => "expected a result id not used before and not 0, found %6",
        |s| s.globals.push(inst(Op::TypeFloat, &[0, 32]))
            => "expected a result id not used before and not 0, found %0",
        |s| s.globals.push(inst(Op::TypeFloat, &[BOUND, 32]))
            => "expected a result id below the bound 100, found %100",
        |s| s.body.push(inst(Op::FAdd, &[FLOAT, FREE, UNIT, 99]))
            => "expected a defined id, found %99",
        |s| s.body.push(inst(Op::FAdd, &[FLOAT, FREE, UNIT, FREE]))
            => "expected an earlier value in scope, found %20",
        |s| s.body.push(inst(Op::FAdd, &[FLOAT, FREE, UNIT, FLOAT]))
            => "expected an earlier value in scope, found %6",
        |s| s.body.push(inst(Op::FAdd, &[FLOAT, FREE, UNIT, MAIN]))
            => "expected an earlier value in scope, found %3",
        |s| s.body.push(inst(Op::FAdd, &[UNIT, FREE, UNIT, UNIT]))
            => "expected an earlier type as result type, found %10",
        |s| s.decorations.push(inst(Op::Decorate, &[99, 2]))
            => "expected a defined id, found %99",
        |s| s.globals.insert(0, inst(Op::TypePointer, &[FREE, 12, FLOAT]))
            => "expected an earlier definition outside functions, found %6",
        // A type may contain itself only behind a physical pointer declared forward.
        |s| s.globals.push(inst(Op::TypeStruct, &[FREE, FREE]))
            => "expected an earlier definition outside functions, found %20",
        |s| s.globals.push(inst(Op::TypeForwardPointer, &[FLOAT_POINTER, 12]))
            => "expected %14 to be a PhysicalStorageBuffer pointer type",
        |s| s.body.push(inst(Op::ExtInst, &[FLOAT, FREE, 17, 200, UNIT]))
            => "expected a GLSL.std.450 instruction with its operands in a function, found number 200",
        |s| s.body.push(inst(Op::ExtInst, &[FLOAT, FREE, 17, 4, UNIT, UNIT]))
            => "expected a GLSL.std.450 instruction with its operands in a function, found number 4",
        |s| s.body.push(inst(Op::ExtInst, &[FLOAT, FREE, UNIT, 4, UNIT]))
            => "expected GLSL.std.450 or a non-semantic instruction set, found None",
    }
}

#[test]
fn sections_and_functions() {
    let second = |s: &mut Shader, body: &[Inst]| {
        s.tail.push(inst(Op::Function, &[VOID, FREE, 0, MAIN_TYPE]));
        s.tail.push(inst(Op::Label, &[FREE + 1]));
        s.tail.extend_from_slice(body);
        s.tail.extend([inst(Op::Return, &[]), inst(Op::FunctionEnd, &[])]);
    };
    refusals! {
        |s| s.globals.push(inst(Op::Decorate, &[BLOCK, 2]))
            => "expected it in an earlier section of the module",
        |s| s.globals.push(inst(Op::Return, &[]))
            => "expected it inside a function, found it outside",
        |s| s.head.push(inst(Op::MemoryModel, &[0, 1]))
            => "expected one OpMemoryModel, found 2",
        |s| s.head.truncate(2)
            => "expected one OpMemoryModel, found 0",
        |s| s.head[2].1[0] = 2
            => "expected models for shaders (Logical or PhysicalStorageBuffer64, GLSL450 or Vulkan) with their capabilities",
        |s| s.tail.truncate(1)
            => "expected OpFunctionEnd, found the end of the module",
        |s| s.tail.insert(0, inst(Op::FunctionEnd, &[]))
            => "expected an instruction that may stand here",
        |s| s.body.push(inst(Op::TypeFloat, &[FREE, 32]))
            => "expected an instruction that may stand here",
        |s| s.tail.insert(0, inst(Op::Return, &[]))
            => "expected an instruction that may stand here",
        |s| {
            s.tail.push(inst(Op::Function, &[VOID, FREE, 0, MAIN_TYPE]));
            s.tail.push(inst(Op::FunctionEnd, &[]));
        } => "expected a function with a body, found a declaration",
        move |s| second(s, &[inst(Op::FunctionCall, &[VOID, FREE + 2, FREE])])
            => "expected no recursion, found a call cycle",
        move |s| second(s, &[inst(Op::FunctionCall, &[VOID, FREE + 2, MAIN, UNIT])])
            => "expected result and arguments as the called function declares",
        move |s| second(s, &[inst(Op::FunctionCall, &[VOID, FREE + 2, UNIT])])
            => "expected a function to call",
        |s| s.globals[1].1.push(FLOAT)
            => "expected result and parameters as in its function type",
        |s| s.body.push(inst(Op::Variable, &[FLOAT_POINTER, FREE, 12]))
            => "expected function storage in an entry block",
        // Values do not leave their function.
        move |s| {
            s.body.push(inst(Op::FAdd, &[FLOAT, FREE + 5, UNIT, UNIT]));
            second(s, &[inst(Op::FAdd, &[FLOAT, FREE + 6, UNIT, FREE + 5])]);
        } => "expected an earlier value in scope, found %25",
    }
}

#[test]
fn blocks_and_branches() {
    let to = |label| inst(Op::Branch, &[label]);
    let label = |label| inst(Op::Label, &[label]);
    refusals! {
        move |s| s.body.extend([to(LABEL), label(FREE)])
            => "expected a label of the function other than its first, found %16",
        move |s| s.body.extend([to(UNIT), label(FREE)])
            => "expected a label of the function other than its first, found %10",
        move |s| s.body.push(inst(Op::Phi, &[FLOAT, FREE, UNIT, LABEL]))
            => "expected phis at the start of a block that has predecessors",
        move |s| s.body.extend([
            to(FREE), label(FREE), inst(Op::Phi, &[FLOAT, FREE + 1, UNIT, FREE]),
        ]) => "expected one value from each of 1 preceding blocks",
        move |s| s.body.extend([
            to(FREE), label(FREE), inst(Op::Phi, &[FLOAT, FREE + 1, UNIT, LABEL, UNIT, LABEL]),
        ]) => "expected one value from each of 1 preceding blocks",
        move |s| s.body.extend([
            to(FREE), label(FREE), inst(Op::Phi, &[FLOAT, FREE + 1, ONE, LABEL]),
        ]) => "expected operands of the types of its operation",
        move |s| s.body.extend([inst(Op::SelectionMerge, &[FREE, 0]), to(FREE), label(FREE)])
            => "expected a conditional branch or switch right after it",
        move |s| s.body.extend([
            inst(Op::LoopMerge, &[FREE, FREE, 0]), inst(Op::Undef, &[FLOAT, FREE + 1]), to(FREE), label(FREE),
        ]) => "expected a branch right after it",
        move |s| s.body.extend([
            inst(Op::SelectionMerge, &[FREE, 0]), inst(Op::BranchConditional, &[ONE, FREE, FREE]), label(FREE),
        ]) => "expected operands of the types of its operation",
    }
}

#[test]
fn types_and_decorations() {
    refusals! {
        |s| s.globals.push(inst(Op::TypeInt, &[FREE, 24, 0]))
            => "expected an integer of 8, 16, 32 or 64 bits, found 24",
        |s| s.globals.push(inst(Op::TypeInt, &[FREE, 64, 0]))
            => "expected a declaration of one of the capabilities [Int64]",
        |s| s.globals.push(inst(Op::TypeVector, &[FREE, FLOAT, 5]))
            => "expected 2 to 4 components, found 5",
        |s| s.globals.push(inst(Op::TypeVector, &[FREE, BLOCK, 2]))
            => "expected a scalar component type",
        |s| s.globals.push(inst(Op::TypeArray, &[FREE, FLOAT, ZERO]))
            => "expected a positive integer constant as length, found %8",
        |s| s.globals.push(inst(Op::TypeArray, &[FREE, FLOAT, UINT]))
            => "expected a positive integer constant as length, found %5",
        |s| s.globals.push(inst(Op::TypeStruct, &[FREE, FLOATS, FLOAT]))
            => "expected the runtime array to be the last member",
        |s| s.globals.push(inst(Op::TypeStruct, &[FREE, UNIT]))
            => "expected a type as operand 0, found %10",
        |s| s.globals.push(inst(Op::Variable, &[FLOAT_POINTER, FREE, 4]))
            => "expected a pointer type of its storage class Some(Workgroup)",
        |s| s.globals.push(inst(Op::ConstantComposite, &[VEC2, FREE, UNIT]))
            => "expected operands of the types of its operation",
        |s| s.decorations.push(inst(Op::Decorate, &[FLOATS, 6, 8]))
            => "expected ArrayStride once per target, found 4 and 8",
        |s| s.decorations[0].1[2] = 0
            => "expected an array stride of at least 1 byte, found 0",
        |s| s.decorations.push(inst(Op::MemberDecorate, &[BLOCK, 2, 35, 0]))
            => "expected a member that its structure type has",
        |s| { s.decorations.remove(3); }
            => "expected an Offset for each member of a block",
        |s| s.decorations.push(inst(Op::DecorationGroup, &[FREE]))
            => "expected decorations without groups; spirv-opt --flatten-decorations removes them",
        |s| s.head.insert(0, inst(Op::Capability, &[6]))
            => "expected capabilities of compute shaders, found Kernel",
        |s| s.body.push(inst(Op::GroupNonUniformElect, &[BOOL, FREE, ONE]))
            => "expected a declaration of one of the capabilities [GroupNonUniform]",
    }
}

#[test]
fn pointers_and_operands() {
    let chain = |indices: &[u32]| {
        let operands = [&[FLOAT_POINTER, FREE, BUFFER], indices].concat();
        move |s: &mut Shader| s.body.push((Op::AccessChain, operands))
    };
    let body = |inst: Inst| move |s: &mut Shader| s.body.push(inst);
    let types = "expected operands of the types of its operation";
    refusals! {
        chain(&[ONE]) => "expected a pointer to %11 in StorageBuffer as result",
        chain(&[ONE, UNIT]) => "expected integers as indices, found %10",
        chain(&[ONE, ZERO, ZERO]) => "expected %6 to have a part %8, a constant if it is a structure",
        |s| {
            s.globals.push(inst(Op::Constant, &[UINT, FREE + 1, 2]));
            s.body.push(inst(Op::AccessChain, &[FLOAT_POINTER, FREE, BUFFER, FREE + 1]));
        } => "expected %12 to have a part %21, a constant if it is a structure",
        body(inst(Op::AccessChain, &[FLOAT_POINTER, FREE, UNIT, ONE]))
            => "expected a pointer into a pointer, found base %10",
        body(inst(Op::Load, &[FLOAT, FREE, BUFFER])) => "expected a pointer to the type of the value, found %15",
        body(inst(Op::Load, &[FLOAT, FREE, UNIT])) => "expected a pointer to the type of the value, found %10",
        body(inst(Op::Store, &[BUFFER, UNIT])) => "expected a pointer to the type of the value, found %15",
        body(inst(Op::IAdd, &[FLOAT, FREE, UNIT, UNIT])) => types,
        body(inst(Op::FAdd, &[FLOAT_POINTER, FREE, UNIT, UNIT])) => types,
        body(inst(Op::UConvert, &[FLOAT, FREE, ONE])) => types,
        body(inst(Op::FOrdLessThan, &[BOOL, FREE, UNIT, ONE])) => types,
        body(inst(Op::Select, &[FLOAT, FREE, ONE, UNIT, UNIT])) => types,
        body(inst(Op::CompositeConstruct, &[VEC2, FREE, UNIT, UNIT, UNIT])) => types,
        body(inst(Op::ExtInst, &[FLOAT, FREE, 17, 4, ONE])) => types,
        |s| s.body.extend([
            inst(Op::CompositeConstruct, &[VEC2, FREE, UNIT, UNIT]),
            inst(Op::CompositeExtract, &[FLOAT, FREE + 1, FREE, 2]),
        ]) => types,
        |s| s.body.extend([
            inst(Op::CompositeConstruct, &[VEC2, FREE, UNIT, UNIT]),
            inst(Op::VectorShuffle, &[VEC2, FREE + 1, FREE, FREE, 0, 4]),
        ]) => types,
        body(inst(Op::ExtInst, &[FLOAT, FREE, 17, 35, UNIT, BUFFER])) => types,
        body(inst(Op::ExtInst, &[FLOAT, FREE, 17, 69, ONE])) => types,
        body(inst(Op::OuterProduct, &[FLOAT, FREE, UNIT, UNIT])) => types,
        body(inst(Op::Bitcast, &[VEC2, FREE, ONE])) => types,
        body(inst(Op::AtomicIAdd, &[UINT, FREE, BUFFER, ONE, ZERO, ONE])) => types,
        body(inst(Op::ControlBarrier, &[UNIT, ONE, ZERO])) => types,
        |s| s.tail[0] = inst(Op::ReturnValue, &[UNIT]) => types,
    }
}

#[test]
fn entry_points() {
    let use_buffer = |s: &mut Shader| {
        s.body.push(inst(Op::AccessChain, &[FLOAT_POINTER, FREE, BUFFER, ONE, ONE]));
    };
    refusals! {
        |s| s.entries.truncate(1) => "expected a local size, found none",
        |s| s.entries[1].1[3] = 0 => "expected a local size of at least 1, found [8, 0, 1]",
        |s| s.entries.insert(1, with_text(Op::EntryPoint, &[5, MAIN], "main"))
            => "expected a name of its own, found \"main\"",
        |s| s.entries[0].1[1] = UNIT => "expected the function of an entry point",
        |s| { s.entries[0].1[1] = UNIT; s.entries.truncate(1); }
            => "expected a model, a function of the module and a name",
        |s| s.entries[0].1.push(UNIT)
            => "expected variables of the module as interface, found %10",
        move |s| { use_buffer(s); s.decorations.truncate(5); }
            => "expected DescriptorSet and Binding decorations",
    }
    let mut many = shader();
    let names = (0..=limits::MAX_ENTRY_POINTS).map(|n| with_text(Op::EntryPoint, &[5, MAIN], &format!("main{n}")));
    many.entries.splice(..1, names);
    assert_eq!(
        Module::reflect(&many.assemble()).unwrap_err().to_string(),
        "word 0: expected at most 256 entry points, found 257"
    );
}
