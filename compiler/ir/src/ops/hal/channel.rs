//! `hal.channel`: a place in a group of devices that act together.

use crate::def::*;
use crate::enums;
use crate::ops::rules::*;

pub(crate) const CREATE: OpDef = op("hal.channel.create", "A place in a group.")
    .operands(&[
        one("device", DEVICE),
        one("queue_affinity", I64),
        one("id", UTIL_BUFFER),
        one("group", UTIL_BUFFER),
        one("rank", I32),
        one("count", I32),
    ])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::CHANNEL_FLAG))])
    .results(&[result("result", CHANNEL)])
    .effects(effect::ALLOC)
    .hints("channel")
    .text(concat!(
        "device($device : @device) affinity($queue_affinity) flags($flags) id($id) group($group) rank($rank) ",
        "count($count) : @result &attributes"
    ));

pub(crate) const SPLIT: OpDef = op("hal.channel.split", "A place in the part of the group with the same color.")
    .operands(&[one("channel", CHANNEL), one("color", I32), one("key", I32)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::CHANNEL_FLAG))])
    .results(&[result("result", CHANNEL)])
    .effects(effect::ALLOC)
    .hints("channel")
    .text("<$channel : @channel> color($color) key($key) flags($flags) : @result &attributes");

pub(crate) const RANK_AND_COUNT: OpDef = op("hal.channel.rank_and_count", "The place and the size of the group.")
    .operands(&[one("channel", CHANNEL)])
    .results(&[result("rank", I32), result("count", I32)])
    .pure()
    .hints("ccl_rank,ccl_count")
    .text("<$channel : @channel> : @rank, @count &attributes");
