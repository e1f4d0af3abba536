//! What types and attributes may be, as rows say it.

use crate::attrs::Attr;
use crate::context::Context;
use crate::dialect_attrs::DialectAttrKind;
use crate::dialect_types::DialectTypeKind;
use crate::enums::EnumDef;
use crate::types::{HalType, Signedness, StreamType, Type, TypeKind};

/// What a type may be.
#[derive(Clone, Copy)]
pub enum TypeRule {
    /// Anything.
    Any,
    /// `index`.
    Index,
    /// Signless integer of this width.
    Int(u32),
    /// `!hal.…`
    Hal(HalType),
    /// `!util.buffer`
    UtilBuffer,
    /// `!stream.…`
    Stream(StreamType),
    /// A type of the table without parameters.
    Dialect(DialectTypeKind),
    /// One of these.
    AnyOf(&'static [TypeRule]),
    /// What the function accepts; the text names it in messages.
    Is(&'static str, fn(&Context, Type) -> bool),
}

impl TypeRule {
    /// The only type the rule allows, when there is one.
    pub fn exact(&self, ctx: &Context) -> Option<Type> {
        Some(match *self {
            Self::Index => ctx.index_type(),
            Self::Int(width) => ctx.int_type(width),
            Self::Hal(ty) => ctx.hal_type(ty),
            Self::UtilBuffer => ctx.ty(TypeKind::UtilBuffer),
            Self::Stream(ty) => ctx.ty(TypeKind::Stream(ty)),
            Self::Dialect(kind) => ctx.dialect_type(kind, []),
            Self::Any | Self::AnyOf(_) | Self::Is(..) => return None,
        })
    }

    /// Whether `ty` is allowed.
    pub fn accepts(&self, ctx: &Context, ty: Type) -> bool {
        match self {
            Self::Any => true,
            Self::AnyOf(rules) => rules.iter().any(|rule| rule.accepts(ctx, ty)),
            Self::Is(_, test) => test(ctx, ty),
            // Without interning, which takes a lock.
            Self::Index => ty == ctx.index_type(),
            Self::Int(width) => *ctx.type_kind(ty) == TypeKind::Integer { width: *width, sign: Signedness::Signless },
            Self::Hal(kind) => *ctx.type_kind(ty) == TypeKind::Hal(*kind),
            Self::UtilBuffer => *ctx.type_kind(ty) == TypeKind::UtilBuffer,
            Self::Stream(kind) => *ctx.type_kind(ty) == TypeKind::Stream(*kind),
            Self::Dialect(kind) => {
                matches!(ctx.type_kind(ty), TypeKind::Dialect(found) if found.kind == *kind && found.params.is_empty())
            }
        }
    }

    /// The rule in words, for messages and the reference page.
    pub fn describe(&self) -> String {
        match self {
            Self::Any => "any type".to_owned(),
            Self::Index => "index".to_owned(),
            Self::Int(width) => format!("i{width}"),
            Self::Hal(ty) => format!("!hal.{}", ty.keyword()),
            Self::UtilBuffer => "!util.buffer".to_owned(),
            Self::Stream(ty) => format!("!stream.{}", ty.keyword()),
            Self::Dialect(kind) => format!("!{}", kind.def().name),
            Self::AnyOf(rules) => {
                let words: Vec<String> = rules.iter().map(Self::describe).collect();
                words.join(" or ")
            }
            Self::Is(words, _) => (*words).to_owned(),
        }
    }
}

/// An inherent attribute of a row.
#[derive(Clone, Copy)]
pub struct AttrRow {
    /// Key.
    pub name: &'static str,
    /// What it may be, and how it is written where the format names it.
    pub rule: AttrRule,
    /// Whether it may be absent.
    pub presence: Presence,
}

impl AttrRow {
    /// Whether it may be absent.
    pub fn is_optional(&self) -> bool {
        self.presence != Presence::Required
    }

    /// What its absence means.
    pub fn default_attr(&self, ctx: &Context) -> Option<Attr> {
        let Presence::DefaultInt(value) = self.presence else { return None };
        Some(match self.rule {
            AttrRule::Bool => ctx.bool_attr(value != 0),
            AttrRule::Dialect(kind) | AttrRule::Case(kind) | AttrRule::QuotedCase(kind) => kind.of_case(ctx, value.into()),
            _ => ctx.int_attr(value.into(), self.rule.int_type(ctx)?),
        })
    }
}

/// Whether an attribute may be absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// Must be there.
    Required,
    /// May be absent.
    Optional,
    /// Absent means this integer, case or truth value; the parser fills it in where the custom form leaves it out.
    DefaultInt(i64),
}

/// What an attribute may be.
#[derive(Clone, Copy)]
pub enum AttrRule {
    /// Anything; printed whole.
    Any,
    /// `unit`: present or not.
    Unit,
    /// `true` or `false`.
    Bool,
    /// A string.
    Str,
    /// A symbol the operation defines: a string in the IR, `@name` in custom form.
    SymbolName,
    /// `@name`
    FlatSymbol,
    /// `@a::@b`
    Symbol,
    /// A type.
    Type,
    /// A function type.
    FunctionType,
    /// An integer of a fixed type, printed without it.
    Int(IntKind),
    /// An integer of a fixed type, printed with it.
    TypedInt(IntKind),
    /// One of an enumeration, stored as an integer of this width.
    Enum(&'static EnumDef),
    /// An attribute of a dialect's table, printed without its prefix.
    Dialect(DialectAttrKind),
    /// An attribute of a dialect's table, printed whole.
    Whole(DialectAttrKind),
    /// An attribute of a dialect's table whose only parameter is a case: written as the case alone.
    Case(DialectAttrKind),
    /// The same with the case in quotes.
    QuotedCase(DialectAttrKind),
    /// A bare word, stored as a string.
    Word,
    /// An array.
    Array,
    /// An array whose elements have this spelling, written without the brackets.
    ListOf(&'static AttrRule),
    /// An array whose elements have this spelling.
    Bracketed(&'static AttrRule),
    /// An `i64`; `?`, the least one, is an extent that is only known when the program runs.
    Extent,
    /// A dictionary.
    Dict,
    /// An affine map.
    AffineMap,
    /// `array<iN: …>` of this width.
    DenseArray(u32),
    /// An integer or float with its type.
    Typed,
    /// An `f32`, printed without its type.
    F32,
    /// Elements, or anything else that has bytes.
    Elements,
    /// A location.
    Loc,
}

impl AttrRule {
    /// The type of the integer it is stored as, for rules of one integer type.
    pub fn int_type(&self, ctx: &Context) -> Option<Type> {
        match self {
            Self::Int(kind) | Self::TypedInt(kind) => Some(kind.ty(ctx)),
            Self::Enum(def) => Some(ctx.int_type(def.width)),
            _ => None,
        }
    }
}

/// The type of an [`AttrRule::Int`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntKind {
    /// `index`
    Index,
    /// `iN`
    Width(u32),
    /// `i64`, written without sign.
    Unsigned,
}

impl IntKind {
    /// The type.
    pub fn ty(self, ctx: &Context) -> Type {
        match self {
            Self::Index => ctx.index_type(),
            Self::Width(width) => ctx.int_type(width),
            Self::Unsigned => ctx.int_type(64),
        }
    }
}
