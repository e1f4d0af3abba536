//! The regions of named operations, which their custom form leaves out.

use crate::attrs::{Attr, AttrList};
use crate::context::Context;
use crate::loc::Loc;
use crate::module::{At, Block, Module, NewOp, Value};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Fills the block of one element, whose arguments are the elements of all operands, and ends it.
pub(super) type Body = fn(&mut Builder<'_>);

/// Makes operations at the end of a block.
pub(super) struct Builder<'m> {
    pub(super) module: &'m mut Module,
    pub(super) block: Block,
    pub(super) unsigned: bool,
}

impl Builder<'_> {
    fn arg(&self, index: usize) -> Option<Value> {
        self.module.args(self.block).get(index).copied()
    }

    fn make(&mut self, kind: OpKind, operands: &[Value], results: &[Type]) -> Option<Value> {
        let ctx = self.module.ctx.clone();
        let defaults = kind.def().attrs.iter().filter_map(|row| Some((ctx.ident(row.name), row.default_attr(&ctx)?)));
        let props: AttrList = defaults.collect::<Vec<(_, Attr)>>().into_iter().collect();
        let new = NewOp {
            operands: operands.iter().copied().collect(),
            results: results.iter().copied().collect(),
            props,
            ..NewOp::default()
        };
        let op = self.module.insert_new(At::End(self.block), kind, Loc::UNKNOWN, new);
        self.module.results(op).first().copied()
    }

    fn finish(&mut self, value: Option<Value>) {
        let values: Vec<Value> = value.into_iter().collect();
        self.make(OpKind::LinalgYield, &values, &[]);
    }

    /// `value` as another number type.
    fn cast(&mut self, value: Value, to: Type) -> Option<Value> {
        let from = self.module.ty(value);
        match cast_kind(&self.module.ctx, from, to, self.unsigned) {
            Some(kind) => self.make(kind, &[value], &[to]),
            None => Some(value),
        }
    }

    fn binary(&mut self, kinds: [OpKind; 4], a: Value, b: Value) -> Option<Value> {
        let ty = self.module.ty(a);
        let ctx = &self.module.ctx;
        let [float, integer, truth, complex] = kinds;
        let kind = match ctx.type_kind(ty) {
            TypeKind::Float(_) => float,
            TypeKind::Complex(_) => complex,
            TypeKind::Integer { width: 1, .. } => truth,
            _ => integer,
        };
        self.make(kind, &[a, b], &[ty])
    }
}

fn width(ctx: &Context, ty: Type) -> u32 {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.bits(),
        _ => 0,
    }
}

/// The conversion between number types; nothing where none is needed or none is known.
fn cast_kind(ctx: &Context, from: Type, to: Type, unsigned: bool) -> Option<OpKind> {
    if from == to {
        return None;
    }
    let is_float = |ty| matches!(ctx.type_kind(ty), TypeKind::Float(_));
    let is_index = |ty| ty == ctx.index_type();
    let wider = width(ctx, to) > width(ctx, from);
    Some(match (is_float(from), is_float(to)) {
        (true, true) if wider => OpKind::ArithExtF,
        (true, true) => OpKind::ArithTruncF,
        (true, false) if unsigned => OpKind::ArithFPToUI,
        (true, false) => OpKind::ArithFPToSI,
        (false, true) if unsigned => OpKind::ArithUIToFP,
        (false, true) => OpKind::ArithSIToFP,
        (false, false) if is_index(from) || is_index(to) => OpKind::ArithIndexCast,
        (false, false) if !wider => OpKind::ArithTruncI,
        (false, false) if unsigned => OpKind::ArithExtUI,
        (false, false) => OpKind::ArithExtSI,
    })
}

/// The input as element of the output.
pub(super) fn copy(b: &mut Builder<'_>) {
    let value = match (b.arg(0), b.arg(1)) {
        (Some(input), Some(output)) => b.cast(input, b.module.ty(output)),
        _ => None,
    };
    b.finish(value);
}

/// The output plus the product of the inputs.
pub(super) fn contraction(b: &mut Builder<'_>) {
    let value = product_sum(b);
    b.finish(value);
}

fn product_sum(b: &mut Builder<'_>) -> Option<Value> {
    let (left, right, output) = (b.arg(0)?, b.arg(1)?, b.arg(2)?);
    let ty = b.module.ty(output);
    let left = b.cast(left, ty)?;
    let right = b.cast(right, ty)?;
    let product = [OpKind::ArithMulF, OpKind::ArithMulI, OpKind::ArithAndI, OpKind::ComplexMul];
    let sum = [OpKind::ArithAddF, OpKind::ArithAddI, OpKind::ArithOrI, OpKind::ComplexAdd];
    let product = b.binary(product, left, right)?;
    b.binary(sum, output, product)
}

/// The output plus the input.
pub(super) fn sum(b: &mut Builder<'_>) {
    with_output(b, [OpKind::ArithAddF, OpKind::ArithAddI, OpKind::ArithOrI, OpKind::ComplexAdd]);
}

/// The greater one of the output and the input.
pub(super) fn greatest(b: &mut Builder<'_>) {
    with_output(b, [OpKind::ArithMaximumF, OpKind::ArithMaxSI, OpKind::ArithMaxSI, OpKind::ArithMaximumF]);
}

/// The lesser one of the output and the input.
pub(super) fn least(b: &mut Builder<'_>) {
    with_output(b, [OpKind::ArithMinimumF, OpKind::ArithMinSI, OpKind::ArithMinSI, OpKind::ArithMinimumF]);
}

/// The output and the input, whose other operand gives a window its shape.
fn with_output(b: &mut Builder<'_>, kinds: [OpKind; 4]) {
    let value = match (b.arg(0), b.arg(2)) {
        (Some(input), Some(output)) => {
            let input = b.cast(input, b.module.ty(output));
            input.and_then(|input| b.binary(kinds, output, input))
        }
        _ => None,
    };
    b.finish(value);
}

/// The first input, unchanged.
pub(super) fn first(b: &mut Builder<'_>) {
    let value = b.arg(0);
    b.finish(value);
}
