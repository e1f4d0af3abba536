//! Enumerations of the `stream`, `flow` and `util` dialects. Collectives are numbered as in the `hal` dialect.

use super::{EnumDef, one_of};

/// What the compiler gives up last when it partitions a program.
pub const FAVOR: EnumDef = one_of("Favor", 32, &[("debug", 0), ("min-peak-memory", 1), ("max-concurrency", 2)]);

/// Whether host and device share memory.
pub const MEMORY_MODEL: EnumDef = one_of("MemoryModel", 32, &[("unified", 0), ("discrete", 1)]);

/// What a dispatch or an execution does to a resource.
pub const RESOURCE_ACCESS: EnumDef = super::bits("ResourceAccess", 32, &[("None", 0), ("Read", 1), ("Write", 2)]);

/// What a tensor encoding belongs to.
pub const ENCODING_OP: EnumDef = one_of("EncodingOpType", 32, &[("matmul", 0), ("scaled_matmul", 1), ("conv", 2)]);
