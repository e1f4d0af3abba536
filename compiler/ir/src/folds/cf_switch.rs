//! Rewrites of `cf.switch`.

use smallvec::SmallVec;

use super::cf::{Target, single_predecessor, skip_pass_through, target};
use crate::attrs::Attr;
use crate::module::{Module, NewOp, Op};
use crate::ops::OpKind;
use crate::rewrite::constants::int;
use crate::rewrite::{Rewrite, Rewriter, rewrite};

/// A switch: the default, then values and where they lead.
struct Switch {
    default: Target,
    cases: Vec<(i64, Target)>,
}

fn read(module: &Module, op: Op) -> Option<Switch> {
    let values = module.get_attr(op, "case_values").map(|attr| module.ctx.int_values(attr)).unwrap_or_default();
    let targets: Option<Vec<Target>> = (1..module.successors(op).len()).map(|i| target(module, op, i)).collect();
    let targets = targets.filter(|targets| targets.len() == values.len())?;
    Some(Switch { default: target(module, op, 0)?, cases: values.into_iter().zip(targets).collect() })
}

impl Switch {
    fn find(&self, value: i64) -> &Target {
        self.cases.iter().find(|(case, _)| *case == value).map_or(&self.default, |(_, target)| target)
    }
}

/// Puts `switch` in the place of `op`.
fn replace(r: &mut Rewriter<'_>, op: Op, switch: &Switch) {
    let flag = r.operand(op, 0);
    let flag_type = r.ty(flag);
    let mut new = NewOp { operands: [flag].into_iter().collect(), ..NewOp::default() };
    new.operands.extend_from_slice(&switch.default.operands);
    new.successors.push(switch.default.block);
    for (_, case) in &switch.cases {
        new.operands.extend_from_slice(&case.operands);
        new.successors.push(case.block);
    }
    let case_operands: usize = switch.cases.iter().map(|(_, case)| case.operands.len()).sum();
    let ctx = r.ctx.clone();
    let values: Vec<Attr> = switch.cases.iter().map(|(value, _)| ctx.int_attr((*value).into(), flag_type)).collect();
    if !values.is_empty() {
        new.props.push((ctx.ident("case_values"), ctx.int_elements(flag_type, &values)));
    }
    let sizes = switch.cases.iter().map(|(_, case)| case.operands.len() as i64);
    new.props.push((ctx.ident("case_operand_segments"), ctx.i32_array_attr(sizes)));
    let segments = [1, switch.default.operands.len() as i64, case_operands as i64];
    new.props.push((ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(segments)));
    r.replace_with(op, OpKind::CfSwitch, new);
}

fn branch(r: &mut Rewriter<'_>, op: Op, to: &Target) -> bool {
    r.replace_with_branch(op, to.block, &to.operands);
    true
}

fn only_default(r: &mut Rewriter<'_>, op: Op) -> bool {
    match read(r, op) {
        Some(switch) if switch.cases.is_empty() => branch(r, op, &switch.default),
        _ => false,
    }
}

fn known_flag(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (Some(value), Some(switch)) = (int(r, r.operand(op, 0)), read(r, op)) else { return false };
    let to = switch.find(value as i64).clone();
    branch(r, op, &to)
}

/// Keeps the cases that `keep` wants; says whether any went.
fn retain(r: &mut Rewriter<'_>, op: Op, mut switch: Switch, keep: impl Fn(&Switch, i64, &Target) -> bool) -> bool {
    let kept: SmallVec<[bool; 8]> = switch.cases.iter().map(|(value, to)| keep(&switch, *value, to)).collect();
    if kept.iter().all(|kept| *kept) {
        return false;
    }
    let mut kept = kept.into_iter();
    switch.cases.retain(|_| kept.next().unwrap_or(true));
    replace(r, op, &switch);
    true
}

fn cases_like_default(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(switch) = read(r, op) else { return false };
    retain(r, op, switch, |switch, _, to| *to != switch.default)
}

fn switch_on(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(mut switch) = read(r, op) else { return false };
    let mut changed = false;
    for target in switch.cases.iter_mut().map(|(_, to)| to).chain([&mut switch.default]) {
        if let Some(next) = skip_pass_through(r, target) {
            *target = next;
            changed = true;
        }
    }
    if changed {
        replace(r, op, &switch);
    }
    changed
}

/// A second switch on the same flag: in a case of the first the value is known, in its default some are excluded.
fn decided_by_predecessor(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(block) = r.parent(op) else { return false };
    let before = single_predecessor(r, block).and_then(|before| r.last(before));
    let Some(before) = before.filter(|&before| r.kind(before) == OpKind::CfSwitch) else { return false };
    let (Some(first), Some(switch)) = (read(r, before), read(r, op)) else { return false };
    if r.operand(before, 0) != r.operand(op, 0) {
        return false;
    }
    if first.default.block == block {
        return retain(r, op, switch, |_, value, _| !first.cases.iter().any(|(case, _)| *case == value));
    }
    let to = match first.cases.iter().find(|(_, to)| to.block == block) {
        Some((value, _)) => switch.find(*value).clone(),
        None => switch.default.clone(),
    };
    branch(r, op, &to)
}

pub(crate) const SWITCH: &[Rewrite] = &[
    rewrite("only-default", "a switch without cases -> br", only_default),
    rewrite("cases-like-default", "cases that lead where the default does -> nothing", cases_like_default),
    rewrite("known-flag", "switch 42, [A, 42: B] -> br B", known_flag),
    rewrite("switch-on", "to a block that only branches -> to where that goes", switch_on),
    rewrite("switch-decided-by-predecessor", "a second switch on the same flag -> fewer cases", decided_by_predecessor),
];
