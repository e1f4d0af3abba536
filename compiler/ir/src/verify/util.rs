//! Checks of the `util` dialect beyond its rows.

use super::{Verifier, count};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::dialect_types::DialectTypeKind;
use crate::module::Op;
use crate::ops::OpKind;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::verify::functions::signature;

/// Position that means a result shares no argument's storage.
const UNTIED: i128 = -1;

/// `util.func`: tied results name arguments that are there.
pub(crate) fn func(v: &mut Verifier<'_>, op: Op) {
    let Some((inputs, _)) = signature(v.module, op) else { return };
    let Some(tied) = tied_operands(v, op) else { return };
    for (result, &position) in tied.iter().enumerate() {
        if position != UNTIED && !(0..inputs.len() as i128).contains(&position) {
            let args = count(inputs.len(), "argument");
            v.error(op, format!("expected result {result} to share the storage of one of {args}, found number {position}"));
        }
    }
}

fn tied_operands(v: &Verifier<'_>, op: Op) -> Option<Vec<i128>> {
    let items = v.ctx().array_value(v.module.get_attr(op, "tied_operands")?)?;
    Some(items.iter().filter_map(|&item| v.ctx().int_value(item)).collect())
}

/// `util.call`: the callee has the types and the shared storage that the call says.
pub(crate) fn call(v: &mut Verifier<'_>, op: Op) {
    let Some(callee) = v.expect_symbol(op, "callee", &[OpKind::UtilFunc]) else { return };
    super::func::check_call(v, op, callee);
    let is_tied = |tied: &Option<Vec<i128>>| tied.iter().flatten().any(|&position| position != UNTIED);
    let (here, there) = (tied_operands(v, op), tied_operands(v, callee));
    let same = is_tied(&here) == is_tied(&there) && (here.is_none() || there.is_none() || here == there);
    if !same {
        let show = |tied: Option<Vec<i128>>| match tied {
            Some(positions) => format!("{positions:?}"),
            None => "none".to_owned(),
        };
        let (expected, found) = (show(there), show(here));
        v.error(op, format!("expected the results to share storage as the callee's do, {expected}, found {found}"));
        v.note_op(callee, "the callee is defined here");
    }
}

/// `util.return`
pub(crate) fn util_return(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    match module.parent_op(op) {
        Some(parent) if module.kind(parent) == OpKind::UtilHoistableConversion => {
            let results = v.types(module.results(parent).iter().copied());
            v.check_results(op, parent, &results, "result of `util.hoistable_conversion`");
        }
        _ => v.check_return(op),
    }
}

/// `util.initializer`: takes and returns nothing.
pub(crate) fn initializer(v: &mut Verifier<'_>, op: Op) {
    if let Some((inputs, results)) = signature(v.module, op)
        && (!inputs.is_empty() || !results.is_empty())
    {
        let (inputs, results) = (v.show_types(inputs.iter().copied()), v.show_types(results.iter().copied()));
        v.error(op, format!("expected to take and return nothing, found {inputs} -> {results}"));
    }
}

/// `util.hoistable_conversion`: the region takes the inputs.
pub(crate) fn hoistable_conversion(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some(entry) = module.regions(op).first().and_then(|&region| module.entry(region)) else {
        v.error(op, "expected a region of one block, found none");
        return;
    };
    let expected = v.types(module.group(op, "inputs"));
    let found = v.types(module.args(entry).iter().copied());
    if expected != found {
        let (expected, found) = (v.show_types(expected), v.show_types(found));
        v.error(op, format!("expected a region that takes the inputs, {expected}, found {found}"));
    }
}

/// `util.cast`: between objects; numbers have casts of their own.
pub(crate) fn cast(v: &mut Verifier<'_>, op: Op) {
    for (what, value) in [("operand", v.module.named(op, "operand")), ("result", v.module.named_result(op, "result"))] {
        let Some(ty) = value.map(|value| v.module.ty(value)) else { continue };
        if !is_object(v.ctx(), ty) {
            let found = v.show(ty);
            v.error(op, format!("expected the {what} to be an object, such as a buffer, found {found}"));
        }
    }
}

fn is_object(ctx: &Context, ty: Type) -> bool {
    !matches!(ctx.type_kind(ty), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_))
}

/// `util.assume.int`: as many assumptions for each operand, or one for all places it comes from.
pub(crate) fn assume_int(v: &mut Verifier<'_>, op: Op) {
    let Some(rows) = v.module.get_attr(op, "assumptions").and_then(|attr| v.ctx().array_value(attr)) else { return };
    if rows.len() != v.module.num_operands(op) {
        let expected = count(v.module.num_operands(op), "list");
        v.error(op, format!("expected {expected} of assumptions, one for each operand, found {}", rows.len()));
    }
    let mut places: Option<usize> = None;
    for (index, &row) in rows.iter().enumerate() {
        let found = v.ctx().array_value(row).map_or(0, <[Attr]>::len);
        if found == 1 {
            continue;
        }
        if let Some(expected) = places
            && expected != found
        {
            v.error(op, format!("expected {expected} assumptions for operand {index}, as for those before, found {found}"));
        }
        places = Some(found);
    }
}

const GLOBAL: &[OpKind] = &[OpKind::UtilGlobal];

/// `util.global`: the value is of the global's type.
pub(crate) fn global(v: &mut Verifier<'_>, op: Op) {
    let Some(ty) = global_type(v, op) else { return };
    let Some(value) = v.module.get_attr(op, "initial_value") else { return };
    if let Some(found) = v.ctx().attr_type(value)
        && !is_access(v.ctx(), ty, found)
    {
        let (expected, found) = (v.show(ty), v.show(found));
        v.error(op, format!("expected the value to be {expected}, as the global, found {found}"));
    }
}

fn global_type(v: &Verifier<'_>, global: Op) -> Option<Type> {
    match v.ctx().attr_kind(v.module.get_attr(global, "type")?) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// Whether a global of type `global` may be seen as `access`: a shape may leave extents open.
fn is_access(ctx: &Context, global: Type, access: Type) -> bool {
    if global == access {
        return true;
    }
    match (ctx.type_kind(global), ctx.type_kind(access)) {
        (TypeKind::StreamResource(_), TypeKind::StreamResource(_)) => true,
        (TypeKind::UnrankedTensor(_), TypeKind::Tensor { .. } | TypeKind::UnrankedTensor(_)) => true,
        (TypeKind::Tensor { .. }, TypeKind::UnrankedTensor(_)) => true,
        (
            TypeKind::Tensor { shape: a, .. } | TypeKind::Vector { shape: a, .. } | TypeKind::MemRef { shape: a, .. },
            TypeKind::Tensor { shape: b, .. } | TypeKind::Vector { shape: b, .. } | TypeKind::MemRef { shape: b, .. },
        ) => a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC),
        _ => false,
    }
}

/// `util.global.load` and `util.global.address`: a global that is there, seen as its type, and constant if so said.
pub(crate) fn global_load(v: &mut Verifier<'_>, op: Op) {
    let Some(global) = v.expect_symbol(op, "global", GLOBAL) else { return };
    if v.module.kind(op) == OpKind::UtilGlobalLoad {
        check_access(v, op, global, is_access, "loaded");
    }
    let says = |op: Op, name: &str| v.module.get_attr(op, name).is_some();
    if says(op, "is_immutable") && says(global, "is_mutable") {
        v.error(op, "expected a global that does not change, as `immutable` says, found a mutable one");
        v.note_op(global, "the global is defined here");
    }
}

/// `util.global.store`: a global that is there, given a value of exactly its type.
pub(crate) fn global_store(v: &mut Verifier<'_>, op: Op) {
    let Some(global) = v.expect_symbol(op, "global", GLOBAL) else { return };
    check_access(v, op, global, |_, global, access| global == access, "stored");
}

fn check_access(v: &mut Verifier<'_>, op: Op, global: Op, fits: fn(&Context, Type, Type) -> bool, what: &str) {
    let module = v.module;
    let value = module.operands(op).next().or_else(|| module.results(op).first().copied());
    let (Some(expected), Some(value)) = (global_type(v, global), value) else { return };
    let found = module.ty(value);
    if !fits(v.ctx(), expected, found) {
        let (expected, found) = (v.show(expected), v.show(found));
        v.error(op, format!("expected the value {what} to be {expected}, as the global, found {found}"));
        v.note_op(global, "the global is defined here");
    }
}

/// `util.global.load.indirect` and `util.global.store.indirect`: the value is of the type that is pointed to.
pub(crate) fn global_indirect(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let value = module.named(op, "value").or_else(|| module.named_result(op, "result"));
    let (Some(pointer), Some(value)) = (module.named(op, "global"), value) else { return };
    let TypeKind::Dialect(dialect) = v.ctx().type_kind(module.ty(pointer)) else { return };
    if dialect.kind != DialectTypeKind::UtilPtr {
        return;
    }
    let (Some(expected), found) = (dialect.type_param(v.ctx(), "target"), module.ty(value)) else { return };
    if !is_access(v.ctx(), expected, found) {
        let (expected, found) = (v.show(expected), v.show(found));
        v.error(op, format!("expected the value to be {expected}, as what the pointer points to, found {found}"));
        v.note_value(pointer);
    }
}

/// `util.list.construct`, `util.list.get` and `util.list.set`: values can be elements of the list.
pub(crate) fn list(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let (list, values) = match module.kind(op) {
        OpKind::UtilListConstruct => (module.named_result(op, "result"), module.group(op, "values")),
        OpKind::UtilListGet => (module.named(op, "list"), module.named_result(op, "result").into_iter().collect()),
        _ => (module.named(op, "list"), module.named(op, "value").into_iter().collect()),
    };
    let Some(TypeKind::UtilList(element)) = list.map(|list| v.ctx().type_kind(module.ty(list))) else { return };
    for (index, value) in values.into_iter().enumerate() {
        let ty = module.ty(value);
        if !is_element(v.ctx(), *element, ty) {
            let (element, found) = (v.show(*element), v.show(ty));
            v.error(op, format!("expected value {index} to fit a list of {element}, found {found}"));
            v.note_value(value);
        }
    }
}

fn is_element(ctx: &Context, element: Type, ty: Type) -> bool {
    let (a, b) = (ctx.type_kind(element), ctx.type_kind(ty));
    let is_tensor = |kind: &TypeKind| matches!(kind, TypeKind::Tensor { .. } | TypeKind::UnrankedTensor(_));
    element == ty
        || matches!((a, b), (TypeKind::UtilVariant, _) | (_, TypeKind::UtilVariant))
        || matches!(a, TypeKind::UtilObject) && is_object(ctx, ty)
        || matches!(b, TypeKind::UtilObject) && is_object(ctx, element)
        || is_tensor(a) && is_tensor(b)
}

/// `util.buffer.alloc`, `util.buffer.constant` and `util.buffer.slice`: alignments are powers of two.
pub(crate) fn alignment(v: &mut Verifier<'_>, op: Op) {
    let Some(alignment) = v.module.int_attr(op, "alignment") else { return };
    if alignment > 0 && alignment.count_ones() != 1 {
        v.error(op, format!("expected the alignment to be a power of two, found {alignment}"));
    }
}

/// `util.string.format`: places are all numbered or all not, and there is an argument for each.
pub(crate) fn string_format(v: &mut Verifier<'_>, op: Op) {
    let Some(format) = v.module.str_attr(op, "format") else { return };
    let found = v.module.num_operands(op) as u64;
    match places(format) {
        Err(what) => {
            v.error(op, what);
        }
        Ok(expected) if expected != found => {
            let message = format!("expected {expected} arguments, one for each place in the format, found {found}");
            v.error(op, message);
        }
        Ok(_) => {}
    }
}

/// The number of arguments a format asks for.
fn places(format: &str) -> Result<u64, String> {
    let (mut in_order, mut numbered) = (0, 0);
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        let (brace, after) = rest[at..].split_at(1);
        rest = after;
        if let Some(escaped) = rest.strip_prefix(brace) {
            rest = escaped;
            continue;
        }
        if brace == "}" {
            return Err("expected `}}` for a brace in the format, found `}`, which opens no place".to_owned());
        }
        let Some((place, after)) = rest.split_once('}') else {
            return Err("expected `{{` for a brace in the format, found `{`, whose place has no end".to_owned());
        };
        rest = after;
        if place.is_empty() {
            in_order += 1;
        } else {
            let number: u32 = place
                .parse()
                .map_err(|_| format!("expected `{{}}` or `{{N}}` as a place in the format, found `{{{place}}}`"))?;
            numbered = numbered.max(u64::from(number) + 1);
        }
    }
    match (in_order, numbered) {
        (1.., 1..) => Err("expected places in the format either all with numbers or all without, found both".to_owned()),
        (in_order, numbered) => Ok(in_order + numbered),
    }
}
