//! Resources: device memory, allocated, given back, mapped and looked into.

use halforge_ir::enums::{ALLOCA_FLAG, BUFFER_USAGE, DEALLOCA_FLAG, LIFETIME, MEMORY_TYPE};
use halforge_ir::{Attr, HalType, Lifetime, Op, OpKind, Type, TypeKind, Value};

use super::affinity::{Memory, Queues, allocating_queues, allocator_and_queues};
use super::fence::fences;
use super::{Done, Hal};

/// How long a resource lives.
pub(super) fn lifetime(conversion: &Hal<'_>, resource: Value) -> Result<Lifetime, String> {
    let ty = conversion.old_type(resource);
    match conversion.module.ctx.type_kind(ty) {
        TypeKind::StreamResource(lifetime) => Ok(*lifetime),
        _ => Err(format!("expected a !stream.resource, found {}", conversion.describe(ty))),
    }
}

/// Memory type and usage for a lifetime, to be resolved when devices are known.
pub(super) fn memory_for(conversion: &mut Hal<'_>, op: Op, lifetime: Lifetime, affinity: Option<Attr>) -> Memory {
    let build = &mut conversion.before(op);
    let i32 = build.module.ctx.int_type(32);
    let lifetime = LIFETIME.case(lifetime.keyword()).unwrap_or_default();
    let mut props = vec![("lifetime", build.bits(&LIFETIME, lifetime))];
    props.extend(affinity.map(|affinity| ("affinity", affinity)));
    let resolve = build.op(OpKind::HalAllocatorResolveMemoryProperties, &[], &[i32, i32], &props);
    Memory { types: build.module.result(resolve, 0), usage: build.module.result(resolve, 1) }
}

/// Memory type and usage for the lifetime of the resource that an operation makes or gives back.
fn memory_of(conversion: &mut Hal<'_>, op: Op, resource: Value) -> Result<Memory, String> {
    let lifetime = lifetime(conversion, resource)?;
    let affinity = conversion.module.get_attr(op, "affinity");
    Ok(memory_for(conversion, op, lifetime, affinity))
}

pub(super) fn alloc(conversion: &mut Hal<'_>, op: Op) -> Done {
    let size = conversion.named(op, "storage_size")?;
    let memory = memory_of(conversion, op, conversion.module.result(op, 0))?;
    let (allocator, affinity) = allocator_and_queues(conversion, op, memory)?;
    let groups: [&[Value]; 5] = [&[allocator], &[affinity], &[memory.types], &[memory.usage], &[size]];
    replace_with(conversion, op, OpKind::HalAllocatorAllocate, &groups)
}

pub(super) fn alloca(conversion: &mut Hal<'_>, op: Op) -> Done {
    let size = conversion.named(op, "storage_size")?;
    let memory = memory_of(conversion, op, conversion.module.result(op, 0))?;
    let queues = allocating_queues(conversion, op, memory)?;
    let fences = fences(conversion, op, queues)?;
    let flags = flag(conversion, op, "indeterminate_lifetime", &ALLOCA_FLAG, "IndeterminateLifetime");
    let build = &mut conversion.before(op);
    let (pool, ty) = (build.int(0, 64), build.hal_type(HalType::Buffer));
    let Queues { device, affinity } = queues;
    let groups: [&[Value]; 8] =
        [&[device], &[affinity], &[fences.wait], &[fences.signal], &[pool], &[memory.types], &[memory.usage], &[size]];
    let buffer = build.value(OpKind::HalDeviceQueueAlloca, &groups, ty, &[("flags", flags)]);
    conversion.replace(op, &[buffer, fences.signal])
}

pub(super) fn dealloca(conversion: &mut Hal<'_>, op: Op) -> Done {
    let buffer = conversion.named(op, "operand")?;
    let memory = memory_of(conversion, op, conversion.module.operand(op, 0))?;
    let queues = allocating_queues(conversion, op, memory)?;
    let fences = fences(conversion, op, queues)?;
    let flags = flag(conversion, op, "prefer_origin", &DEALLOCA_FLAG, "PreferOrigin");
    let Queues { device, affinity } = queues;
    let groups: [&[Value]; 5] = [&[device], &[affinity], &[fences.wait], &[fences.signal], &[buffer]];
    conversion.before(op).op(OpKind::HalDeviceQueueDealloca, &groups, &[], &[("flags", flags)]);
    conversion.replace(op, &[fences.signal])
}

/// The set with the flag in it when an operation has the unit attribute.
fn flag(conversion: &mut Hal<'_>, op: Op, attr: &str, def: &halforge_ir::enums::EnumDef, flag: &str) -> Attr {
    let bits = conversion.module.get_attr(op, attr).and_then(|_| def.case(flag)).unwrap_or_default();
    conversion.before(op).bits(def, bits)
}

pub(super) fn retain(conversion: &mut Hal<'_>, op: Op) -> Done {
    same_operand(conversion, op, OpKind::HalBufferAllocationPreserve)
}

pub(super) fn release(conversion: &mut Hal<'_>, op: Op) -> Done {
    same_operand(conversion, op, OpKind::HalBufferAllocationDiscard)
}

pub(super) fn is_terminal(conversion: &mut Hal<'_>, op: Op) -> Done {
    same_operand(conversion, op, OpKind::HalBufferAllocationIsTerminal)
}

pub(super) fn size(conversion: &mut Hal<'_>, op: Op) -> Done {
    same_operand(conversion, op, OpKind::HalBufferLength)
}

fn same_operand(conversion: &mut Hal<'_>, op: Op, kind: OpKind) -> Done {
    let buffer = conversion.named(op, "operand")?;
    replace_with(conversion, op, kind, &[&[buffer]])
}

/// Replaces an operation by another whose results are what its own become.
fn replace_with(conversion: &mut Hal<'_>, op: Op, kind: OpKind, groups: &[&[Value]]) -> Done {
    let types: Vec<Type> =
        conversion.module.results(op).iter().map(|&value| conversion.ty(conversion.module.ty(value))).collect();
    let new = conversion.before(op).op(kind, groups, &types, &[]);
    let results = conversion.module.results(new).to_vec();
    conversion.replace(op, &results)
}

pub(super) fn try_map(conversion: &mut Hal<'_>, op: Op) -> Done {
    let resource = conversion.module.named_result(op, "result").ok_or("expected a result")?;
    let lifetime = lifetime(conversion, resource)?;
    let (memory, usage): (&[&str], &[&str]) = match lifetime {
        Lifetime::Constant => (&["DeviceLocal"], &["SharingImmutable", "Transfer", "DispatchStorage"]),
        Lifetime::Variable => (&["DeviceLocal"], &["Transfer", "DispatchStorage"]),
        Lifetime::Staging => (&["HostVisible", "DeviceVisible"], &["TransferSource"]),
        _ => return Err(format!("host memory cannot be mapped as a !stream.resource<{}>", lifetime.keyword())),
    };
    let [source, offset, size] = ["source", "source_offset", "result_size"].map(|name| conversion.named(op, name));
    let (source, offset, size) = (source?, offset?, size?);
    let build = &mut conversion.before(op);
    let i32 = build.module.ctx.int_type(32);
    let usage = build.bits(&BUFFER_USAGE, BUFFER_USAGE.parse(&usage.join("|")).unwrap_or_default());
    let usage = build.value(OpKind::HalBufferUsage, &[], i32, &[("usage", usage)]);
    let types = build.bits(&MEMORY_TYPE, MEMORY_TYPE.parse(&memory.join("|")).unwrap_or_default());
    let types = build.value(OpKind::HalMemoryType, &[], i32, &[("type", types)]);
    let (allocator, affinity) = allocator_and_queues(conversion, op, Memory { types, usage })?;
    let groups: [&[Value]; 7] = [&[allocator], &[affinity], &[types], &[usage], &[source], &[offset], &[size]];
    replace_with(conversion, op, OpKind::HalAllocatorImport, &groups)
}

pub(super) fn load(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (source, offset) = (conversion.named(op, "source")?, conversion.named(op, "source_offset")?);
    replace_with(conversion, op, OpKind::HalBufferLoad, &[&[source], &[offset]])
}

pub(super) fn store(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (target, offset) = (conversion.named(op, "target")?, conversion.named(op, "target_offset")?);
    let value = conversion.named(op, "value")?;
    replace_with(conversion, op, OpKind::HalBufferStore, &[&[value], &[target], &[offset]])
}

pub(super) fn subview(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (source, offset) = (conversion.named(op, "source")?, conversion.named(op, "source_offset")?);
    let size = conversion.named(op, "result_size")?;
    replace_with(conversion, op, OpKind::HalBufferSubspan, &[&[source], &[offset], &[size]])
}
