//! Functions, whatever their dialect: the body against the signature, and what ends it.

use super::{Verifier, count};
use crate::attrs::AttrKind;
use crate::module::{Module, Op};
use crate::types::Type;
use crate::verify::attrs::function_type;

/// The inputs and results of the signature of a function.
pub(crate) fn signature(module: &Module, op: Op) -> Option<(&[Type], &[Type])> {
    function_type(&module.ctx, module.get_attr(op, "function_type")?)
}

impl Verifier<'_> {
    /// The arguments of the entry block, and the attributes of arguments and results, are those of the signature.
    pub(super) fn check_function(&mut self, op: Op) {
        let module = self.module;
        let Some((inputs, results)) = signature(module, op) else { return };
        let entry = module.regions(op).first().and_then(|&region| module.entry(region));
        if let Some(entry) = entry {
            let args = module.args(entry);
            if args.len() != inputs.len() {
                let expected = count(inputs.len(), "argument");
                self.error(op, format!("expected the entry block to have {expected}, as the signature, found {}", args.len()));
            }
            for (index, (&arg, &expected)) in args.iter().zip(inputs).enumerate() {
                let found = module.ty(arg);
                if found != expected {
                    let (expected, found) = (self.show(expected), self.show(found));
                    let message = format!("expected argument {index} to be {expected}, as in the signature, found {found}");
                    self.error(op, message).note_value(arg);
                }
            }
        }
        for (name, expected) in [("arg_attrs", inputs.len()), ("res_attrs", results.len())] {
            if let Some(AttrKind::Array(items)) = module.get_attr(op, name).map(|attr| module.ctx.attr_kind(attr))
                && items.len() != expected
            {
                let expected = count(expected, "element");
                self.error(op, format!("expected `{name}` to have {expected}, as the signature, found {}", items.len()));
            }
        }
    }

    /// What `op` gives back is what the function directly around it says. Other parents say it in their own checks.
    pub(crate) fn check_return(&mut self, op: Op) {
        let module = self.module;
        let Some(parent) = module.parent_op(op).filter(|&parent| is_function_like(module, parent)) else { return };
        let Some((_, results)) = signature(module, parent) else { return };
        let name = module.op_name(parent).to_owned();
        self.check_results(op, parent, results, &format!("result of `{name}`"));
    }

    /// The operands of `op` are one for each of `expected`, which `owner` declares; `what` names one of them.
    pub(crate) fn check_results(&mut self, op: Op, owner: Op, expected: &[Type], what: &str) {
        let module = self.module;
        let operands = self.types(module.operands(op));
        if operands.len() != expected.len() {
            let values = count(expected.len(), "value");
            self.error(op, format!("expected {values}, one for each {what}, found {}", operands.len()));
            self.note_op(owner, "they are declared here");
            return;
        }
        for (index, (&found, &expected)) in operands.iter().zip(expected).enumerate() {
            if found != expected {
                let (expected, found) = (self.show(expected), self.show(found));
                self.error(op, format!("expected value {index} to be {expected}, as the {what}, found {found}"));
                self.note_op(owner, "it is declared here");
            }
        }
    }
}

/// Whether an operation has a signature of its own: a function, or a piece of host code in an executable.
pub(super) fn is_function_like(module: &Module, op: Op) -> bool {
    module.def(op).attr_row("function_type").is_some()
}
