//! SPIR-V against the pipeline around it.

use crate::shader::*;
use halforge_executable::vke1::{BDA_ROOT_BYTES, BdaLayout, BindingRequirement, DescriptorType, DispatchAbi};
use halforge_executable::{Container, Module, PipelineView, check_interface, raw_bda_container, write};
use rspirv::spirv::Op;

const DESCRIPTOR: &[u8] = include_bytes!("../fixtures/scale.descriptor.vk1");
const BDA: &[u8] = include_bytes!("../fixtures/scale.bda.vk1");
const AMPERE: &[u8] = include_bytes!("../fixtures/matmul.ampere.vk1");
const PAIR: &[u8] = include_bytes!("../fixtures/pair.vk1");
const KERNEL: &[u8] = include_bytes!("../fixtures/kernel.spv");
const RAW: &[u8] = include_bytes!("../fixtures/raw.spv");

/// All findings about a container, as text.
fn findings(container: &Container<'_>) -> Vec<String> {
    let pipelines = (0..container.pipelines.len()).map(|ordinal| container.pipeline(ordinal).expect("ordinals in range"));
    let check = |pipeline: PipelineView<'_>| {
        let module = Module::reflect(pipeline.spirv).expect("a good fixture");
        check_interface(&module, &pipeline)
    };
    pipelines.flat_map(check).map(|finding| finding.to_string()).collect()
}

/// What compilers write fits.
#[test]
fn real_containers_fit() {
    for bytes in [DESCRIPTOR, BDA, AMPERE, PAIR] {
        assert_eq!(findings(&Container::parse(bytes).unwrap()), Vec::<String>::new());
    }
}

/// Every finding names both sides.
#[test]
fn findings_name_both_sides() {
    let broken = |bytes: &'static [u8], break_it: fn(&mut Container<'static>)| {
        let mut container = Container::parse(bytes).unwrap();
        break_it(&mut container);
        findings(&container)
    };
    assert_eq!(
        broken(PAIR, |c| c.pipelines[1].entry_point = "negative"),
        [r#"pipeline names the entry point "negative", shader has ["twice", "negate"]"#]
    );
    assert_eq!(
        broken(PAIR, |c| c.set_layouts[0].bindings.truncate(1)),
        ["shader uses set 0 binding 1 as a storage buffer, layout has no such binding"]
    );
    assert_eq!(
        broken(PAIR, |c| c.set_layouts[1].bindings[0].descriptor_type = DescriptorType::UniformBuffer),
        ["shader uses set 0 binding 0 as a storage buffer, layout has a uniform buffer"]
    );
    assert_eq!(
        broken(PAIR, |c| c.pipeline_layouts[0].push_constant_ranges.clear()),
        ["shader reads a push constant block of 4 bytes, layout has 0"]
    );
    assert_eq!(
        broken(AMPERE, |c| c.pipelines[0].subgroup_size = std::num::NonZeroU32::new(96)),
        ["shader has local size 128x1x1, pipeline needs x to be a multiple of its subgroup size 96 for cooperative matrices"]
    );
}

/// An array of two descriptors needs two in the layout, and is not taken for memory.
#[test]
fn descriptor_arrays_are_counted() {
    let mut shader = shader();
    let [two, array, pointer, variable, chain, load] = [FREE, FREE + 1, FREE + 2, FREE + 3, FREE + 4, FREE + 5];
    shader.decorations.extend([inst(Op::Decorate, &[variable, 34, 0]), inst(Op::Decorate, &[variable, 33, 1])]);
    shader.globals.extend([
        inst(Op::Constant, &[UINT, two, 2]),
        inst(Op::TypeArray, &[array, BLOCK, two]),
        inst(Op::TypePointer, &[pointer, 12, array]),
        inst(Op::Variable, &[pointer, variable, 12]),
    ]);
    shader.body.extend([
        inst(Op::AccessChain, &[FLOAT_POINTER, chain, variable, ONE, ONE, ONE]),
        inst(Op::Load, &[FLOAT, load, chain]),
    ]);
    let words = shader.assemble();
    let module = Module::reflect(&words).unwrap();
    let binding = module.entry_points[0].bindings[0];
    assert_eq!((binding.descriptor_count, binding.block_size_bytes), (Some(2), 16));
    assert_eq!(binding.certain_extent_bytes, 0);

    let mut container = Container::parse(PAIR).unwrap();
    container.pipelines.truncate(1);
    container.pipelines[0].entry_point = "main";
    container.shader_modules = vec![&words];
    assert_eq!(findings(&container), ["shader uses 2 descriptors at set 0 binding 1, layout has 1"]);
    container.set_layouts[0].bindings[1].descriptor_count = 2;
    assert_eq!(findings(&container), Vec::<String>::new());
}

/// A kernel with texel buffers and a specialized local size cannot follow the BDA ABI, and is told every reason.
#[test]
fn findings_about_the_bda_abi() {
    let mut container = Container::parse(BDA).unwrap();
    container.shader_modules[0] = KERNEL;
    container.pipelines[0].entry_point = "main";
    let findings = findings(&container);
    let expected = [
        "expected the capability PhysicalStorageBufferAddresses, found none",
        "expected PhysicalStorageBuffer64 addressing, found Logical",
        "expected no descriptors, found a storage buffer at set 0 binding 0",
        "expected no descriptors, found a uniform texel buffer at set 1 binding 5",
        "shader has local size 1x2x1, pipeline needs a literal one for the BDA ABI",
    ];
    for text in expected {
        assert!(findings.iter().any(|finding| finding.contains(text)), "{text}: {findings:#?}");
    }
}

/// A raw module becomes a container that fits, with the layout its lines declare.
#[test]
fn raw_modules_become_containers() {
    let module = Module::reflect(RAW).unwrap();
    let container = raw_bda_container(&module, RAW).unwrap();
    assert_eq!(findings(&container), Vec::<String>::new());
    let pipeline = container.pipeline(0).unwrap();
    assert_eq!(pipeline.entry_point, "copy");
    assert_eq!(pipeline.push_constants_end_bytes(), 40);
    let requirement = |alignment_bytes, length_bytes| BindingRequirement { alignment_bytes, length_bytes };
    assert_eq!(
        pipeline.abi,
        &DispatchAbi::BdaV1(BdaLayout {
            root_offset_bytes: 0,
            constants_offset_bytes: 32,
            constant_count: 2,
            binding_count: Some(2),
            requirements: vec![requirement(1, 0), requirement(16, 64)],
        })
    );
    assert_eq!(Container::parse(&write(&container).unwrap()).unwrap(), container);
}

/// Lines of other tools and versions are ignored; without lines the ABI's defaults hold and bindings are open.
#[test]
fn raw_layout_has_defaults() {
    let mut module = Module::reflect(RAW).unwrap();
    module.processed = vec!["iree.vulkan.bda.v2.root=junk".to_owned()];
    let container = raw_bda_container(&module, RAW).unwrap();
    let pipeline = container.pipeline(0).unwrap();
    assert_eq!((pipeline.constant_count(), pipeline.binding_count()), (0, None));
    assert_eq!(pipeline.push_constants_end_bytes(), BDA_ROOT_BYTES);
    // The code's block has two constants more than the layout now says.
    assert_eq!(findings(&container), ["shader reads a push constant block of 40 bytes, layout has 32"]);
}

/// Lines that cannot be meant are refused, by name.
#[test]
fn raw_layout_lines_are_checked() {
    let refused = |line: &str| {
        let mut module = Module::reflect(RAW).unwrap();
        module.processed.push(format!("iree.vulkan.bda.v1.{line}"));
        raw_bda_container(&module, RAW).unwrap_err().to_string()
    };
    let cases = [
        ("root=0,16", "iree.vulkan.bda.v1.root: expected 32 bytes, found 16"),
        ("root=0", "iree.vulkan.bda.v1.root: expected two numbers, found \"0\""),
        (
            "root=4,32",
            "iree.vulkan.bda.v1.root: expected a push constant block with members at bytes [4, 12, 20, 24, 28, 32] in \"copy\", found Some([0, 8, 16, 20, 24, 28, 32, 36])",
        ),
        ("constants=+3", "iree.vulkan.bda.v1.constants: expected a decimal number, found \"+3\""),
        ("constants=99999999999", "iree.vulkan.bda.v1.constants: expected a decimal number, found \"99999999999\""),
        ("constants=65536", "iree.vulkan.bda.v1.constants: expected at most 65535 constants, found 65536"),
        ("bindings=1", "iree.vulkan.bda.v1.binding: expected ordinals below 1, found 1"),
        ("binding.1=1,0", "iree.vulkan.bda.v1.binding.1: expected it once, found it again"),
        ("binding.0=3,0", "pipelines[0].bda_dispatch_layout.bindings[0].minimum_alignment: expected a power of two, found 3"),
        (
            "constant_offset=28",
            "pipelines[0].bda_dispatch_layout.constant_push_constant_offset: expected constants outside the root at bytes 0..32, found bytes 28..36",
        ),
        ("color=red", "iree.vulkan.bda.v1.color: expected a known key"),
        ("color", "iree.vulkan.bda.v1.color: expected key=value"),
    ];
    for (line, message) in cases {
        assert_eq!(refused(line), message);
    }
    let module = Module::reflect(include_bytes!("../fixtures/pair.spv")).unwrap();
    let error = raw_bda_container(&module, RAW).unwrap_err();
    assert_eq!(error.path(), "iree.vulkan.bda.v1.root", "code without a root");
}
