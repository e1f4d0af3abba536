//! Channels: devices that work together.

use halforge_ir::enums::CHANNEL_FLAG;
use halforge_ir::{HalType, Op, OpKind, TypeKind, Value};

use super::affinity::{Queues, queues};
use super::{Done, Hal};
use crate::build::Build;

pub(super) fn create(conversion: &mut Hal<'_>, op: Op) -> Done {
    let Queues { device, affinity } = queues(conversion, op)?;
    let [id, rank, count] = ["id", "rank", "count"].map(|name| conversion.optional(op, name));
    let (id, rank, count) = (id?, rank?, count?);
    let group = conversion.module.get_attr(op, "group");
    let build = &mut conversion.before(op);
    let bytes = build.module.ctx.ty(TypeKind::UtilBuffer);
    let id = id.unwrap_or_else(|| build.null(bytes));
    let group = match group {
        Some(group) => build.value(OpKind::UtilBufferConstant, &[], bytes, &[("value", group)]),
        None => build.null(bytes),
    };
    let rank = number(build, rank);
    let count = number(build, count);
    let (ty, flags) = (build.hal_type(HalType::Channel), build.bits(&CHANNEL_FLAG, 0));
    let groups: [&[Value]; 6] = [&[device], &[affinity], &[id], &[group], &[rank], &[count]];
    let channel = build.value(OpKind::HalChannelCreate, &groups, ty, &[("flags", flags)]);
    conversion.replace(op, &[channel])
}

/// An index as `i32`; -1 leaves it to the runtime.
fn number(build: &mut Build<'_>, index: Option<Value>) -> Value {
    match index {
        Some(index) => cast(build, index, OpKind::ArithIndexCast, 32),
        None => build.int(-1, 32),
    }
}

fn cast(build: &mut Build<'_>, value: Value, kind: OpKind, width: u32) -> Value {
    let ty = build.module.ctx.int_type(width);
    build.value(kind, &[&[value]], ty, &[])
}

pub(super) fn split(conversion: &mut Hal<'_>, op: Op) -> Done {
    let channel = conversion.named(op, "channel")?;
    let (color, key) = (conversion.named(op, "color")?, conversion.named(op, "key")?);
    let build = &mut conversion.before(op);
    let (color, key) = (number(build, Some(color)), number(build, Some(key)));
    let (ty, flags) = (build.hal_type(HalType::Channel), build.bits(&CHANNEL_FLAG, 0));
    let part = build.value(OpKind::HalChannelSplit, &[&[channel], &[color], &[key]], ty, &[("flags", flags)]);
    conversion.replace(op, &[part])
}

pub(super) fn rank(conversion: &mut Hal<'_>, op: Op) -> Done {
    rank_or_count(conversion, op, 0)
}

pub(super) fn count(conversion: &mut Hal<'_>, op: Op) -> Done {
    rank_or_count(conversion, op, 1)
}

fn rank_or_count(conversion: &mut Hal<'_>, op: Op, which: usize) -> Done {
    let channel = conversion.named(op, "channel")?;
    let build = &mut conversion.before(op);
    let (i32, index) = (build.module.ctx.int_type(32), build.module.ctx.index_type());
    let both = build.op(OpKind::HalChannelRankAndCount, &[&[channel]], &[i32, i32], &[]);
    let number = build.module.result(both, which);
    let number = build.value(OpKind::ArithIndexCast, &[&[number]], index, &[]);
    conversion.replace(op, &[number])
}
