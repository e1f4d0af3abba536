//! Attributes in the spelling of the rule that a row gives for them.

use super::Writer;
use super::attrs::is_word;
use crate::attrs::{Attr, AttrKind};
use crate::def::{AttrRule, IntKind};
use crate::enums::{EnumDef, IsSet, Joined};

impl Writer<'_> {
    /// An attribute in the spelling of its rule in a row.
    pub(crate) fn print_attr_by_rule(&mut self, rule: &AttrRule, attr: Attr) {
        let ctx = self.ctx;
        match (rule, ctx.attr_kind(attr)) {
            (AttrRule::SymbolName, AttrKind::String(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => self.print_symbol(ctx.ident(text)),
                Err(_) => self.print_string(bytes),
            },
            (AttrRule::Int(IntKind::Unsigned), AttrKind::Integer { value, .. }) => {
                self.formatted(format_args!("{}", *value as u64));
            }
            (AttrRule::Int(_) | AttrRule::F32, _) => self.print_attr_without_type(attr),
            (AttrRule::Enum(def), AttrKind::Integer { value, .. }) => {
                if !self.print_case(def, *value) {
                    self.print_attr_without_type(attr);
                }
            }
            (AttrRule::Dialect(kind), AttrKind::Dialect(dialect)) if dialect.kind == *kind => self.print_stripped(attr),
            (AttrRule::Case(kind), AttrKind::Dialect(dialect)) if dialect.kind == *kind => {
                if let Some((def, value)) = kind.cases().zip(dialect.case(ctx)) {
                    self.print_case(def, value);
                }
            }
            (AttrRule::QuotedCase(kind), AttrKind::Dialect(dialect)) if dialect.kind == *kind => {
                self.raw("\"");
                if let Some((def, value)) = kind.cases().zip(dialect.case(ctx)) {
                    self.print_case(def, value);
                }
                self.raw("\"");
            }
            (AttrRule::Word, AttrKind::String(bytes)) => self.raw(&String::from_utf8_lossy(bytes)),
            (AttrRule::ListOf(rule), AttrKind::Array(items)) => self.list(items, |w, &item| w.print_attr_by_rule(rule, item)),
            (AttrRule::Bracketed(rule), AttrKind::Array(items)) => {
                self.raw("[");
                self.list(items, |w, &item| w.print_attr_by_rule(rule, item));
                self.raw("]");
            }
            (AttrRule::Extent, AttrKind::Integer { value, .. }) if *value == i64::MIN.into() => self.raw("?"),
            (AttrRule::Extent, _) => self.print_attr_without_type(attr),
            (AttrRule::DenseArray(_), AttrKind::DenseArray { values, .. }) => {
                self.raw("[");
                self.list(values, |w, &value| w.number(value));
                self.raw("]");
            }
            _ => self.print_attr(attr),
        }
    }

    /// The name of a case, or of the bits of a set; false when the number has none.
    pub(crate) fn print_case(&mut self, def: &EnumDef, value: i128) -> bool {
        let Some(name) = u64::try_from(value).ok().and_then(|value| def.name(value)) else { return false };
        let quoted = match def.set {
            IsSet::Bits(Joined::Quoted) => !is_word(&name, "") || name == "None",
            IsSet::Bits(_) => false,
            IsSet::No => !is_word(&name, ""),
        };
        if quoted {
            self.print_string(name.as_bytes());
        } else {
            self.raw(&name);
        }
        true
    }
}
