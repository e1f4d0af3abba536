//! The file's trailing section `{-# dialect_resources: { owner: { key: "0x…" } } #-}`.

use super::{ParseResult, Parser, Tok};
use crate::context::Ident;
use crate::module::{Resource, ResourceValue};

impl Parser<'_> {
    /// The section, whose `{-#` is the current token.
    pub(super) fn parse_resource_section(&mut self) -> ParseResult<()> {
        self.advance();
        self.list("#-}", |p| {
            let section = p.parse_resource_ident()?;
            p.expect(":")?;
            p.expect("{")?;
            p.list("}", |p| {
                let owner = p.parse_resource_ident()?;
                p.expect(":")?;
                p.expect("{")?;
                p.list("}", |p| p.parse_resource(section, owner))
            })
        })
    }

    fn parse_resource_ident(&mut self) -> ParseResult<Ident> {
        let key = self.parse_resource_key()?;
        Ok(self.ctx.ident(&key))
    }

    fn parse_resource(&mut self, section: Ident, owner: Ident) -> ParseResult<()> {
        let key = self.parse_resource_ident()?;
        self.expect(":")?;
        let tok = self.tok;
        let value = match tok.kind {
            Tok::Str => match self.parse_resource_blob(tok)? {
                Some(range) => {
                    self.advance();
                    ResourceValue::Hex(range)
                }
                None => ResourceValue::String(self.parse_string_bytes()?),
            },
            Tok::Word if matches!(self.text(tok), "true" | "false") => {
                self.advance();
                ResourceValue::Bool(self.text(tok) == "true")
            }
            _ => return Err(self.expected("a blob in quotes, a string, true or false")),
        };
        self.module.resources.push(Resource { section, owner, key, value });
        Ok(())
    }
}
