//! Runs pipelines.
//!
//! A nested pipeline runs on each operation it is for. Each of them is taken out into a module of its own first, so that they
//! can be worked on at the same time and none sees what happens to another; the results are put back in their places. How
//! many threads there are makes no difference to what comes out.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use halforge_ir::def::ISOLATED;
use halforge_ir::{At, Block, Diagnostic, Module, Op, Severity};

use crate::instrument::{Instruments, Path};
use crate::pass::{Again, Anchor, Around, Failed, Run};
use crate::pipeline::{Pipeline, Step};
use crate::session::Session;

/// Checks an operation; gives what is wrong.
pub type VerifyFn = fn(&Module, Op) -> Vec<Diagnostic>;

/// How to run a pipeline.
pub struct Manager<'s> {
    /// What the passes share.
    pub session: &'s Session,
    /// What to look at before and after each pass.
    pub instruments: &'s Instruments,
    /// The check after each pass.
    pub verify: Option<VerifyFn>,
}

/// What a run gave.
#[derive(Default, Debug)]
pub struct Report {
    /// Everything that was reported, in the order of the operations.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a pass asked for another round of a fixed-point iteration.
    pub again: Again,
    /// The first failure.
    pub failed: Option<Failed>,
}

impl Report {
    fn add(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
        if other.again == Again::Yes {
            self.again = Again::Yes;
        }
        self.failed = self.failed.or(other.failed);
    }

    fn error(message: String) -> Self {
        Self { diagnostics: vec![Diagnostic::error(None, message)], failed: Some(Failed), ..Self::default() }
    }
}

impl Manager<'_> {
    /// Runs a pipeline on the root of a module.
    pub fn run(&self, module: &mut Module, pipeline: &Pipeline) -> Report {
        let root = module.root();
        self.run_on(module, root, None, pipeline, &Path::default())
    }

    /// Runs a pipeline on an operation it is for.
    pub(crate) fn run_on(
        &self,
        module: &mut Module,
        op: Op,
        around: Option<&Around<'_>>,
        pipeline: &Pipeline,
        path: &Path,
    ) -> Report {
        let path = path.enter(module, op);
        self.run_steps(module, op, around, pipeline, &path)
    }

    /// Runs a pipeline on an operation that is at `path`, as passes that run pipelines do.
    pub(crate) fn run_steps(
        &self,
        module: &mut Module,
        op: Op,
        around: Option<&Around<'_>>,
        pipeline: &Pipeline,
        path: &Path,
    ) -> Report {
        if !pipeline.anchor.accepts(module.kind(op)) {
            let found = module.op_name(op);
            return Report::error(format!("expected a pipeline for {found}, found one for {}", pipeline.anchor.describe()));
        }
        let mut report = Report::default();
        for step in &pipeline.steps {
            report.add(match step {
                Step::Pass { .. } => self.run_pass(module, op, around, step, path),
                Step::Named { pipeline, .. } => self.run_steps(module, op, around, pipeline, path),
                Step::Nested(inner) => self.run_nested(module, op, around, inner, path),
            });
            if report.failed.is_some() {
                break;
            }
        }
        report
    }

    fn run_pass(&self, module: &mut Module, op: Op, around: Option<&Around<'_>>, step: &Step, path: &Path) -> Report {
        let Step::Pass { pass, options, .. } = step else { return Report::default() };
        if !pass.anchor.accepts(module.kind(op)) || !module.def(op).has(ISOLATED) {
            let (name, found) = (pass.name, module.op_name(op));
            return Report::error(format!("{name} runs on {}; expected one, found {found}", pass.anchor.describe()));
        }
        let watch = self.instruments.before(module, op, pass, path);
        let mut run = Run {
            module,
            op,
            around,
            options,
            session: self.session,
            manager: self,
            path,
            diagnostics: Vec::new(),
            again: Again::No,
        };
        let result = (pass.run)(&mut run);
        let Run { diagnostics, again, .. } = run;
        let mut report = Report { diagnostics, again, failed: result.err() };
        if report.failed.is_some() && !report.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            report.diagnostics.push(Diagnostic::error(None, format!("{} failed", pass.name)));
        }
        if report.failed.is_none()
            && let Some(verify) = self.verify
        {
            let wrong = verify(module, op);
            if !wrong.is_empty() {
                report.failed = Some(Failed);
                report.diagnostics.extend(wrong);
            }
        }
        self.instruments.after(module, op, pass, path, watch, report.failed, self.session);
        report
    }

    fn run_nested(&self, module: &mut Module, op: Op, around: Option<&Around<'_>>, pipeline: &Pipeline, path: &Path) -> Report {
        let mut report = Report::default();
        let blocks: Vec<Block> = module.regions(op).iter().flat_map(|&r| module.blocks(r)).copied().collect();
        for block in blocks {
            let places: Vec<Op> = module.ops(block).collect();
            let mut taken = Vec::new();
            let mut kept = Vec::new();
            for place in places {
                if is_for(module, place, pipeline) {
                    kept.push(None);
                    taken.push(Mutex::new(Taken { part: module.extract(place), report: Report::default() }));
                } else {
                    kept.push(Some(place));
                }
            }
            let outside = Around { module, op, around };
            self.for_each(&taken, |taken| {
                let Taken { part: (part, inner), report } = taken;
                let inner = *inner;
                *report = self.run_on(part, inner, Some(&outside), pipeline, path);
            });
            let mut taken = taken.into_iter();
            let mut last = None;
            for place in kept {
                let at = last.map_or(At::Start(block), At::After);
                last = match place {
                    Some(op) => Some(op),
                    None => {
                        let Some(next) = taken.next() else { break };
                        let Taken { part: (mut part, inner), report: own } = unlock(next);
                        report.add(own);
                        Some(module.implant(&mut part, inner, at))
                    }
                };
            }
        }
        report
    }

    /// Calls `each` for every item, on as many threads as the session allows.
    fn for_each<T: Send>(&self, items: &[Mutex<T>], each: impl Fn(&mut T) + Sync) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                each(&mut item.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
            }
        };
        let threads = if self.instruments.need_order() { 1 } else { self.session.threads.min(items.len()) };
        if threads <= 1 {
            return work();
        }
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// An operation in a module of its own, and what running on it gave.
struct Taken {
    part: (Module, Op),
    report: Report,
}

fn unlock<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Whether a nested pipeline runs on an operation: it must be isolated, with neither operands nor results.
fn is_for(module: &Module, op: Op, pipeline: &Pipeline) -> bool {
    let kind = module.kind(op);
    let fits = match pipeline.anchor {
        Anchor::Any => pipeline.steps.iter().all(|step| match step {
            Step::Pass { pass, .. } => pass.anchor.accepts(kind),
            Step::Named { pipeline, .. } => pipeline.anchor.accepts(kind),
            Step::Nested(_) => true,
        }),
        anchor => anchor.accepts(kind),
    };
    fits && module.def(op).has(ISOLATED) && module.num_operands(op) == 0 && module.results(op).is_empty()
}
