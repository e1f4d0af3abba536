//! `iree-hal-resolve-device-aliases`: names of devices become what code for them is made for.

use std::sync::Arc;

use halforge_ir::{Attr, AttrKind, AttrList, Context, DialectAttr, DialectAttrKind, OpKind};

use crate::analysis::devices::device_globals;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::session::Session;
use crate::targets::{TARGET_REGISTRY, device_names, device_select, device_target, find_device};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-resolve-device-aliases",
    doc: "Replaces `#hal.device.alias` in device globals by the targets that the registry has for it.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[TARGET_REGISTRY],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let ctx = run.ctx();
    for global in device_globals(run.module, run.op) {
        let Some(value) = run.module.get_attr(global, "initial_value") else { continue };
        match resolve(&ctx, run.session, value) {
            Ok(resolved) => run.module.set_attr(global, "initial_value", resolved),
            Err(message) => run.diagnostics.push(run.error_at(global, message)),
        }
    }
    run.finish()
}

fn resolve(ctx: &Arc<Context>, session: &Session, attr: Attr) -> Result<Attr, String> {
    let AttrKind::Dialect(device) = ctx.attr_kind(attr) else { return Ok(attr) };
    match device.kind {
        DialectAttrKind::HalDeviceAlias => resolve_alias(ctx, session, device),
        DialectAttrKind::HalDeviceSelect => {
            let devices = device.param("devices").and_then(|devices| ctx.array_value(devices)).unwrap_or_default();
            let resolved = devices.iter().map(|&device| resolve(ctx, session, device)).collect::<Result<_, _>>()?;
            Ok(device_select(ctx, resolved))
        }
        _ => Ok(attr),
    }
}

fn resolve_alias(ctx: &Arc<Context>, session: &Session, alias: &DialectAttr) -> Result<Attr, String> {
    let id = alias.param("device_id").and_then(|id| ctx.str_value(id)).unwrap_or_default();
    let Some(device) = find_device(id) else {
        return Err(format!("expected a device that is known, found \"{id}\"; there are {}", device_names()));
    };
    let targets = device.executable_targets(ctx, session);
    if targets.is_empty() {
        return Err(format!("expected a backend that makes code for \"{id}\" by default, found none; write its targets out"));
    }
    let mut configuration: AttrList = match alias.param("configuration").map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Dict(items)) => items.clone(),
        _ => Vec::new(),
    };
    if let Some(ordinal) = alias.param("ordinal").and_then(|ordinal| ctx.int_value(ordinal)) {
        configuration.push((ctx.ident("ordinal"), ctx.int_attr(ordinal, ctx.index_type())));
    }
    let configuration = (!configuration.is_empty()).then(|| ctx.dict_attr(configuration));
    Ok(device_target(ctx, id, configuration, targets))
}
