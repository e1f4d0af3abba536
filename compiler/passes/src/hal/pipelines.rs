//! The pipelines of the HAL, as text: which passes take a program from `stream` to `hal`, in which order.
//!
//! The order is that of `iree-compile`. What a program needs at a phase is in the piece that leads there, so that a program can
//! stop at any phase and go on from it.

use crate::hal_options::{HalOptions, Linking, Memoization, Serialization, Substitution};
use crate::phase::Phase;

/// Cleans up what passes leave behind.
const CLEANUP: &str = "util.initializer(canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns),\
    util.func(canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns),\
    func.func(canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns),\
    iree-util-fold-globals,iree-util-fuse-globals";

/// Which devices a program is for.
pub(crate) fn device_assignment(options: &HalOptions) -> String {
    let mut steps = Vec::new();
    if !options.target_backends.is_empty() {
        steps.push(format!("iree-hal-assign-legacy-target-devices{{targetBackends={}}}", list(&options.target_backends)));
    }
    if !options.target_devices.is_empty() {
        steps.push(format!("iree-hal-assign-target-devices{{targetDevices={}}}", list(&options.target_devices)));
    }
    steps.push(format!("iree-hal-materialize-target-devices{{defaultDevice={{{}}}}}", options.default_device));
    steps.push("iree-hal-resolve-device-promises,iree-hal-resolve-device-aliases,iree-hal-verify-devices".to_owned());
    steps.join(",")
}

/// What host and device agree on.
pub(crate) fn configuration(options: &HalOptions) -> String {
    let mut steps = vec![format!("{CLEANUP},iree-hal-verify-devices")];
    if options.instrumentation_bytes != 0 {
        let bytes = options.instrumentation_bytes;
        steps.push(format!("iree-hal-materialize-dispatch-instrumentation{{buffer-size={bytes}}}"));
    }
    steps.push("iree-hal-materialize-interfaces,iree-hal-prune-executables".to_owned());
    if !options.dumps.sources.is_empty() {
        steps.push(format!("iree-hal-dump-executable-sources{{path={{{}}}}}", options.dumps.sources));
    }
    substitute(&mut steps, &options.sources);
    capture(&mut steps, options, "0.source");
    steps.join(",")
}

/// The whole way from before devices are assigned to the HAL.
pub(crate) fn transformation(options: &HalOptions) -> String {
    let pieces = Phase::ALL.iter().filter(|&&phase| phase > Phase::Stream).map(|&phase| piece(phase, options));
    [BEGIN.to_owned()].into_iter().chain(pieces.filter(|piece| !piece.is_empty())).collect::<Vec<_>>().join(",")
}

/// What is checked and noted first, wherever a program is.
pub(crate) const BEGIN: &str = "iree-util-verify-initialization-order,iree-util-attribute-call-graph";

/// What takes a program to a phase from the one before it.
pub(crate) fn piece(to: Phase, options: &HalOptions) -> String {
    match to {
        Phase::Stream => String::new(),
        Phase::ExecutableSources => to_sources(options),
        Phase::ExecutableConfigurations => to_configurations(options),
        Phase::ExecutableTargets => to_targets(options),
        Phase::Hal => to_hal(options),
    }
}

fn to_sources(options: &HalOptions) -> String {
    let mut steps = vec![device_assignment(options), configuration(options)];
    for command in &options.preprocess_with {
        steps.push(match command.starts_with("builtin.module") {
            true => format!("hal.executable(iree-hal-preprocess-executables-with-pipeline{{pipeline={{{command}}}}})"),
            false => format!("hal.executable(iree-hal-preprocess-executables-with-tool{{command={{{command}}}}})"),
        });
    }
    steps.join(",")
}

fn to_configurations(options: &HalOptions) -> String {
    let mut steps = vec!["hal.executable(iree-hal-configure-executables)".to_owned()];
    if !options.dumps.configurations.is_empty() {
        let path = &options.dumps.configurations;
        steps.push(format!("iree-hal-dump-executable-sources{{path={{{path}}} prefix=configured}}"));
    }
    capture(&mut steps, options, "1.configured");
    substitute(&mut steps, &options.configurations);
    if !options.dumps.benchmarks.is_empty() {
        steps.push(format!("iree-hal-dump-executable-benchmarks{{path={{{}}}}}", options.dumps.benchmarks));
    }
    steps.join(",")
}

fn to_targets(options: &HalOptions) -> String {
    let mut steps = vec!["hal.executable(iree-hal-translate-all-executables)".to_owned()];
    capture(&mut steps, options, "2.translated");
    steps.join(",")
}

fn to_hal(options: &HalOptions) -> String {
    let mut steps = Vec::new();
    substitute(&mut steps, &options.objects);
    steps.push("iree-hal-conversion".to_owned());
    steps.push(match options.memoization {
        Memoization::Outlined => "iree-hal-outline-memoize-regions".to_owned(),
        Memoization::Inlined => on_functions("iree-hal-inline-memoize-regions"),
    });
    steps.push(format!("{CLEANUP},iree-hal-prune-executables"));
    match options.linking {
        Linking::Linked => steps.push("iree-hal-link-all-executables".to_owned()),
        Linking::Merged => steps.push("iree-hal-link-all-executables{merge}".to_owned()),
        Linking::Apart => {}
    }
    steps.push(format!(
        "hal.executable(hal.executable.variant(iree-hal-hoist-executable-objects)),iree-hal-resolve-export-ordinals,\
         iree-hal-materialize-resource-caches,iree-hal-resolve-topology-queries,iree-hal-memoize-device-selection,\
         iree-hal-memoize-device-queries,{CLEANUP}"
    ));
    if options.dispatch_repeats != 1 {
        steps.push(on_functions(&format!("iree-hal-repeat-dispatches{{count={}}}", options.dispatch_repeats)));
    }
    steps.push(on_functions("iree-hal-elide-redundant-commands"));
    steps.push("iree-hal-initialize-devices,iree-affine-expand-index-ops,iree-lower-affine".to_owned());
    steps.push(on_functions("convert-scf-to-cf"));
    if options.serialization == Serialization::Binaries {
        let (level, dumps) = (options.debug_level, &options.dumps);
        steps.push(format!(
            "hal.executable(iree-hal-serialize-all-executables{{debug-level={level} dump-binaries-path={{{}}} \
             dump-intermediates-path={{{}}}}}),iree-hal-prune-executables,symbol-dce",
            dumps.binaries, dumps.intermediates
        ));
    }
    steps.push(format!("iree-util-fixed-point-iterator{{pipeline=builtin.module({CLEANUP},iree-util-ipo)}}"));
    steps.join(",")
}

fn on_functions(pass: &str) -> String {
    format!("func.func({pass}),util.initializer({pass}),util.func({pass})")
}

fn substitute(steps: &mut Vec<String>, with: &Substitution) {
    if !with.folder.is_empty() {
        steps.push(format!("iree-hal-substitute-executables{{search-path={{{}}}}}", with.folder));
    }
    if !with.files.is_empty() {
        steps.push(format!("iree-hal-substitute-executables{{substitutions={}}}", list(&with.files)));
    }
}

/// Keeps the code of a stage in the program, for debuggers.
fn capture(steps: &mut Vec<String>, options: &HalOptions, stage: &str) {
    if options.debug_level >= 3 {
        steps.push(format!("iree-hal-capture-executable-sources{{stage={stage}}}"));
    }
}

/// A list as the value of an option, whatever its texts hold.
fn list(texts: &[String]) -> String {
    format!("{{{}}}", texts.iter().map(|text| format!("{{{text}}}")).collect::<Vec<_>>().join(","))
}
