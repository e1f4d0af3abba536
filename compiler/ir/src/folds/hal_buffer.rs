//! Rewrites that use a buffer's source in the place of a part of it, and folds of what buffers are for.

use smallvec::SmallVec;

use super::{defined_by, one_result};
use crate::module::{At, Module, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};

/// The bits of `hal.memory_type` and `hal.buffer_usage` as a number.
pub(crate) fn memory_type(module: &Module, op: Op) -> Option<Folded> {
    module.get_attr(op, "type").map(Folded::Constant)
}

/// See [`memory_type`].
pub(crate) fn buffer_usage(module: &Module, op: Op) -> Option<Folded> {
    module.get_attr(op, "usage").map(Folded::Constant)
}

/// Where `buffer`, at `offset`, is in the buffer it is a part of.
fn in_source(r: &mut Rewriter<'_>, user: Op, buffer: Value, offset: Value) -> Option<(Value, Value)> {
    let subspan = defined_by(r, buffer, OpKind::HalBufferSubspan)?;
    let (source, start) = (r.named(subspan, "source_buffer")?, r.named(subspan, "source_offset")?);
    let loc = r.op(subspan).loc;
    let sum = one_result(&[start, offset], r.ty(offset));
    Some((source, r.insert_or_fold(At::Before(user), OpKind::ArithAddI, loc, sum)))
}

/// Replaces the operands called `buffer` and `offset`, which may be groups of the same size.
fn use_source(r: &mut Rewriter<'_>, op: Op, buffer: &str, offset: &str) -> bool {
    let (buffers, offsets) = (r.group_range(op, buffer), r.group_range(op, offset));
    let mut changes: SmallVec<[(usize, Value); 4]> = SmallVec::new();
    for (b, o) in buffers.zip(offsets) {
        let (buffer, offset) = (r.operand(op, b), r.operand(op, o));
        if let Some((source, sum)) = in_source(r, op, buffer, offset) {
            changes.extend([(b, source), (o, sum)]);
        }
    }
    if changes.is_empty() {
        return false;
    }
    r.update(op, |module| {
        for &(index, value) in &changes {
            module.set_operand(op, index, value);
        }
    });
    true
}

const DOC: &str = "a part of a buffer, at an offset -> the buffer, at the sum of the offsets";

pub(crate) const VIEW_CREATE: &[Rewrite] =
    &[rewrite("view-of-subspan", DOC, |r, op| use_source(r, op, "source_buffer", "source_offset"))];

pub(crate) const TARGET: &[Rewrite] =
    &[rewrite("target-subspan", DOC, |r, op| use_source(r, op, "target_buffer", "target_offset"))];

pub(crate) const SOURCE_AND_TARGET: &[Rewrite] = &[rewrite("copied-subspans", DOC, |r, op| {
    let source = use_source(r, op, "source_buffer", "source_offset");
    use_source(r, op, "target_buffer", "target_offset") || source
})];

pub(crate) const DISPATCH: &[Rewrite] =
    &[rewrite("bound-subspans", DOC, |r, op| use_source(r, op, "binding_buffers", "binding_offsets"))];

pub(crate) const DISPATCH_INDIRECT: &[Rewrite] =
    &[rewrite("workgroups-subspan", DOC, |r, op| use_source(r, op, "workgroups_buffer", "workgroups_offset")), DISPATCH[0]];

pub(crate) const COMMAND_BUFFER_DEVICE: &[Rewrite] =
    &[rewrite("device-of-created", "the device of a command buffer made here -> that device", |r, op| {
        let Some(create) = defined_by(r, r.operand(op, 0), OpKind::HalCommandBufferCreate) else { return false };
        let Some(device) = r.named(create, "device") else { return false };
        r.replace(op, &[device]);
        true
    })];

/// Devices and queues to choose from that are all the same.
fn select(r: &mut Rewriter<'_>, op: Op) -> bool {
    let same = |values: &[Value]| values.iter().all(|v| Some(v) == values.first()).then(|| values.first().copied()).flatten();
    let device = same(&r.group(op, "devices"));
    let affinity = same(&r.group(op, "queue_affinities"));
    let [device_result, affinity_result] = [r.result(op, 0), r.result(op, 1)];
    match (device, affinity) {
        (Some(device), Some(affinity)) => r.replace(op, &[device, affinity]),
        (Some(device), None) if !r.is_unused(device_result) => r.replace_uses(device_result, device),
        (None, Some(affinity)) if !r.is_unused(affinity_result) => r.replace_uses(affinity_result, affinity),
        _ => return false,
    }
    true
}

pub(crate) const ALLOCATOR_SELECT: &[Rewrite] =
    &[rewrite("select-of-same", "a choice among equal devices or queues -> that device or these queues", select)];
