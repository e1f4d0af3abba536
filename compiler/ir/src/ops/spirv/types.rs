//! Types that follow from those of other values.

use crate::context::Context;
use crate::dialect_types::{DialectType, DialectTypeKind};
use crate::ops::rules;
use crate::types::{Type, TypeKind};

fn dialect(ctx: &Context, ty: Type) -> Option<&DialectType> {
    match ctx.type_kind(ty) {
        TypeKind::Dialect(dialect) => Some(dialect),
        _ => None,
    }
}

/// What a pointer points to.
pub(super) fn pointee(ctx: &Context, ty: Type) -> Option<Type> {
    dialect(ctx, ty).filter(|ty| ty.kind == DialectTypeKind::SpirvPtr)?.type_param(ctx, "pointee")
}

/// A truth value, or a vector of them as long as `ty`.
pub(super) fn truth(ctx: &Context, ty: Type) -> Option<Type> {
    Some(rules::with_element(ctx, ty, ctx.int_type(1)))
}

/// A truth value.
pub(super) fn truth_of_all(ctx: &Context, _: Type) -> Option<Type> {
    Some(ctx.int_type(1))
}

/// The type of a vector's elements.
pub(super) fn element(ctx: &Context, ty: Type) -> Option<Type> {
    Some(rules::element(ctx, ty))
}

/// The type of a structure's first member.
pub(super) fn member(ctx: &Context, ty: Type) -> Option<Type> {
    part(ctx, ty, 0)
}

/// The type of part `index` of a composite.
pub(super) fn part(ctx: &Context, ty: Type, index: i128) -> Option<Type> {
    if let TypeKind::Vector { element, .. } = ctx.type_kind(ty) {
        return Some(*element);
    }
    let ty = dialect(ctx, ty)?;
    match ty.kind {
        DialectTypeKind::SpirvStruct => {
            let members = ctx.array_value(ty.param("members")?)?;
            match ctx.attr_kind(*members.get(usize::try_from(index).ok()?)?) {
                crate::AttrKind::Type(member) => Some(*member),
                _ => None,
            }
        }
        DialectTypeKind::SpirvMatrix => ty.type_param(ctx, "column"),
        _ => ty.type_param(ctx, "element"),
    }
}
