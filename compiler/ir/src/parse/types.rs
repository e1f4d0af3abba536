//! Types.

use smallvec::{SmallVec, smallvec};

use super::{ParseResult, Parser, Punct, Tok};
use crate::attrs::AttrKind;
use crate::dialect_types::DialectTypeKind;
use crate::limits;
use crate::types::{DYNAMIC, Dim, FloatKind, HalType, Lifetime, Shape, Signedness, StreamType, Type, TypeKind, Types};

impl Parser<'_> {
    /// A type.
    ///
    /// # Errors
    /// When none stands here.
    pub fn parse_type(&mut self) -> ParseResult<Type> {
        match self.parse_optional_type()? {
            Some(ty) => Ok(ty),
            None => Err(self.expected("a type")),
        }
    }

    /// A type, if one starts here.
    pub(crate) fn parse_optional_type(&mut self) -> ParseResult<Option<Type>> {
        match self.tok.kind {
            Tok::Punct(Punct::OPEN_PAREN) => self.nested(Self::parse_function_type).map(Some),
            Tok::Bang => self.nested(Self::parse_dialect_type).map(Some),
            Tok::Word => self.parse_builtin_type(),
            _ => Ok(None),
        }
    }

    /// `type, type, …`, at least one.
    pub(crate) fn parse_type_list(&mut self) -> ParseResult<Types> {
        let mut types: Types = smallvec![self.parse_type()?];
        while self.accept(",") {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    /// `(type, …)` or one type.
    pub(crate) fn parse_type_list_or_one(&mut self) -> ParseResult<Types> {
        if !self.accept("(") {
            return Ok(smallvec![self.parse_type()?]);
        }
        let mut types = Types::new();
        self.list(")", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// `(type, …) -> type` in parts.
    pub(crate) fn parse_signature(&mut self) -> ParseResult<(Types, Types)> {
        self.expect("(")?;
        let mut inputs = Types::new();
        self.list(")", |p| {
            inputs.push(p.parse_type()?);
            Ok(())
        })?;
        self.expect("->")?;
        // A function type as result stands in parentheses, so `(` opens the list.
        let results = self.nested(Self::parse_type_list_or_one)?;
        Ok((inputs, results))
    }

    fn parse_function_type(&mut self) -> ParseResult<Type> {
        let (inputs, results) = self.parse_signature()?;
        Ok(self.ctx.ty(TypeKind::Function { inputs: inputs.into_vec(), results: results.into_vec() }))
    }

    fn parse_builtin_type(&mut self) -> ParseResult<Option<Type>> {
        let word = self.text(self.tok);
        let kind = match word {
            "index" => TypeKind::Index,
            "none" => TypeKind::None,
            "tensor" => return self.nested(Self::parse_tensor).map(Some),
            "memref" => return self.nested(Self::parse_memref).map(Some),
            "vector" => return self.nested(Self::parse_vector).map(Some),
            "complex" => return self.nested(Self::parse_complex).map(Some),
            "tuple" => return self.nested(Self::parse_tuple).map(Some),
            _ => match self.scalar_kind(word)? {
                Some(kind) => kind,
                None => return Ok(None),
            },
        };
        self.advance();
        Ok(Some(self.ctx.ty(kind)))
    }

    /// `i32`, `si8`, `f32` and their kin.
    fn scalar_kind(&self, word: &str) -> ParseResult<Option<TypeKind>> {
        if let Some(kind) = FloatKind::ALL.iter().find(|k| k.name() == word) {
            return Ok(Some(TypeKind::Float(*kind)));
        }
        let (sign, digits) = match word.as_bytes() {
            [b's', b'i', ..] => (Signedness::Signed, &word[2..]),
            [b'u', b'i', ..] => (Signedness::Unsigned, &word[2..]),
            [b'i', ..] => (Signedness::Signless, &word[1..]),
            _ => return Ok(None),
        };
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        match digits.parse() {
            Ok(width) if (0..=limits::MAX_INTEGER_WIDTH).contains(&width) => Ok(Some(TypeKind::Integer { width, sign })),
            _ => Err(self.error(format!("expected an integer width from 0 to {}, found {digits}", limits::MAX_INTEGER_WIDTH))),
        }
    }

    fn parse_complex(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        let element = self.parse_type()?;
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::Complex(element)))
    }

    fn parse_tuple(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        let mut items = Vec::new();
        self.list(">", |p| {
            items.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(self.ctx.ty(TypeKind::Tuple(items)))
    }

    fn parse_tensor(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        if self.at("*") {
            let element = self.parse_unranked_element()?;
            self.expect(">")?;
            return Ok(self.ctx.ty(TypeKind::UnrankedTensor(element)));
        }
        let shape = self.parse_shape()?;
        let element = self.parse_type()?;
        let encoding = if self.accept(",") { Some(self.parse_attr(None)?) } else { None };
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::Tensor { shape, element, encoding }))
    }

    fn parse_memref(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        if self.at("*") {
            let element = self.parse_unranked_element()?;
            let space = if self.accept(",") { Some(self.parse_attr(None)?) } else { None };
            self.expect(">")?;
            return Ok(self.ctx.ty(TypeKind::UnrankedMemRef { element, space }));
        }
        let shape = self.parse_shape()?;
        let element = self.parse_type()?;
        let (mut layout, mut space) = (None, None);
        while self.accept(",") {
            let tok = self.tok;
            let attr = self.parse_attr(None)?;
            let is_layout = matches!(self.ctx.attr_kind(attr), AttrKind::AffineMap(_) | AttrKind::Strided { .. });
            let slot = if is_layout { &mut layout } else { &mut space };
            if slot.replace(attr).is_some() || (is_layout && space.is_some()) {
                return Err(self.error_at(tok, "expected one layout and one memory space, in this order"));
            }
        }
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::MemRef { shape, element, layout, space }))
    }

    /// `*xT`
    fn parse_unranked_element(&mut self) -> ParseResult<Type> {
        let at = self.tok.end;
        if self.src.get(at) != Some(&b'x') {
            self.advance();
            return Err(self.expected("`x`"));
        }
        self.rewind_to(at + 1);
        self.parse_type()
    }

    fn parse_vector(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        let (mut shape, mut scalable) = (Shape::new(), SmallVec::new());
        while self.at_kind(Tok::Int) || self.at_kind(Tok::Hex) || self.at("[") {
            let tok = self.tok;
            let bracket = self.accept("[");
            let extent = self.parse_extent()?;
            if extent == DYNAMIC {
                return Err(self.error_at(tok, "expected a static extent in a vector type, found `?`"));
            }
            if bracket {
                if !self.at("]") {
                    return Err(self.expected("`]`"));
                }
                let end = self.tok.end;
                self.skip_x(end)?;
            }
            shape.push(extent);
            scalable.push(bracket);
        }
        let element = self.parse_type()?;
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::Vector { shape, scalable, element }))
    }

    /// `4x?x` up to the element type.
    pub(crate) fn parse_shape(&mut self) -> ParseResult<Shape> {
        let mut shape = Shape::new();
        while self.at_kind(Tok::Int) || self.at_kind(Tok::Hex) || self.at("?") {
            let extent = self.parse_extent()?;
            shape.push(extent);
        }
        Ok(shape)
    }

    /// `4x` or `?x`; the `x` is glued to what follows, so this reads characters. Inside `[4]` there is no `x`.
    fn parse_extent(&mut self) -> ParseResult<Dim> {
        let tok = self.tok;
        if self.at("?") {
            self.skip_x(tok.end)?;
            return Ok(DYNAMIC);
        }
        let digits = self.src[tok.start..].iter().take_while(|c| c.is_ascii_digit()).count();
        let end = tok.start + digits;
        let text = std::str::from_utf8(&self.src[tok.start..end]).unwrap_or("");
        let extent = match text.parse::<Dim>() {
            Ok(extent) if extent <= i64::MAX as u64 => extent,
            _ => return Err(self.error_at(tok, "expected an extent below 2^63")),
        };
        if self.src.get(end) == Some(&b']') {
            self.rewind_to(end);
        } else {
            self.skip_x(end)?;
        }
        Ok(extent)
    }

    /// `8x` or `8 x `.
    pub(crate) fn parse_dimension(&mut self) -> ParseResult<Dim> {
        let tok = self.tok;
        let digits = self.src[tok.start..].iter().take_while(|c| c.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.src[tok.start..tok.start + digits]).unwrap_or("");
        if self.src.get(tok.start + digits) == Some(&b'x') || !self.at_kind(Tok::Int) {
            return self.parse_extent();
        }
        let Ok(extent) = text.parse::<Dim>() else { return Err(self.expected("an extent below 2^63")) };
        self.advance();
        if !self.text(self.tok).starts_with('x') {
            return Err(self.expected("`x`"));
        }
        self.rewind_to(self.tok.start + 1);
        Ok(extent)
    }

    /// Takes the `x` at byte `at`.
    fn skip_x(&mut self, at: usize) -> ParseResult<()> {
        if self.src.get(at) != Some(&b'x') {
            self.rewind_to(at);
            return Err(self.expected("`x` and the rest of the shape"));
        }
        self.rewind_to(at + 1);
        Ok(())
    }

    /// `!dialect.type…` or `!alias`
    fn parse_dialect_type(&mut self) -> ParseResult<Type> {
        let tok = self.tok;
        let name = self.name(tok);
        let Some((dialect, rest)) = name.split_once('.') else {
            self.advance();
            if let Some(ty) = self.type_alias(tok, name)? {
                return Ok(ty);
            }
            if self.at("<") {
                return self.parse_pretty_dialect_type(name);
            }
            return Err(self.error_at(tok, format!("no type alias `!{name}` was defined before")));
        };
        let kind = match dialect {
            "hal" => HalType::from_keyword(rest).map(TypeKind::Hal),
            "util" => match rest {
                "buffer" => Some(TypeKind::UtilBuffer),
                "variant" => Some(TypeKind::UtilVariant),
                "object" => Some(TypeKind::UtilObject),
                "list" => return self.parse_list_type(),
                _ if DialectTypeKind::from_name(name).is_some() => return self.parse_table_type(name),
                _ => None,
            },
            "stream" if rest == "resource" => return self.parse_resource_type(),
            "stream" => StreamType::from_keyword(rest).map(TypeKind::Stream),
            _ if DialectTypeKind::from_name(name).is_some() => return self.parse_table_type(name),
            _ => {
                let dialect = self.ctx.ident(dialect);
                let body = self.parse_opaque_body(tok.start + 1 + name.len() - rest.len())?;
                return Ok(self.ctx.ty(TypeKind::Opaque { dialect, body }));
            }
        };
        match kind {
            Some(kind) => {
                self.advance();
                Ok(self.ctx.ty(kind))
            }
            None => {
                let known: Vec<&str> = match dialect {
                    "hal" => HalType::ALL.iter().map(|t| t.keyword()).collect(),
                    "stream" => StreamType::ALL.iter().map(|t| t.keyword()).chain(["resource"]).collect(),
                    _ => vec!["buffer", "list", "object", "variant"],
                };
                let message = format!("unknown type `!{name}`; the {dialect} dialect has {}", known.join(", "));
                Err(self.error_at(tok, message))
            }
        }
    }

    /// `!spirv.ptr<…>`, of the table.
    fn parse_table_type(&mut self, name: &str) -> ParseResult<Type> {
        let Some(kind) = DialectTypeKind::from_name(name) else { return Err(self.expected("a type")) };
        self.advance();
        let params = self.parse_params(kind.spelling())?;
        Ok(self.ctx.dialect_type(kind, params))
    }

    /// `!dialect<body>`, the verbose spelling of a dialect type.
    fn parse_pretty_dialect_type(&mut self, dialect: &str) -> ParseResult<Type> {
        let dialect = self.ctx.ident(dialect);
        let body = self.parse_opaque_body(self.tok.start)?;
        Ok(self.ctx.ty(TypeKind::Opaque { dialect, body }))
    }

    /// `!util.list<T>`; `?` is the variant type.
    fn parse_list_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        let element = if self.accept("?") { self.ctx.ty(TypeKind::UtilVariant) } else { self.parse_type()? };
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::UtilList(element)))
    }

    /// `!stream.resource<lifetime>`
    fn parse_resource_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect("<")?;
        let lifetime = Lifetime::from_keyword(self.text(self.tok));
        let Some(lifetime) = lifetime else {
            let known: Vec<&str> = Lifetime::ALL.iter().map(|l| l.keyword()).collect();
            return Err(self.expected(&format!("a lifetime ({})", known.join(", "))));
        };
        self.advance();
        self.expect(">")?;
        Ok(self.ctx.ty(TypeKind::StreamResource(lifetime)))
    }
}
