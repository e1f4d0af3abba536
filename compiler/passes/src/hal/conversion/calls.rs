//! `stream.cmd.func`: functions of the outside that record commands.

use halforge_ir::{AttrKind, HalType, Op, OpKind, TypeKind};

use super::{Convert, Converted, types};

/// The same as a function that takes a command buffer, and a place in the binding table before each resource.
pub(super) fn func(convert: &mut Convert<'_>, op: Op) -> Converted {
    if !convert.module.blocks(convert.module.region(op, 0)).is_empty() {
        return Err("expected a declaration, found a body".to_owned());
    }
    let ctx = convert.module.ctx.clone();
    let (inputs, results) = crate::util::ipo::signature(convert.module, op);
    let attrs = convert.module.get_attr(op, "arg_attrs").and_then(|list| ctx.array_value(list)).unwrap_or_default();
    let none = ctx.dict_attr(Vec::new());
    let mut new_inputs = vec![ctx.hal_type(HalType::CommandBuffer)];
    let mut new_attrs = vec![none];
    for (i, &ty) in inputs.iter().enumerate() {
        if matches!(ctx.type_kind(ty), TypeKind::StreamResource(_)) {
            new_inputs.push(ctx.index_type());
            new_attrs.push(none);
        }
        new_inputs.push(types::convert(&ctx, ty));
        new_attrs.push(attrs.get(i).copied().unwrap_or(none));
    }
    let results = results.into_iter().map(|ty| types::convert(&ctx, ty)).collect();
    let ty = ctx.type_attr(ctx.ty(TypeKind::Function { inputs: new_inputs, results }));
    let mut props = vec![("function_type", ty)];
    for name in ["sym_name", "sym_visibility", "res_attrs"] {
        props.extend(convert.module.get_attr(op, name).map(|attr| (name, attr)));
    }
    if new_attrs.iter().any(|&attr| !matches!(ctx.attr_kind(attr), AttrKind::Dict(list) if list.is_empty())) {
        props.push(("arg_attrs", ctx.array_attr(new_attrs)));
    }
    let func = convert.build(op).op(OpKind::UtilFunc, &[], &[], &props);
    convert.module.op_mut(func).attrs = convert.module.op(op).attrs.clone();
    convert.replace(op, &[]);
    Ok(())
}
