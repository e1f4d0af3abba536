//! Locations.

use super::{LocTarget, ParseResult, Parser, Tok, Token};
use crate::attrs::AttrKind;
use crate::loc::{Loc, LocKind};

impl Parser<'_> {
    /// `loc(…)`
    pub(crate) fn parse_loc(&mut self) -> ParseResult<Loc> {
        self.expect_word("loc")?;
        self.expect("(")?;
        let loc = self.parse_loc_body()?;
        self.expect(")")?;
        Ok(loc)
    }

    /// A trailing `loc(…)`, if one stands here.
    pub(super) fn parse_trailing_loc(&mut self, target: LocTarget) -> ParseResult<()> {
        match self.parse_loc_or_alias()? {
            None => {}
            Some(Ok(loc)) => self.set_loc(target, loc),
            Some(Err(alias)) => self.pending_locs.push((target, alias)),
        }
        Ok(())
    }

    /// A trailing `loc(…)`, if one stands here, or the token of an alias that is defined later.
    pub(crate) fn parse_loc_or_alias(&mut self) -> ParseResult<Option<Result<Loc, Token>>> {
        if !self.accept_word("loc") {
            return Ok(None);
        }
        self.expect("(")?;
        let name = self.name(self.tok);
        let loc = if self.at_kind(Tok::Hash) && !name.contains('.') && !self.attr_aliases.contains_key(name) {
            Err(self.advance())
        } else {
            Ok(self.parse_loc_body()?)
        };
        self.expect(")")?;
        Ok(Some(loc))
    }

    fn set_loc(&mut self, target: LocTarget, loc: Loc) {
        match target {
            LocTarget::Op(op) => self.module.op_mut(op).loc = loc,
            LocTarget::Arg(value) => self.module.set_value_loc(value, loc),
        }
    }

    /// Gives the locations whose aliases were defined after their use.
    pub(super) fn resolve_pending_locs(&mut self) -> ParseResult<()> {
        for (target, tok) in std::mem::take(&mut self.pending_locs) {
            let name = self.name(tok);
            let attr = self.attr_aliases.get(name).map(|alias| self.ctx.attr_kind(alias.value));
            match attr {
                Some(AttrKind::Loc(loc)) => self.set_loc(target, *loc),
                Some(_) => return Err(self.error_at(tok, format!("expected `#{name}` to be a location"))),
                None => return Err(self.error_at(tok, format!("no location alias `#{name}` is defined"))),
            }
        }
        Ok(())
    }

    fn parse_loc_body(&mut self) -> ParseResult<Loc> {
        self.nested(Self::parse_loc_inner)
    }

    fn parse_loc_inner(&mut self) -> ParseResult<Loc> {
        let tok = self.tok;
        match tok.kind {
            Tok::Hash => {
                let attr = self.parse_attr(None)?;
                match self.ctx.attr_kind(attr) {
                    AttrKind::Loc(loc) => Ok(*loc),
                    _ => Err(self.error_at(tok, "expected a location")),
                }
            }
            Tok::Str => self.parse_file_or_name_loc(),
            Tok::Word => match self.text(tok) {
                "unknown" => {
                    self.advance();
                    Ok(Loc::UNKNOWN)
                }
                "loc" => self.parse_loc(),
                "callsite" => {
                    self.advance();
                    self.expect("(")?;
                    let callee = self.parse_loc_body()?;
                    self.expect_word("at")?;
                    let caller = self.parse_loc_body()?;
                    self.expect(")")?;
                    Ok(self.ctx.loc(LocKind::CallSite { callee, caller }))
                }
                "fused" => self.parse_fused_loc(),
                _ => Err(self.expected("a location")),
            },
            _ => Err(self.expected("a location")),
        }
    }

    /// `fused<metadata>[a, b]`
    fn parse_fused_loc(&mut self) -> ParseResult<Loc> {
        self.advance();
        let mut metadata = None;
        if self.accept("<") {
            metadata = Some(self.parse_attr(None)?);
            self.expect(">")?;
        }
        self.expect("[")?;
        let mut parts = Vec::new();
        self.list("]", |p| {
            parts.push(p.parse_loc_body()?);
            Ok(())
        })?;
        Ok(self.ctx.loc(LocKind::Fused { parts, metadata }))
    }

    /// `"file":1:2`, `"file":1:2 to 3:4`, `"name"`, `"name"(child)`
    fn parse_file_or_name_loc(&mut self) -> ParseResult<Loc> {
        let text = self.parse_string()?;
        let name = self.ctx.ident(&text);
        if !self.accept(":") {
            let mut child = Loc::UNKNOWN;
            if self.accept("(") {
                child = self.parse_loc_body()?;
                self.expect(")")?;
            }
            return Ok(self.ctx.loc(LocKind::Name(name, child)));
        }
        let line = self.parse_u32("a line")?;
        self.expect(":")?;
        let column = self.parse_u32("a column")?;
        let mut end = None;
        if self.accept_word("to") {
            let end_line = if self.at_kind(Tok::Int) { self.parse_u32("a line")? } else { line };
            self.expect(":")?;
            end = Some((end_line, self.parse_u32("a column")?));
        }
        Ok(self.ctx.loc(LocKind::File { file: name, line, column, end }))
    }
}
