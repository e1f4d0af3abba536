//! Types: resources become buffers, timepoints fences, tensors buffer views.

use halforge_ir::def::SYMBOL_TABLE;
use halforge_ir::{Attr, AttrKind, Context, DialectAttrKind, HalType, Module, Op, OpKind, StreamType, Type, TypeKind};

use crate::symbols::ops_in;

/// The type that stands for `ty`.
pub(super) fn convert(ctx: &Context, ty: Type) -> Type {
    match ctx.type_kind(ty) {
        TypeKind::StreamResource(_) => ctx.hal_type(HalType::Buffer),
        TypeKind::Stream(StreamType::Timepoint) => ctx.hal_type(HalType::Fence),
        TypeKind::Stream(StreamType::Channel) => ctx.hal_type(HalType::Channel),
        TypeKind::Stream(StreamType::File) => ctx.hal_type(HalType::File),
        TypeKind::Tensor { element, .. } if is_number(ctx, *element) => ctx.hal_type(HalType::BufferView),
        TypeKind::UtilList(element) => ctx.ty(TypeKind::UtilList(convert(ctx, *element))),
        TypeKind::Function { inputs, results } => {
            let all = |types: &[Type]| types.iter().map(|&ty| convert(ctx, ty)).collect();
            ctx.ty(TypeKind::Function { inputs: all(inputs), results: all(results) })
        }
        _ => ty,
    }
}

fn is_number(ctx: &Context, element: Type) -> bool {
    matches!(ctx.type_kind(element), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_))
}

/// Changes the types of all values, functions and globals of a module; what has symbols of its own is left alone.
pub(super) fn convert_all(module: &mut Module, root: Op) {
    let ctx = module.ctx.clone();
    for scope in ops_in(module, root) {
        if module.def(scope).has(SYMBOL_TABLE) {
            continue;
        }
        for op in module.walk(scope) {
            convert_op(module, &ctx, op);
        }
    }
}

fn convert_op(module: &mut Module, ctx: &Context, op: Op) {
    for index in 0..module.results(op).len() {
        let result = module.result(op, index);
        let ty = convert(ctx, module.ty(result));
        module.set_type(result, ty);
    }
    for region in module.regions(op).to_vec() {
        for block in module.blocks(region).to_vec() {
            for arg in module.args(block).to_vec() {
                let ty = convert(ctx, module.ty(arg));
                module.set_type(arg, ty);
            }
        }
    }
    for name in ["function_type", "type"] {
        if let Some(attr) = module.get_attr(op, name)
            && let AttrKind::Type(ty) = ctx.attr_kind(attr)
        {
            let attr = ctx.type_attr(convert(ctx, *ty));
            module.set_attr(op, name, attr);
        }
    }
    if module.kind(op) == OpKind::UtilGlobal && module.get_attr(op, "initial_value").is_some_and(|a| is_timepoint(ctx, a)) {
        module.remove_attr(op, "initial_value");
    }
}

/// A timepoint as the initial value of a global says that it has been reached, which a null fence says.
fn is_timepoint(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::StreamTimepoint)
}
