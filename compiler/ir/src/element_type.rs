//! The numbers the HAL gives element types.

use crate::context::Context;
use crate::types::{FloatKind, Signedness, Type, TypeKind};

/// The number of an element type: its numerical kind in the top byte, its bits in the low ones (IREE's
/// `iree_hal_element_types_t`); `None` when it has none.
pub fn element_type_number(ctx: &Context, ty: Type) -> Option<u32> {
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
        TypeKind::Float(kind) => {
            let number = match kind {
                FloatKind::BF16 => 0x22,
                FloatKind::F8E5M2 => 0x24,
                FloatKind::F8E4M3FN => 0x25,
                FloatKind::F8E5M2FNUZ => 0x26,
                FloatKind::F8E4M3FNUZ => 0x27,
                FloatKind::F8E8M0FNU => 0x28,
                FloatKind::F16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F128 => 0x21,
                _ => return None,
            };
            (number, kind.bits())
        }
        TypeKind::Complex(part) => match ctx.type_kind(*part) {
            TypeKind::Float(kind) => (0x23, 2 * kind.bits()),
            TypeKind::Integer { width, .. } => (0x23, width.checked_mul(2)?),
            _ => return None,
        },
        _ => return None,
    };
    // Wider ones leave no room for the kind.
    (bits < 1 << 24).then_some(kind << 24 | bits)
}
