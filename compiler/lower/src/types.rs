//! Types of the IR as types of registers.

use halforge_ir::{Context, FloatKind, HalType, Type, TypeKind};
use halforge_plan::RegType;

/// The register type of a value; `None` when a plan has no such values.
pub(crate) fn reg_type(ctx: &Context, ty: Type) -> Option<RegType> {
    Some(match ctx.type_kind(ty) {
        TypeKind::Index => RegType::I64,
        TypeKind::Integer { width: 1, .. } => RegType::I1,
        TypeKind::Integer { width: 8, .. } => RegType::I8,
        TypeKind::Integer { width: 16, .. } => RegType::I16,
        TypeKind::Integer { width: 32, .. } => RegType::I32,
        TypeKind::Integer { width: 64, .. } => RegType::I64,
        TypeKind::Float(FloatKind::F16) => RegType::F16,
        TypeKind::Float(FloatKind::BF16) => RegType::BF16,
        TypeKind::Float(FloatKind::F32) => RegType::F32,
        TypeKind::Float(FloatKind::F64) => RegType::F64,
        TypeKind::UtilBuffer => RegType::Bytes,
        TypeKind::Hal(HalType::Allocator) => RegType::Allocator,
        TypeKind::Hal(HalType::Buffer) => RegType::Buffer,
        TypeKind::Hal(HalType::BufferView) => RegType::BufferView,
        TypeKind::Hal(HalType::Channel) => RegType::Channel,
        TypeKind::Hal(HalType::CommandBuffer) => RegType::CommandBuffer,
        TypeKind::Hal(HalType::Device) => RegType::Device,
        TypeKind::Hal(HalType::Executable) => RegType::Executable,
        TypeKind::Hal(HalType::Fence) => RegType::Fence,
        TypeKind::Hal(HalType::File) => RegType::File,
        _ => return None,
    })
}

/// Bits of a number as a register holds them: the low ones, zeros above.
pub(crate) fn truncate(value: i128, ty: RegType) -> u64 {
    let bits = ty.bits();
    if bits == 64 { value as u64 } else { value as u64 & ((1 << bits) - 1) }
}
