//! Tables to VKE1 bytes.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::schema::*;
use super::{
    BdaLayout, Container, DebugInfo, DispatchAbi, FileLocation, HEADER_BYTES, MAGIC, Pipeline, PipelineLayout, SetLayout,
    SourceFile, check,
};
use crate::error::{ExecutableError, check_limit};
use crate::flatbuffer::{self, Field, Fields, Value};
use crate::limits::MAX_CONTENT_BYTES;

/// Writes a container. Equal containers give equal bytes, and parsing them gives an equal container.
///
/// # Errors
///
/// What [`Container::parse`] would refuse is not written.
pub fn write(container: &Container<'_>) -> Result<Vec<u8>, ExecutableError> {
    check::check(container)?;
    let content = flatbuffer::write(MAGIC, &executable(container)?);
    check_limit("header", "bytes of content", content.len(), MAX_CONTENT_BYTES)?;
    let mut bytes = vec![0; HEADER_BYTES];
    let header = [&MAGIC[..], &[0; 4], &(content.len() as u64).to_le_bytes()].concat();
    bytes.splice(..header.len(), header);
    bytes.extend(content);
    Ok(bytes)
}

/// A scalar field, absent where it equals its default.
fn scalar<'a>(field: Field, value: u64, default: u64) -> Option<(Field, Value<'a>)> {
    (value != default).then_some((field, Value::Scalar(value)))
}

/// A vector of tables, absent where it is empty.
fn tables<'a>(field: Field, tables: impl ExactSizeIterator<Item = Fields<'a>>) -> Option<(Field, Value<'a>)> {
    (tables.len() > 0).then(|| (field, Value::Tables(tables.collect())))
}

/// A vector of scalars or structs, absent where it is empty.
fn vector<'a>(field: Field, element_bytes: usize, bytes: impl Into<Cow<'a, [u8]>>) -> Option<(Field, Value<'a>)> {
    let bytes = bytes.into();
    (!bytes.is_empty()).then_some((field, Value::Vector { element_bytes, bytes }))
}

/// A string, absent where it is empty.
fn string(field: Field, text: &str) -> Option<(Field, Value<'_>)> {
    (!text.is_empty()).then_some((field, Value::String(text)))
}

fn present<'a, const N: usize>(fields: [Option<(Field, Value<'a>)>; N]) -> Fields<'a> {
    fields.into_iter().flatten().collect()
}

fn executable<'a>(container: &'a Container<'_>) -> Result<Fields<'a>, ExecutableError> {
    let modules = container.shader_modules.iter();
    let pipelines: Vec<_> = container
        .pipelines
        .iter()
        .enumerate()
        .map(|(index, item)| pipeline(item).map_err(|error| error.within(format_args!("pipelines[{index}]"))))
        .collect::<Result<_, _>>()?;
    Ok(present([
        tables(EXECUTABLE_PIPELINES, pipelines.into_iter()),
        tables(EXECUTABLE_DESCRIPTOR_SET_LAYOUTS, container.set_layouts.iter().map(set_layout)),
        tables(EXECUTABLE_PIPELINE_LAYOUTS, container.pipeline_layouts.iter().map(pipeline_layout)),
        tables(EXECUTABLE_SHADER_MODULES, modules.map(|&words| present([vector(MODULE_SPIRV_CODE, 4, words)]))),
        tables(EXECUTABLE_SOURCE_FILES, container.source_files.iter().map(source_file)),
    ]))
}

fn pipeline<'a>(pipeline: &'a Pipeline<'_>) -> Result<Fields<'a>, ExecutableError> {
    let (abi, layout) = match &pipeline.abi {
        DispatchAbi::Descriptor => (ABI_DESCRIPTOR, None),
        DispatchAbi::BdaV1(layout) => (ABI_BDA_V1, Some(bda_layout(layout)?)),
    };
    Ok(present([
        scalar(PIPELINE_SHADER_MODULE_ORDINAL, pipeline.shader_module.into(), 0),
        string(PIPELINE_ENTRY_POINT, pipeline.entry_point),
        scalar(PIPELINE_PIPELINE_LAYOUT_ORDINAL, pipeline.pipeline_layout.into(), 0),
        scalar(PIPELINE_SUBGROUP_SIZE, pipeline.subgroup_size.map_or(0, NonZeroU32::get).into(), 0),
        pipeline.debug_info.as_ref().map(|info| (PIPELINE_DEBUG_INFO, Value::Table(debug(info)))),
        scalar(PIPELINE_DISPATCH_ABI, abi.into(), ABI_DESCRIPTOR.into()),
        layout.map(|fields| (PIPELINE_BDA_DISPATCH_LAYOUT, Value::Table(fields))),
    ]))
}

fn bda_layout(layout: &BdaLayout) -> Result<Fields<'_>, ExecutableError> {
    let Some(binding_count) = layout.binding_count else {
        return Err(ExecutableError::malformed(
            "bda_dispatch_layout.binding_count",
            "expected a number, found none; only raw SPIR-V may leave it open",
        ));
    };
    let requirements = layout.requirements.iter().map(|requirement| {
        present([
            scalar(REQUIREMENT_MINIMUM_ALIGNMENT, requirement.alignment_bytes.into(), REQUIREMENT_ALIGNMENT_BYTES.into()),
            scalar(REQUIREMENT_MINIMUM_LENGTH, requirement.length_bytes, 0),
        ])
    });
    // Version, root length and entry type have one value each, their default.
    Ok(present([
        scalar(BDA_ROOT_PUSH_CONSTANT_OFFSET, layout.root_offset_bytes.into(), 0),
        scalar(BDA_CONSTANT_PUSH_CONSTANT_OFFSET, layout.constants_offset_bytes.into(), BDA_CONSTANTS_OFFSET_BYTES.into()),
        scalar(BDA_CONSTANT_COUNT, layout.constant_count.into(), 0),
        scalar(BDA_BINDING_COUNT, binding_count.into(), 0),
        tables(BDA_BINDINGS, requirements),
    ]))
}

fn set_layout(layout: &SetLayout) -> Fields<'_> {
    let bindings = layout.bindings.iter().map(|binding| {
        present([
            scalar(BINDING_BINDING, binding.binding.into(), 0),
            scalar(BINDING_DESCRIPTOR_TYPE, binding.descriptor_type as u64, 0),
            scalar(BINDING_DESCRIPTOR_COUNT, binding.descriptor_count.into(), 0),
            scalar(BINDING_STAGE_FLAGS, binding.stage_flags.into(), 0),
        ])
    });
    present([tables(SET_BINDINGS, bindings)])
}

fn pipeline_layout(layout: &PipelineLayout) -> Fields<'_> {
    let ordinals = layout.set_layouts.iter().flat_map(|ordinal| ordinal.to_le_bytes());
    let ranges = layout
        .push_constant_ranges
        .iter()
        .flat_map(|range| [range.stage_flags, range.offset_bytes, range.size_bytes].into_iter().flat_map(u32::to_le_bytes));
    present([
        vector(LAYOUT_DESCRIPTOR_SET_LAYOUT_ORDINALS, 4, ordinals.collect::<Vec<u8>>()),
        vector(LAYOUT_PUSH_CONSTANT_RANGES, RANGE_BYTES, ranges.collect::<Vec<u8>>()),
    ])
}

fn debug<'a>(info: &'a DebugInfo<'_>) -> Fields<'a> {
    let stages = info
        .stage_locations
        .iter()
        .map(|stage| present([string(STAGE_STAGE, stage.stage), location(STAGE_LOCATION, stage.location.as_ref())]));
    present([
        string(EXPORT_NAME, info.name),
        location(EXPORT_LOCATION, info.location.as_ref()),
        tables(EXPORT_STAGE_LOCATIONS, stages),
    ])
}

fn location<'a>(field: Field, location: Option<&FileLocation<'a>>) -> Option<(Field, Value<'a>)> {
    let location = location?;
    let fields =
        present([string(LOCATION_FILENAME, location.file), scalar(LOCATION_LINE, u64::from(location.line.cast_unsigned()), 0)]);
    Some((field, Value::Table(fields)))
}

fn source_file<'a>(file: &SourceFile<'a>) -> Fields<'a> {
    present([string(SOURCE_PATH, file.path), vector(SOURCE_CONTENT, 1, file.content)])
}
