//! `iree-hal-strip-executable-contents`: drops device code, so that host code can be read.

use halforge_ir::OpKind;

use crate::hal::prune_executables::of_kind;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-strip-executable-contents",
    doc: "Erases the inner modules of all variants.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    for executable in of_kind(module, run.op, OpKind::HalExecutable) {
        for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
            for inner in of_kind(module, variant, OpKind::BuiltinModule) {
                module.erase(inner);
            }
        }
    }
    Ok(())
}
