//! `iree-util-fixed-point-iterator`: a pipeline again and again, until no pass in it asks for another round.

use crate::options::{OptionDef, OptionKind};
use crate::pass::{Again, Anchor, Failed, Pass, Run};
use crate::pipeline::Pipeline;

pub(crate) const PASS: Pass = Pass {
    name: "iree-util-fixed-point-iterator",
    doc: "Runs a pipeline until nothing changes that would matter to its passes.",
    anchor: Anchor::Any,
    options: &[
        OptionDef {
            name: "pipeline",
            doc: "The pipeline, with what it runs on: `builtin.module(…)`.",
            default: OptionKind::Text(""),
        },
        OptionDef { name: "max-iterations", doc: "Rounds after which to fail.", default: OptionKind::Int(10) },
    ],
    run,
};

/// Marks what is being iterated on; its value is the number of the round.
const ROUND: &str = "iree.fixedpoint.iteration";

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    if run.module.get_attr(run.op, ROUND).is_some() {
        return run.fail(run.op, "expected an iteration that is in no other, found one inside another");
    }
    let pipeline = match Pipeline::parse(run.options.text("pipeline")) {
        Ok(pipeline) => pipeline,
        Err(message) => return run.fail(run.op, format!("option `pipeline`: {message}")),
    };
    let ctx = run.ctx();
    let rounds = run.options.int("max-iterations");
    for round in 0..rounds {
        run.module.set_attr(run.op, ROUND, ctx.index_attr(round));
        let report = run.manager.run_steps(run.module, run.op, run.around, &pipeline, run.path);
        run.module.remove_attr(run.op, ROUND);
        run.diagnostics.extend(report.diagnostics);
        match report.failed {
            Some(failed) => return Err(failed),
            None if report.again == Again::No => return Ok(()),
            None => {}
        }
    }
    run.fail(run.op, format!("expected nothing to change any more after {rounds} rounds"))
}
