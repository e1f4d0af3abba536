//! What follows from an operation's row.

use std::ops::Range;

use smallvec::SmallVec;

use super::functions::is_function_like;
use super::{Verifier, count};
use crate::def::{
    Arity, NO_TERMINATOR, OPERAND_SEGMENTS, OpDef, RESULT_SEGMENTS, SINGLE_BLOCK, SYMBOL, SYMBOL_TABLE, TERMINATOR, ValueRow,
};
use crate::module::{Module, Op, Value};
use crate::types::Type;

/// A name of a row with the positions of the values it stands for.
struct Group {
    row: &'static ValueRow,
    side: Side,
    range: Range<usize>,
}

impl Group {
    fn values(&self, module: &Module, op: Op) -> impl Iterator<Item = Value> {
        let side = self.side;
        self.range.clone().map(move |index| match side {
            Side::Operands => module.operand(op, index),
            Side::Results => module.result(op, index),
        })
    }

    fn first_type(&self, module: &Module, op: Op) -> Option<Type> {
        self.values(module, op).next().map(|value| module.ty(value))
    }
}

impl Verifier<'_> {
    /// Checks what follows from the row; whether it all holds.
    pub(super) fn check_row(&mut self, op: Op) -> bool {
        let def = self.module.def(op);
        let before = self.mistakes.len();
        self.check_values(op, def);
        self.check_inherent(op);
        self.check_attributes(op);
        self.check_regions(op, def);
        self.check_successor_count(op, def);
        self.check_place(op, def);
        if def.has(SYMBOL) {
            self.check_symbol(op);
        }
        if def.has(SYMBOL_TABLE) {
            self.check_symbol_table(op);
        }
        if is_function_like(self.module, op) {
            self.check_function(op);
        }
        self.mistakes.len() == before
    }

    fn check_values(&mut self, op: Op, def: &'static OpDef) {
        let module = self.module;
        let mut groups = SmallVec::<[Group; 8]>::new();
        for (side, segments) in [(Side::Operands, module.operand_segments(op)), (Side::Results, module.result_segments(op))] {
            match segments {
                Some(segments) => groups.extend(segments.iter().map(|(row, range)| Group { row, side, range })),
                None => {
                    let message = wrong_segments(module, op, def, side);
                    self.error(op, message);
                }
            }
        }
        let before = self.mistakes.len();
        for group in &groups {
            self.check_group(op, group);
        }
        if self.mistakes.len() == before {
            self.check_same_types(op, &groups);
            self.check_shapes(op, def);
            self.check_inferred(op, def);
        }
    }

    fn check_group(&mut self, op: Op, group: &Group) {
        let (row, what, found) = (group.row, group.side.word(), group.range.len());
        let fits = match row.arity {
            Arity::One => found == 1,
            Arity::Optional => found <= 1,
            Arity::Variadic => true,
        };
        if !fits {
            let expected = if row.arity == Arity::One { "1" } else { "at most 1" };
            self.error(op, format!("expected {expected} {what} `{}`, found {found}", row.name));
        }
        for value in group.values(self.module, op) {
            let ty = self.module.ty(value);
            if !row.rule.accepts(self.ctx(), ty) {
                let (expected, found) = (row.rule.describe(), self.show(ty));
                self.error(op, format!("expected {what} `{}` to be {expected}, found {found}", row.name));
                if group.side == Side::Operands {
                    self.note_value(value);
                }
            }
        }
    }

    /// Types that must be the same as, or follow from, those of other operands and results.
    fn check_same_types(&mut self, op: Op, groups: &[Group]) {
        let module = self.module;
        for (index, group) in groups.iter().enumerate() {
            let row = group.row;
            let expected = if let Some(of) = row.of {
                let other = groups.iter().find(|other| other.row.name == of.name);
                other.and_then(|other| Some((other.row.name, (of.with)(self.ctx(), other.first_type(module, op)?)?)))
            } else if row.var.is_empty() {
                None
            } else {
                let mut before = groups[..=index].iter().filter(|other| other.row.var == row.var);
                before.find_map(|other| Some((other.row.name, other.first_type(module, op)?)))
            };
            let Some((other, expected)) = expected else { continue };
            let why = || {
                if other == row.name {
                    format!("all of `{other}` have the type of the first")
                } else {
                    format!("its type follows from that of `{other}`")
                }
            };
            for value in group.values(module, op) {
                let found = module.ty(value);
                if found != expected {
                    let (what, expected, found) = (group.side.word(), self.show(expected), self.show(found));
                    self.error(op, format!("expected {what} `{}` to be {expected}, found {found}", row.name));
                    self.help(why());
                }
            }
        }
    }

    fn check_inferred(&mut self, op: Op, def: &OpDef) {
        let Some(infer) = def.infer else { return };
        let module = self.module;
        let operands = self.types(module.operands(op));
        let found = self.types(module.results(op).iter().copied());
        let Some(expected) = infer(self.ctx(), &operands, &module.op(op).props) else { return };
        if expected[..] != found[..] {
            let (expected, found) = (self.show_types(expected), self.show_types(found));
            self.error(op, format!("expected results of types {expected}, found {found}"));
        }
    }

    fn check_regions(&mut self, op: Op, def: &OpDef) {
        let found = self.module.regions(op).len();
        if !fits(def.regions, found) {
            let expected = expected_count(def.regions, "region");
            self.error(op, format!("expected {expected}, found {found}"));
        }
        if !def.has(SINGLE_BLOCK) {
            return;
        }
        for &region in self.module.regions(op) {
            let blocks = self.module.blocks(region);
            if blocks.len() > 1 {
                self.error(op, format!("expected a region of one block, found {}", blocks.len()));
            }
            let Some(terminator) = def.implicit_terminator else { continue };
            if let Some(last) = blocks.first().and_then(|&block| self.module.last(block))
                && self.module.op_name(last) != terminator
            {
                let found = self.module.op_name(last).to_owned();
                self.error(op, format!("expected its region to end with `{terminator}`, found `{found}`"));
                self.note_op(last, "the region ends here");
            }
        }
    }

    fn check_successor_count(&mut self, op: Op, def: &OpDef) {
        let found = self.module.successors(op).len();
        if !fits(def.successors, found) {
            let expected = expected_count(def.successors, "successor");
            self.error(op, format!("expected {expected}, found {found}"));
        }
    }

    /// Where the operation may stand.
    fn check_place(&mut self, op: Op, def: &OpDef) {
        let module = self.module;
        if def.has(TERMINATOR) && !def.has(NO_TERMINATOR) {
            match module.next(op) {
                Some(next) => {
                    self.error(op, "expected to be the last operation of its block, as it ends it");
                    self.note_op(next, "this operation comes after it");
                }
                None if module.parent(op).is_none() => {
                    self.error(op, "expected to stand in a block, as it ends one");
                }
                None => {}
            }
        }
        if let Some(parent) = module.parent_op(op)
            && op != self.root
            && !def.parents.is_empty()
            && !def.parents.contains(&module.op_name(parent))
        {
            let names: Vec<String> = def.parents.iter().map(|name| format!("`{name}`")).collect();
            let (expected, found) = (names.join(" or "), module.op_name(parent).to_owned());
            self.error(op, format!("expected to stand directly in {expected}, found it in `{found}`"));
            self.note_op(parent, "it stands in this operation");
        }
    }
}

/// Whether a number of regions or successors fits their names.
fn fits(names: &[&str], found: usize) -> bool {
    match names.split_last() {
        Some((last, before)) if last.ends_with('*') => found >= before.len(),
        _ => found == names.len(),
    }
}

fn expected_count(names: &[&str], what: &str) -> String {
    match names.split_last() {
        Some((last, before)) if last.ends_with('*') => format!("at least {}", count(before.len(), what)),
        _ => count(names.len(), what),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Operands,
    Results,
}

impl Side {
    /// One of them in words.
    fn word(self) -> &'static str {
        match self {
            Self::Operands => "operand",
            Self::Results => "result",
        }
    }
}

/// Why the operands or results do not fall into the groups of the row.
fn wrong_segments(module: &Module, op: Op, def: &OpDef, side: Side) -> String {
    let (rows, found, stated, key) = match side {
        Side::Operands => (def.operands, module.num_operands(op), def.has(OPERAND_SEGMENTS), "operandSegmentSizes"),
        Side::Results => (def.results, module.results(op).len(), def.has(RESULT_SEGMENTS), "resultSegmentSizes"),
    };
    let what = side.word();
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let names = names.join(", ");
    if stated {
        let total = count(found, what);
        return match module.get_attr(op, key) {
            Some(attr) => {
                let sizes: Vec<String> = module.ctx.int_values(attr).iter().map(ToString::to_string).collect();
                let sizes = sizes.join(", ");
                format!("expected `{key}` to give {total} to {names}, found [{sizes}]")
            }
            None => format!("expected the attribute `{key}`, which gives {total} to {names}"),
        };
    }
    let single = rows.iter().filter(|row| row.arity == Arity::One).count();
    let groups: Vec<&str> = rows.iter().filter(|row| row.arity != Arity::One).map(|row| row.name).collect();
    match groups.len() {
        0 => format!("expected {}, found {found}", count(single, what)),
        _ if found < single => format!("expected at least {}, found {found}", count(single, what)),
        n => {
            let left = count(found - single, what);
            format!("expected as many of each of {}, found {left} for {n} groups", groups.join(", "))
        }
    }
}
