//! Writing an operation as its format says.

use super::{Anchor, Element, Format, Step};
use crate::def::AttrRule;
use crate::module::Op;
use crate::print::Printer;

impl Printer<'_> {
    pub(crate) fn print_format(&mut self, format: &'static Format, op: Op) {
        self.print_steps(format, &format.steps, op);
    }

    fn print_steps(&mut self, format: &'static Format, steps: &'static [Step], op: Op) {
        for step in steps {
            if step.space {
                self.raw(" ");
            }
            self.print_element(format, &step.element, op);
        }
    }

    fn print_element(&mut self, format: &'static Format, element: &'static Element, op: Op) {
        let def = self.module.def(op);
        match element {
            Element::Literal(text) => self.raw(text),
            Element::Operand(i) => {
                self.print_values(self.module.group_at(op, *i));
            }
            Element::Attr(i) => {
                let row = &def.attrs[*i];
                if let Some(attr) = self.module.get_attr(op, row.name)
                    && !matches!(row.rule, AttrRule::Unit)
                {
                    self.print_attr_by_rule(&row.rule, attr);
                }
            }
            Element::Region(i) => {
                self.print_region_of(op, *i);
            }
            Element::Successor(i) => {
                let star = def.successors[*i].ends_with('*');
                let blocks = self.module.successors(op);
                let blocks = if star { &blocks[*i..] } else { &blocks[*i..=*i] };
                self.print_blocks(blocks);
            }
            Element::OperandType(i) => {
                self.print_types_of(self.module.group_at(op, *i));
            }
            Element::ResultType(i) => {
                let module = self.module;
                self.print_types_of(module.result_group_at(op, *i).iter().copied());
            }
            Element::AllOperands => {
                self.print_values(self.module.operands(op));
            }
            Element::AllOperandTypes => {
                self.print_types_of(self.module.operands(op));
            }
            Element::AllResultTypes => {
                self.print_types_of(self.module.results(op).iter().copied());
            }
            Element::FunctionalType(group) => {
                let inputs: Vec<_> = match group {
                    Some(i) => self.module.group_at(op, *i).map(|v| self.module.ty(v)).collect(),
                    None => self.module.operands(op).map(|v| self.module.ty(v)).collect(),
                };
                let results: Vec<_> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
                self.print_signature(&inputs, &results);
            }
            Element::AttrDict(keyword) => {
                self.print_attr_dicts(op, &format.named, *keyword);
            }
            Element::Custom(directive, args) => (directive.print)(self, op, args),
            Element::Optional { then, otherwise, anchor } => {
                let chosen = if self.anchor_present(*anchor, op) { then } else { otherwise };
                self.print_steps(format, chosen, op);
            }
        }
    }

    fn anchor_present(&self, anchor: Anchor, op: Op) -> bool {
        let def = self.module.def(op);
        match anchor {
            Anchor::Operand(i) => !self.module.group_range_at(op, i).is_empty(),
            Anchor::Attr(i) => {
                let row = &def.attrs[i];
                let attr = self.module.get_attr(op, row.name);
                attr.is_some() && attr != row.default_attr(self.ctx)
            }
            Anchor::Region(i) => self.module.regions(op).get(i).is_some_and(|&r| !self.module.blocks(r).is_empty()),
            Anchor::Result(i) => !self.module.result_group_at(op, i).is_empty(),
        }
    }
}
