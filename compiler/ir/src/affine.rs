//! Affine expressions, maps and sets, as written: nothing is simplified here.

/// An affine expression over dimensions and symbols.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AffineExpr {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// `4`
    Constant(i64),
    /// `a op b`
    Binary(AffineOp, Box<AffineExpr>, Box<AffineExpr>),
}

/// The operators of affine expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineOp {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `mod`, of a positive divisor; the result is not negative
    Mod,
    /// `floordiv`
    FloorDiv,
    /// `ceildiv`
    CeilDiv,
}

/// `affine_map<(d0)[s0] -> (d0 + s0)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// One expression for each result.
    pub results: Vec<AffineExpr>,
}

/// `affine_set<(d0) : (d0 - 1 >= 0)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Expressions compared with zero, each with its relation.
    pub constraints: Vec<(AffineExpr, Relation)>,
}

/// How the expression of a constraint relates to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `== 0`
    Equal,
    /// `>= 0`
    AtLeast,
}

impl AffineExpr {
    /// `a op b`.
    pub fn binary(op: AffineOp, a: Self, b: Self) -> Self {
        Self::Binary(op, Box::new(a), Box::new(b))
    }

    /// The value for the given dimensions and symbols; `None` where an operand is missing, a divisor is not positive
    /// or the arithmetic overflows.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Dim(i) => dims.get(*i as usize).copied(),
            Self::Symbol(i) => symbols.get(*i as usize).copied(),
            Self::Constant(c) => Some(*c),
            Self::Binary(op, a, b) => {
                let (a, b) = (a.eval(dims, symbols)?, b.eval(dims, symbols)?);
                match op {
                    AffineOp::Add => a.checked_add(b),
                    AffineOp::Mul => a.checked_mul(b),
                    _ if b <= 0 => None,
                    AffineOp::Mod => Some(a.rem_euclid(b)),
                    AffineOp::FloorDiv => Some(a.div_euclid(b)),
                    AffineOp::CeilDiv => Some(-(a.checked_neg()?.div_euclid(b))),
                }
            }
        }
    }
}

impl AffineMap {
    /// `affine_map<(d0, d1, …) -> (d0, d1, …)>` of `rank` dimensions.
    pub fn identity(rank: u32) -> Self {
        Self { dims: rank, symbols: 0, results: (0..rank).map(AffineExpr::Dim).collect() }
    }
}
