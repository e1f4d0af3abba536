//! What a SPIR-V module asks of its host: entry points, bindings and how they are used, push constants, features.
//!
//! Invariant: a [`Module`] comes only from [`Module::reflect`], which refuses what is malformed in words,
//! instructions, ids, types and pointers: the things a driver indexes by without looking. It is no replacement for
//! `spirv-val`: dominance, structured control flow, images and Vulkan's own rules are not checked. Only capabilities
//! that a compute runtime can name features for ([`RequiredFeature`]) are accepted. Whether a module fits its pipeline
//! layout is for [`check_interface`](crate::check_interface).
//!
//! In order: `words` (framing, decoding), `structure` (sections, functions, blocks), `ids` (definitions and roles),
//! `blocks` (phis), `decorations`, `types`, `typing` (operands), `features`, `pointers` (what is accessed), `addresses`
//! (what is behind them), `entry`.

mod addresses;
mod blocks;
mod chains;
mod composites;
mod decorations;
mod entry;
mod features;
mod glsl;
mod ids;
mod mend;
mod pointers;
mod raw;
mod reach;
mod resources;
mod shift;
mod spill;
mod structure;
mod type_reader;
mod types;
mod typing;
mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use features::RequiredFeature;
pub use mend::mend;
use rspirv::dr::{Instruction, Operand};
pub use rspirv::spirv::{AddressingModel, BuiltIn, Capability, MemoryModel};
use rspirv::spirv::{Decoration, Op};
pub use shift::{GridPart, with_grid_part};
pub use spill::with_constants_in_buffer;

use crate::error::ExecutableError;
use decorations::Decorations;
use structure::Function;
use types::{Type, Types};
use words::Code;

/// A SPIR-V id.
type Id = u32;

/// The interface of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Major and minor version of SPIR-V.
    pub version: (u8, u8),
    /// Declared capabilities, in module order.
    pub capabilities: Vec<Capability>,
    /// Declared extensions, in module order.
    pub extensions: Vec<String>,
    /// How pointers are represented.
    pub addressing_model: AddressingModel,
    /// How memory is ordered.
    pub memory_model: MemoryModel,
    /// Compute entry points, in module order. Others are ignored.
    pub entry_points: Vec<EntryPoint>,
    /// Constants the host may set, by ascending id.
    pub spec_constants: Vec<SpecConstant>,
    /// `OpModuleProcessed` strings, in module order.
    pub processed: Vec<String>,
    features: BTreeSet<RequiredFeature>,
}

/// A compute entry point and what it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPoint {
    /// Its name, unique in the module.
    pub name: String,
    /// Invocations per workgroup.
    pub local_size: LocalSize,
    /// Resources statically used, by ascending set and binding.
    pub bindings: Vec<Binding>,
    /// The push constant block, if one is statically used.
    pub push_constants: Option<PushConstants>,
    /// Built-in variables statically used, in ascending order.
    pub built_ins: Vec<BuiltIn>,
    /// Whether any instruction works across the subgroup (group operations, cooperative matrices).
    pub uses_subgroup_operations: bool,
    /// Bytes of workgroup memory, padding included. `None` if it depends on `OpSpecConstantOp`.
    pub workgroup_memory_bytes: Option<u64>,
    /// What the code may do through each address of the table whose own address is the first of the push constants, by its
    /// place in the table; what is absent is not used. Never too small. `None` if there are none, or not all could be followed
    /// there.
    pub table_access: Option<BTreeMap<u32, Access>>,
}

/// Invocations per workgroup along x, y and z; all at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalSize {
    /// The size, unless specialization changes it.
    pub size: [u32; 3],
    /// Specialization constant that sets a component.
    pub spec_ids: [Option<u32>; 3],
}

/// One (set, binding) and its use by one entry point. Several variables with the same numbers are one binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding number in the set.
    pub binding: u32,
    /// What the code expects there.
    pub class: BindingClass,
    /// Array length of the binding; `None` if it is a runtime array of descriptors.
    pub descriptor_count: Option<u32>,
    /// Bytes of the block before its runtime array, or of the whole block if it has none, as the defaults of
    /// specialization constants have it. 0 for images and texels.
    pub block_size_bytes: u64,
    /// Distance of the runtime array's elements.
    pub runtime_stride_bytes: Option<u64>,
    /// Alignment of the block's widest member, or what an access asks for if that is more.
    pub alignment_bytes: u64,
    /// What the code may do there. Never too small.
    pub access: Access,
    /// Every workgroup touches bytes up to here, counted from the start of the binding, at constant offsets; 0 if none
    /// are known. A shorter buffer cannot be right.
    pub certain_extent_bytes: u64,
}

/// What kind of resource a binding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindingClass {
    /// A storage buffer.
    StorageBuffer,
    /// A uniform buffer.
    UniformBuffer,
    /// A buffer view read through a format.
    UniformTexelBuffer,
    /// A buffer view read and written through a format.
    StorageTexelBuffer,
    /// Images, samplers and other things no HAL buffer can be.
    Other,
}

/// Whether memory may be read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Access {
    /// It may be read.
    pub reads: bool,
    /// It may be written.
    pub writes: bool,
}

impl Access {
    /// Not touched.
    pub const NONE: Self = Self { reads: false, writes: false };
    /// Only read.
    pub const READ: Self = Self { reads: true, writes: false };
    /// Only written.
    pub const WRITE: Self = Self { reads: false, writes: true };
    /// Read and written.
    pub const READ_WRITE: Self = Self { reads: true, writes: true };

    /// What either does.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { reads: self.reads || other.reads, writes: self.writes || other.writes }
    }
}

/// The push constant block of an entry point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushConstants {
    /// Bytes of the block, from byte 0 of the push constants.
    pub size_bytes: u64,
    /// Offset of each declared member.
    pub member_offsets_bytes: Vec<u64>,
    /// Ascending offsets of what is read. `None` if an index is not constant: anything may be read.
    pub used_offsets_bytes: Option<Vec<u64>>,
}

/// A specialization constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecConstant {
    /// Its `SpecId`.
    pub id: u32,
    /// Its type.
    pub kind: ScalarKind,
    /// Its default, zero-extended.
    pub default_bits: u64,
}

/// A scalar type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScalarKind {
    /// A boolean; four bytes when specialized.
    Bool,
    /// An integer.
    Int {
        /// 8, 16, 32 or 64.
        width_bits: u32,
        /// Whether operations without a sign of their own take it as signed.
        signed: bool,
    },
    /// A floating-point number.
    Float {
        /// 8, 16, 32 or 64.
        width_bits: u32,
    },
}

/// A module being reflected, after its words, shape and ids were checked.
struct Context<'c> {
    code: &'c Code,
    functions: &'c [Function],
    decorations: &'c Decorations,
    types: &'c Types,
}

impl Module {
    /// Validates a module and reads its interface. `spirv` is little-endian words of any alignment.
    ///
    /// # Errors
    ///
    /// [`ExecutableError::Malformed`] for words no driver should see, [`ExecutableError::Incompatible`] for versions
    /// other than SPIR-V 1.0 to 1.6, [`ExecutableError::Unsupported`] for capabilities outside compute,
    /// [`ExecutableError::LimitExceeded`] for modules above [`limits`](crate::limits). Paths are `word N (OpName %id)`.
    pub fn reflect(spirv: &[u8]) -> Result<Self, ExecutableError> {
        let code = words::parse(spirv)?;
        let functions = structure::split(&code)?;
        ids::check(&code, &functions)?;
        functions.iter().try_for_each(|function| blocks::check_phis(&code, function))?;
        let decorations = decorations::read(&code)?;
        let types = type_reader::read(&code, &decorations)?;
        let context = Context { code: &code, functions: &functions, decorations: &decorations, types: &types };
        check_variables(&context)?;
        typing::check(&context)?;
        let features = features::read(&context)?;
        let flows = pointers::read(&context)?;
        let (addressing_model, memory_model) = memory_model(&code)?;
        Ok(Self {
            version: code.version,
            capabilities: features::capabilities(&code).collect(),
            extensions: texts(&code, Op::Extension),
            addressing_model,
            memory_model,
            entry_points: entry::read(&context, &flows)?,
            spec_constants: spec_constants(&context),
            processed: texts(&code, Op::ModuleProcessed),
            features,
        })
    }

    /// The compute entry point of that name.
    pub fn entry_point(&self, name: &str) -> Option<&EntryPoint> {
        self.entry_points.iter().find(|entry| entry.name == name)
    }
}

/// The device features a module needs, in a fixed order, without repetition.
pub fn required_features(module: &Module) -> impl Iterator<Item = RequiredFeature> + '_ {
    module.features.iter().copied()
}

/// The strings of all instructions of an opcode.
fn texts(code: &Code, op: Op) -> Vec<String> {
    let instructions = code.instructions.iter().filter(|instruction| instruction.class.opcode == op);
    let texts = instructions.filter_map(|instruction| match instruction.operands.first() {
        Some(Operand::LiteralString(text)) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

/// The operands of the one `OpMemoryModel` the structure check has counted.
fn memory_model(code: &Code) -> Result<(AddressingModel, MemoryModel), ExecutableError> {
    let declares = |capability| features::capabilities(code).any(|found| found == capability);
    let is_model = |instruction: &Instruction| instruction.class.opcode == Op::MemoryModel;
    let index = code.instructions.iter().position(is_model).unwrap_or(0);
    let operands = code.instructions.get(index).map_or(&[][..], |model| &model.operands);
    let found = match operands {
        [Operand::AddressingModel(addressing), Operand::MemoryModel(memory)] => {
            let addressing_fits = match addressing {
                AddressingModel::Logical => true,
                AddressingModel::PhysicalStorageBuffer64 => declares(Capability::PhysicalStorageBufferAddresses),
                _ => false,
            };
            let memory_fits = match memory {
                MemoryModel::GLSL450 => true,
                MemoryModel::Vulkan => declares(Capability::VulkanMemoryModel),
                _ => false,
            };
            (addressing_fits && memory_fits).then_some((*addressing, *memory))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        code.malformed(
            index,
            "expected models for shaders (Logical or PhysicalStorageBuffer64, GLSL450 or Vulkan) with their capabilities",
        )
    })
}

/// Variables have a pointer type of their own storage class; function storage is inside functions and nowhere else.
fn check_variables(context: &Context<'_>) -> Result<(), ExecutableError> {
    let code = context.code;
    let globals_end = context.functions.first().map_or(code.instructions.len(), |first| first.start);
    for (index, instruction) in code.instructions.iter().enumerate() {
        if instruction.class.opcode != Op::Variable {
            continue;
        }
        let class = structure::storage_class(instruction);
        let pointer = instruction.result_type.and_then(|id| context.types.pointer(id));
        if class.is_none() || pointer.map(|(class, _)| class) != class {
            return Err(code.malformed(index, format_args!("expected a pointer type of its storage class {class:?}")));
        }
        if index < globals_end && class == Some(rspirv::spirv::StorageClass::Function) {
            return Err(code.malformed(index, "expected another storage class than Function outside functions"));
        }
    }
    Ok(())
}

fn spec_constants(context: &Context<'_>) -> Vec<SpecConstant> {
    let read = |instruction: &Instruction| {
        let id = context.decorations.get(instruction.result_id?, Decoration::SpecId)?;
        let Type::Scalar(kind) = context.types.get(instruction.result_type?)? else {
            return None;
        };
        let default_bits = match (instruction.class.opcode, instruction.operands.first()) {
            (Op::SpecConstantTrue, _) => 1,
            (Op::SpecConstantFalse, _) => 0,
            (Op::SpecConstant, Some(Operand::LiteralBit32(bits))) => u64::from(*bits),
            (Op::SpecConstant, Some(Operand::LiteralBit64(bits))) => *bits,
            _ => return None,
        };
        Some(SpecConstant { id, kind: *kind, default_bits })
    };
    let mut constants: Vec<SpecConstant> = context.code.instructions.iter().filter_map(read).collect();
    constants.sort_unstable();
    constants
}
