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

use crate::def::{Arity, AttrRow, AttrRule, OpDef, Presence};
use crate::directives::Directive;
use crate::module::{Module, Op};
use crate::ops::OpKind;
use crate::parse::{Keyword, OpState, ParseResult, Parser, Tok};
use crate::print::Printer;

/// A format, ready to be walked.
pub(crate) struct Format {
    elements: Vec<Element>,
}

#[derive(Debug)]
enum Element {
    Literal(&'static str),
    NoSpace,
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
        then: Vec<Element>,
        otherwise: Vec<Element>,
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
    let crate::def::Syntax::Format(text) = def.syntax else { return Format { elements: Vec::new() } };
    let mut compiler = Compiler { def, words: split(text), at: 0, anchor: None };
    let elements = compiler.elements(&[]);
    assert!(compiler.at == compiler.words.len(), "{}: unbalanced format", def.name);
    Format { elements }
}

/// The words of a format.
fn split(text: &'static str) -> Vec<&'static str> {
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

    fn elements(&mut self, ends: &[&str]) -> Vec<Element> {
        let mut elements = Vec::new();
        while self.at < self.words.len() && !ends.contains(&self.peek()) {
            elements.push(self.element());
        }
        elements
    }

    fn element(&mut self) -> Element {
        let word = self.next();
        match (word, word.split_at(1)) {
            ("[?", _) => self.group(),
            ("~", _) => Element::NoSpace,
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
        let then = self.elements(&["?]", "|"]);
        let anchor = std::mem::replace(&mut self.anchor, outer);
        let anchor = anchor.unwrap_or_else(|| panic!("{}: an optional group has no anchor", self.def.name));
        let otherwise = if self.next() == "|" {
            let otherwise = self.elements(&["?]"]);
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
            operand.or_else(attr).or_else(region)
        });
        let anchor = { anchors }.next();
        self.accept_anchor(anchor);
        let directive = Directive::find(name).unwrap_or_else(|| panic!("{}: no directive &{name}", self.def.name));
        Element::Custom(directive, args)
    }
}

/// Reading.
impl<'s> Parser<'s> {
    pub(crate) fn parse_format(&mut self, format: &'static Format, state: &mut OpState<'s>) -> ParseResult<()> {
        self.parse_elements(&format.elements, state)
    }

    fn parse_elements(&mut self, elements: &'static [Element], state: &mut OpState<'s>) -> ParseResult<()> {
        elements.iter().try_for_each(|element| self.parse_element_of(element, state))
    }

    fn parse_element_of(&mut self, element: &'static Element, state: &mut OpState<'s>) -> ParseResult<()> {
        let def = state.kind.def();
        match element {
            Element::Literal(text) => self.parse_literal_text(text),
            Element::NoSpace => Ok(()),
            Element::Operand(i) => self.parse_operand_group(*i, state),
            Element::Attr(i) => self.parse_row_attr(&def.attrs[*i], state),
            Element::Region(i) => self.parse_region_into(state.op, self.module.region(state.op, *i), &[]),
            Element::Successor(i) if def.successors[*i].ends_with('*') => {
                state.successors.push(self.parse_successor()?);
                while self.accept(",") {
                    state.successors.push(self.parse_successor()?);
                }
                Ok(())
            }
            Element::Successor(_) => {
                state.successors.push(self.parse_successor()?);
                Ok(())
            }
            Element::OperandType(i) => {
                let types = self.parse_types(def.operands[*i].arity)?;
                state.operand_types[*i] = Some(types);
                Ok(())
            }
            Element::ResultType(i) => {
                let types = self.parse_types(def.results[*i].arity)?;
                state.result_types[*i] = Some(types);
                Ok(())
            }
            Element::AllOperands => {
                for i in 0..def.operands.len() {
                    if i > 0 && !self.accept(",") {
                        break;
                    }
                    self.parse_operand_group(i, state)?;
                }
                Ok(())
            }
            Element::AllOperandTypes => {
                let types = self.parse_types(Arity::Variadic)?;
                self.spread_operand_types(types, state)
            }
            Element::AllResultTypes => {
                let types = self.parse_types(Arity::Variadic)?;
                self.spread_result_types(types, state)
            }
            Element::FunctionalType(group) => {
                let (inputs, results) = self.parse_signature()?;
                match group {
                    Some(i) => state.operand_types[*i] = Some(inputs),
                    None => self.spread_operand_types(inputs, state)?,
                }
                self.spread_result_types(results, state)
            }
            Element::AttrDict(keyword) => self.parse_attr_dicts(state, *keyword),
            Element::Custom(directive, args) => (directive.parse)(self, state, args),
            Element::Optional { then, otherwise, anchor } => self.parse_optional(then, otherwise, *anchor, state),
        }
    }

    fn parse_literal_text(&mut self, text: &'static str) -> ParseResult<()> {
        if text.starts_with(|c: char| c.is_alphabetic()) {
            self.expect_word(text)
        } else if text == "=>" {
            self.expect("=")?;
            self.expect(">")
        } else {
            self.expect(text)
        }
    }

    fn parse_operand_group(&mut self, index: usize, state: &mut OpState<'s>) -> ParseResult<()> {
        let operands = match state.kind.def().operands[index].arity {
            Arity::One => [self.parse_operand()?].into_iter().collect(),
            Arity::Optional if self.at_kind(Tok::Percent) => [self.parse_operand()?].into_iter().collect(),
            Arity::Optional => Default::default(),
            Arity::Variadic => self.parse_operands()?,
        };
        state.operands[index] = operands;
        Ok(())
    }

    fn parse_types(&mut self, arity: Arity) -> ParseResult<Vec<crate::Type>> {
        match arity {
            Arity::One => Ok(vec![self.parse_type()?]),
            Arity::Optional => Ok(self.parse_optional_type()?.into_iter().collect()),
            Arity::Variadic => match self.parse_optional_type()? {
                None => Ok(Vec::new()),
                Some(first) => {
                    let mut types = vec![first];
                    while self.accept(",") {
                        types.push(self.parse_type()?);
                    }
                    Ok(types)
                }
            },
        }
    }

    /// Gives each operand group its part of `types`.
    fn spread_operand_types(&mut self, types: Vec<crate::Type>, state: &mut OpState<'s>) -> ParseResult<()> {
        let total: usize = state.operands.iter().map(|group| group.len()).sum();
        if total != types.len() {
            return Err(self.error_at(state.tok, format!("expected {total} operand types, found {}", types.len())));
        }
        let mut rest = types.into_iter();
        for (index, group) in state.operands.iter().enumerate() {
            state.operand_types[index] = Some(rest.by_ref().take(group.len()).collect());
        }
        Ok(())
    }

    /// Gives each result its part of `types`; a variadic one takes what the others leave.
    fn spread_result_types(&mut self, types: Vec<crate::Type>, state: &mut OpState<'s>) -> ParseResult<()> {
        let def = state.kind.def();
        let single = def.results.iter().filter(|r| r.arity == Arity::One).count();
        let Some(mut spare) = types.len().checked_sub(single) else {
            return Err(self.error_at(state.tok, format!("expected {single} result types, found {}", types.len())));
        };
        let mut rest = types.into_iter();
        for (index, row) in def.results.iter().enumerate() {
            let take = match row.arity {
                Arity::One => 1,
                Arity::Optional => spare.min(1),
                Arity::Variadic => spare,
            };
            if row.arity != Arity::One {
                spare -= take;
            }
            state.result_types[index] = Some(rest.by_ref().take(take).collect());
        }
        if rest.next().is_some() {
            return Err(self.error_at(state.tok, format!("expected at most {} result types", def.results.len())));
        }
        Ok(())
    }

    fn parse_optional(
        &mut self,
        then: &'static [Element],
        otherwise: &'static [Element],
        anchor: Anchor,
        state: &mut OpState<'s>,
    ) -> ParseResult<()> {
        let other = !otherwise.is_empty() && self.starts_here(otherwise, state);
        if other || !self.starts_here(then, state) {
            return self.parse_elements(otherwise, state);
        }
        self.parse_elements(then, state)?;
        // A unit attribute is there because its group is.
        if let Anchor::Attr(i) = anchor
            && let AttrRule::Unit = state.kind.def().attrs[i].rule
        {
            let unit = self.ctx.unit();
            self.set_prop(state, state.kind.def().attrs[i].name, unit);
        }
        Ok(())
    }

    /// Whether the first element of an optional group stands here.
    fn starts_here(&self, elements: &[Element], state: &OpState<'s>) -> bool {
        let first = elements.iter().find(|e| !matches!(e, Element::NoSpace));
        match first {
            Some(Element::Literal(text)) if text.starts_with(|c: char| c.is_alphabetic()) => self.at_word(text),
            Some(Element::Literal(text)) => self.at(text),
            Some(Element::Operand(_)) => self.at_kind(Tok::Percent),
            Some(Element::Region(_)) => self.at("{"),
            Some(Element::Attr(i)) => self.attr_starts_here(&state.kind.def().attrs[*i].rule),
            Some(Element::Custom(directive, _)) => (directive.starts)(self),
            Some(Element::OperandType(_) | Element::ResultType(_)) => !self.at("{") && !self.at("}"),
            _ => false,
        }
    }

    fn attr_starts_here(&self, rule: &AttrRule) -> bool {
        match rule {
            AttrRule::Str => self.at_kind(Tok::Str),
            AttrRule::SymbolName | AttrRule::FlatSymbol | AttrRule::Symbol => self.at_kind(Tok::At),
            AttrRule::Array | AttrRule::DenseArray(_) => self.at("["),
            AttrRule::Dict => self.at("{"),
            AttrRule::Int(_) => self.at_kind(Tok::Int) || self.at("-"),
            AttrRule::F32 => self.at_kind(Tok::Float) || self.at_kind(Tok::Hex) || self.at("-"),
            AttrRule::Typed => self.at("-") || [Tok::Int, Tok::Float, Tok::Hex, Tok::Word].iter().any(|&k| self.at_kind(k)),
            AttrRule::Enum(def) => self.at_kind(Tok::Word) && def.parse(self.text(self.token())).is_some(),
            AttrRule::Unit => false,
            _ => self.at_kind(Tok::Hash) || self.at_kind(Tok::Word) || self.at_kind(Tok::Str) || self.at("<"),
        }
    }

    /// The attribute of a row where the format names it.
    pub(crate) fn parse_row_attr(&mut self, row: &AttrRow, state: &mut OpState<'s>) -> ParseResult<()> {
        if row.presence != Presence::Required && !self.attr_starts_here(&row.rule) {
            // A unit attribute in a group of its own has no text.
            return Ok(());
        }
        let attr = self.parse_attr_by_rule(&row.rule)?;
        self.set_prop(state, row.name, attr);
        Ok(())
    }

    /// An attribute in the spelling of its rule.
    pub(crate) fn parse_attr_by_rule(&mut self, rule: &AttrRule) -> ParseResult<crate::Attr> {
        let ctx = self.ctx;
        let tok = self.token();
        let wrong = |p: &Self, what: &str| p.error_at(tok, format!("expected {what}"));
        use crate::attrs::AttrKind as K;
        match rule {
            AttrRule::Str => {
                let bytes = self.parse_string_bytes()?;
                Ok(ctx.attr(K::String(bytes)))
            }
            AttrRule::SymbolName => {
                let name = self.parse_symbol_name()?;
                Ok(ctx.str_attr(&name))
            }
            AttrRule::FlatSymbol | AttrRule::Symbol => {
                let attr = self.parse_symbol_ref()?;
                match (rule, ctx.attr_kind(attr)) {
                    (AttrRule::FlatSymbol, K::Symbol { nested, .. }) if !nested.is_empty() => {
                        Err(wrong(self, "a symbol without `::`"))
                    }
                    _ => Ok(attr),
                }
            }
            AttrRule::Type => {
                let ty = self.parse_type()?;
                Ok(ctx.type_attr(ty))
            }
            AttrRule::Int(kind) => {
                let ty = kind.ty(ctx);
                let attr = self.parse_attr(Some(ty))?;
                if ctx.int_value(attr).is_some() { Ok(attr) } else { Err(wrong(self, "an integer")) }
            }
            AttrRule::F32 => {
                let ty = ctx.float_type(crate::types::FloatKind::F32);
                self.parse_attr(Some(ty))
            }
            AttrRule::Enum(def) => {
                let value = self.parse_enum(def)?;
                Ok(ctx.int_attr(value.into(), ctx.int_type(def.width)))
            }
            AttrRule::Dialect(kind) => self.parse_dialect_attr_of(*kind),
            AttrRule::DenseArray(width) => self.parse_bare_array(*width),
            AttrRule::Unit => Ok(ctx.unit()),
            _ => self.parse_attr(None),
        }
    }

    /// `[1, 2]`, or `array<iN: 1, 2>`, as an array of integers.
    fn parse_bare_array(&mut self, width: u32) -> ParseResult<crate::Attr> {
        if !self.at("[") {
            return self.parse_attr(None);
        }
        self.expect("[")?;
        let element = self.ctx.int_type(width);
        let mut values = Vec::new();
        self.list("]", |p| {
            values.push(p.parse_i64("an integer")?);
            Ok(())
        })?;
        Ok(self.ctx.attr(crate::attrs::AttrKind::DenseArray { element, values }))
    }
}

/// Writing.
impl Printer<'_> {
    pub(crate) fn print_format(&mut self, format: &'static Format, op: Op) {
        self.print_elements(&format.elements, &format.elements, op);
    }

    fn print_elements(&mut self, all: &'static [Element], elements: &'static [Element], op: Op) {
        for element in elements {
            self.print_element(all, element, op);
        }
    }

    fn print_element(&mut self, all: &'static [Element], element: &'static Element, op: Op) {
        let def = self.module.def(op);
        match element {
            Element::Literal(text) => self.literal(text),
            Element::NoSpace => self.no_space(),
            Element::Operand(i) => {
                let values = self.module.group(op, def.operands[*i].name);
                if !values.is_empty() {
                    self.space();
                    self.print_values(values);
                }
            }
            Element::Attr(i) => {
                let row = &def.attrs[*i];
                if let Some(attr) = self.module.get_attr(op, row.name)
                    && !matches!(row.rule, AttrRule::Unit)
                {
                    self.space();
                    self.print_attr_by_rule(&row.rule, attr);
                }
            }
            Element::Region(i) => {
                self.space();
                self.print_region_of(op, *i);
            }
            Element::Successor(i) => {
                let star = def.successors[*i].ends_with('*');
                let blocks = self.module.successors(op);
                let blocks = if star { &blocks[*i..] } else { &blocks[*i..=*i] };
                self.space();
                self.print_blocks(blocks);
            }
            Element::OperandType(i) => {
                let types: Vec<_> = self.module.group(op, def.operands[*i].name).iter().map(|&v| self.module.ty(v)).collect();
                self.spaced_types(&types);
            }
            Element::ResultType(i) => {
                let types = result_types(self.module, op, *i);
                self.spaced_types(&types);
            }
            Element::AllOperands => {
                if self.module.num_operands(op) > 0 {
                    self.space();
                    self.print_values(self.module.operands(op));
                }
            }
            Element::AllOperandTypes => {
                let types: Vec<_> = self.module.operands(op).map(|v| self.module.ty(v)).collect();
                self.spaced_types(&types);
            }
            Element::AllResultTypes => {
                let types: Vec<_> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
                self.spaced_types(&types);
            }
            Element::FunctionalType(group) => {
                let inputs: Vec<_> = match group {
                    Some(i) => self.module.group(op, def.operands[*i].name).iter().map(|&v| self.module.ty(v)).collect(),
                    None => self.module.operands(op).map(|v| self.module.ty(v)).collect(),
                };
                let results: Vec<_> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
                self.space();
                self.print_signature(&inputs, &results);
            }
            Element::AttrDict(keyword) => {
                let named: Vec<&str> = named_attrs(all, def);
                self.print_attr_dicts(op, &named, *keyword);
            }
            Element::Custom(directive, args) => (directive.print)(self, op, args),
            Element::Optional { then, otherwise, anchor } => {
                let chosen = if self.anchor_present(*anchor, op) { then } else { otherwise };
                self.print_elements(all, chosen, op);
            }
        }
    }

    fn spaced_types(&mut self, types: &[crate::Type]) {
        if !types.is_empty() {
            self.space();
            self.print_types(types);
        }
    }

    fn anchor_present(&self, anchor: Anchor, op: Op) -> bool {
        let def = self.module.def(op);
        match anchor {
            Anchor::Operand(i) => !self.module.group_range(op, def.operands[i].name).is_empty(),
            Anchor::Attr(i) => {
                let row = &def.attrs[i];
                let attr = self.module.get_attr(op, row.name);
                match row.presence {
                    Presence::DefaultInt(default) => attr.is_some_and(|a| self.ctx.int_value(a) != Some(default.into())),
                    _ => attr.is_some(),
                }
            }
            Anchor::Region(i) => self.module.regions(op).get(i).is_some_and(|&r| !self.module.blocks(r).is_empty()),
            Anchor::Result(i) => !result_types(self.module, op, i).is_empty(),
        }
    }
}

/// The types of result `index` of the row.
fn result_types(module: &Module, op: Op, index: usize) -> Vec<crate::Type> {
    let Some(sizes) = module.result_segments(op) else { return Vec::new() };
    let start: usize = sizes[..index].iter().sum();
    module.results(op)[start..start + sizes[index]].iter().map(|&v| module.ty(v)).collect()
}

/// The attributes that a format names, directly or through a directive.
fn named_attrs(elements: &[Element], def: &OpDef) -> Vec<&'static str> {
    let mut names = Vec::new();
    for element in elements {
        match element {
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
                    let (plain, custom) = count(&format.elements, def, operand.name);
                    assert!(plain + custom > 0, "{}: ${} is missing from the format", def.name, operand.name);
                    assert!(plain <= 1, "{}: ${} stands {plain} times in the format", def.name, operand.name);
                }
            }
        }
    }

    fn count(elements: &[Element], def: &OpDef, name: &str) -> (usize, usize) {
        let each = elements.iter().map(|e| match e {
            Element::Operand(i) => (usize::from(def.operands[*i].name == name), 0),
            Element::AllOperands => (1, 0),
            Element::Custom(_, args) => (0, usize::from(args.contains(&name))),
            Element::Optional { then, otherwise, .. } => count(then, def, name).max(count(otherwise, def, name)),
            _ => (0, 0),
        });
        each.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1))
    }
}
