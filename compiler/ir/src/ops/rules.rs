//! Type and attribute rules that many rows share.

use crate::context::Context;
use crate::def::{AttrRow, AttrRule, IntKind, TypeRule, attr_default, attr_opt};
use crate::dialect_attrs::DialectAttrKind;
use crate::dialect_types::DialectTypeKind;
use crate::types::{HalType, Signedness, StreamType, Type, TypeKind};

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
pub(super) const TIMEPOINT: TypeRule = TypeRule::Stream(StreamType::Timepoint);
pub(super) const STREAM_FILE: TypeRule = TypeRule::Stream(StreamType::File);
pub(super) const STREAM_CHANNEL: TypeRule = TypeRule::Stream(StreamType::Channel);
pub(super) const BINDING: TypeRule = TypeRule::Stream(StreamType::Binding);
pub(super) const TEST_FENCE: TypeRule = TypeRule::Stream(StreamType::TestFence);
pub(super) const RESOURCE: TypeRule =
    TypeRule::Is("!stream.resource", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::StreamResource(_)));
pub(super) const RESOURCE_OR_PRIMITIVE: TypeRule = TypeRule::AnyOf(&[RESOURCE, PRIMITIVE]);

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
pub(super) const SHAPED: TypeRule = TypeRule::Is("ranked tensor or memref", |ctx, ty| {
    matches!(ctx.type_kind(ty), TypeKind::Tensor { .. } | TypeKind::MemRef { .. } | TypeKind::Vector { .. })
});
pub(super) const FLOAT: TypeRule = TypeRule::Is("float", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::Float(_)));
pub(super) const DISPATCH_TENSOR: TypeRule =
    TypeRule::Is("!iree_tensor_ext.dispatch.tensor", |ctx, ty| is_dialect(ctx, ty, DialectTypeKind::DispatchTensor));
pub(super) const FLOW_CHANNEL: TypeRule = TypeRule::Dialect(DialectTypeKind::FlowChannel);
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

/// Whether `ty` is of this row of the type table.
pub(super) fn is_dialect(ctx: &Context, ty: Type, kind: DialectTypeKind) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Dialect(dialect) if dialect.kind == kind)
}

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

/// The element type of a shaped type, for rows whose types follow from it.
pub(super) fn element_of(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } | TypeKind::UnrankedTensor(element) => {
            Some(*element)
        }
        _ => Some(element(ctx, ty)),
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
/// Liberties that a float operation may take.
pub(super) const FAST_MATH: AttrRow = attr_default("fastmath", AttrRule::Dialect(DialectAttrKind::ArithFastMath), 0);
/// Which devices an operation may run on.
pub(super) const AFFINITY: AttrRow = attr_opt("affinity", AttrRule::Any);
