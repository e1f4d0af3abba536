//! `iree-hal-preprocess-executables-with-pipeline`: passes given as text, run on each executable.

use halforge_ir::OpKind;

use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::pipeline::Pipeline;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-preprocess-executables-with-pipeline",
    doc: "Runs passes on each executable.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[OptionDef {
        name: "pipeline",
        doc: "The passes, as `builtin.module(…)`, where the module stands for the executable; none when empty.",
        default: OptionKind::Text(""),
    }],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let text = run.options.text("pipeline").to_owned();
    if text.is_empty() {
        return Ok(());
    }
    let inner = text.trim().strip_prefix("builtin.module(").and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner else {
        return run.fail(run.op, format!("pipeline: expected `builtin.module(…)`, found `{text}`"));
    };
    let pipeline = match Pipeline::parse_steps(Anchor::Kind(OpKind::HalExecutable), inner) {
        Ok(pipeline) => pipeline,
        Err(message) => return run.fail(run.op, format!("pipeline: {message}")),
    };
    let report = run.manager.run_on(run.module, run.op, run.around, &pipeline, run.path);
    run.diagnostics.extend(report.diagnostics);
    report.failed.map_or(Ok(()), Err)
}
