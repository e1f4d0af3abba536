//! Elements as text: lists of numbers, hexadecimal digits, or what stands for them when they are many.

use super::Writer;
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::blob;
use crate::source::SourceRange;
use crate::types::{Signedness, Type, TypeKind};

/// Elements beyond this number are written as hex digits, as upstream does.
const LARGEST_LIST: u64 = 100;

impl Writer<'_> {
    pub(super) fn print_dense(&mut self, ty: Type, data: &DenseData) {
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
            DenseData::Attrs(items) => self.print_nested_attrs(shape, items),
        }
        self.raw(">");
    }

    /// The elements of a `dense` inside a `sparse`.
    pub(super) fn print_elements_of(&mut self, attr: Attr) {
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
            DenseData::Attrs(items) => self.print_nested_attrs(shape, items),
        }
    }

    /// Elements that are attributes; one alone is repeated.
    fn print_nested_attrs(&mut self, shape: &[u64], items: &[Attr]) {
        let mut items = items.iter().cycle();
        self.print_nested(shape, &mut |w| {
            if let Some(&item) = items.next() {
                w.print_attr(item);
            }
        });
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

    pub(super) fn print_hex(&mut self, bytes: &[u8]) {
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
    pub(super) fn print_digits(&mut self, range: SourceRange) {
        let ctx = self.ctx;
        let digits = &ctx.source_bytes(range.source)[range.range()];
        let mut start = range.start;
        for chunk in digits.chunks(1 << 20) {
            self.raw(std::str::from_utf8(chunk).unwrap_or(""));
            ctx.done_with(SourceRange { start, length: chunk.len(), ..range });
            start += chunk.len();
        }
    }

    pub(super) fn print_dense_array(&mut self, element: Type, values: &[i64]) {
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
}

/// The number in up to 16 little-endian bytes.
fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |n, &b| n << 8 | u128::from(b))
}
