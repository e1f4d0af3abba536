//! `util.list`, `util.range` and references to globals.

use crate::def::*;
use crate::ops::rules::*;
use crate::types::TypeKind;
use crate::verify::util as verify;
use crate::{Context, Type};

const LIST: TypeRule = TypeRule::Is("!util.list", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::UtilList(_)));
const RANGE: TypeRule = TypeRule::AnyOf(&[INDEX, INT]);

pub(crate) const CREATE: OpDef = op("util.list.create", "An empty list.")
    .operands(&[maybe("initial_capacity", INDEX)])
    .results(&[result("result", LIST)])
    .effects(effect::ALLOC)
    .text("[? $initial_capacity^ ?] &attrs : @result");

pub(crate) const CONSTRUCT: OpDef = op("util.list.construct", "A list of these values.")
    .operands(&[many("values", ANY)])
    .results(&[result("result", LIST)])
    .effects(effect::ALLOC)
    .text("&TypedValues(values) &attrs : @result")
    .check(verify::list);

pub(crate) const SIZE: OpDef = op("util.list.size", "The number of elements.")
    .operands(&[one("list", LIST)])
    .results(&[result("result", INDEX)])
    .effects(effect::READ)
    .text("$operands &attrs : @list");

pub(crate) const RESIZE: OpDef = op("util.list.resize", "Gives a list another length.")
    .operands(&[one("list", LIST), one("new_size", INDEX)])
    .effects(effect::WRITE)
    .text("$operands &attrs : @list");

pub(crate) const GET: OpDef = op("util.list.get", "An element.")
    .operands(&[one("list", LIST), one("index", INDEX)])
    .results(&[result("result", ANY)])
    .effects(effect::READ)
    .text("$list[$index] &attrs : &ListGet(list, result)")
    .check(verify::list);

pub(crate) const SET: OpDef = op("util.list.set", "Replaces an element.")
    .operands(&[one("list", LIST), one("index", INDEX), one("value", ANY)])
    .effects(effect::WRITE)
    .text("$list[$index], $value &attrs : &ListSet(list, value)")
    .check(verify::list);

pub(crate) const RANGE_MIN: OpDef = op("util.range.min", "The least of several values.")
    .operands(&[many("operands", RANGE).var("T")])
    .results(&[result("result", RANGE).var("T")])
    .pure()
    .text("$operands &attrs : @result");

pub(crate) const RANGE_MAX: OpDef = op("util.range.max", "The greatest of several values.")
    .operands(&[many("operands", RANGE).var("T")])
    .results(&[result("result", RANGE).var("T")])
    .pure()
    .text("$operands &attrs : @result");

pub(crate) const RANGE_EXTENTS: OpDef = op("util.range.extents", "The least and the last value of several ranges.")
    .operands(&[many("offsets", RANGE).var("T"), many("lengths", RANGE).var("T")])
    .results(&[result("min", RANGE).var("T"), result("max", RANGE).var("T")])
    .traits(SAME_VARIADIC)
    .pure()
    .text("&RangeList(offsets, lengths) &attrs : @min");

const GLOBAL_REF: AttrRow = attr("global", AttrRule::FlatSymbol);
const POINTER: TypeRule = TypeRule::Is("!util.ptr", |ctx, ty| pointee(ctx, ty).is_some());

/// The type of the global that a pointer refers to.
fn pointee(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_kind(ty) {
        TypeKind::Dialect(dialect) if dialect.kind == crate::DialectTypeKind::UtilPtr => dialect.type_param(ctx, "target"),
        _ => None,
    }
}

pub(crate) const GLOBAL_ADDRESS: OpDef = op("util.global.address", "A reference to a global.")
    .attrs(&[GLOBAL_REF, attr_opt("is_immutable", AttrRule::Unit)])
    .results(&[result("result", POINTER)])
    .pure()
    .hints_by(|module, op, set| {
        if let Some(name) = module.symbol_path(op, "global").and_then(|path| path.first().copied()) {
            set(0, &format!("ptr_{}", module.ctx.str(name)));
        }
    })
    .text("[? immutable $is_immutable^ ?] $global &attrs : @result")
    .check(verify::global_load);

pub(crate) const GLOBAL_LOAD_INDIRECT: OpDef = op("util.global.load.indirect", "The value of a global that is referred to.")
    .operands(&[one("global", POINTER)])
    .attrs(&[attr_opt("is_immutable", AttrRule::Unit)])
    .results(&[result("result", ANY)])
    .effects(effect::READ)
    .text("[? immutable $is_immutable^ ?] $global &attrs : @global -> @result")
    .check(verify::global_indirect);

pub(crate) const GLOBAL_STORE_INDIRECT: OpDef = op("util.global.store.indirect", "Gives a global that is referred to a value.")
    .operands(&[one("value", ANY), one("global", POINTER)])
    .effects(effect::WRITE)
    .text("$value, $global &attrs : @value -> @global")
    .check(verify::global_indirect);
