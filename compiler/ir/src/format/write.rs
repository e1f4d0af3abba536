//! Writing an operation as its format says.

use super::{Anchor, Element, Format, Step, named_attrs};
use crate::def::AttrRule;
use crate::module::{Module, Op};
use crate::print::Printer;

impl Printer<'_> {
    pub(crate) fn print_format(&mut self, format: &'static Format, op: Op) {
        self.print_steps(&format.steps, &format.steps, op);
    }

    fn print_steps(&mut self, all: &'static [Step], steps: &'static [Step], op: Op) {
        for step in steps {
            if step.space {
                self.raw(" ");
            }
            self.print_element(all, &step.element, op);
        }
    }

    fn print_element(&mut self, all: &'static [Step], element: &'static Element, op: Op) {
        let def = self.module.def(op);
        match element {
            Element::Literal(text) => self.raw(text),
            Element::Operand(i) => {
                let values = self.module.group(op, def.operands[*i].name);
                self.print_values(values);
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
                let types: Vec<_> = self.module.group(op, def.operands[*i].name).iter().map(|&v| self.module.ty(v)).collect();
                self.print_types(&types);
            }
            Element::ResultType(i) => {
                let types = result_types(self.module, op, *i);
                self.print_types(&types);
            }
            Element::AllOperands => {
                self.print_values(self.module.operands(op));
            }
            Element::AllOperandTypes => {
                let types: Vec<_> = self.module.operands(op).map(|v| self.module.ty(v)).collect();
                self.print_types(&types);
            }
            Element::AllResultTypes => {
                let types: Vec<_> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
                self.print_types(&types);
            }
            Element::FunctionalType(group) => {
                let inputs: Vec<_> = match group {
                    Some(i) => self.module.group(op, def.operands[*i].name).iter().map(|&v| self.module.ty(v)).collect(),
                    None => self.module.operands(op).map(|v| self.module.ty(v)).collect(),
                };
                let results: Vec<_> = self.module.results(op).iter().map(|&v| self.module.ty(v)).collect();
                self.print_signature(&inputs, &results);
            }
            Element::AttrDict(keyword) => {
                let named: Vec<&str> = named_attrs(all, def);
                self.print_attr_dicts(op, &named, *keyword);
            }
            Element::Custom(directive, args) => (directive.print)(self, op, args),
            Element::Optional { then, otherwise, anchor } => {
                let chosen = if self.anchor_present(*anchor, op) { then } else { otherwise };
                self.print_steps(all, chosen, op);
            }
        }
    }

    fn anchor_present(&self, anchor: Anchor, op: Op) -> bool {
        let def = self.module.def(op);
        match anchor {
            Anchor::Operand(i) => !self.module.group_range(op, def.operands[i].name).is_empty(),
            Anchor::Attr(i) => {
                let row = &def.attrs[i];
                let attr = self.module.get_attr(op, row.name);
                attr.is_some() && attr != row.default_attr(self.ctx)
            }
            Anchor::Region(i) => self.module.regions(op).get(i).is_some_and(|&r| !self.module.blocks(r).is_empty()),
            Anchor::Result(i) => !result_types(self.module, op, i).is_empty(),
        }
    }
}

/// The types of result `index` of the row.
fn result_types(module: &Module, op: Op, index: usize) -> Vec<crate::types::Type> {
    let Some(sizes) = module.result_segments(op) else { return Vec::new() };
    let start: usize = sizes[..index].iter().sum();
    module.results(op)[start..start + sizes[index]].iter().map(|&v| module.ty(v)).collect()
}
