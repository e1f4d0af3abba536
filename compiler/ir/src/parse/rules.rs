//! Attributes in the spelling of the rule that a row gives for them.

use super::{ParseResult, Parser, Tok};
use crate::attrs::{Attr, AttrKind};
use crate::def::AttrRule;
use crate::enums::EnumDef;
use crate::types::FloatKind;

/// Whether a literal of a format is a word rather than punctuation.
fn is_word(text: &str) -> bool {
    text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
}

impl Parser<'_> {
    /// A literal of a format.
    pub(crate) fn parse_literal_text(&mut self, text: &'static str) -> ParseResult<()> {
        if is_word(text) {
            self.expect_word(text)
        } else if text == "=>" {
            self.expect("=")?;
            self.expect(">")
        } else {
            self.expect(text)
        }
    }

    /// Whether a literal of a format stands here.
    pub(crate) fn at_literal(&self, text: &str) -> bool {
        if is_word(text) { self.at_word(text) } else { self.at(text) }
    }

    /// Whether an attribute of this rule starts here.
    pub(crate) fn attr_starts_here(&self, rule: &AttrRule) -> bool {
        match rule {
            AttrRule::Str => self.at_kind(Tok::Str),
            AttrRule::SymbolName | AttrRule::FlatSymbol | AttrRule::Symbol => self.at_kind(Tok::At),
            AttrRule::Array | AttrRule::Bracketed(_) | AttrRule::DenseArray(_) => self.at("["),
            AttrRule::Dict => self.at("{"),
            AttrRule::Int(_) => self.at_kind(Tok::Int) || self.at("-"),
            AttrRule::F32 => self.at_kind(Tok::Float) || self.at_kind(Tok::Hex) || self.at("-"),
            AttrRule::Typed => self.at("-") || [Tok::Int, Tok::Float, Tok::Hex, Tok::Word].iter().any(|&k| self.at_kind(k)),
            AttrRule::Enum(def) => self.at_case(def),
            AttrRule::Case(kind) | AttrRule::QuotedCase(kind) => kind.cases().is_some_and(|def| self.at_case(def)),
            AttrRule::ListOf(rule) => self.attr_starts_here(rule),
            AttrRule::Unit => false,
            _ => self.at_kind(Tok::Hash) || self.at_kind(Tok::Word) || self.at_kind(Tok::Str) || self.at("<"),
        }
    }

    fn at_case(&self, def: &EnumDef) -> bool {
        self.at_kind(Tok::Str) || self.at_kind(Tok::Word) && def.case(self.text(self.token())).is_some()
    }

    /// An attribute in the spelling of its rule.
    pub(crate) fn parse_attr_by_rule(&mut self, rule: &AttrRule) -> ParseResult<Attr> {
        let ctx = self.ctx;
        let tok = self.token();
        let wrong = |p: &Self, what: &str| p.error_at(tok, format!("expected {what}"));
        match rule {
            AttrRule::Str => {
                let bytes = self.parse_string_bytes()?;
                Ok(ctx.attr(AttrKind::String(bytes)))
            }
            AttrRule::SymbolName => {
                let name = self.parse_symbol_name()?;
                Ok(ctx.str_attr(&name))
            }
            AttrRule::FlatSymbol | AttrRule::Symbol => {
                let attr = self.parse_symbol_ref()?;
                match (rule, ctx.attr_kind(attr)) {
                    (AttrRule::FlatSymbol, AttrKind::Symbol { nested, .. }) if !nested.is_empty() => {
                        Err(wrong(self, "a symbol without `::`"))
                    }
                    _ => Ok(attr),
                }
            }
            AttrRule::Type => {
                let ty = self.parse_type()?;
                Ok(ctx.type_attr(ty))
            }
            AttrRule::Int(kind) => {
                let ty = kind.ty(ctx);
                let attr = self.parse_attr(Some(ty))?;
                if ctx.int_value(attr).is_some() { Ok(attr) } else { Err(wrong(self, "an integer")) }
            }
            AttrRule::F32 => {
                let ty = ctx.float_type(FloatKind::F32);
                self.parse_attr(Some(ty))
            }
            AttrRule::Enum(def) => {
                let value = self.parse_enum(def)?;
                Ok(ctx.int_attr(value.into(), ctx.int_type(def.width)))
            }
            AttrRule::Dialect(kind) => self.parse_dialect_attr_of(*kind),
            AttrRule::Case(kind) | AttrRule::QuotedCase(kind) => match kind.cases() {
                Some(def) => {
                    let value = self.parse_enum(def)?;
                    Ok(kind.of_case(ctx, value.into()))
                }
                None => self.parse_dialect_attr_of(*kind),
            },
            AttrRule::Word => {
                let tok = self.expect_kind(Tok::Word, "a word")?;
                Ok(ctx.str_attr(self.text(tok)))
            }
            AttrRule::ListOf(rule) => {
                let mut items = vec![self.parse_attr_by_rule(rule)?];
                while self.accept(",") {
                    items.push(self.parse_attr_by_rule(rule)?);
                }
                Ok(ctx.array_attr(items))
            }
            AttrRule::Bracketed(rule) => {
                self.expect("[")?;
                let mut items = Vec::new();
                self.list("]", |p| {
                    items.push(p.parse_attr_by_rule(rule)?);
                    Ok(())
                })?;
                Ok(ctx.array_attr(items))
            }
            AttrRule::Extent => {
                let value = if self.accept("?") { i64::MIN } else { self.parse_i64("an extent or `?`")? };
                Ok(ctx.int_attr(value.into(), ctx.int_type(64)))
            }
            AttrRule::DenseArray(width) => self.parse_bare_array(*width),
            AttrRule::Unit => Ok(ctx.unit()),
            _ => self.parse_attr(None),
        }
    }

    /// `[1, 2]`, or `array<iN: 1, 2>`, as an array of integers.
    fn parse_bare_array(&mut self, width: u32) -> ParseResult<Attr> {
        if !self.at("[") {
            return self.parse_attr(None);
        }
        self.expect("[")?;
        let element = self.ctx.int_type(width);
        let mut values = Vec::new();
        self.list("]", |p| {
            values.push(p.parse_i64("an integer")?);
            Ok(())
        })?;
        Ok(self.ctx.attr(AttrKind::DenseArray { element, values }))
    }
}
