//! Enumerations of the `spirv` dialect, numbered as in the SPIR-V specification.

use super::{EnumDef, Joined, flags, one_of};

/// How addresses are seen.
pub const SPIRV_ADDRESSING_MODEL: EnumDef =
    one_of("AddressingModel", 32, &[("Logical", 0), ("Physical32", 1), ("Physical64", 2), ("PhysicalStorageBuffer64", 5348)]);

/// The memory model of a module.
pub const SPIRV_MEMORY_MODEL: EnumDef =
    one_of("MemoryModel", 32, &[("Simple", 0), ("GLSL450", 1), ("OpenCL", 2), ("Vulkan", 3)]);

/// The stage an entry point belongs to.
pub const SPIRV_EXECUTION_MODEL: EnumDef = one_of(
    "ExecutionModel",
    32,
    &[
        ("Vertex", 0),
        ("TessellationControl", 1),
        ("TessellationEvaluation", 2),
        ("Geometry", 3),
        ("Fragment", 4),
        ("GLCompute", 5),
        ("Kernel", 6),
        ("TaskNV", 5267),
        ("MeshNV", 5268),
        ("RayGenerationKHR", 5313),
        ("IntersectionKHR", 5314),
        ("AnyHitKHR", 5315),
        ("ClosestHitKHR", 5316),
        ("MissKHR", 5317),
        ("CallableKHR", 5318),
        ("TaskEXT", 5364),
        ("MeshEXT", 5365),
    ],
);

/// How an entry point runs.
pub const SPIRV_EXECUTION_MODE: EnumDef = one_of(
    "ExecutionMode",
    32,
    &[
        ("Invocations", 0),
        ("SpacingEqual", 1),
        ("SpacingFractionalEven", 2),
        ("SpacingFractionalOdd", 3),
        ("VertexOrderCw", 4),
        ("VertexOrderCcw", 5),
        ("PixelCenterInteger", 6),
        ("OriginUpperLeft", 7),
        ("OriginLowerLeft", 8),
        ("EarlyFragmentTests", 9),
        ("PointMode", 10),
        ("Xfb", 11),
        ("DepthReplacing", 12),
        ("DepthGreater", 14),
        ("DepthLess", 15),
        ("DepthUnchanged", 16),
        ("LocalSize", 17),
        ("LocalSizeHint", 18),
        ("InputPoints", 19),
        ("InputLines", 20),
        ("InputLinesAdjacency", 21),
        ("Triangles", 22),
        ("InputTrianglesAdjacency", 23),
        ("Quads", 24),
        ("Isolines", 25),
        ("OutputVertices", 26),
        ("OutputPoints", 27),
        ("OutputLineStrip", 28),
        ("OutputTriangleStrip", 29),
        ("VecTypeHint", 30),
        ("ContractionOff", 31),
        ("Initializer", 33),
        ("Finalizer", 34),
        ("SubgroupSize", 35),
        ("SubgroupsPerWorkgroup", 36),
        ("SubgroupsPerWorkgroupId", 37),
        ("LocalSizeId", 38),
        ("LocalSizeHintId", 39),
        ("PostDepthCoverage", 4446),
        ("DenormPreserve", 4459),
        ("DenormFlushToZero", 4460),
        ("SignedZeroInfNanPreserve", 4461),
        ("RoundingModeRTE", 4462),
        ("RoundingModeRTZ", 4463),
    ],
);

/// Where a variable lives.
pub const SPIRV_STORAGE_CLASS: EnumDef = one_of(
    "StorageClass",
    32,
    &[
        ("UniformConstant", 0),
        ("Input", 1),
        ("Uniform", 2),
        ("Output", 3),
        ("Workgroup", 4),
        ("CrossWorkgroup", 5),
        ("Private", 6),
        ("Function", 7),
        ("Generic", 8),
        ("PushConstant", 9),
        ("AtomicCounter", 10),
        ("Image", 11),
        ("StorageBuffer", 12),
        ("CallableDataKHR", 5328),
        ("IncomingCallableDataKHR", 5329),
        ("RayPayloadKHR", 5338),
        ("HitAttributeKHR", 5339),
        ("IncomingRayPayloadKHR", 5342),
        ("ShaderRecordBufferKHR", 5343),
        ("PhysicalStorageBuffer", 5349),
        ("CodeSectionINTEL", 5605),
        ("DeviceOnlyINTEL", 5936),
        ("HostOnlyINTEL", 5937),
    ],
);

/// Which invocations take part.
pub const SPIRV_SCOPE: EnumDef = one_of(
    "Scope",
    32,
    &[
        ("CrossDevice", 0),
        ("Device", 1),
        ("Workgroup", 2),
        ("Subgroup", 3),
        ("Invocation", 4),
        ("QueueFamily", 5),
        ("ShaderCallKHR", 6),
    ],
);

/// How a group operation combines.
pub const SPIRV_GROUP_OPERATION: EnumDef = one_of(
    "GroupOperation",
    32,
    &[
        ("Reduce", 0),
        ("InclusiveScan", 1),
        ("ExclusiveScan", 2),
        ("ClusteredReduce", 3),
        ("PartitionedReduceNV", 6),
        ("PartitionedInclusiveScanNV", 7),
        ("PartitionedExclusiveScanNV", 8),
    ],
);

/// The layout of a cooperative matrix in memory.
pub const SPIRV_MATRIX_LAYOUT: EnumDef = one_of(
    "CooperativeMatrixLayoutKHR",
    32,
    &[("RowMajor", 0), ("ColumnMajor", 1), ("RowBlockedInterleavedARM", 4202), ("ColumnBlockedInterleavedARM", 4203)],
);

/// What a cooperative matrix is for.
pub const SPIRV_MATRIX_USE: EnumDef =
    one_of("CooperativeMatrixUseKHR", 32, &[("MatrixA", 0), ("MatrixB", 1), ("MatrixAcc", 2)]);

/// The client API of a target.
pub const SPIRV_CLIENT_API: EnumDef =
    one_of("ClientAPI", 32, &[("Metal", 0), ("OpenCL", 1), ("Vulkan", 2), ("WebGPU", 3), ("Unknown", 4)]);

/// The vendor of a target.
pub const SPIRV_VENDOR: EnumDef = one_of(
    "Vendor",
    32,
    &[
        ("AMD", 0),
        ("Apple", 1),
        ("ARM", 2),
        ("Imagination", 3),
        ("Intel", 4),
        ("NVIDIA", 5),
        ("Qualcomm", 6),
        ("SwiftShader", 7),
        ("Unknown", 255),
    ],
);

/// What kind of device a target is.
pub const SPIRV_DEVICE_TYPE: EnumDef =
    one_of("DeviceType", 32, &[("CPU", 0), ("DiscreteGPU", 1), ("IntegratedGPU", 2), ("Other", 3), ("Unknown", 4)]);

/// Whether a symbol comes from elsewhere.
pub const SPIRV_LINKAGE: EnumDef = one_of("LinkageType", 32, &[("Export", 0), ("Import", 1), ("LinkOnceODR", 2)]);

/// What an atomic or barrier orders.
pub const SPIRV_MEMORY_SEMANTICS: EnumDef = flags(
    "MemorySemantics",
    Joined::Bar,
    &[
        ("None", 0),
        ("Acquire", 2),
        ("Release", 4),
        ("AcquireRelease", 8),
        ("SequentiallyConsistent", 0x10),
        ("UniformMemory", 0x40),
        ("SubgroupMemory", 0x80),
        ("WorkgroupMemory", 0x100),
        ("CrossWorkgroupMemory", 0x200),
        ("AtomicCounterMemory", 0x400),
        ("ImageMemory", 0x800),
        ("OutputMemory", 0x1000),
        ("MakeAvailable", 0x2000),
        ("MakeVisible", 0x4000),
        ("Volatile", 0x8000),
    ],
);

/// How memory is accessed.
pub const SPIRV_MEMORY_ACCESS: EnumDef = flags(
    "MemoryAccess",
    Joined::Bar,
    &[
        ("None", 0),
        ("Volatile", 1),
        ("Aligned", 2),
        ("Nontemporal", 4),
        ("MakePointerAvailable", 8),
        ("MakePointerVisible", 0x10),
        ("NonPrivatePointer", 0x20),
    ],
);

/// Hints about a function.
pub const SPIRV_FUNCTION_CONTROL: EnumDef = flags(
    "FunctionControl",
    Joined::Bar,
    &[("None", 0), ("Inline", 1), ("DontInline", 2), ("Pure", 4), ("Const", 8), ("OptNoneINTEL", 0x10000)],
);

/// Hints about a selection.
pub const SPIRV_SELECTION_CONTROL: EnumDef =
    flags("SelectionControl", Joined::Bar, &[("None", 0), ("Flatten", 1), ("DontFlatten", 2)]);

/// Hints about a loop.
pub const SPIRV_LOOP_CONTROL: EnumDef = flags(
    "LoopControl",
    Joined::Bar,
    &[
        ("None", 0),
        ("Unroll", 1),
        ("DontUnroll", 2),
        ("DependencyInfinite", 4),
        ("DependencyLength", 8),
        ("MinIterations", 0x10),
        ("MaxIterations", 0x20),
        ("IterationMultiple", 0x40),
        ("PeelCount", 0x80),
        ("PartialCount", 0x100),
    ],
);

/// How elements of cooperative matrices are read.
pub const SPIRV_MATRIX_OPERANDS: EnumDef = flags(
    "CooperativeMatrixOperandsKHR",
    Joined::Bar,
    &[("None", 0), ("ASigned", 1), ("BSigned", 2), ("CSigned", 4), ("ResultSigned", 8), ("AccSat", 0x10)],
);

/// How an image is sampled.
pub const SPIRV_IMAGE_OPERANDS: EnumDef = flags(
    "ImageOperands",
    Joined::Bar,
    &[
        ("None", 0),
        ("Bias", 1),
        ("Lod", 2),
        ("Grad", 4),
        ("ConstOffset", 8),
        ("Offset", 0x10),
        ("ConstOffsets", 0x20),
        ("Sample", 0x40),
        ("MinLod", 0x80),
        ("MakeTexelAvailable", 0x100),
        ("MakeTexelVisible", 0x200),
        ("NonPrivateTexel", 0x400),
        ("VolatileTexel", 0x800),
        ("SignExtend", 0x1000),
        ("Offsets", 0x10000),
        ("ZeroExtend", 0x2000),
        ("Nontemporal", 0x4000),
    ],
);

/// How packed numbers are laid out.
pub const SPIRV_PACKED_FORMAT: EnumDef = one_of("PackedVectorFormat", 32, &[("PackedVectorFormat4x8Bit", 0)]);
