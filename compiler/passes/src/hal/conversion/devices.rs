//! Devices and queues: which an operation runs on.

use halforge_ir::{Attr, AttrKind, DialectAttrKind, HalType, Ident, Lifetime, Op, OpKind, Type, TypeKind, Value, enums};

use super::{Convert, Converted, Refused};
use crate::build::Build;

/// A device and the queues of it, as values.
#[derive(Clone, Copy)]
pub(super) struct Queue {
    pub(super) device: Value,
    pub(super) affinity: Value,
}

/// Memory type and buffer usage, as values.
#[derive(Clone, Copy)]
pub(super) struct Properties {
    pub(super) memory: Value,
    pub(super) usage: Value,
}

/// A device by its global, and its queues; none is the first device of the runtime, whatever it is.
type Place = Option<(Ident, i64)>;

/// `stream.context.resolve` and `hal.device.resolve`
pub(super) fn resolve(convert: &mut Convert<'_>, op: Op) -> Converted {
    let affinity = match convert.module.kind(op) {
        OpKind::HalDeviceResolve => convert.module.get_attr(op, "affinity"),
        _ => convert.affinity(op),
    };
    let place = convert.place(affinity)?;
    let types: Vec<Type> = convert.module.results(op).iter().map(|&result| convert.module.ty(result)).collect();
    let mut build = convert.build(op);
    let ctx = build.module.ctx.clone();
    let mut device = None;
    let mut values = Vec::new();
    for ty in types {
        values.push(match ctx.type_kind(ty) {
            TypeKind::Hal(HalType::Device) => *device.get_or_insert_with(|| load_device(&mut build, place)),
            TypeKind::Hal(HalType::Allocator) => {
                let device = *device.get_or_insert_with(|| load_device(&mut build, place));
                allocator(&mut build, device)
            }
            TypeKind::Integer { .. } => build.int(place.map_or(-1, |(_, queues)| queues), 64),
            _ => return Err(format!("nothing of type {} belongs to a device", ctx.show_type(ty))),
        });
    }
    convert.replace(op, &values);
    Ok(())
}

fn load_device(build: &mut Build<'_>, place: Place) -> Value {
    let ty = build.hal_type(HalType::Device);
    match place {
        Some((name, _)) => build.load_immutable(name, ty),
        None => {
            let first = build.index(0);
            build.value(OpKind::HalDevicesGet, &[&[first]], ty, &[])
        }
    }
}

fn load_queue(build: &mut Build<'_>, place: Place) -> Queue {
    let device = load_device(build, place);
    Queue { device, affinity: build.int(place.map_or(-1, |(_, queues)| queues), 64) }
}

pub(super) fn allocator(build: &mut Build<'_>, device: Value) -> Value {
    let ty = build.hal_type(HalType::Allocator);
    build.value(OpKind::HalDeviceAllocator, &[&[device]], ty, &[])
}

/// The number of a lifetime.
fn lifetime_number(lifetime: Lifetime) -> u64 {
    enums::LIFETIME.case(lifetime.keyword()).unwrap_or(0)
}

impl Convert<'_> {
    /// The affinity of an operation: its own, that of what it stands in, or the module's.
    pub(super) fn affinity(&self, op: Op) -> Option<Attr> {
        let around = std::iter::successors(Some(op), |&up| self.module.parent_op(up));
        let mut found = around.filter_map(|op| {
            let own = self.module.get_attr(op, "affinity").filter(|_| self.module.def(op).attr_row("affinity").is_some());
            own.or_else(|| self.module.get_attr(op, "stream.affinity"))
        });
        found.next().or(self.default_affinity)
    }

    /// The device of an affinity; of several, the first.
    fn place(&self, affinity: Option<Attr>) -> Result<Place, Refused> {
        let Some(attr) = affinity else { return Ok(None) };
        let ctx = &self.module.ctx;
        let refused = || format!("expected an affinity to devices of the hal, found {}", ctx.show_attr(attr));
        let AttrKind::Dialect(affinity) = ctx.attr_kind(attr) else { return Err(refused()) };
        match affinity.kind {
            DialectAttrKind::HalDeviceAffinity => {
                let path = affinity.param("device").and_then(|device| ctx.symbol_path(device));
                let queues = affinity.param("queue_mask").and_then(|mask| ctx.int_value(mask)).unwrap_or(-1);
                match path.as_deref() {
                    Some(&[device]) => Ok(Some((device, queues as i64))),
                    _ => Err(refused()),
                }
            }
            DialectAttrKind::HalDeviceOptimal => self.place(self.options(attr).first().copied()),
            _ => Err(refused()),
        }
    }

    /// The affinities that an operation may choose from.
    fn options(&self, attr: Attr) -> Vec<Attr> {
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Dialect(optimal) if optimal.kind == DialectAttrKind::HalDeviceOptimal => {
                optimal.param("affinities").and_then(|list| ctx.array_value(list)).unwrap_or_default().to_vec()
            }
            _ => vec![attr],
        }
    }

    /// Where an operation runs.
    pub(super) fn queue(&mut self, op: Op) -> Result<Queue, Refused> {
        let place = self.place(self.affinity(op))?;
        Ok(load_queue(&mut self.build(op), place))
    }

    /// The allocator for an operation.
    pub(super) fn allocator(&mut self, op: Op) -> Result<Value, Refused> {
        let place = self.place(self.affinity(op))?;
        let mut build = self.build(op);
        let device = load_device(&mut build, place);
        Ok(allocator(&mut build, device))
    }

    /// Memory for an affinity and a lifetime.
    pub(super) fn properties(&mut self, op: Op, affinity: Option<Attr>, lifetime: Lifetime) -> Properties {
        let mut build = self.build(op);
        let ty = build.module.ctx.int_type(32);
        let mut props = vec![("lifetime", build.bits(&enums::LIFETIME, lifetime_number(lifetime)))];
        props.extend(affinity.map(|affinity| ("affinity", affinity)));
        let resolved = build.op(OpKind::HalAllocatorResolveMemoryProperties, &[], &[ty, ty], &props);
        let [memory, usage] = [0, 1].map(|index| build.module.result(resolved, index));
        Properties { memory, usage }
    }

    /// Where an operation that makes memory runs: of several devices, the one that suits them all.
    pub(super) fn queue_for_memory(&mut self, op: Op, properties: Properties) -> Result<Queue, Refused> {
        let Some(affinity) = self.affinity(op) else { return self.queue(op) };
        let places: Vec<Place> =
            self.options(affinity).into_iter().map(|option| self.place(Some(option))).collect::<Result<_, _>>()?;
        if places.len() <= 1 {
            return self.queue(op);
        }
        let mut build = self.build(op);
        let queues: Vec<Queue> = places.into_iter().map(|place| load_queue(&mut build, place)).collect();
        let devices: Vec<Value> = queues.iter().map(|queue| queue.device).collect();
        let affinities: Vec<Value> = queues.iter().map(|queue| queue.affinity).collect();
        let types = [build.hal_type(HalType::Device), build.module.ctx.int_type(64)];
        let groups = [&devices[..], &affinities, &[properties.memory], &[properties.usage]];
        let select = build.op(OpKind::HalAllocatorSelect, &groups, &types, &[]);
        let [device, affinity] = [0, 1].map(|index| build.module.result(select, index));
        Ok(Queue { device, affinity })
    }

    /// What an operation waits for: its `await_timepoint`, or nothing.
    pub(super) fn wait_fence(&mut self, op: Op) -> Value {
        match self.module.named(op, "await_timepoint") {
            Some(fence) => fence,
            None => {
                let mut build = self.build(op);
                let ty = build.hal_type(HalType::Fence);
                build.null(ty)
            }
        }
    }

    /// What an operation signals: nothing when nobody waits, the fence of the outside when only that does, or a new one.
    pub(super) fn signal_fence(&mut self, op: Op, device: Value) -> Value {
        let timepoint = self.module.named_result(op, "result_timepoint").filter(|&value| !self.module.is_unused(value));
        if let Some(fence) = timepoint.and_then(|timepoint| self.fence_outside(op, timepoint)) {
            return fence;
        }
        let mut build = self.build(op);
        let ty = build.hal_type(HalType::Fence);
        if timepoint.is_none() {
            return build.null(ty);
        }
        let flags = build.bits(&enums::FENCE_FLAG, 0);
        build.value(OpKind::HalFenceCreate, &[&[device]], ty, &[("flags", flags)])
    }

    /// The fence that a timepoint is passed on to, when that is all that happens to it and the fence is there already.
    fn fence_outside(&mut self, op: Op, timepoint: Value) -> Option<Value> {
        let mut uses = self.module.uses(timepoint);
        let (chain, _) = uses.next()?;
        if uses.next().is_some() || self.module.kind(chain) != OpKind::StreamTimepointChainExternal {
            return None;
        }
        let fence = *self.module.group(chain, "external_values").first()?;
        let is_fence = matches!(self.module.ctx.type_kind(self.module.ty(fence)), TypeKind::Hal(HalType::Fence));
        if !is_fence || !self.dominance.is_available(self.module, fence, op) {
            return None;
        }
        self.consumed.insert(chain);
        Some(fence)
    }
}
