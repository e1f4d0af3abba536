//! Enumerations of the dialects that device code stands in: `gpu`, `vector`, `linalg` and IREE's own.

use super::{EnumDef, Joined, flags, one_of};

/// A dimension of the grid.
pub const GPU_DIM: EnumDef = one_of("Dimension", 32, &[("x", 0), ("y", 1), ("z", 2)]);

/// Where a memref of the gpu dialect lies.
pub const GPU_ADDRESS_SPACE: EnumDef =
    one_of("AddressSpace", 32, &[("global", 1), ("workgroup", 2), ("private", 3), ("constant", 4)]);

/// How a reduction over a group combines values.
pub const GPU_ALL_REDUCE: EnumDef = one_of(
    "AllReduceOperation",
    32,
    &[
        ("add", 0),
        ("mul", 1),
        ("minui", 2),
        ("minsi", 3),
        ("minnumf", 4),
        ("maxui", 5),
        ("maxsi", 6),
        ("maxnumf", 7),
        ("and", 8),
        ("or", 9),
        ("xor", 10),
        ("minimumf", 11),
        ("maximumf", 12),
        ("minimumnumf", 13),
        ("maximumnumf", 14),
    ],
);

/// Who waits at a barrier.
pub const GPU_BARRIER_SCOPE: EnumDef = one_of("BarrierScope", 32, &[("subgroup", 1), ("workgroup", 2), ("cluster", 3)]);

/// Whose value a broadcast takes.
pub const GPU_BROADCAST: EnumDef = one_of("BroadcastType", 32, &[("first_active_lane", 0), ("specific_lane", 1)]);

/// Which lane a shuffle reads.
pub const GPU_SHUFFLE_MODE: EnumDef = one_of("ShuffleMode", 32, &[("xor", 0), ("down", 1), ("up", 2), ("idx", 3)]);

/// What is done to each element of a matrix.
pub const GPU_MMA_ELEMENTWISE: EnumDef = one_of(
    "MMAElementwiseOp",
    32,
    &[
        ("addf", 0),
        ("mulf", 1),
        ("subf", 2),
        ("maxf", 3),
        ("minf", 4),
        ("divf", 5),
        ("addi", 6),
        ("muli", 7),
        ("subi", 8),
        ("divs", 9),
        ("divu", 10),
        ("negatef", 11),
        ("negates", 12),
        ("extf", 13),
        ("truncf", 14),
    ],
);

/// An id that a loop is mapped to.
pub const GPU_MAPPING_ID: EnumDef = one_of(
    "MappingId",
    64,
    &[
        ("x", 0),
        ("y", 1),
        ("z", 2),
        ("linear_dim_0", 3),
        ("linear_dim_1", 4),
        ("linear_dim_2", 5),
        ("linear_dim_3", 6),
        ("linear_dim_4", 7),
        ("linear_dim_5", 8),
        ("linear_dim_6", 9),
        ("linear_dim_7", 10),
        ("linear_dim_8", 11),
        ("linear_dim_9", 12),
    ],
);

/// How a reduction or an accumulating operation combines elements.
pub const VECTOR_COMBINING: EnumDef = one_of(
    "CombiningKind",
    32,
    &[
        ("add", 0),
        ("mul", 1),
        ("minui", 2),
        ("minsi", 3),
        ("minnumf", 4),
        ("maxui", 5),
        ("maxsi", 6),
        ("maxnumf", 7),
        ("and", 8),
        ("or", 9),
        ("xor", 10),
        ("minimumf", 11),
        ("maximumf", 12),
        ("minimumnumf", 13),
        ("maximumnumf", 14),
    ],
);

/// What stands after a printed vector.
pub const VECTOR_PUNCTUATION: EnumDef =
    one_of("PrintPunctuation", 32, &[("no_punctuation", 0), ("newline", 1), ("comma", 2), ("open", 3), ("close", 4)]);

/// What a loop over a dimension does to the result.
pub const ITERATOR_TYPE: EnumDef = one_of("IteratorType", 32, &[("parallel", 0), ("reduction", 1)]);

/// A function of one number, for named linalg operations.
pub const LINALG_UNARY_FN: EnumDef = one_of(
    "UnaryFn",
    32,
    &[
        ("exp", 0),
        ("log", 1),
        ("abs", 2),
        ("ceil", 3),
        ("floor", 4),
        ("negf", 5),
        ("reciprocal", 6),
        ("round", 7),
        ("sqrt", 8),
        ("rsqrt", 9),
        ("square", 10),
        ("tanh", 11),
        ("erf", 12),
        ("sin", 13),
        ("cos", 14),
        ("tan", 15),
        ("acos", 16),
        ("acosh", 17),
        ("asin", 18),
        ("asinh", 19),
        ("atan", 20),
        ("atanh", 21),
        ("log10", 22),
        ("log1p", 23),
        ("log2", 24),
    ],
);

/// A function of two numbers, for named linalg operations.
pub const LINALG_BINARY_FN: EnumDef = one_of(
    "BinaryFn",
    32,
    &[
        ("add", 0),
        ("sub", 1),
        ("mul", 2),
        ("div", 3),
        ("div_unsigned", 4),
        ("max_signed", 5),
        ("min_signed", 6),
        ("max_unsigned", 7),
        ("min_unsigned", 8),
        ("powf", 9),
    ],
);

/// A conversion between element types, for named linalg operations.
pub const LINALG_TYPE_FN: EnumDef = one_of("TypeFn", 32, &[("cast_signed", 0), ("cast_unsigned", 1)]);

/// What `linalg.elementwise` computes.
pub const LINALG_ELEMENTWISE_KIND: EnumDef = one_of(
    "ElementwiseKind",
    32,
    &[
        ("exp", 0),
        ("log", 1),
        ("abs", 2),
        ("ceil", 3),
        ("floor", 4),
        ("negf", 5),
        ("reciprocal", 6),
        ("round", 7),
        ("sqrt", 8),
        ("rsqrt", 9),
        ("square", 10),
        ("tanh", 11),
        ("erf", 12),
        ("sin", 13),
        ("cos", 14),
        ("tan", 15),
        ("acos", 16),
        ("acosh", 17),
        ("asin", 18),
        ("asinh", 19),
        ("atan", 20),
        ("atanh", 21),
        ("log10", 22),
        ("log1p", 23),
        ("log2", 24),
        ("add", 25),
        ("sub", 26),
        ("mul", 27),
        ("div", 28),
        ("div_unsigned", 29),
        ("max_signed", 30),
        ("min_signed", 31),
        ("max_unsigned", 32),
        ("min_unsigned", 33),
        ("powf", 34),
        ("select", 35),
    ],
);

/// A dimension of the workgroup grid.
pub const WORKGROUP_ID: EnumDef = one_of("WorkgroupId", 64, &[("x", 0), ("y", 1), ("z", 2)]);

/// What a micro kernel takes.
pub const UKERNEL_ARGUMENT: EnumDef = one_of("UKernelArgumentKind", 64, &[("tensor", 0), ("memref", 1), ("bitcode", 2)]);

/// What becomes of denormal floats.
pub const DENORMAL_FP_MATH: EnumDef = one_of("DenormalFpMath", 32, &[("none", 0), ("preserve-sign", 1), ("positive-zero", 2)]);

/// The passes that make SPIR-V of a dispatch.
pub const SPIRV_LOWERING_PIPELINE: EnumDef = one_of(
    "SPIRVLoweringPipeline",
    32,
    &[
        ("BaseLowering", 0),
        ("BaseDistribute", 1),
        ("BaseVectorize", 2),
        ("SubgroupReduce", 3),
        ("MatmulPromoteVectorize", 4),
        ("CooperativeMatrixVectorize", 5),
        ("WinogradVectorize", 6),
    ],
);

/// The passes that make device code of a dispatch.
pub const GPU_LOWERING_PIPELINE: EnumDef = one_of(
    "LoweringPipeline",
    32,
    &[
        ("Default", 0),
        ("BaseLowering", 1),
        ("Distribute", 2),
        ("Vectorize", 3),
        ("VectorDistribute", 4),
        ("WinogradVectorize", 5),
        ("TileAndFuse", 6),
    ],
);

/// Number formats a device computes with.
pub const COMPUTE_BITWIDTHS: EnumDef = flags(
    "ComputeBitwidths",
    Joined::Bar,
    &[
        ("fp64", 1),
        ("fp32", 2),
        ("fp16", 4),
        ("int64", 8),
        ("int32", 0x10),
        ("int16", 0x20),
        ("int8", 0x40),
        ("fp8", 0x80),
        ("fp6", 0x100),
        ("fp4", 0x200),
    ],
);

/// Widths a device loads and stores.
pub const STORAGE_BITWIDTHS: EnumDef = flags("StorageBitwidths", Joined::Bar, &[("b64", 1), ("b32", 2), ("b16", 4), ("b8", 8)]);

/// What a device does across a subgroup.
pub const SUBGROUP_OPS: EnumDef = flags("SubgroupOps", Joined::Bar, &[("none", 0), ("shuffle", 1), ("arithmetic", 2)]);

/// Dot products a device has.
pub const DOT_PRODUCT_OPS: EnumDef = flags("DotProductOps", Joined::Bar, &[("none", 0), ("dp4xi8toi32", 1)]);
