//! Files: constants of the program, read into buffers.

use halforge_ir::enums::{MEMORY_ACCESS, READ_FLAG, WRITE_FLAG};
use halforge_ir::{HalType, Op, OpKind, Value};

use super::affinity::{Queues, queues};
use super::fence::fences;
use super::{Done, Hal};

pub(super) fn constant(conversion: &mut Hal<'_>, op: Op) -> Done {
    let Queues { device, affinity } = queues(conversion, op)?;
    let (source, offset) = (conversion.named(op, "source")?, conversion.named(op, "source_offset")?);
    let length = conversion.named(op, "source_length")?;
    let build = &mut conversion.before(op);
    let (flags, ty) = (build.int(0, 32), build.hal_type(HalType::File));
    let access = build.bits(&MEMORY_ACCESS, MEMORY_ACCESS.case("Read").unwrap_or_default());
    let groups: [&[Value]; 6] = [&[device], &[affinity], &[source], &[offset], &[length], &[flags]];
    let file = build.value(OpKind::HalExFileFromMemory, &groups, ty, &[("access", access)]);
    conversion.replace(op, &[file])
}

pub(super) fn read(conversion: &mut Hal<'_>, op: Op) -> Done {
    transfer(conversion, op, OpKind::HalDeviceQueueRead)
}

pub(super) fn write(conversion: &mut Hal<'_>, op: Op) -> Done {
    transfer(conversion, op, OpKind::HalDeviceQueueWrite)
}

fn transfer(conversion: &mut Hal<'_>, op: Op, kind: OpKind) -> Done {
    let queues = queues(conversion, op)?;
    let fences = fences(conversion, op, queues)?;
    let (source, source_offset) = (conversion.named(op, "source")?, conversion.named(op, "source_offset")?);
    let (target, target_offset) = (conversion.named(op, "target")?, conversion.named(op, "target_offset")?);
    let length = conversion.named(op, "length")?;
    let flags = if kind == OpKind::HalDeviceQueueRead { &READ_FLAG } else { &WRITE_FLAG };
    let build = &mut conversion.before(op);
    let flags = build.bits(flags, 0);
    let Queues { device, affinity } = queues;
    let groups: [&[Value]; 9] = [
        &[device],
        &[affinity],
        &[fences.wait],
        &[fences.signal],
        &[source],
        &[source_offset],
        &[target],
        &[target_offset],
        &[length],
    ];
    build.op(kind, &groups, &[], &[("flags", flags)]);
    conversion.replace(op, &[fences.signal])
}
