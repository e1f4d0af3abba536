//! Parameters of the attributes and types of dialects, and how they are spelled.
//!
//! One description drives both reader and writer, as for operations ([`crate::format`]); the notation is the same, less
//! what only operations have:
//!
//! | notation | stands for |
//! | --- | --- |
//! | `word`, `<`, `->` | itself |
//! | `$name` | a parameter, spelled by its rule |
//! | `&struct`, `&struct(a, b)` | `name = value` of all parameters, or of these, comma separated and in any order |
//! | `[? … ^ … ?]` | there when the parameter before `^` is |
//! | `~` | no space here when written |
//!
//! Invariant: a parameter that is absent or says what its absence means is `None`.

use smallvec::SmallVec;

use crate::attrs::Attr;
use crate::def::{AttrRow, Presence};
use crate::format::spacing::Spacing;
use crate::format::split;
use crate::parse::{ParseResult, Parser, Tok};
use crate::print::Writer;

/// The parameters of an attribute or type, absent ones as `None`.
pub type Params = SmallVec<[Option<Attr>; 4]>;

/// How parameters are spelled, from after the name to before the type suffix.
#[derive(Clone, Copy)]
pub(crate) enum Spelling {
    /// In the notation above.
    Format(&'static str),
    /// A pair of functions, for what the notation cannot say.
    Custom(ParseParams, PrintParams),
}

pub(crate) type ParseParams = fn(&mut Parser<'_>) -> ParseResult<Params>;
pub(crate) type PrintParams = fn(&mut Writer<'_>, &Params);

/// A spelling, ready to be walked.
pub(crate) enum Compiled {
    Format(&'static [AttrRow], Vec<Step>),
    Custom(ParseParams, PrintParams),
}

/// An element of a format, and whether a space is written before it.
pub(crate) struct Step {
    space: bool,
    element: Element,
}

pub(crate) enum Element {
    Literal(&'static str),
    Param(usize),
    Struct(Vec<usize>),
    Optional { then: Vec<Step>, anchor: usize },
}

/// Makes a spelling ready. A mistake in a table is a bug of ours, found by the test that compiles every row.
pub(crate) fn compile(name: &str, rows: &'static [AttrRow], spelling: Spelling) -> Compiled {
    match spelling {
        Spelling::Custom(parse, print) => Compiled::Custom(parse, print),
        Spelling::Format(text) => {
            let words = split(text);
            let mut compiler = Compiler { name, rows, words: &words, anchor: None, spacing: Spacing::HUGGING };
            let steps = compiler.steps();
            assert!(compiler.words.is_empty(), "{name}: unbalanced format");
            Compiled::Format(rows, steps)
        }
    }
}

struct Compiler<'a> {
    name: &'a str,
    rows: &'static [AttrRow],
    words: &'a [&'static str],
    /// The anchor of the innermost group, once met.
    anchor: Option<usize>,
    spacing: Spacing,
}

impl Compiler<'_> {
    fn next(&mut self) -> &'static str {
        let Some((first, rest)) = self.words.split_first() else { return "" };
        self.words = rest;
        first
    }

    fn at(&self, word: &str) -> bool {
        self.words.first() == Some(&word)
    }

    /// Up to the end of the group, or of the format.
    fn steps(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        while !self.words.is_empty() && !self.at("?]") {
            match self.next() {
                "~" => self.spacing = Spacing::HUGGING,
                word => steps.push(self.step(word)),
            }
        }
        steps
    }

    fn step(&mut self, word: &'static str) -> Step {
        if word == "[?" {
            return Step { space: false, element: self.group() };
        }
        if word == "&struct" {
            return Step { space: self.spacing.variable(), element: Element::Struct(self.struct_fields()) };
        }
        let Some(param) = word.strip_prefix('$') else {
            return Step { space: self.spacing.literal(word), element: Element::Literal(word) };
        };
        let index = self.index(param);
        if self.at("^") {
            self.next();
            self.anchor = Some(index);
        }
        Step { space: self.spacing.variable(), element: Element::Param(index) }
    }

    /// `… ?]`, after the opening bracket. What follows is spaced as if the group were not there.
    fn group(&mut self) -> Element {
        let outer = (self.anchor.take(), self.spacing);
        let then = self.steps();
        self.next();
        let anchor = self.anchor.take().unwrap_or_else(|| panic!("{}: a group has no anchor", self.name));
        (self.anchor, self.spacing) = outer;
        Element::Optional { then, anchor }
    }

    fn struct_fields(&mut self) -> Vec<usize> {
        if !self.at("(") {
            return (0..self.rows.len()).collect();
        }
        self.next();
        let mut fields = Vec::new();
        while !self.at(")") {
            match self.next() {
                "," => {}
                name => fields.push(self.index(name)),
            }
        }
        self.next();
        fields
    }

    fn index(&self, param: &str) -> usize {
        let found = self.rows.iter().position(|row| row.name == param);
        found.unwrap_or_else(|| panic!("{}: no parameter ${param}", self.name))
    }
}

/// Reading.
impl Parser<'_> {
    pub(crate) fn parse_params(&mut self, compiled: &'static Compiled) -> ParseResult<Params> {
        match compiled {
            Compiled::Custom(parse, _) => parse(self),
            Compiled::Format(rows, steps) => {
                let mut params: Params = rows.iter().map(|_| None).collect();
                self.parse_param_steps(rows, steps, &mut params)?;
                for (row, param) in rows.iter().zip(&mut params) {
                    *param = param.filter(|&attr| Some(attr) != row.default_attr(self.ctx));
                }
                Ok(params)
            }
        }
    }

    fn parse_param_steps(&mut self, rows: &[AttrRow], steps: &[Step], params: &mut Params) -> ParseResult<()> {
        for step in steps {
            match &step.element {
                Element::Literal(text) => self.parse_literal_text(text)?,
                Element::Param(i) => {
                    let row = &rows[*i];
                    if row.presence == Presence::Required || self.attr_starts_here(&row.rule) {
                        params[*i] = Some(self.parse_attr_by_rule(&row.rule)?);
                    }
                }
                Element::Struct(fields) => self.parse_struct(rows, fields, params)?,
                Element::Optional { then, .. } => {
                    let here = match then.first().map(|step| &step.element) {
                        Some(Element::Literal(text)) => self.at_literal(text),
                        Some(Element::Param(i)) => self.attr_starts_here(&rows[*i].rule),
                        _ => false,
                    };
                    if here {
                        self.parse_param_steps(rows, then, params)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// `a = 1, b = 2`, in any order.
    fn parse_struct(&mut self, rows: &[AttrRow], fields: &[usize], params: &mut Params) -> ParseResult<()> {
        let names = || fields.iter().map(|&i| rows[i].name).collect::<Vec<_>>().join(", ");
        while self.at_kind(Tok::Word) {
            let tok = self.token();
            let word = self.take_text();
            let Some(&i) = fields.iter().find(|&&i| rows[i].name == word) else {
                return Err(self.error_at(tok, format!("expected one of {}, found `{word}`", names())));
            };
            self.expect("=")?;
            let value = self.parse_attr_by_rule(&rows[i].rule)?;
            if params[i].replace(value).is_some() {
                return Err(self.error_at(tok, format!("`{word}` is given twice")));
            }
            if !self.accept(",") {
                break;
            }
        }
        match fields.iter().find(|&&i| rows[i].presence == Presence::Required && params[i].is_none()) {
            Some(&i) => Err(self.expected(&format!("`{} = …`", rows[i].name))),
            None => Ok(()),
        }
    }
}

/// Writing.
impl Writer<'_> {
    pub(crate) fn print_params(&mut self, compiled: &'static Compiled, params: &Params) {
        match compiled {
            Compiled::Custom(_, print) => print(self, params),
            Compiled::Format(rows, steps) => self.print_param_steps(rows, steps, params),
        }
    }

    fn print_param_steps(&mut self, rows: &[AttrRow], steps: &[Step], params: &Params) {
        let param = |i: usize| params.get(i).copied().flatten();
        for step in steps {
            let absent = matches!(step.element, Element::Param(i) if param(i).is_none());
            if step.space && !absent {
                self.raw(" ");
            }
            match &step.element {
                Element::Literal(text) => self.raw(text),
                Element::Param(i) => {
                    if let Some(attr) = param(*i) {
                        self.print_attr_by_rule(&rows[*i].rule, attr);
                    }
                }
                Element::Struct(fields) => {
                    let present = fields.iter().filter_map(|&i| Some((&rows[i], param(i)?)));
                    self.list(present, |w, (row, attr)| {
                        w.raw(row.name);
                        w.raw(" = ");
                        w.print_attr_by_rule(&row.rule, attr);
                    });
                }
                Element::Optional { then, anchor } => {
                    if param(*anchor).is_some() {
                        self.print_param_steps(rows, then, params);
                    }
                }
            }
        }
    }
}
