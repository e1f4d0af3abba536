//! `iree-hal-initialize-devices`: device globals get initializers that look for the device they ask for.

use halforge_ir::{At, Attr, AttrKind, DialectAttr, DialectAttrKind, HalType, Module, Op, OpKind, Type, Value};

use crate::analysis::devices::device_globals;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::symbol;
use crate::targets::{TARGET_REGISTRY, id_pattern};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-initialize-devices",
    doc: "Makes initializers that find the devices of globals among those the runtime has.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[TARGET_REGISTRY],
    run,
};

/// `INCOMPATIBLE`: no device is what the program needs.
const STATUS_INCOMPATIBLE: i64 = 18;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    for global in device_globals(run.module, run.op) {
        let Some(value) = run.module.get_attr(global, "initial_value") else { continue };
        if let Err(found) = check(run.module, value) {
            let message = format!("expected a device that can be looked for, found {found}; resolve aliases first");
            run.diagnostics.push(run.error_at(global, message));
            continue;
        }
        initialize(run.module, global, value);
    }
    run.finish()
}

/// Whether initializers can be made for a device; what they cannot be made for.
fn check(module: &Module, value: Attr) -> Result<(), String> {
    let AttrKind::Dialect(device) = module.ctx.attr_kind(value) else {
        return Err(module.ctx.show_attr(value).to_string());
    };
    match device.kind {
        DialectAttrKind::HalDeviceTarget | DialectAttrKind::HalDeviceOrdinal | DialectAttrKind::HalDeviceFallback => Ok(()),
        DialectAttrKind::HalDeviceSelect => devices(module, device).iter().try_for_each(|&device| check(module, device)),
        _ => Err(module.ctx.show_attr(value).to_string()),
    }
}

fn devices(module: &Module, select: &DialectAttr) -> Vec<Attr> {
    select.param("devices").and_then(|devices| module.ctx.array_value(devices)).unwrap_or_default().to_vec()
}

fn initialize(module: &mut Module, global: Op, value: Attr) {
    let Some(name) = symbol(module, global) else { return };
    let ctx = module.ctx.clone();
    let shown = ctx.show_attr(value).to_string();
    let shown = shown.strip_suffix(" : !hal.device").unwrap_or(&shown);
    let message = format!("HAL device `{}` not found or unavailable: {shown}", ctx.str(name));
    module.remove_attr(global, "initial_value");
    let loc = module.op(global).loc;
    Build::new(module, At::After(global), loc).initializer(|build| {
        let ty = build.hal_type(HalType::Device);
        let device = find(build, value, ty);
        let null = build.null(ty);
        let missing = build.same(device, null);
        let branch = build.op(OpKind::ScfIf, &[&[missing]], &[], &[]);
        let then = build.module.region(branch, 0);
        build.block(then, |build| {
            let status = build.int(STATUS_INCOMPATIBLE, 32);
            build.check_ok(status, &message);
            build.op(OpKind::ScfYield, &[&[]], &[], &[]);
        });
        build.store(name, device);
    });
}

/// The device that an attribute asks for, or null.
fn find(build: &mut Build<'_>, value: Attr, ty: Type) -> Value {
    let ctx = build.module.ctx.clone();
    let AttrKind::Dialect(device) = ctx.attr_kind(value) else { return build.null(ty) };
    match device.kind {
        DialectAttrKind::HalDeviceOrdinal => {
            let ordinal = device.param("ordinal").and_then(|ordinal| ctx.int_value(ordinal)).unwrap_or(0);
            let ordinal = build.index(i64::try_from(ordinal).unwrap_or(0));
            build.value(OpKind::HalDevicesGet, &[&[ordinal]], ty, &[])
        }
        DialectAttrKind::HalDeviceFallback => {
            let name = device.param("name").and_then(|name| ctx.symbol_path(name)).and_then(|path| path.last().copied());
            match name {
                Some(name) => build.load(name, ty),
                None => build.null(ty),
            }
        }
        DialectAttrKind::HalDeviceSelect => {
            let null = build.null(ty);
            let devices = devices(build.module, device);
            first(build, &devices, null, ty)
        }
        _ => enumerate(build, device, ty),
    }
}

/// The first of several devices that is there.
fn first(build: &mut Build<'_>, devices: &[Attr], null: Value, ty: Type) -> Value {
    let Some((&device, rest)) = devices.split_first() else { return null };
    let device = find(build, device, ty);
    if rest.is_empty() {
        return device;
    }
    let missing = build.same(device, null);
    build.either(missing, &[ty], |build| vec![first(build, rest, null, ty)], |_| vec![device])[0]
}

/// A loop over the devices of the runtime for the one that is what `target` asks for.
fn enumerate(build: &mut Build<'_>, target: &DialectAttr, ty: Type) -> Value {
    let ctx = build.module.ctx.clone();
    let (index, bit) = (ctx.index_type(), ctx.int_type(1));
    let (zero, one) = (build.index(0), build.index(1));
    let null = build.null(ty);
    let ordinal = target.param("configuration").and_then(|config| ctx.int_value(ctx.dict_get(config, "ordinal")?));
    let ordinal = match ordinal.and_then(|ordinal| i64::try_from(ordinal).ok()) {
        Some(ordinal) => build.index(ordinal),
        None => zero,
    };
    let count = build.value(OpKind::HalDevicesCount, &[], index, &[]);
    let types = [index, index, ty];
    let search = build.op(OpKind::ScfWhile, &[&[zero, zero, null]], &types, &[]);
    let regions = [0, 1].map(|i| build.module.region(search, i));
    let mut args = [Vec::new(), Vec::new()];
    for (region, args) in regions.into_iter().zip(&mut args) {
        let block = build.module.add_block(region);
        *args = types.iter().map(|&ty| build.module.add_arg(block, ty, build.loc)).collect();
        let here = At::End(block);
        build.within(here, |build| match region == regions[0] {
            true => {
                let missing = build.same(args[2], null);
                let more = compare(build, "slt", args[0], count);
                let go_on = build.value(OpKind::ArithAndI, &[&[missing], &[more]], bit, &[]);
                build.op(OpKind::ScfCondition, &[&[go_on], args], &[], &[]);
            }
            false => {
                let device = build.value(OpKind::HalDevicesGet, &[&[args[0]]], ty, &[]);
                let fits = matches(build, device, target);
                let is_turn = compare(build, "eq", args[1], ordinal);
                let step = build.value(OpKind::ArithSelect, &[&[fits], &[one], &[zero]], index, &[]);
                let seen = sum(build, args[1], step);
                let found = build.value(OpKind::ArithAndI, &[&[fits], &[is_turn]], bit, &[]);
                let device = build.value(OpKind::ArithSelect, &[&[found], &[device], &[null]], ty, &[]);
                let next = sum(build, args[0], one);
                build.op(OpKind::ScfYield, &[&[next, seen, device]], &[], &[]);
            }
        });
    }
    build.module.result(search, 2)
}

fn sum(build: &mut Build<'_>, a: Value, b: Value) -> Value {
    let index = build.module.ctx.index_type();
    build.value(OpKind::ArithAddI, &[&[a], &[b]], index, &[])
}

fn compare(build: &mut Build<'_>, predicate: &str, a: Value, b: Value) -> Value {
    let bit = build.module.ctx.int_type(1);
    let predicates = &halforge_ir::enums::CMPI_PREDICATE;
    let predicate = build.bits(predicates, predicates.case(predicate).unwrap_or(0));
    build.value(OpKind::ArithCmpI, &[&[a], &[b]], bit, &[("predicate", predicate)])
}

/// Whether a device has the id of a target and takes one of its formats.
fn matches(build: &mut Build<'_>, device: Value, target: &DialectAttr) -> Value {
    let ctx = build.module.ctx.clone();
    let bit = ctx.int_type(1);
    let id = target.param("device_id").and_then(|id| ctx.str_value(id)).unwrap_or_default();
    let has_id = build.query(device, "hal.device.id", id_pattern(id));
    let targets = target.param("executable_targets").and_then(|targets| ctx.array_value(targets)).unwrap_or_default();
    let formats: Vec<&str> = targets.iter().filter_map(|&target| format_of(&ctx, target)).collect();
    if formats.is_empty() {
        return has_id;
    }
    let any = |build: &mut Build<'_>| {
        let takes = formats.iter().map(|format| build.query(device, "hal.executable.format", format)).collect::<Vec<_>>();
        let any = takes.into_iter().reduce(|a, b| build.value(OpKind::ArithOrI, &[&[a], &[b]], bit, &[]));
        any.into_iter().collect()
    };
    build.either(has_id, &[bit], any, |build| vec![build.int(0, 1)])[0]
}

/// The format of an executable target.
pub(crate) fn format_of(ctx: &halforge_ir::Context, target: Attr) -> Option<&str> {
    match ctx.attr_kind(target) {
        AttrKind::Dialect(target) => ctx.str_value(target.param("format")?),
        _ => None,
    }
}
