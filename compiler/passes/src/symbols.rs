//! Symbols: who defines a name, and who uses it.

use halforge_ir::def::{SYMBOL, SYMBOL_TABLE};
use halforge_ir::{Attr, AttrKind, Context, Ident, Module, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// The symbols that stand directly in an operation.
#[derive(Default)]
pub(crate) struct SymbolTable {
    ops: FxHashMap<Ident, Op>,
    /// The next number that makes a name one of a kind; as upstream, one for all names.
    next: u32,
}

/// The symbol an operation defines.
pub(crate) fn symbol(module: &Module, op: Op) -> Option<Ident> {
    if !module.def(op).has(SYMBOL) {
        return None;
    }
    module.symbol_name(op).map(|name| module.ctx.ident(name))
}

/// The operations that stand directly in the first region of `table`.
pub(crate) fn ops_in(module: &Module, table: Op) -> Vec<Op> {
    let Some(&region) = module.regions(table).first() else { return Vec::new() };
    module.blocks(region).iter().flat_map(|&block| module.ops(block)).collect()
}

impl SymbolTable {
    pub(crate) fn new(module: &Module, table: Op) -> Self {
        let ops = ops_in(module, table).into_iter().filter_map(|op| Some((symbol(module, op)?, op))).collect();
        Self { ops, next: 0 }
    }

    pub(crate) fn get(&self, name: Ident) -> Option<Op> {
        self.ops.get(&name).copied()
    }

    /// What a path of names leads to, looking into the operations it names on the way.
    pub(crate) fn resolve(&self, module: &Module, path: &[Ident]) -> Option<Op> {
        let (&first, rest) = path.split_first()?;
        rest.iter().try_fold(self.get(first)?, |op, &name| {
            ops_in(module, op).into_iter().find(|&inner| symbol(module, inner) == Some(name))
        })
    }
}

impl SymbolTable {
    /// `base`, or `base` with a number where the name is taken.
    pub(crate) fn fresh(&mut self, ctx: &Context, base: &str) -> Ident {
        let mut name = ctx.ident(base);
        while self.ops.contains_key(&name) {
            name = ctx.ident(&format!("{base}_{}", self.next));
            self.next += 1;
        }
        name
    }

    /// Notes a new symbol.
    pub(crate) fn define(&mut self, name: Ident, op: Op) {
        self.ops.insert(name, op);
    }
}

/// A text as part of a symbol's name: what is no letter, digit or `_` becomes `_`.
pub(crate) fn sanitize(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// What names of things that belong to a device begin with.
pub(crate) fn device_prefix(device: &str) -> String {
    if device.starts_with("__") { device.to_owned() } else { format!("__{device}") }
}

/// How far a symbol can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visibility {
    Public,
    Private,
    Nested,
}

pub(crate) fn visibility(module: &Module, op: Op) -> Visibility {
    match module.str_attr(op, "sym_visibility") {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// The symbol references in an operation's own attributes, as paths.
pub(crate) fn references(module: &Module, op: Op) -> Vec<Vec<Ident>> {
    let data = module.op(op);
    let mut found = Vec::new();
    for (_, attr) in data.props.iter().chain(&data.attrs) {
        references_in(&module.ctx, *attr, &mut found);
    }
    found
}

fn references_in(ctx: &Context, attr: Attr, found: &mut Vec<Vec<Ident>>) {
    ctx.visit_attrs(attr, &mut |attr| {
        if let AttrKind::Symbol { .. } = ctx.attr_kind(attr) {
            found.extend(ctx.symbol_path(attr));
        }
    });
}

/// `op` and what it holds that sees the same symbols: not the insides of operations that are tables of their own.
pub(crate) fn walk_scope(module: &Module, op: Op) -> Vec<Op> {
    let mut found = vec![op];
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            for inner in module.ops(block) {
                if module.def(inner).has(SYMBOL_TABLE) {
                    found.push(inner);
                } else {
                    found.extend(walk_scope(module, inner));
                }
            }
        }
    }
    found
}

/// The symbol references of `op` and all it holds, each with the operation that has it.
pub(crate) fn uses(module: &Module, op: Op) -> Vec<(Op, Vec<Ident>)> {
    walk_scope(module, op).into_iter().flat_map(|op| references(module, op).into_iter().map(move |path| (op, path))).collect()
}

/// The last names of all references in the attributes of the operations around `op`.
pub(crate) fn names_used_around(module: &Module, op: Op) -> FxHashSet<Ident> {
    let around = std::iter::successors(module.parent_op(op), |&up| module.parent_op(up));
    around.flat_map(|up| references(module, up)).filter_map(|path| path.last().copied()).collect()
}
