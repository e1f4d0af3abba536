//! Constants: what a value is known to be, arithmetic on attributes, and operations that give a constant.
//!
//! Integers are `i128` as in [`AttrKind::Integer`]; elements of `dense` constants are computed one by one, up to
//! [`MAX_FOLDED_ELEMENTS`].

use std::sync::Arc;

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::blob;
use crate::context::{Context, wrap_int};
use crate::def::CONSTANT_LIKE;
use crate::dialect_attrs::{DialectAttr, DialectAttrKind};
use crate::floats;
use crate::loc::Loc;
use crate::module::{At, Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::Folded;
use crate::types::{FloatKind, Signedness, Type, TypeKind};

pub use crate::ops::rules::{element, with_element};

/// Most elements of a `dense` constant that is not a splat that folds compute; larger ones are left to run time.
pub const MAX_FOLDED_ELEMENTS: usize = 1 << 16;

/// The attribute of the constant that defines `value`.
pub fn constant(module: &Module, value: Value) -> Option<Attr> {
    constant_of(module, module.defining_op(value)?)
}

/// The attribute of an operation that is a constant.
pub fn constant_of(module: &Module, op: Op) -> Option<Attr> {
    let def = module.def(op);
    if !def.has(CONSTANT_LIKE) {
        return None;
    }
    match (def.fold?)(module, op)? {
        Folded::Constant(attr) => Some(attr),
        Folded::Value(_) => None,
    }
}

/// The integer that `value` is, or that every element of it is.
pub fn int(module: &Module, value: Value) -> Option<i128> {
    splat_int(&module.ctx, constant(module, value)?)
}

/// Whether `value` is this integer, or every element of it is.
pub fn is_int(module: &Module, value: Value, expected: i128) -> bool {
    int(module, value) == Some(expected)
}

/// The integer in an attribute, or the one that all its elements are.
pub fn splat_int(ctx: &Context, attr: Attr) -> Option<i128> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => Some(*value),
        AttrKind::Dense { ty, data: DenseData::Splat(bytes) } => read_int(ctx, element(ctx, *ty), bytes),
        _ => None,
    }
}

/// The float in an attribute, or the one that all its elements are.
pub fn splat_float(ctx: &Context, attr: Attr) -> Option<f64> {
    let (bits, ty) = match ctx.attr_kind(attr) {
        AttrKind::Float { bits, ty } => (*bits, *ty),
        AttrKind::Dense { ty, data: DenseData::Splat(bytes) } => (read_bits(bytes), element(ctx, *ty)),
        _ => return None,
    };
    floats::decode(float_kind(ctx, ty)?, bits)
}

/// Bits of an integer type; 64 for `index`.
pub fn int_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_kind(element(ctx, ty)) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(INDEX_BITS),
        _ => None,
    }
}

/// Bits of `index` in constants.
pub const INDEX_BITS: u32 = 64;

/// The format of a float type.
pub fn float_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ctx.type_kind(ty) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// `value` as an unsigned number of `width` bits.
pub fn unsigned(value: i128, width: u32) -> u128 {
    if width >= 128 { value as u128 } else { value as u128 & ((1 << width) - 1) }
}

/// `value` as a signed number of `width` bits.
pub fn signed(value: i128, width: u32) -> i128 {
    if width == 0 || width >= 128 { value } else { value << (128 - width) >> (128 - width) }
}

/// All bits of the type set, as [`AttrKind::Integer`] has it.
pub fn is_all_ones(value: i128, width: u32) -> bool {
    unsigned(value, width) == unsigned(-1, width)
}

/// `value : ty`, or `dense<value> : ty` for a shaped type of static shape.
pub fn int_constant(ctx: &Context, ty: Type, value: i128) -> Option<Attr> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } => Some(ctx.int_attr(value, ty)),
        TypeKind::Index => Some(ctx.int_attr(signed(value, INDEX_BITS), ty)),
        _ => {
            let (element, count) = shaped(ctx, ty)?;
            Some(dense(ctx, ty, vec![write_int(ctx, element, value)?; count.min(1)]))
        }
    }
}

/// Zero of an integer, float or shaped type.
pub fn zero(ctx: &Context, ty: Type) -> Option<Attr> {
    match ctx.type_kind(element(ctx, ty)) {
        TypeKind::Float(_) => float_constant(ctx, ty, 0.0),
        _ => int_constant(ctx, ty, 0),
    }
}

/// `value : ty` of a float or shaped type, rounded to the format.
pub fn float_constant(ctx: &Context, ty: Type, value: f64) -> Option<Attr> {
    if let Some(kind) = float_kind(ctx, ty) {
        return Some(ctx.attr(AttrKind::Float { bits: floats::encode(kind, value)?, ty }));
    }
    let (element, count) = shaped(ctx, ty)?;
    Some(dense(ctx, ty, vec![write_float(ctx, element, value)?; count.min(1)]))
}

/// Element type and number of elements of a vector or tensor of static shape.
fn shaped(ctx: &Context, ty: Type) -> Option<(Type, usize)> {
    let (TypeKind::Vector { shape, element, .. } | TypeKind::Tensor { shape, element, .. }) = ctx.type_kind(ty) else {
        return None;
    };
    Some((*element, usize::try_from(blob::element_count(shape)?).ok()?))
}

fn read_bits(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u128::from(b))
}

fn read_int(ctx: &Context, element: Type, bytes: &[u8]) -> Option<i128> {
    let bits = read_bits(bytes) as i128;
    match ctx.type_kind(element) {
        TypeKind::Integer { width, sign } if *width <= 128 => Some(wrap_int(bits, *width, *sign)),
        TypeKind::Index => Some(signed(bits, INDEX_BITS)),
        _ => None,
    }
}

fn write_int(ctx: &Context, element: Type, value: i128) -> Option<Vec<u8>> {
    let width = int_width(ctx, element).filter(|w| *w <= 128)?;
    let size = blob::element_size(ctx, element)?;
    Some(unsigned(value, width).to_le_bytes()[..size].to_vec())
}

fn write_float(ctx: &Context, element: Type, value: f64) -> Option<Vec<u8>> {
    let bits = floats::encode(float_kind(ctx, element)?, value)?;
    Some(bits.to_le_bytes()[..blob::element_size(ctx, element)?].to_vec())
}

/// A `dense` attribute of elements given one by one, or of one that stands for all.
fn dense(ctx: &Context, ty: Type, elements: Vec<Vec<u8>>) -> Attr {
    let data = match elements.as_slice() {
        [first, rest @ ..] if rest.iter().all(|e| e == first) => DenseData::Splat(first.clone().into()),
        _ => DenseData::Bytes(Arc::from(elements.concat())),
    };
    ctx.attr(AttrKind::Dense { ty, data })
}

/// The elements of an attribute, as numbers.
enum Elements<T> {
    One(T),
    Many(Vec<T>),
}

fn elements<T>(
    ctx: &Context,
    attr: Attr,
    scalar: impl Fn(&AttrKind) -> Option<T>,
    read: impl Fn(Type, &[u8]) -> Option<T>,
) -> Option<Elements<T>> {
    let kind = ctx.attr_kind(attr);
    if let Some(value) = scalar(kind) {
        return Some(Elements::One(value));
    }
    let AttrKind::Dense { ty, data } = kind else { return None };
    let (element, count) = shaped(ctx, *ty)?;
    let size = blob::element_size(ctx, element)?;
    match data {
        DenseData::Splat(bytes) => Some(Elements::One(read(element, bytes)?)),
        DenseData::Bytes(bytes) if count <= MAX_FOLDED_ELEMENTS => {
            let many: Option<Vec<T>> = bytes.chunks_exact(size).map(|bytes| read(element, bytes)).collect();
            Some(Elements::Many(many?))
        }
        _ => None,
    }
}

/// Applies `f` to integers element by element; the operands are scalars or `dense` of one shape. `ty` is the result's type.
/// `None` when an operand is no such constant or `f` has no answer for an element.
pub fn map_ints(ctx: &Context, attrs: &[Attr], ty: Type, f: impl FnMut(&[i128]) -> Option<i128>) -> Option<Attr> {
    let operands: Option<Vec<_>> = attrs.iter().map(|&a| int_elements(ctx, a)).collect();
    map_elements(ctx, &operands?, ty, f, |value| int_constant(ctx, ty, value), |e, value| write_int(ctx, e, value))
}

/// Like [`map_ints`] for floats.
pub fn map_floats(ctx: &Context, attrs: &[Attr], ty: Type, f: impl FnMut(&[f64]) -> Option<f64>) -> Option<Attr> {
    let operands: Option<Vec<_>> = attrs.iter().map(|&a| float_elements(ctx, a)).collect();
    map_elements(ctx, &operands?, ty, f, |value| float_constant(ctx, ty, value), |e, value| write_float(ctx, e, value))
}

/// From integers to floats, element by element.
pub fn ints_to_floats(ctx: &Context, attr: Attr, ty: Type, f: impl Fn(i128) -> Option<f64>) -> Option<Attr> {
    let operand = int_elements(ctx, attr)?;
    let apply = |values: &[i128]| f(values[0]);
    map_elements(ctx, &[operand], ty, apply, |v| float_constant(ctx, ty, v), |e, v| write_float(ctx, e, v))
}

/// From floats to integers, element by element.
pub fn floats_to_ints(ctx: &Context, attrs: &[Attr], ty: Type, f: impl FnMut(&[f64]) -> Option<i128>) -> Option<Attr> {
    let operands: Option<Vec<_>> = attrs.iter().map(|&a| float_elements(ctx, a)).collect();
    map_elements(ctx, &operands?, ty, f, |v| int_constant(ctx, ty, v), |e, v| write_int(ctx, e, v))
}

fn int_elements(ctx: &Context, attr: Attr) -> Option<Elements<i128>> {
    let scalar = |kind: &AttrKind| match kind {
        AttrKind::Integer { value, .. } => Some(*value),
        _ => None,
    };
    elements(ctx, attr, scalar, |element, bytes| read_int(ctx, element, bytes))
}

fn float_elements(ctx: &Context, attr: Attr) -> Option<Elements<f64>> {
    let decode = |ty: Type, bits: u128| floats::decode(float_kind(ctx, ty)?, bits);
    let scalar = |kind: &AttrKind| match kind {
        AttrKind::Float { bits, ty } => decode(*ty, *bits),
        _ => None,
    };
    elements(ctx, attr, scalar, |element, bytes| decode(element, read_bits(bytes)))
}

fn map_elements<T: Copy, R>(
    ctx: &Context,
    operands: &[Elements<T>],
    ty: Type,
    mut f: impl FnMut(&[T]) -> Option<R>,
    one: impl Fn(R) -> Option<Attr>,
    write: impl Fn(Type, R) -> Option<Vec<u8>>,
) -> Option<Attr> {
    let count = operands.iter().find_map(|e| match e {
        Elements::Many(list) => Some(list.len()),
        Elements::One(_) => None,
    });
    let Some(count) = count else {
        let values: Vec<T> = operands.iter().filter_map(|e| at(e, 0)).collect();
        return one(f(&values)?);
    };
    let (element, expected) = shaped(ctx, ty)?;
    if expected != count {
        return None;
    }
    let mut results = Vec::with_capacity(count);
    for i in 0..count {
        let values: Option<Vec<T>> = operands.iter().map(|e| at(e, i)).collect();
        results.push(write(element, f(&values?)?)?);
    }
    Some(dense(ctx, ty, results))
}

fn at<T: Copy>(elements: &Elements<T>, index: usize) -> Option<T> {
    match elements {
        Elements::One(value) => Some(*value),
        Elements::Many(list) => list.get(index).copied(),
    }
}

/// The elements of `yes` where `picks` is true and of `no` where it is false; all are `dense`.
pub fn select_elements(ctx: &Context, picks: Attr, yes: Attr, no: Attr, ty: Type) -> Option<Attr> {
    let bytes = |attr| elements(ctx, attr, |_| None, |_, bytes: &[u8]| Some(bytes.to_vec()));
    let (yes, no, picks) = (bytes(yes)?, bytes(no)?, int_elements(ctx, picks)?);
    let (_, count) = shaped(ctx, ty)?;
    let pick = |e: &Elements<Vec<u8>>, i: usize| match e {
        Elements::One(value) => Some(value.clone()),
        Elements::Many(list) => list.get(i).cloned(),
    };
    let picked: Option<Vec<Vec<u8>>> =
        (0..count).map(|i| if at(&picks, i)? == 0 { pick(&no, i) } else { pick(&yes, i) }).collect();
    Some(dense(ctx, ty, picked?))
}

/// `#util.null : ty`
pub fn null_attr(ctx: &Context, ty: Type) -> Attr {
    ctx.attr(AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::UtilNull, params: [].into_iter().collect(), ty: Some(ty) }))
}

/// Whether an attribute is `#util.null`.
pub fn is_null(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::UtilNull)
}

/// A new operation at a place that gives `attr` as a value of type `ty`; `None` when no operation can.
pub fn materialize(module: &mut Module, at: At, attr: Attr, ty: Type, loc: Loc) -> Option<Op> {
    let ctx = module.ctx.clone();
    let kind = constant_kind(&ctx, attr, ty)?;
    let mut new = NewOp { results: [ty].into_iter().collect(), ..NewOp::default() };
    if !matches!(kind, OpKind::UtilNull | OpKind::StreamTimepointImmediate) {
        new.props.push((ctx.ident("value"), attr));
    }
    Some(module.insert_new(at, kind, loc, new))
}

/// Whether an operation can give `attr` as a value of type `ty`.
pub fn can_materialize(ctx: &Context, attr: Attr, ty: Type) -> bool {
    constant_kind(ctx, attr, ty).is_some()
}

/// The operation that gives `attr` as a value of type `ty`.
fn constant_kind(ctx: &Context, attr: Attr, ty: Type) -> Option<OpKind> {
    if is_null(ctx, attr) {
        return Some(OpKind::UtilNull);
    }
    if matches!(ctx.attr_kind(attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::StreamTimepoint) {
        return Some(OpKind::StreamTimepointImmediate);
    }
    if matches!(ctx.type_kind(ty), TypeKind::UtilBuffer) {
        return Some(OpKind::UtilBufferConstant);
    }
    let signless = match ctx.type_kind(element(ctx, ty)) {
        TypeKind::Integer { sign, .. } => *sign == Signedness::Signless,
        _ => true,
    };
    let arith = matches!(
        ctx.attr_kind(attr),
        AttrKind::Integer { .. }
            | AttrKind::Float { .. }
            | AttrKind::Dense { .. }
            | AttrKind::Sparse { .. }
            | AttrKind::DenseResource { .. }
    );
    (arith && signless && ctx.attr_type(attr) == Some(ty)).then_some(OpKind::ArithConstant)
}
