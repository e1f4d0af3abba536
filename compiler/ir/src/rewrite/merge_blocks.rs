//! Blocks that do the same become one block, with arguments for what differs; arguments that are always the same value go.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::regions::{all_regions, drop_given, uniform};
use crate::attrs::AttrList;
use crate::module::{Block, Module, Op, Region, Value, ValueDef};

/// Merges equal blocks here and in the regions below, again while there are any; says whether there were.
pub(super) fn merge_equal_blocks(module: &mut Module, region: Region) -> bool {
    let mut changed = false;
    for region in all_regions(module, region) {
        while merge_once(module, region) {
            changed = true;
        }
    }
    changed
}

/// Blocks with the same successors that do the same, and the operands in which they differ: operation and operand index.
struct Cluster {
    leader: Block,
    others: Vec<Block>,
    differing: std::collections::BTreeSet<(usize, usize)>,
}

fn merge_once(module: &mut Module, region: Region) -> bool {
    let mut groups: Vec<(Vec<Block>, Vec<Block>)> = Vec::new();
    let mut index: FxHashMap<Vec<Block>, usize> = FxHashMap::default();
    for &block in module.blocks(region).iter().skip(1) {
        let successors = module.last(block).map_or(Vec::new(), |op| module.successors(op).to_vec());
        let at = *index.entry(successors.clone()).or_insert_with(|| {
            groups.push((successors, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(block);
    }
    let mut changed = false;
    for (_, blocks) in groups.into_iter().filter(|(_, blocks)| blocks.len() > 1) {
        let mut clusters: Vec<Cluster> = Vec::new();
        for block in blocks.into_iter().filter(|&b| can_merge(module, b)) {
            if !clusters.iter_mut().any(|cluster| join(module, cluster, block)) {
                clusters.push(Cluster { leader: block, others: Vec::new(), differing: Default::default() });
            }
        }
        for cluster in clusters {
            changed |= merge(module, cluster);
        }
    }
    changed
}

/// Whether a block holds no region and its arguments are used only inside it.
fn can_merge(module: &Module, block: Block) -> bool {
    let no_regions = module.ops(block).all(|op| module.regions(op).iter().all(|&region| module.blocks(region).is_empty()));
    no_regions && module.args(block).iter().all(|&arg| is_local(module, arg, block))
}

fn is_local(module: &Module, value: Value, block: Block) -> bool {
    module.uses(value).all(|(op, _)| module.parent(op) == Some(block))
}

/// Adds `block` to the cluster when it does the same as the leader.
fn join(module: &Module, cluster: &mut Cluster, block: Block) -> bool {
    let types = |block| module.args(block).iter().map(|&v| module.ty(v)).collect::<Vec<_>>();
    if types(cluster.leader) != types(block) {
        return false;
    }
    let mut differing = SmallVec::<[(usize, usize); 4]>::new();
    // The place of each operation in its block, to compare values defined inside.
    let (mut ours, mut theirs) = (FxHashMap::default(), FxHashMap::default());
    let (mut left, mut right) = (module.first(cluster.leader), module.first(block));
    for place in 0.. {
        let (a, b) = match (left, right) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => break,
            _ => return false,
        };
        if !is_alike(module, a, b) {
            return false;
        }
        for index in 0..module.num_operands(a) {
            let (x, y) = (module.operand(a, index), module.operand(b, index));
            if x == y {
                continue;
            }
            let inside = module.value_block(x) == Some(cluster.leader);
            if module.ty(x) != module.ty(y) || inside != (module.value_block(y) == Some(block)) {
                return false;
            }
            if !inside {
                differing.push((place, index));
            } else if place_of(module, &ours, x) != place_of(module, &theirs, y) {
                return false;
            }
        }
        let local = |op: Op, block| module.results(op).iter().all(|&v| is_local(module, v, block));
        if !local(a, cluster.leader) || !local(b, block) {
            return false;
        }
        ours.insert(a, place);
        theirs.insert(b, place);
        (left, right) = (module.next(a), module.next(b));
    }
    cluster.differing.extend(differing);
    cluster.others.push(block);
    true
}

/// Where in its block a value is defined: by which operation (none for arguments), and which result or argument it is.
fn place_of(module: &Module, places: &FxHashMap<Op, usize>, value: Value) -> Option<(Option<usize>, u32)> {
    match module.value_def(value) {
        ValueDef::Result(op, index) => Some((Some(*places.get(&op)?), index)),
        ValueDef::Arg(_, index) => Some((None, index)),
        ValueDef::Forward => None,
    }
}

/// Whether two operations differ at most in their operands, successors and locations.
pub(crate) fn is_alike(module: &Module, a: Op, b: Op) -> bool {
    let (x, y) = (module.op(a), module.op(b));
    let types = |op| module.results(op).iter().map(|&v| module.ty(v)).collect::<SmallVec<[_; 4]>>();
    x.kind == y.kind
        && x.name == y.name
        && module.num_operands(a) == module.num_operands(b)
        && module.successors(a).len() == module.successors(b).len()
        && module.regions(a).len() == module.regions(b).len()
        && same_attrs(&x.props, &y.props)
        && same_attrs(&x.attrs, &y.attrs)
        && types(a) == types(b)
}

fn same_attrs(a: &AttrList, b: &AttrList) -> bool {
    a.len() == b.len() && a.iter().all(|entry| b.contains(entry))
}

/// Replaces the blocks of a cluster by its leader.
fn merge(module: &mut Module, cluster: Cluster) -> bool {
    let Cluster { leader, others, differing } = cluster;
    if others.is_empty() {
        return false;
    }
    let known = |block: &Block| module.branches_to(*block).iter().all(|&op| module.branch_range(op, 0).is_some());
    let all_known = known(&leader) && others.iter().all(known);
    if !differing.is_empty() && !all_known {
        return false;
    }
    let blocks: Vec<Block> = std::iter::once(leader).chain(others.iter().copied()).collect();
    // For each block what it uses where the blocks differ.
    let given: Vec<Vec<Value>> = blocks
        .iter()
        .map(|&block| {
            let ops: Vec<Op> = module.ops(block).collect();
            differing.iter().map(|&(place, index)| module.operand(ops[place], index)).collect()
        })
        .collect();
    // Equal in every block to an earlier one: no argument of its own.
    let same = |i: usize, j: usize| given.iter().all(|values| values[i] == values[j]);
    let stands_for: Vec<usize> = (0..differing.len()).map(|i| (0..i).find(|&j| same(i, j)).unwrap_or(i)).collect();
    let ops: Vec<Op> = module.ops(leader).collect();
    let mut args: Vec<Option<Value>> = vec![None; differing.len()];
    for (i, &(place, index)) in differing.iter().enumerate() {
        let arg = match args[stands_for[i]] {
            Some(arg) => arg,
            None => module.add_arg(leader, module.ty(given[0][i]), module.value_loc(given[0][i])),
        };
        args[i] = Some(arg);
        module.set_operand(ops[place], index, arg);
    }
    for (block, values) in blocks.iter().zip(&given) {
        let own: Vec<Value> =
            values.iter().enumerate().filter(|(i, _)| stands_for[*i] == *i).map(|(_, &value)| value).collect();
        give_more(module, *block, &own);
    }
    for block in others {
        module.replace_branches(block, leader);
        module.erase_block(block);
    }
    true
}

/// Makes every branch to `block` give these values after those it gives.
fn give_more(module: &mut Module, block: Block, values: &[Value]) {
    if values.is_empty() {
        return;
    }
    let mut branches = module.branches_to(block).to_vec();
    branches.sort_unstable();
    branches.dedup();
    for op in branches {
        for successor in 0..module.successors(op).len() {
            if module.successors(op)[successor] == block {
                let mut given = module.branch_operands(op, successor).unwrap_or_default();
                given.extend_from_slice(values);
                module.set_branch_operands(op, successor, &given);
            }
        }
    }
}

/// Drops the block arguments to which every branch gives the same value; says whether there were any.
pub(super) fn drop_uniform_arguments(module: &mut Module, region: Region) -> bool {
    let mut changed = false;
    for region in all_regions(module, region) {
        for block in module.blocks(region).to_vec() {
            for index in (0..module.args(block).len()).rev() {
                let arg = module.args(block)[index];
                if let Some(value) = uniform(module, block, index)
                    && value != arg
                {
                    module.replace_uses(arg, value);
                    drop_given(module, block, index);
                    module.erase_arg(block, index);
                    changed = true;
                }
            }
        }
    }
    changed
}
