//! Resources and files.

use halforge_ir::{HalType, Lifetime, Op, OpKind, Type, Value, enums};

use super::devices::allocator;
use super::{Convert, Converted};

/// `hal.allocator.allocate`: at once.
pub(super) fn alloc(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (size, lifetime) = (convert.operand(op, "storage_size")?, convert.lifetime(convert.module.result(op, 0)));
    let own = convert.module.get_attr(op, "affinity");
    let properties = convert.properties(op, own, lifetime);
    let queue = convert.queue_for_memory(op, properties)?;
    let mut build = convert.build(op);
    let allocator = allocator(&mut build, queue.device);
    let ty = build.hal_type(HalType::Buffer);
    let groups = [[allocator], [queue.affinity], [properties.memory], [properties.usage], [size]];
    let buffer = build.value(OpKind::HalAllocatorAllocate, &groups.each_ref().map(|g| &g[..]), ty, &[]);
    convert.replace(op, &[buffer]);
    Ok(())
}

/// `hal.device.queue.alloca`: in order with other work.
pub(super) fn alloca(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (size, lifetime) = (convert.operand(op, "storage_size")?, convert.lifetime(convert.module.result(op, 0)));
    let own = convert.module.get_attr(op, "affinity");
    let properties = convert.properties(op, own, lifetime);
    let queue = convert.queue_for_memory(op, properties)?;
    let indeterminate = convert.module.get_attr(op, "indeterminate_lifetime").is_some();
    let wait = convert.wait_fence(op);
    let signal = convert.signal_fence(op, queue.device);
    let mut build = convert.build(op);
    let pool = build.int(0, 64);
    let flag = if indeterminate { enums::ALLOCA_FLAG.case("IndeterminateLifetime").unwrap_or(0) } else { 0 };
    let flags = build.bits(&enums::ALLOCA_FLAG, flag);
    let ty = build.hal_type(HalType::Buffer);
    let operands =
        [queue.device, queue.affinity, wait, signal, pool, properties.memory, properties.usage, size].map(|value| [value]);
    let buffer = build.value(OpKind::HalDeviceQueueAlloca, &operands.each_ref().map(|g| &g[..]), ty, &[("flags", flags)]);
    convert.replace(op, &[buffer, signal]);
    Ok(())
}

/// `hal.device.queue.dealloca`
pub(super) fn dealloca(convert: &mut Convert<'_>, op: Op) -> Converted {
    let buffer = convert.operand(op, "operand")?;
    let lifetime = convert.lifetimes.get(&op).copied().unwrap_or(Lifetime::Unknown);
    let own = convert.module.get_attr(op, "affinity");
    let properties = convert.properties(op, own, lifetime);
    let queue = convert.queue_for_memory(op, properties)?;
    let origin = convert.module.get_attr(op, "prefer_origin").is_some();
    let wait = convert.wait_fence(op);
    let signal = convert.signal_fence(op, queue.device);
    let mut build = convert.build(op);
    let flag = if origin { enums::DEALLOCA_FLAG.case("PreferOrigin").unwrap_or(0) } else { 0 };
    let flags = build.bits(&enums::DEALLOCA_FLAG, flag);
    let operands = [queue.device, queue.affinity, wait, signal, buffer].map(|value| [value]);
    build.op(OpKind::HalDeviceQueueDealloca, &operands.each_ref().map(|g| &g[..]), &[], &[("flags", flags)]);
    convert.replace(op, &[signal]);
    Ok(())
}

pub(super) fn retain(convert: &mut Convert<'_>, op: Op) -> Converted {
    let buffer = convert.operand(op, "operand")?;
    convert.build(op).op(OpKind::HalBufferAllocationPreserve, &[&[buffer]], &[], &[]);
    convert.replace(op, &[]);
    Ok(())
}

/// Puts an operation on the buffer of `op` in its place.
fn on_buffer(convert: &mut Convert<'_>, op: Op, kind: OpKind) -> Converted {
    let buffer = convert.operand(op, "operand")?;
    let ty = convert.module.ty(convert.module.result(op, 0));
    let value = convert.build(op).value(kind, &[&[buffer]], ty, &[]);
    convert.replace(op, &[value]);
    Ok(())
}

pub(super) fn release(convert: &mut Convert<'_>, op: Op) -> Converted {
    on_buffer(convert, op, OpKind::HalBufferAllocationDiscard)
}

pub(super) fn is_terminal(convert: &mut Convert<'_>, op: Op) -> Converted {
    on_buffer(convert, op, OpKind::HalBufferAllocationIsTerminal)
}

pub(super) fn size(convert: &mut Convert<'_>, op: Op) -> Converted {
    on_buffer(convert, op, OpKind::HalBufferLength)
}

fn bits(def: &enums::EnumDef, names: &[&str]) -> u64 {
    names.iter().fold(0, |bits, name| bits | def.case(name).unwrap_or(0))
}

/// `hal.allocator.import`
pub(super) fn try_map(convert: &mut Convert<'_>, op: Op) -> Converted {
    let lifetime = convert.lifetime(convert.module.result(op, 1));
    let all: &[&str] = &["Transfer", "DispatchStorage"];
    let (memory, usage): (&[&str], Vec<&str>) = match lifetime {
        Lifetime::Constant => (&["DeviceLocal"], [all, &["SharingImmutable"]].concat()),
        Lifetime::Variable => (&["DeviceLocal"], all.to_vec()),
        Lifetime::Staging => (&["HostVisible", "DeviceVisible"], vec!["TransferSource"]),
        other => return Err(format!("resources that are {} cannot be mapped", other.keyword())),
    };
    let [source, offset, size] = ["source", "source_offset", "result_size"].map(|name| convert.operand(op, name));
    let (source, offset, size) = (source?, offset?, size?);
    let mut build = convert.build(op);
    let int = build.module.ctx.int_type(32);
    let usage = build.bits(&enums::BUFFER_USAGE, bits(&enums::BUFFER_USAGE, &usage));
    let usage = build.value(OpKind::HalBufferUsage, &[], int, &[("usage", usage)]);
    let memory = build.bits(&enums::MEMORY_TYPE, bits(&enums::MEMORY_TYPE, memory));
    let memory = build.value(OpKind::HalMemoryType, &[], int, &[("type", memory)]);
    let queue = convert.queue_for_memory(op, super::devices::Properties { memory, usage })?;
    let mut build = convert.build(op);
    let allocator = allocator(&mut build, queue.device);
    let types = [build.module.ctx.int_type(1), build.hal_type(HalType::Buffer)];
    let operands = [allocator, queue.affinity, memory, usage, source, offset, size].map(|value| [value]);
    let import = build.op(OpKind::HalAllocatorImport, &operands.each_ref().map(|g| &g[..]), &types, &[]);
    let results = convert.module.results(import).to_vec();
    convert.replace(op, &results);
    Ok(())
}

pub(super) fn load(convert: &mut Convert<'_>, op: Op) -> Converted {
    let (source, offset) = (convert.operand(op, "source")?, convert.operand(op, "source_offset")?);
    let ty: Type = convert.module.ty(convert.module.result(op, 0));
    let value = convert.build(op).value(OpKind::HalBufferLoad, &[&[source], &[offset]], ty, &[]);
    convert.replace(op, &[value]);
    Ok(())
}

pub(super) fn store(convert: &mut Convert<'_>, op: Op) -> Converted {
    let [value, target, offset] = ["value", "target", "target_offset"].map(|name| convert.operand(op, name));
    convert.build(op).op(OpKind::HalBufferStore, &[&[value?], &[target?], &[offset?]], &[], &[]);
    convert.replace(op, &[]);
    Ok(())
}

pub(super) fn subview(convert: &mut Convert<'_>, op: Op) -> Converted {
    let [source, offset, size] = ["source", "source_offset", "result_size"].map(|name| convert.operand(op, name));
    let mut build = convert.build(op);
    let ty = build.hal_type(HalType::Buffer);
    let buffer = build.value(OpKind::HalBufferSubspan, &[&[source?], &[offset?], &[size?]], ty, &[]);
    convert.replace(op, &[buffer]);
    Ok(())
}

/// `hal.ex.file.from_memory`
pub(super) fn file_constant(convert: &mut Convert<'_>, op: Op) -> Converted {
    let [source, offset, length] = ["source", "source_offset", "source_length"].map(|name| convert.operand(op, name));
    let queue = convert.queue(op)?;
    let mut build = convert.build(op);
    let flags = build.int(0, 32);
    let access = build.bits(&enums::MEMORY_ACCESS, bits(&enums::MEMORY_ACCESS, &["Read"]));
    let ty = build.hal_type(HalType::File);
    let operands = [queue.device, queue.affinity, source?, offset?, length?, flags].map(|value| [value]);
    let file = build.value(OpKind::HalExFileFromMemory, &operands.each_ref().map(|g| &g[..]), ty, &[("access", access)]);
    convert.replace(op, &[file]);
    Ok(())
}

/// An operation of a queue between a file and a buffer.
fn transfer(convert: &mut Convert<'_>, op: Op, kind: OpKind, flags: &'static enums::EnumDef) -> Converted {
    let names = ["source", "source_offset", "target", "target_offset", "length"];
    let operands: Vec<Value> = names.iter().map(|name| convert.operand(op, name)).collect::<Result<_, _>>()?;
    let queue = convert.queue(op)?;
    let wait = convert.wait_fence(op);
    let signal = convert.signal_fence(op, queue.device);
    let mut build = convert.build(op);
    let flags = build.bits(flags, 0);
    let all = [&[queue.device, queue.affinity, wait, signal][..], &operands].concat();
    build.op(kind, &[&all], &[], &[("flags", flags)]);
    convert.replace(op, &[signal]);
    Ok(())
}

pub(super) fn file_read(convert: &mut Convert<'_>, op: Op) -> Converted {
    transfer(convert, op, OpKind::HalDeviceQueueRead, &enums::READ_FLAG)
}

pub(super) fn file_write(convert: &mut Convert<'_>, op: Op) -> Converted {
    transfer(convert, op, OpKind::HalDeviceQueueWrite, &enums::WRITE_FLAG)
}
