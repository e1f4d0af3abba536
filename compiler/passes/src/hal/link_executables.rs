//! `iree-hal-link-all-executables` and `iree-hal-link-target-executables`: as upstream for Vulkan, where executables stay as
//! they are and only symbols that nothing needs go; with the option `merge`, those of one target become one.

use halforge_ir::OpKind;

use crate::hal::merge_executables::merge;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbol_dce;
use crate::targets::{TARGET_REGISTRY, backend_names, find_backend};

const MERGE: OptionDef = OptionDef {
    name: "merge",
    doc: "Whether executables of the same target become one, and kernels that do the same one export.",
    default: OptionKind::Flag(false),
};

pub(crate) const ALL: Pass = Pass {
    name: "iree-hal-link-all-executables",
    doc: "Links executables of all targets: symbols that nothing needs go.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[TARGET_REGISTRY, MERGE],
    run: link_all,
};

pub(crate) const TARGET: Pass = Pass {
    name: "iree-hal-link-target-executables",
    doc: "Links executables of one target.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[
        TARGET_REGISTRY,
        OptionDef { name: "target", doc: "The backend whose executables to link.", default: OptionKind::Text("") },
        MERGE,
    ],
    run: link_target,
};

fn link_all(run: &mut Run<'_>) -> Result<(), Failed> {
    if run.options.flag("merge") {
        merge(run.module, run.op, None);
    }
    (symbol_dce::PASS.run)(run)
}

fn link_target(run: &mut Run<'_>) -> Result<(), Failed> {
    let target = run.options.text("target").to_owned();
    if find_backend(&target).is_none() {
        let message = format!("target: expected one of {}, found `{target}`", backend_names());
        return run.fail(run.op, message);
    }
    if run.options.flag("merge") {
        merge(run.module, run.op, Some(&target));
    }
    Ok(())
}
