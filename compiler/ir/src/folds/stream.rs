//! Folds of the stream dialect.

use super::defined_by;
use crate::attrs::AttrKind;
use crate::dialect_attrs::{DialectAttr, DialectAttrKind};
use crate::module::{Module, Op, Segments, Value};
use crate::ops::OpKind;
use crate::params::Params;
use crate::rewrite::dominance::Dominance;
use crate::rewrite::{Folded, constants};

type Fold = Option<Folded>;

/// The constant that `stream.timepoint.immediate` is.
pub(crate) fn immediate(module: &Module, op: Op) -> Fold {
    let (ctx, ty) = (&module.ctx, module.ty(module.result(op, 0)));
    let params = Params::from_iter([Some(ctx.str_attr("immediate"))]);
    Some(ctx.attr(AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::StreamTimepoint, params, ty: Some(ty) })).into())
}

/// A join of what has been reached has been reached; a join of one timepoint is that timepoint.
pub(crate) fn join(module: &Module, op: Op) -> Fold {
    let mut timepoints = module.operands(op);
    let reached: Option<Vec<_>> = timepoints.clone().map(|value| constants::constant(module, value)).collect();
    match (reached.and_then(|list| list.first().copied()), timepoints.len()) {
        (Some(reached), _) => Some(reached.into()),
        (None, 1) => timepoints.next().map(Folded::from),
        (None, _) => None,
    }
}

/// All of a resource is the resource.
pub(crate) fn subview(module: &Module, op: Op) -> Fold {
    let same = module.named(op, "source_size") == module.named(op, "result_size");
    module.named(op, "source").filter(|_| same).map(Folded::from)
}

/// What was exported from the same place with the same size.
pub(crate) fn import(module: &Module, op: Op) -> Fold {
    let export = defined_by(module, module.named(op, "source")?, OpKind::StreamTensorExport)?;
    let same = module.get_attr(op, "affinity") == module.get_attr(export, "affinity")
        && module.named(op, "result_size") == module.named(export, "source_size");
    module.named(export, "source").filter(|_| same).map(Folded::from)
}

/// What was imported to the same place with the same size and encoding.
pub(crate) fn export(module: &Module, op: Op) -> Fold {
    let import = defined_by(module, module.named(op, "source")?, OpKind::StreamTensorImport)?;
    let source = module.named(import, "source")?;
    let same = module.ty(source) == module.ty(module.result(op, 0))
        && module.get_attr(op, "source_encoding") == module.get_attr(import, "result_encoding")
        && module.group(op, "source_encoding_dims") == module.group(import, "result_encoding_dims")
        && module.named(op, "source_size") == module.named(import, "result_size")
        && module.get_attr(op, "affinity") == module.get_attr(import, "affinity");
    same.then(|| source.into())
}

/// The rank or count that the channel was made with.
pub(crate) fn rank(module: &Module, op: Op) -> Fold {
    of_channel(module, op, "rank")
}

/// See [`rank`].
pub(crate) fn count(module: &Module, op: Op) -> Fold {
    of_channel(module, op, "count")
}

fn of_channel(module: &Module, op: Op, name: &str) -> Fold {
    let create = defined_by(module, module.named(op, "channel")?, OpKind::StreamChannelCreate)?;
    module.named(create, name).map(Folded::from)
}

/// The size that the operation that makes the resource states, or else one of those that use it.
pub(crate) fn size(module: &Module, op: Op) -> Fold {
    let resource = module.named(op, "operand")?;
    if let Some(def) = module.defining_op(resource).filter(|&def| states_sizes(module, def)) {
        let index = module.results(def).iter().position(|&result| result == resource)?;
        return result_size(module, def, index).map(Folded::from);
    }
    let mut dominance = Dominance::new();
    let mut stated = module.uses(resource).filter(|&(user, _)| states_sizes(module, user));
    let size = stated
        .find_map(|(user, index)| operand_size(module, user, index).filter(|&size| dominance.is_available(module, size, op)));
    size.map(Folded::from)
}

fn states_sizes(module: &Module, op: Op) -> bool {
    module.def(op).dialect() == "stream"
}

fn operand_size(module: &Module, op: Op, index: usize) -> Option<Value> {
    size_in(module, op, module.operand_segments(op)?, index)
}

fn result_size(module: &Module, op: Op, index: usize) -> Option<Value> {
    match module.kind(op) {
        OpKind::StreamTimepointAwait => return module.group(op, "resource_operand_sizes").get(index).copied(),
        OpKind::StreamTimepointBarrier => return module.named(op, "resource_size"),
        _ => {}
    }
    size_in(module, op, module.result_segments(op)?, index)
}

/// The size of value `index` of these groups; that of `x` stands in `x_size`, those of `xs` in `x_sizes`.
fn size_in(module: &Module, op: Op, segments: Segments<'_>, index: usize) -> Option<Value> {
    let (row, range) = segments.iter().find(|(_, range)| range.contains(&index))?;
    match row.name.strip_suffix('s') {
        Some(one) => module.group(op, &format!("{one}_sizes")).get(index - range.start).copied(),
        None => module.named(op, &format!("{}_size", row.name)),
    }
}
