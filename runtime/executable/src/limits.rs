//! Every count or size that input can grow, and the largest value accepted.
//!
//! The limits are far above what compilers emit (the largest kernel met in practice is 50 kB of SPIR-V) and low enough
//! that the worst input costs bounded memory. Device limits (descriptors per stage, push constant bytes) are not here:
//! they are facts about a device, and the room that knows devices checks them.

/// Bytes of the flatbuffer after the VKE1 header; a flatbuffer cannot address more than 2 GiB anyway.
pub const MAX_CONTENT_BYTES: usize = 1 << 30;
/// Pipelines of one executable.
pub const MAX_PIPELINES: usize = 4096;
/// Shader modules of one executable.
pub const MAX_SHADER_MODULES: usize = 4096;
/// Descriptor set layouts of one executable.
pub const MAX_SET_LAYOUTS: usize = 4096;
/// Pipeline layouts of one executable.
pub const MAX_PIPELINE_LAYOUTS: usize = 4096;
/// Descriptor sets of one pipeline layout.
pub const MAX_SETS_PER_LAYOUT: usize = 32;
/// Push constant ranges of one pipeline layout.
pub const MAX_PUSH_CONSTANT_RANGES: usize = 32;
/// Descriptors (or binding table entries) of one pipeline: the HAL counts them in 16 bits.
pub const MAX_BINDINGS: usize = 65_535;
/// 32-bit constants of one pipeline: the HAL counts them in 16 bits.
pub const MAX_CONSTANTS: usize = 65_535;
/// Embedded source files of one executable.
pub const MAX_SOURCE_FILES: usize = 4096;
/// Compilation stages one export's debug information may list.
pub const MAX_STAGE_LOCATIONS: usize = 64;
/// Bytes of a name or path.
pub const MAX_STRING_BYTES: usize = 65_535;
/// Vector elements decoded from one flatbuffer, all vectors together. Flatbuffers may point at one vector from many
/// tables, so without this a small file could decode into gigabytes.
pub const MAX_VECTOR_ELEMENTS: usize = 1 << 20;

/// Words of one SPIR-V module (4 MiB).
pub const MAX_SPIRV_WORDS: usize = 1 << 20;
/// The id bound of a SPIR-V module: the universal limit of the SPIR-V specification, section 2.17.
pub const MAX_SPIRV_ID_BOUND: u32 = 0x3F_FFFF;
/// Entry points of one SPIR-V module; each is analysed on its own.
pub const MAX_ENTRY_POINTS: usize = 256;
