//! `iree-hal-resolve-topology-queries`: kind and use of memory follow from what it is for and which devices share it.

use halforge_ir::{Attr, AttrKind, Context, DialectAttr, DialectAttrKind, Module, Op, OpKind, enums};

use crate::analysis::globals::callables;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::session::External;
use crate::symbols::SymbolTable;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-resolve-topology-queries",
    doc: "Replaces `hal.allocator.resolve_memory_properties` by constants, where devices can share the memory.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// Most devices inside each other's `select` and `fallback`.
const MAX_DEPTH: u32 = 16;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let external = run.session.external_resources;
    let symbols = SymbolTable::new(run.module, run.op);
    let topology = run.module.get_attr(run.op, "stream.topology");
    for callable in callables(run.module, run.op) {
        for op in run.module.walk(callable) {
            if run.module.kind(op) != OpKind::HalAllocatorResolveMemoryProperties {
                continue;
            }
            let lifetime = run.module.int_attr(op, "lifetime").and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0);
            let Some((mut memory, mut usage)) = properties(lifetime, external) else {
                let found = enums::LIFETIME.name(lifetime).unwrap_or_default();
                let message = format!("expected a lifetime that is known by now, found {found}");
                run.diagnostics.push(run.error_at(op, message));
                continue;
            };
            match sharing(run.module, &symbols, topology, op) {
                Sharing::OneDevice => {}
                Sharing::Mapped => {
                    memory |= memory_bits(&["HostVisible"]);
                    usage |= usage_bits(&["Mapping", "MappingPersistent"]);
                }
                // No memory is known that all of them reach.
                Sharing::None => continue,
            }
            resolve(run.module, op, memory, usage);
        }
    }
    run.finish()
}

fn resolve(module: &mut Module, op: Op, memory: u64, usage: u64) {
    let ty = module.ctx.int_type(32);
    let mut build = Build::before(module, op);
    let (memory, usage) = (build.bits(&enums::MEMORY_TYPE, memory), build.bits(&enums::BUFFER_USAGE, usage));
    let memory = build.value(OpKind::HalMemoryType, &[], ty, &[("type", memory)]);
    let usage = build.value(OpKind::HalBufferUsage, &[], ty, &[("usage", usage)]);
    for (index, value) in [memory, usage].into_iter().enumerate() {
        let result = module.result(op, index);
        module.replace_uses(result, value);
    }
    module.erase(op);
}

fn memory_bits(names: &[&str]) -> u64 {
    names.iter().fold(0, |bits, name| bits | enums::MEMORY_TYPE.case(name).unwrap_or(0))
}

fn usage_bits(names: &[&str]) -> u64 {
    names.iter().fold(0, |bits, name| bits | enums::BUFFER_USAGE.case(name).unwrap_or(0))
}

/// Memory type and buffer usage for a lifetime; `None` when it is not known.
fn properties(lifetime: u64, external: External) -> Option<(u64, u64)> {
    let usage = usage_bits(&["Transfer", "DispatchStorage"]);
    let device_local = memory_bits(&["DeviceLocal"]);
    Some(match enums::LIFETIME.name(lifetime)?.as_ref() {
        "constant" => (device_local, usage | usage_bits(&["SharingImmutable"])),
        "variable" | "transient" => (device_local, usage),
        "external" if external == External::Mappable => {
            (device_local | memory_bits(&["HostVisible"]), usage | usage_bits(&["Mapping"]))
        }
        "external" => (device_local, usage),
        "staging" => (memory_bits(&["HostLocal", "DeviceVisible"]), usage | usage_bits(&["Mapping"])),
        _ => return None,
    })
}

/// How the devices of an operation's affinity can share memory.
enum Sharing {
    /// There is one, or they are of one kind.
    OneDevice,
    /// One has access to what all others have.
    Mapped,
    None,
}

fn sharing(module: &Module, symbols: &SymbolTable, topology: Option<Attr>, op: Op) -> Sharing {
    let ctx = &module.ctx;
    let affinity = module.get_attr(op, "affinity").map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Dialect(optimal)) = affinity else { return Sharing::OneDevice };
    if optimal.kind != DialectAttrKind::HalDeviceOptimal {
        return Sharing::OneDevice;
    }
    let affinities = array(ctx, optimal, "affinities");
    let devices: Vec<Attr> = affinities.iter().filter_map(|&affinity| device_of(ctx, affinity)).collect();
    let mut ids = Vec::new();
    let known = devices.iter().all(|&device| device_ids(module, symbols, device, &mut ids, MAX_DEPTH));
    if known && !ids.is_empty() && ids.iter().all(|id| *id == ids[0]) {
        return Sharing::OneDevice;
    }
    let links = topology.map(|topology| ctx.attr_kind(topology));
    let Some(AttrKind::Dialect(topology)) = links else { return Sharing::None };
    let links = array(ctx, topology, "links");
    let reaches = |from: Attr, to: Attr| {
        from == to
            || links.iter().any(|&link| match ctx.array_value(link) {
                Some([source, target, _, transparent, ..]) => {
                    *source == from && *target == to && *transparent == ctx.bool_attr(true)
                }
                _ => false,
            })
    };
    match devices.iter().any(|&from| devices.iter().all(|&to| reaches(from, to))) {
        true => Sharing::Mapped,
        false => Sharing::None,
    }
}

fn array<'c>(ctx: &'c Context, attr: &DialectAttr, name: &str) -> &'c [Attr] {
    attr.param(name).and_then(|attr| ctx.array_value(attr)).unwrap_or_default()
}

/// The symbol of an affinity's device.
pub(crate) fn device_of(ctx: &Context, affinity: Attr) -> Option<Attr> {
    match ctx.attr_kind(affinity) {
        AttrKind::Dialect(affinity) => affinity.param("device"),
        _ => None,
    }
}

/// Adds the ids of the targets that a device may be; `false` when they are not known.
fn device_ids(module: &Module, symbols: &SymbolTable, device: Attr, ids: &mut Vec<Attr>, depth: u32) -> bool {
    let global = module.ctx.symbol_path(device).and_then(|path| symbols.resolve(module, &path));
    let value = global.and_then(|global| module.get_attr(global, "initial_value"));
    depth > 0 && value.is_some_and(|value| target_ids(module, symbols, value, ids, depth))
}

fn target_ids(module: &Module, symbols: &SymbolTable, value: Attr, ids: &mut Vec<Attr>, depth: u32) -> bool {
    let AttrKind::Dialect(device) = module.ctx.attr_kind(value) else { return false };
    match device.kind {
        DialectAttrKind::HalDeviceTarget => {
            ids.extend(device.param("device_id"));
            true
        }
        DialectAttrKind::HalDeviceFallback => {
            device.param("name").is_some_and(|name| device_ids(module, symbols, name, ids, depth - 1))
        }
        DialectAttrKind::HalDeviceSelect => {
            array(&module.ctx, device, "devices").iter().all(|&device| target_ids(module, symbols, device, ids, depth))
        }
        _ => true,
    }
}
