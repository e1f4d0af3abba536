//! Tensors and how they are stored; dispatches of device code given as objects.

use super::executable::{check_condition, check_count};
use crate::attrs::{Attr, AttrKind};
use crate::module::Op;
use crate::types::{Type, TypeKind};
use crate::verify::{Verifier, count};

/// `hal.tensor.import`
pub(crate) fn import(v: &mut Verifier<'_>, op: Op) {
    let Some(target) = v.module.named_result(op, "target") else { return };
    check_encoding(v, op, "target_encoding", v.module.ty(target));
}

/// `hal.tensor.export`
pub(crate) fn export(v: &mut Verifier<'_>, op: Op) {
    let Some(source) = v.module.named(op, "source") else { return };
    check_encoding(v, op, "source_encoding", v.module.ty(source));
}

/// The type that is stored has as many dynamic extents as the type that is told.
fn check_encoding(v: &mut Verifier<'_>, op: Op, encoding: &str, storage: Type) {
    let Some(AttrKind::Type(encoded)) = v.module.get_attr(op, encoding).map(|attr| v.ctx().attr_kind(attr)) else { return };
    if !is_shaped(v, *encoded) || !is_shaped(v, storage) {
        return;
    }
    if v.ctx().dynamic_dims(*encoded) != v.ctx().dynamic_dims(storage) {
        let (encoded, storage) = (v.show(*encoded), v.show(storage));
        v.error(op, format!("expected `{encoding}` to have the dynamic extents of {storage}, found {encoded}"));
    }
}

fn is_shaped(v: &Verifier<'_>, ty: Type) -> bool {
    matches!(v.ctx().type_kind(ty), TypeKind::Tensor { .. } | TypeKind::MemRef { .. } | TypeKind::Vector { .. })
}

/// `hal.dispatch.extern`
pub(crate) fn dispatch_extern(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    for values in ["arguments", "results"] {
        let group = if values == "results" { module.result_group(op, values) } else { module.group(op, values) };
        for &value in &group {
            if has_index_elements(v, module.ty(value)) {
                let found = v.show(module.ty(value));
                let message =
                    format!("expected `{values}` without index elements, whose width devices do not share, found {found}");
                v.error(op, message).note_value(value);
            }
        }
    }
    let [workgroup_count, conditions @ ..] = module.regions(op) else { return };
    check_count(v, op, *workgroup_count);
    check_workload(v, op);
    let ctx = v.ctx();
    let length = |attr: Option<Attr>| attr.and_then(|attr| ctx.array_value(attr)).map_or(0, <[Attr]>::len);
    let targets = length(module.get_attr(op, "targets"));
    for name in ["target_objects", "target_ordinals"] {
        let found = length(module.get_attr(op, name));
        if found != targets {
            let expected = count(targets, "element");
            v.error(op, format!("expected `{name}` to have {expected}, one for each target, found {found}"));
        }
    }
    if conditions.len() != targets {
        let expected = count(targets, "condition region");
        v.error(op, format!("expected {expected}, one for each target, found {}", conditions.len()));
        v.help("a region without blocks is always true");
    }
    for &region in conditions {
        check_condition(v, op, region);
    }
}

fn has_index_elements(v: &Verifier<'_>, ty: Type) -> bool {
    is_shaped(v, ty) && {
        let element = match v.ctx().type_kind(ty) {
            TypeKind::Tensor { element, .. } | TypeKind::MemRef { element, .. } | TypeKind::Vector { element, .. } => *element,
            _ => ty,
        };
        element == v.ctx().index_type()
    }
}

/// The count region takes the device and the workload.
fn check_workload(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(entry) = module.regions(op).first().and_then(|&region| module.entry(region)) else { return };
    let args = module.args(entry);
    let taken = args.len().saturating_sub(1);
    let given = module.group(op, "workload").len();
    if taken != given {
        let expected = count(taken, "value");
        v.error(op, format!("expected a workload of {expected}, as the workgroup count region takes, found {given}"));
        if let Some(&arg) = args.get(1) {
            v.note_value(arg);
        }
    }
}
