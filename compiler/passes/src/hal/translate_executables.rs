//! `iree-hal-configure-…` and `iree-hal-translate-…`: from the code of a variant to what its backend serializes.
//!
//! Halforge compiles no device code yet: a variant that is already in its backend's form, or has external objects, is as it
//! shall be; any other is refused with the operation that is left to be compiled.

use halforge_codegen::{BACKENDS, find_backend};
use halforge_ir::{AttrKind, Module, Op, OpKind};

use crate::hal::prune_executables::of_kind;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::targets::TARGET_REGISTRY;

const TARGET: OptionDef = OptionDef { name: "target", doc: "The name of the backend.", default: OptionKind::Text("") };

pub(crate) const CONFIGURE_ALL: Pass = Pass {
    name: "iree-hal-configure-executables",
    doc: "Decides how the code of every variant is compiled.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[TARGET_REGISTRY],
    run: all,
};

pub(crate) const CONFIGURE_TARGET: Pass = Pass {
    name: "iree-hal-configure-target-executable-variants",
    doc: "Decides how the code of a variant is compiled, if it is for this backend.",
    anchor: Anchor::Kind(OpKind::HalExecutableVariant),
    options: &[TARGET_REGISTRY, TARGET],
    run: one,
};

pub(crate) const TRANSLATE_ALL: Pass = Pass {
    name: "iree-hal-translate-all-executables",
    doc: "Compiles the code of every variant to what its backend serializes.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[TARGET_REGISTRY],
    run: all,
};

pub(crate) const TRANSLATE_TARGET: Pass = Pass {
    name: "iree-hal-translate-target-executable-variants",
    doc: "Compiles the code of a variant to what its backend serializes, if it is for this backend.",
    anchor: Anchor::Kind(OpKind::HalExecutableVariant),
    options: &[TARGET_REGISTRY, TARGET],
    run: one,
};

/// The name of a variant's backend.
pub(crate) fn backend_name(module: &Module, variant: Op) -> String {
    let ctx = &module.ctx;
    let Some(AttrKind::Dialect(target)) = module.get_attr(variant, "target").map(|target| ctx.attr_kind(target)) else {
        return String::new();
    };
    target.param("backend").and_then(|name| ctx.str_value(name)).unwrap_or("").to_owned()
}

/// What to say when there is no backend of this name.
pub(crate) fn no_backend(name: &str) -> String {
    let names: Vec<&str> = BACKENDS.iter().map(|backend| backend.name()).collect();
    format!("no backend makes code for `{name}`; there is {}", names.join(", "))
}

fn all(run: &mut Run<'_>) -> Result<(), Failed> {
    for variant in of_kind(run.module, run.op, OpKind::HalExecutableVariant) {
        check(run, variant);
    }
    run.finish()
}

fn one(run: &mut Run<'_>) -> Result<(), Failed> {
    let target = run.options.text("target").to_owned();
    if find_backend(&target).is_none() {
        return run.fail(run.op, no_backend(&target));
    }
    if backend_name(run.module, run.op) == target {
        check(run, run.op);
    }
    run.finish()
}

fn check(run: &mut Run<'_>, variant: Op) {
    let name = backend_name(run.module, variant);
    match find_backend(&name) {
        None => {
            let diagnostic = run.error_at(variant, no_backend(&name));
            run.report(diagnostic);
        }
        Some(backend) => {
            if let Err(diagnostic) = backend.check_translated(run.module, variant) {
                run.report(*diagnostic);
            }
        }
    }
}
