//! Rewrites of executables: conditions that always hold, and blocks of constants.

use smallvec::SmallVec;

use crate::attrs::{Attr, AttrKind};
use crate::loc::Loc;
use crate::module::{At, Block, Mapping, Module, NewOp, Op, Region, Value};
use crate::ops::OpKind;
use crate::rewrite::constants::is_int;
use crate::rewrite::{Rewrite, Rewriter, rewrite};
use crate::types::{HalType, Type, TypeKind};

/// A condition that is always true: no condition, and no fallback.
fn true_condition(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(&region) = r.regions(op).get(1) else { return false };
    let Some(block) = r.entry(region) else { return false };
    let holds = match r.terminator(block) {
        Some(end) if r.kind(end) == OpKind::HalReturn => r.operands(end).next().is_some_and(|v| is_int(r, v, 1)),
        _ => false,
    };
    if holds {
        r.erase_block(block);
        r.update(op, |module| module.remove_attr(op, "condition_fallback"));
    }
    holds
}

pub(crate) const EXPORT: &[Rewrite] =
    &[rewrite("true-condition", "a condition that always holds -> none, and no fallback", true_condition)];

/// The signature in `function_type`.
fn signature(module: &Module, op: Op) -> (Vec<Type>, Vec<Type>) {
    let attr = module.get_attr(op, "function_type").map(|attr| module.ctx.attr_kind(attr));
    match attr {
        Some(AttrKind::Type(ty)) => match module.ctx.type_kind(*ty) {
            TypeKind::Function { inputs, results } => (inputs.clone(), results.clone()),
            _ => Default::default(),
        },
        _ => Default::default(),
    }
}

fn signature_attr(module: &Module, inputs: Vec<Type>, results: Vec<Type>) -> Attr {
    module.ctx.type_attr(module.ctx.ty(TypeKind::Function { inputs, results }))
}

fn keys(module: &Module, op: Op) -> Vec<Attr> {
    module.get_attr(op, "keys").and_then(|attr| module.ctx.array_value(attr)).unwrap_or_default().to_vec()
}

/// The `hal.return`s that stand in the blocks of a region.
fn returns(module: &Module, region: Region) -> Vec<Op> {
    let ends = module.blocks(region).iter().filter_map(|&block| module.last(block));
    ends.filter(|&op| module.kind(op) == OpKind::HalReturn).collect()
}

fn unused_device(r: &mut Rewriter<'_>, op: Op) -> bool {
    let region = r.region(op, 0);
    let Some(entry) = r.entry(region) else { return false };
    let unused = r.args(entry).first().is_some_and(|&device| r.is_unused(device));
    if unused {
        let (_, results) = signature(r, op);
        let attr = signature_attr(r, Vec::new(), results);
        r.update(op, |module| {
            module.erase_arg(entry, 0);
            module.set_attr(op, "function_type", attr);
        });
    }
    unused
}

fn repeated_keys(r: &mut Rewriter<'_>, op: Op) -> bool {
    let all = keys(r, op);
    let kept: Vec<usize> = (0..all.len()).filter(|&i| !all[..i].contains(&all[i])).collect();
    if kept.len() == all.len() {
        return false;
    }
    let (inputs, results) = signature(r, op);
    let results = kept.iter().filter_map(|&i| results.get(i).copied()).collect();
    let function_type = signature_attr(r, inputs, results);
    let keys = r.ctx.array_attr(kept.iter().map(|&i| all[i]).collect());
    let ends = returns(r, r.region(op, 0));
    r.update(op, |module| {
        module.set_attr(op, "function_type", function_type);
        module.set_attr(op, "keys", keys);
        for end in ends {
            let operands: Vec<Value> = module.operands(end).collect();
            let operands: Vec<Value> = kept.iter().filter_map(|&i| operands.get(i).copied()).collect();
            module.set_operands(end, &operands);
        }
    });
    true
}

pub(crate) const CONSTANT_BLOCK: &[Rewrite] = &[
    rewrite("unused-device", "a device the constants do not depend on -> not passed", unused_device),
    rewrite("repeated-keys", "constants with equal keys -> the first", repeated_keys),
];

/// Makes a region end in one `hal.return`; where there were several they branch to it.
fn one_return(module: &mut Module, region: Region) {
    let ends = returns(module, region);
    let [first, _, ..] = ends[..] else { return };
    let locs: Vec<Loc> = ends.iter().map(|&end| module.op(end).loc).collect();
    let types: Vec<Type> = module.operands(first).map(|v| module.ty(v)).collect();
    let exit = module.add_block(region);
    let loc = module.ctx.fused_loc(locs);
    let args: SmallVec<[Value; 4]> = types.into_iter().map(|ty| module.add_arg(exit, ty, loc)).collect();
    module.insert_new(At::End(exit), OpKind::HalReturn, loc, NewOp { operands: args, ..NewOp::default() });
    for end in ends {
        let given: SmallVec<[Value; 4]> = module.operands(end).collect();
        branch_instead(module, end, exit, given);
    }
}

fn branch_instead(module: &mut Module, end: Op, to: Block, operands: SmallVec<[Value; 4]>) {
    let loc = module.op(end).loc;
    let new = NewOp { operands, successors: [to].into_iter().collect(), ..NewOp::default() };
    module.insert_new(At::Before(end), OpKind::CfBr, loc, new);
    module.erase(end);
}

/// Several blocks of constants in a variant: one with all of them, one after another.
fn merge_constant_blocks(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(body) = r.entry(r.region(op, 0)) else { return false };
    let parts: Vec<Op> = r.ops(body).filter(|&op| r.kind(op) == OpKind::HalExecutableConstantBlock).collect();
    if parts.len() < 2 {
        return false;
    }
    let merged = r.edit(&[op], |module| build_merged(module, &parts));
    r.revisit(merged);
    for part in parts {
        r.erase(part);
    }
    true
}

fn build_merged(module: &mut Module, parts: &[Op]) -> Op {
    let ctx = module.ctx.clone();
    let (mut results, mut all_keys) = (Vec::new(), Vec::new());
    let mut needs_device = false;
    for &part in parts {
        let (inputs, part_results) = signature(module, part);
        needs_device |= !inputs.is_empty();
        results.extend(part_results);
        all_keys.extend(keys(module, part));
    }
    let loc = ctx.fused_loc(parts.iter().map(|&part| module.op(part).loc));
    let device = ctx.hal_type(HalType::Device);
    let inputs = if needs_device { vec![device] } else { Vec::new() };
    let mut new = NewOp { regions: 1, ..NewOp::default() };
    new.props.push((ctx.ident("function_type"), signature_attr(module, inputs, results)));
    new.props.push((ctx.ident("keys"), ctx.array_attr(all_keys)));
    let merged = module.insert_new(At::Before(parts[0]), OpKind::HalExecutableConstantBlock, loc, new);
    let region = module.region(merged, 0);
    let entry = module.add_block(region);
    let device = needs_device.then(|| module.add_arg(entry, device, loc));
    let headers: Vec<Block> = parts.iter().map(|_| module.add_block(region)).collect();
    let exit = module.add_block(region);
    let first_loc = module.op(parts[0]).loc;
    branch(module, entry, headers[0], SmallVec::new(), first_loc);
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    for (i, &part) in parts.iter().enumerate() {
        let source = module.region(part, 0);
        one_return(module, source);
        let next = headers.get(i + 1).copied().unwrap_or(exit);
        let place = module.blocks(region)[module.block_index(next) - 1];
        module.clone_region(source, region, Some(place), &mut Mapping::new());
        let first = module.next_block(headers[i]).unwrap_or(exit);
        let given = if module.args(first).is_empty() { SmallVec::new() } else { device.into_iter().collect() };
        branch(module, headers[i], first, given, loc);
        for end in returns(module, region) {
            values.extend(module.operands(end));
            branch_instead(module, end, next, SmallVec::new());
        }
    }
    module.insert_new(At::End(exit), OpKind::HalReturn, loc, NewOp { operands: values, ..NewOp::default() });
    merged
}

fn branch(module: &mut Module, from: Block, to: Block, operands: SmallVec<[Value; 4]>, loc: Loc) {
    let new = NewOp { operands, successors: [to].into_iter().collect(), ..NewOp::default() };
    module.insert_new(At::End(from), OpKind::CfBr, loc, new);
}

pub(crate) const VARIANT: &[Rewrite] =
    &[rewrite("merge-constant-blocks", "several blocks of constants -> one", merge_constant_blocks)];
