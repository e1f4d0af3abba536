//! Affine maps, integer sets and layouts as text.

use super::Writer;
use crate::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, Relation};

impl Writer<'_> {
    pub(super) fn print_strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let text = |value: Option<i64>| value.map_or("?".to_owned(), |v| v.to_string());
        self.raw("strided<[");
        self.list(strides, |w, &stride| w.raw(&text(stride)));
        self.raw("]");
        if offset != Some(0) {
            self.raw(", offset: ");
            self.raw(&text(offset));
        }
        self.raw(">");
    }

    fn print_dims(&mut self, dims: u32, symbols: u32) {
        self.raw("(");
        self.list(0..dims, |w, i| w.raw(&format!("d{i}")));
        self.raw(")");
        if symbols > 0 {
            self.raw("[");
            self.list(0..symbols, |w, i| w.raw(&format!("s{i}")));
            self.raw("]");
        }
    }

    /// `(d0)[s0] -> (d0 + s0)`
    pub(crate) fn print_affine_map(&mut self, map: &AffineMap) {
        self.print_dims(map.dims, map.symbols);
        self.raw(" -> (");
        self.list(&map.results, |w, e| w.print_affine(e, Parens::Never));
        self.raw(")");
    }

    pub(super) fn print_integer_set(&mut self, set: &IntegerSet) {
        self.print_dims(set.dims, set.symbols);
        self.raw(" : (");
        self.list(&set.constraints, |w, (expr, relation)| {
            w.print_affine(expr, Parens::Never);
            w.raw(match relation {
                Relation::Equal => " == 0",
                Relation::AtLeast => " >= 0",
            });
        });
        self.raw(")");
    }

    fn print_affine(&mut self, expr: &AffineExpr, parens: Parens) {
        match expr {
            AffineExpr::Dim(i) => self.raw(&format!("d{i}")),
            AffineExpr::Symbol(i) => self.raw(&format!("s{i}")),
            AffineExpr::Constant(c) => self.raw(&c.to_string()),
            AffineExpr::Binary(op, a, b) => {
                if parens == Parens::Always {
                    self.raw("(");
                }
                let inner = if *op == AffineOp::Add { Parens::Never } else { Parens::Always };
                let negated = *op == AffineOp::Mul && **b == AffineExpr::Constant(-1);
                if negated {
                    self.raw("-");
                }
                self.print_affine(a, inner);
                match (op, &**b) {
                    _ if negated => {}
                    (AffineOp::Add, AffineExpr::Constant(c)) if *c < 0 && *c != i64::MIN => self.raw(&format!(" - {}", -c)),
                    (AffineOp::Add, AffineExpr::Binary(AffineOp::Mul, x, minus)) if **minus == AffineExpr::Constant(-1) => {
                        self.raw(" - ");
                        self.print_affine(x, Parens::Always);
                    }
                    _ => {
                        self.raw(match op {
                            AffineOp::Add => " + ",
                            AffineOp::Mul => " * ",
                            AffineOp::Mod => " mod ",
                            AffineOp::FloorDiv => " floordiv ",
                            AffineOp::CeilDiv => " ceildiv ",
                        });
                        self.print_affine(b, inner);
                    }
                }
                if parens == Parens::Always {
                    self.raw(")");
                }
            }
        }
    }
}

/// Whether a compound expression stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parens {
    Always,
    Never,
}
