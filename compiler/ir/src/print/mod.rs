//! Text out: a [`Module`] in custom or generic form.
//!
//! Invariant: what is printed reads back as an equal module, here and with IREE's own tools; the same module always gives
//! the same text. Attributes are printed in place, without aliases.

mod attrs;
mod floats;
mod names;
mod types;
mod writer;

use std::fmt::Write;

use crate::attrs::{Attr, AttrList};
use crate::def::{ISOLATED, Syntax};
use crate::loc::Loc;
use crate::module::{Block, Module, Op, Region, Value};
use crate::ops::OpKind;
use crate::parse::Keyword;
use crate::types::Type;

pub use writer::Writer;

/// How to print.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// Only generic form.
    pub generic: bool,
    /// With `loc(…)` after operations and block arguments.
    pub locations: bool,
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

/// A [`Writer`] that knows the module it writes.
pub struct Printer<'m> {
    writer: Writer<'m>,
    /// The module being printed.
    pub module: &'m Module,
    options: &'m PrintOptions,
    names: names::Names,
    indent: usize,
    /// Whether the next word is set apart by a space.
    spaced: bool,
    /// Whether the last thing written was punctuation that hugs what follows.
    hugging: bool,
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
            indent: 0,
            spaced: true,
            hugging: false,
            default_dialects: vec![""],
        }
    }

    fn print_top(&mut self) {
        let root = self.module.root();
        self.names.enter(self.module, root);
        self.print_op(root);
        self.raw("\n");
        self.print_resources();
    }
}

/// Words and spaces.
impl Printer<'_> {
    /// Writes one literal of a format, with the space that belongs before it.
    pub(crate) fn literal(&mut self, text: &str) {
        let first = text.chars().next().unwrap_or(' ');
        let single = text.len() == 1;
        let closes = if self.hugging { ">)}]," } else { "<>(){}[]," };
        let space_before = !single && text != "->" || !closes.contains(first);
        if self.spaced && space_before {
            self.raw(" ");
        }
        self.raw(text);
        self.spaced = !single || !"<({[".contains(first);
        self.hugging = first != '_' && !first.is_alphabetic();
    }

    /// Sets what follows apart from what stands before, unless that hugs it.
    pub(crate) fn space(&mut self) {
        if self.spaced || !self.hugging {
            self.raw(" ");
        }
        self.spaced = true;
        self.hugging = false;
    }

    /// What follows hugs what stands before.
    pub(crate) fn no_space(&mut self) {
        self.spaced = false;
        self.hugging = true;
    }

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
        let name = self.names.value(self.module, value);
        self.raw(&name);
    }

    /// `%a, %b`
    pub(crate) fn print_values(&mut self, values: impl IntoIterator<Item = Value>) {
        self.separated(values, |p, v| p.print_value(v));
    }

    /// The type of a value.
    pub(crate) fn print_type_of(&mut self, value: Value) {
        let ty = self.module.ty(value);
        self.print_type(ty);
    }

    /// `^bb1`
    pub(crate) fn print_block_name(&mut self, block: Block) {
        let name = self.names.block(block);
        self.raw(&name);
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
        let names = self.names.results(self.module, op);
        if !names.is_empty() {
            self.raw(&names);
            self.raw(" = ");
        }
        let def = self.module.def(op);
        let custom = !self.options.generic && self.module.kind(op) != OpKind::Unregistered && self.is_well_formed(op);
        match def.syntax {
            Syntax::Format(_) if custom => {
                self.print_short_name(def.name);
                (self.spaced, self.hugging) = (true, false);
                self.print_format(self.module.kind(op).format(), op);
            }
            Syntax::Custom(_, print) if custom => {
                self.print_short_name(def.name);
                (self.spaced, self.hugging) = (true, false);
                print(self, op);
            }
            _ => self.print_generic(op),
        }
        self.print_trailing_loc(self.module.op(op).loc);
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
            self.print_attr_list(&data.props);
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
            self.print_attr_list(&data.attrs);
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
            let default = def.attr_row(key).and_then(|row| match row.presence {
                crate::def::Presence::DefaultInt(default) => Some(i128::from(default)),
                _ => None,
            });
            !named.contains(&key) && !key.ends_with("SegmentSizes") && (default.is_none() || ctx.int_value(value) != default)
        };
        let props: AttrList = data.props.iter().filter(|(k, v)| shown(ctx.str(*k), *v)).copied().collect();
        if !props.is_empty() {
            self.raw(" <");
            self.list(&props, |w, &(key, value)| match def.attr_row(ctx.str(key)) {
                Some(row) if row.rule.int_type(ctx).is_some() => {
                    w.print_key(key);
                    w.raw(" = ");
                    w.print_attr_without_type(value);
                }
                _ => w.print_named_attrs(&vec![(key, value)]),
            });
            self.raw(">");
        }
        if !data.attrs.is_empty() {
            self.raw(if keyword == Keyword::Attributes { " attributes " } else { " " });
            self.print_attr_list(&data.attrs);
        }
        if !props.is_empty() || !data.attrs.is_empty() {
            (self.spaced, self.hugging) = (true, false);
        }
    }

    /// The positions in a `tied_operands` attribute; -1 for results with storage of their own.
    pub(crate) fn tied_operands(&self, op: Op, name: &str) -> Vec<i64> {
        self.module.get_attr(op, name).map(|attr| self.ctx.int_values(attr)).unwrap_or_default()
    }

    pub(crate) fn print_trailing_loc(&mut self, loc: Loc) {
        if self.options.locations {
            self.raw(" ");
            self.print_loc(loc);
        }
    }
}

/// Whether the entry block's arguments are printed, or stand in the operation's header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Headers {
    Shown,
    InHeader,
}

/// Whether a terminator that says nothing is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminators {
    Shown,
    Implied,
}

/// Regions and blocks.
impl Printer<'_> {
    /// Region `index` of an operation in custom form.
    pub(crate) fn print_region_of(&mut self, op: Op, index: usize) {
        let Some(&region) = self.module.regions(op).get(index) else { return };
        self.print_region(op, region, Headers::Shown, Terminators::Implied);
    }

    /// Makes the names of an isolated operation's regions, which its header shows.
    pub(crate) fn enter_isolated(&mut self, op: Op) {
        for &region in self.module.regions(op) {
            self.names.enter_region(self.module, op, region);
        }
    }

    /// `(%a: T, …) -> (U, …) {…}`, the region's arguments in the header.
    pub(crate) fn print_region_with_args(&mut self, op: Op, region: Region, results: &[Type]) {
        self.names.enter_region(self.module, op, region);
        self.raw("(");
        if let Some(&entry) = self.module.blocks(region).first() {
            self.separated(self.module.args(entry), |p, &arg| p.print_arg(arg));
        }
        self.raw(") -> ");
        self.print_result_types(results);
        self.raw(" ");
        self.print_region(op, region, Headers::InHeader, Terminators::Implied);
    }

    /// `%a: T`, with its location.
    pub(crate) fn print_arg(&mut self, arg: Value) {
        self.print_value(arg);
        self.raw(": ");
        self.print_type_of(arg);
        self.print_trailing_loc(self.module.value_loc(arg));
    }

    pub(crate) fn print_region(&mut self, op: Op, region: Region, headers: Headers, terminators: Terminators) {
        let def = self.module.def(op);
        if def.has(ISOLATED) {
            self.names.enter_region(self.module, op, region);
        }
        let dialect = if self.options.generic { "" } else { def.default_dialect };
        self.default_dialects.push(dialect);
        self.raw("{");
        let blocks = self.module.blocks(region).to_vec();
        let mut empty = true;
        for (index, &block) in blocks.iter().enumerate() {
            empty &= self.print_block(op, block, index, headers, terminators);
        }
        if !empty {
            self.newline(0);
        }
        self.raw("}");
        self.default_dialects.pop();
        (self.spaced, self.hugging) = (true, false);
    }

    /// Writes a block; says whether it wrote nothing.
    fn print_block(&mut self, op: Op, block: Block, index: usize, headers: Headers, terminators: Terminators) -> bool {
        let args = self.module.args(block).to_vec();
        // In generic form a block without anything still shows that it is there.
        let bare = self.options.generic && self.module.first(block).is_none();
        let header = index > 0 || (headers == Headers::Shown && (!args.is_empty() || bare));
        if header {
            self.newline(0);
            self.print_block_name(block);
            if !args.is_empty() {
                self.raw("(");
                self.separated(&args, |p, &arg| p.print_arg(arg));
                self.raw(")");
            }
            self.raw(":");
            self.print_predecessors(op, block);
        }
        let mut wrote = header;
        self.indent += 1;
        for inner in self.module.ops(block).collect::<Vec<_>>() {
            if terminators == Terminators::Implied && self.is_implied_terminator(op, inner) {
                continue;
            }
            self.newline(0);
            self.print_op(inner);
            wrote = true;
        }
        self.indent -= 1;
        !wrote
    }

    /// Who branches here, as a comment.
    fn print_predecessors(&mut self, op: Op, block: Block) {
        let Some(region) = self.module.block_parent(block) else { return };
        if self.module.regions(op).is_empty() {
            return;
        }
        let names = self.names.predecessors(self.module, region, block);
        match names.len() {
            0 if self.module.blocks(region).first() == Some(&block) => {}
            0 => self.raw("  // no predecessors"),
            1 => self.raw(&format!("  // pred: {}", names[0])),
            n => self.raw(&format!("  // {n} preds: {}", names.join(", "))),
        }
    }

    /// Whether `inner` is the terminator that `op`'s row leaves out, with nothing to say.
    fn is_implied_terminator(&self, op: Op, inner: Op) -> bool {
        let data = self.module.op(inner);
        self.module.def(op).implicit_terminator == Some(self.module.op_name(inner))
            && self.module.num_operands(inner) == 0
            && data.attrs.is_empty()
            && data.props.is_empty()
            && self.module.next(inner).is_none()
    }
}
