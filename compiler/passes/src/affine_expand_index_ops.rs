//! `iree-affine-expand-index-ops`: indices of several dimensions become arithmetic.

use halforge_ir::rewrite::greedy::{Greedy, Rows, simplify};
use halforge_ir::rewrite::{Rewrite, Rewriter, rewrite};
use halforge_ir::{At, NewOp, Op, OpKind, Value, enums};

use crate::build::enum_attr;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-affine-expand-index-ops",
    doc: "Replaces `affine.delinearize_index` and `affine.linearize_index` by `arith`.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    simplify(run.module, run.op, &Greedy { rows: Rows::Folds, more: EXPAND, ..Greedy::default() });
    Ok(())
}

/// The rewrites, for whoever lowers `affine`, too.
pub(crate) const EXPAND: &[(OpKind, Rewrite)] = &[
    (OpKind::AffineDelinearizeIndex, rewrite("delinearize", "delinearize x into (a, b) -> x floordiv b, x mod b", delinearize)),
    (OpKind::AffineLinearizeIndex, rewrite("linearize", "linearize [x, y] by (a, b) -> x * b + y", linearize)),
];

/// Where new operations go.
struct Place<'r, 'm> {
    r: &'r mut Rewriter<'m>,
    op: Op,
}

/// What arithmetic promises not to do.
const NOT_SIGNED: &str = "nsw";
const NOT_AT_ALL: &str = "nuw";

impl Place<'_, '_> {
    fn constant(&mut self, value: i64) -> Value {
        let loc = self.r.op(self.op).loc;
        self.r.index_constant(At::Before(self.op), value, loc)
    }

    fn op(&mut self, kind: OpKind, operands: &[Value], promises: &[&str]) -> Value {
        let (ctx, loc) = (self.r.ctx.clone(), self.r.op(self.op).loc);
        let mut new = NewOp {
            operands: operands.iter().copied().collect(),
            results: [ctx.index_type()].into_iter().collect(),
            ..NewOp::default()
        };
        match kind {
            OpKind::ArithCmpI => {
                let predicates = &enums::CMPI_PREDICATE;
                let less = enum_attr(&ctx, predicates, predicates.case("slt").unwrap_or(0));
                new.props.push((ctx.ident("predicate"), less));
                new.results = [ctx.int_type(1)].into_iter().collect();
            }
            OpKind::ArithAddI | OpKind::ArithMulI => {
                let bits: u64 = promises.iter().filter_map(|promise| enums::OVERFLOW_FLAGS.case(promise)).sum();
                let flags = halforge_ir::DialectAttrKind::ArithOverflow.of_case(&ctx, bits.into());
                new.props.push((ctx.ident("overflowFlags"), flags));
            }
            _ => {}
        }
        let op = self.r.insert(At::Before(self.op), kind, loc, new);
        self.r.result(op, 0)
    }

    /// The extents of the dimensions that matter: without the first, when `dims` says that it is there.
    fn basis(&self, group: &str, dims: usize) -> Vec<Extent> {
        let numbers = self.r.get_attr(self.op, "static_basis").map(|attr| self.r.ctx.int_values(attr)).unwrap_or_default();
        let mut values = self.r.group(self.op, group).into_iter();
        let extents = numbers.iter().map(|&number| match number {
            i64::MIN => values.next().map_or(Extent::Known(1), Extent::Value),
            number => Extent::Known(number),
        });
        let extents: Vec<Extent> = extents.collect();
        let first = usize::from(extents.len() == dims);
        extents[first.min(extents.len())..].to_vec()
    }

    /// How far apart the numbers of neighbours in each dimension but the last are: products of the extents after it.
    fn strides(&mut self, basis: &[Extent], promises: &[&str]) -> Vec<Value> {
        let (mut value, mut known) = (None, 1i64);
        let mut strides = Vec::new();
        for extent in basis.iter().rev() {
            match *extent {
                Extent::Known(number) => known = known.wrapping_mul(number),
                Extent::Value(extent) => {
                    value = Some(value.map_or(extent, |value| self.op(OpKind::ArithMulI, &[value, extent], promises)));
                }
            }
            strides.push(match value {
                Some(value) if known == 1 => value,
                Some(value) => {
                    let known = self.constant(known);
                    self.op(OpKind::ArithMulI, &[value, known], promises)
                }
                None => self.constant(known),
            });
        }
        strides.reverse();
        strides
    }
}

/// The extent of a dimension.
#[derive(Clone, Copy)]
enum Extent {
    Known(i64),
    Value(Value),
}

fn delinearize(r: &mut Rewriter<'_>, op: Op) -> bool {
    let dims = r.results(op).len();
    let index = r.operand(op, 0);
    let mut place = Place { r, op };
    let basis = place.basis("dynamic_basis", dims);
    let strides = place.strides(&basis, &[NOT_SIGNED, NOT_AT_ALL]);
    let Some((&first, &last)) = strides.first().zip(strides.last()) else {
        r.replace(op, &[index]);
        return true;
    };
    let zero = place.constant(0);
    let rest = |place: &mut Place<'_, '_>, stride: Value| {
        let remainder = place.op(OpKind::ArithRemSI, &[index, stride], &[]);
        let negative = place.op(OpKind::ArithCmpI, &[remainder, zero], &[]);
        let shifted = place.op(OpKind::ArithAddI, &[remainder, stride], &[NOT_SIGNED]);
        place.op(OpKind::ArithSelect, &[negative, shifted, remainder], &[])
    };
    let mut results = vec![place.op(OpKind::ArithFloorDivSI, &[index, first], &[])];
    for pair in strides.windows(2) {
        let inside = rest(&mut place, pair[0]);
        results.push(place.op(OpKind::ArithDivSI, &[inside, pair[1]], &[]));
    }
    results.push(rest(&mut place, last));
    r.replace(op, &results);
    true
}

fn linearize(r: &mut Rewriter<'_>, op: Op) -> bool {
    let indices = r.group(op, "multi_index");
    let mut place = Place { r, op };
    let Some((&last, before)) = indices.split_last() else {
        let zero = place.constant(0);
        r.replace(op, &[zero]);
        return true;
    };
    let basis = place.basis("dynamic_basis", indices.len());
    let strides = place.strides(&basis, &[NOT_SIGNED]);
    let mut terms: Vec<Value> = Vec::new();
    for (&index, &stride) in before.iter().zip(&strides) {
        terms.push(place.op(OpKind::ArithMulI, &[index, stride], &[NOT_SIGNED]));
    }
    terms.push(last);
    let sum = terms.into_iter().reduce(|a, b| place.op(OpKind::ArithAddI, &[a, b], &[NOT_SIGNED]));
    r.replace(op, &[sum.unwrap_or(last)]);
    true
}
