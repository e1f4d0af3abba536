//! Attributes: constants attached to operations.
//!
//! An [`Attr`] is an id; its content is an [`AttrKind`] in the [`Context`](crate::Context). Equal small attributes have equal
//! ids; a blob that stays in its source file is equal only to itself, so that no one reads it to compare it.

use std::sync::Arc;

use crate::affine::{AffineMap, IntegerSet};
use crate::context::Ident;
use crate::dialect_attrs::DialectAttr;
use crate::loc::Loc;
use crate::source::SourceRange;
use crate::types::{Body, Type};

/// An interned attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attr(pub(crate) u32);

impl std::fmt::Debug for Attr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "attr{}", self.0)
    }
}

/// What an [`Attr`] is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// `unit`, or a key alone
    Unit,
    /// `5 : i32`, `true`, `-1 : index`
    Integer {
        /// Sign-extended for signless and signed types wider than one bit, else zero-extended.
        value: i128,
        /// An integer type or `index`.
        ty: Type,
    },
    /// `2.5 : f32`, `0x7FC00000 : f32`
    Float {
        /// The bits of the number in its own format.
        bits: u128,
        /// A float type.
        ty: Type,
    },
    /// `"text"`; bytes, since escapes can spell any byte
    String(Box<[u8]>),
    /// `"text" : !type`
    TypedString(Box<[u8]>, Type),
    /// `@root::@nested`
    Symbol {
        /// First name.
        root: Ident,
        /// The names below it.
        nested: Vec<Ident>,
    },
    /// `i32`, `!hal.buffer`
    Type(Type),
    /// `[1, 2]`
    Array(Vec<Attr>),
    /// `{a = 1, b}`, sorted by key text
    Dict(AttrList),
    /// `dense<…> : T`
    Dense {
        /// A tensor or vector type with static shape.
        ty: Type,
        /// Its elements.
        data: DenseData,
    },
    /// `sparse<indices, values> : T`
    Sparse {
        /// `dense` of `i64`, coordinates row by row.
        indices: Attr,
        /// `dense` of the values at these coordinates.
        values: Attr,
        /// The type of the whole.
        ty: Type,
    },
    /// `array<i32: 1, 2>`
    DenseArray {
        /// Integer or float type.
        element: Type,
        /// For each element its bits, sign-extended for integers.
        values: Vec<i64>,
    },
    /// `dense_resource<key> : T`
    DenseResource {
        /// Key in the module's resource section.
        key: Ident,
        /// The type of the whole.
        ty: Type,
    },
    /// `affine_map<…>`
    AffineMap(AffineMap),
    /// `affine_set<…>`
    IntegerSet(IntegerSet),
    /// `strided<[1, ?], offset: 3>`; `None` is `?`
    Strided {
        /// One stride for each dimension.
        strides: Vec<Option<i64>>,
        /// Elements before the first.
        offset: Option<i64>,
    },
    /// `loc(…)`
    Loc(Loc),
    /// `distinct[0]<attr>`
    Distinct(u64, Attr),
    /// `#hal.pipeline.layout<…>` and other attributes with a table
    Dialect(DialectAttr),
    /// `#dialect.body : T`, of a dialect or attribute without a table
    Opaque {
        /// Dialect name.
        dialect: Ident,
        /// Text after the dot.
        body: Body,
        /// Type suffix, when written.
        ty: Option<Type>,
    },
}

/// Named attributes.
pub type AttrList = Vec<(Ident, Attr)>;

/// The elements of a `dense<…>`.
///
/// Bytes are little-endian, row-major, each element in the fewest whole bytes (`i1` and `i4` take one).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DenseData {
    /// One element, repeated.
    Splat(Box<[u8]>),
    /// All elements.
    Bytes(Arc<[u8]>),
    /// All elements as hex digits that stay in the source text; read by [`Context::dense_chunks`](crate::Context).
    Hex(SourceRange),
    /// Elements of a string or dialect type, as attributes; one alone stands for all.
    Attrs(Vec<Attr>),
}
