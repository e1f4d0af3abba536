//! Exports and their SPIR-V as a VKE1 container.

use std::num::NonZeroU32;

use halforge_executable::ExecutableError;
use halforge_executable::vke1::{
    BDA_ROOT_BYTES, BdaLayout, Container, DebugInfo, DispatchAbi, FileLocation, Pipeline, PipelineLayout, PushConstantRange,
    STAGE_COMPUTE, SetBinding, SetLayout, SourceFile, StageLocation, write,
};

use crate::export::Export;

/// How bindings and constants reach the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abi {
    /// Descriptor sets and push constants.
    Descriptor,
    /// A table of addresses, found through the push constants.
    Bda,
}

/// The code of an export.
pub(crate) struct Code {
    /// SPIR-V as bytes.
    pub(crate) spirv: Vec<u8>,
    /// Invocations per subgroup that it needs.
    pub(crate) subgroup_size: Option<NonZeroU32>,
}

/// An embedded source: name and content.
pub(crate) type Source = (String, Vec<u8>);

/// The container of exports, each with its code.
///
/// Equal code is there once, as are equal layouts.
pub(crate) fn container<'a>(
    abi: Abi,
    exports: &'a [Export],
    codes: &'a [Code],
    debug_level: u32,
    sources: &'a [Source],
) -> Container<'a> {
    let mut container = Container::default();
    for (export, code) in exports.iter().zip(codes) {
        let shader_module = place_of(&mut container.shader_modules, &code.spirv[..]);
        let pipeline_layout = pipeline_layout(&mut container, abi, export);
        container.pipelines.push(Pipeline {
            shader_module,
            entry_point: &export.name,
            pipeline_layout,
            subgroup_size: code.subgroup_size,
            abi: match abi {
                Abi::Descriptor => DispatchAbi::Descriptor,
                Abi::Bda => DispatchAbi::BdaV1(BdaLayout {
                    root_offset_bytes: 0,
                    constants_offset_bytes: BDA_ROOT_BYTES,
                    constant_count: export.constants,
                    binding_count: Some(export.bindings.len() as u32),
                    requirements: Vec::new(),
                }),
            },
            debug_info: (debug_level > 0).then(|| debug_info(export, debug_level)),
        });
    }
    if debug_level > 0 {
        let file = |(path, content): &'a Source| SourceFile { path, content };
        container.source_files = sources.iter().map(file).collect();
    }
    container
}

/// The container's bytes.
pub(crate) fn bytes(container: &Container<'_>) -> Result<Vec<u8>, ExecutableError> {
    write(container)
}

/// The position of `item`, which is added when it is new.
fn place_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> u32 {
    let found = items.iter().position(|other| *other == item);
    found.unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    }) as u32
}

fn pipeline_layout(container: &mut Container<'_>, abi: Abi, export: &Export) -> u32 {
    let mut layout = PipelineLayout::default();
    let mut constants_bytes = 4 * u64::from(export.constants);
    match abi {
        Abi::Descriptor => {
            let binding = |(binding, &descriptor_type)| SetBinding {
                binding,
                descriptor_type,
                descriptor_count: 1,
                stage_flags: STAGE_COMPUTE,
            };
            let set = SetLayout { bindings: (0u32..).zip(&export.bindings).map(binding).collect() };
            layout.set_layouts.push(place_of(&mut container.set_layouts, set));
        }
        Abi::Bda => constants_bytes += u64::from(BDA_ROOT_BYTES),
    }
    if constants_bytes > 0 {
        // Too many are refused when the container is written.
        let size_bytes = u32::try_from(constants_bytes).unwrap_or(u32::MAX);
        layout.push_constant_ranges.push(PushConstantRange { stage_flags: STAGE_COMPUTE, offset_bytes: 0, size_bytes });
    }
    place_of(&mut container.pipeline_layouts, layout)
}

fn debug_info(export: &Export, debug_level: u32) -> DebugInfo<'_> {
    let stages = export.stages.iter().filter(|_| debug_level >= 3);
    DebugInfo {
        name: &export.name,
        location: export.place.as_ref().map(|(file, line)| FileLocation { file, line: *line }),
        stage_locations: stages
            .map(|(stage, file, line)| StageLocation { stage, location: Some(FileLocation { file, line: *line }) })
            .collect(),
    }
}
