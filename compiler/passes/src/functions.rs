//! Functions of any dialect: their types, and what is written about single arguments and results.

use halforge_ir::{Attr, AttrKind, Module, Op, Type, TypeKind};

/// Which of the values of a function are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Arguments,
    Results,
}

impl Side {
    fn key(self) -> &'static str {
        match self {
            Self::Arguments => "arg_attrs",
            Self::Results => "res_attrs",
        }
    }
}

/// The types of a function's arguments or results; `None` for what is no function.
pub(crate) fn types(module: &Module, op: Op, side: Side) -> Option<Vec<Type>> {
    let AttrKind::Type(ty) = module.ctx.attr_kind(module.get_attr(op, "function_type")?) else { return None };
    match (module.ctx.type_kind(*ty), side) {
        (TypeKind::Function { inputs, .. }, Side::Arguments) => Some(inputs.clone()),
        (TypeKind::Function { results, .. }, Side::Results) => Some(results.clone()),
        _ => None,
    }
}

/// What is written about an argument or result under `key`.
pub(crate) fn annotation(module: &Module, op: Op, side: Side, index: usize, key: &str) -> Option<Attr> {
    let dicts = module.ctx.array_value(module.get_attr(op, side.key())?)?;
    module.ctx.dict_get(*dicts.get(index)?, key)
}

/// Writes something about an argument or result.
pub(crate) fn annotate(module: &mut Module, op: Op, side: Side, index: usize, key: &str, value: Attr) {
    let ctx = module.ctx.clone();
    let count = types(module, op, side).map_or(0, |types| types.len());
    let old = module.get_attr(op, side.key()).and_then(|dicts| ctx.array_value(dicts)).unwrap_or_default();
    let mut dicts = old.to_vec();
    dicts.resize(count, ctx.dict_attr(Vec::new()));
    let Some(dict) = dicts.get_mut(index) else { return };
    let mut items = match ctx.attr_kind(*dict) {
        AttrKind::Dict(items) => items.clone(),
        _ => Vec::new(),
    };
    items.push((ctx.ident(key), value));
    *dict = ctx.dict_attr(items);
    let dicts = ctx.array_attr(dicts);
    module.set_attr(op, side.key(), dicts);
}
