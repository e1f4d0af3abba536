//! Channels.

use halforge_ir::{HalType, Op, OpKind, Value, enums};

use super::{Convert, Converted};
use crate::build::Build;

fn as_i32(build: &mut Build<'_>, value: Value) -> Value {
    let ty = build.module.ctx.int_type(32);
    build.value(OpKind::ArithIndexCast, &[&[value]], ty, &[])
}

pub(super) fn create(convert: &mut Convert<'_>, op: Op) -> Converted {
    let queue = convert.queue(op)?;
    let [id, rank, count] = ["id", "rank", "count"].map(|name| convert.module.named(op, name));
    let group = convert.module.get_attr(op, "group");
    let mut build = convert.build(op);
    let bytes = build.module.ctx.ty(halforge_ir::TypeKind::UtilBuffer);
    let id = id.unwrap_or_else(|| build.null(bytes));
    let group = match group {
        Some(group) => build.value(OpKind::UtilBufferConstant, &[], bytes, &[("value", group)]),
        None => build.null(bytes),
    };
    let rank = rank.map(|rank| as_i32(&mut build, rank));
    let count = count.map(|count| as_i32(&mut build, count));
    let [rank, count] = [rank, count].map(|value| value.unwrap_or_else(|| build.int(-1, 32)));
    let (ty, flags) = (build.hal_type(HalType::Channel), build.bits(&enums::CHANNEL_FLAG, 0));
    let operands = [queue.device, queue.affinity, id, group, rank, count];
    let channel = build.value(OpKind::HalChannelCreate, &[&operands], ty, &[("flags", flags)]);
    convert.replace(op, &[channel]);
    Ok(())
}

pub(super) fn split(convert: &mut Convert<'_>, op: Op) -> Converted {
    let [channel, color, key] = ["channel", "color", "key"].map(|name| convert.operand(op, name));
    let (channel, color, key) = (channel?, color?, key?);
    let mut build = convert.build(op);
    let [color, key] = [color, key].map(|value| as_i32(&mut build, value));
    let (ty, flags) = (build.hal_type(HalType::Channel), build.bits(&enums::CHANNEL_FLAG, 0));
    let channel = build.value(OpKind::HalChannelSplit, &[&[channel, color, key]], ty, &[("flags", flags)]);
    convert.replace(op, &[channel]);
    Ok(())
}

/// One of the two results of `hal.channel.rank_and_count`.
fn rank_or_count(convert: &mut Convert<'_>, op: Op, index: usize) -> Converted {
    let channel = convert.operand(op, "channel")?;
    let mut build = convert.build(op);
    let (int, ty) = (build.module.ctx.int_type(32), build.module.ctx.index_type());
    let both = build.op(OpKind::HalChannelRankAndCount, &[&[channel]], &[int, int], &[]);
    let value = build.module.result(both, index);
    let value = build.value(OpKind::ArithIndexCast, &[&[value]], ty, &[]);
    convert.replace(op, &[value]);
    Ok(())
}

pub(super) fn rank(convert: &mut Convert<'_>, op: Op) -> Converted {
    rank_or_count(convert, op, 0)
}

pub(super) fn count(convert: &mut Convert<'_>, op: Op) -> Converted {
    rank_or_count(convert, op, 1)
}
