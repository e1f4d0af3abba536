//! `iree-util-apply-patterns`: the rewrites of all rows with equal blocks merged, and those that only pay off late.

use halforge_ir::rewrite::greedy::{Greedy, Order, simplify};
use halforge_ir::rewrite::regions::Blocks;
use halforge_ir::rewrite::{Rewrite, Rewriter, rewrite};
use halforge_ir::{At, NewOp, Op, OpKind, enums};

use crate::build::enum_attr;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-apply-patterns",
    doc: "Applies the rewrites of all rows and merges blocks that do the same.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

/// Rewrites that `canonicalize` does not apply.
const MORE: &[(OpKind, Rewrite)] = &[(
    OpKind::ScfIndexSwitch,
    rewrite("only-case", "switch x case 1 { A } default { B } -> if x == 1 { A } else { B }", only_case),
)];

fn only_case(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (ctx, loc) = (r.ctx.clone(), r.op(op).loc);
    let cases = r.get_attr(op, "cases").map(|cases| ctx.int_values(cases)).unwrap_or_default();
    let &[case] = &cases[..] else { return false };
    let selected = r.operand(op, 0);
    let case = r.index_constant(At::Before(op), case, loc);
    let predicates = &enums::CMPI_PREDICATE;
    let new = NewOp {
        operands: [selected, case].into_iter().collect(),
        results: [ctx.int_type(1)].into_iter().collect(),
        props: vec![(ctx.ident("predicate"), enum_attr(&ctx, predicates, predicates.case("eq").unwrap_or(0)))],
        ..NewOp::default()
    };
    let condition = r.insert_or_fold(At::Before(op), OpKind::ArithCmpI, loc, new);
    let new = NewOp {
        operands: [condition].into_iter().collect(),
        results: r.results(op).iter().map(|&result| r.ty(result)).collect(),
        regions: 2,
        ..NewOp::default()
    };
    let replacement = r.insert(At::Before(op), OpKind::ScfIf, loc, new);
    for (from, to) in [(1, 0), (0, 1)] {
        let (from, to) = (r.region(op, from), r.region(replacement, to));
        r.edit(&[], |module| module.move_blocks(from, to, None));
    }
    let results = r.results(replacement).to_vec();
    r.replace(op, &results);
    true
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let how = Greedy { order: Order::BottomUp, blocks: Blocks::Merge, more: MORE, ..Greedy::default() };
    simplify(run.module, run.op, &how);
    Ok(())
}
