//! From phase `executable-targets` to phase `hal`: the passes that take a program there, in their order.
//!
//! Device code must be in its backend's form already; host code becomes operations of the HAL.

use halforge_ir::{Diagnostic, Module, OpKind, Severity};

use crate::instrument::Instruments;
use crate::manager::Manager;
use crate::pipeline::Pipeline;
use crate::session::Session;

/// Cleans up what passes leave behind.
const CLEANUP: &str = "util.initializer(canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns),\
    util.func(canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns),\
    iree-util-fold-globals,iree-util-fuse-globals";

/// The pipeline, as text.
fn pipeline() -> String {
    format!(
        "builtin.module(iree-hal-conversion,iree-hal-outline-memoize-regions,{CLEANUP},iree-hal-prune-executables,\
         iree-hal-link-all-executables{{merge}},hal.executable(hal.executable.variant(iree-hal-hoist-executable-objects)),\
         iree-hal-resolve-export-ordinals,iree-hal-materialize-resource-caches,iree-hal-resolve-topology-queries,\
         iree-hal-memoize-device-selection,iree-hal-memoize-device-queries,{CLEANUP},\
         util.func(iree-hal-elide-redundant-commands),util.initializer(iree-hal-elide-redundant-commands),\
         iree-hal-initialize-devices,iree-lower-affine,util.func(convert-scf-to-cf),util.initializer(convert-scf-to-cf),\
         hal.executable(iree-hal-translate-all-executables,iree-hal-serialize-all-executables),iree-hal-prune-executables,\
         symbol-dce,{CLEANUP},iree-util-ipo,{CLEANUP},iree-util-ipo,{CLEANUP},iree-util-ipo)"
    )
}

/// Whether a module is before phase `hal`: it has device code that is no binary yet, or host code of `stream`.
pub fn is_before_hal(module: &Module) -> bool {
    module.walk(module.root()).into_iter().any(|op| {
        let kind = module.kind(op);
        kind == OpKind::HalExecutableVariant || kind.def().dialect() == "stream"
    })
}

/// Takes a module from phase `executable-targets` to phase `hal`.
///
/// # Errors
/// What stands in the way, at its place.
pub fn to_hal(module: &mut Module, session: &Session) -> Result<(), Vec<Diagnostic>> {
    let ours = |what: String| vec![Diagnostic::error(None, what)];
    let pipeline = Pipeline::parse(&pipeline()).map_err(ours)?;
    let manager = Manager { session, instruments: &Instruments::default(), verify: None };
    let report = manager.run(module, &pipeline);
    if report.failed.is_none() {
        return Ok(());
    }
    let errors: Vec<_> = report.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
    if errors.is_empty() { Err(ours("a pass failed without saying why".to_owned())) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pass_of_the_pipeline_is_there() {
        assert!(crate::Pipeline::parse(&super::pipeline()).is_ok());
    }
}
