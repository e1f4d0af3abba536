//! From capabilities and instructions to the device features they need.
//!
//! Invariant: every declared capability has a row here, and every instruction and numeric width is covered by a
//! declared capability; so the features computed are all that a device must have. Capabilities without a row
//! (graphics, kernels, ray tracing, vendor extensions) are refused. Capabilities of enumerants other than
//! `OpCapability`'s own (storage classes, built-ins, memory semantics) are not checked.

use std::collections::BTreeSet;
use std::fmt;

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, ExecutionMode, Op, StorageClass};

use super::words::{Code, operand_id, operand_literal};
use super::{Context, Id, ScalarKind, structure};
use crate::error::ExecutableError;

/// Declares [`RequiredFeature`] once: variant and Vulkan name.
macro_rules! required_features {
    ($($variant:ident = $name:literal,)*) => {
        /// Something a device must support to run a module. Displays as Vulkan names it: a member of a
        /// `VkPhysicalDevice...Features` structure, or a `VkSubgroupFeatureFlagBits`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RequiredFeature {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl RequiredFeature {
            /// All features a module can require.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }

        impl fmt::Display for RequiredFeature {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $name,)*
                })
            }
        }
    };
}

required_features! {
    ShaderFloat16 = "shaderFloat16",
    ShaderFloat64 = "shaderFloat64",
    ShaderInt8 = "shaderInt8",
    ShaderInt16 = "shaderInt16",
    ShaderInt64 = "shaderInt64",
    StorageBuffer8BitAccess = "storageBuffer8BitAccess",
    UniformAndStorageBuffer8BitAccess = "uniformAndStorageBuffer8BitAccess",
    StoragePushConstant8 = "storagePushConstant8",
    StorageBuffer16BitAccess = "storageBuffer16BitAccess",
    UniformAndStorageBuffer16BitAccess = "uniformAndStorageBuffer16BitAccess",
    StoragePushConstant16 = "storagePushConstant16",
    BufferDeviceAddress = "bufferDeviceAddress",
    VariablePointersStorageBuffer = "variablePointersStorageBuffer",
    VariablePointers = "variablePointers",
    VulkanMemoryModel = "vulkanMemoryModel",
    VulkanMemoryModelDeviceScope = "vulkanMemoryModelDeviceScope",
    WorkgroupMemoryExplicitLayout = "workgroupMemoryExplicitLayout",
    WorkgroupMemoryExplicitLayout8BitAccess = "workgroupMemoryExplicitLayout8BitAccess",
    WorkgroupMemoryExplicitLayout16BitAccess = "workgroupMemoryExplicitLayout16BitAccess",
    ShaderZeroInitializeWorkgroupMemory = "shaderZeroInitializeWorkgroupMemory",
    Maintenance4 = "maintenance4",
    SubgroupBasic = "VK_SUBGROUP_FEATURE_BASIC_BIT",
    SubgroupVote = "VK_SUBGROUP_FEATURE_VOTE_BIT",
    SubgroupArithmetic = "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT",
    SubgroupBallot = "VK_SUBGROUP_FEATURE_BALLOT_BIT",
    SubgroupShuffle = "VK_SUBGROUP_FEATURE_SHUFFLE_BIT",
    SubgroupShuffleRelative = "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT",
    SubgroupClustered = "VK_SUBGROUP_FEATURE_CLUSTERED_BIT",
    SubgroupQuad = "VK_SUBGROUP_FEATURE_QUAD_BIT",
    ShaderSubgroupRotate = "shaderSubgroupRotate",
    ShaderSubgroupExtendedTypes = "shaderSubgroupExtendedTypes",
    ShaderIntegerDotProduct = "shaderIntegerDotProduct",
    CooperativeMatrix = "cooperativeMatrix",
    ShaderBFloat16Type = "shaderBFloat16Type",
    ShaderBFloat16DotProduct = "shaderBFloat16DotProduct",
    ShaderBFloat16CooperativeMatrix = "shaderBFloat16CooperativeMatrix",
    ShaderFloat8 = "shaderFloat8",
    ShaderFloat8CooperativeMatrix = "shaderFloat8CooperativeMatrix",
    ShaderReplicatedComposites = "shaderReplicatedComposites",
    ShaderExpectAssume = "shaderExpectAssume",
    ShaderFloatControls2 = "shaderFloatControls2",
    RuntimeDescriptorArray = "runtimeDescriptorArray",
    ShaderUniformBufferArrayDynamicIndexing = "shaderUniformBufferArrayDynamicIndexing",
    ShaderStorageBufferArrayDynamicIndexing = "shaderStorageBufferArrayDynamicIndexing",
    ShaderUniformBufferArrayNonUniformIndexing = "shaderUniformBufferArrayNonUniformIndexing",
    ShaderStorageBufferArrayNonUniformIndexing = "shaderStorageBufferArrayNonUniformIndexing",
    ShaderBufferInt64Atomics = "shaderBufferInt64Atomics",
    ShaderSharedInt64Atomics = "shaderSharedInt64Atomics",
    ShaderBufferFloat16Atomics = "shaderBufferFloat16Atomics",
    ShaderBufferFloat16AtomicAdd = "shaderBufferFloat16AtomicAdd",
    ShaderBufferFloat16AtomicMinMax = "shaderBufferFloat16AtomicMinMax",
    ShaderBufferFloat32Atomics = "shaderBufferFloat32Atomics",
    ShaderBufferFloat32AtomicAdd = "shaderBufferFloat32AtomicAdd",
    ShaderBufferFloat32AtomicMinMax = "shaderBufferFloat32AtomicMinMax",
    ShaderBufferFloat64Atomics = "shaderBufferFloat64Atomics",
    ShaderBufferFloat64AtomicAdd = "shaderBufferFloat64AtomicAdd",
    ShaderBufferFloat64AtomicMinMax = "shaderBufferFloat64AtomicMinMax",
    ShaderSharedFloat16Atomics = "shaderSharedFloat16Atomics",
    ShaderSharedFloat16AtomicAdd = "shaderSharedFloat16AtomicAdd",
    ShaderSharedFloat16AtomicMinMax = "shaderSharedFloat16AtomicMinMax",
    ShaderSharedFloat32Atomics = "shaderSharedFloat32Atomics",
    ShaderSharedFloat32AtomicAdd = "shaderSharedFloat32AtomicAdd",
    ShaderSharedFloat32AtomicMinMax = "shaderSharedFloat32AtomicMinMax",
    ShaderSharedFloat64Atomics = "shaderSharedFloat64Atomics",
    ShaderSharedFloat64AtomicAdd = "shaderSharedFloat64AtomicAdd",
    ShaderSharedFloat64AtomicMinMax = "shaderSharedFloat64AtomicMinMax",
}

/// A capability, what it declares implicitly, and the feature Vulkan asks for (Vulkan specification, appendix
/// "SPIR-V Environment"; none means always supported, or told from the instructions that use it).
type Row = (Capability, &'static [Capability], Option<RequiredFeature>);

#[rustfmt::skip]
const ROWS: &[Row] = {
    use Capability::*;
    use RequiredFeature as F;
    &[
        (Matrix, &[], None),
        (Shader, &[Matrix], None),
        (Sampled1D, &[Shader], None),
        (Image1D, &[Sampled1D], None),
        (SampledBuffer, &[Shader], None),
        (ImageBuffer, &[SampledBuffer], None),
        (ImageQuery, &[Shader], None),
        (Float16, &[], Some(F::ShaderFloat16)),
        (Float64, &[], Some(F::ShaderFloat64)),
        (Int8, &[], Some(F::ShaderInt8)),
        (Int16, &[], Some(F::ShaderInt16)),
        (Int64, &[], Some(F::ShaderInt64)),
        (Int64Atomics, &[Int64], None),
        (AtomicFloat16AddEXT, &[Shader], None),
        (AtomicFloat32AddEXT, &[Shader], None),
        (AtomicFloat64AddEXT, &[Shader], None),
        (AtomicFloat16MinMaxEXT, &[Shader], None),
        (AtomicFloat32MinMaxEXT, &[Shader], None),
        (AtomicFloat64MinMaxEXT, &[Shader], None),
        (StorageBuffer8BitAccess, &[Shader], Some(F::StorageBuffer8BitAccess)),
        (UniformAndStorageBuffer8BitAccess, &[StorageBuffer8BitAccess], Some(F::UniformAndStorageBuffer8BitAccess)),
        (StoragePushConstant8, &[Shader], Some(F::StoragePushConstant8)),
        (StorageBuffer16BitAccess, &[Shader], Some(F::StorageBuffer16BitAccess)),
        (UniformAndStorageBuffer16BitAccess, &[StorageBuffer16BitAccess], Some(F::UniformAndStorageBuffer16BitAccess)),
        (StoragePushConstant16, &[Shader], Some(F::StoragePushConstant16)),
        (PhysicalStorageBufferAddresses, &[Shader], Some(F::BufferDeviceAddress)),
        (VariablePointersStorageBuffer, &[Shader], Some(F::VariablePointersStorageBuffer)),
        (VariablePointers, &[VariablePointersStorageBuffer], Some(F::VariablePointers)),
        (VulkanMemoryModel, &[], Some(F::VulkanMemoryModel)),
        (VulkanMemoryModelDeviceScope, &[], Some(F::VulkanMemoryModelDeviceScope)),
        (WorkgroupMemoryExplicitLayoutKHR, &[Shader], Some(F::WorkgroupMemoryExplicitLayout)),
        (WorkgroupMemoryExplicitLayout8BitAccessKHR, &[WorkgroupMemoryExplicitLayoutKHR], Some(F::WorkgroupMemoryExplicitLayout8BitAccess)),
        (WorkgroupMemoryExplicitLayout16BitAccessKHR, &[WorkgroupMemoryExplicitLayoutKHR], Some(F::WorkgroupMemoryExplicitLayout16BitAccess)),
        (GroupNonUniform, &[], Some(F::SubgroupBasic)),
        (GroupNonUniformVote, &[GroupNonUniform], Some(F::SubgroupVote)),
        (GroupNonUniformArithmetic, &[GroupNonUniform], Some(F::SubgroupArithmetic)),
        (GroupNonUniformBallot, &[GroupNonUniform], Some(F::SubgroupBallot)),
        (GroupNonUniformShuffle, &[GroupNonUniform], Some(F::SubgroupShuffle)),
        (GroupNonUniformShuffleRelative, &[GroupNonUniform], Some(F::SubgroupShuffleRelative)),
        (GroupNonUniformClustered, &[GroupNonUniform], Some(F::SubgroupClustered)),
        (GroupNonUniformQuad, &[GroupNonUniform], Some(F::SubgroupQuad)),
        (GroupNonUniformRotateKHR, &[GroupNonUniform], Some(F::ShaderSubgroupRotate)),
        (DotProduct, &[], Some(F::ShaderIntegerDotProduct)),
        (DotProductInputAll, &[], Some(F::ShaderIntegerDotProduct)),
        (DotProductInput4x8Bit, &[Int8], Some(F::ShaderIntegerDotProduct)),
        (DotProductInput4x8BitPacked, &[], Some(F::ShaderIntegerDotProduct)),
        (CooperativeMatrixKHR, &[], Some(F::CooperativeMatrix)),
        (BFloat16TypeKHR, &[], Some(F::ShaderBFloat16Type)),
        (BFloat16DotProductKHR, &[BFloat16TypeKHR], Some(F::ShaderBFloat16DotProduct)),
        (BFloat16CooperativeMatrixKHR, &[BFloat16TypeKHR, CooperativeMatrixKHR], Some(F::ShaderBFloat16CooperativeMatrix)),
        (Float8EXT, &[], Some(F::ShaderFloat8)),
        (Float8CooperativeMatrixEXT, &[Float8EXT, CooperativeMatrixKHR], Some(F::ShaderFloat8CooperativeMatrix)),
        (ReplicatedCompositesEXT, &[], Some(F::ShaderReplicatedComposites)),
        (ExpectAssumeKHR, &[], Some(F::ShaderExpectAssume)),
        (FloatControls2, &[], Some(F::ShaderFloatControls2)),
        (ShaderNonUniform, &[Shader], None),
        (RuntimeDescriptorArray, &[Shader], Some(F::RuntimeDescriptorArray)),
        (UniformBufferArrayDynamicIndexing, &[Shader], Some(F::ShaderUniformBufferArrayDynamicIndexing)),
        (StorageBufferArrayDynamicIndexing, &[Shader], Some(F::ShaderStorageBufferArrayDynamicIndexing)),
        (UniformBufferArrayNonUniformIndexing, &[ShaderNonUniform], Some(F::ShaderUniformBufferArrayNonUniformIndexing)),
        (StorageBufferArrayNonUniformIndexing, &[ShaderNonUniform], Some(F::ShaderStorageBufferArrayNonUniformIndexing)),
    ]
};

/// Declared capabilities, in module order.
pub(super) fn capabilities(code: &Code) -> impl Iterator<Item = Capability> + '_ {
    code.instructions.iter().filter_map(|instruction| match instruction.operands.as_slice() {
        [Operand::Capability(capability)] if instruction.class.opcode == Op::Capability => Some(*capability),
        _ => None,
    })
}

/// The features a module needs.
pub(super) fn read(context: &Context<'_>) -> Result<BTreeSet<RequiredFeature>, ExecutableError> {
    let code = context.code;
    let mut features = BTreeSet::new();
    let mut declared = BTreeSet::new();
    let mut pending: Vec<Capability> = capabilities(code).collect();
    while let Some(capability) = pending.pop() {
        let Some((_, implied, feature)) = ROWS.iter().find(|(known, ..)| *known == capability) else {
            return Err(ExecutableError::unsupported(
                "word 5 (OpCapability)",
                format_args!("expected capabilities of compute shaders, found {capability:?}"),
            ));
        };
        if declared.insert(capability) {
            pending.extend(*implied);
            features.extend(*feature);
        }
    }
    for (index, instruction) in code.instructions.iter().enumerate() {
        check_declared(code, &declared, index, instruction)?;
        features.extend(of_instruction(context, instruction));
    }
    Ok(features)
}

/// The capabilities an instruction needs are declared: one of its grammar's, and one for its width if it is a number
/// type.
fn check_declared(
    code: &Code,
    declared: &BTreeSet<Capability>,
    index: usize,
    instruction: &Instruction,
) -> Result<(), ExecutableError> {
    use Capability::*;
    let any_of: &[Capability] = match (instruction.class.opcode, operand_literal(instruction, 0)) {
        (Op::TypeInt, Some(8)) => {
            &[Int8, StorageBuffer8BitAccess, StoragePushConstant8, WorkgroupMemoryExplicitLayout8BitAccessKHR]
        }
        (Op::TypeInt, Some(16)) => {
            &[Int16, StorageBuffer16BitAccess, StoragePushConstant16, WorkgroupMemoryExplicitLayout16BitAccessKHR]
        }
        (Op::TypeInt, Some(64)) => &[Int64],
        (Op::TypeFloat, Some(8)) => &[Float8EXT],
        (Op::TypeFloat, Some(16)) => &[
            Float16,
            BFloat16TypeKHR,
            StorageBuffer16BitAccess,
            StoragePushConstant16,
            WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ],
        (Op::TypeFloat, Some(64)) => &[Float64],
        _ => instruction.class.capabilities,
    };
    if any_of.is_empty() || any_of.iter().any(|capability| declared.contains(capability)) {
        return Ok(());
    }
    Err(code.malformed(index, format_args!("expected a declaration of one of the capabilities {any_of:?}")))
}

/// Features that no capability tells.
fn of_instruction(context: &Context<'_>, instruction: &Instruction) -> Option<RequiredFeature> {
    let op = instruction.class.opcode;
    let name = instruction.class.opname;
    if name.starts_with("Atomic") {
        return of_atomic(context, instruction);
    }
    if name.starts_with("GroupNonUniform") {
        return match context.types.scalar_of(instruction.result_type?)? {
            ScalarKind::Int { width_bits: 8 | 16 | 64, .. } | ScalarKind::Float { width_bits: 16 } => {
                Some(RequiredFeature::ShaderSubgroupExtendedTypes)
            }
            _ => None,
        };
    }
    let is_local_size_id =
        op == Op::ExecutionModeId && instruction.operands.contains(&Operand::ExecutionMode(ExecutionMode::LocalSizeId));
    let is_initialized_workgroup = op == Op::Variable
        && instruction.operands.len() > 1
        && structure::storage_class(instruction) == Some(StorageClass::Workgroup);
    match (is_local_size_id, is_initialized_workgroup) {
        (true, _) => Some(RequiredFeature::Maintenance4),
        (_, true) => Some(RequiredFeature::ShaderZeroInitializeWorkgroupMemory),
        _ => None,
    }
}

/// Atomics on 64-bit integers and floats have features by width, operation and memory.
#[rustfmt::skip]
fn of_atomic(context: &Context<'_>, instruction: &Instruction) -> Option<RequiredFeature> {
    use RequiredFeature::*;
    let pointer: Id = operand_id(instruction, 0);
    let (class, pointee) = context.types.pointer(context.code.type_of(pointer)?)?;
    let kind = context.types.scalar_of(pointee)?;
    let op = instruction.class.opcode;
    let is_min_max = matches!(op, Op::AtomicFMinEXT | Op::AtomicFMaxEXT);
    // One row per width: memory outside and inside the workgroup, each for load, store and exchange; add; min and max.
    let [buffer, shared] = match kind {
        ScalarKind::Int { width_bits: 64, .. } => [
            [ShaderBufferInt64Atomics; 3],
            [ShaderSharedInt64Atomics; 3],
        ],
        ScalarKind::Float { width_bits: 16 } => [
            [ShaderBufferFloat16Atomics, ShaderBufferFloat16AtomicAdd, ShaderBufferFloat16AtomicMinMax],
            [ShaderSharedFloat16Atomics, ShaderSharedFloat16AtomicAdd, ShaderSharedFloat16AtomicMinMax],
        ],
        ScalarKind::Float { width_bits: 32 } => [
            [ShaderBufferFloat32Atomics, ShaderBufferFloat32AtomicAdd, ShaderBufferFloat32AtomicMinMax],
            [ShaderSharedFloat32Atomics, ShaderSharedFloat32AtomicAdd, ShaderSharedFloat32AtomicMinMax],
        ],
        ScalarKind::Float { width_bits: 64 } => [
            [ShaderBufferFloat64Atomics, ShaderBufferFloat64AtomicAdd, ShaderBufferFloat64AtomicMinMax],
            [ShaderSharedFloat64Atomics, ShaderSharedFloat64AtomicAdd, ShaderSharedFloat64AtomicMinMax],
        ],
        _ => return None,
    };
    let [plain, add, min_max] = if class == StorageClass::Workgroup { shared } else { buffer };
    Some(match op {
        Op::AtomicFAddEXT => add,
        _ if is_min_max => min_max,
        _ => plain,
    })
}
