//! Tensors that come from outside and go there, as buffers or buffer views.

use halforge_ir::{Attr, AttrKind, DYNAMIC, HalType, Lifetime, Op, OpKind, Type, TypeKind, Value, enums};

use super::{Convert, Converted, Refused};
use crate::build::Build;

fn is_hal(convert: &Convert<'_>, value: Value, expected: HalType) -> bool {
    matches!(convert.module.ctx.type_kind(convert.module.ty(value)), TypeKind::Hal(ty) if *ty == expected)
}

fn is_tensor(convert: &Convert<'_>, value: Value) -> bool {
    matches!(convert.module.ctx.type_kind(convert.module.ty(value)), TypeKind::Tensor { .. })
}

/// Memory type and usage that a buffer from outside must have.
fn required(lifetime: Lifetime) -> Option<(u64, u64)> {
    let memory = |name| enums::MEMORY_TYPE.case(name).unwrap_or(0);
    let usage = |name| enums::BUFFER_USAGE.case(name).unwrap_or(0);
    let all = usage("Transfer") | usage("DispatchStorage");
    Some(match lifetime {
        Lifetime::Constant => (memory("DeviceLocal"), all | usage("SharingImmutable")),
        Lifetime::Variable | Lifetime::Transient => (memory("DeviceLocal"), all),
        Lifetime::External => (memory("DeviceVisible"), all),
        Lifetime::Staging => (memory("HostLocal") | memory("DeviceVisible"), all | usage("Mapping")),
        Lifetime::Unknown => return None,
    })
}

/// The buffer, checked.
pub(super) fn import(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (source, size) = (convert.operand(op, "source")?, convert.operand(op, "result_size")?);
    let lifetime = convert.lifetime(convert.module.result(op, 0));
    let (memory, usage) = required(lifetime).ok_or("expected a resource whose lifetime is known")?;
    let buffer = if is_hal(convert, source, HalType::Buffer) {
        source
    } else if is_hal(convert, source, HalType::BufferView) || is_tensor(convert, source) {
        let mut build = convert.build(op);
        let ty = build.hal_type(HalType::Buffer);
        build.value(OpKind::HalBufferViewBuffer, &[&[source]], ty, &[])
    } else {
        return Err("expected a buffer, a buffer view or a tensor".to_owned());
    };
    let allocator = convert.allocator(op)?;
    let mut build = convert.build(op);
    let props = [
        ("message", build.string("tensor")),
        ("memory_types", build.bits(&enums::MEMORY_TYPE, memory)),
        ("buffer_usage", build.bits(&enums::BUFFER_USAGE, usage)),
    ];
    build.op(OpKind::HalBufferAssert, &[&[buffer], &[allocator], &[size]], &[], &props);
    convert.replace(op, &[buffer]);
    Ok(())
}

/// The buffer, or a view of it with the shape and type of the tensor.
pub(super) fn export(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (source, size) = (convert.operand(op, "source")?, convert.operand(op, "source_size")?);
    let result = convert.module.result(op, 0);
    if is_hal(convert, result, HalType::Buffer) {
        convert.replace(op, &[source]);
        return Ok(());
    }
    if !is_hal(convert, result, HalType::BufferView) && !is_tensor(convert, result) {
        return Err("expected a buffer, a buffer view or a tensor".to_owned());
    }
    let dims = convert.module.group(op, "source_encoding_dims");
    let encoding = convert.module.get_attr(op, "source_encoding");
    let view = view(&mut convert.build(op), encoding, source, size, &dims)?;
    convert.replace(op, &[view]);
    Ok(())
}

fn view(build: &mut Build<'_>, tensor: Option<Attr>, buffer: Value, size: Value, dims: &[Value]) -> Result<Value, Refused> {
    let ctx = build.module.ctx.clone();
    let Some(AttrKind::Type(tensor)) = tensor.map(|attr| ctx.attr_kind(attr)) else {
        return Err("expected a tensor type".to_owned());
    };
    let TypeKind::Tensor { shape, element, encoding } = ctx.type_kind(*tensor) else {
        return Err(format!("expected a ranked tensor type, found {}", ctx.show_type(*tensor)));
    };
    let int: Type = ctx.int_type(32);
    let encoding: Vec<(&str, Attr)> = encoding.iter().map(|&encoding| ("encoding", encoding)).collect();
    let encoding = build.value(OpKind::HalEncodingType, &[], int, &encoding);
    let element = build.value(OpKind::HalElementType, &[], int, &[("type", ctx.type_attr(*element))]);
    let mut dims = dims.iter().copied();
    let mut extents = Vec::new();
    for &extent in shape {
        extents.push(match extent {
            DYNAMIC => dims.next().ok_or("expected a value for each dynamic extent")?,
            extent => build.index(extent as i64),
        });
    }
    let zero = build.index(0);
    let ty = build.hal_type(HalType::BufferView);
    let groups = [&[buffer][..], &[zero], &[size], &[element], &[encoding], &extents];
    Ok(build.value(OpKind::HalBufferViewCreate, &groups, ty, &[]))
}

/// Views of all tensors, shown.
pub(super) fn trace(convert: &mut Convert<'_>, op: Op) -> Converted {
    let [resources, sizes, dims] =
        ["resources", "resource_sizes", "resource_encoding_dims"].map(|name| convert.module.group(op, name));
    let ctx = convert.module.ctx.clone();
    let encodings = convert.module.get_attr(op, "resource_encodings").and_then(|list| ctx.array_value(list));
    let mut dims = &dims[..];
    let mut views = Vec::new();
    for ((&resource, &size), &encoding) in resources.iter().zip(&sizes).zip(encodings.unwrap_or_default()) {
        let AttrKind::Type(ty) = ctx.attr_kind(encoding) else { return Err("expected tensor types".to_owned()) };
        let count = ctx.dynamic_dims(*ty).min(dims.len());
        let (own, rest) = dims.split_at(count);
        dims = rest;
        views.push(view(&mut convert.build(op), Some(encoding), resource, size, own)?);
    }
    let key = convert.module.get_attr(op, "key").ok_or("expected a key")?;
    convert.build(op).op(OpKind::HalBufferViewTrace, &[&views], &[], &[("key", key)]);
    convert.replace(op, &[]);
    Ok(())
}

/// `hal.buffer_view.dim`, of views only.
pub(super) fn dim(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (source, index) = (convert.module.operand(op, 0), convert.module.operand(op, 1));
    if !is_tensor(convert, source) && !is_hal(convert, source, HalType::BufferView) {
        return Ok(());
    }
    let index = halforge_ir::rewrite::constants::constant(convert.module, index).ok_or("expected a constant dimension")?;
    let ty = convert.module.ctx.index_type();
    let value = convert.build(op).value(OpKind::HalBufferViewDim, &[&[source]], ty, &[("index", index)]);
    convert.replace(op, &[value]);
    Ok(())
}

/// The rank that the type says, or that of the view.
pub(super) fn rank(convert: &mut Convert<'_>, op: Op) -> Converted {
    let source = convert.module.operand(op, 0);
    let ctx = convert.module.ctx.clone();
    let mut build = convert.build(op);
    let value = match ctx.type_kind(build.module.ty(source)) {
        TypeKind::Tensor { shape, .. } => build.index(shape.len() as i64),
        TypeKind::UnrankedTensor(_) | TypeKind::Hal(HalType::BufferView) => {
            build.value(OpKind::HalBufferViewRank, &[&[source]], ctx.index_type(), &[])
        }
        _ => return Ok(()),
    };
    convert.replace(op, &[value]);
    Ok(())
}
