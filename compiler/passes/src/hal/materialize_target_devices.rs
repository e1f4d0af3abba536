//! `iree-hal-materialize-target-devices`: a global for each device, and what has no place gets the default one.

use halforge_ir::{
    At, Attr, AttrKind, Context, DialectAttr, DialectAttrKind, HalType, Ident, Module, Op, OpKind, Params, Type, TypeKind,
};

use crate::build::Build;
use crate::functions::{Side, annotate, annotation, types};
use crate::hal::assign_target_devices::TARGETS;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{Visibility, ops_in, visibility};
use crate::targets::device_select;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-materialize-target-devices",
    doc: "Makes globals of the devices that the module asks for, and says which is the default.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[OptionDef {
        name: "defaultDevice",
        doc: "The default device, by its name or its number; the first one when empty.",
        default: OptionKind::Text(""),
    }],
    run,
};

/// The attribute of a module that says which of its devices is the default: a name, or a number.
const DEFAULT: &str = "hal.device.default";
/// The place of an argument or result.
const AFFINITY: &str = "stream.affinity";
/// The place of what has none.
const DEFAULT_AFFINITY: &str = "stream.affinity.default";

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let ctx = run.ctx();
    let mut default = None;
    if let Some(targets) = run.module.get_attr(run.op, TARGETS) {
        let devices = match devices(&ctx, targets) {
            Ok(devices) => devices,
            Err(found) => {
                let message = format!(
                    "expected {TARGETS} to be a list of devices or a dictionary of named ones, found {}",
                    ctx.show_attr(found)
                );
                return run.fail(run.op, message);
            }
        };
        default = devices.first().map(|(name, _)| *name);
        run.module.remove_attr(run.op, TARGETS);
        make_globals(run.module, run.op, &devices);
    }
    if let Some(named) = run.module.get_attr(run.op, DEFAULT) {
        let name = ctx.str_value(named).map(|name| ctx.ident(name));
        let Some(name) = name.or_else(|| Some(numbered(&ctx, ctx.int_value(named)?))) else {
            let message = format!("expected {DEFAULT} to be a name or a number, found {}", ctx.show_attr(named));
            return run.fail(run.op, message);
        };
        run.module.remove_attr(run.op, DEFAULT);
        default = Some(name);
    } else if let text = run.options.text("defaultDevice")
        && !text.is_empty()
    {
        default = Some(text.parse::<i64>().map_or_else(|_| ctx.ident(text), |number| numbered(&ctx, number.into())));
    }
    if let Some(device) = default {
        place(run.module, run.op, device);
    }
    Ok(())
}

fn numbered(ctx: &Context, number: i128) -> Ident {
    ctx.ident(&format!("__device_{number}"))
}

/// The names and values of the globals to be made; on failure the attribute that is no device.
fn devices(ctx: &Context, targets: Attr) -> Result<Vec<(Ident, Attr)>, Attr> {
    let named: Vec<(Ident, Attr)> = match ctx.attr_kind(targets) {
        AttrKind::Dict(items) => items.clone(),
        AttrKind::Array(items) => items.iter().zip(0..).map(|(&attr, number)| (numbered(ctx, number), attr)).collect(),
        _ => return Err(targets),
    };
    named.into_iter().map(|(name, attr)| Ok((name, device(ctx, attr)?))).collect()
}

/// A device, or one of several.
fn device(ctx: &Context, attr: Attr) -> Result<Attr, Attr> {
    let is_device = |attr: Attr| ctx.attr_type(attr) == Some(ctx.hal_type(HalType::Device));
    match ctx.array_value(attr) {
        Some(&[only]) if is_device(only) => Ok(only),
        Some(several) if several.len() > 1 && several.iter().all(|&attr| is_device(attr)) => {
            Ok(device_select(ctx, several.to_vec()))
        }
        None if is_device(attr) => Ok(attr),
        _ => Err(attr),
    }
}

fn make_globals(module: &mut Module, root: Op, devices: &[(Ident, Attr)]) {
    let Some(block) = module.regions(root).first().and_then(|&region| module.entry(region)) else { return };
    let loc = module.op(root).loc;
    let mut build = Build::new(module, At::Start(block), loc);
    for &(name, value) in devices {
        let ty = build.hal_type(HalType::Device);
        let global = build.global(name, ty);
        build.module.set_attr(global, "initial_value", value);
    }
}

/// Makes a device the default one, and the place of what public functions take and give.
fn place(module: &mut Module, root: Op, device: Ident) {
    let ctx = module.ctx.clone();
    let all_queues = ctx.int_attr(-1, ctx.int_type(64));
    let params = Params::from_iter([Some(ctx.symbol_attr(device)), Some(all_queues)]);
    let affinity = ctx.attr(AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::HalDeviceAffinity, params, ty: None }));
    module.set_attr(root, DEFAULT_AFFINITY, affinity);
    for op in ops_in(module, root) {
        if visibility(module, op) != Visibility::Public {
            continue;
        }
        for side in [Side::Arguments, Side::Results] {
            for (index, ty) in types(module, op, side).into_iter().flatten().enumerate() {
                if has_place(&ctx, ty) && annotation(module, op, side, index, AFFINITY).is_none() {
                    annotate(module, op, side, index, AFFINITY, affinity);
                }
            }
        }
    }
}

/// Whether values of a type are at a place.
fn has_place(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Tensor { .. } | TypeKind::StreamResource(_))
}
