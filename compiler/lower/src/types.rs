//! Types of the IR as types of registers, and as the numbers the HAL gives element types.

use halforge_ir::{Context, FloatKind, HalType, Signedness, Type, TypeKind};
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

/// The number of an element type: its numerical kind in the top byte, its bits in the low ones (IREE's
/// `iree_hal_element_types_t`); `None` when it has none.
pub(crate) fn element_type_number(ctx: &Context, ty: Type) -> Option<u32> {
    let (kind, bits) = match ctx.type_kind(ty) {
        TypeKind::Integer { width: 1, .. } => (0x13, 8),
        TypeKind::Integer { width, sign } => {
            let kind = match sign {
                Signedness::Signless => 0x10,
                Signedness::Signed => 0x11,
                Signedness::Unsigned => 0x12,
            };
            (kind, *width)
        }
        TypeKind::Index => (0x10, 64),
        TypeKind::Float(kind) => {
            let number = match kind {
                FloatKind::BF16 => 0x22,
                FloatKind::F8E5M2 => 0x24,
                FloatKind::F8E4M3FN => 0x25,
                FloatKind::F8E5M2FNUZ => 0x26,
                FloatKind::F8E4M3FNUZ => 0x27,
                FloatKind::F8E8M0FNU => 0x28,
                FloatKind::F16 | FloatKind::F32 | FloatKind::F64 => 0x21,
                _ => return None,
            };
            (number, kind.bits())
        }
        TypeKind::Complex(part) => match ctx.type_kind(*part) {
            TypeKind::Float(kind) => (0x23, 2 * kind.bits()),
            _ => return None,
        },
        _ => return None,
    };
    (bits < 1 << 8 || kind == 0x23).then_some(kind << 24 | bits)
}

/// Bits of a number as a register holds them: the low ones, zeros above.
pub(crate) fn truncate(value: i128, ty: RegType) -> u64 {
    let bits = ty.bits();
    if bits == 64 { value as u64 } else { value as u64 & ((1 << bits) - 1) }
}
