//! What a row of the operation table says.
//!
//! An operation is described once, by an [`OpDef`]; parser, printer, verifier and the reference page are walks over it.
//! Rows are made by chained `const fn`s, so they read like a table and cost nothing at run time. This module knows no
//! operation; they are in `ops/`.

mod rules;

use crate::attrs::AttrList;
use crate::context::Context;
use crate::module::{Module, Op, Region};
use crate::parse::{OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::rewrite::{FoldFn, Rewrite};
use crate::types::{Type, Types};
use crate::verify::Verifier;

pub use rules::{AttrRow, AttrRule, IntKind, Presence, TypeRule};

/// A row of the operation table.
#[derive(Clone, Copy)]
pub struct OpDef {
    /// Full name, such as `hal.fence.create`.
    pub name: &'static str,
    /// What it does, in one or two sentences.
    pub doc: &'static str,
    /// Operands, in order.
    pub operands: &'static [ValueRow],
    /// Inherent attributes (properties).
    pub attrs: &'static [AttrRow],
    /// Results, in order.
    pub results: &'static [ValueRow],
    /// Names of the regions, in order; a name that ends in `*` stands for any number.
    pub regions: &'static [&'static str],
    /// Names of the successors, in order; a name that ends in `*` stands for any number.
    pub successors: &'static [&'static str],
    /// Custom assembly.
    pub syntax: Syntax,
    /// Traits, a set of the `TRAIT` constants.
    pub traits: u32,
    /// Effects on memory and the outside, a set of the [`effect`] constants.
    pub effects: u8,
    /// Names of the operations it may stand in; empty for any.
    pub parents: &'static [&'static str],
    /// Name of the terminator that is not printed when it says nothing.
    pub implicit_terminator: Option<&'static str>,
    /// The dialect whose prefix may be left out inside the regions.
    pub default_dialect: &'static str,
    /// Names suggested for results in printed text.
    pub hints: Hints,
    /// Names suggested for the arguments of a region's entry block.
    pub arg_hints: Option<ArgHintFn>,
    /// Types of the results, where no variable or rule gives them.
    pub infer: Option<InferFn>,
    /// Checks beyond the constraints of the row.
    pub check: Option<CheckFn>,
    /// What the only result is, when that is known; the constant of a [`CONSTANT_LIKE`] row.
    pub fold: Option<FoldFn>,
    /// Rewrites that make the operation, or what stands around it, simpler.
    pub rewrites: &'static [Rewrite],
    /// The effects of one operation, where they are not those of all of them.
    pub effects_of: Option<EffectsFn>,
}

/// Gives the types of the results from the operand types and the inherent attributes.
pub type InferFn = fn(&Context, &[Type], &AttrList) -> Option<Types>;
/// Reports what is wrong with an operation. It is called when all that follows from the row holds: groups of operands have
/// their sizes, required attributes are there and of their kind, regions are as many as the row says.
pub type CheckFn = fn(&mut Verifier<'_>, Op);
/// The effects of one operation, a set of the [`effect`] constants.
pub type EffectsFn = fn(&Module, Op) -> u8;
/// Reads the custom form after the operation's name.
pub type ParseFn = for<'s> fn(&mut Parser<'s>, &mut OpState<'s>) -> ParseResult<()>;
/// Writes the custom form after the operation's name.
pub type PrintFn = fn(&mut Printer<'_>, Op);

/// Says, through the last parameter, what results are called: index and name.
pub type HintFn = fn(&Module, Op, &mut dyn FnMut(usize, &str));
/// Says what the arguments of a region's entry block are called, from the first on.
pub type ArgHintFn = fn(&Module, Op, Region) -> Vec<&'static str>;

/// Names suggested for results, so that printed text can be read: `%c5`, `%fence`, the name of the global that is loaded.
///
/// Results without one share the name of the result before, as `%0#1`, or have a number.
#[derive(Clone, Copy)]
pub enum Hints {
    /// Numbers only.
    None,
    /// These, comma separated; an empty one stands for a number.
    Each(&'static str),
    /// Those the function gives.
    By(HintFn),
}

/// How the custom form is read and written.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// Only the generic form.
    Generic,
    /// A format in the language of MLIR's declarative assembly; see `format.rs`.
    Format(&'static str),
    /// The text in the attribute `text`, in every form: what has no row is kept as it stands.
    Text,
    /// A pair of functions, for what the language cannot say.
    Custom(ParseFn, PrintFn),
}

/// How many values a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A name of a row for operands or results.
#[derive(Clone, Copy)]
pub struct ValueRow {
    /// Name.
    pub name: &'static str,
    /// How many.
    pub arity: Arity,
    /// What their types may be.
    pub rule: TypeRule,
    /// Values of the same variable have the same type; empty for none.
    pub var: &'static str,
    /// Where the type comes from when it is not written.
    pub of: Option<Of>,
}

/// A type that follows from that of another operand or result.
#[derive(Clone, Copy)]
pub struct Of {
    /// Name of the other; the first of its group counts.
    pub name: &'static str,
    /// The type, when the other's allows one.
    pub with: fn(&Context, Type) -> Option<Type>,
}

/// The last operation of its block.
pub const TERMINATOR: u32 = 1 << 0;
/// Regions see nothing defined outside them.
pub const ISOLATED: u32 = 1 << 1;
/// Defines a symbol in the nearest table above.
pub const SYMBOL: u32 = 1 << 2;
/// Holds symbols.
pub const SYMBOL_TABLE: u32 = 1 << 3;
/// Each region has one block.
pub const SINGLE_BLOCK: u32 = 1 << 4;
/// Sizes of the operand groups stand in `operandSegmentSizes`.
pub const OPERAND_SEGMENTS: u32 = 1 << 5;
/// Sizes of the result groups stand in `resultSegmentSizes`.
pub const RESULT_SEGMENTS: u32 = 1 << 6;
/// All variadic operand groups have the same size.
pub const SAME_VARIADIC: u32 = 1 << 7;
/// A constant without operands.
pub const CONSTANT_LIKE: u32 = 1 << 8;
/// `a op b` equals `b op a`.
pub const COMMUTATIVE: u32 = 1 << 9;
/// Regions need no terminator.
pub const NO_TERMINATOR: u32 = 1 << 10;
/// A function: `function_type`, arguments as the entry block's.
pub const FUNCTION: u32 = 1 << 11;
/// Constants used inside stay inside: folding does not move them further out.
pub const HOLDS_CONSTANTS: u32 = 1 << 12;

/// Operations in the regions have no order: values may be used before they are defined.
pub const GRAPH_REGIONS: u32 = 1 << 13;

/// What running an operation may touch.
pub mod effect {
    /// Nothing: may be removed when unused, moved, and merged with an equal one.
    pub const NONE: u8 = 0;
    /// Makes something new that nobody sees if the result is unused.
    pub const ALLOC: u8 = 1 << 0;
    /// Reads state others write.
    pub const READ: u8 = 1 << 1;
    /// Writes state others read.
    pub const WRITE: u8 = 1 << 2;
    /// What the operations in its regions do.
    pub const RECURSIVE: u8 = 1 << 3;
}

/// An operation called `name`, with everything else empty.
pub const fn op(name: &'static str, doc: &'static str) -> OpDef {
    OpDef {
        name,
        doc,
        operands: &[],
        attrs: &[],
        results: &[],
        regions: &[],
        successors: &[],
        syntax: Syntax::Generic,
        traits: 0,
        effects: effect::READ | effect::WRITE,
        parents: &[],
        implicit_terminator: None,
        default_dialect: "",
        hints: Hints::None,
        arg_hints: None,
        infer: None,
        check: None,
        fold: None,
        rewrites: &[],
        effects_of: None,
    }
}

impl OpDef {
    /// With these operands.
    pub const fn operands(self, operands: &'static [ValueRow]) -> Self {
        Self { operands, ..self }
    }
    /// With these inherent attributes.
    pub const fn attrs(self, attrs: &'static [AttrRow]) -> Self {
        Self { attrs, ..self }
    }
    /// With these results.
    pub const fn results(self, results: &'static [ValueRow]) -> Self {
        Self { results, ..self }
    }
    /// With these regions.
    pub const fn regions(self, regions: &'static [&'static str]) -> Self {
        Self { regions, ..self }
    }
    /// With these successors.
    pub const fn successors(self, successors: &'static [&'static str]) -> Self {
        Self { successors, ..self }
    }
    /// With this assembly format.
    pub const fn text(self, format: &'static str) -> Self {
        Self { syntax: Syntax::Format(format), ..self }
    }
    /// Kept as the text in the attribute `text`.
    pub const fn kept_as_text(self) -> Self {
        Self { syntax: Syntax::Text, ..self }
    }
    /// With this pair of functions for the custom form.
    pub const fn custom(self, parse: ParseFn, print: PrintFn) -> Self {
        Self { syntax: Syntax::Custom(parse, print), ..self }
    }
    /// With these traits besides those it has.
    pub const fn traits(self, traits: u32) -> Self {
        Self { traits: self.traits | traits, ..self }
    }
    /// With exactly these effects.
    pub const fn effects(self, effects: u8) -> Self {
        Self { effects, ..self }
    }
    /// Without effects.
    pub const fn pure(self) -> Self {
        self.effects(effect::NONE)
    }
    /// With one block a region, whose terminator `name` is not printed when it says nothing.
    pub const fn implicit_terminator(self, name: &'static str) -> Self {
        Self { implicit_terminator: Some(name), ..self.traits(SINGLE_BLOCK) }
    }
    /// Only inside these operations.
    pub const fn parents(self, parents: &'static [&'static str]) -> Self {
        Self { parents, ..self }
    }
    /// With a dialect whose prefix may be left out inside the regions.
    pub const fn default_dialect(self, dialect: &'static str) -> Self {
        Self { default_dialect: dialect, ..self }
    }
    /// With these suggested result names, comma separated.
    pub const fn hints(self, hints: &'static str) -> Self {
        Self { hints: Hints::Each(hints), ..self }
    }
    /// With suggested result names that the function gives.
    pub const fn hints_by(self, hints: HintFn) -> Self {
        Self { hints: Hints::By(hints), ..self }
    }
    /// With suggested names of region arguments.
    pub const fn arg_hints(self, hints: ArgHintFn) -> Self {
        Self { arg_hints: Some(hints), ..self }
    }
    /// With result types that the function gives.
    pub const fn infer(self, infer: InferFn) -> Self {
        Self { infer: Some(infer), ..self }
    }
    /// With checks beyond the constraints.
    pub const fn check(self, check: CheckFn) -> Self {
        Self { check: Some(check), ..self }
    }

    /// With this fold.
    pub const fn fold(self, fold: FoldFn) -> Self {
        Self { fold: Some(fold), ..self }
    }
    /// With these rewrites.
    pub const fn rewrites(self, rewrites: &'static [Rewrite]) -> Self {
        Self { rewrites, ..self }
    }
    /// With effects that the function gives.
    pub const fn effects_of(self, effects_of: EffectsFn) -> Self {
        Self { effects_of: Some(effects_of), ..self }
    }

    /// Whether all `traits` are there.
    pub const fn has(&self, traits: u32) -> bool {
        self.traits & traits == traits
    }
    /// Whether it neither reads nor writes nor makes anything.
    pub const fn is_pure(&self) -> bool {
        self.effects == effect::NONE
    }
    /// The position of the operand called `name`.
    pub fn operand_index(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|o| o.name == name)
    }
    /// The position of the result called `name`.
    pub fn result_index(&self, name: &str) -> Option<usize> {
        self.results.iter().position(|r| r.name == name)
    }
    /// The row of the inherent attribute called `name`.
    pub fn attr_row(&self, name: &str) -> Option<&AttrRow> {
        self.attrs.iter().find(|a| a.name == name)
    }
    /// The dialect's name.
    pub fn dialect(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(dialect, _)| dialect)
    }
}

/// One operand.
pub const fn one(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::One, rule, var: "", of: None }
}
/// None or one operand.
pub const fn maybe(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::Optional, rule, var: "", of: None }
}
/// Any number of operands.
pub const fn many(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::Variadic, rule, var: "", of: None }
}
/// One result.
pub const fn result(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::One, rule, var: "", of: None }
}
/// None or one result.
pub const fn maybe_result(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::Optional, rule, var: "", of: None }
}
/// Any number of results.
pub const fn results(name: &'static str, rule: TypeRule) -> ValueRow {
    ValueRow { name, arity: Arity::Variadic, rule, var: "", of: None }
}

impl ValueRow {
    /// Whose type is that of all others with the same variable.
    pub const fn var(self, var: &'static str) -> Self {
        Self { var, ..self }
    }
    /// Whose type follows from that of `name`.
    pub const fn of(self, name: &'static str, with: fn(&Context, Type) -> Option<Type>) -> Self {
        Self { of: Some(Of { name, with }), ..self }
    }
}

/// An attribute that must be there.
pub const fn attr(name: &'static str, rule: AttrRule) -> AttrRow {
    AttrRow { name, rule, presence: Presence::Required }
}
/// An attribute that may be absent.
pub const fn attr_opt(name: &'static str, rule: AttrRule) -> AttrRow {
    AttrRow { name, rule, presence: Presence::Optional }
}
/// An attribute whose absence means an integer.
pub const fn attr_default(name: &'static str, rule: AttrRule, value: i64) -> AttrRow {
    AttrRow { name, rule, presence: Presence::DefaultInt(value) }
}
