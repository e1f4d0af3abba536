//! Affine maps and sets.

use rustc_hash::FxHashMap;

use super::{ParseResult, Parser, Punct, Tok};
use crate::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, Relation};
use crate::attrs::{Attr, AttrKind};

/// Dimensions and symbols in scope.
#[derive(Default)]
struct Names<'s> {
    map: FxHashMap<&'s str, AffineExpr>,
    dims: u32,
    symbols: u32,
}

impl<'s> Parser<'s> {
    pub(super) fn parse_affine_map_attr(&mut self) -> ParseResult<Attr> {
        self.advance();
        self.expect("<")?;
        let map = self.parse_affine_map()?;
        self.expect(">")?;
        Ok(self.ctx.affine_map_attr(map))
    }

    /// `(d0)[s0] -> (d0 + s0)`
    fn parse_affine_map(&mut self) -> ParseResult<AffineMap> {
        let names = self.parse_dims_and_symbols()?;
        self.expect("->")?;
        self.expect("(")?;
        let mut results = Vec::new();
        self.list(")", |p| {
            results.push(p.parse_affine_sum(&names)?);
            Ok(())
        })?;
        Ok(AffineMap { dims: names.dims, symbols: names.symbols, results })
    }

    pub(super) fn parse_affine_set_attr(&mut self) -> ParseResult<Attr> {
        self.advance();
        self.expect("<")?;
        let names = self.parse_dims_and_symbols()?;
        self.expect(":")?;
        self.expect("(")?;
        let mut constraints = Vec::new();
        self.list(")", |p| {
            constraints.push(p.parse_constraint(&names)?);
            Ok(())
        })?;
        self.expect(">")?;
        let set = IntegerSet { dims: names.dims, symbols: names.symbols, constraints };
        Ok(self.ctx.attr(AttrKind::IntegerSet(set)))
    }

    fn parse_dims_and_symbols(&mut self) -> ParseResult<Names<'s>> {
        let mut names = Names::default();
        self.expect("(")?;
        self.list(")", |p| {
            let expr = AffineExpr::Dim(names.dims);
            names.dims += 1;
            p.declare(&mut names, expr)
        })?;
        if self.accept("[") {
            self.list("]", |p| {
                let expr = AffineExpr::Symbol(names.symbols);
                names.symbols += 1;
                p.declare(&mut names, expr)
            })?;
        }
        Ok(names)
    }

    fn declare(&mut self, names: &mut Names<'s>, expr: AffineExpr) -> ParseResult<()> {
        let tok = self.expect_kind(Tok::Word, "the name of a dimension or symbol")?;
        if names.map.insert(self.text(tok), expr).is_some() {
            return Err(self.error_at(tok, format!("`{}` is declared twice", self.text(tok))));
        }
        Ok(())
    }

    /// `a - b >= 0`, `a == b`, `a >= b`
    fn parse_constraint(&mut self, names: &Names<'s>) -> ParseResult<(AffineExpr, Relation)> {
        let left = self.parse_affine_sum(names)?;
        let relation = if self.accept("==") {
            Relation::Equal
        } else if self.accept(">=") {
            Relation::AtLeast
        } else {
            return Err(self.expected("`==` or `>=`"));
        };
        let right = self.parse_affine_sum(names)?;
        let zero = right == AffineExpr::Constant(0);
        let expr = if zero { left } else { minus(left, right) };
        Ok((expr, relation))
    }

    fn parse_affine_sum(&mut self, names: &Names<'s>) -> ParseResult<AffineExpr> {
        let mut expr = self.parse_affine_product(names)?;
        loop {
            if self.accept("+") {
                let right = self.parse_affine_product(names)?;
                expr = AffineExpr::binary(AffineOp::Add, expr, right);
            } else if self.accept("-") {
                let right = self.parse_affine_product(names)?;
                expr = minus(expr, right);
            } else {
                return Ok(expr);
            }
        }
    }

    fn parse_affine_product(&mut self, names: &Names<'s>) -> ParseResult<AffineExpr> {
        let mut expr = self.parse_affine_atom(names)?;
        loop {
            let op = match self.tok.kind {
                Tok::Punct(Punct::STAR) => AffineOp::Mul,
                Tok::Word => match self.text(self.tok) {
                    "mod" => AffineOp::Mod,
                    "floordiv" => AffineOp::FloorDiv,
                    "ceildiv" => AffineOp::CeilDiv,
                    _ => return Ok(expr),
                },
                _ => return Ok(expr),
            };
            self.advance();
            let right = self.parse_affine_atom(names)?;
            expr = AffineExpr::binary(op, expr, right);
        }
    }

    fn parse_affine_atom(&mut self, names: &Names<'s>) -> ParseResult<AffineExpr> {
        if self.accept("(") {
            let expr = self.nested(|p| p.parse_affine_sum(names))?;
            self.expect(")")?;
            return Ok(expr);
        }
        if self.accept("-") {
            let expr = self.nested(|p| p.parse_affine_atom(names))?;
            return Ok(match expr {
                AffineExpr::Constant(c) => AffineExpr::Constant(-c),
                expr => AffineExpr::binary(AffineOp::Mul, expr, AffineExpr::Constant(-1)),
            });
        }
        let tok = self.tok;
        match tok.kind {
            Tok::Int => {
                self.advance();
                match self.text(tok).parse() {
                    Ok(value) => Ok(AffineExpr::Constant(value)),
                    Err(_) => Err(self.error_at(tok, "expected a constant below 2^63")),
                }
            }
            Tok::Word => {
                self.advance();
                // `symbol(s)` marks a symbol where both kinds could stand.
                let tok = if self.text(tok) == "symbol" && self.accept("(") {
                    let inner = self.expect_kind(Tok::Word, "the name of a symbol")?;
                    self.expect(")")?;
                    inner
                } else {
                    tok
                };
                match names.map.get(self.text(tok)) {
                    Some(expr) => Ok(expr.clone()),
                    None => Err(self.error_at(tok, format!("no dimension or symbol `{}` is declared", self.text(tok)))),
                }
            }
            _ => Err(self.expected("an affine expression")),
        }
    }
}

/// `a - b`
fn minus(a: AffineExpr, b: AffineExpr) -> AffineExpr {
    let negative = match b {
        AffineExpr::Constant(c) => AffineExpr::Constant(c.wrapping_neg()),
        b => AffineExpr::binary(AffineOp::Mul, b, AffineExpr::Constant(-1)),
    };
    AffineExpr::binary(AffineOp::Add, a, negative)
}
