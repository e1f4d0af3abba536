//! Attributes, locations and resources as text.

use super::aliases::Symbol;
use super::{Printer, Writer};
use crate::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, Relation};
use crate::attrs::{Attr, AttrKind, AttrList, DenseData};
use crate::blob;
use crate::context::Ident;
use crate::loc::{Loc, LocKind};
use crate::module::ResourceValue;
use crate::source::SourceRange;
use crate::types::{FloatKind, Signedness, Type, TypeKind};

/// Elements beyond this number are written as hex digits, as upstream does.
const LARGEST_LIST: u64 = 100;

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
                self.print_float(*bits, *ty);
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

    fn print_float(&mut self, bits: u128, ty: Type) {
        if let TypeKind::Float(kind) = self.ctx.type_kind(ty) {
            self.raw(&super::floats::float_text(*kind, bits));
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
                    self.raw("\\\\")
                } else {
                    self.formatted(format_args!("\\{c:02X}"))
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

    fn print_dense(&mut self, ty: Type, data: &DenseData) {
        let ctx = self.ctx;
        let (TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. }) = ctx.type_kind(ty) else {
            return;
        };
        let count = blob::element_count(shape).unwrap_or(0);
        if self.elide_larger.is_some_and(|limit| count > limit) && !matches!(data, DenseData::Splat(_)) {
            self.raw("dense_resource<__elided__>");
            return;
        }
        self.raw("dense<");
        match data {
            DenseData::Splat(one) => self.print_element(one, *element),
            DenseData::Hex(range) => {
                self.raw("\"0x");
                self.print_digits(*range);
                self.raw("\"");
            }
            DenseData::Bytes(bytes) if count > LARGEST_LIST => self.print_hex(bytes),
            DenseData::Bytes(bytes) => {
                let size = blob::element_size(ctx, *element).unwrap_or(1).max(1);
                let mut elements = bytes.chunks(size);
                self.print_nested(shape, &mut |w| {
                    if let Some(one) = elements.next() {
                        w.print_element(one, *element);
                    }
                });
            }
            DenseData::Attrs(items) if items.len() == 1 => self.print_attr(items[0]),
            DenseData::Attrs(items) => {
                let mut items = items.iter();
                self.print_nested(shape, &mut |w| {
                    if let Some(&item) = items.next() {
                        w.print_attr(item);
                    }
                });
            }
        }
        self.raw(">");
    }

    /// The elements of a `dense` inside a `sparse`.
    fn print_elements_of(&mut self, attr: Attr) {
        let ctx = self.ctx;
        let AttrKind::Dense { ty, data } = ctx.attr_kind(attr) else { return };
        let (TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. }) = ctx.type_kind(*ty) else {
            return;
        };
        let size = blob::element_size(ctx, *element).unwrap_or(1).max(1);
        match data {
            DenseData::Splat(one) => self.print_nested(shape, &mut |w| w.print_element(one, *element)),
            DenseData::Bytes(bytes) => {
                let mut elements = bytes.chunks(size);
                self.print_nested(shape, &mut |w| {
                    if let Some(one) = elements.next() {
                        w.print_element(one, *element);
                    }
                });
            }
            DenseData::Hex(range) => {
                self.raw("\"0x");
                self.print_digits(*range);
                self.raw("\"");
            }
            DenseData::Attrs(_) => {}
        }
    }

    /// Elements in lists nested as `shape` says; nothing for shapes without elements.
    fn print_nested(&mut self, shape: &[u64], each: &mut dyn FnMut(&mut Self)) {
        let Some((&n, rest)) = shape.split_first() else { return each(self) };
        if shape.contains(&0) {
            return;
        }
        self.raw("[");
        for i in 0..n {
            if i > 0 {
                self.raw(", ");
            }
            self.print_nested(rest, each);
        }
        self.raw("]");
    }

    fn print_element(&mut self, bytes: &[u8], ty: Type) {
        match *self.ctx.type_kind(ty) {
            TypeKind::Complex(inner) => {
                let (real, imaginary) = bytes.split_at(bytes.len() / 2);
                self.raw("(");
                self.print_element(real, inner);
                self.raw(",");
                self.print_element(imaginary, inner);
                self.raw(")");
            }
            TypeKind::Float(_) => self.print_float(little_endian(bytes), ty),
            TypeKind::Integer { width, sign } => {
                let value = crate::context::wrap_int(little_endian(bytes) as i128, width, sign);
                match (width, sign) {
                    (1, Signedness::Signless) => self.raw(if value == 0 { "false" } else { "true" }),
                    _ => self.raw(&value.to_string()),
                }
            }
            _ => self.raw(&(little_endian(bytes) as u64 as i64).to_string()),
        }
    }

    fn print_hex(&mut self, bytes: &[u8]) {
        self.raw("\"0x");
        for chunk in bytes.chunks(1 << 16) {
            let mut text = String::with_capacity(2 * chunk.len());
            for byte in chunk {
                for digit in [byte >> 4, byte & 0xF] {
                    text.push(char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase());
                }
            }
            self.raw(&text);
        }
        self.raw("\"");
    }

    /// Digits of a blob that stays in its source.
    fn print_digits(&mut self, range: SourceRange) {
        let ctx = self.ctx;
        let digits = &ctx.source_bytes(range.source)[range.range()];
        let mut start = range.start;
        for chunk in digits.chunks(1 << 20) {
            self.raw(std::str::from_utf8(chunk).unwrap_or(""));
            ctx.done_with(SourceRange { start, length: chunk.len(), ..range });
            start += chunk.len();
        }
    }

    fn print_dense_array(&mut self, element: Type, values: &[i64]) {
        self.raw("array<");
        self.print_type(element);
        if !values.is_empty() {
            self.raw(": ");
        }
        self.list(values, |w, &value| match *w.ctx.type_kind(element) {
            TypeKind::Float(kind) => {
                let bits = value as u64 as u128 & (u128::MAX >> (128 - kind.bits()));
                w.print_float(bits, element);
            }
            TypeKind::Integer { width: 1, .. } => w.raw(if value == 0 { "false" } else { "true" }),
            _ => w.raw(&value.to_string()),
        });
        self.raw(">");
    }

    fn print_strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let text = |value: Option<i64>| value.map_or("?".to_owned(), |v| v.to_string());
        self.raw("strided<[");
        self.list(strides, |w, &stride| w.raw(&text(stride)));
        self.raw("]");
        if offset != Some(0) {
            self.raw(", offset: ");
            self.raw(&text(offset));
        }
        self.raw(">");
    }

    fn print_dims(&mut self, dims: u32, symbols: u32) {
        self.raw("(");
        self.list(0..dims, |w, i| w.raw(&format!("d{i}")));
        self.raw(")");
        if symbols > 0 {
            self.raw("[");
            self.list(0..symbols, |w, i| w.raw(&format!("s{i}")));
            self.raw("]");
        }
    }

    /// `(d0)[s0] -> (d0 + s0)`
    pub(crate) fn print_affine_map(&mut self, map: &AffineMap) {
        self.print_dims(map.dims, map.symbols);
        self.raw(" -> (");
        self.list(&map.results, |w, e| w.print_affine(e, Parens::Never));
        self.raw(")");
    }

    fn print_integer_set(&mut self, set: &IntegerSet) {
        self.print_dims(set.dims, set.symbols);
        self.raw(" : (");
        self.list(&set.constraints, |w, (expr, relation)| {
            w.print_affine(expr, Parens::Never);
            w.raw(match relation {
                Relation::Equal => " == 0",
                Relation::AtLeast => " >= 0",
            });
        });
        self.raw(")");
    }

    fn print_affine(&mut self, expr: &AffineExpr, parens: Parens) {
        match expr {
            AffineExpr::Dim(i) => self.raw(&format!("d{i}")),
            AffineExpr::Symbol(i) => self.raw(&format!("s{i}")),
            AffineExpr::Constant(c) => self.raw(&c.to_string()),
            AffineExpr::Binary(op, a, b) => {
                if parens == Parens::Always {
                    self.raw("(");
                }
                let inner = if *op == AffineOp::Add { Parens::Never } else { Parens::Always };
                let negated = *op == AffineOp::Mul && **b == AffineExpr::Constant(-1);
                if negated {
                    self.raw("-");
                }
                self.print_affine(a, inner);
                match (op, &**b) {
                    _ if negated => {}
                    (AffineOp::Add, AffineExpr::Constant(c)) if *c < 0 && *c != i64::MIN => self.raw(&format!(" - {}", -c)),
                    (AffineOp::Add, AffineExpr::Binary(AffineOp::Mul, x, minus)) if **minus == AffineExpr::Constant(-1) => {
                        self.raw(" - ");
                        self.print_affine(x, Parens::Always);
                    }
                    _ => {
                        self.raw(match op {
                            AffineOp::Add => " + ",
                            AffineOp::Mul => " * ",
                            AffineOp::Mod => " mod ",
                            AffineOp::FloorDiv => " floordiv ",
                            AffineOp::CeilDiv => " ceildiv ",
                        });
                        self.print_affine(b, inner);
                    }
                }
                if parens == Parens::Always {
                    self.raw(")");
                }
            }
        }
    }

    /// `loc(…)`
    pub(crate) fn print_loc(&mut self, loc: Loc) {
        self.raw("loc(");
        self.print_inner_loc(loc);
        self.raw(")");
    }

    /// A location within another, or its alias.
    fn print_inner_loc(&mut self, loc: Loc) {
        if !self.print_alias(Symbol::Loc(loc)) {
            self.print_loc_body(loc);
        }
    }

    pub(super) fn print_loc_body(&mut self, loc: Loc) {
        let ctx = self.ctx;
        match &*ctx.loc_kind(loc) {
            LocKind::Unknown => self.raw("unknown"),
            LocKind::File { file, line, column, end } => {
                self.print_string(ctx.str(*file).as_bytes());
                self.raw(&format!(":{line}:{column}"));
                match end {
                    Some((end_line, end_column)) if end_line == line => self.raw(&format!(" to :{end_column}")),
                    Some((end_line, end_column)) => self.raw(&format!(" to {end_line}:{end_column}")),
                    None => {}
                }
            }
            LocKind::Name(name, child) => {
                self.print_string(ctx.str(*name).as_bytes());
                if *child != Loc::UNKNOWN {
                    self.raw("(");
                    self.print_inner_loc(*child);
                    self.raw(")");
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.raw("callsite(");
                self.print_inner_loc(*callee);
                self.raw(" at ");
                self.print_inner_loc(*caller);
                self.raw(")");
            }
            LocKind::Fused { parts, metadata } => {
                self.raw("fused");
                if let Some(metadata) = metadata {
                    self.raw("<");
                    self.print_attr(*metadata);
                    self.raw(">");
                }
                self.raw("[");
                self.list(parts, |w, &part| w.print_inner_loc(part));
                self.raw("]");
            }
        }
    }
}

impl Printer<'_> {
    /// The resource section, when there are resources.
    pub(super) fn print_resources(&mut self) {
        let module = self.module;
        if module.resources.is_empty() {
            return;
        }
        type Grouped<T> = Vec<(Ident, Vec<T>)>;
        let mut grouped: Grouped<(Ident, Vec<usize>)> = Vec::new();
        for (i, resource) in module.resources.iter().enumerate() {
            let section = find_or_add(&mut grouped, resource.section);
            find_or_add(section, resource.owner).push(i);
        }
        self.raw("\n{-#\n");
        let sections = grouped.len();
        for (s, (section, owners)) in grouped.into_iter().enumerate() {
            self.raw("  ");
            self.print_key(section);
            self.raw(": {\n");
            let count = owners.len();
            for (o, (owner, items)) in owners.into_iter().enumerate() {
                self.raw("    ");
                self.print_key(owner);
                self.raw(": {\n");
                for (n, &item) in items.iter().enumerate() {
                    self.print_resource(item);
                    self.raw(if n + 1 < items.len() { ",\n" } else { "\n" });
                }
                self.raw(if o + 1 < count { "    },\n" } else { "    }\n" });
            }
            self.raw(if s + 1 < sections { "  },\n" } else { "  }\n" });
        }
        self.raw("#-}\n");
    }

    fn print_resource(&mut self, index: usize) {
        let resource = &self.module.resources[index];
        self.raw("      ");
        self.print_key(resource.key);
        self.raw(": ");
        match &resource.value {
            ResourceValue::Hex(range) => {
                self.raw("\"0x");
                self.print_digits(*range);
                self.raw("\"");
            }
            ResourceValue::Bytes(alignment, bytes) => {
                let mut all = alignment.to_le_bytes().to_vec();
                all.extend_from_slice(bytes);
                self.print_hex(&all);
            }
            ResourceValue::String(bytes) => self.print_string(bytes),
            ResourceValue::Bool(value) => self.raw(if *value { "true" } else { "false" }),
        }
    }
}

fn find_or_add<T: Default>(list: &mut Vec<(Ident, T)>, key: Ident) -> &mut T {
    let position = list.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
        list.push((key, T::default()));
        list.len() - 1
    });
    &mut list[position].1
}

/// Whether the type is written after an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Shown,
    /// Not for `i64` and `f64`, which numbers have that say no other.
    UnlessUsual,
    Implied,
}

/// Whether a compound expression stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parens {
    Always,
    Never,
}

/// The number in up to 16 little-endian bytes.
fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |n, &b| n << 8 | u128::from(b))
}

/// Whether `text` is a word: a letter or `_`, then letters, digits, `_` and what `more` allows.
pub(super) fn is_word(text: &str, more: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || more.as_bytes().contains(&c))
}
