//! Reading an operation as its format says.

use smallvec::smallvec;

use super::{Anchor, Element, Format, Step};
use crate::def::{Arity, AttrRow, AttrRule, Presence};
use crate::parse::{OpState, ParseResult, Parser, Tok};
use crate::types::Types;

impl<'s> Parser<'s> {
    pub(crate) fn parse_format(&mut self, format: &'static Format, state: &mut OpState<'s>) -> ParseResult<()> {
        self.parse_steps(&format.steps, state)
    }

    fn parse_steps(&mut self, steps: &'static [Step], state: &mut OpState<'s>) -> ParseResult<()> {
        steps.iter().try_for_each(|step| self.parse_element_of(&step.element, state))
    }

    fn parse_element_of(&mut self, element: &'static Element, state: &mut OpState<'s>) -> ParseResult<()> {
        let def = state.kind.def();
        match element {
            Element::Literal(text) => self.parse_literal_text(text),
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

    fn parse_operand_group(&mut self, index: usize, state: &mut OpState<'s>) -> ParseResult<()> {
        let operands = match state.kind.def().operands[index].arity {
            Arity::One => smallvec![self.parse_operand()?],
            Arity::Optional if self.at_kind(Tok::Percent) => smallvec![self.parse_operand()?],
            Arity::Optional => Default::default(),
            Arity::Variadic => self.parse_operands()?,
        };
        state.operands[index] = operands;
        Ok(())
    }

    fn parse_types(&mut self, arity: Arity) -> ParseResult<Types> {
        match arity {
            Arity::One => Ok(smallvec![self.parse_type()?]),
            Arity::Optional => Ok(self.parse_optional_type()?.into_iter().collect()),
            Arity::Variadic => match self.parse_optional_type()? {
                None => Ok(Types::new()),
                Some(first) => {
                    let mut types: Types = smallvec![first];
                    while self.accept(",") {
                        types.push(self.parse_type()?);
                    }
                    Ok(types)
                }
            },
        }
    }

    /// Gives each operand group its part of `types`.
    fn spread_operand_types(&mut self, types: Types, state: &mut OpState<'s>) -> ParseResult<()> {
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
    fn spread_result_types(&mut self, types: Types, state: &mut OpState<'s>) -> ParseResult<()> {
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
        then: &'static [Step],
        otherwise: &'static [Step],
        anchor: Anchor,
        state: &mut OpState<'s>,
    ) -> ParseResult<()> {
        let other = !otherwise.is_empty() && self.starts_here(otherwise, state);
        if other || !self.starts_here(then, state) {
            return self.parse_steps(otherwise, state);
        }
        self.parse_steps(then, state)?;
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
    fn starts_here(&self, steps: &[Step], state: &OpState<'s>) -> bool {
        match steps.first().map(|step| &step.element) {
            Some(Element::Literal(text)) => self.at_literal(text),
            Some(Element::Operand(_)) => self.at_kind(Tok::Percent),
            Some(Element::Region(_)) => self.at("{"),
            Some(Element::Attr(i)) => self.attr_starts_here(&state.kind.def().attrs[*i].rule),
            Some(Element::Custom(directive, _)) => (directive.starts)(self),
            Some(Element::OperandType(_) | Element::ResultType(_)) => !self.at("{") && !self.at("}"),
            _ => false,
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
}
