//! What attributes may be: the constraints of rows, and the attributes inside attributes.

use super::Verifier;
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::def::{AttrRow, AttrRule, IntKind};
use crate::dialect_attrs::DialectAttr;
use crate::enums::EnumDef;
use crate::module::{Op, is_inherent};
use crate::types::{FloatKind, Signedness, Type, TypeKind};

impl AttrRule {
    /// Whether `attr` is allowed.
    pub fn accepts(&self, ctx: &Context, attr: Attr) -> bool {
        let kind = ctx.attr_kind(attr);
        match self {
            Self::Any => true,
            Self::Unit => matches!(kind, AttrKind::Unit),
            Self::Bool => matches!(kind, AttrKind::Integer { ty, .. } if *ty == ctx.int_type(1)),
            Self::Str | Self::SymbolName | Self::Word => matches!(kind, AttrKind::String(_)),
            Self::FlatSymbol => matches!(kind, AttrKind::Symbol { nested, .. } if nested.is_empty()),
            Self::Symbol => matches!(kind, AttrKind::Symbol { .. }),
            Self::Type => matches!(kind, AttrKind::Type(_)),
            Self::FunctionType => function_type(ctx, attr).is_some(),
            Self::Int(int) | Self::TypedInt(int) => matches!(kind, AttrKind::Integer { ty, .. } if int.accepts(ctx, *ty)),
            Self::Extent => matches!(kind, AttrKind::Integer { .. }),
            Self::Enum(def) => matches!(kind, AttrKind::Integer { value, ty } if def.accepts(ctx, *value, *ty)),
            Self::Dialect(wanted) | Self::Whole(wanted) | Self::Case(wanted) | Self::QuotedCase(wanted) => {
                matches!(kind, AttrKind::Dialect(found) if found.kind == *wanted)
            }
            Self::Array => matches!(kind, AttrKind::Array(_)),
            Self::ListOf(rule) | Self::Bracketed(rule) => {
                matches!(kind, AttrKind::Array(items) if items.iter().all(|&item| rule.accepts(ctx, item)))
            }
            Self::Dict => matches!(kind, AttrKind::Dict(_)),
            Self::AffineMap => matches!(kind, AttrKind::AffineMap(_)),
            Self::DenseArray(width) => {
                matches!(kind, AttrKind::DenseArray { element, .. } if *element == ctx.int_type(*width))
            }
            Self::Typed => is_typed(kind),
            Self::F32 => matches!(kind, AttrKind::Float { ty, .. } if *ctx.type_kind(*ty) == TypeKind::Float(FloatKind::F32)),
            Self::Elements => is_elements(kind),
            Self::Loc => matches!(kind, AttrKind::Loc(_)),
        }
    }

    /// The rule in words, for messages and the reference page.
    pub fn describe(&self) -> String {
        let words = match self {
            Self::Any => "any attribute",
            Self::Unit => "unit",
            Self::Bool => "true or false",
            Self::Str | Self::SymbolName | Self::Word => "a string",
            Self::FlatSymbol => "a symbol such as @name",
            Self::Symbol => "a symbol such as @outer::@inner",
            Self::Type => "a type",
            Self::FunctionType => "a function type",
            Self::Int(IntKind::Index) | Self::TypedInt(IntKind::Index) => "an integer of type index",
            Self::Int(IntKind::Unsigned) | Self::TypedInt(IntKind::Unsigned) => "an integer of type i64",
            Self::Int(IntKind::Width(width)) | Self::TypedInt(IntKind::Width(width)) => {
                return format!("an integer of type i{width}");
            }
            Self::Extent => "an integer",
            Self::Enum(def) => return format!("an i{} that is {} of {}", def.width, def.how_many(), def.names()),
            Self::Dialect(kind) | Self::Whole(kind) | Self::Case(kind) | Self::QuotedCase(kind) => {
                return format!("#{}", kind.def().name);
            }
            Self::Array => "an array",
            Self::ListOf(rule) | Self::Bracketed(rule) => return format!("an array, each element {}", rule.describe()),
            Self::Dict => "a dictionary",
            Self::AffineMap => "an affine map",
            Self::DenseArray(width) => return format!("array<i{width}: ...>"),
            Self::Typed => "an attribute with a type",
            Self::F32 => "a float of type f32",
            Self::Elements => "elements, or another attribute that has bytes",
            Self::Loc => "a location",
        };
        words.to_owned()
    }
}

impl IntKind {
    fn accepts(self, ctx: &Context, ty: Type) -> bool {
        match (self, ctx.type_kind(ty)) {
            (Self::Index, TypeKind::Index) => true,
            (Self::Unsigned, _) => Self::Width(64).accepts(ctx, ty),
            (Self::Width(width), TypeKind::Integer { width: found, sign }) => *found == width && *sign == Signedness::Signless,
            _ => false,
        }
    }
}

impl EnumDef {
    fn accepts(&self, ctx: &Context, value: i128, ty: Type) -> bool {
        // Sets use the highest bit of their width too, which integers show as a negative number.
        let bits = (value as u128 & (u128::MAX >> (128 - self.width.clamp(1, 64)))) as u64;
        IntKind::Width(self.width).accepts(ctx, ty) && self.has(bits)
    }
}

/// The inputs and results of a function type in an attribute.
pub(crate) fn function_type(ctx: &Context, attr: Attr) -> Option<(&[Type], &[Type])> {
    let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return None };
    match ctx.type_kind(*ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Attributes without a type say nothing about one; those of dialects without a table may have one.
fn is_typed(kind: &AttrKind) -> bool {
    match kind {
        AttrKind::Integer { .. }
        | AttrKind::Float { .. }
        | AttrKind::String(_)
        | AttrKind::TypedString(..)
        | AttrKind::Dense { .. }
        | AttrKind::Sparse { .. }
        | AttrKind::DenseResource { .. }
        | AttrKind::DenseArray { .. }
        | AttrKind::Dialect(_)
        | AttrKind::Opaque { .. } => true,
        AttrKind::Unit
        | AttrKind::Symbol { .. }
        | AttrKind::Type(_)
        | AttrKind::Array(_)
        | AttrKind::Dict(_)
        | AttrKind::AffineMap(_)
        | AttrKind::IntegerSet(_)
        | AttrKind::Strided { .. }
        | AttrKind::Loc(_)
        | AttrKind::Distinct(..) => false,
    }
}

fn is_elements(kind: &AttrKind) -> bool {
    is_typed(kind) && !matches!(kind, AttrKind::Integer { .. } | AttrKind::Float { .. })
}

impl Verifier<'_> {
    /// Checks a parameter or inherent attribute against its row; what was expected and found when it does not hold.
    fn attr_mistake(&self, row: &AttrRow, attr: Option<Attr>) -> Option<String> {
        let ctx = self.ctx();
        match attr {
            Some(attr) if row.rule.accepts(ctx, attr) => None,
            Some(attr) => {
                Some(format!("expected `{}` to be {}, found {}", row.name, row.rule.describe(), self.show_attr(attr)))
            }
            None if row.is_optional() => None,
            None => Some(format!("expected the attribute `{}`: {}", row.name, row.rule.describe())),
        }
    }

    /// The inherent attributes of `op` against their rows.
    pub(super) fn check_inherent(&mut self, op: Op) {
        let module = self.module;
        let def = module.def(op);
        for row in def.attrs {
            if let Some(message) = self.attr_mistake(row, module.get_attr(op, row.name)) {
                self.error(op, message);
            }
        }
        if let (Some((key, _)), true) = (module.op(op).props.first(), def.attrs.is_empty())
            && !is_inherent(def, self.ctx().str(*key))
        {
            let name = self.ctx().str(*key).to_owned();
            self.error(op, format!("expected no inherent attributes, found `{name}`"));
            self.help("other attributes stand in `{}` instead of `<{}>`");
        }
    }

    /// What all attributes of `op` hold, however deep: attributes of dialects against their rows.
    pub(super) fn check_attributes(&mut self, op: Op) {
        let data = self.module.op(op);
        // What is left to look into.
        let mut stack = Vec::new();
        for &(_, attr) in data.props.iter().chain(&data.attrs) {
            let mut next = Some(attr);
            while let Some(attr) = next {
                if self.seen.insert(attr) {
                    match self.ctx().attr_kind(attr) {
                        AttrKind::Array(items) => stack.extend(items),
                        AttrKind::Dict(items) => stack.extend(items.iter().map(|(_, attr)| *attr)),
                        AttrKind::Dialect(dialect) => {
                            stack.extend(dialect.params.iter().flatten());
                            self.check_dialect_attr(op, dialect);
                        }
                        _ => {}
                    }
                }
                next = stack.pop();
            }
        }
    }

    fn check_dialect_attr(&mut self, op: Op, attr: &DialectAttr) {
        let def = attr.kind.def();
        let mut holds = true;
        for (row, &param) in def.params.iter().zip(&attr.params) {
            if let Some(message) = self.attr_mistake(row, param) {
                self.error(op, format!("#{}: {message}", def.name));
                holds = false;
            }
        }
        if let Some(check) = def.check
            && holds
            && let Err(message) = check(self.ctx(), attr)
        {
            self.error(op, format!("#{}: {message}", def.name));
        }
    }
}
