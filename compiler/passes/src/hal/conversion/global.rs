//! Globals, whose types change.

use halforge_ir::{AttrKind, DialectAttrKind, Op};

use super::{Done, Hal};
use crate::analysis::globals::global_type;

/// `util.global`: a timepoint that has been reached is null, as a global without a value is.
pub(super) fn global(conversion: &mut Hal<'_>, op: Op) -> Done {
    let module = &mut *conversion.module;
    let ctx = module.ctx.clone();
    let initial = module.get_attr(op, "initial_value");
    let is_reached =
        |attr| matches!(ctx.attr_kind(attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::StreamTimepoint);
    if initial.is_some_and(is_reached) {
        module.remove_attr(op, "initial_value");
    } else if let Some(ty) = initial.and_then(|initial| ctx.attr_type(initial))
        && conversion.ty(ty) != ty
    {
        return Err(format!("its initial value is a {}, which has no counterpart", conversion.describe(ty)));
    }
    let Some(old) = global_type(conversion.module, op) else { return Err("expected a type".to_owned()) };
    let new = conversion.ty(old);
    if new != old {
        conversion.module.set_attr(op, "type", ctx.type_attr(new));
    }
    Ok(())
}
