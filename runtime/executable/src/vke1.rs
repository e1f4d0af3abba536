//! VKE1, the container of Vulkan device code that IREE compilers write: what it says, in and out.
//!
//! A 64-byte header (magic, version, content size) and a flatbuffer with pipelines, layouts and SPIR-V modules.
//! Invariant: a [`Container`] that [`Container::parse`] returned has passed every check that needs neither a device
//! nor the SPIR-V itself (ordinals, names, counts, one dispatch ABI, push constant ranges); [`write()`] applies the same
//! checks. Device limits belong to the room that knows devices; the SPIR-V to [`Module`](crate::Module); whether the
//! two agree to [`check_interface`](crate::check_interface).

mod assemble;
mod check;
mod read;
mod schema;
mod write;

use std::num::NonZeroU32;

pub use assemble::{Abi, Entry, assemble};
pub use write::write;

use crate::error::ExecutableError;

/// First four bytes of a container, and the identifier of the flatbuffer inside.
pub const MAGIC: [u8; 4] = *b"VKE1";
/// Bytes of the header before the flatbuffer.
pub const HEADER_BYTES: usize = 64;
/// `VK_SHADER_STAGE_COMPUTE_BIT`.
pub const STAGE_COMPUTE: u32 = 0x20;
/// Bytes of the BDA v1 root at the start of the push constants: table address, constants address, four dwords.
pub const BDA_ROOT_BYTES: u32 = 32;

/// One executable: pipelines over shared layouts and SPIR-V modules. Borrows text and words from the bytes it was
/// parsed from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Container<'a> {
    /// One per export, in export ordinal order.
    pub pipelines: Vec<Pipeline<'a>>,
    /// Referenced by [`PipelineLayout::set_layouts`].
    pub set_layouts: Vec<SetLayout>,
    /// Referenced by [`Pipeline::pipeline_layout`].
    pub pipeline_layouts: Vec<PipelineLayout>,
    /// SPIR-V words as little-endian bytes: a multiple of four of them, aligned to nothing in particular.
    pub shader_modules: Vec<&'a [u8]>,
    /// Embedded sources, for people and debuggers.
    pub source_files: Vec<SourceFile<'a>>,
}

/// One export: an entry point of a shader module with a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline<'a> {
    /// Index into [`Container::shader_modules`].
    pub shader_module: u32,
    /// Name of the `OpEntryPoint`, which is the export's name. Not empty, no NUL.
    pub entry_point: &'a str,
    /// Index into [`Container::pipeline_layouts`].
    pub pipeline_layout: u32,
    /// Invocations per subgroup the code was compiled for; `None` if any will do.
    pub subgroup_size: Option<NonZeroU32>,
    /// How bindings and constants reach the code.
    pub abi: DispatchAbi,
    /// Where the export came from.
    pub debug_info: Option<DebugInfo<'a>>,
}

/// How a dispatch hands bindings and constants to the code. All pipelines of a container use the same variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DispatchAbi {
    /// Descriptor sets for bindings; push constants from byte 0 for constants.
    Descriptor,
    /// A table of buffer device addresses, found through a root in the push constants.
    BdaV1(BdaLayout),
}

/// Push constant layout and binding table of the BDA v1 ABI. Table entries are 8-byte addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BdaLayout {
    /// Where the [`BDA_ROOT_BYTES`] of the root start in the push constants.
    pub root_offset_bytes: u32,
    /// Where the inline constants start in the push constants.
    pub constants_offset_bytes: u32,
    /// Number of 32-bit inline constants.
    pub constant_count: u32,
    /// Entries of the binding table. `None`: not declared, which only raw SPIR-V may leave open.
    pub binding_count: Option<u32>,
    /// Empty, or one per binding.
    pub requirements: Vec<BindingRequirement>,
}

/// What the code assumes of one binding of the BDA ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BindingRequirement {
    /// Alignment of the address, a power of two; 1 asks for nothing.
    pub alignment_bytes: u32,
    /// Bytes that must be there; 0 asks for nothing.
    pub length_bytes: u64,
}

/// The bindings of one descriptor set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetLayout {
    /// Binding numbers are unique.
    pub bindings: Vec<SetBinding>,
}

/// One binding of a set layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetBinding {
    /// The number the shader's `Binding` decoration uses.
    pub binding: u32,
    /// What is bound.
    pub descriptor_type: DescriptorType,
    /// Array length of the binding, at least 1.
    pub descriptor_count: u32,
    /// `VkShaderStageFlags`; includes [`STAGE_COMPUTE`].
    pub stage_flags: u32,
}

/// The descriptor types a HAL binding can have; discriminants are `VkDescriptorType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DescriptorType {
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`.
    UniformBuffer = 6,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`.
    StorageBuffer = 7,
}

/// Descriptor sets and push constants of a pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PipelineLayout {
    /// Indices into [`Container::set_layouts`]; element `i` is set `i`.
    pub set_layouts: Vec<u32>,
    /// Ranges of push constants the stages may read.
    pub push_constant_ranges: Vec<PushConstantRange>,
}

/// Push constants visible to some stages; offset and size are multiples of 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushConstantRange {
    /// `VkShaderStageFlags`; includes [`STAGE_COMPUTE`].
    pub stage_flags: u32,
    /// First byte.
    pub offset_bytes: u32,
    /// Bytes; `offset_bytes + size_bytes` fits 32 bits.
    pub size_bytes: u32,
}

/// Where an export came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DebugInfo<'a> {
    /// Name for people; empty if none was recorded.
    pub name: &'a str,
    /// Source location.
    pub location: Option<FileLocation<'a>>,
    /// Locations in the dumps of compilation stages.
    pub stage_locations: Vec<StageLocation<'a>>,
}

/// A line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLocation<'a> {
    /// Path as the compiler saw it.
    pub file: &'a str,
    /// Line, as recorded (signed in the format).
    pub line: i32,
}

/// An export's location after one compilation stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageLocation<'a> {
    /// Name of the stage.
    pub stage: &'a str,
    /// Where in the stage's dump.
    pub location: Option<FileLocation<'a>>,
}

/// An embedded source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// Path as the compiler saw it.
    pub path: &'a str,
    /// Its bytes.
    pub content: &'a [u8],
}

/// A pipeline with its ordinals resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineView<'a> {
    /// Name of the entry point and of the export.
    pub entry_point: &'a str,
    /// How bindings and constants reach the code.
    pub abi: &'a DispatchAbi,
    /// Set layouts; element `i` is set `i`.
    pub set_layouts: Vec<&'a SetLayout>,
    /// Ranges of push constants the stages may read.
    pub push_constant_ranges: &'a [PushConstantRange],
    /// Invocations per subgroup the code was compiled for; `None` if any will do.
    pub subgroup_size: Option<NonZeroU32>,
    /// SPIR-V words as little-endian bytes.
    pub spirv: &'a [u8],
    /// Where the export came from.
    pub debug_info: Option<&'a DebugInfo<'a>>,
}

impl<'a> Container<'a> {
    /// Reads a container; bytes after the size its header declares are ignored.
    ///
    /// # Errors
    ///
    /// [`ExecutableError::Incompatible`] for another header version, [`ExecutableError::Unsupported`] for samplers and
    /// checked binding tables, [`ExecutableError::LimitExceeded`] for counts above [`limits`](crate::limits),
    /// [`ExecutableError::Malformed`] for everything else that is wrong.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ExecutableError> {
        read::read(bytes)?.checked()
    }

    /// The container, if it passes the checks of [`Container::parse`].
    pub(crate) fn checked(self) -> Result<Self, ExecutableError> {
        check::check(&self)?;
        Ok(self)
    }

    /// The pipeline of an export ordinal, or `None` if it, or an ordinal inside it, is out of range.
    pub fn pipeline(&self, ordinal: usize) -> Option<PipelineView<'_>> {
        let pipeline = self.pipelines.get(ordinal)?;
        let layout = at(&self.pipeline_layouts, pipeline.pipeline_layout)?;
        let set_layouts = layout.set_layouts.iter().map(|&ordinal| at(&self.set_layouts, ordinal)).collect::<Option<_>>()?;
        Some(PipelineView {
            entry_point: pipeline.entry_point,
            abi: &pipeline.abi,
            set_layouts,
            push_constant_ranges: &layout.push_constant_ranges,
            subgroup_size: pipeline.subgroup_size,
            spirv: at(&self.shader_modules, pipeline.shader_module)?,
            debug_info: pipeline.debug_info.as_ref(),
        })
    }
}

impl PipelineView<'_> {
    /// Number of 32-bit constants a dispatch passes.
    pub fn constant_count(&self) -> u32 {
        match self.abi {
            DispatchAbi::Descriptor => self.push_constants_end_bytes() / 4,
            DispatchAbi::BdaV1(layout) => layout.constant_count,
        }
    }

    /// Number of bindings a dispatch passes, in set and binding order; `None` if raw SPIR-V left it open.
    pub fn binding_count(&self) -> Option<u32> {
        match self.abi {
            DispatchAbi::Descriptor => {
                let bindings = self.set_layouts.iter().flat_map(|set| &set.bindings);
                Some(bindings.fold(0, |sum: u32, binding| sum.saturating_add(binding.descriptor_count)))
            }
            DispatchAbi::BdaV1(layout) => layout.binding_count,
        }
    }

    /// One past the last byte of push constants the layout declares.
    pub fn push_constants_end_bytes(&self) -> u32 {
        let end = |range: &PushConstantRange| range.offset_bytes.saturating_add(range.size_bytes);
        self.push_constant_ranges.iter().map(end).max().unwrap_or(0)
    }
}

fn at<T>(items: &[T], ordinal: u32) -> Option<&T> {
    items.get(usize::try_from(ordinal).ok()?)
}
