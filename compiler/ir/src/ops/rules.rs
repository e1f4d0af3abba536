//! Type and attribute rules that many rows share.

use crate::context::Context;
use crate::def::{AttrRule, IntKind, TypeRule};
use crate::types::{HalType, Signedness, Type, TypeKind};

pub(super) const ANY: TypeRule = TypeRule::Any;
pub(super) const INDEX: TypeRule = TypeRule::Index;
pub(super) const I1: TypeRule = TypeRule::Int(1);
pub(super) const I32: TypeRule = TypeRule::Int(32);
pub(super) const I64: TypeRule = TypeRule::Int(64);
pub(super) const ALLOCATOR: TypeRule = TypeRule::Hal(HalType::Allocator);
pub(super) const BUFFER: TypeRule = TypeRule::Hal(HalType::Buffer);
pub(super) const BUFFER_VIEW: TypeRule = TypeRule::Hal(HalType::BufferView);
pub(super) const CHANNEL: TypeRule = TypeRule::Hal(HalType::Channel);
pub(super) const COMMAND_BUFFER: TypeRule = TypeRule::Hal(HalType::CommandBuffer);
pub(super) const DEVICE: TypeRule = TypeRule::Hal(HalType::Device);
pub(super) const EXECUTABLE: TypeRule = TypeRule::Hal(HalType::Executable);
pub(super) const FENCE: TypeRule = TypeRule::Hal(HalType::Fence);
pub(super) const FILE: TypeRule = TypeRule::Hal(HalType::File);
pub(super) const UTIL_BUFFER: TypeRule = TypeRule::UtilBuffer;

/// A buffer, or the slot of a binding table.
pub(super) const BUFFER_OR_SLOT: TypeRule = TypeRule::AnyOf(&[INDEX, BUFFER]);
pub(super) const BUFFER_OR_VIEW: TypeRule = TypeRule::AnyOf(&[BUFFER, BUFFER_VIEW]);
/// The value of a fill.
pub(super) const PATTERN: TypeRule = TypeRule::AnyOf(&[TypeRule::Int(8), TypeRule::Int(16), TypeRule::Int(32)]);
pub(super) const PRIMITIVE: TypeRule = TypeRule::Is("signless integer, float, complex or index", is_primitive);
pub(super) const PRIMITIVE_OR_VECTOR: TypeRule =
    TypeRule::Is("signless integer, float, complex, index or vector", |ctx, ty| {
        is_primitive(ctx, ty) || matches!(ctx.type_kind(ty), TypeKind::Vector { shape, .. } if !shape.is_empty())
    });
pub(super) const TENSOR: TypeRule =
    TypeRule::Is("tensor", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::Tensor { .. } | TypeKind::UnrankedTensor(_)));
pub(super) const MEMREF: TypeRule = TypeRule::Is("memref", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::MemRef { .. }));
pub(super) const INT: TypeRule = TypeRule::Is("signless integer", is_signless);
pub(super) const INT_OR_INDEX: TypeRule = TypeRule::Is("signless integer or index", is_int_or_index);
pub(super) const INT_LIKE: TypeRule =
    TypeRule::Is("signless integer, index, or vector or tensor of them", |ctx, ty| is_int_or_index(ctx, element(ctx, ty)));
pub(super) const FLOAT_LIKE: TypeRule = TypeRule::Is("float, or vector or tensor of floats", |ctx, ty| {
    matches!(ctx.type_kind(element(ctx, ty)), TypeKind::Float(_))
});
pub(super) const BOOL_LIKE: TypeRule =
    TypeRule::Is("i1, or vector or tensor of i1", |ctx, ty| element(ctx, ty) == ctx.int_type(1));

fn is_signless(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Integer { sign: Signedness::Signless, .. })
}

fn is_int_or_index(ctx: &Context, ty: Type) -> bool {
    is_signless(ctx, ty) || ty == ctx.index_type()
}

fn is_primitive(ctx: &Context, ty: Type) -> bool {
    is_int_or_index(ctx, ty) || matches!(ctx.type_kind(ty), TypeKind::Float(_) | TypeKind::Complex(_))
}

/// The element type of a vector or tensor, or the type itself.
pub fn element(ctx: &Context, ty: Type) -> Type {
    match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::Tensor { element, .. } => *element,
        _ => ty,
    }
}

/// `ty` with its elements replaced.
pub fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    match ctx.type_kind(ty).clone() {
        TypeKind::Vector { shape, scalable, .. } => ctx.ty(TypeKind::Vector { shape, scalable, element }),
        TypeKind::Tensor { shape, encoding, .. } => ctx.ty(TypeKind::Tensor { shape, element, encoding }),
        _ => element,
    }
}

/// A dictionary for each argument or result.
pub(super) const DICTS: AttrRule = AttrRule::Bracketed(&AttrRule::Dict);
pub(super) const INDEX_ATTR: AttrRule = AttrRule::Int(IntKind::Index);
