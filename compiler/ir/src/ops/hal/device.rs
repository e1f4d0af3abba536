//! `hal.device`, `hal.devices` and `hal.ex`: devices, what they are, and files on them.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::module::{Module, Op};
use crate::ops::OpKind;
use crate::ops::rules::*;
use crate::types::{HalType, TypeKind};
use crate::verify::hal as verify;

pub(crate) const MEMOIZE: OpDef = op("hal.device.memoize", "Objects made once for a device and kept.")
    .operands(&[one("device", DEVICE), one("queue_affinity", I64)])
    .results(&[results("results", ANY)])
    .regions(&["body"])
    .effects(effect::RECURSIVE)
    .text("<$device : @device> affinity($queue_affinity) -> @results &attributes $body");

pub(crate) const RETURN: OpDef = op("hal.return", "Ends a region of the dialect.")
    .operands(&[many("operands", ANY)])
    .traits(TERMINATOR)
    .text("[? $operands^ : @operands ?] &attrs")
    .check(verify::device::hal_return);

pub(crate) const RESOLVE: OpDef = op("hal.device.resolve", "Device, allocator or queues of an affinity.")
    .attrs(&[attr_opt("affinity", AttrRule::Whole(DialectAttrKind::HalDeviceAffinity))])
    .results(&[results("results", TypeRule::AnyOf(&[DEVICE, ALLOCATOR, I64]))])
    .pure()
    .hints_by(|module, op, set| {
        for (i, &value) in module.results(op).iter().enumerate() {
            match module.ctx.type_kind(module.ty(value)) {
                TypeKind::Hal(HalType::Device) => set(i, "device"),
                TypeKind::Hal(HalType::Allocator) => set(i, "allocator"),
                TypeKind::Integer { .. } => set(i, "queue_affinity"),
                _ => {}
            }
        }
    })
    .text("[? on($affinity^) ?] &attrs : @results");

pub(crate) const ALLOCATOR_OF: OpDef = op("hal.device.allocator", "The allocator of a device.")
    .operands(&[one("device", DEVICE)])
    .results(&[result("result", ALLOCATOR)])
    .pure()
    .hints("allocator")
    .text("<$device : @device> : @result &attributes");

pub(crate) const QUERY: OpDef = op("hal.device.query", "A property of a device, and whether it is known.")
    .operands(&[one("device", DEVICE)])
    .attrs(&[attr("category", AttrRule::Str), attr("key", AttrRule::Str), attr_opt("default_value", AttrRule::Typed)])
    .results(&[result("ok", I1), result("value", ANY)])
    .pure()
    .text("<$device : @device> key($category :: $key) : @ok, @value [? = $default_value^ ?] &attributes")
    .check(verify::device::query);

pub(crate) const DEVICES_COUNT: OpDef = op("hal.devices.count", "How many devices the runtime has.")
    .results(&[result("result", INDEX)])
    .pure()
    .hints("device_count")
    .text("&attrs : @result");

pub(crate) const DEVICES_GET: OpDef = op("hal.devices.get", "A device by number, or null.")
    .operands(&[one("index", INDEX)])
    .results(&[result("result", DEVICE)])
    .pure()
    .hints_by(device_hint)
    .text("$index &attrs : @result");

/// `device_5` for constant numbers.
fn device_hint(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let index = module.named(op, "index").and_then(|index| module.defining_op(index));
    let constant = index.filter(|&index| module.kind(index) == OpKind::ArithConstant);
    match constant.and_then(|constant| module.int_attr(constant, "value")) {
        Some(value) => set(0, &format!("device_{value}")),
        None => set(0, "device_n"),
    }
}

pub(crate) const FILE_FROM_MEMORY: OpDef = op("hal.ex.file.from_memory", "Host bytes as a file.")
    .operands(&[
        one("device", DEVICE),
        one("queue_affinity", I64),
        one("buffer", UTIL_BUFFER),
        one("offset", INDEX),
        one("length", INDEX),
        one("flags", I32),
    ])
    .attrs(&[attr("access", AttrRule::Enum(&enums::MEMORY_ACCESS))])
    .results(&[result("result", FILE)])
    .hints("memory_file")
    .text(concat!(
        "device($device : @device) affinity($queue_affinity) access($access) ",
        "buffer($buffer : @buffer)~[$offset for $length] flags($flags) : @result &attributes"
    ));
