//! Tensors: values from and for the outside, which become buffer views.

use halforge_ir::enums::{BUFFER_USAGE, MEMORY_TYPE};
use halforge_ir::rewrite::constants::int;
use halforge_ir::{Attr, AttrKind, DYNAMIC, HalType, Lifetime, Op, OpKind, Shape, Type, TypeKind, Value};

use super::affinity::allocator;
use super::resource::lifetime;
use super::{Done, Hal};

fn is_hal(conversion: &Hal<'_>, value: Value, ty: HalType) -> bool {
    *conversion.module.ctx.type_kind(conversion.module.ty(value)) == TypeKind::Hal(ty)
}

/// A buffer from outside is used as it is, once it has been checked.
pub(super) fn import(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (source, size) = (conversion.named(op, "source")?, conversion.named(op, "result_size")?);
    let resource = conversion.module.result(op, 0);
    let (memory, usage) = required(lifetime(conversion, resource)?)?;
    let buffer = if is_hal(conversion, source, HalType::Buffer) {
        source
    } else if is_hal(conversion, source, HalType::BufferView) {
        let build = &mut conversion.before(op);
        let ty = build.hal_type(HalType::Buffer);
        build.value(OpKind::HalBufferViewBuffer, &[&[source]], ty, &[])
    } else {
        let found = conversion.describe(conversion.module.ty(source));
        return Err(format!("expected a !hal.buffer, a !hal.buffer_view or a tensor, found {found}"));
    };
    let allocator = allocator(conversion, op)?;
    let build = &mut conversion.before(op);
    let props = [
        ("message", build.string("tensor")),
        ("memory_types", build.bits(&MEMORY_TYPE, memory)),
        ("buffer_usage", build.bits(&BUFFER_USAGE, usage)),
    ];
    build.op(OpKind::HalBufferAssert, &[&[buffer], &[allocator], &[size]], &[], &props);
    conversion.replace(op, &[buffer])
}

/// The memory type and usage that a buffer must have to be a resource of a lifetime.
fn required(lifetime: Lifetime) -> Result<(u64, u64), String> {
    let (memory, usage) = match lifetime {
        Lifetime::Constant => ("DeviceLocal", "Transfer|DispatchStorage|SharingImmutable"),
        Lifetime::Variable | Lifetime::Transient => ("DeviceLocal", "Transfer|DispatchStorage"),
        Lifetime::External => ("DeviceVisible", "Transfer|DispatchStorage"),
        Lifetime::Staging => ("HostLocal|DeviceVisible", "Transfer|DispatchStorage|Mapping"),
        Lifetime::Unknown => return Err("a !stream.resource<*> does not say what memory it needs".to_owned()),
    };
    Ok((MEMORY_TYPE.parse(memory).unwrap_or_default(), BUFFER_USAGE.parse(usage).unwrap_or_default()))
}

pub(super) fn export(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (source, size) = (conversion.named(op, "source")?, conversion.named(op, "source_size")?);
    let result = conversion.module.result(op, 0);
    if is_hal(conversion, result, HalType::Buffer) {
        return conversion.replace(op, &[source]);
    }
    let ty = conversion.ty(conversion.module.ty(result));
    if *conversion.module.ctx.type_kind(ty) != TypeKind::Hal(HalType::BufferView) {
        let found = conversion.describe(conversion.module.ty(result));
        return Err(format!("expected a !hal.buffer, a !hal.buffer_view or a tensor, found {found}"));
    }
    let encoding = conversion.module.get_attr(op, "source_encoding").ok_or("expected a source_encoding")?;
    let dims = conversion.group(op, "source_encoding_dims")?;
    let view = view(conversion, op, Source { buffer: source, size, encoding }, &dims)?;
    conversion.replace(op, &[view])
}

/// What a buffer view is made of.
struct Source {
    buffer: Value,
    size: Value,
    /// A tensor type.
    encoding: Attr,
}

/// A buffer view of a whole buffer, as a tensor of the type.
fn view(conversion: &mut Hal<'_>, op: Op, source: Source, dims: &[Value]) -> Result<Value, String> {
    let ctx = conversion.module.ctx.clone();
    let (shape, element, layout) = tensor(conversion, source.encoding)?;
    if dynamic_count(&shape) != dims.len() {
        return Err(format!("expected {} extents, found {}", dynamic_count(&shape), dims.len()));
    }
    let build = &mut conversion.before(op);
    let i32 = ctx.int_type(32);
    let layout: Vec<(&str, Attr)> = layout.map(|layout| ("encoding", layout)).into_iter().collect();
    let encoding = build.value(OpKind::HalEncodingType, &[], i32, &layout);
    let element = build.value(OpKind::HalElementType, &[], i32, &[("type", ctx.type_attr(element))]);
    let mut dims = dims.iter().copied();
    let mut extents = Vec::with_capacity(shape.len());
    for &extent in &shape {
        let given = if extent == DYNAMIC { dims.next() } else { None };
        extents.push(given.unwrap_or_else(|| build.index(extent as i64)));
    }
    let (offset, ty) = (build.index(0), build.hal_type(HalType::BufferView));
    let groups: [&[Value]; 6] = [&[source.buffer], &[offset], &[source.size], &[element], &[encoding], &extents];
    Ok(build.value(OpKind::HalBufferViewCreate, &groups, ty, &[]))
}

/// Shape, element type and layout of a tensor type.
fn tensor(conversion: &Hal<'_>, ty: Attr) -> Result<(Shape, Type, Option<Attr>), String> {
    let ctx = &conversion.module.ctx;
    if let AttrKind::Type(ty) = ctx.attr_kind(ty)
        && let TypeKind::Tensor { shape, element, encoding } = ctx.type_kind(*ty)
    {
        return Ok((shape.clone(), *element, *encoding));
    }
    Err("expected the type of a tensor with a rank".to_owned())
}

fn dynamic_count(shape: &Shape) -> usize {
    shape.iter().filter(|&&extent| extent == DYNAMIC).count()
}

pub(super) fn trace(conversion: &mut Hal<'_>, op: Op) -> Done {
    let ctx = conversion.module.ctx.clone();
    let encodings = conversion.module.get_attr(op, "resource_encodings").and_then(|list| ctx.array_value(list));
    let encodings = encodings.unwrap_or_default().to_vec();
    let (buffers, sizes) = (conversion.group(op, "resources")?, conversion.group(op, "resource_sizes")?);
    let dims = conversion.group(op, "resource_encoding_dims")?;
    if encodings.len() != buffers.len() || sizes.len() != buffers.len() {
        return Err("expected a size and a type for each tensor".to_owned());
    }
    let mut dims = dims.as_slice();
    let mut views = Vec::with_capacity(buffers.len());
    for ((buffer, size), encoding) in buffers.into_iter().zip(sizes).zip(encodings) {
        let count = dynamic_count(&tensor(conversion, encoding)?.0).min(dims.len());
        let (own, rest) = dims.split_at(count);
        views.push(view(conversion, op, Source { buffer, size, encoding }, own)?);
        dims = rest;
    }
    let key = conversion.module.get_attr(op, "key").ok_or("expected a key")?;
    conversion.before(op).op(OpKind::HalBufferViewTrace, &[&views], &[], &[("key", key)]);
    conversion.remove(op);
    Ok(())
}

/// `tensor.dim`
pub(super) fn dim(conversion: &mut Hal<'_>, op: Op) -> Done {
    let source = conversion.named(op, "source")?;
    let index = conversion.module.named(op, "index").and_then(|index| int(conversion.module, index));
    let Some(index) = index else { return Err("expected a constant dimension".to_owned()) };
    let extent = match conversion.module.ctx.type_kind(conversion.old_type(conversion.module.operand(op, 0))) {
        TypeKind::Tensor { shape, .. } => usize::try_from(index).ok().and_then(|index| shape.get(index)).copied(),
        _ => Some(DYNAMIC),
    };
    let Some(extent) = extent else { return Err(format!("expected a dimension of the tensor, found {index}")) };
    if extent != DYNAMIC {
        let value = conversion.before(op).index(extent as i64);
        return conversion.replace(op, &[value]);
    }
    let ctx = conversion.module.ctx.clone();
    let index = ctx.index_attr(index as i64);
    of_view(conversion, op, source, OpKind::HalBufferViewDim, &[("index", index)])
}

/// `tensor.rank`
pub(super) fn rank(conversion: &mut Hal<'_>, op: Op) -> Done {
    let source = conversion.named(op, "tensor")?;
    let rank = match conversion.module.ctx.type_kind(conversion.old_type(conversion.module.operand(op, 0))) {
        TypeKind::Tensor { shape, .. } => Some(shape.len()),
        _ => None,
    };
    if let Some(rank) = rank {
        let value = conversion.before(op).index(rank as i64);
        return conversion.replace(op, &[value]);
    }
    of_view(conversion, op, source, OpKind::HalBufferViewRank, &[])
}

/// Replaces an operation by a question to a buffer view.
fn of_view(conversion: &mut Hal<'_>, op: Op, source: Value, kind: OpKind, props: &[(&str, Attr)]) -> Done {
    if !is_hal(conversion, source, HalType::BufferView) {
        return Err("expected a tensor that becomes a !hal.buffer_view".to_owned());
    }
    let build = &mut conversion.before(op);
    let ty = build.module.ctx.index_type();
    let value = build.value(kind, &[&[source]], ty, props);
    conversion.replace(op, &[value])
}
