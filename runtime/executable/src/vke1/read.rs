//! VKE1 bytes to tables. Refuses only what the tables cannot express; the rest is for [`check`](super::check).

use std::num::NonZeroU32;

use super::schema::*;
use super::{
    BDA_ROOT_BYTES, BdaLayout, BindingRequirement, Container, DebugInfo, DescriptorType, DispatchAbi, FileLocation,
    HEADER_BYTES, MAGIC, Pipeline, PipelineLayout, PushConstantRange, SetBinding, SetLayout, SourceFile, StageLocation,
};
use crate::error::{ExecutableError, check_limit};
use crate::flatbuffer::{Buffer, Table};
use crate::limits::{
    MAX_BINDINGS, MAX_CONTENT_BYTES, MAX_PIPELINE_LAYOUTS, MAX_PIPELINES, MAX_PUSH_CONSTANT_RANGES, MAX_SET_LAYOUTS,
    MAX_SETS_PER_LAYOUT, MAX_SHADER_MODULES, MAX_SOURCE_FILES, MAX_STAGE_LOCATIONS,
};

pub(super) fn read(bytes: &[u8]) -> Result<Container<'_>, ExecutableError> {
    let buffer = Buffer::new(content(bytes)?);
    let root = buffer.root(MAGIC)?;
    Ok(Container {
        pipelines: root.tables(EXECUTABLE_PIPELINES, MAX_PIPELINES, pipeline)?,
        set_layouts: root.tables(EXECUTABLE_DESCRIPTOR_SET_LAYOUTS, MAX_SET_LAYOUTS, set_layout)?,
        pipeline_layouts: root.tables(EXECUTABLE_PIPELINE_LAYOUTS, MAX_PIPELINE_LAYOUTS, pipeline_layout)?,
        shader_modules: root
            .tables(EXECUTABLE_SHADER_MODULES, MAX_SHADER_MODULES, |table| table.bytes(MODULE_SPIRV_CODE, 4))?,
        source_files: root.tables(EXECUTABLE_SOURCE_FILES, MAX_SOURCE_FILES, source_file)?,
    })
}

/// The flatbuffer behind the header.
fn content(bytes: &[u8]) -> Result<&[u8], ExecutableError> {
    let malformed = |message: String| ExecutableError::malformed("header", message);
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(malformed(format!("expected {HEADER_BYTES} bytes, found {}", bytes.len())));
    };
    let (words, _) = header.as_chunks::<4>();
    let [magic, version, size_low, size_high, ..] = words else {
        return Err(malformed("expected sixteen words".to_owned()));
    };
    if *magic != MAGIC {
        return Err(malformed(format!("expected the magic VKE1, found \"{}\"", magic.escape_ascii())));
    }
    let version = u32::from_le_bytes(*version);
    if version != 0 {
        return Err(ExecutableError::Incompatible {
            path: "header".to_owned(),
            message: format!("expected container version 0, found {version}; compile again with a matching compiler"),
        });
    }
    let size = u64::from(u32::from_le_bytes(*size_low)) | u64::from(u32::from_le_bytes(*size_high)) << 32;
    let size_bytes = usize::try_from(size).unwrap_or(usize::MAX);
    check_limit("header", "bytes of content", size_bytes, MAX_CONTENT_BYTES)?;
    match rest.get(..size_bytes) {
        Some(content) if size_bytes > 0 => Ok(content),
        _ => Err(malformed(format!("expected a content size from 1 to {}, found {size}", rest.len()))),
    }
}

fn pipeline<'a>(table: Table<'a, '_>) -> Result<Pipeline<'a>, ExecutableError> {
    let layout = table.table(PIPELINE_BDA_DISPATCH_LAYOUT)?;
    let abi = match (table.u8(PIPELINE_DISPATCH_ABI, ABI_DESCRIPTOR)?, layout) {
        (ABI_DESCRIPTOR, None) => DispatchAbi::Descriptor,
        (ABI_BDA_V1, Some(layout)) => {
            DispatchAbi::BdaV1(bda_layout(&layout).map_err(|error| error.within("bda_dispatch_layout"))?)
        }
        (ABI_DESCRIPTOR, Some(_)) => {
            return Err(ExecutableError::malformed("bda_dispatch_layout", "expected none with the descriptor ABI, found one"));
        }
        (ABI_BDA_V1, None) => {
            return Err(ExecutableError::malformed("bda_dispatch_layout", "expected one with the BDA ABI, found none"));
        }
        (other, _) => {
            return Err(ExecutableError::malformed(
                "dispatch_abi",
                format_args!("expected 0 (descriptor) or 1 (BDA v1), found {other}"),
            ));
        }
    };
    let debug_info = table.table(PIPELINE_DEBUG_INFO)?;
    Ok(Pipeline {
        shader_module: table.u32(PIPELINE_SHADER_MODULE_ORDINAL, 0)?,
        entry_point: table.string(PIPELINE_ENTRY_POINT)?.unwrap_or_default(),
        pipeline_layout: table.u32(PIPELINE_PIPELINE_LAYOUT_ORDINAL, 0)?,
        subgroup_size: NonZeroU32::new(table.u32(PIPELINE_SUBGROUP_SIZE, 0)?),
        abi,
        debug_info: debug_info.map(|table| debug(&table).map_err(|error| error.within("debug_info"))).transpose()?,
    })
}

fn bda_layout(table: &Table<'_, '_>) -> Result<BdaLayout, ExecutableError> {
    let version = table.u32(BDA_ABI_VERSION, BDA_VERSION)?;
    if version != BDA_VERSION {
        return Err(ExecutableError::malformed("abi_version", format_args!("expected {BDA_VERSION}, found {version}")));
    }
    let root_bytes = table.u32(BDA_ROOT_PUSH_CONSTANT_LENGTH, BDA_ROOT_BYTES)?;
    if root_bytes != BDA_ROOT_BYTES {
        return Err(ExecutableError::malformed(
            "root_push_constant_length",
            format_args!("expected {BDA_ROOT_BYTES} bytes, found {root_bytes}"),
        ));
    }
    match table.u8(BDA_BINDING_TABLE_ENTRY_TYPE, 0)? {
        0 => {}
        1 => {
            return Err(ExecutableError::unsupported(
                "binding_table_entry_type",
                "expected plain addresses (0), found addresses with lengths (1)",
            ));
        }
        other => {
            return Err(ExecutableError::malformed("binding_table_entry_type", format_args!("expected 0 or 1, found {other}")));
        }
    }
    Ok(BdaLayout {
        root_offset_bytes: table.u32(BDA_ROOT_PUSH_CONSTANT_OFFSET, 0)?,
        constants_offset_bytes: table.u32(BDA_CONSTANT_PUSH_CONSTANT_OFFSET, BDA_CONSTANTS_OFFSET_BYTES)?,
        constant_count: table.u32(BDA_CONSTANT_COUNT, 0)?,
        binding_count: Some(table.u32(BDA_BINDING_COUNT, 0)?),
        requirements: table.tables(BDA_BINDINGS, MAX_BINDINGS, |table| {
            Ok(BindingRequirement {
                alignment_bytes: table.u32(REQUIREMENT_MINIMUM_ALIGNMENT, REQUIREMENT_ALIGNMENT_BYTES)?,
                length_bytes: table.u64(REQUIREMENT_MINIMUM_LENGTH, 0)?,
            })
        })?,
    })
}

fn set_layout(table: Table<'_, '_>) -> Result<SetLayout, ExecutableError> {
    let bindings = table.tables(SET_BINDINGS, MAX_BINDINGS, |table| {
        Ok(SetBinding {
            binding: table.u32(BINDING_BINDING, 0)?,
            descriptor_type: descriptor_type(table.u32(BINDING_DESCRIPTOR_TYPE, 0)?)?,
            descriptor_count: table.u32(BINDING_DESCRIPTOR_COUNT, 0)?,
            stage_flags: table.u32(BINDING_STAGE_FLAGS, 0)?,
        })
    })?;
    Ok(SetLayout { bindings })
}

fn descriptor_type(value: u32) -> Result<DescriptorType, ExecutableError> {
    match value {
        6 => Ok(DescriptorType::UniformBuffer),
        7 => Ok(DescriptorType::StorageBuffer),
        0 => Err(ExecutableError::unsupported(
            "descriptor_type",
            "expected a uniform buffer (6) or a storage buffer (7), found a sampler (0)",
        )),
        other => Err(ExecutableError::malformed(
            "descriptor_type",
            format_args!("expected a uniform buffer (6) or a storage buffer (7), found {other}"),
        )),
    }
}

fn pipeline_layout(table: Table<'_, '_>) -> Result<PipelineLayout, ExecutableError> {
    let ordinals = table.structs::<4>(LAYOUT_DESCRIPTOR_SET_LAYOUT_ORDINALS, MAX_SETS_PER_LAYOUT)?;
    let ranges = table.structs::<RANGE_BYTES>(LAYOUT_PUSH_CONSTANT_RANGES, MAX_PUSH_CONSTANT_RANGES)?;
    Ok(PipelineLayout {
        set_layouts: ordinals.into_iter().map(u32::from_le_bytes).collect(),
        push_constant_ranges: ranges.into_iter().map(push_constant_range).collect(),
    })
}

fn push_constant_range(bytes: [u8; RANGE_BYTES]) -> PushConstantRange {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = bytes;
    PushConstantRange {
        stage_flags: u32::from_le_bytes([a, b, c, d]),
        offset_bytes: u32::from_le_bytes([e, f, g, h]),
        size_bytes: u32::from_le_bytes([i, j, k, l]),
    }
}

fn debug<'a>(table: &Table<'a, '_>) -> Result<DebugInfo<'a>, ExecutableError> {
    Ok(DebugInfo {
        name: table.string(EXPORT_NAME)?.unwrap_or_default(),
        location: location(table.table(EXPORT_LOCATION)?)?,
        stage_locations: table.tables(EXPORT_STAGE_LOCATIONS, MAX_STAGE_LOCATIONS, |table| {
            Ok(StageLocation {
                stage: table.string(STAGE_STAGE)?.unwrap_or_default(),
                location: location(table.table(STAGE_LOCATION)?)?,
            })
        })?,
    })
}

fn location<'a>(table: Option<Table<'a, '_>>) -> Result<Option<FileLocation<'a>>, ExecutableError> {
    let read = |table: Table<'a, '_>| {
        Ok(FileLocation { file: table.string(LOCATION_FILENAME)?.unwrap_or_default(), line: table.i32(LOCATION_LINE, 0)? })
    };
    table.map(|table| read(table).map_err(|error: ExecutableError| error.within("location"))).transpose()
}

fn source_file<'a>(table: Table<'a, '_>) -> Result<SourceFile<'a>, ExecutableError> {
    Ok(SourceFile { path: table.string(SOURCE_PATH)?.unwrap_or_default(), content: table.bytes(SOURCE_CONTENT, 1)? })
}
