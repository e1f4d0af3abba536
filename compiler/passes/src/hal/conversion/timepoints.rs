//! Timepoints: a null fence has been reached, any other is reached when it is signaled.

use halforge_ir::{HalType, Op, OpKind, TypeKind, Value, enums};

use super::{Convert, Converted};

fn is_fence(convert: &Convert<'_>, value: Value) -> bool {
    matches!(convert.module.ctx.type_kind(convert.module.ty(value)), TypeKind::Hal(HalType::Fence))
}

fn null_fence(convert: &mut Convert<'_>, op: Op) -> Value {
    let mut build = convert.build(op);
    let ty = build.hal_type(HalType::Fence);
    build.null(ty)
}

pub(super) fn immediate(convert: &mut Convert<'_>, op: Op) -> Converted {
    let fence = null_fence(convert, op);
    convert.replace(op, &[fence]);
    Ok(())
}

pub(super) fn import(convert: &mut Convert<'_>, op: Op) -> Converted {
    let operands: Vec<Value> = convert.module.operands(op).collect();
    match operands[..] {
        [fence] if is_fence(convert, fence) => {
            convert.replace(op, &[fence]);
            Ok(())
        }
        _ => Err("expected one fence of the hal".to_owned()),
    }
}

pub(super) fn export(convert: &mut Convert<'_>, op: Op) -> Converted {
    match *convert.module.results(op) {
        [result] if is_fence(convert, result) => {
            let fence = convert.operand(op, "await_timepoint")?;
            convert.replace(op, &[fence]);
            Ok(())
        }
        _ => Err("expected one fence of the hal".to_owned()),
    }
}

/// A barrier that signals the fence, when the work itself does not.
pub(super) fn chain_external(convert: &mut Convert<'_>, op: Op) -> Converted {
    let wait = convert.operand(op, "await_timepoint")?;
    let fence = match convert.module.group(op, "external_values")[..] {
        [fence] if is_fence(convert, fence) => fence,
        _ => return Err("expected one fence of the hal".to_owned()),
    };
    let queue = convert.queue(op)?;
    let mut build = convert.build(op);
    let flags = build.bits(&enums::EXECUTE_FLAG, 0);
    build.op(OpKind::HalDeviceQueueBarrier, &[&[queue.device, queue.affinity, wait, fence]], &[], &[("flags", flags)]);
    convert.replace(op, &[]);
    Ok(())
}

pub(super) fn join(convert: &mut Convert<'_>, op: Op) -> Converted {
    let fences: Vec<Value> = convert.module.operands(op).collect();
    let mut build = convert.build(op);
    let (ty, flags) = (build.hal_type(HalType::Fence), build.bits(&enums::FENCE_FLAG, 0));
    let fence = build.value(OpKind::HalFenceJoin, &[&fences], ty, &[("flags", flags)]);
    convert.replace(op, &[fence]);
    Ok(())
}

pub(super) fn barrier(convert: &mut Convert<'_>, op: Op) -> Converted {
    let resource = convert.operand(op, "resource")?;
    let fence = null_fence(convert, op);
    convert.replace(op, &[resource, fence]);
    Ok(())
}

/// A wait of the host.
pub(super) fn await_(convert: &mut Convert<'_>, op: Op) -> Converted {
    let fence = convert.operand(op, "await_timepoint")?;
    let resources = convert.module.group(op, "resource_operands");
    let mut build = convert.build(op);
    let timeout = build.int(-1, 32);
    let (ty, flags) = (build.module.ctx.int_type(32), build.bits(&enums::WAIT_FLAG, 0));
    let status = build.value(OpKind::HalFenceAwait, &[&[timeout], &[fence]], ty, &[("flags", flags)]);
    build.check_ok(status, "failed to wait on timepoint");
    convert.replace(op, &resources);
    Ok(())
}
