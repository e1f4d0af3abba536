//! What reflection says about real modules: glslangValidator's, iree-compile's, and hand-written ones.

use halforge_executable::spirv::{
    Access, AddressingModel, Binding, BindingClass, BuiltIn, LocalSize, MemoryModel, PushConstants, ScalarKind, SpecConstant,
};
use halforge_executable::{Container, Module, RequiredFeature, content_hash, required_features};

const KERNEL: &[u8] = include_bytes!("../fixtures/kernel.spv");
const PAIR: &[u8] = include_bytes!("../fixtures/pair.spv");
const RAW: &[u8] = include_bytes!("../fixtures/raw.spv");
const ADDRESSES: &[u8] = include_bytes!("../fixtures/addresses.spv");
const SCALE: &[u8] = include_bytes!("../fixtures/scale.bda.vk1");

fn features(module: &Module) -> Vec<String> {
    required_features(module).map(|feature| feature.to_string()).collect()
}

fn iree(container: &[u8]) -> Module {
    let container = Container::parse(container).expect("a good fixture");
    Module::reflect(container.shader_modules[0]).expect("a good fixture")
}

/// Layout, access and extents of every kind of binding. The numbers are std430 and std140 by hand: `Item` is 64 bytes
/// from byte 16 on; `late.values[3]` always runs, `late.values[63]` only under a condition.
#[test]
fn bindings_of_a_glsl_kernel() {
    let module = Module::reflect(KERNEL).unwrap();
    let binding = |set, binding, class, block_size_bytes, alignment_bytes, access| Binding {
        set,
        binding,
        class,
        descriptor_count: Some(1),
        block_size_bytes,
        runtime_stride_bytes: None,
        alignment_bytes,
        access,
        certain_extent_bytes: 0,
    };
    let storage = BindingClass::StorageBuffer;
    assert_eq!(
        module.entry_points[0].bindings,
        [
            Binding { runtime_stride_bytes: Some(4), ..binding(0, 0, storage, 272, 16, Access::READ) },
            Binding { runtime_stride_bytes: Some(16), ..binding(0, 1, storage, 0, 16, Access::WRITE) },
            binding(1, 2, BindingClass::UniformBuffer, 80, 16, Access::READ),
            Binding { certain_extent_bytes: 4, ..binding(1, 3, storage, 8, 4, Access::READ_WRITE) },
            Binding { certain_extent_bytes: 16, ..binding(1, 4, storage, 256, 4, Access::WRITE) },
            binding(1, 5, BindingClass::UniformTexelBuffer, 0, 1, Access::READ),
        ]
    );
}

/// Everything else about an entry point.
#[test]
fn entry_point_of_a_glsl_kernel() {
    let module = Module::reflect(KERNEL).unwrap();
    assert_eq!(module.version, (1, 5));
    let entry = module.entry_point("main").unwrap();
    assert_eq!(entry.local_size, LocalSize { size: [1, 2, 1], spec_ids: [Some(1), None, None] });
    assert_eq!(
        entry.push_constants,
        Some(PushConstants { size_bytes: 32, member_offsets_bytes: vec![0, 16], used_offsets_bytes: Some(vec![0, 16]) })
    );
    assert_eq!(entry.built_ins, [BuiltIn::GlobalInvocationId, BuiltIn::LocalInvocationIndex]);
    assert!(entry.uses_subgroup_operations);
    // 32 floats and a vec3.
    assert_eq!(entry.workgroup_memory_bytes, Some(140));
    let constants = [
        SpecConstant { id: 1, kind: ScalarKind::Int { width_bits: 32, signed: false }, default_bits: 1 },
        SpecConstant { id: 7, kind: ScalarKind::Float { width_bits: 32 }, default_bits: u64::from(2.5_f32.to_bits()) },
    ];
    assert_eq!(module.spec_constants, constants);
    assert_eq!(features(&module), ["VK_SUBGROUP_FEATURE_BASIC_BIT", "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"]);
}

/// Each entry point sees what it reaches, also through pointers passed to functions.
#[test]
fn entry_points_are_analysed_apart() {
    let module = Module::reflect(PAIR).unwrap();
    let names: Vec<&str> = module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["twice", "negate"]);
    let accesses = |name| {
        let entry = module.entry_point(name).unwrap();
        let access = |binding: &Binding| (binding.binding, binding.access);
        entry.bindings.iter().map(access).collect::<Vec<_>>()
    };
    assert_eq!(accesses("twice"), [(0, Access::READ), (1, Access::WRITE)]);
    assert_eq!(accesses("negate"), [(0, Access::READ_WRITE)]);
    assert_eq!(module.entry_point("negate").unwrap().push_constants, None);
    assert_eq!(module.entry_point("twice").unwrap().local_size.size, [64, 1, 1]);
    assert_eq!(features(&module), ["variablePointersStorageBuffer"]);
}

/// Code of iree-compile: inputs are read, the output is written, for all the compiler does not say so.
#[test]
fn iree_code_of_the_descriptor_abi() {
    let module = iree(include_bytes!("../fixtures/scale.descriptor.vk1"));
    let entry = &module.entry_points[0];
    assert_eq!(entry.name, "scale_dispatch_0_elementwise_D_f32");
    let access: Vec<Access> = entry.bindings.iter().map(|binding| binding.access).collect();
    assert_eq!(access, [Access::READ, Access::READ, Access::WRITE]);
    assert!(entry.bindings.iter().all(|binding| binding.runtime_stride_bytes == Some(4)));
    assert_eq!(entry.push_constants.as_ref().unwrap().size_bytes, 16);
    assert_eq!(features(&module), Vec::<String>::new());
}

/// Code of iree-compile for addresses: no bindings, but a root and constants.
#[test]
fn iree_code_of_the_bda_abi() {
    let module = iree(include_bytes!("../fixtures/scale.bda.vk1"));
    assert_eq!(module.addressing_model, AddressingModel::PhysicalStorageBuffer64);
    assert_eq!(module.memory_model, MemoryModel::GLSL450);
    let entry = &module.entry_points[0];
    assert!(entry.bindings.is_empty());
    let push_constants = entry.push_constants.as_ref().unwrap();
    assert_eq!(push_constants.size_bytes, 48);
    let used = push_constants.used_offsets_bytes.as_ref().unwrap();
    assert!(used.starts_with(&[0, 4]), "address of the table");
    assert_eq!(features(&module), ["shaderInt64", "bufferDeviceAddress"]);
}

/// Code of iree-compile with cooperative matrices.
#[test]
fn iree_code_with_cooperative_matrices() {
    let module = iree(include_bytes!("../fixtures/matmul.ampere.vk1"));
    let entry = &module.entry_points[0];
    assert!(entry.uses_subgroup_operations);
    let access: Vec<Access> = entry.bindings.iter().map(|binding| binding.access).collect();
    assert_eq!(access, [Access::READ, Access::READ, Access::WRITE]);
    assert!(features(&module).contains(&"cooperativeMatrix".to_owned()));
}

/// No typing rule refuses what a compiler writes; the kernel has one of every kind of operation.
#[test]
fn operations_are_accepted() {
    let module = Module::reflect(include_bytes!("../fixtures/operations.spv")).unwrap();
    let entry = &module.entry_points[0];
    // 16 times 2 floats and more, but the 2 is applied after specialization.
    assert_eq!(entry.workgroup_memory_bytes, None);
    let strides: Vec<_> = entry.bindings.iter().map(|binding| binding.runtime_stride_bytes).collect();
    assert_eq!(strides, [Some(16), Some(16), Some(4)]);
    assert!(features(&module).contains(&"shaderFloat64".to_owned()));
}

/// Tool lines are kept: the layout of raw modules is in them.
#[test]
fn keeps_processed_lines() {
    let module = Module::reflect(RAW).unwrap();
    assert_eq!(module.processed[0], "somebody else was here");
    assert_eq!(module.extensions, ["SPV_KHR_physical_storage_buffer"]);
}

/// What is done through addresses, and that nothing is said where they cannot be followed.
#[test]
fn accesses_through_the_table_of_addresses() {
    let table = |module: &Module, name: &str| module.entry_point(name).unwrap().table_access.clone();
    let told = |accesses: &[(u32, Access)]| Some(accesses.iter().copied().collect());
    let module = Module::reflect(ADDRESSES).unwrap();
    assert_eq!(table(&module, "halves"), told(&[(0, Access::READ), (1, Access::WRITE)]));
    assert_eq!(table(&module, "choice"), told(&[(0, Access::WRITE), (1, Access::READ), (2, Access::WRITE)]));
    assert_eq!(table(&module, "atomic"), told(&[(0, Access::READ_WRITE), (1, Access::WRITE)]));
    for unknown in ["data", "kept", "any", "written", "call"] {
        assert_eq!(table(&module, unknown), None, "{unknown}");
    }
    assert_eq!(table(&Module::reflect(KERNEL).unwrap(), "main"), None, "code of the descriptor ABI has no addresses");
    assert_eq!(table(&Module::reflect(RAW).unwrap(), "copy"), told(&[(0, Access::READ), (1, Access::WRITE)]));
    let scale = iree(SCALE);
    assert_eq!(scale.entry_points[0].table_access, told(&[(0, Access::READ), (1, Access::READ), (2, Access::WRITE)]));
}

/// Feature names are what a device is asked for: none twice, and Vulkan spells them in two ways only.
#[test]
fn feature_names_are_unique() {
    let mut names: Vec<String> = RequiredFeature::ALL.iter().map(ToString::to_string).collect();
    let is_vulkan =
        |name: &String| name.starts_with("VK_SUBGROUP_FEATURE_") || name.starts_with(|first: char| first.is_ascii_lowercase());
    assert!(names.iter().all(is_vulkan));
    names.sort();
    names.dedup();
    assert_eq!(names.len(), RequiredFeature::ALL.len());
}

/// Reflection and the cache key do not depend on where the words lie.
#[test]
fn alignment_does_not_matter() {
    let shifted = [&[0], PAIR].concat();
    assert_eq!(Module::reflect(&shifted[1..]), Module::reflect(PAIR));
    assert_eq!(content_hash(&shifted[1..]), content_hash(PAIR));
}
