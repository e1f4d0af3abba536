//! Enumerations of the arithmetic dialects.

use super::{EnumDef, Joined, flags, one_of};

/// Predicates of `arith.cmpi`.
pub const CMPI_PREDICATE: EnumDef = one_of(
    "CmpIPredicate",
    64,
    &[("eq", 0), ("ne", 1), ("slt", 2), ("sle", 3), ("sgt", 4), ("sge", 5), ("ult", 6), ("ule", 7), ("ugt", 8), ("uge", 9)],
);
/// Predicates of `arith.cmpf`.
pub const CMPF_PREDICATE: EnumDef = one_of(
    "CmpFPredicate",
    64,
    &[
        ("false", 0),
        ("oeq", 1),
        ("ogt", 2),
        ("oge", 3),
        ("olt", 4),
        ("ole", 5),
        ("one", 6),
        ("ord", 7),
        ("ueq", 8),
        ("ugt", 9),
        ("uge", 10),
        ("ult", 11),
        ("ule", 12),
        ("une", 13),
        ("uno", 14),
        ("true", 15),
    ],
);

/// `overflow<…>`: what an integer operation promises not to do.
pub const OVERFLOW_FLAGS: EnumDef = flags("IntegerOverflowFlags", Joined::CommaSpace, &[("none", 0), ("nsw", 1), ("nuw", 2)]);

/// `fastmath<…>`: liberties that a float operation may take.
pub const FAST_MATH_FLAGS: EnumDef = flags(
    "FastMathFlags",
    Joined::Comma,
    &[
        ("none", 0),
        ("reassoc", 1),
        ("nnan", 2),
        ("ninf", 4),
        ("nsz", 8),
        ("arcp", 0x10),
        ("contract", 0x20),
        ("afn", 0x40),
        ("fast", 0x7F),
    ],
);

/// How a narrower float is rounded.
pub const ROUNDING_MODE: EnumDef = one_of(
    "RoundingMode",
    32,
    &[("to_nearest_even", 0), ("downward", 1), ("upward", 2), ("toward_zero", 3), ("to_nearest_away", 4)],
);

/// What `memref.atomic_rmw` does to the element.
pub const ATOMIC_RMW_KIND: EnumDef = one_of(
    "AtomicRMWKind",
    64,
    &[
        ("addf", 0),
        ("addi", 1),
        ("andi", 2),
        ("assign", 3),
        ("maximumf", 4),
        ("maxnumf", 5),
        ("maxs", 6),
        ("maxu", 7),
        ("minimumf", 8),
        ("minnumf", 9),
        ("mins", 10),
        ("minu", 11),
        ("mulf", 12),
        ("muli", 13),
        ("ori", 14),
        ("xori", 15),
    ],
);
