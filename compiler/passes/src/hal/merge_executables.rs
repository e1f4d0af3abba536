//! Executables of one target become one: what `iree-hal-link-…-executables` do with the option `merge`.
//!
//! One executable is loaded once, with all of its pipelines at once. Kernels that do the same become one export, whatever
//! they are called. Executables are merged when they are private, have variants of the same names, targets and conditions,
//! and nothing but kernels in them. All others stay: those with objects or constants given when they are loaded, those that
//! wait to be loaded, and those that say anything about themselves in attributes of their own.

use halforge_ir::{At, Attr, AttrKind, Ident, Module, Op, OpKind, PrintOptions, op_to_string};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::globals::replace_in_attrs;
use crate::hal::prune_executables::of_kind;
use crate::hal::translate_executables::backend_name;
use crate::symbols::{SymbolTable, Visibility, ops_in, sanitize, symbol, visibility};

/// Most exports of a merged variant, well below what a binary can have.
const MAX_EXPORTS: usize = 1024;

/// A path to an executable, a variant or an export.
type Path = Vec<Ident>;

/// Merges the executables of a module: those of one backend, or of each.
pub(crate) fn merge(module: &mut Module, root: Op, only: Option<&str>) {
    // In order of the text, so that the result does not depend on anything else.
    let mut groups: Vec<(Key, Vec<Op>)> = Vec::new();
    for executable in of_kind(module, root, OpKind::HalExecutable) {
        let Some(key) = key(module, executable, only) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(executable),
            None => groups.push((key, vec![executable])),
        }
    }
    let mut moved: FxHashMap<Path, Path> = FxHashMap::default();
    for (key, group) in groups {
        for part in parts(module, &group).into_iter().filter(|part| part.len() > 1) {
            merge_into_first(module, root, &key, &part, &mut moved);
        }
    }
    if !moved.is_empty() {
        redirect(module, root, &moved);
    }
}

/// What executables that are merged have in common: name, target and condition of each variant.
type Key = Vec<(Ident, Attr, Option<String>)>;

/// The key of an executable that may be merged.
fn key(module: &Module, executable: Op, only: Option<&str>) -> Option<Key> {
    let says_nothing = module.op(executable).attrs.is_empty() && module.get_attr(executable, "lazy").is_none();
    if visibility(module, executable) != Visibility::Private || !says_nothing {
        return None;
    }
    let mut key = Vec::new();
    for op in ops_in(module, executable) {
        match module.kind(op) {
            OpKind::HalExecutableEnd => {}
            OpKind::HalExecutableVariant => {
                let is_wanted = only.is_none_or(|only| backend_name(module, op) == only);
                if !is_wanted || !only_kernels(module, op) {
                    return None;
                }
                let condition = of_kind(module, op, OpKind::HalExecutableCondition).first().copied();
                let condition = condition.map(|condition| text(module, condition));
                key.push((symbol(module, op)?, module.get_attr(op, "target")?, condition));
            }
            _ => return None,
        }
    }
    (!key.is_empty()).then_some(key)
}

/// Whether a variant has nothing but exports that are always used, kernels in their final form, and a condition.
fn only_kernels(module: &Module, variant: Op) -> bool {
    let says_nothing = module.op(variant).attrs.is_empty() && module.get_attr(variant, "objects").is_none();
    says_nothing
        && ops_in(module, variant).into_iter().all(|op| match module.kind(op) {
            OpKind::HalExecutableExport => {
                let condition = module.regions(op).get(1).and_then(|&region| module.entry(region));
                condition.is_none() && module.get_attr(op, "condition_fallback").is_none()
            }
            OpKind::BuiltinModule => ops_in(module, op).into_iter().all(|code| module.kind(code) == OpKind::SpirvModule),
            kind => matches!(kind, OpKind::HalExecutableCondition | OpKind::HalExecutableVariantEnd),
        })
        && of_kind(module, variant, OpKind::BuiltinModule).len() == 1
}

/// Splits a group where a merged variant would get too large.
fn parts(module: &Module, group: &[Op]) -> Vec<Vec<Op>> {
    let exports = |executable: Op| {
        let variants = of_kind(module, executable, OpKind::HalExecutableVariant).into_iter();
        variants.map(|variant| of_kind(module, variant, OpKind::HalExecutableExport).len()).max().unwrap_or(0)
    };
    let (mut parts, mut count): (Vec<Vec<Op>>, usize) = (Vec::new(), 0);
    for &executable in group {
        let more = exports(executable);
        match parts.last_mut().filter(|_| count + more <= MAX_EXPORTS) {
            Some(part) => part.push(executable),
            None => {
                parts.push(vec![executable]);
                count = 0;
            }
        }
        count += more;
    }
    parts
}

fn text(module: &Module, op: Op) -> String {
    op_to_string(module, op, &PrintOptions { local_scope: true, ..PrintOptions::default() })
}

/// Moves all that executables hold into the first of them, which gets a name of its own.
fn merge_into_first(module: &mut Module, root: Op, key: &Key, group: &[Op], moved: &mut FxHashMap<Path, Path>) {
    let Some((&first, others)) = group.split_first() else { return };
    let ctx = module.ctx.clone();
    let module_name = module.symbol_name(root).unwrap_or("module").to_owned();
    let variants = of_kind(module, first, OpKind::HalExecutableVariant);
    let backend = variants.first().map(|&variant| backend_name(module, variant)).unwrap_or_default();
    let name = SymbolTable::new(module, root).fresh(&ctx, &format!("{module_name}_linked_{}", sanitize(&backend)));
    moved.extend(group.iter().filter_map(|&executable| Some((vec![symbol(module, executable)?], vec![name]))));
    let loc = ctx.fused_loc(group.iter().map(|&executable| module.op(executable).loc));
    for (&variant, (variant_name, ..)) in variants.iter().zip(key) {
        let mut merged = Merged::new(module, variant);
        for &executable in group {
            let Some(old) = symbol(module, executable) else { continue };
            let from = of_kind(module, executable, OpKind::HalExecutableVariant);
            let Some(&from) = from.iter().find(|&&from| symbol(module, from) == Some(*variant_name)) else { continue };
            for (export, new) in merged.take(module, from) {
                moved.insert(vec![old, *variant_name, export], vec![name, *variant_name, new]);
            }
        }
        for (ordinal, export) in (0..).zip(of_kind(module, variant, OpKind::HalExecutableExport)) {
            let ordinal = ctx.index_attr(ordinal);
            module.set_attr(export, "ordinal", ordinal);
        }
    }
    for &other in others {
        module.erase(other);
    }
    let name = ctx.str_attr(ctx.str(name));
    module.set_attr(first, "sym_name", name);
    module.op_mut(first).loc = loc;
}

/// A variant that others are merged into.
struct Merged {
    variant: Op,
    /// Names that are taken.
    names: FxHashSet<Ident>,
    /// Exports by what they and their kernels say, their names aside.
    known: FxHashMap<String, Ident>,
}

impl Merged {
    fn new(module: &Module, variant: Op) -> Self {
        let names = of_kind(module, variant, OpKind::HalExecutableExport).into_iter();
        Self { variant, names: names.filter_map(|export| symbol(module, export)).collect(), known: FxHashMap::default() }
    }

    /// Moves exports and kernels of a variant here, itself or another; gives what becomes of the names of its exports.
    fn take(&mut self, module: &mut Module, from: Op) -> Vec<(Ident, Ident)> {
        let mut names = Vec::new();
        let kernels = kernels(module, from);
        for export in of_kind(module, from, OpKind::HalExecutableExport) {
            let Some(old) = symbol(module, export) else { continue };
            // A kernel with several entry points is not compared: it is one piece, and its exports belong together.
            let kernel = kernels.iter().find(|kernel| kernel.entry_points.contains(&old));
            let says = kernel.filter(|kernel| kernel.entry_points.len() == 1).map(|kernel| {
                let name = module.ctx.str(old);
                export_says(module, export) + &without_name(&text(module, kernel.op), name)
            });
            if let Some(&known) = says.as_ref().and_then(|says| self.known.get(says)) {
                module.erase(export);
                if let Some(kernel) = kernel {
                    module.erase(kernel.op);
                }
                names.push((old, known));
                continue;
            }
            let new = if from == self.variant { old } else { self.fresh(module, old, kernel) };
            if new != old
                && let Some(kernel) = kernel
            {
                rename(module, kernel.op, old, new);
                let name = module.ctx.str_attr(module.ctx.str(new));
                module.set_attr(export, "sym_name", name);
            }
            self.known.extend(says.map(|says| (says, new)));
            names.push((old, new));
        }
        if from != self.variant {
            self.adopt(module, from);
        }
        names
    }

    /// A name that no export has, and nothing else in the kernel where it is another than the old one.
    fn fresh(&mut self, module: &Module, old: Ident, kernel: Option<&Kernel>) -> Ident {
        let ctx = &module.ctx;
        let inner: FxHashSet<Ident> =
            kernel.iter().flat_map(|kernel| ops_in(module, kernel.op)).filter_map(|op| symbol(module, op)).collect();
        let numbered = (0u32..).map(|number| ctx.ident(&format!("{}_{number}", ctx.str(old))));
        let numbered = numbered.filter(|name| !inner.contains(name));
        let name = std::iter::once(old).chain(numbered).find(|name| !self.names.contains(name)).unwrap_or(old);
        self.names.insert(name);
        name
    }

    /// Moves what is left of a variant here.
    fn adopt(&self, module: &mut Module, from: Op) {
        let to = of_kind(module, self.variant, OpKind::BuiltinModule).first().copied();
        let from_code = of_kind(module, from, OpKind::BuiltinModule).first().copied();
        let (Some(to), Some(from_code)) = (to, from_code) else { return };
        for export in of_kind(module, from, OpKind::HalExecutableExport) {
            module.move_op(export, At::Before(to));
        }
        if let Some(block) = module.entry(module.region(to, 0)) {
            for kernel in ops_in(module, from_code) {
                module.move_op(kernel, At::End(block));
            }
        }
        let dict = |op| match module.get_attr(op, "sources").map(|dict| module.ctx.attr_kind(dict)) {
            Some(AttrKind::Dict(items)) => items.clone(),
            _ => Vec::new(),
        };
        let sources = [dict(self.variant), dict(from)].concat();
        if !sources.is_empty() {
            let sources = module.ctx.dict_attr(sources);
            module.set_attr(self.variant, "sources", sources);
        }
    }
}

/// A `spirv.module` and the names of its entry points.
struct Kernel {
    op: Op,
    entry_points: Vec<Ident>,
}

fn kernels(module: &Module, variant: Op) -> Vec<Kernel> {
    let code = of_kind(module, variant, OpKind::BuiltinModule);
    let kernel = |op| {
        let entries = of_kind(module, op, OpKind::SpirvEntryPoint).into_iter();
        let entry_points = entries.filter_map(|entry| module.symbol_path(entry, "fn")?.last().copied()).collect();
        Kernel { op, entry_points }
    };
    code.into_iter().flat_map(|code| ops_in(module, code)).map(kernel).collect()
}

/// All that an export says but its name, its number and where it comes from.
fn export_says(module: &Module, export: Op) -> String {
    let (ctx, data) = (&module.ctx, module.op(export));
    let mut says = String::new();
    for &(name, attr) in data.props.iter().chain(&data.attrs) {
        let name = ctx.str(name);
        if !matches!(name, "sym_name" | "ordinal" | "source_locs") {
            says += &format!("{name} = {}, ", ctx.show_attr(attr));
        }
    }
    for &region in module.regions(export) {
        for &block in module.blocks(region) {
            for op in module.ops(block) {
                says += &text(module, op);
            }
        }
    }
    says
}

/// The text of a kernel with nothing where its entry point's name stood.
fn without_name(text: &str, name: &str) -> String {
    let symbol = format!("@{name}");
    let mut rest = text;
    let mut left = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(&symbol) {
        let goes_on = after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        left += before;
        left += if goes_on { &symbol } else { "@" };
        rest = after;
    }
    left + rest
}

/// Gives a function of a kernel another name.
fn rename(module: &mut Module, kernel: Op, old: Ident, new: Ident) {
    let ctx = module.ctx.clone();
    for op in ops_in(module, kernel) {
        if symbol(module, op) == Some(old) {
            let name = ctx.str_attr(ctx.str(new));
            module.set_attr(op, "sym_name", name);
        }
    }
    for op in module.walk(kernel) {
        replace_in_attrs(module, op, &|attr| match ctx.attr_kind(attr) {
            AttrKind::Symbol { root, nested } if *root == old && nested.is_empty() => Some(ctx.symbol_attr(new)),
            _ => None,
        });
    }
}

/// Lets everything outside of executables name what was moved.
fn redirect(module: &mut Module, root: Op, moved: &FxHashMap<Path, Path>) {
    let ctx = module.ctx.clone();
    for outer in ops_in(module, root) {
        if module.kind(outer) == OpKind::HalExecutable {
            continue;
        }
        for op in module.walk(outer) {
            replace_in_attrs(module, op, &|attr| {
                let AttrKind::Symbol { root, nested } = ctx.attr_kind(attr) else { return None };
                let path = [&[*root], &nested[..]].concat();
                // A variant keeps its name; only that of its executable is new.
                let new = moved.get(&path).cloned().or_else(|| {
                    let executable = moved.get(&path[..1])?;
                    Some([&executable[..], &path[1..]].concat())
                })?;
                let (&root, nested) = new.split_first()?;
                Some(ctx.attr(AttrKind::Symbol { root, nested: nested.to_vec() }))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_name;

    #[test]
    fn only_whole_names_are_left_out() {
        assert_eq!(without_name("f @k(%a) @k_1 @k, @kk", "k"), "f @(%a) @k_1 @, @kk");
    }
}
