//! Names of values and blocks while an operation's regions are read.
//!
//! Invariant: a name is visible from its definition to the end of its region and in the regions below, up to an isolated
//! operation. A value may be used before its definition; it is then a forward value until the definition comes.
//!
//! What a name means stands in a table by its key, with the number of the scope it was defined in; when that scope is left
//! the entry means nothing any more, so leaving one costs nothing.

use rustc_hash::FxHashMap;

use super::Token;
use crate::context::{Context, Ident};
use crate::limits::MAX_NAMES_COMPARED;
use crate::module::{Block, Value};

/// The name of a value: most are numbers or are interned anyway.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Number(u32),
    Text(Ident),
}

/// Names that are numbers below this have a table of their own.
const MAX_NUMBER: u32 = 1 << 16;

impl Key {
    /// The key of `name`, which is as long as all the text the source has for it.
    pub(super) fn of(ctx: &Context, name: &str) -> Self {
        let bytes = name.as_bytes();
        let digits = matches!(bytes, [b'0'] | [b'1'..=b'9', ..]) && bytes.len() <= 5 && bytes.iter().all(u8::is_ascii_digit);
        if digits {
            let number = bytes.iter().fold(0, |number, &c| number * 10 + u32::from(c - b'0'));
            if number < MAX_NUMBER {
                return Self::Number(number);
            }
        }
        Self::Text(ctx.ident(name))
    }
}

/// What a name means.
#[derive(Clone, Copy, Default)]
pub(super) struct Binding {
    /// The first of the values; none for those of an operation that was not understood, which may be used as anything.
    pub(super) first: Option<Value>,
    /// How many results of one operation it stands for.
    pub(super) count: u32,
    /// The scope it is of: how many are around it, and its number.
    level: u32,
    serial: u32,
}

#[derive(Default)]
pub(super) struct Scopes<'s> {
    scopes: Vec<Scope<'s>>,
    numbers: Vec<Binding>,
    /// By number of the name.
    texts: Vec<Binding>,
    /// Scopes so far; the first has number 1.
    serial: u32,
    /// Names that were looked at for suggestions.
    compared: usize,
}

struct Scope<'s> {
    serial: u32,
    /// How many scopes are around the innermost isolated one, this one or another.
    floor: u32,
    /// What names of this scope meant outside of it.
    shadowed: Vec<(Key, Binding)>,
    /// Uses before their definition, kept at the isolated scope.
    forwards: FxHashMap<(Key, u32), Forward<'s>>,
    blocks: FxHashMap<&'s str, BlockEntry>,
}

/// A use before the definition.
#[derive(Clone, Copy)]
pub(super) struct Forward<'s> {
    pub(super) value: Value,
    pub(super) name: &'s str,
    /// The first use.
    pub(super) tok: Token,
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
        self.serial += 1;
        let level = self.scopes.len() as u32;
        let floor = if isolated { level } else { self.scopes.last().map_or(0, |scope| scope.floor) };
        self.scopes.push(Scope {
            serial: self.serial,
            floor,
            shadowed: Vec::new(),
            forwards: FxHashMap::default(),
            blocks: FxHashMap::default(),
        });
    }

    /// How many scopes there are.
    pub(super) fn len(&self) -> usize {
        self.scopes.len()
    }

    /// Leaves a scope; what was used in it but never defined, in the order of the text.
    pub(super) fn pop(&mut self, ctx: &'s Context) -> Vec<Undefined<'s>> {
        let Some(scope) = self.scopes.last() else { return Vec::new() };
        let blocks = scope.blocks.iter().filter_map(|(name, entry)| Some(Undefined::Block(name, entry.undefined?)));
        let values = scope.forwards.iter().map(|(&(_, index), &Forward { name, tok, .. })| Undefined::Value {
            name,
            index,
            tok,
            similar: None,
        });
        let mut undefined: Vec<_> = blocks.chain(values).collect();
        undefined.sort_unstable_by_key(|undefined| undefined.token().start);
        for undefined in &mut undefined {
            if let Undefined::Value { name, similar, .. } = undefined {
                *similar = self.similar(ctx, name);
            }
        }
        self.truncate(self.scopes.len() - 1);
        undefined
    }

    /// Leaves scopes until there are `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.scopes.len() > len
            && let Some(scope) = self.scopes.pop()
        {
            for (key, binding) in scope.shadowed {
                *self.entry(key) = binding;
            }
        }
    }

    /// What `key` means here.
    pub(super) fn lookup(&self, key: Key) -> Option<Binding> {
        let binding = match key {
            Key::Number(number) => self.numbers.get(number as usize),
            Key::Text(name) => self.texts.get(name.0 as usize),
        };
        binding.copied().filter(|binding| self.is_visible(binding))
    }

    fn is_visible(&self, binding: &Binding) -> bool {
        let floor = self.scopes.last().map_or(0, |scope| scope.floor);
        let scope = self.scopes.get(binding.level as usize);
        binding.level >= floor && scope.is_some_and(|scope| scope.serial == binding.serial)
    }

    fn entry(&mut self, key: Key) -> &mut Binding {
        let (table, index) = match key {
            Key::Number(number) => (&mut self.numbers, number as usize),
            Key::Text(name) => (&mut self.texts, name.0 as usize),
        };
        if index >= table.len() {
            table.resize(index + 1, Binding::default());
        }
        &mut table[index]
    }

    /// Declares `key`; false when this region already has it.
    pub(super) fn define(&mut self, key: Key, first: Option<Value>, count: u32) -> bool {
        let Some(serial) = self.scopes.last().map(|scope| scope.serial) else { return true };
        let binding = Binding { first, count, level: self.scopes.len() as u32 - 1, serial };
        let old = std::mem::replace(self.entry(key), binding);
        if old.serial == serial {
            return false;
        }
        if self.is_visible(&old)
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.shadowed.push((key, old));
        }
        true
    }

    fn isolated(&mut self) -> Option<&mut Scope<'s>> {
        let floor = self.scopes.last()?.floor;
        self.scopes.get_mut(floor as usize)
    }

    /// The forward value for result `index` of `key`, when there is one.
    pub(super) fn forward(&mut self, key: Key, index: u32) -> Option<Value> {
        self.isolated()?.forwards.get(&(key, index)).map(|forward| forward.value)
    }

    pub(super) fn add_forward(&mut self, key: Key, index: u32, forward: Forward<'s>) {
        if let Some(scope) = self.isolated() {
            scope.forwards.insert((key, index), forward);
        }
    }

    pub(super) fn take_forward(&mut self, key: Key, index: u32) -> Option<Forward<'s>> {
        let scope = self.isolated()?;
        if scope.forwards.is_empty() { None } else { scope.forwards.remove(&(key, index)) }
    }

    /// Forgets all uses of `key` before its definition.
    pub(super) fn drop_forwards(&mut self, key: Key) {
        if let Some(scope) = self.isolated() {
            scope.forwards.retain(|(other, _), _| *other != key);
        }
    }

    /// A name that is visible here and looks like `name`, to suggest; none after many were compared.
    fn similar<'c>(&mut self, ctx: &'c Context, name: &str) -> Option<&'c str> {
        self.compared = self.compared.saturating_add(self.texts.len());
        if self.compared > MAX_NAMES_COMPARED {
            return None;
        }
        let visible = self.texts.iter().enumerate().filter(|(_, binding)| self.is_visible(binding));
        crate::nearest::nearest(name, visible.map(|(index, _)| ctx.str(Ident(index as u32))))
    }

    pub(super) fn block(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        self.scopes.last_mut()?.blocks.get_mut(name)
    }

    pub(super) fn add_block(&mut self, name: &'s str, entry: BlockEntry) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.blocks.insert(name, entry);
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

impl Undefined<'_> {
    fn token(&self) -> Token {
        match self {
            Self::Value { tok, .. } | Self::Block(_, tok) => *tok,
        }
    }
}
