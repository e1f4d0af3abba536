//! Which executable targets code is needed for: those of the devices that an affinity may mean.

use halforge_ir::{Attr, AttrKind, DialectAttr, DialectAttrKind, Module, Op};
use rustc_hash::FxHashSet;

use crate::analysis::devices::device_globals;
use crate::symbols::{SymbolTable, symbol};

/// The attribute of operations around that names devices where nothing else does.
const DEVICES: &str = "hal.device.targets";

/// The executable targets of an affinity at `op`, each once.
pub(crate) fn of_affinity(module: &Module, symbols: &SymbolTable, op: Op, affinity: Option<Attr>) -> Vec<Attr> {
    let ctx = &module.ctx;
    let mut devices = Vec::new();
    let affinity = affinity.and_then(|affinity| dialect(module, affinity, DialectAttrKind::HalDeviceAffinity));
    match affinity.and_then(|affinity| affinity.param("device")).and_then(|device| ctx.symbol_path(device)) {
        Some(path) => add_devices(module, symbols, op, symbols.resolve(module, &path), &mut devices),
        None => add_named_around(module, op, &mut devices),
    }
    executable_targets(module, &devices)
}

/// The executable targets of all devices of a module, each once.
pub(crate) fn of_all(module: &Module, symbols: &SymbolTable, root: Op) -> Vec<Attr> {
    let mut devices = Vec::new();
    for global in device_globals(module, root) {
        add_devices(module, symbols, root, Some(global), &mut devices);
    }
    executable_targets(module, &devices)
}

fn dialect(module: &Module, attr: Attr, kind: DialectAttrKind) -> Option<&DialectAttr> {
    match module.ctx.attr_kind(attr) {
        AttrKind::Dialect(attr) if attr.kind == kind => Some(attr),
        _ => None,
    }
}

fn add(list: &mut Vec<Attr>, attr: Attr) {
    if !list.contains(&attr) {
        list.push(attr);
    }
}

/// Adds the device targets that a global may hold. Where that is not known, those named around `op` are meant, too.
fn add_devices(module: &Module, symbols: &SymbolTable, op: Op, global: Option<Op>, found: &mut Vec<Attr>) {
    let initial = |global: Option<Op>| global.and_then(|global| module.get_attr(global, "initial_value"));
    let Some(first) = initial(global) else { return add_named_around(module, op, found) };
    let mut seen: FxHashSet<_> = global.and_then(|global| symbol(module, global)).into_iter().collect();
    // The last first, as upstream; it shows in the order of variants whose targets have one name.
    let mut pending = vec![first];
    while let Some(attr) = pending.pop() {
        let AttrKind::Dialect(device) = module.ctx.attr_kind(attr) else { return add_named_around(module, op, found) };
        match device.kind {
            DialectAttrKind::HalDeviceTarget => add(found, attr),
            DialectAttrKind::HalDeviceSelect => {
                let devices = device.param("devices").and_then(|devices| module.ctx.array_value(devices));
                devices.unwrap_or_default().iter().for_each(|&device| add(&mut pending, device));
            }
            DialectAttrKind::HalDeviceFallback => {
                let path = device.param("name").and_then(|name| module.ctx.symbol_path(name)).unwrap_or_default();
                if !path.last().is_none_or(|&name| seen.insert(name)) {
                    continue;
                }
                match initial(symbols.resolve(module, &path)) {
                    Some(initial) => add(&mut pending, initial),
                    None => return add_named_around(module, op, found),
                }
            }
            _ => return add_named_around(module, op, found),
        }
    }
}

/// Adds the device targets that the nearest attribute around `op` names.
fn add_named_around(module: &Module, op: Op, found: &mut Vec<Attr>) {
    let mut around = std::iter::successors(Some(op), |&up| module.parent_op(up));
    let named = around.find_map(|up| module.ctx.array_value(module.get_attr(up, DEVICES)?));
    for &device in named.unwrap_or_default() {
        if dialect(module, device, DialectAttrKind::HalDeviceTarget).is_some() {
            add(found, device);
        }
    }
}

fn executable_targets(module: &Module, devices: &[Attr]) -> Vec<Attr> {
    let mut found = Vec::new();
    for &device in devices {
        let device = dialect(module, device, DialectAttrKind::HalDeviceTarget);
        let targets = device.and_then(|device| device.param("executable_targets"));
        let targets = targets.and_then(|targets| module.ctx.array_value(targets));
        targets.unwrap_or_default().iter().for_each(|&target| add(&mut found, target));
    }
    found
}

/// Whether what is said for the target `generic` holds for `specific`, too: what `generic` is configured to be must agree.
pub(crate) fn is_generic_of(module: &Module, generic: Attr, specific: Attr) -> bool {
    let ctx = &module.ctx;
    let target = |attr| dialect(module, attr, DialectAttrKind::HalExecutableTarget);
    let (Some(generic), Some(specific)) = (target(generic), target(specific)) else { return false };
    if ["backend", "format"].iter().any(|name| generic.param(name) != specific.param(name)) {
        return false;
    }
    let (Some(generic), Some(specific)) = (generic.param("configuration"), specific.param("configuration")) else {
        return true;
    };
    let AttrKind::Dict(items) = ctx.attr_kind(generic) else { return true };
    items.iter().all(|&(key, value)| ctx.dict_get(specific, ctx.str(key)) == Some(value))
}
