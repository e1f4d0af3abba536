//! Rewrites of branches with regions.

use crate::module::{At, Module, NewOp, Op, Region, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::int;
use crate::rewrite::{Rewrite, Rewriter, rewrite};

pub(crate) const IF: &[Rewrite] = &[
    rewrite("known-condition", "if true { A } else { B } -> A", known_condition),
    rewrite("if-as-select", "if c { yield a } else { yield b } -> select c, a, b", if_as_select),
    rewrite("empty-else", "if c { A } else { } -> if c { A }", empty_else),
];

pub(crate) const INDEX_SWITCH: &[Rewrite] = &[rewrite("known-case", "switch 1 case 1 { A } -> A", known_case)];

/// Moves the only block of a region before `op`, in whose place what it yields goes.
fn put_in_place(r: &mut Rewriter<'_>, op: Op, region: Region) -> bool {
    let &[block] = r.blocks(region) else { return false };
    let Some(end) = r.last(block) else { return false };
    let values: Vec<Value> = r.operands(end).collect();
    r.erase(end);
    r.inline_block(block, At::Before(op), &[]);
    r.replace(op, &values);
    true
}

fn known_condition(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(condition) = int(r, r.operand(op, 0)) else { return false };
    let region = r.region(op, usize::from(condition == 0));
    if r.blocks(region).is_empty() {
        r.erase(op);
        return true;
    }
    put_in_place(r, op, region)
}

/// What a region with one block yields.
fn yielded(module: &Module, region: Region) -> Option<Vec<Value>> {
    let &[block] = module.blocks(region) else { return None };
    module.last(block).map(|end| module.operands(end).collect())
}

/// Results whose values are there before the operation are selected; the others stay.
fn if_as_select(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [then, otherwise] = [0, 1].map(|index| r.region(op, index));
    let (Some(yes), Some(no)) = (yielded(r, then), yielded(r, otherwise)) else { return false };
    let is_outside = |value: Value| {
        let block = r.value_block(value).and_then(|block| r.block_parent(block));
        block.is_some_and(|region| !r.is_inside(r.region_parent(region), op))
    };
    let selected: Vec<bool> = yes.iter().zip(&no).map(|(&a, &b)| is_outside(a) && is_outside(b)).collect();
    if !selected.contains(&true) {
        return false;
    }
    let (condition, loc) = (r.operand(op, 0), r.op(op).loc);
    let mut values: Vec<Option<Value>> = Vec::new();
    for ((&a, &b), &selected) in yes.iter().zip(&no).zip(&selected) {
        values.push(match (selected, a == b) {
            (false, _) => None,
            (true, true) => Some(a),
            (true, false) => {
                let new = super::one_result(&[condition, a, b], r.ty(a));
                Some(r.insert_or_fold(At::Before(op), OpKind::ArithSelect, loc, new))
            }
        });
    }
    let kept = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(&selected).filter(|(_, selected)| !**selected).map(|(&value, _)| value).collect()
    };
    let types = kept(r.results(op)).into_iter().map(|result| r.ty(result)).collect();
    let new = NewOp { operands: [condition].into_iter().collect(), results: types, regions: 2, ..NewOp::default() };
    let replacement = r.insert(At::Before(op), OpKind::ScfIf, loc, new);
    for (index, values) in [kept(&yes), kept(&no)].into_iter().enumerate() {
        let (from, to) = (r.region(op, index), r.region(replacement, index));
        r.edit(&[], |module| {
            module.move_blocks(from, to, None);
            if let Some(end) = module.entry(to).and_then(|block| module.last(block)) {
                module.set_operands(end, &values);
            }
        });
    }
    let mut rest = r.results(replacement).to_vec().into_iter();
    let values: Vec<Value> = values.into_iter().filter_map(|value| value.or_else(|| rest.next())).collect();
    r.replace(op, &values);
    true
}

fn empty_else(r: &mut Rewriter<'_>, op: Op) -> bool {
    let region = r.region(op, 1);
    let &[block] = r.blocks(region) else { return false };
    let is_empty = r.results(op).is_empty() && r.first(block) == r.last(block);
    if is_empty {
        r.erase_block(block);
        r.revisit(op);
    }
    is_empty
}

fn cases(module: &Module, op: Op) -> Vec<i64> {
    module.get_attr(op, "cases").map(|cases| module.ctx.int_values(cases)).unwrap_or_default()
}

fn known_case(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(selected) = int(r, r.operand(op, 0)) else { return false };
    let case = cases(r, op).iter().position(|&case| i128::from(case) == selected);
    let region = r.region(op, case.map_or(0, |case| case + 1));
    put_in_place(r, op, region)
}
