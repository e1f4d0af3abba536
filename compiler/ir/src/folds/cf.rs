//! Rewrites of branches.

use smallvec::SmallVec;

use super::one_result;
use crate::module::{At, Block, Module, NewOp, Op, Value, ValueDef};
use crate::ops::OpKind;
use crate::rewrite::constants::{int, is_int};
use crate::rewrite::regions::uniform;
use crate::rewrite::{Rewrite, Rewriter, rewrite};

pub(super) type Operands = SmallVec<[Value; 4]>;

/// A branch: where to, and what it gives.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) block: Block,
    pub(super) operands: Operands,
}

/// Successor `index` of a known branch.
pub(super) fn target(module: &Module, op: Op, index: usize) -> Option<Target> {
    Some(Target { block: *module.successors(op).get(index)?, operands: module.branch_operands(op, index)? })
}

/// The block from which the only branch to `block` comes.
pub(super) fn single_predecessor(module: &Module, block: Block) -> Option<Block> {
    match *module.branches_to(block) {
        [only] => module.parent(only),
        _ => None,
    }
}

/// Where a branch to `target` ends up, when its block does nothing but branch on.
pub(super) fn skip_pass_through(module: &Module, target: &Target) -> Option<Target> {
    let op = module.first(target.block)?;
    if module.kind(op) != OpKind::CfBr {
        return None;
    }
    let args = module.args(target.block);
    let only_here = |arg: &Value| module.uses(*arg).all(|(user, _)| user == op);
    let next = module.successors(op)[0];
    if next == target.block || !args.iter().all(only_here) {
        return None;
    }
    let given = |value: Value| match module.value_def(value) {
        ValueDef::Arg(block, index) if block == target.block => target.operands[index as usize],
        _ => value,
    };
    Some(Target { block: next, operands: module.operands(op).map(given).collect() })
}

fn merge_into_predecessor(r: &mut Rewriter<'_>, op: Op) -> bool {
    let block = r.successors(op)[0];
    if r.parent(op) == Some(block) || r.branches_to(block).len() != 1 {
        return false;
    }
    let operands: Operands = r.operands(op).collect();
    r.edit(&[], |module| module.set_successors(op, SmallVec::new()));
    r.inline_block(block, At::Before(op), &operands);
    r.erase(op);
    true
}

fn branch_on(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(to) = target(r, op, 0).filter(|to| r.parent(op) != Some(to.block)) else { return false };
    let Some(next) = skip_pass_through(r, &to) else { return false };
    r.replace_with_branch(op, next.block, &next.operands);
    true
}

/// Arguments to which every branch gives the same value; the arguments themselves go when blocks are cleaned up.
fn uniform_arguments(r: &mut Rewriter<'_>, op: Op) -> bool {
    let block = r.successors(op)[0];
    if r.branches_to(block).len() < 2 {
        return false;
    }
    let mut changed = false;
    for (index, arg) in r.args(block).to_vec().into_iter().enumerate() {
        if !r.is_unused(arg)
            && let Some(value) = uniform(r, block, index).filter(|value| *value != arg)
        {
            r.replace_uses(arg, value);
            changed = true;
        }
    }
    changed
}

pub(crate) const BR: &[Rewrite] = &[
    rewrite(
        "merge-into-predecessor",
        "a block with one branch to it -> part of the block that branches",
        merge_into_predecessor,
    ),
    rewrite("branch-on", "a branch to a block that only branches -> a branch to where that goes", branch_on),
    rewrite("uniform-arguments", "an argument that is always the same value -> that value", uniform_arguments),
];

/// The two targets of `cf.cond_br`.
fn targets(module: &Module, op: Op) -> Option<[Target; 2]> {
    Some([target(module, op, 0)?, target(module, op, 1)?])
}

fn known_condition(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(value) = int(r, r.operand(op, 0)) else { return false };
    let Some(to) = target(r, op, usize::from(value == 0)) else { return false };
    r.replace_with_branch(op, to.block, &to.operands);
    true
}

/// A new `cf.cond_br` in the place of `op`, with its weights.
fn replace_cond_br(r: &mut Rewriter<'_>, op: Op, [yes, no]: [Target; 2]) {
    let mut new = NewOp {
        operands: [r.operand(op, 0)]
            .into_iter()
            .chain(yes.operands.iter().copied())
            .chain(no.operands.iter().copied())
            .collect(),
        successors: [yes.block, no.block].into_iter().collect(),
        ..NewOp::default()
    };
    let sizes = r.ctx.i32_array_attr([1, yes.operands.len() as i64, no.operands.len() as i64]);
    new.props.push((r.ctx.ident("operandSegmentSizes"), sizes));
    r.replace_with(op, OpKind::CfCondBr, new);
}

fn cond_branch_on(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some([yes, no]) = targets(r, op) else { return false };
    let next = [skip_pass_through(r, &yes), skip_pass_through(r, &no)];
    if next.iter().all(Option::is_none) {
        return false;
    }
    let [new_yes, new_no] = next;
    replace_cond_br(r, op, [new_yes.unwrap_or(yes), new_no.unwrap_or(no)]);
    true
}

fn same_target(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some([yes, no]) = targets(r, op) else { return false };
    if yes.block != no.block {
        return false;
    }
    // Operands that differ are selected, when no other block branches there.
    let here = r.parent(op);
    if yes != no && !r.branches_to(yes.block).iter().all(|&from| r.parent(from) == here) {
        return false;
    }
    let (loc, condition) = (r.op(op).loc, r.operand(op, 0));
    let mut operands = Operands::new();
    for (&a, &b) in yes.operands.iter().zip(&no.operands) {
        operands.push(if a == b {
            a
        } else {
            let new = one_result(&[condition, a, b], r.ty(a));
            let select = r.insert(At::Before(op), OpKind::ArithSelect, loc, new);
            r.result(select, 0)
        });
    }
    r.replace_with_branch(op, yes.block, &operands);
    true
}

fn decided_by_predecessor(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(block) = r.parent(op) else { return false };
    let before = single_predecessor(r, block).and_then(|before| r.last(before));
    let Some(before) = before.filter(|&before| r.kind(before) == OpKind::CfCondBr) else { return false };
    if r.operand(before, 0) != r.operand(op, 0) {
        return false;
    }
    let taken = usize::from(r.successors(before)[0] != block);
    let Some(to) = target(r, op, taken) else { return false };
    r.replace_with_branch(op, to.block, &to.operands);
    true
}

/// In the blocks it leads to, the condition is known.
fn condition_known_after(r: &mut Rewriter<'_>, op: Op) -> bool {
    let condition = r.operand(op, 0);
    let mut changed = false;
    for (index, truth) in [true, false].into_iter().enumerate() {
        let block = r.successors(op)[index];
        if single_predecessor(r, block).is_none() {
            continue;
        }
        let users = uses_in(r, condition, block);
        if users.is_empty() {
            continue;
        }
        let (attr, loc) = (r.ctx.bool_attr(truth), r.op(op).loc);
        let Some(known) = r.constant(At::Before(op), attr, loc) else { continue };
        for (user, operand) in users {
            r.update(user, |module| module.set_operand(user, operand, known));
        }
        changed = true;
    }
    changed
}

/// Uses of a value up to which it is cheaper to look at them than at the operations of a block.
const FEW_USES: usize = 64;

/// The uses of a value in a block.
fn uses_in(module: &Module, value: Value, block: Block) -> Vec<(Op, usize)> {
    if module.uses(value).nth(FEW_USES).is_none() {
        return module.uses(value).filter(|(user, _)| module.parent(*user) == Some(block)).collect();
    }
    let uses_of = |op: Op| module.operands(op).enumerate().filter(move |(_, v)| *v == value).map(move |(i, _)| (op, i));
    module.ops(block).flat_map(uses_of).collect()
}

pub(crate) const COND_BR: &[Rewrite] = &[
    rewrite("known-condition", "cond_br true, A, B -> br A", known_condition),
    rewrite("cond-branch-on", "to a block that only branches -> to where that goes", cond_branch_on),
    rewrite("same-target", "cond_br c, A(x), A(y) -> br A(select c, x, y)", same_target),
    rewrite("decided-by-predecessor", "a second branch on the same condition -> br", decided_by_predecessor),
    rewrite("condition-known-after", "uses of the condition in the blocks it leads to -> true or false", condition_known_after),
];

fn erase_true_assertion(r: &mut Rewriter<'_>, op: Op) -> bool {
    let holds = is_int(r, r.operand(op, 0), 1);
    if holds {
        r.erase(op);
    }
    holds
}

pub(crate) const ASSERT: &[Rewrite] = &[rewrite("true-assertion", "assert true -> nothing", erase_true_assertion)];
