//! Ways through a function: that phis match the branches that lead to them, and which blocks always run.

use std::collections::{BTreeSet, VecDeque};

use rspirv::dr::Operand;
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use super::structure::Function;
use super::words::{Code, operand_ids};
use crate::error::ExecutableError;

/// For each block, whether every way from the entry to an exit passes through it.
///
/// Takes one way from entry to exit and follows, block by block, how far past it the side ways lead: a block of the
/// way that nothing earlier leads past is always executed. Linear in blocks and branches.
pub(super) fn always_executed(code: &Code, function: &Function) -> Vec<bool> {
    let successors = successors(code, function);
    let way = shortest_way(&successors);
    let mut always = vec![false; function.blocks.len()];
    let position: FxHashMap<usize, usize> = way.iter().enumerate().map(|(at, &block)| (block, at)).collect();
    let mut seen = vec![false; function.blocks.len()];
    let mut furthest = 0;
    for (at, &block) in way.iter().enumerate() {
        if at == furthest {
            always[block] = true;
        }
        let mut pending = vec![block];
        while let Some(block) = pending.pop() {
            if successors[block].is_empty() {
                furthest = way.len();
            }
            for &next in &successors[block] {
                match position.get(&next) {
                    Some(&reached) => furthest = furthest.max(reached),
                    None if !seen[next] => {
                        seen[next] = true;
                        pending.push(next);
                    }
                    None => {}
                }
            }
        }
    }
    always
}

/// Checks that every phi has one value for each block that leads to its own, and no other.
pub(super) fn check_phis(code: &Code, function: &Function) -> Result<(), ExecutableError> {
    let mut predecessors = vec![BTreeSet::new(); function.blocks.len()];
    for (block, next) in successors(code, function).into_iter().enumerate() {
        for target in next {
            predecessors[target].insert(function.blocks[block].label);
        }
    }
    for (block, expected) in function.blocks.iter().zip(predecessors) {
        for (index, instruction) in code.range(block.label + 1..block.terminator) {
            match instruction.class.opcode {
                Op::Phi => {}
                Op::Line | Op::NoLine => continue,
                _ => break,
            }
            let parents = operand_ids(instruction).filter(|(position, _)| position % 2 == 1);
            let found: BTreeSet<usize> = parents.filter_map(|(_, label)| code.definition(label)).collect();
            if found != expected || 2 * found.len() != instruction.operands.len() {
                return Err(
                    code.malformed(index, format_args!("expected one value from each of {} preceding blocks", expected.len()))
                );
            }
        }
    }
    Ok(())
}

/// Successors of each block, as positions in the function's list of blocks.
fn successors(code: &Code, function: &Function) -> Vec<Vec<usize>> {
    let labels: FxHashMap<usize, usize> = function.blocks.iter().enumerate().map(|(at, block)| (block.label, at)).collect();
    let of_block = |terminator: usize| {
        let operands = code.instructions.get(terminator).map(|instruction| {
            let condition = matches!(instruction.class.opcode, Op::BranchConditional | Op::Switch);
            instruction.operands.iter().skip(usize::from(condition))
        });
        let targets = operands.into_iter().flatten().filter_map(Operand::id_ref_any);
        targets.filter_map(|id| labels.get(&code.definition(id)?).copied()).collect()
    };
    function.blocks.iter().map(|block| of_block(block.terminator)).collect()
}

/// Blocks of a shortest way from the entry to an exit; just the entry if there is none.
fn shortest_way(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut before = vec![None; successors.len()];
    let mut queue = VecDeque::from([0]);
    while let Some(block) = queue.pop_front() {
        if successors[block].is_empty() {
            let mut way: Vec<usize> =
                std::iter::successors(Some(block), |&block| before[block].filter(|_| block != 0)).collect();
            way.reverse();
            return way;
        }
        for &next in &successors[block] {
            if next != 0 && before[next].is_none() {
                before[next] = Some(block);
                queue.push_back(next);
            }
        }
    }
    vec![0]
}
