//! Symbols: what a name stands for, and that it stands for one thing.
//!
//! A name is looked up in the nearest table around its use, then in those further out, as upstream does. Names inside
//! modules that are not here (executables linked later) are no mistake; `find` says which it is.

use rustc_hash::FxHashMap;

use super::Verifier;
use crate::attrs::AttrKind;
use crate::context::Ident;
use crate::def::{FUNCTION, SINGLE_BLOCK, SYMBOL_TABLE};
use crate::module::{Module, Op};
use crate::ops::OpKind;

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// This operation.
    Op(Op),
    /// Nothing: the first name is in no table around.
    Nothing,
    /// The first names lead to this operation, which has no symbol of the name after.
    Below(Op, Ident),
}

impl<'m> Verifier<'m> {
    /// The symbol an operation defines.
    fn defined(module: &Module, op: Op) -> Option<Ident> {
        let AttrKind::String(bytes) = module.ctx.attr_kind(module.get_attr(op, "sym_name")?) else { return None };
        Some(module.ctx.ident(std::str::from_utf8(bytes).ok()?))
    }

    /// The symbols of a table; of equal ones the first.
    fn table(&mut self, table: Op) -> &FxHashMap<Ident, Op> {
        let module = self.module;
        self.tables.entry(table).or_insert_with(|| {
            let mut symbols = FxHashMap::default();
            for op in symbols_in(module, table) {
                if let Some(name) = Self::defined(module, op) {
                    symbols.entry(name).or_insert(op);
                }
            }
            symbols
        })
    }

    /// What `path` stands for when `user` says it.
    pub(crate) fn find(&mut self, user: Op, path: &[Ident]) -> Found {
        let Some((first, rest)) = path.split_first() else { return Found::Nothing };
        let mut around = self.module.parent_op(user);
        while let Some(table) = around {
            if self.is_table(table)
                && let Some(&found) = self.table(table).get(first)
            {
                return self.descend(found, rest);
            }
            around = self.module.parent_op(table);
        }
        Found::Nothing
    }

    fn descend(&mut self, mut op: Op, path: &[Ident]) -> Found {
        for name in path {
            match self.is_table(op).then(|| self.table(op).get(name).copied()).flatten() {
                Some(next) => op = next,
                None => return Found::Below(op, *name),
            }
        }
        Found::Op(op)
    }

    fn is_table(&self, op: Op) -> bool {
        self.module.def(op).has(SYMBOL_TABLE)
    }

    /// What the attribute `attr` names, which must be of one of `kinds`; reports when it is not.
    pub(crate) fn expect_symbol(&mut self, op: Op, attr: &str, kinds: &[OpKind]) -> Option<Op> {
        let path = self.module.symbol_path(op, attr)?;
        match self.find(op, &path) {
            Found::Op(found) if kinds.contains(&self.module.kind(found)) => return Some(found),
            Found::Op(found) => self.wrong_kind(op, attr, found, kinds),
            Found::Nothing if !self.is_whole => {}
            Found::Nothing | Found::Below(..) => {
                let name = show_path(self, &path);
                self.error(op, format!("expected `{attr}` to name {}, found no symbol {name}", describe(kinds)));
                if let Some(near) = self.nearest_symbol(op, path[0], kinds) {
                    self.help(format!("the nearest name is @{near}"));
                }
            }
        }
        None
    }

    /// Reports that `attr` names `found`, which is of none of `kinds`.
    pub(crate) fn wrong_kind(&mut self, op: Op, attr: &str, found: Op, kinds: &[OpKind]) {
        let name = self.module.op_name(found).to_owned();
        self.error(op, format!("expected `{attr}` to name {}, found `{name}`", describe(kinds)));
        self.note_op(found, "the symbol is defined here");
    }

    /// The symbol of these kinds whose name is most like `name`.
    fn nearest_symbol(&mut self, user: Op, name: Ident, kinds: &[OpKind]) -> Option<&'m str> {
        let module = self.module;
        let mut around = module.parent_op(user);
        let mut names = Vec::new();
        while let Some(table) = around {
            if self.is_table(table) {
                let symbols = self.table(table).iter().filter(|(_, op)| kinds.contains(&module.kind(**op)));
                names.extend(symbols.map(|(name, _)| module.ctx.str(*name)));
            }
            around = module.parent_op(table);
        }
        names.sort_unstable();
        crate::nearest::nearest(module.ctx.str(name), names)
    }

    /// A symbol is in a table, its visibility is one of three, and only what has a body is public.
    pub(super) fn check_symbol(&mut self, op: Op) {
        let module = self.module;
        if module.get_attr(op, "sym_name").is_none() {
            // A module need not have a name; for others the row asks for it.
            return;
        }
        let visibility = module.str_attr(op, "sym_visibility");
        if let Some(found) = visibility
            && !matches!(found, "public" | "private" | "nested")
        {
            self.error(op, format!("expected `sym_visibility` to be public, private or nested, found {found}"));
        }
        if is_declaration(module, op) && visibility.is_none_or(|v| v == "public") {
            self.error(op, "expected a function without a body to be private, found a public one");
        }
        if let Some(parent) = module.parent_op(op)
            && module.kind(parent) != OpKind::Unregistered
            && !self.is_table(parent)
        {
            let found = module.op_name(parent).to_owned();
            self.error(op, format!("expected the operation around a symbol to be a symbol table, found `{found}`"));
            self.note_op(parent, "it stands in this operation");
        }
    }

    /// A table has one block, and each of its symbols one definition.
    pub(super) fn check_symbol_table(&mut self, op: Op) {
        let module = self.module;
        let blocks: usize = module.regions(op).iter().map(|&region| module.blocks(region).len()).sum();
        let is_said = blocks > 1 && module.def(op).has(SINGLE_BLOCK);
        if blocks != 1 && !is_said {
            self.error(op, format!("expected a symbol table of one block, found {blocks}"));
        }
        for symbol in symbols_in(module, op) {
            let Some(name) = Self::defined(module, symbol) else { continue };
            if let Some(&first) = self.table(op).get(&name)
                && first != symbol
            {
                let text = module.ctx.str(name);
                self.error(symbol, format!("expected one symbol @{text} in `{}`, found another", module.op_name(op)));
                self.note_op(first, "it is defined first here");
            }
        }
    }
}

/// The operations directly in a table.
fn symbols_in(module: &Module, table: Op) -> impl Iterator<Item = Op> + '_ {
    let blocks = module.regions(table).iter().flat_map(|&region| module.blocks(region));
    blocks.flat_map(|&block| module.ops(block))
}

/// `@a::@b`
pub(crate) fn show_path(verifier: &Verifier<'_>, path: &[Ident]) -> String {
    let names: Vec<String> = path.iter().map(|name| format!("@{}", verifier.ctx().str(*name))).collect();
    names.join("::")
}

/// `` `util.func` or `func.func` ``
fn describe(kinds: &[OpKind]) -> String {
    let names: Vec<String> = kinds.iter().map(|kind| format!("a `{}`", kind.def().name)).collect();
    names.join(" or ")
}

/// Whether an operation is a function without a body.
fn is_declaration(module: &Module, op: Op) -> bool {
    module.def(op).has(FUNCTION) && module.regions(op).first().is_some_and(|&region| module.blocks(region).is_empty())
}
