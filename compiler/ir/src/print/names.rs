//! Names of values and blocks in printed text.
//!
//! Names come from the text that was read, from the rows' hints, or are numbers in order of definition, as MLIR's printer
//! gives them: an operation's regions are numbered after all operations of the region around it, each as if the others were
//! not there; in generic form the last first, with numbers that are unique in the module. Invariant: no two values visible at one place have the same name.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Writer;
use crate::arena::Id;
use crate::context::Ident;
use crate::hints;
use crate::module::{Block, Module, Op, Region, Value, ValueDef};

#[derive(Default)]
pub(super) struct Names {
    /// By the values' slots.
    values: Vec<Option<Name>>,
    /// Numbers of blocks in their regions.
    blocks: FxHashMap<Block, u32>,
}

/// A name, and in a group of results that share it the number of the value.
struct Name {
    label: Label,
    number: Option<u32>,
}

#[derive(Clone, Copy)]
enum Label {
    Number(u32),
    Text(Ident),
}

impl Label {
    fn print(self, w: &mut Writer<'_>) {
        match self {
            Self::Number(number) => {
                w.raw("%");
                w.number(number.into());
            }
            Self::Text(text) => {
                w.raw("%");
                w.raw(w.ctx.str(text));
            }
        }
    }
}

/// What the numbering of a region goes on from.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    arg: u32,
    conflict: u32,
}

/// Gives names to the values of one module.
struct Numbering<'a> {
    module: &'a Module,
    names: &'a mut Names,
    /// Names of the regions around, and of this one so far, by their numbers.
    used: Vec<bool>,
    /// Whether rows' hints do not count, as in generic form.
    plain: bool,
}

impl Names {
    fn get(&self, value: Value) -> Option<&Name> {
        self.values.get(value.slot().get() as usize)?.as_ref()
    }

    fn set(&mut self, value: Value, name: Name) {
        let slot = value.slot().get() as usize;
        if slot >= self.values.len() {
            self.values.resize_with(slot + 1, || None);
        }
        self.values[slot] = Some(name);
    }

    /// Makes the names of everything in an isolated operation; in `generic` form without the hints of rows.
    pub(super) fn enter(&mut self, module: &Module, root: Op, generic: bool) {
        let mut numbering = Numbering { module, names: self, used: Vec::new(), plain: generic };
        let mut counters = Counters::default();
        numbering.number_op(root, &mut counters, &mut Vec::new());
        numbering.number_regions(root, module.regions(root), &mut counters);
    }

    /// `%a` or `%a#1`
    pub(super) fn print_value(&self, module: &Module, value: Value, w: &mut Writer<'_>) {
        match self.get(value) {
            Some(Name { label, number }) => {
                label.print(w);
                if let Some(number) = number {
                    w.raw("#");
                    w.number((*number).into());
                }
            }
            // A value from outside the printed module; not valid text, but something to see.
            None if module.value_def(value) == ValueDef::Forward => w.raw("%<<forward>>"),
            None => w.raw("%<<unknown>>"),
        }
    }

    /// `%a, %b:2`, the names before `=`.
    pub(super) fn print_results(&self, module: &Module, op: Op, w: &mut Writer<'_>) {
        let results = module.results(op);
        for (index, value) in results.iter().enumerate() {
            let Some(Name { label, number: None | Some(0) }) = self.get(*value) else { continue };
            if index > 0 {
                w.raw(", ");
            }
            label.print(w);
            let more = results[index + 1..].iter().map(|value| self.get(*value));
            let more = more.take_while(|name| matches!(name, Some(Name { number: Some(1..), .. }))).count();
            if more > 0 {
                w.formatted(format_args!(":{}", more + 1));
            }
        }
    }

    /// `^bb1`
    pub(super) fn block(&self, block: Block) -> String {
        self.blocks.get(&block).map_or_else(|| "^<<unknown>>".to_owned(), |number| format!("^bb{number}"))
    }
}

impl<'a> Numbering<'a> {
    /// The regions of `op`, when all around it has names.
    fn number_regions(&mut self, op: Op, regions: &[Region], counters: &mut Counters) {
        for &region in regions.iter().rev() {
            if self.plain {
                self.number_region(op, region, counters);
            } else {
                self.number_region(op, region, &mut counters.clone());
            }
        }
    }

    fn number_region(&mut self, op: Op, region: Region, counters: &mut Counters) {
        let module = self.module;
        let mut given = Vec::new();
        let hints = match module.def(op).arg_hints {
            Some(hints) if !self.plain => hints(module, op, region),
            _ => Vec::new(),
        };
        for (index, &block) in module.blocks(region).iter().enumerate() {
            self.names.blocks.insert(block, index as u32);
            for (position, &arg) in module.args(block).iter().enumerate() {
                let hint = if index == 0 { hints.get(position) } else { None };
                // Names like `arg0` are numbers too.
                let auto = |name: &str| name.strip_prefix("arg").is_some_and(|n| n.bytes().all(|c| c.is_ascii_digit()));
                let read = self.read_name(arg).filter(|&name| index > 0 || !auto(module.ctx.str(name)));
                let name = match (read, hint) {
                    (Some(name), _) => Wish::Read(name),
                    (None, Some(hint)) => Wish::Text((*hint).into()),
                    (None, None) if index == 0 => {
                        counters.arg += 1;
                        Wish::Text(format!("arg{}", counters.arg - 1))
                    }
                    (None, None) => Wish::Number,
                };
                let label = self.pick(&name, counters, &mut given);
                self.names.set(arg, Name { label, number: None });
            }
            for op in module.ops(block) {
                self.number_op(op, counters, &mut given);
            }
        }
        for &block in module.blocks(region).iter().rev() {
            let mut op = module.last(block);
            while let Some(current) = op {
                self.number_regions(current, module.regions(current), counters);
                op = module.prev(current);
            }
        }
        for name in given {
            self.used[name.0 as usize] = false;
        }
    }

    /// The names of the results of `op`.
    fn number_op(&mut self, op: Op, counters: &mut Counters, given: &mut Vec<Ident>) {
        let module = self.module;
        let results = module.results(op);
        if results.is_empty() {
            return;
        }
        let read: SmallVec<[_; 4]> = results.iter().map(|&value| self.read_name(value)).collect();
        // A result without a wish of its own belongs to the group of the one before.
        let mut named: SmallVec<[Option<Wish>; 4]> = results.iter().map(|_| None).collect();
        if read.iter().any(Option::is_some) {
            // Results that the text names together are one group.
            for (index, name) in read.iter().enumerate() {
                if index == 0 || read[index - 1] != *name {
                    named[index] = Some(name.map_or(Wish::Number, Wish::Read));
                }
            }
        } else if !self.plain {
            hints::result_hints(module, op, &mut |index, name| {
                if let Some(slot) = named.get_mut(index) {
                    *slot = Some(Wish::Text(name.into()));
                }
            });
        }
        let mut start = 0;
        while start < results.len() {
            let size = 1 + named[start + 1..].iter().take_while(|name| name.is_none()).count();
            let label = self.pick(named[start].as_ref().unwrap_or(&Wish::Number), counters, given);
            for (number, &value) in results[start..start + size].iter().enumerate() {
                let number = (size > 1).then_some(number as u32);
                self.names.set(value, Name { label, number });
            }
            start += size;
        }
    }

    /// The name, or one like it that is free, or a number where it is empty.
    fn pick(&mut self, wish: &Wish, counters: &mut Counters, given: &mut Vec<Ident>) -> Label {
        let ctx = &self.module.ctx;
        let name = match wish {
            Wish::Read(name) => ctx.str(*name),
            Wish::Text(name) => name,
            Wish::Number => "",
        };
        if name.is_empty() {
            counters.value += 1;
            return Label::Number(counters.value - 1);
        }
        let name = sanitize(name);
        let mut unique = match (wish, &name) {
            (Wish::Read(read), Cow::Borrowed(_)) => *read,
            _ => ctx.ident(&name),
        };
        while !self.take(unique) {
            unique = ctx.ident(&format!("{name}_{}", counters.conflict));
            counters.conflict += 1;
        }
        given.push(unique);
        Label::Text(unique)
    }

    /// Takes a name; false when it was taken.
    fn take(&mut self, name: Ident) -> bool {
        let index = name.0 as usize;
        if index >= self.used.len() {
            self.used.resize(index + 1, false);
        }
        !std::mem::replace(&mut self.used[index], true)
    }

    /// The name the text gave, unless that is a number.
    fn read_name(&self, value: Value) -> Option<Ident> {
        let read = self.module.value_name(value)?;
        let name = self.module.ctx.str(read);
        let number = name.is_empty() || name.bytes().all(|c| c.is_ascii_digit());
        (!number).then_some(read)
    }
}

/// What a value would be called when that is free.
enum Wish {
    /// As in the text that was read.
    Read(Ident),
    Text(String),
    Number,
}

/// `name` with only the characters a name may have: others become their number in hexadecimal, spaces `_`.
fn sanitize(name: &str) -> Cow<'_, str> {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"$._-".contains(&c);
    if name.bytes().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.into();
    }
    let mut out = String::with_capacity(name.len());
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        out.push('_');
    }
    for c in name.bytes() {
        match c {
            b' ' => out.push('_'),
            _ if is_plain(c) => out.push(c as char),
            _ => out.push_str(&format!("{c:X}")),
        }
    }
    out.into()
}
