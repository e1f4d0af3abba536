//! Folds and rewrites of fences, and of queue barriers that only pass a fence on.

use smallvec::SmallVec;

use super::defined_by;
use super::util::is_null;
use crate::module::{At, Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::{Folded, Rewrite, Rewriter, rewrite};

pub(crate) fn join(module: &Module, op: Op) -> Option<Folded> {
    match *module.group(op, "fences") {
        [only] => Some(only.into()),
        _ => None,
    }
}

fn null_fence(r: &Rewriter<'_>, op: Op) -> NewOp {
    NewOp { results: [r.ty(r.result(op, 0))].into_iter().collect(), ..NewOp::default() }
}

fn join_of_none(r: &mut Rewriter<'_>, op: Op) -> bool {
    let none = r.group(op, "fences").is_empty();
    if none {
        let null = null_fence(r, op);
        r.replace_with(op, OpKind::UtilNull, null);
    }
    none
}

/// Drops null fences and those that are there already.
fn drop_repeated(r: &mut Rewriter<'_>, op: Op) -> bool {
    let fences = r.group(op, "fences");
    let mut kept: SmallVec<[Value; 4]> = SmallVec::new();
    for &fence in &fences {
        if !is_null(r, fence) && !kept.contains(&fence) {
            kept.push(fence);
        }
    }
    let fewer = kept.len() != fences.len();
    if fewer {
        r.update(op, |module| module.set_group(op, "fences", &kept));
    }
    fewer
}

pub(crate) const JOIN: &[Rewrite] = &[
    rewrite("join-of-none", "a join of nothing -> null", join_of_none),
    rewrite("join-once", "null fences and repeated ones -> gone", drop_repeated),
];

fn await_none(r: &mut Rewriter<'_>, op: Op) -> bool {
    let none = r.group(op, "fences").is_empty();
    none && {
        let ok = r.ctx.int_attr(0, r.ty(r.result(op, 0)));
        r.replace_with_constant(op, ok)
    }
}

pub(crate) const AWAIT: &[Rewrite] = &[
    rewrite("await-none", "a wait for nothing -> ok", await_none),
    rewrite("await-once", "null fences and repeated ones -> gone", drop_repeated),
];

/// A fence signaled before anything else sees it: null.
fn signaled_at_once(r: &mut Rewriter<'_>, op: Op) -> bool {
    let fence = r.operand(op, 0);
    let Some(create) = defined_by(r, fence, OpKind::HalFenceCreate) else { return false };
    if r.parent(create) != r.parent(op) {
        return false;
    }
    let used_before = r.uses(fence).any(|(user, _)| r.parent(user) == r.parent(op) && r.is_before(user, op));
    if used_before {
        return false;
    }
    let loc = r.ctx.fused_loc([r.op(create).loc, r.op(op).loc]);
    let null = null_fence(r, create);
    // Others may use the fence anywhere after its creation.
    let null = r.insert(At::Before(op), OpKind::UtilNull, loc, null);
    let null = r.result(null, 0);
    r.replace_uses(fence, null);
    r.erase(op);
    true
}

pub(crate) const SIGNAL: &[Rewrite] =
    &[rewrite("signaled-at-once", "a fence signaled right after it was made -> null", signaled_at_once)];

fn nothing_to_wait_for(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (Some(wait), Some(signal)) = (r.named(op, "wait_fence"), r.named(op, "signal_fence")) else { return false };
    let null = is_null(r, wait);
    if null {
        let new = NewOp { operands: [signal].into_iter().collect(), ..NewOp::default() };
        r.replace_with(op, OpKind::HalFenceSignal, new);
    }
    null
}

/// `create a; barrier a -> b`: whoever uses `a` may use `b`.
fn signal_directly(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (Some(wait), Some(signal)) = (r.named(op, "wait_fence"), r.named(op, "signal_fence")) else { return false };
    let Some(create) = defined_by(r, wait, OpKind::HalFenceCreate) else { return false };
    if r.parent(create) != r.parent(op) {
        return false;
    }
    // A block argument is there from the start; anything else must be moved up to where the first fence is made.
    if let Some(def) = r.defining_op(signal) {
        let can_move = def != create
            && r.parent(def) == r.parent(create)
            && r.operands(def)
                .all(|v| r.defining_op(v).is_none_or(|d| r.parent(d) != r.parent(create) || r.is_before(d, create)));
        if !can_move {
            return false;
        }
        r.move_op(def, At::Before(create));
    }
    r.replace_uses(wait, signal);
    r.erase(create);
    r.erase(op);
    true
}

/// The fence that a queue operation signals.
fn signal_of(module: &Module, op: Op) -> Option<Value> {
    module.def(op).name.starts_with("hal.device.queue.").then(|| module.named(op, "signal_fence")).flatten()
}

/// `work -> a; barrier a -> b`: the work signals `b` itself when nothing else uses `a`.
fn signal_from_work(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (Some(wait), Some(signal)) = (r.named(op, "wait_fence"), r.named(op, "signal_fence")) else { return false };
    let mut work = None;
    for (user, _) in r.uses(wait) {
        if user == op {
            continue;
        }
        if signal_of(r, user) != Some(wait) {
            return false;
        }
        work = Some(user);
    }
    let Some(work) = work.filter(|&work| r.parent(work) == r.parent(op) && r.is_before(work, op)) else { return false };
    if !r.bring_before(signal, work) {
        return false;
    }
    let index = r.group_range(work, "signal_fence").start;
    r.update(work, |module| module.set_operand(work, index, signal));
    r.erase(op);
    true
}

pub(crate) const QUEUE_BARRIER: &[Rewrite] = &[
    rewrite("barrier-without-wait", "a barrier that waits for nothing -> a signal", nothing_to_wait_for),
    rewrite("barrier-of-own-fence", "a barrier from a fence made here to another -> the other in its place", signal_directly),
    rewrite("barrier-after-work", "a barrier that alone waits for work -> the work signals its fence", signal_from_work),
];
