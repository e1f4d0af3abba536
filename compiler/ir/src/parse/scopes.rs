//! Names of values and blocks while an operation's regions are read.
//!
//! Invariant: a name is visible from its definition to the end of its region and in the regions below, up to an isolated
//! operation. A value may be used before its definition; it is then a forward value until the definition comes.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Token;
use crate::module::{Block, Value};

#[derive(Default)]
pub(super) struct Scopes<'s> {
    values: Vec<ValueScope<'s>>,
    blocks: Vec<FxHashMap<&'s str, BlockEntry>>,
}

struct ValueScope<'s> {
    isolated: bool,
    names: FxHashMap<&'s str, SmallVec<[Value; 1]>>,
    /// Uses before their definition, kept at the isolated scope: name, index, value, first use.
    forwards: FxHashMap<(&'s str, u32), (Value, Token)>,
}

/// A block of the region being read.
#[derive(Clone, Copy)]
pub(super) struct BlockEntry {
    pub(super) block: Block,
    /// Where it was first used; cleared when it is defined.
    pub(super) undefined: Option<Token>,
}

impl<'s> Scopes<'s> {
    pub(super) fn push(&mut self, isolated: bool) {
        self.values.push(ValueScope { isolated, names: FxHashMap::default(), forwards: FxHashMap::default() });
        self.blocks.push(FxHashMap::default());
    }

    /// Leaves a scope; the first use of a value or block that was never defined comes back.
    pub(super) fn pop(&mut self) -> Option<Undefined<'s>> {
        let blocks = self.blocks.pop().unwrap_or_default();
        let block = blocks.iter().filter_map(|(name, e)| Some((*name, e.undefined?))).min_by_key(|(_, t)| t.start);
        let forwards = self.values.last().map(|scope| scope.forwards.iter());
        let first = forwards.into_iter().flatten().min_by_key(|(_, (_, tok))| tok.start);
        let value = first.map(|(&(name, index), &(_, tok))| Undefined::Value { name, index, tok, similar: self.similar(name) });
        self.values.pop();
        block.map(|(name, tok)| Undefined::Block(name, tok)).or(value)
    }

    /// The values called `name`.
    pub(super) fn lookup(&self, name: &str) -> Option<&[Value]> {
        for scope in self.values.iter().rev() {
            if let Some(values) = scope.names.get(name) {
                return Some(values);
            }
            if scope.isolated {
                return None;
            }
        }
        None
    }

    fn isolated(&mut self) -> Option<&mut ValueScope<'s>> {
        self.values.iter_mut().rev().find(|scope| scope.isolated)
    }

    /// The forward value for result `index` of `name`, when there is one.
    pub(super) fn forward(&mut self, name: &'s str, index: u32) -> Option<Value> {
        self.isolated()?.forwards.get(&(name, index)).map(|(value, _)| *value)
    }

    pub(super) fn add_forward(&mut self, name: &'s str, index: u32, value: Value, tok: Token) {
        if let Some(scope) = self.isolated() {
            scope.forwards.insert((name, index), (value, tok));
        }
    }

    pub(super) fn take_forward(&mut self, name: &'s str, index: u32) -> Option<(Value, Token)> {
        let scope = self.isolated()?;
        if scope.forwards.is_empty() { None } else { scope.forwards.remove(&(name, index)) }
    }

    /// Declares `name`; false when this region already has it.
    pub(super) fn define(&mut self, name: &'s str, values: SmallVec<[Value; 1]>) -> bool {
        let Some(scope) = self.values.last_mut() else { return true };
        scope.names.insert(name, values).is_none()
    }

    /// A name of the same region or one around it that looks like `name`, to suggest.
    fn similar(&self, name: &str) -> Option<&'s str> {
        let names = self.values.iter().rev().flat_map(|scope| scope.names.keys().copied());
        crate::nearest::nearest(name, names)
    }

    pub(super) fn block(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        self.blocks.last_mut()?.get_mut(name)
    }

    pub(super) fn add_block(&mut self, name: &'s str, entry: BlockEntry) {
        if let Some(blocks) = self.blocks.last_mut() {
            blocks.insert(name, entry);
        }
    }
}

/// What a region uses but nothing defines.
pub(super) enum Undefined<'s> {
    /// A value, and the nearest name there is.
    Value {
        name: &'s str,
        index: u32,
        tok: Token,
        similar: Option<&'s str>,
    },
    Block(&'s str, Token),
}
