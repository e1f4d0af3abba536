//! VKE1 containers: those iree-compile wrote, those we write, and those nobody should.

use std::num::NonZeroU32;

use halforge_executable::vke1::{
    BdaLayout, BindingRequirement, DebugInfo, DescriptorType, DispatchAbi, FileLocation, HEADER_BYTES, Pipeline,
    PipelineLayout, PushConstantRange, STAGE_COMPUTE, SetBinding, SetLayout, SourceFile, StageLocation,
};
use halforge_executable::{Container, ExecutableError, limits, write};
use proptest::prelude::*;

const DESCRIPTOR: &[u8] = include_bytes!("fixtures/scale.descriptor.vk1");
const BDA: &[u8] = include_bytes!("fixtures/scale.bda.vk1");
const AMPERE: &[u8] = include_bytes!("fixtures/matmul.ampere.vk1");
const PAIR: &[u8] = include_bytes!("fixtures/pair.vk1");

fn range(offset_bytes: u32, size_bytes: u32) -> PushConstantRange {
    PushConstantRange { stage_flags: STAGE_COMPUTE, offset_bytes, size_bytes }
}

/// The descriptor ABI as iree-compile emits it.
#[test]
fn reads_the_descriptor_abi() {
    let container = Container::parse(DESCRIPTOR).unwrap();
    assert_eq!(container.pipelines.len(), 1);
    let pipeline = container.pipeline(0).unwrap();
    assert_eq!(pipeline.entry_point, "scale_dispatch_0_elementwise_D_f32");
    assert_eq!(pipeline.abi, &DispatchAbi::Descriptor);
    assert_eq!(pipeline.subgroup_size, None);
    assert_eq!(pipeline.push_constant_ranges, [range(0, 16)]);
    assert_eq!(pipeline.constant_count(), 4);
    assert_eq!(pipeline.binding_count(), Some(3));
    let bindings = &pipeline.set_layouts[0].bindings;
    let numbers: Vec<u32> = bindings.iter().map(|binding| binding.binding).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert!(
        bindings
            .iter()
            .all(|binding| { binding.descriptor_type == DescriptorType::StorageBuffer && binding.descriptor_count == 1 })
    );
    let location = pipeline.debug_info.unwrap().location.unwrap();
    assert_eq!((location.file, location.line), ("scale.mlir", 4));
    assert_eq!(pipeline.spirv[..4], 0x0723_0203_u32.to_le_bytes());
}

/// The BDA ABI as iree-compile emits it: absent fields have their defaults.
#[test]
fn reads_the_bda_abi() {
    let container = Container::parse(BDA).unwrap();
    let pipeline = container.pipeline(0).unwrap();
    assert_eq!(
        pipeline.abi,
        &DispatchAbi::BdaV1(BdaLayout {
            root_offset_bytes: 0,
            constants_offset_bytes: 32,
            constant_count: 4,
            binding_count: Some(3),
            requirements: Vec::new(),
        })
    );
    assert!(pipeline.set_layouts.is_empty());
    assert_eq!(pipeline.push_constant_ranges, [range(0, 48)]);
    assert_eq!((pipeline.constant_count(), pipeline.binding_count()), (4, Some(3)));
}

/// Kernels for cooperative matrices ask for a subgroup size.
#[test]
fn reads_the_subgroup_size() {
    let container = Container::parse(AMPERE).unwrap();
    assert_eq!(container.pipelines[0].subgroup_size, NonZeroU32::new(32));
}

/// Two exports of one module with a layout each.
#[test]
fn reads_several_pipelines() {
    let container = Container::parse(PAIR).unwrap();
    let names: Vec<&str> = container.pipelines.iter().map(|pipeline| pipeline.entry_point).collect();
    assert_eq!(names, ["twice", "negate"]);
    assert_eq!(container.pipeline(0).unwrap().binding_count(), Some(2));
    assert_eq!(container.pipeline(1).unwrap().binding_count(), Some(1));
    assert_eq!(container.pipeline(2), None);
}

/// A container with everything the format can say.
fn everything() -> Container<'static> {
    let words: &[u8] = &[3, 2, 35, 7, 0, 0, 1, 0];
    let location = FileLocation { file: "a.mlir", line: -3 };
    let bda = |requirements| {
        DispatchAbi::BdaV1(BdaLayout {
            root_offset_bytes: 8,
            constants_offset_bytes: 40,
            constant_count: 2,
            binding_count: Some(2),
            requirements,
        })
    };
    let pipeline = |entry_point, shader_module, abi| Pipeline {
        shader_module,
        entry_point,
        pipeline_layout: 1,
        subgroup_size: NonZeroU32::new(64),
        abi,
        debug_info: Some(DebugInfo {
            name: "for people",
            location: Some(location),
            stage_locations: vec![
                StageLocation { stage: "flow", location: Some(location) },
                StageLocation { stage: "", location: None },
            ],
        }),
    };
    let requirement = |alignment_bytes, length_bytes| BindingRequirement { alignment_bytes, length_bytes };
    Container {
        pipelines: vec![
            pipeline("first", 0, bda(vec![requirement(16, u64::MAX), requirement(1, 0)])),
            pipeline("second", 1, bda(Vec::new())),
        ],
        set_layouts: vec![SetLayout {
            bindings: vec![
                SetBinding {
                    binding: 4,
                    descriptor_type: DescriptorType::UniformBuffer,
                    descriptor_count: 3,
                    stage_flags: 0x7FFF_FFFF,
                },
                SetBinding {
                    binding: 0,
                    descriptor_type: DescriptorType::StorageBuffer,
                    descriptor_count: 1,
                    stage_flags: STAGE_COMPUTE,
                },
            ],
        }],
        pipeline_layouts: vec![
            PipelineLayout { set_layouts: vec![0, 0], push_constant_ranges: vec![range(0, 4), range(8, 64)] },
            PipelineLayout { set_layouts: Vec::new(), push_constant_ranges: vec![range(8, 40)] },
        ],
        shader_modules: vec![words, words],
        source_files: vec![SourceFile { path: "a.mlir", content: b"module {}" }],
    }
}

/// Reader and writer lose nothing, on real containers and on one with everything in it, and writing is deterministic.
#[test]
fn round_trips() {
    let made = everything();
    let parsed = [DESCRIPTOR, BDA, AMPERE, PAIR].map(|bytes| Container::parse(bytes).unwrap());
    for container in parsed.iter().chain([&made]) {
        let bytes = write(container).unwrap();
        assert_eq!(&Container::parse(&bytes).unwrap(), container);
        assert_eq!(write(container).unwrap(), bytes);
    }
}

/// The span a runtime hands over may be longer than the container.
#[test]
fn ignores_what_follows() {
    let mut longer = DESCRIPTOR.to_vec();
    longer.extend([0xAB; 100]);
    assert_eq!(Container::parse(&longer), Container::parse(DESCRIPTOR));
}

/// Every check of the container, by the message it gives. Each case breaks one thing of a good container.
#[test]
fn checks_name_the_field() {
    type Break = fn(&mut Container<'static>);
    fn bda<'a>(container: &'a mut Container<'static>) -> &'a mut BdaLayout {
        match &mut container.pipelines[0].abi {
            DispatchAbi::BdaV1(layout) => layout,
            DispatchAbi::Descriptor => panic!("expected the BDA ABI"),
        }
    }
    let cases: &[(Break, &str)] = &[
        (|c| c.pipelines.clear(), "pipelines: expected at least one, found none"),
        (|c| c.pipelines[1].entry_point = "", "pipelines[1].entry_point: expected a non-empty name, found an empty one"),
        (|c| c.pipelines[0].entry_point = "a\0b", "pipelines[0].entry_point: expected a name without NUL, found one at byte 1"),
        (|c| c.pipelines[0].shader_module = 2, "pipelines[0].shader_module_ordinal: expected an ordinal below 2, found 2"),
        (|c| c.pipelines[0].pipeline_layout = 9, "pipelines[0].pipeline_layout_ordinal: expected an ordinal below 2, found 9"),
        (
            |c| c.pipelines[1].abi = DispatchAbi::Descriptor,
            "pipelines[1].dispatch_abi: expected the ABI of pipelines[0], found another",
        ),
        (
            |c| c.pipelines[0].pipeline_layout = 0,
            "pipelines[0].pipeline_layout_ordinal: expected a layout without descriptor sets for the BDA ABI, found 2 sets",
        ),
        (
            |c| bda(c).root_offset_bytes = 2,
            "pipelines[0].bda_dispatch_layout.root_push_constant_offset: expected a multiple of 4, found 2",
        ),
        (
            |c| bda(c).root_offset_bytes = 0,
            "pipelines[0].bda_dispatch_layout.root_push_constant_offset: expected bytes inside a push constant range of the pipeline layout, found bytes 0..32",
        ),
        (
            |c| bda(c).constants_offset_bytes = 36,
            "pipelines[0].bda_dispatch_layout.constant_push_constant_offset: expected constants outside the root at bytes 8..40, found bytes 36..44",
        ),
        (
            |c| bda(c).constant_count = 3,
            "pipelines[0].bda_dispatch_layout.constant_push_constant_offset: expected bytes inside a push constant range of the pipeline layout, found bytes 40..52",
        ),
        (
            |c| bda(c).constant_count = 70_000,
            "pipelines[0].bda_dispatch_layout.constant_count: expected at most 65535 constants, found 70000",
        ),
        (
            |c| bda(c).binding_count = Some(3),
            "pipelines[0].bda_dispatch_layout.bindings: expected none or one for each of 3 bindings, found 2",
        ),
        (
            |c| bda(c).requirements[1].alignment_bytes = 0,
            "pipelines[0].bda_dispatch_layout.bindings[1].minimum_alignment: expected a power of two, found 0",
        ),
        (
            |c| c.set_layouts[0].bindings[1].binding = 4,
            "descriptor_set_layouts[0].bindings[1].binding: expected a number not used before in the set, found 4 again",
        ),
        (
            |c| c.set_layouts[0].bindings[0].descriptor_count = 0,
            "descriptor_set_layouts[0].bindings[0].descriptor_count: expected at least 1, found 0",
        ),
        (
            |c| c.set_layouts[0].bindings[0].stage_flags = 1,
            "descriptor_set_layouts[0].bindings[0].stage_flags: expected the compute stage (0x20), found 0x1",
        ),
        (
            |c| c.set_layouts[0].bindings[0].descriptor_count = 65_535,
            "pipeline_layouts[0].descriptor_set_layout_ordinals: expected at most 65535 descriptors, found 131072",
        ),
        (
            |c| c.pipeline_layouts[0].set_layouts[1] = 1,
            "pipeline_layouts[0].descriptor_set_layout_ordinals: expected an ordinal below 1, found 1",
        ),
        (
            |c| c.pipeline_layouts[0].push_constant_ranges[1].offset_bytes = 3,
            "pipeline_layouts[0].push_constant_ranges[1].offset: expected a multiple of 4, found 3",
        ),
        (
            |c| c.pipeline_layouts[1].push_constant_ranges[0].size_bytes = 41,
            "pipeline_layouts[1].push_constant_ranges[0].size: expected a multiple of 4, found 41",
        ),
        (
            |c| c.pipeline_layouts[1].push_constant_ranges[0].offset_bytes = u32::MAX - 3,
            "pipeline_layouts[1].push_constant_ranges[0].size: expected at most 65535 constants, found 1073741833",
        ),
        (
            |c| c.pipeline_layouts[1].push_constant_ranges[0].stage_flags = 0,
            "pipeline_layouts[1].push_constant_ranges[0].stage_flags: expected the compute stage (0x20), found 0x0",
        ),
        (|c| c.shader_modules[1] = &[], "shader_modules[1].spirv_code: expected words, found none"),
        (
            |c| c.shader_modules[1] = &[7, 35, 2, 3],
            "shader_modules[1].spirv_code: expected the magic number 0x07230203, found 0x03022307",
        ),
        (|c| c.shader_modules[1] = &[3, 2, 35, 7, 0], "shader_modules[1].spirv_code: expected a multiple of 4 bytes, found 5"),
        (
            |c| c.source_files = vec![c.source_files[0]; limits::MAX_SOURCE_FILES + 1],
            "source_files: expected at most 4096 elements, found 4097",
        ),
    ];
    for (break_it, message) in cases {
        let mut container = everything();
        break_it(&mut container);
        let error = write(&container).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
}

/// What the tables cannot express is refused on the way in. Cases change a scalar of a real container in place; the
/// positions are those of its flatbuffer.
#[test]
fn refuses_headers_and_foreign_values() {
    let refused = |position: usize, bytes: &[u8]| {
        let mut container = DESCRIPTOR.to_vec();
        container[position..position + bytes.len()].copy_from_slice(bytes);
        Container::parse(&container).unwrap_err()
    };
    assert_eq!(refused(0, b"VKE2").to_string(), "header: expected the magic VKE1, found \"VKE2\"");
    assert!(matches!(refused(4, &[1]), ExecutableError::Incompatible { .. }));
    assert_eq!(refused(8, &[0; 8]).to_string(), "header: expected a content size from 1 to 2160, found 0");
    assert_eq!(refused(8, &3000_u64.to_le_bytes()).to_string(), "header: expected a content size from 1 to 2160, found 3000");
    assert!(matches!(refused(8, &[0xFF; 8]), ExecutableError::LimitExceeded { .. }));
    assert_eq!(refused(HEADER_BYTES + 4, b"XXXX").path(), "flatbuffer");
    assert_eq!(Container::parse(&DESCRIPTOR[..63]).unwrap_err().to_string(), "header: expected 64 bytes, found 63");

    // The type of binding 1: the second 7 that a 1 (its descriptor count) follows.
    let storage_buffer = [7_u32, 1].map(u32::to_le_bytes).concat();
    let is_type = |&position: &usize| DESCRIPTOR[position..].starts_with(&storage_buffer);
    let types: Vec<usize> = (0..DESCRIPTOR.len()).filter(is_type).collect();
    assert_eq!(types.len(), 3, "one per binding");
    let errors = types.iter().map(|&position| refused(position, &[0]));
    assert!(errors.clone().all(|error| matches!(error, ExecutableError::Unsupported { .. })));
    let mut paths: Vec<String> = errors.map(|error| error.path().to_owned()).collect();
    paths.sort();
    assert_eq!(paths[1], "descriptor_set_layouts[0].bindings[1].descriptor_type");
}

/// Raw SPIR-V may leave the number of bindings open, a container may not.
#[test]
fn an_open_binding_count_is_not_written() {
    let mut container = everything();
    let DispatchAbi::BdaV1(layout) = &mut container.pipelines[1].abi else {
        panic!("expected the BDA ABI");
    };
    layout.binding_count = None;
    assert_eq!(write(&container).unwrap_err().path(), "pipelines[1].bda_dispatch_layout.binding_count");
}

fn check_any(bytes: &[u8]) {
    if let Ok(container) = Container::parse(bytes) {
        let written = write(&container).expect("what was read can be written");
        assert_eq!(Container::parse(&written), Ok(container));
    }
}

proptest! {
    /// No bytes make the reader panic.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_any(&bytes);
        check_any(&[b"VKE1\0\0\0\0", &(bytes.len() as u64).to_le_bytes()[..], &[0; 48], &bytes].concat());
    }

    /// Nor do almost valid ones; what is still accepted is written and read back equal.
    #[test]
    fn mutated_containers(
        fixture in prop::sample::select(vec![DESCRIPTOR, BDA, AMPERE, PAIR]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = fixture.to_vec();
        for (position, value) in edits {
            let position = position.index(bytes.len());
            bytes[position] = value;
        }
        check_any(&bytes);
        check_any(&bytes[..length.index(bytes.len())]);
    }
}
