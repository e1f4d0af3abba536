//! Operations as programs name them: kind, reduction and element type, packed into 32 bits.

use std::fmt;

use crate::{CollectiveError, Result};

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $field:literal { $($(#[$case_doc:meta])* $case:ident = $number:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$case_doc])* $case = $number,)* }

        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$case,)*];

            /// The one with this number.
            ///
            /// # Errors
            /// When no case has it.
            pub fn from_number(number: u32) -> Result<Self> {
                let max = Self::ALL.len() as u32 - 1;
                let unknown = CollectiveError::UnknownOp { field: $field, found: number, max };
                Self::ALL.get(number as usize).copied().ok_or(unknown)
            }

            /// Its name in HAL IR.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$case => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

numbered! {
    /// What is exchanged. Numbers are those of the HAL.
    Kind, "kind" {
        /// Every rank gets the elements of all ranks, one after another.
        AllGather = 0 "all_gather",
        /// Every rank gets the reduction over all ranks.
        AllReduce = 1 "all_reduce",
        /// Part `i` of rank `j` becomes part `j` of rank `i`.
        AllToAll = 2 "all_to_all",
        /// Every rank gets the elements of one rank, the parameter.
        Broadcast = 3 "broadcast",
        /// One rank, the parameter, gets the reduction over all ranks.
        Reduce = 4 "reduce",
        /// Rank `i` gets part `i` of the reduction over all ranks.
        ReduceScatter = 5 "reduce_scatter",
        /// Elements go to one rank, the parameter, which receives them.
        Send = 6 "send",
        /// Elements come from one rank, the parameter, which sends them.
        Recv = 7 "recv",
        /// Elements go to one rank, the low 16 bits of the parameter, and come from one, the high 16 bits; -1 is none, and
        /// what comes from none is zero.
        SendRecv = 8 "send_recv",
    }
}

numbered! {
    /// How elements of several ranks become one. Numbers are those of the HAL.
    Reduction, "reduction" {
        /// Not at all.
        None = 0 "none",
        /// Sum; integers wrap.
        Sum = 1 "sum",
        /// Product; integers wrap.
        Product = 2 "product",
        /// Minimum; NaN when one is.
        Minimum = 3 "minimum",
        /// Maximum; NaN when one is.
        Maximum = 4 "maximum",
        /// Sum over the number of ranks; integers round towards zero, and their sum does not wrap.
        Average = 5 "average",
    }
}

numbered! {
    /// Types of elements. Numbers are those of the HAL dialect.
    ElementType, "element type" {
        /// Signed, 8 bits.
        Si8 = 0 "si8",
        /// Unsigned, 8 bits.
        Ui8 = 1 "ui8",
        /// Signed, 16 bits.
        Si16 = 2 "si16",
        /// Unsigned, 16 bits.
        Ui16 = 3 "ui16",
        /// Signed, 32 bits.
        Si32 = 4 "si32",
        /// Unsigned, 32 bits.
        Ui32 = 5 "ui32",
        /// Signed, 64 bits.
        Si64 = 6 "si64",
        /// Unsigned, 64 bits.
        Ui64 = 7 "ui64",
        /// IEEE 754, 16 bits.
        F16 = 8 "f16",
        /// IEEE 754, 32 bits.
        F32 = 9 "f32",
        /// IEEE 754, 64 bits.
        F64 = 10 "f64",
        /// The upper half of an f32.
        BF16 = 11 "bf16",
        /// 8 bits, 5 of exponent.
        F8E5M2 = 12 "f8E5M2",
        /// 8 bits, 4 of exponent, no infinities.
        F8E4M3FN = 13 "f8E4M3FN",
        /// 8 bits, 5 of exponent, no infinities, no negative zero.
        F8E5M2FNUZ = 14 "f8E5M2FNUZ",
        /// 8 bits, 4 of exponent, no infinities, no negative zero.
        F8E4M3FNUZ = 15 "f8E4M3FNUZ",
    }
}

impl ElementType {
    /// Bytes of one element.
    pub const fn size_bytes(self) -> u64 {
        match self {
            Self::Si8 | Self::Ui8 | Self::F8E5M2 | Self::F8E4M3FN | Self::F8E5M2FNUZ | Self::F8E4M3FNUZ => 1,
            Self::Si16 | Self::Ui16 | Self::F16 | Self::BF16 => 2,
            Self::Si32 | Self::Ui32 | Self::F32 => 4,
            Self::Si64 | Self::Ui64 | Self::F64 => 8,
        }
    }
}

/// A collective operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CollectiveOp {
    /// What is exchanged.
    pub kind: Kind,
    /// How it is reduced.
    pub reduction: Reduction,
    /// Type of elements.
    pub element_type: ElementType,
}

impl CollectiveOp {
    /// The operation of an attribute's number: kind in bits 0 to 7, reduction in 8 to 15, element type in 16 to 23.
    ///
    /// # Errors
    /// Numbers nobody knows, a reduction that is missing or not used.
    pub fn from_packed(packed: u32) -> Result<Self> {
        let [kind, reduction, element_type, reserved] = packed.to_le_bytes().map(u32::from);
        if reserved != 0 {
            return Err(CollectiveError::UnknownOp { field: "reserved byte", found: reserved, max: 0 });
        }
        let op = Self {
            kind: Kind::from_number(kind)?,
            reduction: Reduction::from_number(reduction)?,
            element_type: ElementType::from_number(element_type)?,
        };
        if op.kind.reduces() == (op.reduction == Reduction::None) {
            return Err(CollectiveError::Reduction { kind: op.kind, needed: op.kind.reduces() });
        }
        Ok(op)
    }
}

impl fmt::Display for CollectiveOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reduction {
            Reduction::None => write!(f, "{} : {}", self.kind, self.element_type),
            reduction => write!(f, "{} with {reduction} : {}", self.kind, self.element_type),
        }
    }
}

impl Kind {
    /// Whether elements are reduced.
    pub const fn reduces(self) -> bool {
        matches!(self, Self::AllReduce | Self::Reduce | Self::ReduceScatter)
    }
}
