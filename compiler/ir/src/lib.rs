//! HAL IR in memory: what `iree-compile` prints, as operations that can be read, changed, checked and printed again.
//!
//! - [`Context`] interns names, types, attributes and locations; modules of one context share them.
//! - [`Module`] holds operations, regions, blocks and values.
//! - [`parse_module`] and [`print_module`] turn text into a module and back.
//! - [`verify`](verify::verify) says what is wrong with a module.
//! - [`rewrite`] makes modules simpler: folding, greedy rewriting, dominance.
//! - [`def`] says what a row of the operation table is; [`OpKind`] lists the rows.
//!
//! The crate knows no pass and no plan.

mod affine;
mod arena;
mod attr_tree;
mod attrs;
pub mod blob;
mod context;
pub mod def;
mod diag;
mod dialect_attrs;
mod dialect_types;
mod directives;
mod element_type;
pub mod enums;
pub mod floats;
mod folds;
mod format;
mod hints;
mod intern;
pub mod limits;
mod loc;
mod module;
mod nearest;
mod ops;
mod params;
mod parse;
mod print;
mod reference;
pub mod rewrite;
mod source;
pub mod storage;
mod types;
pub mod verify;

pub use affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, Relation};
pub use attrs::{Attr, AttrKind, AttrList, DenseData};
pub use context::{Context, Ident, wrap_int};
pub use diag::{Diagnostic, Mistakes, Place, Severity};
pub use dialect_attrs::{AliasName, AttrCheckFn, DialectAttr, DialectAttrDef, DialectAttrKind, TypeSuffix};
pub use dialect_types::{DialectType, DialectTypeDef, DialectTypeKind};
pub use element_type::element_type_number;
pub use loc::{Loc, LocKind};
pub use module::{
    At, Block, Mapping, Module, NewOp, Op, OpData, Region, Resource, ResourceValue, Segments, Use, Value, ValueDef,
};
pub use nearest::nearest;
pub use ops::OpKind;
pub use params::Params;
pub use parse::{OpState, ParseResult, Parser, Unresolved, parse_attr, parse_module, parse_source};
pub use print::{PrintOptions, Printer, Writer, module_to_string, op_to_string, op_with_starts, print_module, type_to_string};
pub use reference::operation_reference;
pub use source::{SourceId, SourceRange, SourceText};
pub use types::{
    Body, DYNAMIC, Dim, FloatKind, HalType, Lifetime, Piece, Shape, Signedness, StreamType, Type, TypeKind, Types,
};
