//! `iree-hal-verify-devices`: every device and backend that the module asks for is known.

use halforge_ir::{Attr, AttrKind, DialectAttrKind, Module, OpKind};

use crate::analysis::devices::device_globals;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::ops_in;
use crate::targets::{TARGET_REGISTRY, backend_names, device_names, find_backend, find_device};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-verify-devices",
    doc: "Fails for devices and backends that are not known.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[TARGET_REGISTRY],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    if ops_in(run.module, run.op).iter().all(|&op| run.module.kind(op) == OpKind::HalExecutable) {
        return Ok(());
    }
    for global in device_globals(run.module, run.op) {
        if let Some(attr) = run.module.get_attr(global, "initial_value")
            && let Err(message) = verify(run.module, attr)
        {
            run.diagnostics.push(run.error_at(global, message));
        }
    }
    run.finish()
}

fn verify(module: &Module, attr: Attr) -> Result<(), String> {
    let ctx = &module.ctx;
    let AttrKind::Dialect(device) = ctx.attr_kind(attr) else { return Ok(()) };
    let text = |attr: Option<Attr>| attr.and_then(|attr| ctx.str_value(attr)).unwrap_or_default();
    match device.kind {
        DialectAttrKind::HalDeviceSelect => {
            let devices = device.param("devices").and_then(|devices| ctx.array_value(devices)).unwrap_or_default();
            devices.iter().try_for_each(|&device| verify(module, device))
        }
        DialectAttrKind::HalDeviceTarget => {
            let id = text(device.param("device_id"));
            known("device", id, find_device(id).is_some(), device_names)?;
            let targets = device.param("executable_targets").and_then(|targets| ctx.array_value(targets));
            targets.unwrap_or_default().iter().try_for_each(|&target| match ctx.attr_kind(target) {
                AttrKind::Dialect(target) => {
                    let name = text(target.param("backend"));
                    known("backend", name, find_backend(name).is_some(), backend_names)
                }
                _ => Ok(()),
            })
        }
        _ => Ok(()),
    }
}

fn known(what: &str, name: &str, found: bool, names: fn() -> String) -> Result<(), String> {
    match found {
        true => Ok(()),
        false => Err(format!("expected a {what} that is known, found \"{name}\"; there are {}", names())),
    }
}
