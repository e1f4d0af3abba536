//! `stream.cmd.func` and `stream.cmd.call`: functions from outside that record commands.
//!
//! Such a function takes the command buffer first, and for each resource a slot of the binding table, a buffer, an offset and
//! a length; the slot counts when the buffer is null.

use halforge_ir::{Attr, AttrKind, HalType, Op, OpKind, Type, TypeKind, Value};

use super::execute::commands;
use super::{Done, Hal};

pub(super) fn declaration(conversion: &mut Hal<'_>, op: Op) -> Done {
    let module = &*conversion.module;
    let ctx = module.ctx.clone();
    if module.regions(op).iter().any(|&region| !module.blocks(region).is_empty()) {
        return Err("expected a declaration, found a body".to_owned());
    }
    let ty = module.get_attr(op, "function_type").map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Type(ty)) = ty else { return Err("expected a function type".to_owned()) };
    let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return Err("expected a function type".to_owned()) };
    let attrs = module.get_attr(op, "arg_attrs").and_then(|attrs| ctx.array_value(attrs)).unwrap_or_default().to_vec();
    let none = ctx.dict_attr(Vec::new());
    let mut types = vec![ctx.hal_type(HalType::CommandBuffer)];
    let mut new_attrs: Vec<Attr> = vec![none];
    for (index, &input) in inputs.iter().enumerate() {
        if is_resource(conversion, input) {
            types.push(ctx.index_type());
            new_attrs.push(none);
        }
        types.push(conversion.ty(input));
        new_attrs.push(attrs.get(index).copied().unwrap_or(none));
    }
    let results = results.iter().map(|&ty| conversion.ty(ty)).collect();
    let ty = ctx.ty(TypeKind::Function { inputs: types, results });
    let mut props = vec![("function_type", ctx.type_attr(ty))];
    if new_attrs.iter().any(|&attrs| attrs != none) {
        props.push(("arg_attrs", ctx.array_attr(new_attrs)));
    }
    for name in ["sym_name", "sym_visibility", "res_attrs"] {
        props.extend(module.get_attr(op, name).map(|attr| (name, attr)));
    }
    let attrs = module.op(op).attrs.clone();
    let function = conversion.before(op).op(OpKind::UtilFunc, &[], &[], &props);
    conversion.module.op_mut(function).attrs = attrs;
    conversion.remove(op);
    Ok(())
}

fn is_resource(conversion: &Hal<'_>, ty: Type) -> bool {
    matches!(conversion.module.ctx.type_kind(ty), TypeKind::StreamResource(_))
}

pub(super) fn call(conversion: &mut Hal<'_>, op: Op) -> Done {
    let mut operands = vec![commands(conversion, op)?.handle];
    let (old, new) = (conversion.module.group(op, "resource_operands"), conversion.group(op, "resource_operands")?);
    let offsets = conversion.group(op, "resource_operand_offsets")?;
    let lengths = conversion.group(op, "resource_operand_lengths")?;
    let mut ranges = offsets.into_iter().zip(lengths);
    for (old, new) in old.into_iter().zip(new) {
        if !is_resource(conversion, conversion.old_type(old)) {
            operands.push(new);
            continue;
        }
        let Some((offset, length)) = ranges.next() else { return Err("expected a range for each resource".to_owned()) };
        let binding = commands(conversion, op)?.binding(old, new);
        let build = &mut conversion.before(op);
        if binding == new {
            operands.extend([build.index(0), new]);
        } else {
            let ty = build.hal_type(HalType::Buffer);
            operands.extend([binding, build.null(ty)]);
        }
        operands.extend([offset, length]);
    }
    let module = &*conversion.module;
    let types: Vec<Type> = module.results(op).iter().map(|&value| conversion.ty(module.ty(value))).collect();
    let mut props = Vec::new();
    for name in ["callee", "arg_attrs", "res_attrs"] {
        props.extend(module.get_attr(op, name).map(|attr| (name, attr)));
    }
    let call = conversion.before(op).op(OpKind::UtilCall, &[&operands], &types, &props);
    let results: Vec<Value> = conversion.module.results(call).to_vec();
    conversion.replace(op, &results)
}
