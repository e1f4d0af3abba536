//! Folds and rewrites of the util dialect.

use super::{constant_pair, defined_by};
use crate::def::effect;
use crate::module::{Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::{int, int_constant, null_attr, unsigned};
use crate::rewrite::{Folded, Rewrite, rewrite};
use crate::types::TypeKind;

type Fold = Option<Folded>;

pub(crate) fn null(module: &Module, op: Op) -> Fold {
    Some(null_attr(&module.ctx, module.ty(module.result(op, 0))).into())
}

/// Whether a value is `util.null`.
pub(super) fn is_null(module: &Module, value: Value) -> bool {
    defined_by(module, value, OpKind::UtilNull).is_some()
}

pub(crate) fn cast(module: &Module, op: Op) -> Fold {
    let (operand, ty) = (module.operand(op, 0), module.ty(module.result(op, 0)));
    if module.ty(operand) == ty {
        return Some(operand.into());
    }
    let source = module.operand(defined_by(module, operand, OpKind::UtilCast)?, 0);
    (module.ty(source) == ty).then(|| source.into())
}

pub(crate) const CAST: &[Rewrite] = &[rewrite("cast-of-null", "the null of a type, cast -> the null of the other", |r, op| {
    let null = is_null(r, r.operand(op, 0));
    if null {
        let new = NewOp { results: [r.ty(r.result(op, 0))].into_iter().collect(), ..NewOp::default() };
        r.replace_with(op, OpKind::UtilNull, new);
    }
    null
})];

/// Whether both operands are known to be the same.
fn are_same(module: &Module, op: Op) -> bool {
    module.operand(op, 0) == module.operand(op, 1) || constant_pair(module, op).is_some_and(|[a, b]| a == b)
}

pub(crate) fn cmp_eq(module: &Module, op: Op) -> Fold {
    are_same(module, op).then(|| module.ctx.bool_attr(true).into())
}

pub(crate) fn cmp_ne(module: &Module, op: Op) -> Fold {
    are_same(module, op).then(|| module.ctx.bool_attr(false).into())
}

/// Sums and products looked through to find out whether a value is aligned.
const MAX_ALIGN_DEPTH: u32 = 16;

/// Whether `value` is a multiple of `alignment`, as far as its definition shows.
fn is_aligned(module: &Module, value: Value, alignment: Value, depth: u32) -> bool {
    let Some(def) = module.defining_op(value).filter(|_| depth > 0) else { return false };
    let known = int(module, alignment).filter(|a| *a > 0);
    if let (Some(value), Some(alignment)) = (int(module, value), known) {
        return unsigned(value, 64).is_multiple_of(alignment as u128);
    }
    let operand = |index| is_aligned(module, module.operand(def, index), alignment, depth - 1);
    match module.kind(def) {
        OpKind::UtilAlign => {
            let source = module.operand(def, 1);
            let multiple = |source: i128, alignment: i128| source >= alignment && source % alignment == 0;
            source == alignment || matches!((int(module, source), known), (Some(s), Some(a)) if multiple(s, a)) || operand(0)
        }
        OpKind::ArithAddI | OpKind::ArithSubI => operand(0) && operand(1),
        OpKind::ArithMulI => operand(0) || operand(1),
        _ => false,
    }
}

pub(crate) fn align(module: &Module, op: Op) -> Fold {
    let (value, alignment) = (module.operand(op, 0), module.operand(op, 1));
    if is_aligned(module, value, alignment, MAX_ALIGN_DEPTH) {
        return Some(value.into());
    }
    let alignment = u128::try_from(int(module, alignment)?).ok().filter(|a| a.is_power_of_two())?;
    let rounded = unsigned(int(module, value)?, 64).checked_next_multiple_of(alignment)?;
    Some(int_constant(&module.ctx, module.ty(module.result(op, 0)), rounded as i128)?.into())
}

pub(crate) fn sizeof(module: &Module, op: Op) -> Fold {
    let crate::AttrKind::Type(ty) = module.ctx.attr_kind(module.get_attr(op, "sizedType")?) else { return None };
    let bits = match module.ctx.type_kind(*ty) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.bits(),
        _ => return None,
    };
    // Whole bytes, rounded up to a power of two as elements are stored.
    Some(module.ctx.index_attr(bits.div_ceil(8).next_power_of_two().into()).into())
}

pub(crate) fn switch(module: &Module, op: Op) -> Fold {
    let default = module.named(op, "default_value")?;
    let values = module.group(op, "values");
    if let Some(index) = int(module, module.named(op, "index")?) {
        let value = usize::try_from(index).ok().and_then(|index| values.get(index)).copied();
        return Some(value.unwrap_or(default).into());
    }
    values.iter().all(|&v| v == default).then(|| default.into())
}

/// The bytes or text of `util.buffer.constant`.
pub(crate) fn buffer_constant(module: &Module, op: Op) -> Fold {
    super::value_attr(module, op)
}

/// Loads of globals that never change read nothing others write.
pub(crate) fn load_effects(module: &Module, op: Op) -> u8 {
    if module.get_attr(op, "is_immutable").is_some() { effect::NONE } else { effect::READ }
}

pub(crate) const INITIALIZER: &[Rewrite] =
    &[rewrite("empty-initializer", "an initializer that does nothing -> gone", |r, op| {
        let &[block] = r.blocks(r.region(op, 0)) else { return false };
        let empty = match (r.first(block), r.last(block)) {
            (Some(first), Some(last)) => first == last && matches!(r.kind(first), OpKind::UtilReturn | OpKind::UtilUnreachable),
            _ => true,
        };
        if empty {
            r.erase(op);
        }
        empty
    })];

pub(crate) const GLOBAL_STORE: &[Rewrite] =
    &[rewrite("store-of-own-load", "storing what was loaded from the same global -> nothing", |r, op| {
        let Some(load) = defined_by(r, r.operand(op, 0), OpKind::UtilGlobalLoad) else { return false };
        let same = r.get_attr(load, "global") == r.get_attr(op, "global");
        if same {
            r.erase(op);
        }
        same
    })];
