//! Attributes of dialects with a table: name, parameters, spelling, a file for each group of dialects.
//!
//! Invariant: reader and writer of a row agree on the order of its parameters. What a row spells stands between the
//! attribute's name and its type suffix; see [`crate::params`] for the notation.

mod codegen;
mod device;
mod hal;
mod spirv;
mod stream;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::def::{AttrRow, AttrRule, TypeRule, attr_opt};
use crate::enums::EnumDef;
use crate::params::{Compiled, Params, ParseParams, PrintParams, Spelling, compile};
use crate::parse::{ParseResult, Parser};
use crate::print::Writer;
use crate::types::Type;

/// An attribute of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DialectAttr {
    /// Which row.
    pub kind: DialectAttrKind,
    /// Its parameters.
    pub params: Params,
    /// The type suffix, where the row has one.
    pub ty: Option<Type>,
}

impl DialectAttr {
    /// The parameter called `name`.
    pub fn param(&self, name: &str) -> Option<Attr> {
        let index = self.kind.def().params.iter().position(|row| row.name == name)?;
        self.params.get(index).copied().flatten()
    }

    /// The number of the case, for rows that are an enumeration.
    pub fn case(&self, ctx: &Context) -> Option<i128> {
        self.kind.cases()?;
        self.params.first().copied().flatten().map_or(Some(0), |value| ctx.int_value(value))
    }
}

/// What follows the attribute.
#[derive(Clone, Copy)]
pub enum TypeSuffix {
    /// Nothing.
    None,
    /// Always the type this rule allows.
    Fixed(TypeRule),
    /// Any type, or nothing.
    Any,
}

/// The name of the alias that printed text gives the attribute.
#[derive(Clone, Copy)]
pub enum AliasName {
    /// None: it is printed in place.
    None,
    /// Always this one.
    Fixed(&'static str),
    /// The one the function makes of it.
    By(fn(&Context, &DialectAttr) -> String),
}

/// A row of the attribute table.
pub struct DialectAttrDef {
    /// Full name without `#`.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// The parameters.
    pub params: &'static [AttrRow],
    /// What follows it.
    pub suffix: TypeSuffix,
    /// Its alias in printed text.
    pub alias: AliasName,
    /// How the parameters are spelled.
    pub(crate) spelling: Spelling,
    /// Checks beyond the constraints of the row.
    pub check: Option<AttrCheckFn>,
}

/// Says what is wrong with an attribute: what was expected, what was found.
pub type AttrCheckFn = fn(&Context, &DialectAttr) -> Result<(), String>;

impl DialectAttrDef {
    /// With checks beyond the constraints.
    const fn check(self, check: AttrCheckFn) -> Self {
        Self { check: Some(check), ..self }
    }
    /// Followed by a type.
    const fn suffix(self, suffix: TypeSuffix) -> Self {
        Self { suffix, ..self }
    }
    /// With an alias in printed text.
    const fn alias(self, name: &'static str) -> Self {
        Self { alias: AliasName::Fixed(name), ..self }
    }
    /// With an alias that depends on the attribute.
    const fn alias_by(self, name: fn(&Context, &DialectAttr) -> String) -> Self {
        Self { alias: AliasName::By(name), ..self }
    }
}

/// A row spelled by a format.
const fn row(name: &'static str, doc: &'static str, params: &'static [AttrRow], format: &'static str) -> DialectAttrDef {
    let spelling = Spelling::Format(format);
    DialectAttrDef { name, doc, params, suffix: TypeSuffix::None, alias: AliasName::None, spelling, check: None }
}

/// A row spelled by a pair of functions.
const fn custom(
    name: &'static str,
    doc: &'static str,
    params: &'static [AttrRow],
    parse: ParseParams,
    print: PrintParams,
) -> DialectAttrDef {
    let spelling = Spelling::Custom(parse, print);
    DialectAttrDef { name, doc, params, suffix: TypeSuffix::None, alias: AliasName::None, spelling, check: None }
}

/// A row whose only parameter is a case: `<case>`.
macro_rules! case {
    ($name:literal, $doc:literal, $cases:expr) => {
        row($name, $doc, const { &[crate::def::attr("value", AttrRule::Enum(&$cases))] }, "<$value>")
    };
}
use case;

macro_rules! dialect_attrs {
    ($($kind:ident = $def:expr,)*) => {
        /// The rows of the attribute table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the row of its name")]
        pub enum DialectAttrKind { $($kind,)* }

        impl DialectAttrKind {
            /// All rows.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// The row.
            pub fn def(self) -> &'static DialectAttrDef {
                static DEFS: &[DialectAttrDef] = &[$($def,)*];
                &DEFS[self as usize]
            }
        }
    };
}

impl DialectAttrKind {
    /// The row called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        static NAMES: OnceLock<FxHashMap<&'static str, DialectAttrKind>> = OnceLock::new();
        let names = NAMES.get_or_init(|| Self::ALL.iter().map(|&kind| (kind.def().name, kind)).collect());
        names.get(name).copied()
    }

    /// The names of a dialect's rows, for messages.
    pub(crate) fn names_of(dialect: &str) -> String {
        let names = Self::ALL.iter().map(|kind| kind.def().name).filter(|name| name.split('.').next() == Some(dialect));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The spelling of the row, ready to be walked.
    pub(crate) fn spelling(self) -> &'static Compiled {
        static COMPILED: OnceLock<Vec<OnceLock<Compiled>>> = OnceLock::new();
        let compiled = COMPILED.get_or_init(|| Self::ALL.iter().map(|_| OnceLock::new()).collect());
        let def = self.def();
        compiled[self as usize].get_or_init(|| compile(def.name, def.params, def.spelling))
    }

    /// The enumeration, for rows whose only parameter is a case.
    pub fn cases(self) -> Option<&'static EnumDef> {
        match self.def().params {
            [AttrRow { rule: AttrRule::Enum(def), .. }] => Some(def),
            _ => None,
        }
    }

    /// The attribute of the case with this number.
    pub fn of_case(self, ctx: &Context, value: i128) -> Attr {
        let width = self.cases().map_or(32, |def| def.width);
        let params = Params::from_iter([Some(ctx.int_attr(value, ctx.int_type(width)))]);
        ctx.attr(AttrKind::Dialect(DialectAttr { kind: self, params, ty: None }))
    }
}

dialect_attrs! {
    HalDeviceAlias = hal::DEVICE_ALIAS,
    HalDeviceTarget = hal::DEVICE_TARGET,
    HalDeviceOrdinal = hal::DEVICE_ORDINAL,
    HalDeviceFallback = hal::DEVICE_FALLBACK,
    HalDeviceSelect = hal::DEVICE_SELECT,
    HalDeviceAffinity = hal::DEVICE_AFFINITY,
    HalDevicePromise = hal::DEVICE_PROMISE,
    HalDeviceOptimal = hal::DEVICE_OPTIMAL,
    HalDeviceTopology = hal::DEVICE_TOPOLOGY,
    HalAbiConvention = hal::ABI_CONVENTION,
    HalCollective = hal::COLLECTIVE,
    HalDescriptorType = hal::DESCRIPTOR_TYPE,
    HalPipelineBinding = hal::PIPELINE_BINDING,
    HalPipelineLayout = hal::PIPELINE_LAYOUT,
    HalExecutableTarget = hal::EXECUTABLE_TARGET,
    HalExecutableObject = hal::EXECUTABLE_OBJECT,
    HalExecutableObjects = hal::EXECUTABLE_OBJECTS,

    UtilUninitialized = stream::UNINITIALIZED,
    UtilNull = stream::NULL,
    UtilBytePattern = stream::BYTE_PATTERN,
    UtilByteRange = stream::BYTE_RANGE,
    UtilComposite = stream::COMPOSITE,
    UtilInlineNever = stream::INLINE_NEVER,
    UtilInlineAlways = stream::INLINE_ALWAYS,
    UtilIntAssumption = stream::INT_ASSUMPTION,
    UtilPreprocessingPipeline = stream::PREPROCESSING_PIPELINE,
    StreamParameter = stream::STREAM_PARAMETER,
    StreamCollective = stream::STREAM_COLLECTIVE,
    StreamTimepoint = stream::TIMEPOINT,
    FlowParameter = stream::FLOW_PARAMETER,
    EncodingEncoding = stream::ENCODING,
    EncodingLayout = stream::ENCODING_LAYOUT,
    EncodingTesting = stream::ENCODING_TESTING,
    EncodingUnknown = stream::ENCODING_UNKNOWN,
    EncodingPackedStorage = stream::ENCODING_PACKED_STORAGE,
    EncodingIdentity = stream::ENCODING_IDENTITY,
    EncodingIdentityResolver = stream::ENCODING_IDENTITY_RESOLVER,
    EncodingUnsupportedResolver = stream::ENCODING_UNSUPPORTED_RESOLVER,
    EncodingSpecializationResolver = stream::ENCODING_SPECIALIZATION_RESOLVER,
    EncodingSpecialized = stream::ENCODING_SPECIALIZED,

    CodegenTranslationInfo = codegen::TRANSLATION_INFO,
    CodegenLoweringConfig = codegen::LOWERING_CONFIG,
    CodegenCompilationInfo = codegen::COMPILATION_INFO,
    CodegenExportConfig = codegen::EXPORT_CONFIG,
    CodegenSimpleTarget = codegen::SIMPLE_TARGET,
    CodegenVmvxPipeline = codegen::VMVX_PIPELINE,
    CodegenTransformPipeline = codegen::TRANSFORM_PIPELINE,
    CodegenNoPipeline = codegen::NO_PIPELINE,
    CodegenPassPipeline = codegen::PASS_PIPELINE,
    CodegenWorkgroupMapping = codegen::WORKGROUP_MAPPING,
    CodegenLocalMapping = codegen::LOCAL_MAPPING,
    CodegenWorkgroupLocal = codegen::WORKGROUP_LOCAL,
    CodegenRootOp = codegen::ROOT_OP,
    CodegenRotateRows = codegen::ROTATE_ROWS,
    CodegenXorShuffle = codegen::XOR_SHUFFLE,
    CodegenUkernelDescriptor = codegen::UKERNEL_DESCRIPTOR,
    CodegenDenormalFpMath = codegen::DENORMAL_FP_MATH,
    GpuTarget = codegen::GPU_TARGET,
    GpuTargetWgp = codegen::GPU_TARGET_WGP,
    GpuTargetChip = codegen::GPU_TARGET_CHIP,
    GpuMma = codegen::GPU_MMA,
    GpuVirtualMma = codegen::GPU_VIRTUAL_MMA,
    GpuPipeline = codegen::GPU_PIPELINE,
    GpuSpirvPipeline = codegen::GPU_SPIRV_PIPELINE,
    GpuPipelineOptions = codegen::GPU_PIPELINE_OPTIONS,
    GpuLoweringConfig = codegen::GPU_LOWERING_CONFIG,
    GpuDerivedThreadConfig = codegen::GPU_DERIVED_THREAD_CONFIG,
    GpuUseGlobalLoadDma = codegen::GPU_USE_GLOBAL_LOAD_DMA,
    GpuLaneId = codegen::GPU_LANE_ID,
    CpuLoweringConfig = codegen::CPU_LOWERING_CONFIG,
    LinalgExtSplitReductionMapping = codegen::SPLIT_REDUCTION_MAPPING,
    TensorExtRaggedShape = codegen::RAGGED_SHAPE,
    TensorExtSparseIterationDims = codegen::SPARSE_ITERATION_DIMS,
    VectorExtNestedLayout = codegen::NESTED_LAYOUT,

    ArithOverflow = device::OVERFLOW,
    ArithFastMath = device::FASTMATH,
    LinalgIteratorType = device::ITERATOR_TYPE,
    LinalgUnaryFn = device::UNARY_FN,
    LinalgBinaryFn = device::BINARY_FN,
    LinalgTypeFn = device::TYPE_FN,
    LinalgElementwiseKind = device::ELEMENTWISE_KIND,
    VectorKind = device::VECTOR_KIND,
    VectorIteratorType = device::VECTOR_ITERATOR_TYPE,
    VectorPunctuation = device::VECTOR_PUNCTUATION,
    MlirGpuDim = device::GPU_DIM,
    MlirGpuAddressSpace = device::GPU_ADDRESS_SPACE,
    MlirGpuAllReduce = device::GPU_ALL_REDUCE,
    MlirGpuBarrierScope = device::GPU_BARRIER_SCOPE,
    MlirGpuBroadcast = device::GPU_BROADCAST,
    MlirGpuShuffleMode = device::GPU_SHUFFLE_MODE,
    MlirGpuMmaElementwise = device::GPU_MMA_ELEMENTWISE,
    MlirGpuBlock = device::GPU_BLOCK,
    MlirGpuThread = device::GPU_THREAD,
    MlirGpuWarp = device::GPU_WARP,
    MlirGpuWarpgroup = device::GPU_WARPGROUP,
    MlirGpuLane = device::GPU_LANE,

    SpirvAddressingModel = spirv::ADDRESSING_MODEL,
    SpirvMemoryModel = spirv::MEMORY_MODEL,
    SpirvExecutionModel = spirv::EXECUTION_MODEL,
    SpirvExecutionMode = spirv::EXECUTION_MODE,
    SpirvStorageClass = spirv::STORAGE_CLASS,
    SpirvScope = spirv::SCOPE,
    SpirvMemorySemantics = spirv::MEMORY_SEMANTICS,
    SpirvMemoryAccess = spirv::MEMORY_ACCESS,
    SpirvFunctionControl = spirv::FUNCTION_CONTROL,
    SpirvSelectionControl = spirv::SELECTION_CONTROL,
    SpirvLoopControl = spirv::LOOP_CONTROL,
    SpirvGroupOperation = spirv::GROUP_OPERATION,
    SpirvMatrixLayout = spirv::MATRIX_LAYOUT,
    SpirvMatrixOperands = spirv::MATRIX_OPERANDS,
    SpirvImageOperands = spirv::IMAGE_OPERANDS,
    SpirvPackedFormat = spirv::PACKED_FORMAT,
    SpirvLinkageType = spirv::LINKAGE_TYPE,
    SpirvVce = spirv::VCE,
    SpirvResourceLimits = spirv::RESOURCE_LIMITS,
    SpirvMatrixProperties = spirv::MATRIX_PROPERTIES,
    SpirvTargetEnv = spirv::TARGET_ENV,
    SpirvEntryPointAbi = spirv::ENTRY_POINT_ABI,
    SpirvInterfaceVarAbi = spirv::INTERFACE_VAR_ABI,
}

/// `<…>` around what `inner` reads.
fn angled(p: &mut Parser<'_>, inner: impl FnOnce(&mut Parser<'_>) -> ParseResult<Params>) -> ParseResult<Params> {
    p.expect("<")?;
    let params = inner(p)?;
    p.expect(">")?;
    Ok(params)
}

fn params<const N: usize>(list: [Option<Attr>; N]) -> Params {
    list.into_iter().collect()
}

fn string_attr(p: &mut Parser<'_>) -> ParseResult<Attr> {
    let bytes = p.parse_string_bytes()?;
    Ok(p.ctx.attr(AttrKind::String(bytes)))
}

fn print_opt(w: &mut Writer<'_>, before: &str, attr: Option<Attr>) {
    if let Some(attr) = attr {
        w.raw(before);
        w.print_attr(attr);
    }
}

fn print_angled(w: &mut Writer<'_>, inner: impl FnOnce(&mut Writer<'_>)) {
    w.raw("<");
    inner(w);
    w.raw(">");
}

const I64: AttrRule = AttrRule::Int(crate::def::IntKind::Width(64));
const U64: AttrRule = AttrRule::Int(crate::def::IntKind::Unsigned);
const I32: AttrRule = AttrRule::Int(crate::def::IntKind::Width(32));

/// A parameter that is any attribute, dictionary, … and may be absent.
const fn opt(name: &'static str) -> AttrRow {
    attr_opt(name, AttrRule::Any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_spelling() {
        for &kind in DialectAttrKind::ALL {
            kind.spelling();
            assert_eq!(DialectAttrKind::from_name(kind.def().name), Some(kind));
        }
    }
}
