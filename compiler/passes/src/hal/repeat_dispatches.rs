//! `iree-hal-repeat-dispatches`: runs each dispatch several times, for benchmarks.

use halforge_ir::{Mapping, OpKind, enums};

use crate::build::Build;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-repeat-dispatches",
    doc: "Repeats each dispatch with a barrier between, so that its time can be measured.",
    anchor: Anchor::Any,
    options: &[OptionDef { name: "count", doc: "How often each dispatch runs.", default: OptionKind::Int(1) }],
    run,
};

/// Most repetitions.
const MAX_COUNT: i64 = 1 << 16;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let count = run.options.int("count");
    if !(0..=MAX_COUNT).contains(&count) {
        return run.fail(run.op, format!("count: expected 0 to {MAX_COUNT}, found {count}"));
    }
    let module = &mut *run.module;
    let dispatches = module.walk(run.op).into_iter().filter(|&op| module.kind(op) == OpKind::HalCommandBufferDispatch);
    for dispatch in dispatches.collect::<Vec<_>>() {
        for _ in 1..count {
            let copy = module.clone_op(dispatch, &mut Mapping::new());
            let buffer = module.operand(dispatch, 0);
            let mut build = Build::before(module, dispatch);
            build.place(copy);
            let stages =
                |names: &[&str]| names.iter().fold(0, |bits, name| bits | enums::EXECUTION_STAGE.case(name).unwrap_or(0));
            let source = build.bits(&enums::EXECUTION_STAGE, stages(&["Dispatch", "CommandRetire"]));
            let target = build.bits(&enums::EXECUTION_STAGE, stages(&["CommandIssue", "Dispatch"]));
            let flags = build.bits(&enums::BARRIER_FLAG, 0);
            let props = [("source_stage_mask", source), ("target_stage_mask", target), ("flags", flags)];
            build.op(OpKind::HalCommandBufferExecutionBarrier, &[&[buffer]], &[], &props);
        }
    }
    Ok(())
}
