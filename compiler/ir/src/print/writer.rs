//! Types, attributes and locations as text, which need no module.

use std::fmt::{Display, Write};

use super::aliases::Aliases;
use crate::attrs::Attr;
use crate::context::Context;
use crate::loc::Loc;
use crate::types::{DYNAMIC, Type, TypeKind};

/// Where text goes, and the context that says what ids mean. Errors are kept until the end.
pub struct Writer<'c> {
    /// What the ids mean.
    pub ctx: &'c Context,
    out: &'c mut dyn Write,
    /// What is not in `out` yet, so that short texts cost no call each.
    buffer: String,
    /// Bytes that are in `out`.
    flushed: usize,
    result: std::fmt::Result,
    /// Elements of more than this number are left out.
    pub(super) elide_larger: Option<u64>,
    /// What becomes of attributes, types and locations that may have an alias.
    pub(super) aliases: Aliases,
}

/// Bytes kept back before they go out together.
const BUFFER_BYTES: usize = 16 << 10;

impl<'c> Writer<'c> {
    pub(super) fn new(ctx: &'c Context, out: &'c mut dyn Write, elide_larger: Option<u64>) -> Self {
        Self { ctx, out, buffer: String::new(), flushed: 0, result: Ok(()), elide_larger, aliases: Aliases::Unused }
    }

    /// Writes what is left; the first error of the output.
    pub(super) fn finish(mut self) -> std::fmt::Result {
        self.flush();
        self.result
    }

    fn flush(&mut self) {
        if self.result.is_ok() {
            self.result = self.out.write_str(&self.buffer);
        }
        self.flushed += self.buffer.len();
        self.buffer.clear();
    }

    /// Bytes written so far.
    pub(super) fn written(&self) -> usize {
        self.flushed + self.buffer.len()
    }

    /// Writes `text` as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        if self.aliases.collecting() {
            return;
        }
        if self.buffer.len() + text.len() > BUFFER_BYTES {
            self.flush();
        }
        if text.len() <= BUFFER_BYTES {
            self.buffer.push_str(text);
        } else {
            self.flushed += text.len();
            if self.result.is_ok() {
                self.result = self.out.write_str(text);
            }
        }
    }

    /// Writes what `text` formats to.
    pub(crate) fn formatted(&mut self, text: std::fmt::Arguments<'_>) {
        if self.aliases.collecting() {
            return;
        }
        // Writing to a string does not fail.
        let _ = self.buffer.write_fmt(text);
        if self.buffer.len() > BUFFER_BYTES {
            self.flush();
        }
    }

    /// Writes a number in decimal, as formatting would at several times the cost.
    pub(crate) fn number(&mut self, value: i64) {
        const DIGITS: usize = 20;
        let mut text = [0; DIGITS];
        let mut start = DIGITS;
        let mut left = value.unsigned_abs();
        loop {
            start -= 1;
            text[start] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        if value < 0 {
            start -= 1;
            text[start] = b'-';
        }
        // Digits are ASCII.
        self.raw(std::str::from_utf8(&text[start..]).unwrap_or_default());
    }

    /// Items separated by `, `.
    pub(crate) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.raw(", ");
            }
            each(self, item);
        }
    }

    /// `T, U`
    pub(crate) fn print_types(&mut self, types: &[Type]) {
        self.list(types, |w, &ty| w.print_type(ty));
    }

    /// `(T, U) -> V` or `(T) -> (U, V)`
    pub(crate) fn print_signature(&mut self, inputs: &[Type], results: &[Type]) {
        self.raw("(");
        self.print_types(inputs);
        self.raw(") -> ");
        self.print_result_types(results);
    }

    /// `V`, or `(U, V)` when there is not exactly one or it is a function type.
    pub(crate) fn print_result_types(&mut self, results: &[Type]) {
        let bare = matches!(results, [only] if !matches!(self.ctx.type_kind(*only), TypeKind::Function { .. }));
        if !bare {
            self.raw("(");
        }
        self.print_types(results);
        if !bare {
            self.raw(")");
        }
    }
}

/// Something that writes itself with the context's help.
struct Show<'c, F>(&'c Context, F);

impl<F: Fn(&mut Writer<'_>)> Display for Show<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut writer = Writer::new(self.0, f, None);
        (self.1)(&mut writer);
        writer.finish()
    }
}

impl Context {
    /// A type, to be formatted.
    pub fn show_type(&self, ty: Type) -> impl Display + '_ {
        Show(self, move |w: &mut Writer<'_>| w.print_type(ty))
    }

    /// An attribute, to be formatted.
    pub fn show_attr(&self, attr: Attr) -> impl Display + '_ {
        Show(self, move |w: &mut Writer<'_>| w.print_attr(attr))
    }

    /// A location, to be formatted.
    pub fn show_loc(&self, loc: Loc) -> impl Display + '_ {
        Show(self, move |w: &mut Writer<'_>| w.print_loc(loc))
    }

    /// The number of dynamic extents of a shaped type.
    pub fn dynamic_dims(&self, ty: Type) -> usize {
        match self.type_kind(ty) {
            TypeKind::Tensor { shape, .. } | TypeKind::MemRef { shape, .. } => shape.iter().filter(|&&d| d == DYNAMIC).count(),
            _ => 0,
        }
    }
}
