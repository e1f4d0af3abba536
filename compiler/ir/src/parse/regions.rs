//! Regions, their blocks, and what branches name.

use super::recover::Around;
use super::scopes::{BlockEntry, Undefined};
use super::{LocTarget, ParseResult, Parser, Punct, Tok, Token, Unresolved};
use crate::attrs::AttrList;
use crate::def::{ISOLATED, SINGLE_BLOCK};
use crate::loc::Loc;
use crate::module::{At, Block, NewOp, Op, Region};
use crate::ops::OpKind;
use crate::types::Type;

/// An entry block argument given in an operation's header.
pub(crate) struct EntryArg<'s> {
    pub(crate) operand: Unresolved<'s>,
    pub(crate) ty: Type,
    pub(crate) attrs: AttrList,
    /// Its location, or the alias of one that is defined later.
    pub(crate) loc: Result<Loc, Token>,
}

/// How an operation is written: generic form says everything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Custom,
    Generic,
}

impl<'s> Parser<'s> {
    /// Leaves a scope and reports what is used in it but not defined.
    pub(super) fn pop_scope(&mut self) {
        for undefined in self.scopes.pop(self.ctx) {
            match undefined {
                Undefined::Block(name, tok) => {
                    self.report(*self.error_at(tok, format!("no block `^{name}` is defined in this region")));
                }
                Undefined::Value { name, index, tok, similar } => {
                    let of = if index == 0 { String::new() } else { format!("#{index}") };
                    let mut error = *self.error_at(tok, format!("no value `%{name}{of}` is defined here"));
                    if let Some(similar) = similar {
                        error = error.note(None, format!("the nearest name is `%{similar}`"));
                    }
                    self.report(error);
                }
            }
        }
    }

    /// `^name`
    pub(crate) fn parse_successor(&mut self) -> ParseResult<Block> {
        let tok = self.expect_kind(Tok::Caret, "a block such as ^bb1")?;
        let name = self.name(tok);
        if let Some(entry) = self.scopes.block(name) {
            return Ok(entry.block);
        }
        let block = self.module.detached_block();
        self.scopes.add_block(name, BlockEntry { block, undefined: Some(tok) });
        Ok(block)
    }

    /// `{ … }`, the region of `op` at the end of those it has.
    pub(crate) fn parse_region(&mut self, op: Op, args: &[EntryArg<'s>]) -> ParseResult<Region> {
        let region = self.module.add_region(op);
        self.parse_region_into(op, region, args)?;
        Ok(region)
    }

    pub(crate) fn parse_region_into(&mut self, op: Op, region: Region, args: &[EntryArg<'s>]) -> ParseResult<()> {
        self.parse_region_as(op, region, args, Form::Custom)
    }

    pub(super) fn parse_region_as(&mut self, op: Op, region: Region, args: &[EntryArg<'s>], form: Form) -> ParseResult<()> {
        self.expect("{")?;
        let def = self.module.def(op);
        self.scopes.push(def.has(ISOLATED));
        if !def.default_dialect.is_empty() {
            self.default_dialects.push(def.default_dialect);
        }
        self.parse_region_body(op, region, args, form)?;
        if !def.default_dialect.is_empty() {
            self.default_dialects.pop();
        }
        self.expect("}")?;
        self.pop_scope();
        Ok(())
    }

    fn parse_region_body(&mut self, op: Op, region: Region, args: &[EntryArg<'s>], form: Form) -> ParseResult<()> {
        let def = self.module.def(op);
        // An empty region stays without blocks, unless the operation always has one and need not say so.
        if self.at("}") && args.is_empty() && (form == Form::Generic || !def.has(SINGLE_BLOCK)) {
            return Ok(());
        }
        let mut block = if self.at_kind(Tok::Caret) && args.is_empty() {
            match self.or_skip(Around::Region, |p| p.parse_block_header(region)) {
                Some(block) => block,
                None => self.module.add_block(region),
            }
        } else {
            let entry = self.module.add_block(region);
            for arg in args {
                let value = self.module.add_arg(entry, arg.ty, arg.loc.unwrap_or(Loc::UNKNOWN));
                if let Err(alias) = arg.loc {
                    self.pending_locs.push((LocTarget::Arg(value), alias));
                }
                self.define_values(arg.operand.name, arg.operand.tok, value, 1)?;
            }
            entry
        };
        if self.opaque_module_starts_here(op) {
            return self.parse_opaque_ops(block);
        }
        loop {
            match self.tok.kind {
                Tok::Punct(Punct::CLOSE_BRACE) | Tok::End => break,
                Tok::Caret => {
                    let header = self.or_skip(Around::Region, |p| p.parse_block_header(region));
                    block = header.unwrap_or(block);
                }
                _ => {
                    self.or_skip(Around::Region, |p| p.parse_op(block));
                }
            }
        }
        if form == Form::Custom
            && let Some(terminator) = def.implicit_terminator
        {
            self.add_implicit_terminator(op, region, terminator);
        }
        Ok(())
    }

    fn add_implicit_terminator(&mut self, op: Op, region: Region, terminator: &str) {
        let &[block] = self.module.blocks(region) else { return };
        let kind = OpKind::from_name(terminator).unwrap_or(OpKind::Unregistered);
        if self.module.last(block).is_none_or(|last| self.module.kind(last) != kind) {
            let loc = self.module.op(op).loc;
            self.module.insert_new(At::End(block), kind, loc, NewOp::default());
        }
    }

    /// `^bb1(%a: i32 loc(…), %b: f32):`
    fn parse_block_header(&mut self, region: Region) -> ParseResult<Block> {
        let tok = self.expect_kind(Tok::Caret, "a block such as ^bb1")?;
        let name = self.name(tok);
        let block = match self.scopes.block(name) {
            Some(entry) if entry.undefined.is_some() => {
                entry.undefined = None;
                entry.block
            }
            Some(_) => return Err(self.error_at(tok, format!("the block `^{name}` is defined twice"))),
            None => {
                let block = self.module.detached_block();
                self.scopes.add_block(name, BlockEntry { block, undefined: None });
                block
            }
        };
        self.module.attach_block(region, block);
        if self.accept("(") {
            self.list(")", |p| {
                let arg = p.expect_kind(Tok::Percent, "a block argument such as %x")?;
                p.expect(":")?;
                let ty = p.parse_type()?;
                let loc = p.loc_of(arg);
                let value = p.module.add_arg(block, ty, loc);
                p.parse_trailing_loc(LocTarget::Arg(value))?;
                p.define_values(p.name(arg), arg, value, 1)
            })?;
        }
        self.expect(":")?;
        Ok(block)
    }

    /// An argument of an entry block that its operation's header names.
    pub(crate) fn entry_arg(&self, operand: Unresolved<'s>, ty: Type) -> EntryArg<'s> {
        EntryArg { operand, ty, attrs: AttrList::new(), loc: Ok(self.loc_of(operand.tok)) }
    }

    /// `(%a: T {attrs} loc(…), …)`, the arguments of an entry block.
    pub(crate) fn parse_entry_args(&mut self) -> ParseResult<Vec<EntryArg<'s>>> {
        let mut args = Vec::new();
        self.expect("(")?;
        self.list(")", |p| {
            let operand = p.parse_operand()?;
            p.expect(":")?;
            let ty = p.parse_type()?;
            let attrs = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
            let loc = p.parse_loc_or_alias()?.unwrap_or_else(|| Ok(p.loc_of(operand.tok)));
            args.push(EntryArg { operand, ty, attrs, loc });
            Ok(())
        })?;
        Ok(args)
    }
}
