//! Names suggested for results, so that printed text can be read: `%c5`, `%fence`, the name of the global that is loaded.

use crate::attrs::AttrKind;
use crate::def::Hints;
use crate::module::{Module, Op};
use crate::types::TypeKind;

/// Says what the results of `op` are called: index and name. A result that is not mentioned shares the name before.
pub(crate) fn result_hints(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let def = module.def(op);
    let each = |names: &mut dyn Iterator<Item = &str>, set: &mut dyn FnMut(usize, &str)| {
        let Some(segments) = module.result_segments(op) else { return };
        for ((_, range), name) in segments.iter().zip(names) {
            if !range.is_empty() {
                set(range.start, name.trim());
            }
        }
    };
    match def.hints {
        // Rows of several results call them as the row does.
        Hints::None if def.results.len() > 1 => each(&mut def.results.iter().map(|r| r.name), set),
        Hints::None => {}
        Hints::Each(names) => each(&mut names.split(','), set),
        Hints::By(hints) => hints(module, op, set),
    }
}

/// `c5`, `c5_i32`, `cst`, `true`
pub(crate) fn constant(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let ctx = &module.ctx;
    let value = module.get_attr(op, "value").map(|value| ctx.attr_kind(value));
    let Some(AttrKind::Integer { value, ty }) = value else { return set(0, "cst") };
    match ctx.type_kind(*ty) {
        TypeKind::Index => set(0, &format!("c{value}")),
        TypeKind::Integer { width: 1, .. } => set(0, if *value == 0 { "false" } else { "true" }),
        _ => set(0, &format!("c{value}_{}", ctx.show_type(*ty))),
    }
}

/// The name of the global that is read.
pub(crate) fn global(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    if let Some(name) = module.symbol_path(op, "global").and_then(|path| path.first().copied()) {
        set(0, module.ctx.str(name));
    }
}

/// `element_type_f32`
pub(crate) fn element_type(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let ctx = &module.ctx;
    if let Some(AttrKind::Type(ty)) = module.get_attr(op, "type").map(|ty| ctx.attr_kind(ty)) {
        set(0, &format!("element_type_{}", ctx.show_type(*ty)));
    }
}

/// The name of the constant, with only what names may hold.
pub(crate) fn buffer_constant(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let clean = |text: &str| {
        let keep = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.') { c } else { '_' };
        text.chars().map(keep).collect::<String>()
    };
    match module.str_attr(op, "name") {
        Some(name) => set(0, &clean(name)),
        None => set(0, "buffer_cst"),
    }
}

/// `prefix_0`, by the attribute `dimension`.
pub(crate) fn dimension_number(module: &Module, op: Op, prefix: &str, set: &mut dyn FnMut(usize, &str)) {
    if let Some(dimension) = module.int_attr(op, "dimension") {
        set(0, &format!("{prefix}_{dimension}"));
    }
}

/// `prefix_x`, by the attribute `dimension`.
pub(crate) fn dimension(module: &Module, op: Op, prefix: &str, set: &mut dyn FnMut(usize, &str)) {
    let dimension = module.int_attr(op, "dimension").and_then(|d| usize::try_from(d).ok());
    if let Some(letter) = dimension.and_then(|d| ["x", "y", "z"].get(d)) {
        set(0, &format!("{prefix}_{letter}"));
    }
}
