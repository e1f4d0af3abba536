//! Aliases of attributes and types: `#name = …` and `!name = …`.
//!
//! An alias that holds others can make a short text stand for something huge or deep: printing writes most aliases out, and
//! walks recurse. So each alias knows its extent with all others written out, and both measures have limits.

use super::{ParseResult, Parser, Token};
use crate::attrs::{Attr, AttrKind};
use crate::limits;
use crate::types::Type;

/// How much there is of something when the aliases in it are written out.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// Levels of nesting.
    pub(super) depth: u32,
    /// Aliases.
    pub(super) size: u64,
}

/// What an alias stands for.
#[derive(Clone, Copy)]
pub(super) struct Alias<T> {
    pub(super) value: T,
    extent: Extent,
}

impl<'s> Parser<'s> {
    pub(super) fn parse_attr_alias(&mut self) -> ParseResult<()> {
        let (tok, alias) = self.parse_alias(|p| p.parse_attr(None))?;
        let is_new = self.attr_aliases.insert(self.name(tok), alias).is_none();
        self.check_new(tok, is_new)
    }

    pub(super) fn parse_type_alias(&mut self) -> ParseResult<()> {
        let (tok, alias) = self.parse_alias(Self::parse_type)?;
        let is_new = self.type_aliases.insert(self.name(tok), alias).is_none();
        self.check_new(tok, is_new)
    }

    fn parse_alias<T>(&mut self, parse: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<(Token, Alias<T>)> {
        let tok = self.advance();
        self.expect("=")?;
        let outer = std::mem::take(&mut self.extent);
        let value = parse(self)?;
        let Extent { depth, size } = std::mem::replace(&mut self.extent, outer);
        if size > limits::MAX_ALIAS_SIZE {
            let what = format!("expected at most {} aliases with those in them written out", limits::MAX_ALIAS_SIZE);
            return Err(self.error_at(tok, what));
        }
        let extent = Extent { depth: depth.saturating_sub(self.depth), size: size.saturating_add(1) };
        Ok((tok, Alias { value, extent }))
    }

    fn check_new(&self, tok: Token, is_new: bool) -> ParseResult<()> {
        match is_new {
            true => Ok(()),
            false => Err(self.error_at(tok, format!("the alias `{}` is defined twice", self.text(tok)))),
        }
    }

    /// What the attribute alias called `name` stands for, if there is one.
    pub(super) fn attr_alias(&mut self, tok: Token, name: &str) -> ParseResult<Option<Attr>> {
        let Some(&Alias { value, extent }) = self.attr_aliases.get(name) else { return Ok(None) };
        // Every location has an alias when it is printed, so their size does no harm.
        let is_loc = matches!(self.ctx.attr_kind(value), AttrKind::Loc(_));
        let (most_levels, size) = if is_loc { (limits::MAX_LOC_NESTING, 1) } else { (limits::MAX_NESTING, extent.size) };
        self.add_extent(tok, Extent { size, ..extent }, most_levels)?;
        Ok(Some(value))
    }

    /// The same for a type.
    pub(super) fn type_alias(&mut self, tok: Token, name: &str) -> ParseResult<Option<Type>> {
        let Some(&Alias { value, extent }) = self.type_aliases.get(name) else { return Ok(None) };
        self.add_extent(tok, extent, limits::MAX_NESTING)?;
        Ok(Some(value))
    }

    fn add_extent(&mut self, tok: Token, extent: Extent, most_levels: u32) -> ParseResult<()> {
        let depth = self.depth.saturating_add(extent.depth);
        if depth > most_levels {
            let what = format!("expected at most {most_levels} levels of nesting with aliases written out, found {depth}");
            return Err(self.error_at(tok, what));
        }
        self.extent.depth = self.extent.depth.max(depth);
        self.extent.size = self.extent.size.saturating_add(extent.size);
        Ok(())
    }
}
