//! `canonicalize`: folds and rewrites everything until nothing changes.

use halforge_ir::rewrite::greedy::{Greedy, MAX_ROUNDS, Order, simplify};
use halforge_ir::rewrite::regions::Blocks;

use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "canonicalize",
    doc: "Folds constants and applies the rewrites of all rows until nothing changes; erases what is dead or unreachable.",
    anchor: Anchor::Any,
    options: &[
        OptionDef {
            name: "top-down",
            doc: "Begin with the first operation rather than the last.",
            default: OptionKind::Flag(true),
        },
        OptionDef {
            name: "region-simplify",
            doc: "What to do about blocks: disabled, normal (erase dead ones) or aggressive (merge equal ones).",
            default: OptionKind::Text("normal"),
        },
        OptionDef {
            name: "max-iterations",
            doc: "Rounds after which to give up; -1 for the limit of the driver.",
            default: OptionKind::Int(MAX_ROUNDS as i64),
        },
        OptionDef {
            name: "test-convergence",
            doc: "Fail when things still change after the last round.",
            default: OptionKind::Flag(false),
        },
    ],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let blocks = match run.options.text("region-simplify") {
        "disabled" => Blocks::Keep,
        "normal" => Blocks::Clean,
        "aggressive" => Blocks::Merge,
        other => {
            let message = format!("region-simplify: expected disabled, normal or aggressive, found `{other}`");
            return run.fail(run.op, message);
        }
    };
    let order = if run.options.flag("top-down") { Order::TopDown } else { Order::BottomUp };
    let max_rounds = u32::try_from(run.options.int("max-iterations")).unwrap_or(MAX_UNLIMITED_ROUNDS);
    let outcome = simplify(run.module, run.op, &Greedy { order, blocks, max_rounds, ..Greedy::default() });
    if run.options.flag("test-convergence") && outcome == halforge_ir::rewrite::greedy::Outcome::GaveUp {
        return run.fail(run.op, format!("expected nothing to change after {max_rounds} rounds"));
    }
    Ok(())
}

/// Rounds for `max-iterations=-1`: more than rewrites that get anywhere take.
const MAX_UNLIMITED_ROUNDS: u32 = 1 << 16;
