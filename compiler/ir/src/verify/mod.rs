//! What is wrong with a module: everything, in the order of the text.
//!
//! - `row.rs` checks what follows from an operation's row: operands, results, attributes, regions, traits.
//! - `structure.rs` checks blocks, terminators, branches, and that values are defined before they are used.
//! - `shapes.rs` checks operands that say how large others are.
//! - `symbols.rs` finds what symbols name.
//! - What a row cannot say is a function in the file of its dialect, named in the row. It is called only when the row holds,
//!   so it may rely on groups of operands, on required attributes and on the number of regions.
//!
//! Invariant: the module is only read, work is linear in its operations and attributes, and nothing panics, whatever the
//! module is. A message names the operation, what was expected and what was found; notes point at the other places.

pub(crate) mod affine;
pub(crate) mod arith;
mod attrs;
pub(crate) mod builtin;
pub(crate) mod cf;
pub(crate) mod func;
mod functions;
pub(crate) mod hal;
pub(crate) mod io_parameters;
mod row;
pub(crate) mod scf;
mod shapes;
pub(crate) mod stream;
mod structure;
mod symbols;
pub(crate) mod util;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attrs::{Attr, AttrKind};
use crate::context::{Context, Ident};
use crate::diag::Diagnostic;
use crate::limits;
use crate::loc::Loc;
use crate::module::{Module, Op, Value, ValueDef};
use crate::ops::OpKind;
use crate::rewrite::dominance::Dominance;
use crate::types::Type;

/// Everything that is wrong with `module`, in the order of the text; nothing when it is right.
pub fn verify(module: &Module) -> Vec<Diagnostic> {
    verify_op(module, module.root())
}

/// Everything that is wrong with `op` and what it holds, in the order of the text. When that is not the whole module,
/// symbols that are not found may be defined outside, and where `op` itself stands is not asked.
pub fn verify_op(module: &Module, op: Op) -> Vec<Diagnostic> {
    let mut verifier = Verifier::new(module, op);
    for op in module.walk(op) {
        if verifier.mistakes.len() >= limits::MAX_MISTAKES {
            break;
        }
        verifier.check(op);
    }
    verifier.finish()
}

/// A module while it is checked, and what was found so far.
pub struct Verifier<'m> {
    /// The module.
    pub module: &'m Module,
    /// Whether all of it is checked.
    is_whole: bool,
    /// What is checked, with all it holds.
    root: Op,
    mistakes: Vec<Mistake>,
    dominance: Dominance,
    /// The symbols of each table, made when first asked for.
    tables: FxHashMap<Op, FxHashMap<Ident, Op>>,
    /// Attributes that were looked into; equal ones are the same.
    seen: FxHashSet<Attr>,
}

struct Mistake {
    at: Loc,
    message: String,
    notes: Vec<(Option<Loc>, String)>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, op: Op) -> Self {
        Self {
            module,
            is_whole: op == module.root(),
            root: op,
            mistakes: Vec::new(),
            dominance: Dominance::new(),
            tables: FxHashMap::default(),
            seen: FxHashSet::default(),
        }
    }

    fn check(&mut self, op: Op) {
        let def = self.module.def(op);
        if self.module.kind(op) == OpKind::Unregistered {
            self.check_attributes(op);
        } else if self.check_row(op)
            && let Some(check) = def.check
        {
            check(self, op);
        }
        self.check_structure(op);
    }

    fn finish(self) -> Vec<Diagnostic> {
        let ctx = &self.module.ctx;
        let mut mistakes = self.mistakes;
        // Texts come in the order they were named first; what has no place comes last.
        mistakes.sort_by_key(|mistake| ctx.position(mistake.at).map_or((true, None), |place| (false, Some(place))));
        let show = |mistake: Mistake| {
            let error = Diagnostic::error(ctx.place(mistake.at), mistake.message);
            mistake.notes.into_iter().fold(error, |error, (at, note)| error.note(at.and_then(|at| ctx.place(at)), note))
        };
        mistakes.into_iter().map(show).collect()
    }
}

/// Reporting.
impl<'m> Verifier<'m> {
    /// What modules share.
    pub fn ctx(&self) -> &'m Context {
        &self.module.ctx
    }

    /// Reports a mistake in `op`: what was expected, what was found.
    pub fn error(&mut self, op: Op, message: impl AsRef<str>) -> &mut Self {
        let message = format!("{}: {}", self.module.op_name(op), message.as_ref());
        self.mistakes.push(Mistake { at: self.module.op(op).loc, message, notes: Vec::new() });
        self
    }

    /// Adds to the last mistake another place that is involved.
    pub fn note_at(&mut self, at: Loc, note: impl Into<String>) -> &mut Self {
        if let Some(last) = self.mistakes.last_mut() {
            last.notes.push((Some(at), note.into()));
        }
        self
    }

    /// Adds to the last mistake the place of another operation.
    pub fn note_op(&mut self, op: Op, note: impl Into<String>) -> &mut Self {
        self.note_at(self.module.op(op).loc, note)
    }

    /// Adds to the last mistake where a value comes from.
    pub fn note_value(&mut self, value: Value) -> &mut Self {
        let at = match self.module.value_def(value) {
            ValueDef::Result(op, _) => self.module.op(op).loc,
            ValueDef::Arg(..) | ValueDef::Forward => self.module.value_loc(value),
        };
        let what = match self.module.value_name(value) {
            Some(name) => format!("`%{}` is defined here", self.ctx().str(name)),
            None => "the value is defined here".to_owned(),
        };
        if at == Loc::UNKNOWN { self } else { self.note_at(at, what) }
    }

    /// Adds to the last mistake what helps.
    pub fn help(&mut self, note: impl Into<String>) -> &mut Self {
        if let Some(last) = self.mistakes.last_mut() {
            last.notes.push((None, note.into()));
        }
        self
    }

    /// A type as text.
    pub fn show(&self, ty: Type) -> String {
        self.ctx().show_type(ty).to_string()
    }

    /// An attribute as text; of long ones the beginning.
    pub fn show_attr(&self, attr: Attr) -> String {
        const SHOWN: usize = 120;
        if let AttrKind::Dense { ty, .. } = self.ctx().attr_kind(attr) {
            return format!("elements of type {}", self.show(*ty));
        }
        let text = self.ctx().show_attr(attr).to_string();
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// Types as text, in parentheses.
    pub fn show_types(&self, types: impl IntoIterator<Item = Type>) -> String {
        let types: Vec<String> = types.into_iter().map(|ty| self.show(ty)).collect();
        format!("({})", types.join(", "))
    }

    /// The types of values.
    pub fn types(&self, values: impl IntoIterator<Item = Value>) -> Vec<Type> {
        values.into_iter().map(|value| self.module.ty(value)).collect()
    }
}

/// `1 operand`, `2 operands`.
pub(crate) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
