//! Values by name: where they are defined, and where they are used, before or after that.

use smallvec::SmallVec;

use super::scopes::{Binding, Forward, Key};
use super::{ParseResult, Parser, Tok, Token};
use crate::limits;
use crate::module::{Op, Value, ValueDef};
use crate::types::Type;

/// A use of a value before its type is known.
#[derive(Clone, Copy, Debug)]
pub struct Unresolved<'s> {
    pub(super) name: &'s str,
    key: Key,
    index: u32,
    pub(crate) tok: Token,
}

impl Unresolved<'_> {
    /// Whether both name the same value.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.key == other.key && self.index == other.index
    }
}

/// Names before the `=` of an operation.
pub(super) struct ResultName<'s> {
    pub(super) name: &'s str,
    pub(super) tok: Token,
    pub(super) count: u32,
}

impl<'s> Parser<'s> {
    pub(super) fn parse_result_name(&mut self) -> ParseResult<ResultName<'s>> {
        let tok = self.expect_kind(Tok::Percent, "the name of a result")?;
        let mut count = 1;
        if self.accept(":") {
            let at = self.tok;
            count = self.parse_u32("a number of results")?;
            if count == 0 || count > limits::MAX_RESULTS {
                return Err(self.error_at(at, format!("expected 1 to {} results", limits::MAX_RESULTS)));
            }
        }
        Ok(ResultName { name: self.name(tok), tok, count })
    }

    pub(super) fn define_results(&mut self, start: Token, op: Op, names: &[ResultName<'s>]) -> ParseResult<()> {
        let found: usize = names.iter().map(|n| n.count as usize).sum();
        let results = self.module.results(op).len();
        if found != results {
            let name = self.module.op_name(op).to_owned();
            return Err(self.error_at(start, format!("`{name}` has {results} results, but {found} are named")));
        }
        let mut next = 0;
        for entry in names {
            self.define_values(entry.name, entry.tok, self.module.result(op, next), entry.count)?;
            next += entry.count as usize;
        }
        Ok(())
    }

    /// Declares `name`, which stands for `count` results from `first` on, and gives them to the uses before.
    pub(super) fn define_values(&mut self, name: &'s str, tok: Token, first: Value, count: u32) -> ParseResult<()> {
        let key = Key::of(self.ctx, name);
        for index in 0..count {
            let value = self.later_result(first, index);
            if let Key::Text(hint) = key
                && !name.bytes().all(|c| c.is_ascii_digit())
            {
                self.module.set_value_name(value, hint);
            }
            if let Some(Forward { value: forward, tok: at, .. }) = self.scopes.take_forward(key, index) {
                let (expected, found) = (self.module.ty(forward), self.module.ty(value));
                if expected != found {
                    let (expected, found) = (self.ctx.show_type(expected), self.ctx.show_type(found));
                    let message = format!("`%{name}` was used as {expected}, but is defined as {found}");
                    return Err(Box::new(self.error_at(tok, message).note(Some(self.place(at)), "used here")));
                }
                self.module.replace_uses(forward, value);
                self.module.drop_forward(forward);
            }
        }
        if !self.scopes.define(key, Some(first), count) {
            return Err(self.error_at(tok, format!("`%{name}` is defined twice")));
        }
        Ok(())
    }

    /// The result `index` places after another of the same operation.
    fn later_result(&self, first: Value, index: u32) -> Value {
        match self.module.value_def(first) {
            ValueDef::Result(op, number) if index > 0 => self.module.result(op, (number + index) as usize),
            _ => first,
        }
    }

    /// `%name` or `%name#1`
    pub(crate) fn parse_operand(&mut self) -> ParseResult<Unresolved<'s>> {
        let tok = self.expect_kind(Tok::Percent, "a value such as %name")?;
        let mut index = 0;
        if self.at_kind(Tok::Hash) && self.name(self.tok).is_empty() && self.tok.start == tok.end {
            self.advance();
            index = self.parse_u32("a result number")?;
        }
        let name = self.name(tok);
        Ok(Unresolved { name, key: Key::of(self.ctx, name), index, tok })
    }

    /// `%a, %b`; nothing when no value stands here.
    pub(crate) fn parse_operands(&mut self) -> ParseResult<SmallVec<[Unresolved<'s>; 1]>> {
        let mut operands = SmallVec::new();
        if self.at_kind(Tok::Percent) {
            operands.push(self.parse_operand()?);
            while self.accept(",") {
                operands.push(self.parse_operand()?);
            }
        }
        Ok(operands)
    }

    /// The value a name stands for, which must have type `ty`.
    pub(crate) fn resolve(&mut self, operand: Unresolved<'s>, ty: Type) -> ParseResult<Value> {
        let Unresolved { name, key, index, tok } = operand;
        let value = match self.scopes.lookup(key) {
            Some(Binding { first: Some(first), count, .. }) if index < count => self.later_result(first, index),
            Some(Binding { first: Some(_), count, .. }) => {
                return Err(self.error_at(tok, format!("`%{name}` has {count} results, none with number {index}")));
            }
            // Of an operation that has a mistake already.
            Some(Binding { first: None, .. }) => self.module.forward_value(ty, self.loc_of(tok)),
            None => match self.scopes.forward(key, index) {
                Some(value) => value,
                None => {
                    let loc = self.loc_of(tok);
                    let value = self.module.forward_value(ty, loc);
                    self.scopes.add_forward(key, index, Forward { value, name, tok });
                    value
                }
            },
        };
        let found = self.module.ty(value);
        if found != ty {
            let (expected, found) = (self.ctx.show_type(ty), self.ctx.show_type(found));
            return Err(self.error_at(tok, format!("expected `%{name}` to be {expected}, found {found}")));
        }
        Ok(value)
    }
}
