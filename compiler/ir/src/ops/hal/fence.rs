//! `hal.fence`: points in time that queues and the host wait for.

use crate::def::*;
use crate::enums;
use crate::folds::hal_fence;
use crate::ops::rules::*;

pub(crate) const CREATE: OpDef = op("hal.fence.create", "A fence that is not signaled.")
    .operands(&[one("device", DEVICE)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::FENCE_FLAG))])
    .results(&[result("result", FENCE)])
    .effects(effect::ALLOC)
    .hints("fence")
    .text("device($device : @device) flags($flags) : @result &attributes");

pub(crate) const JOIN: OpDef = op("hal.fence.join", "A fence that is signaled when all are.")
    .operands(&[many("fences", FENCE)])
    .attrs(&[attr("flags", AttrRule::Enum(&enums::FENCE_FLAG))])
    .results(&[result("result", FENCE)])
    .hints("fence")
    .text("at([$fences]) flags($flags) -> @result &attributes")
    .fold(hal_fence::join)
    .rewrites(hal_fence::JOIN);

pub(crate) const QUERY: OpDef =
    op("hal.fence.query", "The status: ok when signaled, deferred while pending, or why it failed.")
        .operands(&[one("fence", FENCE)])
        .results(&[result("status", I32)])
        .hints("status")
        .text("<$fence : @fence> : @status &attributes");

pub(crate) const SIGNAL: OpDef = op("hal.fence.signal", "Signals from the host.")
    .operands(&[one("fence", FENCE)])
    .text("<$fence : @fence> &attributes")
    .rewrites(hal_fence::SIGNAL);

pub(crate) const FAIL: OpDef = op("hal.fence.fail", "Makes every wait for the fence fail with the status.")
    .operands(&[one("fence", FENCE), one("status", I32)])
    .text("<$fence : @fence> status($status) &attributes");

pub(crate) const AWAIT: OpDef =
    op("hal.fence.await", "Waits for all; the status of the first that failed, or deadline exceeded.")
        .operands(&[one("timeout_millis", I32), many("fences", FENCE)])
        .attrs(&[attr("flags", AttrRule::Enum(&enums::WAIT_FLAG))])
        .results(&[result("status", I32)])
        .hints("status")
        .text("until([$fences]) timeout_millis($timeout_millis) flags($flags) : @status &attributes")
        .rewrites(hal_fence::AWAIT);
