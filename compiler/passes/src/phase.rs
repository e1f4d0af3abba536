//! Phases: where a program is on its way to the HAL, and what takes it further.
//!
//! Phases have the names that `iree-compile` gives them, and a text of a phase is one that `iree-compile --compile-from=PHASE`
//! takes.

use halforge_codegen::find_backend;
use halforge_ir::{Diagnostic, Ident, Module, Op, OpKind, Severity};
use rustc_hash::FxHashSet;

use crate::hal::pipelines::{BEGIN, piece};
use crate::hal::translate_executables::backend_name;
use crate::hal_options::HalOptions;
use crate::instrument::Instruments;
use crate::manager::{Manager, Report, VerifyFn};
use crate::pass::Anchor;
use crate::pipeline::Pipeline;
use crate::session::Session;
use crate::symbols::{references, symbol};

/// Where a program is on its way, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Host code schedules dispatches of executables that are for no device yet.
    Stream,
    /// Executables are for devices; how their code is compiled is to be decided.
    ExecutableSources,
    /// That is decided.
    ExecutableConfigurations,
    /// Device code is in the form that its backend serializes.
    ExecutableTargets,
    /// Host code calls the HAL, and device code is in binaries.
    Hal,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: &[Self] =
        &[Self::Stream, Self::ExecutableSources, Self::ExecutableConfigurations, Self::ExecutableTargets, Self::Hal];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::ExecutableSources => "executable-sources",
            Self::ExecutableConfigurations => "executable-configurations",
            Self::ExecutableTargets => "executable-targets",
            Self::Hal => "hal",
        }
    }

    /// The phase called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|phase| phase.name() == name)
    }

    /// Its number among those of `iree-compile`, of which the first ones are before `stream`.
    pub fn number(self) -> u32 {
        7 + self as u32
    }

    /// The phase a program is at.
    pub fn of(module: &Module) -> Self {
        let ops = module.walk(module.root());
        let kinds = [OpKind::StreamExecutable, OpKind::HalExecutableSource];
        let for_no_device: FxHashSet<Ident> =
            ops.iter().filter(|&&op| kinds.contains(&module.kind(op))).filter_map(|&op| symbol(module, op)).collect();
        let has_executables = ops.iter().any(|&op| module.kind(op) == OpKind::HalExecutable);
        // Some that nothing dispatches may be left over.
        if !for_no_device.is_empty() && !has_executables {
            return Self::Stream;
        }
        let mut phase = Self::Hal;
        for op in ops {
            phase = phase.min(match module.kind(op) {
                OpKind::StreamCmdDispatch if names_any(module, op, &for_no_device) => return Self::Stream,
                OpKind::HalExecutableVariant => of_variant(module, op),
                kind if kind.def().dialect() == "stream" => Self::ExecutableTargets,
                _ => continue,
            });
        }
        phase
    }
}

fn names_any(module: &Module, op: Op, names: &FxHashSet<Ident>) -> bool {
    references(module, op).iter().any(|path| path.first().is_some_and(|name| names.contains(name)))
}

/// The phase that the code of a variant is at.
fn of_variant(module: &Module, variant: Op) -> Phase {
    let backend = find_backend(&backend_name(module, variant));
    if backend.is_none_or(|backend| backend.check_translated(module, variant).is_ok()) {
        return Phase::ExecutableTargets;
    }
    let is_configured = |&op: &Op| module.get_attr(op, "translation_info").is_some();
    match module.walk(variant).iter().any(is_configured) {
        true => Phase::ExecutableConfigurations,
        false => Phase::ExecutableSources,
    }
}

/// Receives a program at the end of each phase it goes through.
pub type AfterPhase<'a> = dyn FnMut(Phase, &Module) -> Result<(), Vec<Diagnostic>> + 'a;

/// How to take a program further.
pub struct Advance<'a> {
    /// The phase it is at.
    pub from: Phase,
    /// The phase to end at.
    pub to: Phase,
    /// Which passes run.
    pub options: &'a HalOptions,
    /// What they share.
    pub session: &'a Session,
    /// The check after each pass.
    pub verify: Option<VerifyFn>,
    /// Sees the program at the end of each phase.
    pub after: &'a mut AfterPhase<'a>,
}

/// Takes a program to a later phase; gives what was reported on the way that is no mistake.
///
/// # Errors
/// What stands in the way, at its place.
pub fn advance(module: &mut Module, how: Advance<'_>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let mut remarks = Vec::new();
    let mut begin = Some(BEGIN.to_owned());
    for &phase in Phase::ALL.iter().filter(|&&phase| how.from < phase && phase <= how.to) {
        let steps: Vec<String> = begin.take().into_iter().chain([piece(phase, how.options)]).collect();
        let anchor = Anchor::Kind(OpKind::BuiltinModule);
        let pipeline = Pipeline::parse_steps(anchor, &steps.join(",")).map_err(|what| vec![Diagnostic::error(None, what)])?;
        let manager = Manager { session: how.session, instruments: &Instruments::default(), verify: how.verify };
        remarks.extend(checked(manager.run(module, &pipeline))?);
        (how.after)(phase, module)?;
    }
    Ok(remarks)
}

/// What a run reported, as mistakes when it failed.
fn checked(report: Report) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    if report.failed.is_none() {
        return Ok(report.diagnostics);
    }
    let mut errors = report.diagnostics;
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if errors.is_empty() {
        errors.push(Diagnostic::error(None, "a pass failed without saying why"));
    }
    Err(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_found_by_their_names() {
        for &phase in Phase::ALL {
            assert_eq!(Phase::from_name(phase.name()), Some(phase));
        }
        assert_eq!(Phase::from_name("vm"), None);
    }

    /// Whatever is asked for, the passes are there and take the options they are given.
    #[test]
    fn every_pass_of_the_pipelines_is_there() {
        let all = crate::hal_options::tests::everything();
        for options in [&HalOptions::default(), &all] {
            for &phase in Phase::ALL {
                let pipeline = Pipeline::parse_steps(Anchor::Kind(OpKind::BuiltinModule), &piece(phase, options));
                assert_eq!(pipeline.err(), None, "{}", phase.name());
            }
        }
    }
}
