//! `iree-lower-affine`: maps of indices become arithmetic.

use halforge_ir::rewrite::Rewriter;
use halforge_ir::{AffineExpr, AffineMap, AffineOp, AttrKind, Module, Op, OpKind, Value, enums};

use crate::affine_expand_index_ops::EXPAND;
use crate::build::Build;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-lower-affine",
    doc: "Replaces the operations of `affine` by `arith`.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    for op in run.module.walk(run.op) {
        if let Some((_, expand)) = EXPAND.iter().find(|(kind, _)| *kind == run.module.kind(op)) {
            (expand.apply)(&mut Rewriter::new(run.module), op);
            continue;
        }
        let join = match run.module.kind(op) {
            OpKind::AffineApply => None,
            OpKind::AffineMin => Some(OpKind::ArithMinSI),
            OpKind::AffineMax => Some(OpKind::ArithMaxSI),
            _ => continue,
        };
        match lower(run.module, op, join) {
            Some(value) => {
                let result = run.module.result(op, 0);
                run.module.replace_uses(result, value);
                run.module.erase(op);
            }
            None => {
                let message = "expected a map whose divisors are positive constants, with an operand for each dimension";
                run.diagnostics.push(run.error_at(op, message));
            }
        }
    }
    run.finish()
}

fn lower(module: &mut Module, op: Op, join: Option<OpKind>) -> Option<Value> {
    let map: AffineMap = match module.ctx.attr_kind(module.get_attr(op, "map")?) {
        AttrKind::AffineMap(map) => map.clone(),
        _ => return None,
    };
    let operands: Vec<Value> = module.operands(op).collect();
    let (dims, symbols) = operands.split_at_checked(map.dims as usize)?;
    let mut arithmetic = Arithmetic { build: Build::before(module, op), dims, symbols };
    let mut values = Vec::new();
    for expr in &map.results {
        values.push(arithmetic.value(expr)?);
    }
    match join {
        Some(kind) => values.into_iter().reduce(|a, b| arithmetic.binary(kind, a, b)),
        None => values.into_iter().next(),
    }
}

/// The values that expressions are about.
struct Arithmetic<'a> {
    build: Build<'a>,
    dims: &'a [Value],
    symbols: &'a [Value],
}

impl Arithmetic<'_> {
    fn binary(&mut self, kind: OpKind, a: Value, b: Value) -> Value {
        let index = self.build.module.ctx.index_type();
        self.build.value(kind, &[&[a], &[b]], index, &[])
    }

    fn is_less(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        let bit = self.build.module.ctx.int_type(1);
        let predicate = self.build.bits(&enums::CMPI_PREDICATE, enums::CMPI_PREDICATE.case(predicate).unwrap_or(0));
        self.build.value(OpKind::ArithCmpI, &[&[a], &[b]], bit, &[("predicate", predicate)])
    }

    fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let index = self.build.module.ctx.index_type();
        self.build.value(OpKind::ArithSelect, &[&[condition], &[a], &[b]], index, &[])
    }

    fn value(&mut self, expr: &AffineExpr) -> Option<Value> {
        match expr {
            AffineExpr::Dim(number) => self.dims.get(*number as usize).copied(),
            AffineExpr::Symbol(number) => self.symbols.get(*number as usize).copied(),
            AffineExpr::Constant(value) => Some(self.build.index(*value)),
            AffineExpr::Binary(op, a, b) => {
                let divides = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv);
                if divides && !matches!(**b, AffineExpr::Constant(1..)) {
                    return None;
                }
                let (a, b) = (self.value(a)?, self.value(b)?);
                Some(match op {
                    AffineOp::Add => self.binary(OpKind::ArithAddI, a, b),
                    AffineOp::Mul => {
                        let index = self.build.module.ctx.index_type();
                        let nsw = enums::OVERFLOW_FLAGS.case("nsw").unwrap_or(0);
                        let flags = halforge_ir::DialectAttrKind::ArithOverflow.of_case(&self.build.module.ctx, nsw.into());
                        self.build.value(OpKind::ArithMulI, &[&[a], &[b]], index, &[("overflowFlags", flags)])
                    }
                    AffineOp::Mod => self.modulo(a, b),
                    AffineOp::FloorDiv => self.floor_div(a, b),
                    AffineOp::CeilDiv => self.ceil_div(a, b),
                })
            }
        }
    }

    /// The remainder, made positive.
    fn modulo(&mut self, a: Value, b: Value) -> Value {
        let remainder = self.binary(OpKind::ArithRemSI, a, b);
        let zero = self.build.index(0);
        let negative = self.is_less("slt", remainder, zero);
        let shifted = self.binary(OpKind::ArithAddI, remainder, b);
        self.select(negative, shifted, remainder)
    }

    /// `-1 - (-1 - a) / b` for negative numbers, `a / b` for others.
    fn floor_div(&mut self, a: Value, b: Value) -> Value {
        let (zero, minus_one) = (self.build.index(0), self.build.index(-1));
        let negative = self.is_less("slt", a, zero);
        let flipped = self.binary(OpKind::ArithSubI, minus_one, a);
        let dividend = self.select(negative, flipped, a);
        let quotient = self.binary(OpKind::ArithDivSI, dividend, b);
        let flipped = self.binary(OpKind::ArithSubI, minus_one, quotient);
        self.select(negative, flipped, quotient)
    }

    /// `-(-a / b)` for numbers up to zero, `(a - 1) / b + 1` for others.
    fn ceil_div(&mut self, a: Value, b: Value) -> Value {
        let (zero, one) = (self.build.index(0), self.build.index(1));
        let not_positive = self.is_less("sle", a, zero);
        let negated = self.binary(OpKind::ArithSubI, zero, a);
        let less = self.binary(OpKind::ArithSubI, a, one);
        let dividend = self.select(not_positive, negated, less);
        let quotient = self.binary(OpKind::ArithDivSI, dividend, b);
        let negated = self.binary(OpKind::ArithSubI, zero, quotient);
        let more = self.binary(OpKind::ArithAddI, quotient, one);
        self.select(not_positive, negated, more)
    }
}
