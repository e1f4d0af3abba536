//! `iree-hal-link-all-executables` and `iree-hal-link-target-executables`: as upstream for Vulkan, where executables stay as
//! they are and only symbols that nothing needs go.

use halforge_ir::OpKind;

use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbol_dce;
use crate::targets::{BACKENDS, TARGET_REGISTRY};

pub(crate) const ALL: Pass = Pass {
    name: "iree-hal-link-all-executables",
    doc: "Links executables of all targets: symbols that nothing needs go.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[TARGET_REGISTRY],
    run: link_all,
};

pub(crate) const TARGET: Pass = Pass {
    name: "iree-hal-link-target-executables",
    doc: "Links executables of one target.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[
        TARGET_REGISTRY,
        OptionDef { name: "target", doc: "The backend whose executables to link.", default: OptionKind::Text("") },
    ],
    run: link_target,
};

fn link_all(run: &mut Run<'_>) -> Result<(), Failed> {
    (symbol_dce::PASS.run)(run)
}

/// Nothing is to be linked; an unknown backend is an error.
fn link_target(run: &mut Run<'_>) -> Result<(), Failed> {
    let target = run.options.text("target");
    if BACKENDS.contains(&target) {
        return Ok(());
    }
    let message = format!("target: expected one of {}, found `{target}`", BACKENDS.join(", "));
    run.fail(run.op, message)
}
