//! Affinities: devices, allocators and queues that operations ask for.

use halforge_ir::{Attr, AttrKind, DialectAttrKind, HalType, Ident, Module, Op, OpKind, Type, TypeKind, Value};

use super::{Done, Hal};
use crate::build::Build;

/// The attribute of operations around that says where to go when nothing else does.
pub(super) const DEFAULT: &str = "stream.affinity.default";

/// The affinity of an operation: its own, or that of the nearest one around it that has any, or the nearest default.
pub(crate) fn of(module: &Module, op: Op) -> Option<Attr> {
    let mut around = std::iter::successors(Some(op), |&up| module.parent_op(up));
    stated(module, op).or_else(|| around.find_map(|op| module.get_attr(op, DEFAULT)))
}

/// The affinity of an operation, or that of the nearest one around it that has any.
pub(crate) fn stated(module: &Module, op: Op) -> Option<Attr> {
    let mut around = std::iter::successors(Some(op), |&up| module.parent_op(up));
    around.find_map(|op| {
        let own = module.def(op).attr_row("affinity").and_then(|_| module.get_attr(op, "affinity"));
        own.or_else(|| module.get_attr(op, "stream.affinity"))
    })
}

/// A device and which of its queues.
#[derive(Clone, Copy)]
pub(super) struct Queues {
    pub(super) device: Value,
    pub(super) affinity: Value,
}

/// The device and queues of an operation.
pub(super) fn queues(conversion: &mut Hal<'_>, op: Op) -> Result<Queues, String> {
    let affinity = of(conversion.module, op);
    queues_of(&mut conversion.before(op), affinity)
}

fn queues_of(build: &mut Build<'_>, affinity: Option<Attr>) -> Result<Queues, String> {
    let types = [build.hal_type(HalType::Device), build.module.ctx.int_type(64)];
    let values = resolve(build, affinity, &types)?;
    Ok(Queues { device: values[0], affinity: values[1] })
}

/// The device and queues that an operation allocates on: the best of several, if its affinity leaves a choice.
pub(super) fn allocating_queues(conversion: &mut Hal<'_>, op: Op, memory: Memory) -> Result<Queues, String> {
    let affinity = of(conversion.module, op);
    let choices = affinity.and_then(|affinity| choices(conversion.module, affinity)).unwrap_or_default();
    let build = &mut conversion.before(op);
    if choices.is_empty() {
        return queues_of(build, affinity);
    }
    let queues: Result<Vec<Queues>, String> = choices.into_iter().map(|choice| queues_of(build, Some(choice))).collect();
    let queues = queues?;
    if let &[queues] = queues.as_slice() {
        return Ok(queues);
    }
    let devices: Vec<Value> = queues.iter().map(|queues| queues.device).collect();
    let affinities: Vec<Value> = queues.iter().map(|queues| queues.affinity).collect();
    let types = [build.hal_type(HalType::Device), build.module.ctx.int_type(64)];
    let groups: [&[Value]; 4] = [&devices, &affinities, &[memory.types], &[memory.usage]];
    let select = build.op(OpKind::HalAllocatorSelect, &groups, &types, &[]);
    Ok(Queues { device: build.module.result(select, 0), affinity: build.module.result(select, 1) })
}

/// Where memory is and what it is for.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) types: Value,
    pub(super) usage: Value,
}

/// The allocator of the device that an operation allocates on, and its queues.
pub(super) fn allocator_and_queues(conversion: &mut Hal<'_>, op: Op, memory: Memory) -> Result<(Value, Value), String> {
    let Queues { device, affinity } = allocating_queues(conversion, op, memory)?;
    let build = &mut conversion.before(op);
    let ty = build.hal_type(HalType::Allocator);
    Ok((build.value(OpKind::HalDeviceAllocator, &[&[device]], ty, &[]), affinity))
}

/// The allocator of an operation's device.
pub(super) fn allocator(conversion: &mut Hal<'_>, op: Op) -> Result<Value, String> {
    let affinity = of(conversion.module, op);
    let build = &mut conversion.before(op);
    let types = [build.hal_type(HalType::Allocator)];
    Ok(resolve(build, affinity, &types)?[0])
}

/// The affinities that `#hal.device.optimal` leaves to choose from.
fn choices(module: &Module, affinity: Attr) -> Option<Vec<Attr>> {
    match module.ctx.attr_kind(affinity) {
        AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::HalDeviceOptimal => {
            Some(module.ctx.array_value(attr.param("affinities")?)?.to_vec())
        }
        _ => None,
    }
}

/// What an affinity stands for, one value for each type. Of several affinities it is the first.
fn resolve(build: &mut Build<'_>, affinity: Option<Attr>, types: &[Type]) -> Result<Vec<Value>, String> {
    let first = affinity.and_then(|affinity| choices(build.module, affinity)?.first().copied());
    let place = first.or(affinity).map(|affinity| device_of(build.module, affinity)).transpose()?;
    let mut device = None;
    let mut values = Vec::with_capacity(types.len());
    for &ty in types {
        let kind = build.module.ctx.type_kind(ty).clone();
        values.push(match kind {
            TypeKind::Integer { width: 64, .. } => build.int(place.map_or(-1, |(_, mask)| mask), 64),
            TypeKind::Hal(HalType::Device) => load(build, place, &mut device),
            TypeKind::Hal(HalType::Allocator) => {
                let device = load(build, place, &mut device);
                build.value(OpKind::HalDeviceAllocator, &[&[device]], ty, &[])
            }
            _ => return Err("an affinity stands for !hal.device, !hal.allocator and i64 only".to_owned()),
        });
    }
    Ok(values)
}

/// The device, loaded once; the first of the runtime when no affinity says which.
fn load(build: &mut Build<'_>, place: Option<(Ident, i64)>, device: &mut Option<Value>) -> Value {
    if let Some(device) = *device {
        return device;
    }
    let ty = build.hal_type(HalType::Device);
    let value = match place {
        Some((global, _)) => build.load_immutable(global, ty),
        None => {
            let number = build.index(0);
            build.value(OpKind::HalDevicesGet, &[&[number]], ty, &[])
        }
    };
    *device = Some(value);
    value
}

/// The global of a device and the mask of its queues.
fn device_of(module: &Module, affinity: Attr) -> Result<(Ident, i64), String> {
    let AttrKind::Dialect(attr) = module.ctx.attr_kind(affinity) else {
        return Err("expected an affinity #hal.device.affinity<@device>".to_owned());
    };
    if attr.kind != DialectAttrKind::HalDeviceAffinity {
        let name = attr.kind.def().name;
        return Err(format!("expected an affinity #hal.device.affinity<@device>, found #{name}"));
    }
    let path = attr.param("device").and_then(|device| module.ctx.symbol_path(device)).unwrap_or_default();
    let mask = attr.param("queue_mask").and_then(|mask| module.ctx.int_value(mask)).unwrap_or(-1);
    match path.as_slice() {
        &[device] => Ok((device, mask as i64)),
        _ => Err("expected a device global of this module in #hal.device.affinity<@device>".to_owned()),
    }
}

/// `stream.context.resolve`
pub(super) fn context_resolve(conversion: &mut Hal<'_>, op: Op) -> Done {
    let affinity = of(conversion.module, op);
    replace_by(conversion, op, affinity)
}

/// `hal.device.resolve`
pub(super) fn device_resolve(conversion: &mut Hal<'_>, op: Op) -> Done {
    let affinity = conversion.module.get_attr(op, "affinity");
    replace_by(conversion, op, affinity)
}

fn replace_by(conversion: &mut Hal<'_>, op: Op, affinity: Option<Attr>) -> Done {
    let types: Vec<Type> = conversion.module.results(op).iter().map(|&value| conversion.module.ty(value)).collect();
    let values = resolve(&mut conversion.before(op), affinity, &types)?;
    conversion.replace(op, &values)
}
