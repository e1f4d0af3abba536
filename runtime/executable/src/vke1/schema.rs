//! Slots and names of the VKE1 flatbuffer tables, shared by reader and writer: one list, so that they cannot disagree.
//!
//! A scalar that equals its default is absent. The defaults that are not 0 are here too.

use crate::flatbuffer::{Field, field};

/// Default of [`BDA_ABI_VERSION`] and the only version there is.
pub(super) const BDA_VERSION: u32 = 1;
/// Default of [`BDA_CONSTANT_PUSH_CONSTANT_OFFSET`].
pub(super) const BDA_CONSTANTS_OFFSET_BYTES: u32 = 32;
/// Default of [`REQUIREMENT_MINIMUM_ALIGNMENT`].
pub(super) const REQUIREMENT_ALIGNMENT_BYTES: u32 = 1;
/// [`PIPELINE_DISPATCH_ABI`] of descriptor sets, the default.
pub(super) const ABI_DESCRIPTOR: u8 = 0;
/// [`PIPELINE_DISPATCH_ABI`] of buffer device addresses.
pub(super) const ABI_BDA_V1: u8 = 1;
/// Bytes of a `PushConstantRange` struct: stage flags, offset, size.
pub(super) const RANGE_BYTES: usize = 12;

// ExecutableDef, the root.
pub(super) const EXECUTABLE_PIPELINES: Field = field(0, "pipelines");
pub(super) const EXECUTABLE_DESCRIPTOR_SET_LAYOUTS: Field = field(1, "descriptor_set_layouts");
pub(super) const EXECUTABLE_PIPELINE_LAYOUTS: Field = field(2, "pipeline_layouts");
pub(super) const EXECUTABLE_SHADER_MODULES: Field = field(3, "shader_modules");
pub(super) const EXECUTABLE_SOURCE_FILES: Field = field(4, "source_files");

// PipelineDef.
pub(super) const PIPELINE_SHADER_MODULE_ORDINAL: Field = field(0, "shader_module_ordinal");
pub(super) const PIPELINE_ENTRY_POINT: Field = field(1, "entry_point");
pub(super) const PIPELINE_PIPELINE_LAYOUT_ORDINAL: Field = field(2, "pipeline_layout_ordinal");
pub(super) const PIPELINE_SUBGROUP_SIZE: Field = field(3, "subgroup_size");
pub(super) const PIPELINE_DEBUG_INFO: Field = field(4, "debug_info");
pub(super) const PIPELINE_DISPATCH_ABI: Field = field(5, "dispatch_abi");
pub(super) const PIPELINE_BDA_DISPATCH_LAYOUT: Field = field(6, "bda_dispatch_layout");

// DescriptorSetLayoutDef.
pub(super) const SET_BINDINGS: Field = field(0, "bindings");

// DescriptorSetLayoutBindingDef.
pub(super) const BINDING_BINDING: Field = field(0, "binding");
pub(super) const BINDING_DESCRIPTOR_TYPE: Field = field(1, "descriptor_type");
pub(super) const BINDING_DESCRIPTOR_COUNT: Field = field(2, "descriptor_count");
pub(super) const BINDING_STAGE_FLAGS: Field = field(3, "stage_flags");

// PipelineLayoutDef.
pub(super) const LAYOUT_DESCRIPTOR_SET_LAYOUT_ORDINALS: Field = field(0, "descriptor_set_layout_ordinals");
pub(super) const LAYOUT_PUSH_CONSTANT_RANGES: Field = field(1, "push_constant_ranges");

// ShaderModuleDef.
pub(super) const MODULE_SPIRV_CODE: Field = field(0, "spirv_code");

// BdaDispatchLayoutDef.
pub(super) const BDA_ABI_VERSION: Field = field(0, "abi_version");
pub(super) const BDA_ROOT_PUSH_CONSTANT_OFFSET: Field = field(1, "root_push_constant_offset");
pub(super) const BDA_ROOT_PUSH_CONSTANT_LENGTH: Field = field(2, "root_push_constant_length");
pub(super) const BDA_CONSTANT_PUSH_CONSTANT_OFFSET: Field = field(3, "constant_push_constant_offset");
pub(super) const BDA_CONSTANT_COUNT: Field = field(4, "constant_count");
pub(super) const BDA_BINDING_TABLE_ENTRY_TYPE: Field = field(5, "binding_table_entry_type");
pub(super) const BDA_BINDING_COUNT: Field = field(6, "binding_count");
pub(super) const BDA_BINDINGS: Field = field(7, "bindings");

// BdaBindingDef.
pub(super) const REQUIREMENT_MINIMUM_ALIGNMENT: Field = field(0, "minimum_alignment");
pub(super) const REQUIREMENT_MINIMUM_LENGTH: Field = field(1, "minimum_length");

// ExportDef.
pub(super) const EXPORT_NAME: Field = field(0, "name");
pub(super) const EXPORT_LOCATION: Field = field(1, "location");
pub(super) const EXPORT_STAGE_LOCATIONS: Field = field(2, "stage_locations");

// FileLineLocDef.
pub(super) const LOCATION_FILENAME: Field = field(0, "filename");
pub(super) const LOCATION_LINE: Field = field(1, "line");

// StageLocationDef.
pub(super) const STAGE_STAGE: Field = field(0, "stage");
pub(super) const STAGE_LOCATION: Field = field(1, "location");

// SourceFileDef.
pub(super) const SOURCE_PATH: Field = field(0, "path");
pub(super) const SOURCE_CONTENT: Field = field(1, "content");
