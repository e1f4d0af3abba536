//! Elements: `dense<…>`, `sparse<…>`, `dense_resource<…>`, `array<…>`.

use std::sync::Arc;

use super::{ParseResult, Parser, Tok, Token};
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::blob;
use crate::limits;
use crate::source::SourceRange;
use crate::types::{DYNAMIC, Dim, Type, TypeKind};

/// A literal as written, before its type is known.
struct Literal {
    /// Extents of the nested lists; empty for a single element.
    shape: Vec<Dim>,
    /// The elements, row by row; two tokens for a complex one.
    tokens: Vec<(Token, Sign)>,
    /// Whether an element is written `(re, im)`.
    complex: bool,
    /// No element at all: `dense<>`.
    empty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

impl Parser<'_> {
    /// `dense<literal> : type`
    pub(super) fn parse_dense(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        let start = self.advance();
        self.expect("<")?;
        let literal = self.parse_literal()?;
        self.expect(">")?;
        let ty = self.parse_elements_type(ty)?;
        self.build_dense(start, &literal, ty)
    }

    fn parse_elements_type(&mut self, ty: Option<Type>) -> ParseResult<Type> {
        match ty {
            Some(ty) => Ok(ty),
            None => {
                self.expect(":")?;
                self.parse_type()
            }
        }
    }

    fn parse_literal(&mut self) -> ParseResult<Literal> {
        let mut literal = Literal { shape: Vec::new(), tokens: Vec::new(), complex: false, empty: self.at(">") };
        if !literal.empty {
            self.parse_literal_level(&mut literal, 0)?;
        }
        Ok(literal)
    }

    /// One element, or a list whose items all have the same shape.
    fn parse_literal_level(&mut self, literal: &mut Literal, level: usize) -> ParseResult<()> {
        if !self.at("[") {
            return self.parse_element(literal);
        }
        let open = self.advance();
        let known = literal.shape.get(level).copied();
        if known.is_none() {
            if !literal.tokens.is_empty() {
                return Err(self.error_at(open, "expected lists of the same depth everywhere"));
            }
            literal.shape.push(0);
        }
        let depth = literal.shape.len();
        let mut count: Dim = 0;
        self.nested(|p| {
            p.list("]", |p| {
                if count > 0 && !p.at("[") && literal.shape.len() > level + 1 {
                    return Err(p.expected("`[`: lists of the same depth everywhere"));
                }
                count += 1;
                p.parse_literal_level(literal, level + 1)
            })
        })?;
        if known.is_some_and(|known| known != count) || (known.is_some() && literal.shape.len() != depth) {
            return Err(
                self.error_at(open, format!("expected {} items as in the lists before, found {count}", known.unwrap_or(0)))
            );
        }
        literal.shape[level] = count;
        Ok(())
    }

    fn parse_element(&mut self, literal: &mut Literal) -> ParseResult<()> {
        if self.accept("(") {
            literal.complex = true;
            self.parse_scalar(literal)?;
            self.expect(",")?;
            self.parse_scalar(literal)?;
            return self.expect(")");
        }
        self.parse_scalar(literal)
    }

    fn parse_scalar(&mut self, literal: &mut Literal) -> ParseResult<()> {
        let sign = if self.accept("-") { Sign::Minus } else { Sign::Plus };
        let tok = self.tok;
        let word = tok.kind == Tok::Word && matches!(self.text(tok), "true" | "false");
        if !word && !matches!(tok.kind, Tok::Int | Tok::Hex | Tok::Float | Tok::Str) {
            return Err(self.expected("an element: a number, true, false or a string"));
        }
        self.advance();
        literal.tokens.push((tok, sign));
        Ok(())
    }

    fn build_dense(&mut self, start: Token, literal: &Literal, ty: Type) -> ParseResult<Attr> {
        let Some((shape, element)) = self.static_shape(ty) else {
            return Err(self.error_at(start, "expected a tensor or vector type with static shape for elements"));
        };
        let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d)).filter(|n| *n <= limits::MAX_DENSE_ELEMENTS);
        let Some(count) = count else {
            return Err(self.error_at(start, format!("expected at most {} elements", limits::MAX_DENSE_ELEMENTS)));
        };
        if literal.empty && count != 0 {
            return Err(self.error_at(start, format!("expected {count} elements, found none")));
        }
        let splat = literal.shape.is_empty() && !literal.empty;
        let matches = literal.empty || splat || literal.shape[..] == shape[..] || (count == 0 && literal.tokens.is_empty());
        if !matches {
            let (found, wanted) = (dims(&literal.shape), dims(&shape));
            return Err(self.error_at(start, format!("expected elements of shape {wanted}, found {found}")));
        }
        let Some(size) = blob::element_size(self.ctx, element) else {
            return self.build_attr_elements(start, literal, ty);
        };
        if let [(tok, _)] = literal.tokens[..]
            && tok.kind == Tok::Str
        {
            return self.build_hex(tok, ty, count, size);
        }
        let is_complex = matches!(self.ctx.type_kind(element), TypeKind::Complex(_));
        if literal.complex != is_complex && !literal.empty && !literal.tokens.is_empty() {
            return Err(self.error_at(start, "expected elements written (re, im) for a complex type, and only for it"));
        }
        let scalar = match self.ctx.type_kind(element) {
            TypeKind::Complex(inner) => *inner,
            _ => element,
        };
        let scalar_size = if is_complex { size / 2 } else { size };
        let mut bytes = Vec::with_capacity(literal.tokens.len() * scalar_size);
        for &(tok, sign) in &literal.tokens {
            self.push_scalar(&mut bytes, tok, sign, scalar, scalar_size)?;
        }
        let splat = splat || (count > 1 && is_repeated(&bytes, size));
        let data = if splat {
            bytes.truncate(size);
            DenseData::Splat(bytes.into())
        } else {
            DenseData::Bytes(bytes.into())
        };
        Ok(self.ctx.attr(AttrKind::Dense { ty, data }))
    }

    fn static_shape(&self, ty: Type) -> Option<(Vec<Dim>, Type)> {
        match self.ctx.type_kind(ty) {
            TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. } => {
                (!shape.contains(&DYNAMIC)).then(|| (shape.to_vec(), *element))
            }
            _ => None,
        }
    }

    fn push_scalar(&self, bytes: &mut Vec<u8>, tok: Token, sign: Sign, ty: Type, size: usize) -> ParseResult<()> {
        let negative = sign == Sign::Minus;
        let value = match (self.ctx.type_kind(ty), tok.kind) {
            (TypeKind::Float(_), _) => self.float_bits(tok, negative, ty)? as i128,
            (_, Tok::Word) => i128::from(self.text(tok) == "true"),
            (_, Tok::Str) => return Err(self.error_at(tok, "expected a number, found a string")),
            _ => self.int_literal(tok, negative, ty)?,
        };
        let all = value.to_le_bytes();
        // Numbers wider than 128 bits cannot be spelled; their upper bytes repeat the sign.
        bytes.extend(all.iter().copied().chain(std::iter::repeat(if value < 0 { 0xFF } else { 0 })).take(size));
        Ok(())
    }

    /// `"0x…"`: the bytes of all elements, or of one that is repeated.
    fn build_hex(&mut self, tok: Token, ty: Type, count: u64, size: usize) -> ParseResult<Attr> {
        let inner = &self.src[tok.start + 1..tok.end - 1];
        let Some(digits) = inner.strip_prefix(b"0x") else {
            return Err(self.error_at(tok, "expected hexadecimal digits after \"0x"));
        };
        let range = SourceRange { source: self.source, start: tok.start + 3, length: digits.len() };
        self.check_hex(tok, digits)?;
        let total = count.checked_mul(size as u64);
        let bytes = digits.len() as u64 / 2;
        if total == Some(bytes) && bytes > limits::SMALL_BLOB_BYTES as u64 {
            return Ok(self.ctx.attr(AttrKind::Dense { ty, data: DenseData::Hex(range) }));
        }
        if total != Some(bytes) && bytes != size as u64 {
            let total = total.unwrap_or(u64::MAX);
            return Err(self.error_at(
                tok,
                format!("expected {total} bytes for {count} elements (or {size} for one repeated), found {bytes}"),
            ));
        }
        let decoded: Vec<u8> = blob::decode_hex(digits).collect();
        let splat = decoded.len() == size && count != 0 || (count > 1 && is_repeated(&decoded, size));
        let data = if splat { DenseData::Splat(decoded[..size].into()) } else { DenseData::Bytes(decoded.into()) };
        Ok(self.ctx.attr(AttrKind::Dense { ty, data }))
    }

    /// Whether `digits` are whole bytes in hexadecimal.
    pub(super) fn check_hex(&self, tok: Token, digits: &[u8]) -> ParseResult<()> {
        if !self.lexer.is_hex_string(tok)
            && let Some(at) = blob::find_non_hex(digits)
        {
            let mut tok = tok;
            tok.start += 3 + at;
            return Err(self.error_at(tok, "expected a hexadecimal digit"));
        }
        if !digits.len().is_multiple_of(2) {
            return Err(self.error_at(tok, "expected an even number of hexadecimal digits"));
        }
        Ok(())
    }

    /// Elements of strings or of a dialect type.
    fn build_attr_elements(&mut self, start: Token, literal: &Literal, ty: Type) -> ParseResult<Attr> {
        let mut items = Vec::with_capacity(literal.tokens.len());
        for &(tok, _) in &literal.tokens {
            if tok.kind != Tok::Str {
                return Err(self.error_at(start, "expected strings for elements that are neither integers nor floats"));
            }
            let text = self.src[tok.start + 1..tok.end - 1].into();
            items.push(self.ctx.attr(AttrKind::String(text)));
        }
        if items.iter().all(|item| Some(item) == items.first()) {
            items.truncate(1);
        }
        Ok(self.ctx.attr(AttrKind::Dense { ty, data: DenseData::Attrs(items) }))
    }

    /// `sparse<indices, values> : type`
    pub(super) fn parse_sparse(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        let start = self.advance();
        self.expect("<")?;
        let (mut indices, mut values) = (None, None);
        if !self.at(">") {
            indices = Some(self.parse_literal()?);
            self.expect(",")?;
            values = Some(self.parse_literal()?);
        }
        self.expect(">")?;
        let ty = self.parse_elements_type(ty)?;
        let Some((shape, element)) = self.static_shape(ty) else {
            return Err(self.error_at(start, "expected a tensor or vector type with static shape for elements"));
        };
        let (i64, rank) = (self.ctx.int_type(64), shape.len() as Dim);
        let count = match (&indices, &values) {
            (Some(indices), _) if indices.shape.len() == 2 => indices.shape[0],
            (Some(_), Some(values)) => values.shape.first().copied().unwrap_or(1),
            _ => 0,
        };
        let table = self.ctx.ty(TypeKind::Tensor { shape: [count, rank].into_iter().collect(), element: i64, encoding: None });
        let column = self.ctx.ty(TypeKind::Tensor { shape: [count].into_iter().collect(), element, encoding: None });
        let empty = Literal { shape: Vec::new(), tokens: Vec::new(), complex: false, empty: true };
        let indices = self.build_dense(start, indices.as_ref().unwrap_or(&empty), table)?;
        let values = self.build_dense(start, values.as_ref().unwrap_or(&empty), column)?;
        Ok(self.ctx.attr(AttrKind::Sparse { indices, values, ty }))
    }

    /// `dense_resource<key> : type`
    pub(super) fn parse_dense_resource(&mut self, ty: Option<Type>) -> ParseResult<Attr> {
        self.advance();
        self.expect("<")?;
        let key = self.parse_resource_key()?;
        self.expect(">")?;
        let ty = self.parse_elements_type(ty)?;
        let key = self.ctx.ident(&key);
        Ok(self.ctx.attr(AttrKind::DenseResource { key, ty }))
    }

    /// A word or a string.
    pub(super) fn parse_resource_key(&mut self) -> ParseResult<String> {
        match self.tok.kind {
            Tok::Str => self.parse_string(),
            Tok::Word => Ok(self.take_text().to_owned()),
            _ => Err(self.expected("a resource key")),
        }
    }

    /// `array<i32: 1, 2>`
    pub(super) fn parse_dense_array(&mut self) -> ParseResult<Attr> {
        self.advance();
        self.expect("<")?;
        let tok = self.tok;
        let element = self.parse_type()?;
        if blob::element_size(self.ctx, element).is_none_or(|n| n > 8)
            || matches!(self.ctx.type_kind(element), TypeKind::Complex(_) | TypeKind::Index)
        {
            return Err(self.error_at(tok, "expected an integer or float type of at most 64 bits for an array"));
        }
        let mut values = Vec::new();
        if self.accept(":") {
            self.list(">", |p| {
                values.push(p.parse_array_item(element)?);
                Ok(())
            })?;
        } else {
            self.expect(">")?;
        }
        Ok(self.ctx.attr(AttrKind::DenseArray { element, values }))
    }

    fn parse_array_item(&mut self, element: Type) -> ParseResult<i64> {
        if self.at_word("true") || self.at_word("false") {
            return Ok(i64::from(self.take_text() == "true"));
        }
        let attr = self.parse_attr(Some(element))?;
        match self.ctx.attr_kind(attr) {
            AttrKind::Integer { value, .. } => Ok(*value as i64),
            AttrKind::Float { bits, .. } => Ok(*bits as i64),
            _ => Err(self.expected("a number")),
        }
    }
}

/// Whether `bytes` is one element of `size` bytes over and over.
fn is_repeated(bytes: &[u8], size: usize) -> bool {
    size > 0 && bytes.len() > size && bytes.chunks(size).all(|chunk| *chunk == bytes[..size])
}

fn dims(shape: &[Dim]) -> String {
    let parts: Vec<String> = shape.iter().map(Dim::to_string).collect();
    if parts.is_empty() { "scalar".to_owned() } else { parts.join("x") }
}

impl Parser<'_> {
    /// Bytes of a resource blob: `"0x…"`, whose first four bytes are the alignment.
    pub(super) fn parse_resource_blob(&mut self, tok: Token) -> ParseResult<Option<SourceRange>> {
        let inner = &self.src[tok.start + 1..tok.end - 1];
        let Some(digits) = inner.strip_prefix(b"0x") else { return Ok(None) };
        self.check_hex(tok, digits)?;
        if digits.len() < 8 {
            return Err(self.error_at(tok, "expected a blob of at least the four bytes of its alignment"));
        }
        Ok(Some(SourceRange { source: self.source, start: tok.start + 3, length: digits.len() }))
    }
}

/// All bytes in one shared allocation, for blobs made by code.
impl From<Vec<u8>> for DenseData {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Arc::from(bytes))
    }
}
