//! Attributes as text.

use super::Writer;
use super::aliases::Symbol;
use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::Ident;
use crate::types::{FloatKind, Signedness, Type, TypeKind};

impl Writer<'_> {
    /// An attribute, with its type.
    pub fn print_attr(&mut self, attr: Attr) {
        self.print_attr_typed(attr, Suffix::Shown);
    }

    /// An attribute whose type goes without saying.
    pub(crate) fn print_attr_without_type(&mut self, attr: Attr) {
        self.print_attr_typed(attr, Suffix::Implied);
    }

    /// The parameters of a dialect's attribute, whose name goes without saying.
    pub(crate) fn print_stripped(&mut self, attr: Attr) {
        match self.ctx.attr_kind(attr) {
            AttrKind::Dialect(dialect) if !self.print_alias(Symbol::Attr(attr)) => {
                self.print_params(dialect.kind.spelling(), &dialect.params);
            }
            AttrKind::Dialect(_) => {}
            _ => self.print_attr(attr),
        }
    }

    /// What an alias stands for.
    pub(super) fn print_symbol_in_place(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Attr(attr) => self.print_attr_in_place(attr, Suffix::Shown),
            Symbol::Type(ty) => self.print_type_in_place(ty),
            Symbol::Loc(loc) => {
                self.raw("loc(");
                self.print_loc_body(loc);
                self.raw(")");
            }
        }
    }

    fn print_attr_typed(&mut self, attr: Attr, suffix: Suffix) {
        if !self.print_alias(Symbol::Attr(attr)) {
            self.print_attr_in_place(attr, suffix);
        }
    }

    fn print_attr_in_place(&mut self, attr: Attr, suffix: Suffix) {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Unit => self.raw("unit"),
            AttrKind::Integer { value, ty } => match ctx.type_kind(*ty) {
                TypeKind::Integer { width: 1, sign: Signedness::Signless } => {
                    self.raw(if *value == 0 { "false" } else { "true" });
                }
                _ => {
                    match i64::try_from(*value) {
                        Ok(value) => self.number(value),
                        Err(_) => self.formatted(format_args!("{value}")),
                    }
                    self.print_suffix(*ty, suffix);
                }
            },
            AttrKind::Float { bits, ty } => {
                let text = self.float_text(*bits, *ty);
                self.raw(&text);
                // Digits in hexadecimal are an integer's when no type follows.
                let is_hex = text.starts_with("0x");
                let suffix = if is_hex && suffix == Suffix::UnlessUsual { Suffix::Shown } else { suffix };
                self.print_suffix(*ty, suffix);
            }
            AttrKind::String(bytes) => self.print_string(bytes),
            AttrKind::TypedString(bytes, ty) => {
                self.print_string(bytes);
                self.print_suffix(*ty, suffix);
            }
            AttrKind::Symbol { root, nested } => {
                self.print_symbol(*root);
                for name in nested {
                    self.raw("::");
                    self.print_symbol(*name);
                }
            }
            AttrKind::Type(ty) => self.print_type(*ty),
            AttrKind::Array(items) => {
                self.raw("[");
                self.list(items, |w, &item| w.print_attr_typed(item, Suffix::UnlessUsual));
                self.raw("]");
            }
            AttrKind::Dict(items) => self.print_attr_list(items),
            AttrKind::Dense { ty, data } => {
                self.print_dense(*ty, data);
                self.print_suffix(*ty, suffix);
            }
            AttrKind::Sparse { indices, values, ty } => {
                self.raw("sparse<");
                self.print_elements_of(*indices);
                self.raw(", ");
                self.print_elements_of(*values);
                self.raw(">");
                self.print_suffix(*ty, suffix);
            }
            AttrKind::DenseArray { element, values } => self.print_dense_array(*element, values),
            AttrKind::DenseResource { key, ty } => {
                self.raw("dense_resource<");
                self.print_key(*key);
                self.raw(">");
                self.print_suffix(*ty, suffix);
            }
            AttrKind::AffineMap(map) => {
                self.raw("affine_map<");
                self.print_affine_map(map);
                self.raw(">");
            }
            AttrKind::IntegerSet(set) => {
                self.raw("affine_set<");
                self.print_integer_set(set);
                self.raw(">");
            }
            AttrKind::Strided { strides, offset } => self.print_strided(strides, *offset),
            AttrKind::Loc(loc) => self.print_loc(*loc),
            AttrKind::Distinct(id, inner) => {
                self.raw(&format!("distinct[{id}]<"));
                if *inner != ctx.unit() {
                    self.print_attr(*inner);
                }
                self.raw(">");
            }
            AttrKind::Dialect(dialect) => {
                let def = dialect.kind.def();
                self.raw("#");
                self.raw(def.name);
                self.print_params(dialect.kind.spelling(), &dialect.params);
                if let Some(ty) = dialect.ty {
                    self.print_suffix(ty, suffix);
                }
            }
            AttrKind::Opaque { dialect, body, ty } => {
                self.raw("#");
                self.print_opaque(ctx.str(*dialect), body);
                if let Some(ty) = ty {
                    self.print_suffix(*ty, suffix);
                }
            }
        }
    }

    fn print_suffix(&mut self, ty: Type, suffix: Suffix) {
        let usual = match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => *width == 64 && *sign == Signedness::Signless,
            TypeKind::Float(kind) => *kind == FloatKind::F64,
            _ => false,
        };
        if suffix == Suffix::Shown || (suffix == Suffix::UnlessUsual && !usual) {
            self.raw(" : ");
            self.print_type(ty);
        }
    }

    pub(super) fn print_float(&mut self, bits: u128, ty: Type) {
        let text = self.float_text(bits, ty);
        self.raw(&text);
    }

    /// A number, or its bits in hexadecimal where digits would not give it back; nothing for types of no float.
    fn float_text(&self, bits: u128, ty: Type) -> String {
        match *self.ctx.type_kind(ty) {
            TypeKind::Float(kind) => super::floats::float_text(kind, bits),
            _ => String::new(),
        }
    }

    /// Bytes in quotes, with `\\XX` escapes for what is not printable ASCII.
    pub(crate) fn print_string(&mut self, bytes: &[u8]) {
        self.raw("\"");
        let is_plain = |c: &u8| matches!(c, b' '..=b'~') && !matches!(c, b'"' | b'\\');
        let mut rest = bytes;
        while !rest.is_empty() {
            let (plain, tail) = rest.split_at(rest.iter().position(|c| !is_plain(c)).unwrap_or(rest.len()));
            // Plain characters are ASCII.
            self.raw(std::str::from_utf8(plain).unwrap_or_default());
            rest = tail;
            if let Some((&c, tail)) = rest.split_first() {
                if c == b'\\' {
                    self.raw("\\\\");
                } else {
                    self.formatted(format_args!("\\{c:02X}"));
                }
                rest = tail;
            }
        }
        self.raw("\"");
    }

    /// `@name`, quoted when it is no word.
    pub(crate) fn print_symbol(&mut self, name: Ident) {
        let text = self.ctx.str(name);
        self.raw("@");
        if is_word(text, "$.") { self.raw(text) } else { self.print_string(text.as_bytes()) }
    }

    pub(super) fn print_key(&mut self, key: Ident) {
        let text = self.ctx.str(key);
        if is_word(text, "$.") { self.raw(text) } else { self.print_string(text.as_bytes()) }
    }

    /// `{a = 1, b}`
    pub(crate) fn print_attr_list(&mut self, items: &AttrList) {
        self.raw("{");
        self.print_named_attrs(items);
        self.raw("}");
    }

    /// `a = 1, b`
    pub(crate) fn print_named_attrs(&mut self, items: &AttrList) {
        let unit = self.ctx.unit();
        self.list(items, |w, (key, value)| {
            w.print_key(*key);
            if *value != unit {
                w.raw(" = ");
                w.print_attr(*value);
            }
        });
    }
}

/// Whether the type is written after an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Shown,
    /// Not for `i64` and `f64`, which numbers have that say no other.
    UnlessUsual,
    Implied,
}

/// Whether `text` is a word: a letter or `_`, then letters, digits, `_` and what `more` allows.
pub(super) fn is_word(text: &str, more: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || more.as_bytes().contains(&c))
}
