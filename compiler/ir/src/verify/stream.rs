//! Checks of the `stream` dialect beyond its rows. Sizes and extents are checked for all dialects alike.

use super::{Verifier, count};
use crate::attrs::{Attr, AttrKind};
use crate::module::{Op, Region};
use crate::ops::OpKind;
use crate::types::{HalType, Lifetime, StreamType, Type, TypeKind};
use crate::verify::functions::signature;
use crate::verify::symbols::Found;

/// `stream.async.execute` and `stream.async.concurrent`: the region takes the resources, uses no others, and gives the results.
pub(crate) fn resource_region(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(&region) = module.regions(op).first() else { return };
    captures(v, op, region);
    let results = v.types(module.result_group(op, "results"));
    let Some(last) = module.entry(region).and_then(|entry| module.last(entry)) else { return };
    if module.kind(last) != OpKind::StreamYield {
        return;
    }
    let given = v.types(module.group(last, "resource_operands"));
    if given != results {
        let (expected, found) = (v.show_types(results), v.show_types(given));
        v.error(last, format!("expected resources of types {expected}, as the results, found {found}"));
        v.note_op(op, "they are declared here");
    }
    let sizes = module.group(op, "result_sizes");
    let inner = module.group(last, "resource_operand_sizes");
    for (&expected, &found) in sizes.iter().zip(&inner).filter(|(a, b)| a != b) {
        v.error(last, "expected the sizes of the results that the operation declares, found another");
        v.note_value(expected).note_value(found);
    }
}

/// `stream.cmd.execute`: the region takes the resources and uses no others.
pub(crate) fn cmd_region(v: &mut Verifier<'_>, op: Op) {
    if let Some(&region) = v.module.regions(op).first() {
        captures(v, op, region);
    }
}

fn captures(v: &mut Verifier<'_>, op: Op, region: Region) {
    let module = v.module;
    let Some(entry) = module.entry(region) else { return };
    let expected = v.types(module.group(op, "resource_operands"));
    let found = v.types(module.args(entry).iter().copied());
    if expected != found {
        let (expected, found) = (v.show_types(expected), v.show_types(found));
        v.error(op, format!("expected a region that takes the resources, {expected}, found {found}"));
    }
    for inner in module.ops(entry) {
        for value in module.operands(inner) {
            let is_resource = matches!(v.ctx().type_kind(module.ty(value)), TypeKind::StreamResource(_));
            if is_resource && module.value_block(value) != Some(entry) {
                v.error(inner, "expected resources that the region takes or makes, found one from outside");
                v.note_value(value).note_op(op, "the region is in this operation");
            }
        }
    }
}

/// Dispatches: the workload is what the entry points' workgroup counts take.
pub(crate) fn dispatch(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(entries) = module.get_attr(op, "entry_points").and_then(|attr| v.ctx().array_value(attr)) else { return };
    if entries.is_empty() {
        v.error(op, "expected at least one entry point, found none");
    }
    for &entry in entries {
        let Some(path) = v.ctx().symbol_path(entry) else { continue };
        // Executables that are not here are linked later.
        if let Found::Op(export) = v.find(op, &path)
            && module.kind(export) == OpKind::StreamExecutableExport
        {
            check_workload(v, op, export);
            if module.kind(op) == OpKind::StreamCmdDispatch {
                check_function(v, op, export);
            }
        }
    }
}

fn check_workload(v: &mut Verifier<'_>, op: Op, export: Op) {
    let module = v.module;
    let Some(entry) = module.regions(export).first().and_then(|&region| module.entry(region)) else { return };
    let mut taken = v.types(module.args(entry).iter().copied());
    taken.retain(|&ty| *v.ctx().type_kind(ty) != TypeKind::Hal(HalType::Device));
    let given = v.types(module.group(op, "workload"));
    if taken != given {
        let (expected, found) = (v.show_types(taken), v.show_types(given));
        v.error(op, format!("expected a workload of types {expected}, as the export takes, found {found}"));
        v.note_op(export, "the export is here");
    }
}

/// The function that is exported takes a binding for each resource, and the other operands.
fn check_function(v: &mut Verifier<'_>, op: Op, export: Op) {
    let module = v.module;
    let Some(path) = module.symbol_path(export, "function_ref") else { return };
    let Some(function) = find_in_module(v, export, &path) else { return };
    let Some((inputs, _)) = signature(module, function) else { return };
    let is_binding = |ty: &Type| *v.ctx().type_kind(*ty) == TypeKind::Stream(StreamType::Binding);
    let (bindings, uniform): (Vec<Type>, Vec<Type>) = inputs.iter().copied().partition(is_binding);
    let resources = module.group(op, "resources").len();
    if bindings.len() != resources {
        let expected = count(bindings.len(), "resource");
        v.error(op, format!("expected {expected}, one for each binding of the function, found {resources}"));
        v.note_op(function, "the function is defined here");
    }
    let given = v.types(module.group(op, "uniform_operands"));
    if uniform != given {
        let (expected, found) = (v.show_types(uniform), v.show_types(given));
        v.error(op, format!("expected operands of types {expected}, as the function takes, found {found}"));
        v.note_op(function, "the function is defined here");
    }
}

/// The function of the module beside an export.
fn find_in_module(v: &mut Verifier<'_>, export: Op, path: &[crate::Ident]) -> Option<Op> {
    let module = v.module;
    let inner = module.ops(module.parent(export)?).find(|&op| module.kind(op) == OpKind::BuiltinModule)?;
    let first = module.ops(module.entry(*module.regions(inner).first()?)?).next()?;
    match v.find(first, path) {
        Found::Op(function) => Some(function),
        Found::Nothing | Found::Below(..) => None,
    }
}

/// `stream.tensor.dispatch`: a result that shares the storage of an operand has its encoding.
pub(crate) fn tensor_dispatch(v: &mut Verifier<'_>, op: Op) {
    dispatch(v, op);
    let ctx = v.ctx();
    let items = |name: &str| v.module.get_attr(op, name).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    let (operands, results, tied) = (items("operand_encodings"), items("result_encodings"), items("tied_operands"));
    for (index, (&result, &position)) in results.iter().zip(tied).enumerate() {
        let Some(position) = ctx.int_value(position).filter(|&position| position >= 0) else { continue };
        match usize::try_from(position).ok().and_then(|position| operands.get(position)) {
            Some(&operand) if operand == result => {}
            Some(&operand) => {
                let (expected, found) = (v.show_attr(operand), v.show_attr(result));
                v.error(op, format!("expected result {index} to be {expected}, as the operand it is stored in, found {found}"));
            }
            None => {
                let operands = count(operands.len(), "operand");
                v.error(
                    op,
                    format!("expected result {index} to share the storage of one of {operands}, found number {position}"),
                );
            }
        }
    }
}

/// `stream.async.call`: the callee takes and gives such values; its resources may live as long as they like.
pub(crate) fn async_call(v: &mut Verifier<'_>, op: Op) {
    let Some(callee) = v.expect_symbol(op, "callee", &[OpKind::StreamAsyncFunc]) else { return };
    let module = v.module;
    let Some((inputs, results)) = signature(module, callee) else { return };
    let given = v.types(module.group(op, "resource_operands"));
    let taken = v.types(module.results(op).iter().copied());
    for (what, expected, found) in [("operands", inputs, given), ("results", results, taken)] {
        let fits = expected.len() == found.len() && expected.iter().zip(&found).all(|(&a, &b)| is_passed_as(v, a, b));
        if !fits {
            let (expected, found) = (v.show_types(expected.iter().copied()), v.show_types(found));
            v.error(op, format!("expected {what} of types {expected}, as the callee, found {found}"));
            v.note_op(callee, "the callee is defined here");
            return;
        }
    }
}

fn is_passed_as(v: &Verifier<'_>, expected: Type, found: Type) -> bool {
    let any = TypeKind::StreamResource(Lifetime::Unknown);
    expected == found || *v.ctx().type_kind(expected) == any && matches!(v.ctx().type_kind(found), TypeKind::StreamResource(_))
}

/// `stream.cmd.call`
pub(crate) fn cmd_call(v: &mut Verifier<'_>, op: Op) {
    v.expect_symbol(op, "callee", &[OpKind::StreamCmdFunc]);
}

/// `stream.resource.pack`: an interval and a size for each slice.
pub(crate) fn pack(v: &mut Verifier<'_>, op: Op) {
    let slices = v.module.result_group(op, "packed_offsets").len();
    let bounds =
        v.module.get_attr(op, "lifetime_intervals").and_then(|attr| v.ctx().array_value(attr)).map_or(0, <[Attr]>::len);
    let sizes = v.module.group(op, "dynamic_slice_sizes").len();
    if bounds != 2 * slices || sizes != slices {
        let message = format!("expected 2 bounds and a size for each of {slices} slices, found {bounds} and {sizes}");
        v.error(op, message);
    }
}

/// `stream.resource.constants`: a value for each result.
pub(crate) fn constants(v: &mut Verifier<'_>, op: Op) {
    let results = v.module.result_group(op, "results").len();
    let values = v.module.get_attr(op, "values").map(|attr| v.ctx().attr_kind(attr));
    if let Some(AttrKind::Array(values)) = values
        && values.len() != results
    {
        let expected = count(results, "value");
        v.error(op, format!("expected {expected}, one for each result, found {}", values.len()));
    }
}

/// `stream.tensor.slice`, `stream.tensor.load` and `stream.tensor.store`: an index for each dimension.
pub(crate) fn indices(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let encoding = ["source_encoding", "target_encoding"].iter().find_map(|name| module.get_attr(op, name));
    let Some(AttrKind::Type(encoding)) = encoding.map(|attr| v.ctx().attr_kind(attr)) else { return };
    let TypeKind::Tensor { shape, .. } = v.ctx().type_kind(*encoding) else { return };
    for name in ["start_indices", "lengths", "indices"] {
        let found = module.group(op, name).len();
        if module.def(op).operand_index(name).is_some() && found != shape.len() {
            let (expected, encoding) = (count(shape.len(), "value"), v.show(*encoding));
            v.error(op, format!("expected {expected} in `{name}`, one for each dimension of {encoding}, found {found}"));
        }
    }
}
