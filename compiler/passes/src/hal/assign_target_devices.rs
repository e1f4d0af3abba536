//! `iree-hal-assign-target-devices`: the devices of a program, as the command line names them.
//!
//! ```text
//! devices = [ name "=" ] device { "," device }
//! device  = attribute of type !hal.device | id [ "[" ordinal "]" ] | '"' id '"' [ "[" ordinal "]" ]
//! ```
//!
//! Of several devices the first that is there at run time is used.

use std::sync::Arc;

use halforge_ir::{Attr, Context, DialectAttrKind, HalType, Module, Op, OpKind, Params, parse_attr};

use crate::analysis::devices::device_globals;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::pipeline::split_outside;
use crate::targets::{device_attr, device_select};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-assign-target-devices",
    doc: "Asks for devices, unless the module asks for some.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[OptionDef {
        name: "targetDevices",
        doc: "The devices, each an attribute or `[name=]id[ordinal]`; of several between commas the first that is there.",
        default: OptionKind::List,
    }],
    run,
};

/// The attribute of a module that says which devices it is for: a list, or a dictionary of names.
pub(crate) const TARGETS: &str = "hal.device.targets";

/// Whether a module has globals for devices, and so names its devices itself.
pub(crate) fn has_devices(module: &Module, root: Op) -> bool {
    !device_globals(module, root).is_empty()
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let ctx = run.ctx();
    let specs = run.options.list("targetDevices").to_vec();
    if specs.is_empty() || run.module.get_attr(run.op, TARGETS).is_some() || has_devices(run.module, run.op) {
        return Ok(());
    }
    let mut named = Vec::new();
    let mut unnamed = Vec::new();
    for spec in &specs {
        match parse(&ctx, spec) {
            Ok((Some(name), device)) => named.push((ctx.ident(name), device)),
            Ok((None, device)) => unnamed.push(device),
            Err(what) => return run.fail(run.op, format!("target device `{spec}`: {what}")),
        }
    }
    let value = match (named.is_empty(), unnamed.is_empty()) {
        (false, false) => {
            return run.fail(run.op, "expected a name for each target device or for none, found some with and some without");
        }
        (false, true) => ctx.dict_attr(named),
        (true, _) => ctx.array_attr(unnamed),
    };
    run.module.set_attr(run.op, TARGETS, value);
    Ok(())
}

/// The name of what a text asks for, and the device.
fn parse<'t>(ctx: &Arc<Context>, text: &'t str) -> Result<(Option<&'t str>, Attr), String> {
    let text = unquote(text.trim());
    let (name, text) = match text.split_once('=') {
        Some((name, rest)) if is_name(name.trim()) => (Some(name.trim()), rest),
        _ => (None, text),
    };
    let parts = split_outside(text, |c| c == ',')?;
    let devices = parts.into_iter().map(|part| parse_device(ctx, part.trim())).collect::<Result<Vec<_>, _>>()?;
    Ok((
        name,
        match devices[..] {
            [device] => device,
            _ => device_select(ctx, devices),
        },
    ))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn parse_device(ctx: &Arc<Context>, text: &str) -> Result<Attr, String> {
    if text.starts_with('#') {
        let attr = parse_attr(ctx, text, text).map_err(|mistake| mistake.message.clone())?;
        let device = ctx.hal_type(HalType::Device);
        return match ctx.attr_type(attr) {
            Some(ty) if ty == device => Ok(attr),
            _ => Err(format!("expected an attribute of type !hal.device, found {}", ctx.show_attr(attr))),
        };
    }
    let (id, ordinal) = match text.split_once('[') {
        Some((id, rest)) => {
            let number = rest.strip_suffix(']').and_then(|digits| digits.trim().parse::<u32>().ok());
            (id.trim_end(), Some(number.ok_or_else(|| format!("expected a number in brackets, found `[{rest}`"))?))
        }
        None => (text, None),
    };
    let id = unquote(id);
    if id.is_empty() {
        return Err("expected a device, found nothing".to_owned());
    }
    let ordinal = ordinal.map(|ordinal| ctx.int_attr(ordinal.into(), ctx.int_type(64)));
    Ok(device_attr(ctx, DialectAttrKind::HalDeviceAlias, Params::from_iter([Some(ctx.str_attr(id)), ordinal, None])))
}

/// A text without the quotes around it.
fn unquote(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map_or(text, str::trim)
}
