//! Enumerations and bit sets of the dialects: names and numbers, each declared once.
//!
//! Numbers are those of IREE 3.13's HAL (`facts` of its published dialect). An enumeration is stored as an integer attribute;
//! its custom form is the case's keyword, or for sets the names joined with `|` in quotes.

/// An enumeration or a set of bits.
#[derive(Debug)]
pub struct EnumDef {
    /// Name in the reference page and in messages.
    pub name: &'static str,
    /// Width of the integer it is stored as.
    pub width: u32,
    /// Whether cases combine.
    pub set: IsSet,
    /// Names and numbers, in the order they are printed.
    pub cases: &'static [(&'static str, u64)],
}

/// Whether the cases of an enumeration combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsSet {
    /// Exactly one case.
    No,
    /// Any cases, joined with `|`.
    Bits,
}

impl EnumDef {
    /// The number that `text` names: one case, or for sets several joined with `|`.
    pub fn parse(&self, text: &str) -> Option<u64> {
        let case = |word: &str| self.cases.iter().find(|(name, _)| *name == word.trim()).map(|(_, value)| *value);
        match self.set {
            IsSet::No => case(text),
            IsSet::Bits => text.split('|').try_fold(0, |bits, word| Some(bits | case(word)?)),
        }
    }

    /// The text of a number: every case whose bits are all set, in declaration order, or the zero case; `None` when
    /// some bit has no name.
    pub fn name(&self, value: u64) -> Option<String> {
        if self.set == IsSet::No || value == 0 {
            return self.cases.iter().find(|(_, v)| *v == value).map(|(name, _)| (*name).to_owned());
        }
        let set: Vec<_> = self.cases.iter().filter(|(_, v)| *v != 0 && value & v == *v).collect();
        let named = set.iter().fold(0, |bits, (_, v)| bits | v);
        (named == value).then(|| set.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("|"))
    }

    /// All names, for messages.
    pub fn names(&self) -> String {
        self.cases.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

const fn bits(name: &'static str, width: u32, cases: &'static [(&'static str, u64)]) -> EnumDef {
    EnumDef { name, width, set: IsSet::Bits, cases }
}

const fn one_of(name: &'static str, width: u32, cases: &'static [(&'static str, u64)]) -> EnumDef {
    EnumDef { name, width, set: IsSet::No, cases }
}

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

/// Predicates of `arith.cmpi`.
pub const CMPI_PREDICATE: EnumDef = one_of(
    "CmpIPredicate",
    64,
    &[("eq", 0), ("ne", 1), ("slt", 2), ("sle", 3), ("sgt", 4), ("sge", 5), ("ult", 6), ("ule", 7), ("ugt", 8), ("uge", 9)],
);
/// Predicates of `arith.cmpf`.
pub const CMPF_PREDICATE: EnumDef = one_of(
    "CmpFPredicate",
    64,
    &[
        ("false", 0),
        ("oeq", 1),
        ("ogt", 2),
        ("oge", 3),
        ("olt", 4),
        ("ole", 5),
        ("one", 6),
        ("ord", 7),
        ("ueq", 8),
        ("ugt", 9),
        ("uge", 10),
        ("ult", 11),
        ("ule", 12),
        ("une", 13),
        ("uno", 14),
        ("true", 15),
    ],
);

/// Every enumeration, for the reference page.
pub const ALL: &[&EnumDef] = &[
    &MEMORY_TYPE,
    &BUFFER_USAGE,
    &MEMORY_ACCESS,
    &EXECUTION_STAGE,
    &COMMAND_CATEGORY,
    &COMMAND_BUFFER_MODE,
    &CHANNEL_FLAG,
    &COPY_FLAG,
    &DISPATCH_FLAG,
    &EXECUTE_FLAG,
    &BARRIER_FLAG,
    &FENCE_FLAG,
    &FILL_FLAG,
    &READ_FLAG,
    &UPDATE_FLAG,
    &WAIT_FLAG,
    &WRITE_FLAG,
    &ALLOCA_FLAG,
    &DEALLOCA_FLAG,
    &DESCRIPTOR_TYPE,
    &DESCRIPTOR_FLAGS,
    &PIPELINE_LAYOUT_FLAGS,
    &LIFETIME,
    &ABI_MODEL,
    &COLLECTIVE_KIND,
    &COLLECTIVE_REDUCTION,
    &COLLECTIVE_ELEMENT,
    &CMPI_PREDICATE,
    &CMPF_PREDICATE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_print_every_case_whose_bits_are_all_set() {
        assert_eq!(MEMORY_TYPE.name(0x30).as_deref(), Some("DeviceVisible|DeviceLocal"));
        assert_eq!(MEMORY_TYPE.name(0x46).as_deref(), Some("HostVisible|HostCoherent|HostLocal"));
        assert_eq!(MEMORY_TYPE.name(0).as_deref(), Some("None"));
        assert_eq!(MEMORY_TYPE.name(0x8000), None);
    }

    #[test]
    fn every_name_reads_back_as_its_number() {
        for def in ALL {
            for (name, value) in def.cases {
                assert_eq!(def.parse(name), Some(*value), "{}.{name}", def.name);
            }
        }
    }
}
