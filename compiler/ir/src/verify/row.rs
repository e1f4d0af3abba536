//! What follows from an operation's row.

use smallvec::SmallVec;

use super::functions::is_function_like;
use super::{Verifier, count};
use crate::def::{
    Arity, NO_TERMINATOR, OPERAND_SEGMENTS, Of, OpDef, RESULT_SEGMENTS, SINGLE_BLOCK, SYMBOL, SYMBOL_TABLE, TERMINATOR,
    TypeRule,
};
use crate::module::{Module, Op, Value};
use crate::ops::OpKind;

/// A name of a row with the values it stands for.
struct Group {
    name: &'static str,
    arity: Arity,
    rule: TypeRule,
    var: &'static str,
    of: Option<Of>,
    /// `operand` or `result`.
    what: &'static str,
    values: SmallVec<[Value; 4]>,
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
        let mut groups = Vec::with_capacity(def.operands.len() + def.results.len());
        match module.operand_segments(op) {
            Some(sizes) => {
                let mut values = module.operands(op);
                groups.extend(def.operands.iter().zip(sizes).map(|(row, size)| Group {
                    name: row.name,
                    arity: row.arity,
                    rule: row.rule,
                    var: row.var,
                    of: row.of,
                    what: "operand",
                    values: values.by_ref().take(size).collect(),
                }));
            }
            None => {
                let message = wrong_segments(module, op, def, Side::Operands);
                self.error(op, message);
            }
        }
        match module.result_segments(op) {
            Some(sizes) => {
                let mut values = module.results(op).iter().copied();
                groups.extend(def.results.iter().zip(sizes).map(|(row, size)| Group {
                    name: row.name,
                    arity: row.arity,
                    rule: row.rule,
                    var: row.var,
                    of: row.of,
                    what: "result",
                    values: values.by_ref().take(size).collect(),
                }));
            }
            None => {
                let message = wrong_segments(module, op, def, Side::Results);
                self.error(op, message);
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
        let fits = match group.arity {
            Arity::One => group.values.len() == 1,
            Arity::Optional => group.values.len() <= 1,
            Arity::Variadic => true,
        };
        if !fits {
            let expected = if group.arity == Arity::One { "1" } else { "at most 1" };
            let (what, found) = (group.what, group.values.len());
            self.error(op, format!("expected {expected} {what} `{}`, found {found}", group.name));
        }
        for &value in &group.values {
            let ty = self.module.ty(value);
            if !group.rule.accepts(self.ctx(), ty) {
                let (what, expected, found) = (group.what, group.rule.describe(), self.show(ty));
                self.error(op, format!("expected {what} `{}` to be {expected}, found {found}", group.name));
                if what == "operand" {
                    self.note_value(value);
                }
            }
        }
    }

    /// Types that must be the same as, or follow from, those of other operands and results.
    fn check_same_types(&mut self, op: Op, groups: &[Group]) {
        let first_type = |group: &Group, module: &Module| group.values.first().map(|&value| module.ty(value));
        for (index, group) in groups.iter().enumerate() {
            let expected = if let Some(of) = group.of {
                let other = groups.iter().find(|other| other.name == of.name);
                other.and_then(|other| Some((other.name, (of.with)(self.ctx(), first_type(other, self.module)?)?)))
            } else {
                let mut before = groups[..=index].iter().filter(|other| !other.var.is_empty() && other.var == group.var);
                before.find_map(|other| Some((other.name, first_type(other, self.module)?)))
            };
            let Some((other, expected)) = expected else { continue };
            let why = || {
                if other == group.name {
                    format!("all of `{other}` have the type of the first")
                } else {
                    format!("its type follows from that of `{other}`")
                }
            };
            for &value in &group.values {
                let found = self.module.ty(value);
                if found != expected {
                    let (expected, found) = (self.show(expected), self.show(found));
                    self.error(op, format!("expected {} `{}` to be {expected}, found {found}", group.what, group.name));
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
        if expected != found {
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
                && !is_open(self.module, last)
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

/// Whether the row of `op` says nothing about terminators.
fn is_open(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Unregistered
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

#[derive(Clone, Copy)]
enum Side {
    Operands,
    Results,
}

/// Why the operands or results do not fall into the groups of the row.
fn wrong_segments(module: &Module, op: Op, def: &OpDef, side: Side) -> String {
    let (rows, found, stated, key, what): (Vec<(&str, Arity)>, _, _, _, _) = match side {
        Side::Operands => (
            def.operands.iter().map(|o| (o.name, o.arity)).collect(),
            module.num_operands(op),
            def.has(OPERAND_SEGMENTS),
            "operandSegmentSizes",
            "operand",
        ),
        Side::Results => (
            def.results.iter().map(|r| (r.name, r.arity)).collect(),
            module.results(op).len(),
            def.has(RESULT_SEGMENTS),
            "resultSegmentSizes",
            "result",
        ),
    };
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
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
    let single = rows.iter().filter(|(_, arity)| *arity == Arity::One).count();
    let groups: Vec<&str> = rows.iter().filter(|(_, arity)| *arity != Arity::One).map(|(name, _)| *name).collect();
    match groups.len() {
        0 => format!("expected {}, found {found}", count(single, what)),
        _ if found < single => format!("expected at least {}, found {found}", count(single, what)),
        n => {
            let left = count(found - single, what);
            format!("expected as many of each of {}, found {left} for {n} groups", groups.join(", "))
        }
    }
}
