//! Pipelines: which passes run on what, as a tree, and the text for it.
//!
//! ```text
//! pipeline = anchor "(" [ step { "," step } ] ")"
//! step     = pipeline | (pass | name of a pipeline) [ "{" option { " " option } "}" ]
//! option   = name [ "=" value ]
//! anchor   = "any" | name of an operation
//! ```
//!
//! A value may stand in quotes or braces, and then hold spaces; `a,b` is a list. What prints also reads back.

use std::fmt;

use halforge_ir::{OpKind, nearest};

use crate::hal_options::HalOptions;
use crate::named::{NamedPipeline, PIPELINES, find_pipeline};
use crate::options::{OptionDef, Values};
use crate::pass::{Anchor, Pass};
use crate::table::{PASSES, find_pass};

/// Passes to run on operations of a kind.
#[derive(Clone)]
pub struct Pipeline {
    /// What to run them on.
    pub anchor: Anchor,
    /// The passes, in order.
    pub steps: Vec<Step>,
}

/// A part of a pipeline.
#[derive(Clone)]
pub enum Step {
    /// Run a pass.
    Pass {
        /// Its row.
        pass: &'static Pass,
        /// Its options.
        options: Values,
        /// The options as they were written.
        written: String,
    },
    /// Run the steps of a pipeline that has a name.
    Named {
        /// Its row.
        named: &'static NamedPipeline,
        /// Its options as they were written.
        written: String,
        /// What it stands for.
        pipeline: Pipeline,
    },
    /// Run a pipeline on each operation inside that it is for.
    Nested(Pipeline),
}

/// Deepest nesting of pipelines and of braces in options.
const MAX_NESTING: usize = 64;

impl Pipeline {
    /// Reads a pipeline; pipelines of the HAL in it are as they are without flags.
    ///
    /// # Errors
    /// What was expected, and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::parse_with(text, &HalOptions::default())
    }

    /// Reads a pipeline; pipelines of the HAL in it are as `options` say.
    ///
    /// # Errors
    /// What was expected, and where.
    pub fn parse_with(text: &str, options: &HalOptions) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0, depth: 0, options };
        let name = match reader.step()? {
            Step::Nested(pipeline) => Ok(pipeline),
            Step::Pass { pass, .. } => Err(pass.name),
            Step::Named { named, .. } => Err(named.name),
        };
        let pipeline =
            name.map_err(|name| format!("expected a pipeline for an operation, found {name}; write `builtin.module({name})`"))?;
        reader.skip_spaces();
        match reader.peek() {
            None => Ok(pipeline),
            Some(_) => Err(reader.expected("the end of the pipeline")),
        }
    }

    /// A pipeline of steps written one after another, as on a command line: `pass,pass{option=1},util.func(pass)`.
    ///
    /// # Errors
    /// What was expected, and where.
    pub fn parse_steps(anchor: Anchor, text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0, depth: 0, options: &HalOptions::default() };
        let steps = reader.steps(None)?;
        Ok(Self { anchor, steps })
    }

    /// Adds a pass; one that cannot run on the pipeline's anchor is nested on what it runs on.
    ///
    /// # Errors
    /// What is wrong with the options.
    pub fn push(&mut self, pass: &'static Pass, options: &str) -> Result<(), String> {
        let step = pass_step(pass, options)?;
        let fits = match self.anchor {
            Anchor::Kind(kind) => pass.anchor.accepts(kind),
            Anchor::Any | Anchor::Callable => true,
        };
        self.steps.push(match pass.anchor {
            Anchor::Kind(_) if !fits => Step::Nested(Self { anchor: pass.anchor, steps: vec![step] }),
            _ => step,
        });
        Ok(())
    }

    /// Adds a pass, as [`Pipeline::push`] does, or a pipeline that has a name.
    ///
    /// # Errors
    /// That nothing has the name, or what is wrong with the options.
    pub fn push_by_name(&mut self, name: &str, written: &str, options: &HalOptions) -> Result<(), String> {
        match (find_pass(name), find_pipeline(name)) {
            (Some(pass), _) => self.push(pass, written),
            (None, Some(named)) => {
                self.steps.push(named_step(named, written, options)?);
                Ok(())
            }
            (None, None) => Err(unknown_pass(name)),
        }
    }
}

fn pass_step(pass: &'static Pass, written: &str) -> Result<Step, String> {
    let options = read_options(pass.name, pass.options, written)?;
    Ok(Step::Pass { pass, options, written: written.trim().to_owned() })
}

fn named_step(named: &'static NamedPipeline, written: &str, options: &HalOptions) -> Result<Step, String> {
    let values = read_options(named.name, named.options, written)?;
    let pipeline = Pipeline::parse_steps(Anchor::Kind(OpKind::BuiltinModule), &(named.steps)(&values, options))?;
    Ok(Step::Named { named, written: written.trim().to_owned(), pipeline })
}

/// The options that were written after the name of a pass or pipeline.
fn read_options(name: &str, defs: &'static [OptionDef], written: &str) -> Result<Values, String> {
    let mut values = Values::defaults(defs);
    for word in split_words(written)? {
        let (option, value) = match word.split_once('=') {
            Some((option, value)) => (option, Some(unwrap_value(value))),
            None => (word, None),
        };
        values.set(option, value).map_err(|message| format!("{name}: {message}"))?;
    }
    Ok(values)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    options: &'t HalOptions,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn accept(&mut self, c: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn expected(&self, what: &str) -> String {
        let found = match self.rest() {
            "" => "the end".to_owned(),
            rest => format!("`{}`", rest.chars().take(24).collect::<String>()),
        };
        format!("expected {what} at column {} of the pipeline, found {found}", self.at + 1)
    }

    fn name(&mut self) -> Result<&'t str, String> {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a pass or an operation"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// Steps separated by commas, up to the closing character or the end.
    fn steps(&mut self, close: Option<char>) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        let done = |reader: &mut Self| match close {
            Some(close) => reader.accept(close),
            None => {
                reader.skip_spaces();
                reader.peek().is_none()
            }
        };
        if done(self) {
            return Ok(steps);
        }
        loop {
            steps.push(self.step()?);
            if self.accept(',') {
                continue;
            }
            return match done(self) {
                true => Ok(steps),
                false => Err(self.expected("`,` or the end of the list of passes")),
            };
        }
    }

    fn step(&mut self) -> Result<Step, String> {
        let start = self.at;
        let name = self.name()?;
        if self.accept('(') {
            self.depth += 1;
            if self.depth > MAX_NESTING {
                return Err(format!("expected at most {MAX_NESTING} pipelines inside each other"));
            }
            let anchor = match (name, OpKind::from_name(name)) {
                ("any", _) => Anchor::Any,
                (_, Some(kind)) => Anchor::Kind(kind),
                _ => {
                    self.at = start;
                    return Err(self.expected("`any` or the name of an operation"));
                }
            };
            let steps = self.steps(Some(')'))?;
            self.depth -= 1;
            return Ok(Step::Nested(Pipeline { anchor, steps }));
        }
        let mut options = "";
        if self.peek() == Some('{') {
            let inner = matching(self.rest()).ok_or_else(|| self.expected("a closing `}`"))?;
            options = &self.rest()[1..inner];
            self.at += inner + 1;
        }
        match (find_pass(name), find_pipeline(name)) {
            (Some(pass), _) => pass_step(pass, options),
            (None, Some(named)) => named_step(named, options, self.options),
            (None, None) => Err(unknown_pass(name)),
        }
    }
}

/// A message about a name that neither a pass nor a pipeline has.
pub fn unknown_pass(name: &str) -> String {
    match nearest(name, PASSES.iter().map(|pass| pass.name).chain(PIPELINES.iter().map(|named| named.name))) {
        Some(near) => format!("no pass is called `{name}`; the nearest is `{near}`"),
        None => format!("no pass is called `{name}`; the list of passes has them all"),
    }
}

/// The position of the character that closes the bracket or quote at the start of `text`.
fn matching(text: &str) -> Option<usize> {
    let mut open: Vec<char> = Vec::new();
    for (at, c) in text.char_indices() {
        match (open.last(), c) {
            (Some('"'), '"') | (Some('\''), '\'') => drop(open.pop()),
            (Some('"' | '\''), _) => {}
            (_, '{' | '(' | '[' | '"' | '\'') => open.push(c),
            (_, '<') if open.last() != Some(&'-') => open.push(c),
            (Some('{'), '}') | (Some('('), ')') | (Some('['), ']') | (Some('<'), '>') => drop(open.pop()),
            _ => {}
        }
        if open.is_empty() {
            return Some(at);
        }
        if open.len() > MAX_NESTING {
            return None;
        }
    }
    None
}

/// Splits at those separators that stand in no bracket or quote.
pub(crate) fn split_outside(text: &str, separator: impl Fn(char) -> bool) -> Result<Vec<&str>, String> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if matches!(c, '{' | '(' | '[' | '"' | '\'' | '<') {
            let end = matching(&text[at..]).ok_or_else(|| format!("expected what closes `{c}` in `{text}`"))?;
            at += end + 1;
            continue;
        }
        if separator(c) {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
        at += c.len_utf8();
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// The options in the text between braces.
fn split_words(text: &str) -> Result<Vec<&str>, String> {
    Ok(split_outside(text, char::is_whitespace)?.into_iter().filter(|word| !word.is_empty()).collect())
}

/// The texts of a list.
pub(crate) fn split_list(text: &str) -> Vec<String> {
    let parts = split_outside(text, |c| c == ',').unwrap_or_else(|_| vec![text]);
    parts.into_iter().map(|part| unwrap_value(part.trim()).to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A value without the quotes or braces around it.
fn unwrap_value(text: &str) -> &str {
    let whole = matching(text).is_some_and(|end| end + 1 == text.len());
    match text.chars().next() {
        Some('{' | '"' | '\'') if whole && text.len() > 1 => &text[1..text.len() - 1],
        _ => text,
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.anchor {
            Anchor::Kind(kind) => f.write_str(kind.def().name)?,
            Anchor::Any | Anchor::Callable => f.write_str("any")?,
        }
        f.write_str("(")?;
        for (i, step) in self.steps.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match step {
                Step::Nested(inner) => inner.fmt(f)?,
                Step::Pass { pass: Pass { name, .. }, written, .. }
                | Step::Named { named: NamedPipeline { name, .. }, written, .. } => {
                    f.write_str(name)?;
                    if !written.is_empty() {
                        write!(f, "{{{written}}}")?;
                    }
                }
            }
        }
        f.write_str(")")
    }
}
