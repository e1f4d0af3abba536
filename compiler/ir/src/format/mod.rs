//! The assembly format of a row: one description that drives both parser and printer, so they cannot disagree.
//!
//! | notation | stands for |
//! | --- | --- |
//! | `word`, `<`, `->` | itself |
//! | `$name` | an operand, attribute, region or successor of the row |
//! | `@name` | the types of an operand or result; `@operands` and `@results` of all of them |
//! | `$operands` | all operands, in order |
//! | `&attrs`, `&attributes` | the attributes the format does not name; the second with the keyword `attributes` before them |
//! | `&signature`, `&signature(x)` | `(types of all operands, or of x) -> types of the results` |
//! | `&Name(a, b)` | a named pair of functions; see [`crate::directives`] |
//! | `[? … ^ … ?]` | there when what stands before `^` is; `[? … \| … ?]` else the second part |
//! | `~` | no space here when written |

use std::sync::OnceLock;

mod read;
pub(crate) mod spacing;
mod write;

use crate::def::{AttrRule, OpDef};
use crate::directives::Directive;
use crate::ops::OpKind;
use crate::parse::Keyword;
use spacing::Spacing;

/// A format, ready to be walked.
pub(crate) struct Format {
    steps: Vec<Step>,
    /// The attributes it names, directly or through a directive.
    named: Vec<&'static str>,
}

/// An element of a format.
#[derive(Debug)]
struct Step {
    /// Whether a space is written before it.
    space: bool,
    element: Element,
}

#[derive(Debug)]
enum Element {
    Literal(&'static str),
    Operand(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
    OperandType(usize),
    ResultType(usize),
    AllOperands,
    AllOperandTypes,
    AllResultTypes,
    /// Types of an operand group, or of all operands, then of all results.
    FunctionalType(Option<usize>),
    AttrDict(Keyword),
    Custom(&'static Directive, Vec<&'static str>),
    Optional {
        then: Vec<Step>,
        otherwise: Vec<Step>,
        anchor: Anchor,
    },
}

/// What must be there for an optional group to be written.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    Operand(usize),
    Attr(usize),
    Region(usize),
    Result(usize),
}

impl OpKind {
    /// The compiled format of the row. Rows without one have an empty format.
    pub(crate) fn format(self) -> &'static Format {
        static FORMATS: OnceLock<Vec<OnceLock<Format>>> = OnceLock::new();
        let formats = FORMATS.get_or_init(|| OpKind::ALL.iter().map(|_| OnceLock::new()).collect());
        formats[self as usize].get_or_init(|| compile(self.def()))
    }
}

/// Compiles a row's format. A mistake in the table is a bug of ours, found by the test that compiles every row.
fn compile(def: &'static OpDef) -> Format {
    let crate::def::Syntax::Format(text) = def.syntax else { return Format { steps: Vec::new(), named: Vec::new() } };
    let mut compiler = Compiler { def, words: split(text), at: 0, anchor: None, spacing: Spacing::AFTER_NAME };
    let steps = compiler.steps(&[]);
    assert!(compiler.at == compiler.words.len(), "{}: unbalanced format", def.name);
    let named = named_attrs(&steps, def);
    Format { steps, named }
}

/// The words of a format.
pub(crate) fn split(text: &'static str) -> Vec<&'static str> {
    const LONG: &[&str] = &["[?", "?]", "->", "=>", "::"];
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let long = LONG.iter().find(|l| rest.starts_with(**l));
        let sigil = usize::from(matches!(c, '$' | '@' | '&'));
        let name = rest[sigil..].find(|c: char| !(is_name(c) || (c == '.' && sigil == 0))).unwrap_or(rest.len() - sigil);
        let len = match long {
            Some(long) => long.len(),
            None if sigil == 1 || is_name(c) => sigil + name,
            None => 1,
        };
        words.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    words
}

struct Compiler {
    def: &'static OpDef,
    words: Vec<&'static str>,
    at: usize,
    /// The anchor of the innermost group, once met.
    anchor: Option<Anchor>,
    spacing: Spacing,
}

impl Compiler {
    fn peek(&self) -> &'static str {
        self.words.get(self.at).copied().unwrap_or("")
    }

    fn next(&mut self) -> &'static str {
        let word = self.peek();
        self.at += 1;
        word
    }

    fn steps(&mut self, ends: &[&str]) -> Vec<Step> {
        let mut steps = Vec::new();
        while self.at < self.words.len() && !ends.contains(&self.peek()) {
            if self.peek() == "~" {
                self.next();
                self.spacing = Spacing::HUGGING;
                continue;
            }
            let element = self.element();
            let space = match &element {
                Element::Literal(text) => self.spacing.literal(text),
                Element::Optional { .. } => false,
                // The group of a unit attribute says it; the attribute itself has no text.
                Element::Attr(i) if matches!(self.def.attrs[*i].rule, AttrRule::Unit) => false,
                Element::AttrDict(_) => {
                    self.spacing.dictionary();
                    false
                }
                _ => self.spacing.variable(),
            };
            steps.push(Step { space, element });
        }
        steps
    }

    fn element(&mut self) -> Element {
        let word = self.next();
        match (word, word.split_at(1)) {
            ("[?", _) => self.group(),
            ("&attrs", _) => Element::AttrDict(Keyword::None),
            ("&attributes", _) => Element::AttrDict(Keyword::Attributes),
            ("&signature", _) => {
                let args = self.args();
                Element::FunctionalType(args.first().and_then(|name| self.def.operand_index(name)))
            }
            ("$operands", _) if self.def.operand_index("operands").is_none() => Element::AllOperands,
            (_, ("$", name)) => self.variable(name),
            (_, ("@", name)) => self.types(name),
            (_, ("&", name)) => self.directive(name),
            _ => Element::Literal(word),
        }
    }

    fn variable(&mut self, name: &str) -> Element {
        let def = self.def;
        let region = def.regions.iter().position(|r| *r == name);
        let successor = def.successors.iter().position(|s| s.trim_end_matches('*') == name);
        let (element, anchor) = if let Some(i) = def.operand_index(name) {
            (Element::Operand(i), Some(Anchor::Operand(i)))
        } else if let Some(i) = def.attrs.iter().position(|a| a.name == name) {
            (Element::Attr(i), Some(Anchor::Attr(i)))
        } else if let Some(i) = region {
            (Element::Region(i), Some(Anchor::Region(i)))
        } else if let Some(i) = successor {
            (Element::Successor(i), None)
        } else {
            panic!("{}: no operand, attribute, region or successor ${name}", def.name)
        };
        self.accept_anchor(anchor);
        element
    }

    fn accept_anchor(&mut self, anchor: Option<Anchor>) {
        if self.peek() == "^" {
            self.next();
            self.anchor = anchor;
        }
    }

    fn types(&mut self, name: &str) -> Element {
        let def = self.def;
        let (element, anchor) = match (name, def.operand_index(name), def.result_index(name)) {
            (_, Some(i), _) => (Element::OperandType(i), Some(Anchor::Operand(i))),
            (_, _, Some(i)) => (Element::ResultType(i), Some(Anchor::Result(i))),
            ("operands", ..) => (Element::AllOperandTypes, None),
            ("results", ..) => (Element::AllResultTypes, Some(Anchor::Result(0))),
            _ => panic!("{}: no operand or result @{name}", def.name),
        };
        self.accept_anchor(anchor);
        element
    }

    /// `… ?]` or `… | … ?]`, after the opening bracket.
    fn group(&mut self) -> Element {
        let outer = self.anchor.take();
        let then = self.steps(&["?]", "|"]);
        let anchor = std::mem::replace(&mut self.anchor, outer);
        let anchor = anchor.unwrap_or_else(|| panic!("{}: an optional group has no anchor", self.def.name));
        let otherwise = if self.next() == "|" {
            let otherwise = self.steps(&["?]"]);
            self.next();
            otherwise
        } else {
            Vec::new()
        };
        Element::Optional { then, otherwise, anchor }
    }

    /// `(a, b)` after a directive; names only.
    fn args(&mut self) -> Vec<&'static str> {
        let mut args = Vec::new();
        if self.peek() == "(" {
            self.next();
            while self.peek() != ")" {
                let word = self.next();
                if word != "," {
                    args.push(word);
                }
            }
            self.next();
        }
        args
    }

    fn directive(&mut self, name: &str) -> Element {
        let args = self.args();
        let anchors = args.iter().filter_map(|arg| {
            let operand = self.def.operand_index(arg).map(Anchor::Operand);
            let attr = || self.def.attrs.iter().position(|a| a.name == *arg).map(Anchor::Attr);
            let region = || self.def.regions.iter().position(|r| r == arg).map(Anchor::Region);
            let result = || self.def.result_index(arg).map(Anchor::Result);
            operand.or_else(attr).or_else(region).or_else(result)
        });
        let anchor = { anchors }.next();
        self.accept_anchor(anchor);
        let directive = Directive::find(name).unwrap_or_else(|| panic!("{}: no directive &{name}", self.def.name));
        Element::Custom(directive, args)
    }
}

/// The attributes that a format names, directly or through a directive.
fn named_attrs(steps: &[Step], def: &OpDef) -> Vec<&'static str> {
    let mut names = Vec::new();
    for step in steps {
        match &step.element {
            Element::Attr(i) => names.push(def.attrs[*i].name),
            Element::Custom(_, args) => names.extend(args.iter().filter(|a| def.attr_row(a).is_some())),
            Element::Optional { then, otherwise, anchor } => {
                if let Anchor::Attr(i) = anchor {
                    names.push(def.attrs[*i].name);
                }
                names.extend(named_attrs(then, def));
                names.extend(named_attrs(otherwise, def));
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row's format compiles, and says each operand: itself once, or as an argument of a directive.
    #[test]
    fn every_format_compiles() {
        for kind in OpKind::ALL {
            let format = kind.format();
            let def = kind.def();
            if matches!(def.syntax, crate::def::Syntax::Format(_)) {
                for operand in def.operands {
                    let (plain, custom) = count(&format.steps, def, operand.name);
                    assert!(plain + custom > 0, "{}: ${} is missing from the format", def.name, operand.name);
                    assert!(plain <= 1, "{}: ${} stands {plain} times in the format", def.name, operand.name);
                }
            }
        }
    }

    fn count(steps: &[Step], def: &OpDef, name: &str) -> (usize, usize) {
        let each = steps.iter().map(|s| match &s.element {
            Element::Operand(i) => (usize::from(def.operands[*i].name == name), 0),
            Element::AllOperands => (1, 0),
            Element::Custom(_, args) => (0, usize::from(args.contains(&name))),
            Element::Optional { then, otherwise, .. } => count(then, def, name).max(count(otherwise, def, name)),
            _ => (0, 0),
        });
        each.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1))
    }
}
