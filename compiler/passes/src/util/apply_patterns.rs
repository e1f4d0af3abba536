//! `iree-util-apply-patterns`: the rewrites of all rows with equal blocks merged, and those that only pay off late.

use halforge_ir::OpKind;
use halforge_ir::rewrite::Rewrite;
use halforge_ir::rewrite::greedy::{Greedy, Order, simplify};
use halforge_ir::rewrite::regions::Blocks;

use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-apply-patterns",
    doc: "Applies the rewrites of all rows and merges blocks that do the same.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

/// Rewrites that `canonicalize` does not apply.
const MORE: &[(OpKind, Rewrite)] = &[];

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let how = Greedy { order: Order::BottomUp, blocks: Blocks::Merge, more: MORE, ..Greedy::default() };
    simplify(run.module, run.op, &how);
    Ok(())
}
