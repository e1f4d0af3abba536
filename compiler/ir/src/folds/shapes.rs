//! Which dynamic dimensions belong to which operand.

use crate::module::{Module, Op, Value};
use crate::types::{DYNAMIC, Type, TypeKind};

/// The number of dynamic dimensions of a type.
fn dynamic_dims(module: &Module, ty: Type) -> usize {
    match module.ctx.type_kind(ty) {
        TypeKind::Tensor { shape, .. } | TypeKind::MemRef { shape, .. } => shape.iter().filter(|&&d| d == DYNAMIC).count(),
        _ => 0,
    }
}

/// The dimensions of an operand among `argument_dims`, which has those of all `arguments` one after another.
pub(super) fn argument_dims(module: &Module, op: Op, operand: usize) -> Option<Vec<Value>> {
    let arguments = module.group_range(op, "arguments");
    if !arguments.contains(&operand) {
        return None;
    }
    let count = |index: usize| dynamic_dims(module, module.ty(module.operand(op, index)));
    let skip: usize = (arguments.start..operand).map(count).sum();
    let dims = module.group(op, "argument_dims");
    Some(dims.get(skip..skip + count(operand))?.to_vec())
}
