//! Attributes.

use std::borrow::Cow;

use super::{ParseResult, Parser, Punct, Tok, Token};
use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::wrap_int;
use crate::def::{AttrRow, AttrRule};
use crate::dialect_attrs::{DialectAttr, DialectAttrKind, TypeSuffix};
use crate::enums::{EnumDef, IsSet};
use crate::floats;
use crate::types::{Signedness, Type, TypeKind};

impl<'s> Parser<'s> {
    /// An attribute. With `ty`, a number has that type and no type is written after it.
    ///
    /// # Errors
    /// When none stands here.
    pub fn parse_attr(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        self.nested(|p| p.parse_attr_inner(ty))
    }

    fn parse_attr_inner(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        match self.tok.kind {
            Tok::Int | Tok::Hex | Tok::Float | Tok::Punct(Punct::MINUS) => self.parse_number(ty),
            Tok::Str => self.parse_string_attr(),
            Tok::At => self.parse_symbol_ref(),
            Tok::Hash => self.parse_extended_attr(),
            Tok::Punct(Punct::OPEN_SQUARE) => {
                self.advance();
                let mut items = Vec::new();
                self.list("]", |p| {
                    items.push(p.parse_attr(None)?);
                    Ok(())
                })?;
                Ok(self.ctx.array_attr(items))
            }
            Tok::Punct(Punct::OPEN_BRACE) => {
                let items = self.parse_attr_dict()?;
                Ok(self.ctx.dict_attr(items))
            }
            Tok::Word => self.parse_word_attr(ty),
            _ => match self.parse_optional_type()? {
                Some(ty) => Ok(self.ctx.type_attr(ty)),
                None => Err(self.expected("an attribute")),
            },
        }
    }

    fn parse_word_attr(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        let tok = self.tok;
        match self.text(tok) {
            word @ ("true" | "false") => {
                self.advance();
                Ok(self.ctx.bool_attr(word == "true"))
            }
            "unit" => {
                self.advance();
                Ok(self.ctx.unit())
            }
            "dense" => self.parse_dense(ty),
            "sparse" => self.parse_sparse(ty),
            "dense_resource" => self.parse_dense_resource(ty),
            "array" => self.parse_dense_array(),
            "affine_map" => self.parse_affine_map_attr(),
            "affine_set" => self.parse_affine_set_attr(),
            "strided" => self.parse_strided(),
            "distinct" => self.parse_distinct(),
            "loc" => {
                let loc = self.parse_loc()?;
                Ok(self.ctx.attr(AttrKind::Loc(loc)))
            }
            _ => match self.parse_optional_type()? {
                Some(ty) => Ok(self.ctx.type_attr(ty)),
                None => Err(self.expected("an attribute")),
            },
        }
    }

    /// `5 : i32`, `-2.5 : f16`, `0x7FC00000 : f32`
    fn parse_number(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        let negative = self.accept("-");
        let tok = self.tok;
        if !matches!(tok.kind, Tok::Int | Tok::Hex | Tok::Float) {
            return Err(self.expected("a number"));
        }
        self.advance();
        let ty = match ty {
            Some(ty) => ty,
            None if self.accept(":") => self.parse_type()?,
            None if tok.kind == Tok::Float => self.ctx.float_type(crate::types::FloatKind::F64),
            None => self.ctx.int_type(64),
        };
        self.number_attr(tok, negative, ty)
    }

    /// The number spelled by `tok` as an attribute of type `ty`.
    fn number_attr(&mut self, tok: Token, negative: bool, ty: Type) -> ParseResult<Attr> {
        match self.ctx.type_kind(ty) {
            TypeKind::Float(_) => {
                let bits = self.float_bits(tok, negative, ty)?;
                Ok(self.ctx.attr(AttrKind::Float { bits, ty }))
            }
            TypeKind::Index | TypeKind::Integer { .. } => {
                let value = self.int_literal(tok, negative, ty)?;
                Ok(self.ctx.int_attr(value, ty))
            }
            _ => Err(self.error_at(tok, "expected an integer, index or float type for a number")),
        }
    }

    /// The value of an integer token, checked against its type.
    pub(super) fn int_literal(&self, tok: Token, negative: bool, ty: Type) -> ParseResult<i128> {
        if tok.kind == Tok::Float {
            return Err(self.error_at(tok, "expected an integer literal, found a float literal"));
        }
        let text = self.text(tok);
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16),
            None => text.parse::<u128>(),
        };
        let Some(magnitude) = magnitude.ok().filter(|m| *m <= i128::MAX as u128) else {
            return Err(self.error_at(tok, "expected an integer of at most 127 bits"));
        };
        let value = if negative { -(magnitude as i128) } else { magnitude as i128 };
        let (width, sign) = match *self.ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => (width, sign),
            _ => (64, Signedness::Signless),
        };
        if negative && sign == Signedness::Unsigned && magnitude != 0 {
            return Err(self.error_at(tok, "expected a non-negative value for an unsigned type"));
        }
        let fits = match sign {
            Signedness::Signed => wrap_int(value, width, Signedness::Signed) == value || width == 1 && value == -1,
            _ => width >= 127 || (value < 1 << width && value >= -((1 << width) / 2)),
        };
        if !fits {
            return Err(self.error_at(tok, format!("expected a value of {width} bits, found {value}")));
        }
        Ok(value)
    }

    /// The bits of a float token in the format of its type; hexadecimal integers are the bits themselves.
    pub(super) fn float_bits(&self, tok: Token, negative: bool, ty: Type) -> ParseResult<u128> {
        let TypeKind::Float(kind) = *self.ctx.type_kind(ty) else {
            return Err(self.error_at(tok, "expected a float type"));
        };
        let text = self.text(tok);
        match tok.kind {
            Tok::Hex if !negative => match u128::from_str_radix(&text[2..], 16) {
                Ok(bits) if kind.bits() >= 128 || bits >> kind.bits() == 0 => Ok(bits),
                _ => Err(self.error_at(tok, format!("expected at most {} bits for {}", kind.bits(), kind.name()))),
            },
            Tok::Float => {
                let value: f64 = text.parse().unwrap_or(f64::NAN);
                let value = if negative { -value } else { value };
                match floats::encode(kind, value) {
                    Some(bits) => Ok(bits),
                    None => Err(self.error_at(tok, format!("expected the bits of {} in hexadecimal", kind.name()))),
                }
            }
            _ => Err(self.error_at(tok, "expected a float literal such as 1.0, or its bits in hexadecimal")),
        }
    }

    fn parse_string_attr(&mut self) -> ParseResult<Attr> {
        let bytes = self.parse_string_bytes()?;
        if self.accept(":") {
            let ty = self.parse_type()?;
            return Ok(self.ctx.attr(AttrKind::TypedString(bytes, ty)));
        }
        Ok(self.ctx.attr(AttrKind::String(bytes)))
    }

    /// A string, unescaped.
    pub(crate) fn parse_string_bytes(&mut self) -> ParseResult<Box<[u8]>> {
        let tok = self.expect_kind(Tok::Str, "a string")?;
        self.unescape(tok, tok.start + 1..tok.end - 1)
    }

    /// A string of UTF-8, unescaped.
    pub(crate) fn parse_string(&mut self) -> ParseResult<String> {
        Ok(self.parse_text()?.into_owned())
    }

    /// A string of UTF-8, unescaped; that of the source where nothing is escaped.
    fn parse_text(&mut self) -> ParseResult<Cow<'s, str>> {
        let tok = self.tok;
        if tok.kind == Tok::Str
            && let raw = &self.src[tok.start + 1..tok.end - 1]
            && memchr::memchr(b'\\', raw).is_none()
            && let Ok(text) = std::str::from_utf8(raw)
        {
            self.advance();
            return Ok(text.into());
        }
        let bytes = self.parse_string_bytes()?;
        let text = String::from_utf8(bytes.into_vec()).map_err(|_| self.error_at(tok, "expected a string of UTF-8"))?;
        Ok(text.into())
    }

    fn unescape(&self, tok: Token, range: std::ops::Range<usize>) -> ParseResult<Box<[u8]>> {
        let raw = &self.src[range];
        if memchr::memchr(b'\\', raw).is_none() {
            return Ok(raw.into());
        }
        let mut out = Vec::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((&c, tail)) = rest.split_first() {
            rest = tail;
            if c != b'\\' {
                out.push(c);
                continue;
            }
            let hex = |c: Option<&u8>| c.and_then(|c| (*c as char).to_digit(16));
            let (byte, used) = match rest.first() {
                Some(b'n') => (b'\n', 1),
                Some(b't') => (b'\t', 1),
                Some(&c @ (b'"' | b'\\')) => (c, 1),
                _ => match (hex(rest.first()), hex(rest.get(1))) {
                    (Some(high), Some(low)) => ((high << 4 | low) as u8, 2),
                    _ => {
                        return Err(
                            self.error_at(tok, "unknown escape in string; expected \\n, \\t, \\\", \\\\ or two hex digits")
                        );
                    }
                },
            };
            out.push(byte);
            rest = &rest[used..];
        }
        Ok(out.into())
    }

    /// The name after `@`.
    pub(crate) fn parse_symbol_name(&mut self) -> ParseResult<String> {
        let tok = self.expect_kind(Tok::At, "a symbol such as @name")?;
        if self.src.get(tok.start + 1) != Some(&b'"') {
            return Ok(self.name(tok).to_owned());
        }
        let bytes = self.unescape(tok, tok.start + 2..tok.end - 1)?;
        String::from_utf8(bytes.into_vec()).map_err(|_| self.error_at(tok, "expected a symbol of UTF-8"))
    }

    /// `@a::@b`
    pub(crate) fn parse_symbol_ref(&mut self) -> ParseResult<Attr> {
        let root = self.parse_symbol_name()?;
        let root = self.ctx.ident(&root);
        let mut nested = Vec::new();
        while self.at("::") {
            self.advance();
            let name = self.parse_symbol_name()?;
            nested.push(self.ctx.ident(&name));
        }
        Ok(self.ctx.attr(AttrKind::Symbol { root, nested }))
    }

    /// `{key = attr, key}`
    pub(crate) fn parse_attr_dict(&mut self) -> ParseResult<AttrList> {
        self.expect("{")?;
        self.parse_named_attrs("}", &[])
    }

    /// `key = attr, key` up to `close`, which is taken. Those of `rows` may be written as their rules say.
    pub(crate) fn parse_named_attrs(&mut self, close: &str, rows: &[AttrRow]) -> ParseResult<AttrList> {
        let mut items = AttrList::new();
        let mut seen = rustc_hash::FxHashSet::default();
        self.list(close, |p| {
            let tok = p.tok;
            let key = match tok.kind {
                Tok::Str => p.parse_string()?,
                Tok::Word => p.take_text().to_owned(),
                _ => return Err(p.expected("an attribute name")),
            };
            let rule = rows.iter().find(|row| row.name == key).map(|row| &row.rule);
            let key = p.ctx.ident(&key);
            if !seen.insert(key) {
                return Err(p.error_at(tok, format!("attribute `{}` is given twice", p.ctx.str(key))));
            }
            let value = match rule {
                _ if !p.accept("=") => p.ctx.unit(),
                Some(rule @ AttrRule::Dialect(_)) => p.parse_attr_by_rule(rule)?,
                rule => p.parse_attr(rule.and_then(|rule| rule.int_type(p.ctx)))?,
            };
            items.push((key, value));
            Ok(())
        })?;
        Ok(items)
    }

    /// `#alias`, `#dialect.attr<…>`, each with an optional `: type`.
    fn parse_extended_attr(&mut self) -> ParseResult<Attr> {
        let tok = self.tok;
        let name = self.name(tok);
        let Some((dialect, rest)) = name.split_once('.') else {
            self.advance();
            if let Some(attr) = self.attr_alias(tok, name)? {
                return Ok(attr);
            }
            if self.at("<") && !name.is_empty() {
                let dialect = self.ctx.ident(name);
                let body = self.parse_opaque_body(self.tok.start)?;
                let ty = self.parse_optional_colon_type()?;
                return Ok(self.ctx.attr(AttrKind::Opaque { dialect, body, ty }));
            }
            return Err(self.error_at(tok, format!("no attribute alias `#{name}` was defined before")));
        };
        if let Some(kind) = DialectAttrKind::from_name(name) {
            self.advance();
            return self.parse_dialect_attr(kind);
        }
        if dialect == "hal" {
            let message = format!("unknown attribute `#{name}`; the hal dialect has {}", DialectAttrKind::names_of("hal"));
            return Err(self.error_at(tok, message));
        }
        let dialect = self.ctx.ident(dialect);
        let body = self.parse_opaque_body(tok.start + 1 + name.len() - rest.len())?;
        let ty = self.parse_optional_colon_type()?;
        Ok(self.ctx.attr(AttrKind::Opaque { dialect, body, ty }))
    }

    fn parse_optional_colon_type(&mut self) -> ParseResult<Option<Type>> {
        if self.accept(":") { self.parse_type().map(Some) } else { Ok(None) }
    }

    /// The parameters and type suffix of an attribute with a table, after its name.
    pub(crate) fn parse_dialect_attr(&mut self, kind: DialectAttrKind) -> ParseResult<Attr> {
        let def = kind.def();
        let params = self.parse_params(kind.spelling())?;
        let ty = match def.suffix {
            TypeSuffix::None => None,
            TypeSuffix::Fixed(rule) => {
                let fixed = rule.exact(self.ctx);
                let tok = self.tok;
                if self.parse_optional_colon_type()?.is_some_and(|ty| Some(ty) != fixed) {
                    return Err(self.error_at(tok, format!("expected type {}", rule.describe())));
                }
                fixed
            }
            TypeSuffix::Any => self.parse_optional_colon_type()?,
        };
        Ok(self.ctx.attr(AttrKind::Dialect(DialectAttr { kind, params, ty })))
    }

    /// An attribute of a known table entry, with or without its prefix: `<…>`, `#hal.x<…>`, `#alias`.
    pub(crate) fn parse_dialect_attr_of(&mut self, kind: DialectAttrKind) -> ParseResult<Attr> {
        if self.at("<") || (self.tok.kind != Tok::Hash && kind.def().params.is_empty()) {
            return self.parse_dialect_attr(kind);
        }
        let tok = self.tok;
        let attr = self.parse_attr(None)?;
        match self.ctx.attr_kind(attr) {
            AttrKind::Dialect(found) if found.kind == kind => Ok(attr),
            _ => Err(self.error_at(tok, format!("expected an attribute #{}", kind.def().name))),
        }
    }

    /// A case of `def`, as a keyword or a string, or for sets several joined.
    pub(crate) fn parse_enum(&mut self, def: &EnumDef) -> ParseResult<u64> {
        let tok = self.tok;
        let text = match tok.kind {
            Tok::Str => self.parse_text()?,
            Tok::Word | Tok::Punct(Punct::STAR) => self.take_text().into(),
            _ => return Err(self.expected(&format!("one of {}", def.names()))),
        };
        let wrong = |p: &Self, tok, text: &str| {
            p.error_at(tok, format!("expected for {} one of {}, found `{text}`", def.name, def.names()))
        };
        let mut bits = def.parse(&text).ok_or_else(|| wrong(self, tok, &text))?;
        if let (IsSet::Bits(joined), Tok::Word) = (def.set, tok.kind) {
            while self.accept(joined.mark().encode_utf8(&mut [0; 4])) {
                let tok = self.expect_kind(Tok::Word, "a flag")?;
                bits |= def.case(self.text(tok)).ok_or_else(|| wrong(self, tok, self.text(tok)))?;
            }
        }
        Ok(bits)
    }

    /// A non-negative integer that fits 32 bits.
    pub(crate) fn parse_u32(&mut self, what: &str) -> ParseResult<u32> {
        let tok = self.expect_kind(Tok::Int, what)?;
        self.text(tok).parse().map_err(|_| self.error_at(tok, format!("expected {what} below 2^32")))
    }

    /// An integer with an optional sign, in decimal or hexadecimal.
    pub(crate) fn parse_i64(&mut self, what: &str) -> ParseResult<i64> {
        let negative = self.accept("-");
        let tok = self.tok;
        if !matches!(tok.kind, Tok::Int | Tok::Hex) {
            return Err(self.expected(what));
        }
        self.advance();
        let value = self.int_literal(tok, negative, self.ctx.int_type(64))?;
        Ok(value as i64)
    }

    fn parse_distinct(&mut self) -> ParseResult<Attr> {
        self.advance();
        self.expect("[")?;
        let id = self.parse_i64("an id")?;
        self.expect("]")?;
        self.expect("<")?;
        let inner = if self.at(">") { self.ctx.unit() } else { self.parse_attr(None)? };
        self.expect(">")?;
        Ok(self.ctx.attr(AttrKind::Distinct(id as u64, inner)))
    }

    /// `strided<[1, ?], offset: 3>`
    fn parse_strided(&mut self) -> ParseResult<Attr> {
        self.advance();
        self.expect("<")?;
        self.expect("[")?;
        let mut strides = Vec::new();
        self.list("]", |p| {
            strides.push(p.parse_extent_or_dynamic("a stride or `?`")?);
            Ok(())
        })?;
        let mut offset = Some(0);
        if self.accept(",") {
            self.expect_word("offset")?;
            self.expect(":")?;
            offset = self.parse_extent_or_dynamic("an offset or `?`")?;
        }
        self.expect(">")?;
        Ok(self.ctx.attr(AttrKind::Strided { strides, offset }))
    }

    fn parse_extent_or_dynamic(&mut self, what: &str) -> ParseResult<Option<i64>> {
        if self.accept("?") { Ok(None) } else { self.parse_i64(what).map(Some) }
    }
}
