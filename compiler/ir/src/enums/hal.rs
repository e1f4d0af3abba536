//! Enumerations and bit sets of the `hal` dialect.

use super::{EnumDef, bits, one_of};

/// `type(…)` of memory.
pub const MEMORY_TYPE: EnumDef = bits(
    "MemoryType",
    32,
    &[
        ("None", 0),
        ("Optimal", 1),
        ("HostVisible", 2),
        ("HostCoherent", 4),
        ("HostCached", 8),
        ("HostLocal", 0x46),
        ("DeviceVisible", 0x10),
        ("DeviceLocal", 0x30),
    ],
);

/// `usage(…)` of a buffer.
pub const BUFFER_USAGE: EnumDef = bits(
    "BufferUsage",
    32,
    &[
        ("None", 0),
        ("TransferSource", 1),
        ("TransferTarget", 2),
        ("Transfer", 3),
        ("DispatchIndirectParameters", 0x100),
        ("DispatchUniformRead", 0x200),
        ("DispatchStorageRead", 0x400),
        ("DispatchStorageWrite", 0x800),
        ("DispatchStorage", 0xC00),
        ("DispatchImageRead", 0x1000),
        ("DispatchImageWrite", 0x2000),
        ("DispatchImage", 0x3000),
        ("SharingExport", 0x1_0000),
        ("SharingReplicate", 0x2_0000),
        ("SharingConcurrent", 0x4_0000),
        ("SharingImmutable", 0x8_0000),
        ("MappingScoped", 0x100_0000),
        ("MappingPersistent", 0x200_0000),
        ("MappingOptional", 0x400_0000),
        ("MappingAccessRandom", 0x800_0000),
        ("MappingAccessSequentialWrite", 0x1000_0000),
        ("Mapping", 0x900_0000),
    ],
);

/// `access(…)` of a file or mapping.
pub const MEMORY_ACCESS: EnumDef = bits(
    "MemoryAccess",
    32,
    &[("None", 0), ("Read", 1), ("Write", 2), ("Discard", 4), ("MayAlias", 8), ("Unaligned", 0x10), ("Any", 0x20)],
);

/// `source(…)` and `target(…)` of a barrier.
pub const EXECUTION_STAGE: EnumDef = bits(
    "ExecutionStage",
    32,
    &[
        ("None", 0),
        ("CommandIssue", 1),
        ("CommandProcess", 2),
        ("Dispatch", 4),
        ("Transfer", 8),
        ("CommandRetire", 0x10),
        ("Host", 0x20),
    ],
);

/// `categories(…)` of a command buffer.
pub const COMMAND_CATEGORY: EnumDef = bits("CommandCategory", 32, &[("None", 0), ("Transfer", 1), ("Dispatch", 2)]);

/// `mode(…)` of a command buffer.
pub const COMMAND_BUFFER_MODE: EnumDef =
    bits("CommandBufferMode", 32, &[("None", 0), ("OneShot", 1), ("AllowInlineExecution", 0x10)]);

const RESERVED: &[(&str, u64)] = &[("None", 0), ("Reserved", 1)];
/// `flags(…)` of a channel.
pub const CHANNEL_FLAG: EnumDef = bits("ChannelFlag", 64, RESERVED);
/// `flags(…)` of a copy.
pub const COPY_FLAG: EnumDef = bits("CopyFlag", 64, RESERVED);
/// `flags(…)` of a dispatch.
pub const DISPATCH_FLAG: EnumDef = bits("DispatchFlag", 64, RESERVED);
/// `flags(…)` of an execution.
pub const EXECUTE_FLAG: EnumDef = bits("ExecuteFlag", 64, RESERVED);
/// `flags(…)` of a barrier.
pub const BARRIER_FLAG: EnumDef = bits("ExecutionBarrierFlag", 64, RESERVED);
/// `flags(…)` of a fence.
pub const FENCE_FLAG: EnumDef = bits("FenceFlag", 64, RESERVED);
/// `flags(…)` of a fill.
pub const FILL_FLAG: EnumDef = bits("FillFlag", 64, RESERVED);
/// `flags(…)` of a read.
pub const READ_FLAG: EnumDef = bits("ReadFlag", 64, RESERVED);
/// `flags(…)` of an update.
pub const UPDATE_FLAG: EnumDef = bits("UpdateFlag", 64, RESERVED);
/// `flags(…)` of a wait.
pub const WAIT_FLAG: EnumDef = bits("WaitFlag", 64, RESERVED);
/// `flags(…)` of a write.
pub const WRITE_FLAG: EnumDef = bits("WriteFlag", 64, RESERVED);
/// `flags(…)` of an alloca.
pub const ALLOCA_FLAG: EnumDef = bits("AllocaFlag", 64, &[("None", 0), ("IndeterminateLifetime", 1)]);
/// `flags(…)` of a dealloca.
pub const DEALLOCA_FLAG: EnumDef = bits("DeallocaFlag", 64, &[("None", 0), ("PreferOrigin", 1)]);

/// What a binding is.
pub const DESCRIPTOR_TYPE: EnumDef = one_of("DescriptorType", 32, &[("uniform_buffer", 6), ("storage_buffer", 7)]);
/// How a binding is used.
pub const DESCRIPTOR_FLAGS: EnumDef = bits("DescriptorFlags", 32, &[("None", 0), ("ReadOnly", 1), ("Indirect", 2)]);
/// How a pipeline layout is used.
pub const PIPELINE_LAYOUT_FLAGS: EnumDef = bits("PipelineLayoutFlags", 32, &[("None", 0), ("Indirect", 1)]);
/// How long memory lives, for `hal.allocator.resolve_memory_properties`.
pub const LIFETIME: EnumDef =
    one_of("Lifetime", 32, &[("*", 0), ("external", 1), ("staging", 2), ("transient", 3), ("variable", 4), ("constant", 5)]);

/// How functions are called from outside, in `#hal.abi.convention`.
pub const ABI_MODEL: EnumDef = one_of("ExecutionModel", 32, &[("synchronous", 0), ("coarse_fences", 1)]);
/// What a collective does.
pub const COLLECTIVE_KIND: EnumDef = one_of(
    "CollectiveKind",
    32,
    &[
        ("all_gather", 0),
        ("all_reduce", 1),
        ("all_to_all", 2),
        ("broadcast", 3),
        ("reduce", 4),
        ("reduce_scatter", 5),
        ("send", 6),
        ("recv", 7),
        ("send_recv", 8),
    ],
);
/// How a collective combines elements.
pub const COLLECTIVE_REDUCTION: EnumDef = one_of(
    "CollectiveReductionOp",
    32,
    &[("none", 0), ("sum", 1), ("product", 2), ("minimum", 3), ("maximum", 4), ("average", 5)],
);
/// The elements of a collective.
pub const COLLECTIVE_ELEMENT: EnumDef = one_of(
    "CollectiveElementType",
    32,
    &[
        ("si8", 0),
        ("ui8", 1),
        ("si16", 2),
        ("ui16", 3),
        ("si32", 4),
        ("ui32", 5),
        ("si64", 6),
        ("ui64", 7),
        ("f16", 8),
        ("f32", 9),
        ("f64", 10),
        ("bf16", 11),
        ("f8E5M2", 12),
        ("f8E4M3FN", 13),
        ("f8E5M2FNUZ", 14),
        ("f8E4M3FNUZ", 15),
    ],
);
