//! Attributes that hold other attributes of the dialect.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::dialect_attrs::{DialectAttr, DialectAttrKind};

fn kind(ctx: &Context, attr: Attr) -> Option<DialectAttrKind> {
    match ctx.attr_kind(attr) {
        AttrKind::Dialect(attr) => Some(attr.kind),
        _ => None,
    }
}

fn items<'c>(ctx: &'c Context, attr: &DialectAttr, name: &str) -> &'c [Attr] {
    attr.param(name).and_then(|list| ctx.array_value(list)).unwrap_or_default()
}

/// The first of `items` that is of none of `allowed`, with its position.
fn stranger(ctx: &Context, items: &[Attr], allowed: &[DialectAttrKind]) -> Option<(usize, Attr)> {
    let is_allowed = |attr: Attr| kind(ctx, attr).is_some_and(|kind| allowed.contains(&kind));
    items.iter().copied().enumerate().find(|(_, attr)| !is_allowed(*attr))
}

/// `#hal.device.select`: at least one, and all say how to make a device.
pub(crate) fn device_select(ctx: &Context, attr: &DialectAttr) -> Result<(), String> {
    const ALLOWED: &[DialectAttrKind] = &[
        DialectAttrKind::HalDeviceAlias,
        DialectAttrKind::HalDeviceTarget,
        DialectAttrKind::HalDeviceOrdinal,
        DialectAttrKind::HalDeviceFallback,
        DialectAttrKind::HalDeviceSelect,
    ];
    let devices = items(ctx, attr, "devices");
    if devices.is_empty() {
        return Err("expected at least one device to select from, found none".to_owned());
    }
    match stranger(ctx, devices, ALLOWED) {
        None => Ok(()),
        Some((index, found)) => Err(format!(
            "expected device {index} to be #hal.device.alias, target, ordinal, fallback or select, found {}",
            ctx.show_attr(found)
        )),
    }
}

/// `#hal.device.optimal`: at least one, and all are affinities of the dialect.
pub(crate) fn device_optimal(ctx: &Context, attr: &DialectAttr) -> Result<(), String> {
    const ALLOWED: &[DialectAttrKind] = &[DialectAttrKind::HalDeviceAffinity, DialectAttrKind::HalDevicePromise];
    let affinities = items(ctx, attr, "affinities");
    if affinities.is_empty() {
        return Err("expected at least one affinity, found none".to_owned());
    }
    match stranger(ctx, affinities, ALLOWED) {
        None => Ok(()),
        Some((index, found)) => Err(format!(
            "expected affinity {index} to be #hal.device.affinity or #hal.device.promise, found {}",
            ctx.show_attr(found)
        )),
    }
}

/// `#hal.executable.objects`: an array of objects for each executable target.
pub(crate) fn executable_objects(ctx: &Context, attr: &DialectAttr) -> Result<(), String> {
    let (targets, objects) = (items(ctx, attr, "targets"), items(ctx, attr, "objects"));
    if targets.len() != objects.len() {
        return Err(format!("expected objects for each of {} targets, found {}", targets.len(), objects.len()));
    }
    if let Some((index, found)) = stranger(ctx, targets, &[DialectAttrKind::HalExecutableTarget]) {
        let found = ctx.show_attr(found);
        return Err(format!("expected key {index} to be #hal.executable.target, found {found}"));
    }
    for (index, &list) in objects.iter().enumerate() {
        let is_objects = |list: &[Attr]| stranger(ctx, list, &[DialectAttrKind::HalExecutableObject]).is_none();
        if !ctx.array_value(list).is_some_and(is_objects) {
            let found = ctx.show_attr(list);
            return Err(format!("expected value {index} to be an array of #hal.executable.object, found {found}"));
        }
    }
    Ok(())
}
