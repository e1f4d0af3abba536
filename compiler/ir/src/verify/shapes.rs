//! Operands that say how large others are, for all dialects alike.
//!
//! Rows follow a convention of names, which makes it a rule: `x_dims` has a value for each dynamic extent of the `x` or `xs`,
//! `x_encoding_dims` for each of the types in the attribute `x_encoding`, and `x_sizes`, `x_offsets`, `x_ends`, `x_lengths`
//! and `x_accesses` an element for each resource among the `xs`.

use super::{Verifier, count};
use crate::attrs::AttrKind;
use crate::context::Context;
use crate::def::OpDef;
use crate::dialect_types::DialectTypeKind;
use crate::module::{Op, Value};
use crate::types::{HalType, Type, TypeKind};

/// What names of groups with an element for each resource end with.
const FOR_RESOURCES: [&str; 4] = ["_sizes", "_offsets", "_ends", "_lengths"];

/// The dynamic extents of a shaped type; of a tensor in a binding, those of the tensor.
pub(crate) fn dynamic_dims(ctx: &Context, ty: Type) -> usize {
    match ctx.type_kind(ty) {
        TypeKind::Dialect(dialect) if dialect.kind == DialectTypeKind::DispatchTensor => {
            dialect.type_param(ctx, "tensor").map_or(0, |tensor| ctx.dynamic_dims(tensor))
        }
        _ => ctx.dynamic_dims(ty),
    }
}

impl Verifier<'_> {
    pub(super) fn check_shapes(&mut self, op: Op, def: &'static OpDef) {
        let module = self.module;
        for (index, row) in def.operands.iter().enumerate() {
            // Most names are no plural, and say nothing of this kind.
            if !row.name.ends_with('s') {
                continue;
            }
            let found = module.group_range_at(op, index).len();
            if let Some(base) = row.name.strip_suffix("_dims") {
                let Some((name, types)) = self.shaped(op, base) else { continue };
                let expected: usize = types.iter().map(|&ty| dynamic_dims(self.ctx(), ty)).sum();
                if expected != found {
                    let types = self.show_types(types);
                    let message = format!(
                        "expected {} in `{}`, one for each dynamic extent of `{name}`, {types}, found {found}",
                        count(expected, "value"),
                        row.name
                    );
                    self.error(op, message);
                }
            } else if let Some(base) = FOR_RESOURCES.iter().find_map(|suffix| row.name.strip_suffix(suffix)) {
                self.check_for_resources(op, base, row.name, found);
            }
        }
        for row in def.attrs {
            if let Some(base) = row.name.strip_suffix("_accesses")
                && let Some(items) = module.get_attr(op, row.name).and_then(|attr| self.ctx().array_value(attr))
            {
                self.check_for_resources(op, base, row.name, items.len());
            }
        }
    }

    fn check_for_resources(&mut self, op: Op, base: &str, name: &str, found: usize) {
        let Some((others, values)) = self.plural(op, base) else { return };
        let expected = values.iter().filter(|&&value| self.is_sized(value)).count();
        if expected != found {
            let expected = count(expected, "element");
            self.error(op, format!("expected `{name}` to have {expected}, one for each resource of `{others}`, found {found}"));
        }
    }

    /// What `base_dims` is about: operands, results, or types in an attribute.
    fn shaped(&self, op: Op, base: &str) -> Option<(String, Vec<Type>)> {
        for name in [base.to_owned(), format!("{base}s")] {
            if let Some(values) = self.any_group(op, &name) {
                return Some((name, self.types(values)));
            }
            if self.module.def(op).attr_row(&name).is_some() {
                let attr = self.module.get_attr(op, &name)?;
                let items = self.ctx().array_value(attr).unwrap_or(std::slice::from_ref(&attr));
                let types = items.iter().filter_map(|&item| match self.ctx().attr_kind(item) {
                    AttrKind::Type(ty) => Some(*ty),
                    _ => None,
                });
                return Some((name, types.collect()));
            }
        }
        None
    }

    fn plural(&self, op: Op, base: &str) -> Option<(String, Vec<Value>)> {
        let names = [format!("{base}s"), format!("mixed_{base}s")];
        names.into_iter().find_map(|name| {
            let values = self.any_group(op, &name)?;
            Some((name, values))
        })
    }

    /// The operands or results of a name of the row.
    fn any_group(&self, op: Op, name: &str) -> Option<Vec<Value>> {
        let def = self.module.def(op);
        if def.operand_index(name).is_some() {
            return Some(self.module.group(op, name).to_vec());
        }
        def.result_index(name).map(|_| self.module.result_group(op, name).to_vec())
    }

    /// Whether values of the type have a size that is known only when the program runs.
    fn is_sized(&self, value: Value) -> bool {
        matches!(
            self.ctx().type_kind(self.module.ty(value)),
            TypeKind::StreamResource(_) | TypeKind::UtilBuffer | TypeKind::Hal(HalType::Buffer | HalType::BufferView)
        )
    }
}
