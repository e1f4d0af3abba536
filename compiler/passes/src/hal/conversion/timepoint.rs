//! Timepoints, which become fences.

use halforge_ir::enums::{EXECUTE_FLAG, FENCE_FLAG, WAIT_FLAG};
use halforge_ir::rewrite::constants::constant;
use halforge_ir::{HalType, Op, OpKind, Type, TypeKind, Value};

use super::affinity::{Queues, queues};
use super::fence::null;
use super::{Done, Hal};

fn is_fence(conversion: &Hal<'_>, value: Value) -> bool {
    matches!(conversion.module.ctx.type_kind(conversion.module.ty(value)), TypeKind::Hal(HalType::Fence))
}

/// A timepoint that has been reached is null.
pub(super) fn immediate(conversion: &mut Hal<'_>, op: Op) -> Done {
    let null = null(conversion, op);
    conversion.replace(op, &[null])
}

pub(super) fn import(conversion: &mut Hal<'_>, op: Op) -> Done {
    match conversion.group(op, "operands")?.as_slice() {
        &[fence] if is_fence(conversion, fence) => conversion.replace(op, &[fence]),
        _ => Err("expected one !hal.fence to make a timepoint of".to_owned()),
    }
}

pub(super) fn export(conversion: &mut Hal<'_>, op: Op) -> Done {
    if let Some(values) = imported(conversion, op) {
        return conversion.replace(op, &values);
    }
    let fence = conversion.named(op, "await_timepoint")?;
    match conversion.module.results(op) {
        &[result] if is_fence(conversion, result) => conversion.replace(op, &[fence]),
        _ => Err("expected one !hal.fence to be made of the timepoint".to_owned()),
    }
}

/// What the timepoint was made of, when that has the types it is to have now.
fn imported(conversion: &Hal<'_>, op: Op) -> Option<Vec<Value>> {
    let module = &*conversion.module;
    let import = module.defining_op(module.named(op, "await_timepoint")?)?;
    let values: Vec<Value> = module.operands(import).collect();
    let types = |values: &[Value]| values.iter().map(|&value| module.ty(value)).collect::<Vec<Type>>();
    let same = module.kind(import) == OpKind::StreamTimepointImport && types(&values) == types(module.results(op));
    same.then_some(values)
}

pub(super) fn chain_external(conversion: &mut Hal<'_>, op: Op) -> Done {
    let wait = conversion.named(op, "await_timepoint")?;
    let external = conversion.group(op, "external_values")?;
    let &[signal] = external.as_slice() else { return Err("expected one !hal.fence to signal".to_owned()) };
    if !is_fence(conversion, signal) {
        return Err("expected one !hal.fence to signal".to_owned());
    }
    let Queues { device, affinity } = queues(conversion, op)?;
    let build = &mut conversion.before(op);
    let flags = build.bits(&EXECUTE_FLAG, 0);
    let groups: [&[Value]; 4] = [&[device], &[affinity], &[wait], &[signal]];
    build.op(OpKind::HalDeviceQueueBarrier, &groups, &[], &[("flags", flags)]);
    conversion.remove(op);
    Ok(())
}

pub(super) fn join(conversion: &mut Hal<'_>, op: Op) -> Done {
    let fences = conversion.group(op, "await_timepoints")?;
    let build = &mut conversion.before(op);
    let (ty, flags) = (build.hal_type(HalType::Fence), build.bits(&FENCE_FLAG, 0));
    let fence = build.value(OpKind::HalFenceJoin, &[&fences], ty, &[("flags", flags)]);
    conversion.replace(op, &[fence])
}

/// What is still a barrier here is on a resource that is there.
pub(super) fn barrier(conversion: &mut Hal<'_>, op: Op) -> Done {
    let resource = conversion.named(op, "resource")?;
    let null = null(conversion, op);
    conversion.replace(op, &[resource, null])
}

pub(super) fn wait(conversion: &mut Hal<'_>, op: Op) -> Done {
    let fence = conversion.named(op, "await_timepoint")?;
    let resources = conversion.group(op, "resource_operands")?;
    let timepoint = conversion.module.named(op, "await_timepoint");
    let is_reached = timepoint.is_some_and(|timepoint| constant(conversion.module, timepoint).is_some());
    if !is_reached {
        let build = &mut conversion.before(op);
        let (forever, i32, flags) = (build.int(-1, 32), build.module.ctx.int_type(32), build.bits(&WAIT_FLAG, 0));
        let status = build.value(OpKind::HalFenceAwait, &[&[forever], &[fence]], i32, &[("flags", flags)]);
        build.check_ok(status, "failed to wait on timepoint");
    }
    conversion.replace(op, &resources)
}
