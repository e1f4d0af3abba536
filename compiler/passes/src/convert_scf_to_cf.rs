//! `convert-scf-to-cf`: loops and branches with regions become blocks.

use halforge_ir::{At, Attr, AttrKind, Block, DenseData, Loc, Module, Op, OpKind, Region, Type, TypeKind, Value, enums};

use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "convert-scf-to-cf",
    doc: "Replaces `scf` by branches between blocks.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    let mut found: Vec<(usize, Op)> = Vec::new();
    find(module, run.op, 0, &mut found);
    // Those outside first, as their regions become blocks of the function; of those beside each other the last first, so that
    // what stands between two of them moves to another block only once.
    found.reverse();
    found.sort_by_key(|&(depth, _)| depth);
    for (_, op) in found {
        if let Some(convert) = rule(module.kind(op)) {
            convert(module, op);
        }
    }
    Ok(())
}

/// Adds what is to be converted inside `op`, with how deep it stands, in order of the text.
fn find(module: &Module, op: Op, depth: usize, found: &mut Vec<(usize, Op)>) {
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            for inner in module.ops(block) {
                if rule(module.kind(inner)).is_some() {
                    found.push((depth, inner));
                }
                find(module, inner, depth + 1, found);
            }
        }
    }
}

/// What converts operations of a kind.
fn rule(kind: OpKind) -> Option<fn(&mut Module, Op)> {
    Some(match kind {
        OpKind::ScfIf => convert_if,
        OpKind::ScfFor => convert_for,
        OpKind::ScfWhile => convert_while,
        OpKind::ScfIndexSwitch => convert_switch,
        OpKind::ScfExecuteRegion => convert_execute,
        _ => return None,
    })
}

/// The place of an operation that becomes blocks.
struct Place {
    region: Region,
    /// What comes before it.
    before: Block,
    /// What comes after it; the operation is the first there.
    after: Block,
    loc: Loc,
}

fn split(module: &mut Module, op: Op) -> Option<Place> {
    let (before, loc) = (module.parent(op)?, module.op(op).loc);
    let region = module.block_parent(before)?;
    Some(Place { region, before, after: module.split_block(op), loc })
}

impl Place {
    /// Moves the blocks of a region to just before `next`; the first and the last of them.
    fn move_blocks(&self, module: &mut Module, from: Region, next: Block) -> Option<(Block, Block)> {
        let blocks = module.blocks(from);
        let (&first, &last) = (blocks.first()?, blocks.last()?);
        let index = module.block_index(next);
        let place = index.checked_sub(1).map(|before| module.blocks(self.region)[before]);
        module.move_blocks(from, self.region, place);
        Some((first, last))
    }

    /// A block just after the operation that takes its results and goes on with what comes after.
    fn results(&self, module: &mut Module, op: Op) -> Block {
        let types: Vec<Type> = module.results(op).iter().map(|&result| module.ty(result)).collect();
        if types.is_empty() {
            return self.after;
        }
        let block = module.detached_block();
        module.insert_block(self.region, Some(self.before), block);
        for ty in types {
            module.add_arg(block, ty, self.loc);
        }
        Build::new(module, At::End(block), self.loc).branch(self.after, &[]);
        block
    }
}

/// Replaces an operation that ends a block by a branch with its operands.
fn end_with_branch(module: &mut Module, block: Block, to: Block) {
    let Some(end) = module.last(block) else { return };
    let values: Vec<Value> = module.operands(end).collect();
    Build::before(module, end).branch(to, &values);
    module.erase(end);
}

/// The same for every block of a region that ends with `scf.yield`.
fn ends_with_branches(module: &mut Module, region: Region, to: Block) {
    for block in module.blocks(region).to_vec() {
        if module.last(block).is_some_and(|end| module.kind(end) == OpKind::ScfYield) {
            end_with_branch(module, block, to);
        }
    }
}

fn branch_if(build: &mut Build<'_>, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
    let op = build.op(OpKind::CfCondBr, &[&[condition], yes.1, no.1], &[], &[]);
    build.module.set_successors(op, [yes.0, no.0].into_iter().collect());
}

/// Puts values in the place of an operation's results.
fn replace(module: &mut Module, op: Op, values: &[Value]) {
    for (result, &value) in module.results(op).to_vec().into_iter().zip(values) {
        module.replace_uses(result, value);
    }
    module.erase(op);
}

fn convert_if(module: &mut Module, op: Op) {
    let condition = module.operand(op, 0);
    let [then, otherwise] = [0, 1].map(|index| module.region(op, index));
    let Some(place) = split(module, op) else { return };
    let joined = place.results(module, op);
    let mut branches = [joined, joined];
    for (branch, region) in branches.iter_mut().zip([then, otherwise]) {
        ends_with_branches(module, region, joined);
        if let Some((first, _)) = place.move_blocks(module, region, joined) {
            *branch = first;
        }
    }
    let mut build = Build::new(module, At::End(place.before), place.loc);
    branch_if(&mut build, condition, (branches[0], &[]), (branches[1], &[]));
    let values = if joined == place.after { Vec::new() } else { module.args(joined).to_vec() };
    replace(module, op, &values);
}

/// The body's first block takes the variable; a block before it tests, its last block steps.
fn convert_for(module: &mut Module, op: Op) {
    let operands: Vec<Value> = module.operands(op).collect();
    let &[low, high, step, ref inits @ ..] = &operands[..] else { return };
    let body = module.region(op, 0);
    let unsigned = module.get_attr(op, "unsignedCmp").is_some();
    let Some(place) = split(module, op) else { return };
    let Some((first, last)) = place.move_blocks(module, body, place.after) else { return };
    // The arguments of the body become those of the test.
    let test = module.detached_block();
    module.insert_block(place.region, Some(place.before), test);
    let args = module.args(first).to_vec();
    let mut values = Vec::new();
    for &arg in &args {
        let value = module.add_arg(test, module.ty(arg), place.loc);
        module.replace_uses(arg, value);
        values.push(value);
    }
    for index in (0..args.len()).rev() {
        module.erase_arg(first, index);
    }
    let starts = [&[low][..], inits].concat();
    Build::new(module, At::End(place.before), place.loc).branch(test, &starts);
    let Some(end) = module.last(last) else { return };
    let yielded: Vec<Value> = module.operands(end).collect();
    let ty = module.ty(values[0]);
    let mut build = Build::before(module, end);
    let next = build.value(OpKind::ArithAddI, &[&[values[0]], &[step]], ty, &[]);
    build.branch(test, &[&[next][..], &yielded].concat());
    module.erase(end);
    let mut build = Build::new(module, At::End(test), place.loc);
    let predicate = enums::CMPI_PREDICATE.case(if unsigned { "ult" } else { "slt" }).unwrap_or(0);
    let predicate = build.bits(&enums::CMPI_PREDICATE, predicate);
    let bit = build.module.ctx.int_type(1);
    let more = build.value(OpKind::ArithCmpI, &[&[values[0]], &[high]], bit, &[("predicate", predicate)]);
    branch_if(&mut build, more, (first, &[]), (place.after, &[]));
    replace(module, op, &values[1..]);
}

/// Whether the second region of a loop only passes on what it is given.
fn passes_on(module: &Module, after: Region) -> bool {
    let &[block] = module.blocks(after) else { return false };
    let Some(end) = module.first(block).filter(|&end| module.last(block) == Some(end)) else { return false };
    module.kind(end) == OpKind::ScfYield && module.operands(end).eq(module.args(block).iter().copied())
}

fn convert_while(module: &mut Module, op: Op) {
    let inits: Vec<Value> = module.operands(op).collect();
    let [before, after] = [0, 1].map(|index| module.region(op, index));
    let simple = passes_on(module, after);
    let Some(place) = split(module, op) else { return };
    let body = if simple { None } else { place.move_blocks(module, after, place.after) };
    let next = body.map_or(place.after, |(first, _)| first);
    let Some((test, test_end)) = place.move_blocks(module, before, next) else { return };
    Build::new(module, At::End(place.before), place.loc).branch(test, &inits);
    if let Some((_, end)) = body {
        end_with_branch(module, end, test);
    }
    let Some(condition) = module.last(test_end) else { return };
    let operands: Vec<Value> = module.operands(condition).collect();
    let Some((&go_on, values)) = operands.split_first() else { return };
    let again = body.map_or(test, |(first, _)| first);
    let mut build = Build::before(module, condition);
    branch_if(&mut build, go_on, (again, values), (place.after, &[]));
    module.erase(condition);
    replace(module, op, values);
}

fn convert_switch(module: &mut Module, op: Op) {
    let (selected, cases) = (module.operand(op, 0), module.get_attr(op, "cases"));
    let cases = cases.map(|cases| module.ctx.int_values(cases)).unwrap_or_default();
    let (default, regions) = match module.regions(op).split_first() {
        Some((&default, regions)) => (default, regions.to_vec()),
        None => return,
    };
    let Some(place) = split(module, op) else { return };
    let mut values = Vec::new();
    for result in module.results(op).to_vec() {
        values.push(module.add_arg(place.after, module.ty(result), place.loc));
    }
    let mut blocks = Vec::new();
    for region in regions.into_iter().chain([default]) {
        ends_with_branches(module, region, place.after);
        let first = place.move_blocks(module, region, place.after).map(|(first, _)| first);
        blocks.push(first.unwrap_or(place.after));
    }
    let ctx = module.ctx.clone();
    let mut build = Build::new(module, At::End(place.before), place.loc);
    let ty = ctx.int_type(64);
    let flag = build.value(OpKind::ArithIndexCast, &[&[selected]], ty, &[]);
    let mut props = vec![("case_operand_segments", ctx.i32_array_attr(cases.iter().map(|_| 0)))];
    props.extend(case_values(&mut build, &cases).map(|values| ("case_values", values)));
    let switch = build.op(OpKind::CfSwitch, &[&[flag]], &[], &props);
    let (default, others) = (blocks.pop(), blocks);
    module.set_successors(switch, default.into_iter().chain(others).collect());
    replace(module, op, &values);
}

/// The numbers of cases, when there are any.
fn case_values(build: &mut Build<'_>, cases: &[i64]) -> Option<Attr> {
    let ctx = build.module.ctx.clone();
    let shape = [cases.len() as u64].into_iter().collect();
    let ty = ctx.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ctx.int_type(64) });
    let bytes: Vec<u8> = cases.iter().flat_map(|case| case.to_le_bytes()).collect();
    let all_same = cases.windows(2).all(|pair| pair[0] == pair[1]);
    let data = match cases.first() {
        None => return None,
        Some(case) if all_same => DenseData::Splat(case.to_le_bytes().into()),
        Some(_) => DenseData::Bytes(bytes.into()),
    };
    Some(ctx.attr(AttrKind::Dense { ty, data }))
}

fn convert_execute(module: &mut Module, op: Op) {
    let body = module.region(op, 0);
    let Some(place) = split(module, op) else { return };
    let mut values = Vec::new();
    for result in module.results(op).to_vec() {
        values.push(module.add_arg(place.after, module.ty(result), place.loc));
    }
    ends_with_branches(module, body, place.after);
    if let Some((first, _)) = place.move_blocks(module, body, place.after) {
        Build::new(module, At::End(place.before), place.loc).branch(first, &[]);
    }
    replace(module, op, &values);
}
