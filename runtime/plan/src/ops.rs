//! The operators of the arithmetic instructions.

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($op:ident = $code:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the operator of the name it prints")]
        pub enum $name { $($op,)* }

        impl $name {
            /// All operators.
            pub const ALL: &[Self] = &[$(Self::$op,)*];

            /// The byte that stands for it in a plan.
            pub const fn code(self) -> u8 {
                match self { $(Self::$op => $code,)* }
            }

            /// The operator of a byte.
            pub const fn from_code(code: u8) -> Option<Self> {
                match code { $($code => Some(Self::$op),)* _ => None }
            }

            /// The name in disassembly.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$op => $text,)* }
            }
        }
    };
}

operators! {
    /// Two operands and a result of the same type.
    BinaryOp {
        AddI = 1 "addi",
        SubI = 2 "subi",
        MulI = 3 "muli",
        DivSI = 4 "divsi",
        DivUI = 5 "divui",
        CeilDivSI = 6 "ceildivsi",
        CeilDivUI = 7 "ceildivui",
        FloorDivSI = 8 "floordivsi",
        RemSI = 9 "remsi",
        RemUI = 10 "remui",
        AndI = 11 "andi",
        OrI = 12 "ori",
        XOrI = 13 "xori",
        ShLI = 14 "shli",
        ShRSI = 15 "shrsi",
        ShRUI = 16 "shrui",
        MaxSI = 17 "maxsi",
        MaxUI = 18 "maxui",
        MinSI = 19 "minsi",
        MinUI = 20 "minui",
        Align = 21 "align",
        AddF = 64 "addf",
        SubF = 65 "subf",
        MulF = 66 "mulf",
        DivF = 67 "divf",
        RemF = 68 "remf",
        MaximumF = 69 "maximumf",
        MinimumF = 70 "minimumf",
        MaxNumF = 71 "maxnumf",
        MinNumF = 72 "minnumf",
    }
}

impl BinaryOp {
    /// Whether the operands are floats rather than integers.
    pub const fn is_float(self) -> bool {
        self.code() >= 64
    }
}

operators! {
    /// One operand; the result's type may differ.
    UnaryOp {
        ExtSI = 1 "extsi",
        ExtUI = 2 "extui",
        TruncI = 3 "trunci",
        ExtF = 4 "extf",
        TruncF = 5 "truncf",
        SIToFP = 6 "sitofp",
        UIToFP = 7 "uitofp",
        FPToSI = 8 "fptosi",
        FPToUI = 9 "fptoui",
        Bitcast = 10 "bitcast",
        NegF = 11 "negf",
    }
}

operators! {
    /// What a comparison asks. Float predicates with `o` are false for NaN, those with `u` true.
    Predicate {
        Eq = 1 "eq",
        Ne = 2 "ne",
        Slt = 3 "slt",
        Sle = 4 "sle",
        Sgt = 5 "sgt",
        Sge = 6 "sge",
        Ult = 7 "ult",
        Ule = 8 "ule",
        Ugt = 9 "ugt",
        Uge = 10 "uge",
        False = 64 "false",
        OEq = 65 "oeq",
        OGt = 66 "ogt",
        OGe = 67 "oge",
        OLt = 68 "olt",
        OLe = 69 "ole",
        One = 70 "one",
        Ord = 71 "ord",
        UEq = 72 "ueq",
        UGt = 73 "ugt",
        UGe = 74 "uge",
        ULt = 75 "ult",
        ULe = 76 "ule",
        UNe = 77 "une",
        Uno = 78 "uno",
        True = 79 "true",
    }
}

impl Predicate {
    /// Whether it compares floats rather than integers.
    pub const fn is_float(self) -> bool {
        self.code() >= 64
    }
}
