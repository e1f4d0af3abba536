//! What a pass is, and what it is run with.
//!
//! A [`Pass`] is a row of [`PASSES`](crate::PASSES): name, doc, options, what it runs on, and a function. Everything else
//! (the pipeline grammar, `--help`, the reference page) follows from the row. A pass function changes what is inside one
//! operation and must leave everything else alone, so that it can run on several operations at once.

use halforge_ir::{Context, Diagnostic, Module, Op, OpKind, Severity};

use crate::instrument::Path;
use crate::manager::Manager;
use crate::options::{OptionDef, Values};
use crate::session::Session;

/// A pass.
pub struct Pass {
    /// Name in pipelines and on the command line.
    pub name: &'static str,
    /// What it does, in one or two sentences.
    pub doc: &'static str,
    /// What it runs on.
    pub anchor: Anchor,
    /// Its options.
    pub options: &'static [OptionDef],
    /// Does it.
    pub run: PassFn,
}

/// The function of a pass.
pub type PassFn = fn(&mut Run<'_>) -> Result<(), Failed>;

/// The pass has failed, and said why in [`Run::report`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// What a pass runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Any isolated operation.
    Any,
    /// Operations of this kind.
    Kind(OpKind),
    /// Functions and whatever else can be called or run: `util.func`, `util.initializer`, `func.func`.
    Callable,
}

/// The kinds of operations that [`Anchor::Callable`] stands for.
pub const CALLABLES: &[OpKind] = &[OpKind::UtilFunc, OpKind::UtilInitializer, OpKind::FuncFunc];

impl Anchor {
    /// Whether a pass with this anchor runs on operations of `kind`.
    pub fn accepts(self, kind: OpKind) -> bool {
        match self {
            Self::Any => true,
            Self::Kind(expected) => kind == expected,
            Self::Callable => CALLABLES.contains(&kind),
        }
    }

    /// In words, for messages and lists.
    pub fn describe(self) -> String {
        match self {
            Self::Any => "any isolated operation".to_owned(),
            Self::Kind(kind) => kind.def().name.to_owned(),
            Self::Callable => CALLABLES.iter().map(|kind| kind.def().name).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A pass being run on one operation.
pub struct Run<'a> {
    /// The module the operation is in. When it is run on together with others of its kind, that is a module of its own.
    pub module: &'a mut Module,
    /// What to run on.
    pub op: Op,
    /// The modules around [`Run::module`], to look things up in.
    pub around: Option<&'a Around<'a>>,
    /// The pass's options.
    pub options: &'a Values,
    /// What all passes of a pipeline share.
    pub session: &'a Session,
    /// Who runs the pass, for passes that run pipelines.
    pub manager: &'a Manager<'a>,
    /// Where the operation is, for the manager.
    pub path: &'a Path,
    /// What was reported so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a pass asked for another round of the fixed-point iteration it may be part of.
    pub again: Again,
}

/// Whether another round of a fixed-point iteration is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Again {
    /// Nothing changed that would matter to the other passes.
    #[default]
    No,
    /// Something did.
    Yes,
}

/// A module from which operations were taken out to be run on, and the modules around it.
///
/// The operations taken out are not there to be seen; all others can be read.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The module.
    pub module: &'a Module,
    /// The operation in it from which they were taken.
    pub op: Op,
    /// The one around it.
    pub around: Option<&'a Around<'a>>,
}

impl Run<'_> {
    /// What modules share.
    pub fn ctx(&self) -> std::sync::Arc<Context> {
        self.module.ctx.clone()
    }

    /// The innermost operation of a kind around the one that is run on, and the module it is in.
    pub fn enclosing(&self, kind: OpKind) -> Option<(&Module, Op)> {
        let find = |module: &Module, op: Op| {
            let mut up = std::iter::successors(Some(op), |&up| module.parent_op(up));
            up.find(|&up| module.kind(up) == kind)
        };
        // A module made for what was taken out of another has a root that stands for nothing.
        let stands_for_nothing = |module: &Module, op: Op, around: Option<&Around<'_>>| around.is_some() && op == module.root();
        if let Some(up) = self.module.parent_op(self.op)
            && let Some(found) = find(self.module, up)
            && !stands_for_nothing(self.module, found, self.around)
        {
            return Some((self.module, found));
        }
        let mut at = self.around;
        while let Some(around) = at {
            if let Some(found) = find(around.module, around.op)
                && !stands_for_nothing(around.module, found, around.around)
            {
                return Some((around.module, found));
            }
            at = around.around;
        }
        None
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// An error at an operation, to be reported.
    pub fn error_at(&self, op: Op, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.module.ctx.place(self.module.op(op).loc), message)
    }

    /// Reports an error at an operation; what the pass then returns.
    ///
    /// # Errors
    /// Always.
    pub fn fail<T>(&mut self, op: Op, message: impl Into<String>) -> Result<T, Failed> {
        let diagnostic = self.error_at(op, message);
        self.report(diagnostic);
        Err(Failed)
    }

    /// [`Failed`] when an error was reported.
    ///
    /// # Errors
    /// When an error was reported.
    pub fn finish(&self) -> Result<(), Failed> {
        if self.diagnostics.iter().any(|d| d.severity == Severity::Error) { Err(Failed) } else { Ok(()) }
    }
}
