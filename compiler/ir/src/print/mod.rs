//! Text out: a [`Module`] in custom or generic form.
//!
//! Invariant: what is printed reads back as an equal module, here and with IREE's own tools; the same module always gives
//! the same text.

mod affine;
mod aliases;
mod attrs;
mod elements;
mod floats;
mod locs;
mod names;
mod regions;
mod resources;
mod rules;
mod types;
mod writer;

use std::fmt::Write;

use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::Context;
use crate::def::{AttrRule, Syntax};
use crate::module::{Block, Module, Op, Value};
use crate::ops::OpKind;
use crate::parse::Keyword;
use crate::types::{Piece, Type};

use aliases::{Aliases, Symbol};
pub(crate) use regions::{Headers, Terminators};
pub use writer::Writer;

/// How to print.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// Only generic form.
    pub generic: bool,
    /// With `loc(…)` after operations and block arguments.
    pub locations: bool,
    /// Without aliases: every attribute is printed in place, so that a line says all about its operation.
    pub local_scope: bool,
    /// Elements of more than this number are replaced by a marker that does not read back.
    pub elide_elements_if_larger: Option<u64>,
}

/// Writes a module to `out`, which buffers as it likes.
///
/// # Errors
/// The first error of `out`.
pub fn print_module(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> std::fmt::Result {
    let mut printer = Printer::new(module, options, out);
    printer.print_top();
    printer.writer.finish()
}

/// A module as text.
pub fn module_to_string(module: &Module, options: &PrintOptions) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = print_module(module, options, &mut text);
    text
}

/// A type as text.
pub fn type_to_string(ctx: &Context, ty: Type) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(ctx, &mut text, None);
    writer.print_type(ty);
    // Writing to a string does not fail.
    let _ = writer.finish();
    text
}

/// An isolated operation as text, without aliases and without the resources of its module.
pub fn op_to_string(module: &Module, op: Op, options: &PrintOptions) -> String {
    op_with_starts(module, op, options).0
}

/// An isolated operation as [`op_to_string`] gives it, and where in the text it and each operation in it begins, in bytes.
pub fn op_with_starts(module: &Module, op: Op, options: &PrintOptions) -> (String, Vec<(Op, usize)>) {
    let mut text = String::new();
    let mut printer = Printer::new(module, options, &mut text);
    printer.starts = Some(Vec::new());
    printer.names.enter(module, op, options.generic);
    printer.print_op(op);
    let starts = printer.starts.take().unwrap_or_default();
    // Writing to a string does not fail.
    let _ = printer.writer.finish();
    (text, starts)
}

/// A [`Writer`] that knows the module it writes.
pub struct Printer<'m> {
    writer: Writer<'m>,
    /// The module being printed.
    pub module: &'m Module,
    options: &'m PrintOptions,
    names: names::Names,
    /// Where operations begin, for those who ask.
    starts: Option<Vec<(Op, usize)>>,
    indent: usize,
    default_dialects: Vec<&'static str>,
}

impl<'m> std::ops::Deref for Printer<'m> {
    type Target = Writer<'m>;
    fn deref(&self) -> &Writer<'m> {
        &self.writer
    }
}

impl<'m> std::ops::DerefMut for Printer<'m> {
    fn deref_mut(&mut self) -> &mut Writer<'m> {
        &mut self.writer
    }
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, options: &'m PrintOptions, out: &'m mut dyn Write) -> Self {
        Self {
            writer: Writer::new(&module.ctx, out, options.elide_elements_if_larger),
            module,
            options,
            names: names::Names::default(),
            starts: None,
            indent: 0,
            default_dialects: vec![""],
        }
    }

    fn print_top(&mut self) {
        let root = self.module.root();
        self.names.enter(self.module, root, self.options.generic);
        let definitions = if self.options.local_scope { Vec::new() } else { self.collect_aliases(root) };
        self.print_aliases(&definitions, Defined::Before);
        self.print_op(root);
        self.raw("\n");
        self.print_aliases(&definitions, Defined::After);
        self.print_resources();
    }

    /// Walks everything once without writing, and finds what has an alias.
    fn collect_aliases(&mut self, root: Op) -> Vec<aliases::Definition> {
        self.aliases = Aliases::Collect(Box::default());
        self.print_op(root);
        let Aliases::Collect(collector) = std::mem::replace(&mut self.aliases, Aliases::Unused) else { return Vec::new() };
        let definitions = collector.finish();
        self.aliases = Aliases::Named(definitions.iter().map(|d| (d.symbol, d.name.clone())).collect());
        definitions
    }

    fn print_aliases(&mut self, definitions: &[aliases::Definition], defined: Defined) {
        for definition in definitions.iter().filter(|d| d.deferred == (defined == Defined::After)) {
            self.raw(&definition.name);
            self.raw(" = ");
            self.print_symbol_in_place(definition.symbol);
            self.raw("\n");
        }
    }
}

/// Where an alias is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defined {
    Before,
    After,
}

/// Words.
impl Printer<'_> {
    /// A new line, `deeper` levels inside the current one.
    pub(crate) fn newline(&mut self, deeper: usize) {
        self.raw("\n");
        for _ in 0..self.indent + deeper {
            self.raw("  ");
        }
    }

    /// Items separated by `, `.
    fn separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.raw(", ");
            }
            each(self, item);
        }
    }

    /// `%a`
    pub(crate) fn print_value(&mut self, value: Value) {
        self.names.print_value(self.module, value, &mut self.writer);
    }

    /// `%a, %b`
    pub(crate) fn print_values(&mut self, values: impl IntoIterator<Item = Value>) {
        self.separated(values, |p, v| p.print_value(v));
    }

    /// The types of values, `T, U`.
    pub(crate) fn print_types_of(&mut self, values: impl IntoIterator<Item = Value>) {
        self.separated(values, |p, v| p.print_type_of(v));
    }

    /// The type of a value.
    pub(crate) fn print_type_of(&mut self, value: Value) {
        let ty = self.module.ty(value);
        self.print_type(ty);
    }

    /// `^bb1`
    pub(crate) fn print_block_name(&mut self, block: Block) {
        if !self.aliases.collecting() {
            let name = self.names.block(block);
            self.raw(&name);
        }
    }

    /// `^bb1, ^bb2`
    pub(crate) fn print_blocks(&mut self, blocks: &[Block]) {
        self.separated(blocks, |p, &b| p.print_block_name(b));
    }
}

/// Operations.
impl Printer<'_> {
    /// One operation, without the line end.
    pub(crate) fn print_op(&mut self, op: Op) {
        let written = self.writer.written();
        if let Some(starts) = &mut self.starts {
            starts.push((op, written));
        }
        if self.options.locations {
            let loc = self.module.op(op).loc;
            self.note_loc(loc, true);
        }
        if self.aliases.collecting() {
            if !self.may_hold_alias_in(op) {
                return;
            }
        } else if !self.module.results(op).is_empty() {
            self.names.print_results(self.module, op, &mut self.writer);
            self.raw(" = ");
        }
        let def = self.module.def(op);
        let custom = !self.options.generic && self.module.kind(op) != OpKind::Unregistered && self.is_well_formed(op);
        match def.syntax {
            Syntax::Format(_) if custom => {
                self.print_short_name(def.name);
                self.print_format(self.module.kind(op).format(), op);
            }
            Syntax::Custom(_, print) if custom => {
                self.print_short_name(def.name);
                print(self, op);
            }
            Syntax::Text => self.print_text(op),
            _ => self.print_generic(op),
        }
        if self.options.locations && !self.aliases.collecting() && !matches!(def.syntax, Syntax::Text) {
            self.raw(" ");
            let loc = self.module.op(op).loc;
            self.print_loc(loc);
        }
    }

    /// Whether there may be an alias in what is printed of `op`: its own attributes, its types and its regions.
    fn may_hold_alias_in(&mut self, op: Op) -> bool {
        let module = self.module;
        let data = module.op(op);
        !module.regions(op).is_empty()
            || data.props.iter().chain(&data.attrs).any(|&(_, attr)| self.may_hold_alias(Symbol::Attr(attr)))
            || module.operands(op).any(|value| self.may_hold_alias(Symbol::Type(module.ty(value))))
            || module.results(op).iter().any(|&value| self.may_hold_alias(Symbol::Type(module.ty(value))))
    }

    /// Operations that were kept as text, each line of it indented as here.
    fn print_text(&mut self, op: Op) {
        let text = self.module.get_attr(op, "text").map(|text| self.ctx.attr_kind(text));
        let Some(AttrKind::Opaque { body, .. }) = text else { return };
        for piece in &body.0 {
            match piece {
                Piece::Text(text) => {
                    for (i, line) in text.split('\n').enumerate() {
                        if i > 0 {
                            self.newline(0);
                        }
                        self.raw(line);
                    }
                }
                Piece::Attr(attr) => self.print_attr(*attr),
                Piece::Type(ty) => self.print_type(*ty),
            }
        }
    }

    /// Whether the operation has what its format needs: groups that add up and the attributes that must be there.
    fn is_well_formed(&self, op: Op) -> bool {
        let def = self.module.def(op);
        let attrs = def
            .attrs
            .iter()
            .all(|row| row.presence != crate::def::Presence::Required || self.module.get_attr(op, row.name).is_some());
        let named_regions = def.regions.iter().filter(|name| !name.ends_with('*')).count();
        attrs
            && self.module.operand_segments(op).is_some()
            && self.module.result_segments(op).is_some()
            && self.module.regions(op).len() >= named_regions
    }

    /// The name, without the dialect where that goes without saying.
    fn print_short_name(&mut self, name: &'static str) {
        let default = self.default_dialects.last().copied().unwrap_or("");
        let short = name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.'));
        match short {
            Some(short) if !default.is_empty() && !short.contains('.') => self.raw(short),
            _ if name == "builtin.module" && self.default_dialects.len() == 1 => self.raw("module"),
            _ => self.raw(name),
        }
    }

    fn print_generic(&mut self, op: Op) {
        let data = self.module.op(op);
        let name = format!("\"{}\"(", self.module.op_name(op));
        self.raw(&name);
        self.print_values(self.module.operands(op));
        self.raw(")");
        if !self.module.successors(op).is_empty() {
            self.raw("[");
            self.print_blocks(self.module.successors(op));
            self.raw("]");
        }
        if !data.props.is_empty() {
            self.raw(" <");
            self.print_sorted_attrs(&data.props);
            self.raw(">");
        }
        let regions = self.module.regions(op);
        if !regions.is_empty() {
            self.raw(" (");
            self.separated(regions, |p, &region| p.print_region(op, region, Headers::Shown, Terminators::Shown));
            self.raw(")");
        }
        if !data.attrs.is_empty() {
            self.raw(" ");
            self.print_sorted_attrs(&data.attrs);
        }
        self.raw(" : ");
        let inputs: Vec<Type> = self.module.operands(op).map(|v| self.module.ty(v)).collect();
        let results: Vec<Type> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
        self.print_signature(&inputs, &results);
    }

    /// The attributes that a format does not name: ` <inherent = …>` and ` {other = …}`.
    pub(crate) fn print_attr_dicts(&mut self, op: Op, named: &[&str], keyword: Keyword) {
        let ctx = self.ctx;
        let data = self.module.op(op);
        let def = data.kind.def();
        let shown = |key: &str, value: Attr| {
            let default = || def.attr_row(key).and_then(|row| row.default_attr(ctx));
            !named.contains(&key) && !key.ends_with("SegmentSizes") && default() != Some(value)
        };
        let mut props: AttrList = data.props.iter().filter(|(k, v)| shown(ctx.str(*k), *v)).copied().collect();
        props.sort_by_key(|(k, _)| def.attrs.iter().position(|row| row.name == ctx.str(*k)));
        if !props.is_empty() {
            self.raw(" <");
            self.list(&props, |w, &(key, value)| match def.attr_row(ctx.str(key)) {
                Some(row) if row.rule.int_type(ctx).is_some() || matches!(row.rule, AttrRule::Dialect(_)) => {
                    w.print_key(key);
                    w.raw(" = ");
                    w.print_attr_by_rule(&row.rule, value);
                }
                _ => w.print_named_attrs(&vec![(key, value)]),
            });
            self.raw(">");
        }
        if !data.attrs.is_empty() {
            self.raw(if keyword == Keyword::Attributes { " attributes " } else { " " });
            self.print_sorted_attrs(&data.attrs);
        }
    }

    /// `{a = 1, b}`, in order of the keys.
    pub(crate) fn print_sorted_attrs(&mut self, items: &AttrList) {
        let ctx = self.ctx;
        if items.is_sorted_by_key(|(key, _)| ctx.str(*key)) {
            return self.print_attr_list(items);
        }
        let mut sorted = items.clone();
        sorted.sort_by_key(|(key, _)| ctx.str(*key));
        self.print_attr_list(&sorted);
    }

    /// The positions in a `tied_operands` attribute; -1 for results with storage of their own.
    pub(crate) fn tied_operands(&self, op: Op, name: &str) -> Vec<i64> {
        self.module.get_attr(op, name).map(|attr| self.ctx.int_values(attr)).unwrap_or_default()
    }
}
