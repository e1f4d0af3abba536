//! Folds and rewrites of what stands between tensors and buffers.

use super::defined_by;
use crate::attrs::Attr;
use crate::module::{At, Mapping, Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::constant;
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};

/// Whether an import is nothing but another view of what it imports.
fn is_plain_import(module: &Module, op: Op) -> bool {
    module.named(op, "wait_fence").is_none()
        && module.named(op, "byte_offset").is_none()
        && module.get_attr(op, "consume").is_none()
}

pub(crate) fn import(module: &Module, op: Op) -> Option<Folded> {
    if !is_plain_import(module, op) {
        return None;
    }
    let export = defined_by(module, module.named(op, "source")?, OpKind::HalTensorExport)?;
    let source = module.named(export, "source")?;
    let same = module.ty(source) == module.ty(module.result(op, 0))
        && module.get_attr(export, "source_encoding") == module.get_attr(op, "target_encoding");
    same.then(|| source.into())
}

pub(crate) fn export(module: &Module, op: Op) -> Option<Folded> {
    let import = defined_by(module, module.named(op, "source")?, OpKind::HalTensorImport)?;
    if !is_plain_import(module, import) {
        return None;
    }
    let source = module.named(import, "source")?;
    let same = module.ty(source) == module.ty(module.result(op, 0))
        && module.get_attr(import, "target_encoding") == module.get_attr(op, "source_encoding");
    same.then(|| source.into())
}

/// The dynamic dimensions that a user states for one of its operands: the group beside it, or the part that belongs to it.
fn stated_dims(module: &Module, user: Op, operand: usize) -> Option<Vec<Value>> {
    let group = match module.kind(user) {
        OpKind::HalTensorExport | OpKind::HalTensorAlias | OpKind::HalTensorTransients if operand == 0 => "source_dims",
        OpKind::HalDispatchExtern => return super::shapes::argument_dims(module, user, operand),
        _ => return None,
    };
    Some(module.group(user, group).to_vec())
}

/// What the users of an import say about a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    None,
    Constant(Value, Attr),
    /// Different constants, or something that is not constant.
    Unclear,
}

/// Dimensions that all users in the block state as the same constant.
fn import_dims(r: &mut Rewriter<'_>, op: Op) -> bool {
    let dims = r.group(op, "target_dims");
    if dims.iter().all(|&d| constant(r, d).is_some()) {
        return false;
    }
    let mut evidence = vec![Evidence::None; dims.len()];
    for (user, operand) in r.uses(r.result(op, 0)) {
        if r.parent(user) != r.parent(op) {
            return false;
        }
        let Some(stated) = stated_dims(r, user, operand) else { continue };
        if stated.len() != dims.len() {
            return false;
        }
        for (seen, value) in evidence.iter_mut().zip(stated) {
            *seen = match (*seen, constant(r, value)) {
                (Evidence::None, Some(attr)) => Evidence::Constant(value, attr),
                (Evidence::Constant(first, attr), Some(other)) if attr == other => Evidence::Constant(first, attr),
                _ => Evidence::Unclear,
            };
        }
    }
    let mut resolved = dims.clone();
    for (dim, seen) in resolved.iter_mut().zip(evidence) {
        if let Evidence::Constant(value, _) = seen
            && constant(r, *dim).is_none()
        {
            *dim = available(r, value, op);
        }
    }
    if resolved == dims {
        return false;
    }
    r.update(op, |module| module.set_group(op, "target_dims", &resolved));
    true
}

/// A constant, where `op` can use it.
fn available(r: &mut Rewriter<'_>, value: Value, op: Op) -> Value {
    match r.defining_op(value) {
        Some(def) if r.parent(def) != r.parent(op) || !r.is_before(def, op) => {
            let copy = r.edit(&[op], |module| module.clone_op_at(def, At::Before(op), &mut Mapping::new()));
            r.result(copy, 0)
        }
        _ => value,
    }
}

pub(crate) const IMPORT: &[Rewrite] =
    &[rewrite("import-dims", "a dimension that all users say is a constant -> that constant", import_dims)];

pub(crate) const TRANSIENTS: &[Rewrite] =
    &[rewrite("transients-twice", "storage for transients given twice -> the later one", |r, op| {
        let Some(source) = r.named(op, "source") else { return false };
        let Some(inner) = defined_by(r, source, OpKind::HalTensorTransients) else { return false };
        let (Some(source), dims) = (r.named(inner, "source"), r.group(inner, "source_dims")) else { return false };
        r.update(op, |module| {
            module.set_group(op, "source", &[source]);
            module.set_group(op, "source_dims", &dims);
        });
        true
    })];

/// Tensors that a barrier joins more than once.
fn barrier_sources(r: &mut Rewriter<'_>, op: Op) -> bool {
    let sources = r.group(op, "sources");
    let mut kept: Vec<Value> = Vec::new();
    let mut places = Vec::new();
    for &source in &sources {
        let place = kept.iter().position(|&k| k == source).unwrap_or(kept.len());
        if place == kept.len() {
            kept.push(source);
        }
        places.push(place);
    }
    let Some(fence) = r.named(op, "signal_fence").filter(|_| kept.len() < sources.len()) else { return false };
    let new = NewOp {
        results: kept.iter().map(|&v| r.ty(v)).collect(),
        operands: kept.into_iter().chain([fence]).collect(),
        ..NewOp::default()
    };
    let loc = r.op(op).loc;
    let new = r.insert(At::Before(op), OpKind::HalTensorBarrier, loc, new);
    let results: Vec<Value> = places.into_iter().map(|place| r.result(new, place)).collect();
    r.replace(op, &results);
    true
}

pub(crate) const BARRIER: &[Rewrite] = &[rewrite("barrier-once", "a tensor joined more than once -> once", barrier_sources)];
