//! Element types of the HAL: codes, names and sizes, declared once in the table below.
//!
//! A code is `numerical << 24 | bits`, as IREE's `iree_hal_element_type_t`. Any code can be held, so
//! that types from a program pass through; only the types of the table and opaque types of whole
//! bytes have an [`Encoding`], and only those can be elements of a tensor.

use std::fmt;
use std::str::FromStr;

use crate::ValueError;
use crate::error::quoted;
use crate::float::{FloatFormat, Minifloat};

/// The type of the elements of a tensor, as the HAL encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType(pub u32);

/// How the bits of an element are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// A truth value in a byte, printed as that byte.
    Boolean,
    Integer(Signedness),
    Float(FloatFormat),
    /// Real part, then imaginary part.
    Complex(FloatFormat),
    /// Bytes without a meaning.
    Opaque,
}

/// Which integers a pattern of bits stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signedness {
    /// Read as signed or unsigned, printed as signed.
    Signless,
    Signed,
    Unsigned,
}

macro_rules! element_types {
    ($($constant:ident = $code:literal, $name:literal, $encoding:expr;)*) => {
        impl ElementType {
            $(#[doc = concat!("`", $name, "`")] pub const $constant: Self = Self($code);)*

            /// Every type that has a name of its own.
            pub const NAMED: &[Self] = &[$(Self::$constant),*];

            fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some($name),)*
                    _ => None,
                }
            }

            /// How to read an element; `None` where the type cannot be that of a tensor.
            pub(crate) fn encoding(self) -> Option<Encoding> {
                use Encoding::*;
                use Signedness::*;
                match self.0 {
                    $($code => Some($encoding),)*
                    _ => self.is_opaque_bytes().then_some(Opaque),
                }
            }
        }
    };
}

element_types! {
    I1 = 0x1300_0008, "i1", Boolean;
    I2 = 0x1000_0002, "i2", Integer(Signless);
    I4 = 0x1000_0004, "i4", Integer(Signless);
    I8 = 0x1000_0008, "i8", Integer(Signless);
    I16 = 0x1000_0010, "i16", Integer(Signless);
    I32 = 0x1000_0020, "i32", Integer(Signless);
    I64 = 0x1000_0040, "i64", Integer(Signless);
    SI8 = 0x1100_0008, "si8", Integer(Signed);
    SI16 = 0x1100_0010, "si16", Integer(Signed);
    SI32 = 0x1100_0020, "si32", Integer(Signed);
    SI64 = 0x1100_0040, "si64", Integer(Signed);
    UI8 = 0x1200_0008, "ui8", Integer(Unsigned);
    UI16 = 0x1200_0010, "ui16", Integer(Unsigned);
    UI32 = 0x1200_0020, "ui32", Integer(Unsigned);
    UI64 = 0x1200_0040, "ui64", Integer(Unsigned);
    F16 = 0x2100_0010, "f16", Float(FloatFormat::F16);
    F32 = 0x2100_0020, "f32", Float(FloatFormat::F32);
    F64 = 0x2100_0040, "f64", Float(FloatFormat::F64);
    BF16 = 0x2200_0010, "bf16", Float(FloatFormat::BF16);
    CF32 = 0x2300_0020, "cf32", Complex(FloatFormat::F16);
    CF64 = 0x2300_0040, "cf64", Complex(FloatFormat::F32);
    CF128 = 0x2300_0080, "cf128", Complex(FloatFormat::F64);
    F8E5M2 = 0x2400_0008, "f8E5M2", Float(FloatFormat::F8(Minifloat::E5M2));
    F8E4M3FN = 0x2500_0008, "f8E4M3FN", Float(FloatFormat::F8(Minifloat::E4M3Fn));
    F8E5M2FNUZ = 0x2600_0008, "f8E5M2FNUZ", Float(FloatFormat::F8(Minifloat::E5M2Fnuz));
    F8E4M3FNUZ = 0x2700_0008, "f8E4M3FNUZ", Float(FloatFormat::F8(Minifloat::E4M3Fnuz));
    F8E8M0FNU = 0x2800_0008, "f8E8M0FNU", Float(FloatFormat::F8(Minifloat::E8M0Fnu));
}

impl ElementType {
    /// Type of `bits` bits without a meaning, written `*32` or `x32`.
    pub const fn opaque(bits: u8) -> Self {
        Self(bits as u32)
    }

    /// Bits of one element in a tensor; `i1` takes 8.
    pub const fn bit_count(self) -> u32 {
        self.0 & 0xFF
    }

    /// Bytes of one element; `None` for types narrower than a byte and for odd widths.
    pub fn size_bytes(self) -> Option<usize> {
        let bits = self.bit_count() as usize;
        (bits > 0 && bits.is_multiple_of(8)).then_some(bits / 8)
    }

    /// Bytes of `elements` elements side by side, sub-byte types packed over the whole array;
    /// `None` where that does not fit 64 bits.
    pub fn storage_size_bytes(self, elements: u64) -> Option<u64> {
        Some(elements.checked_mul(u64::from(self.bit_count()))?.div_ceil(8))
    }

    /// The number in an element's little-endian bytes; `None` when the type is no float or the bytes are not as many as it has.
    pub fn float_from_le_bytes(self, bytes: &[u8]) -> Option<f64> {
        match self.encoding()? {
            Encoding::Float(format) => format.decode(bytes),
            _ => None,
        }
    }

    /// The element nearest to a number, ties to even, in little-endian bytes; `None` when the type is no float.
    pub fn float_to_le_bytes(self, value: f64) -> Option<Vec<u8>> {
        let Encoding::Float(format) = self.encoding()? else { return None };
        let mut bytes = Vec::with_capacity(format.size_bytes());
        format.encode(value, &mut bytes);
        Some(bytes)
    }

    /// The signed type of the same bits for a signless integer, else the type itself.
    pub(crate) fn to_signed(self) -> Self {
        const SIGNLESS: u32 = 0x10;
        const SIGNED: u32 = 0x11;
        if self.0 >> 24 == SIGNLESS { Self(SIGNED << 24 | self.bit_count()) } else { self }
    }

    /// How to read an element of a tensor.
    ///
    /// # Errors
    /// `UnsupportedElementType` where the type cannot be that of a tensor.
    pub(crate) fn tensor_encoding(self) -> Result<Encoding, ValueError> {
        self.encoding().ok_or(ValueError::UnsupportedElementType { found: self })
    }

    fn is_opaque_bytes(self) -> bool {
        self.0 <= 0xFF && self.size_bytes().is_some()
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None if self.0 <= 0xFF => write!(f, "*{}", self.bit_count()),
            None => write!(f, "{:#010x}", self.0),
        }
    }
}

impl FromStr for ElementType {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let named = Self::NAMED.iter().copied().find(|element_type| element_type.name() == Some(text));
        let opaque = || text.strip_prefix(['x', '*'])?.parse().ok().map(Self::opaque).filter(|opaque| opaque.is_opaque_bytes());
        named.or_else(opaque).ok_or_else(|| ValueError::UnknownElementType { found: quoted(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and codes are each other's inverse, so printed types can be read again.
    #[test]
    fn every_name_reads_back() {
        for &element_type in ElementType::NAMED.iter().chain(&[ElementType::opaque(8), ElementType::opaque(248)]) {
            assert_eq!(element_type.to_string().parse::<ElementType>().unwrap(), element_type);
            assert!(element_type.encoding().is_some());
        }
        assert_eq!("x32".parse::<ElementType>().unwrap(), ElementType::opaque(32));
    }

    /// Codes of the HAL are an ABI shared with compiled programs.
    #[test]
    fn codes_are_those_of_the_hal() {
        for (name, code) in
            [("i1", 0x1300_0008), ("i4", 0x1000_0004), ("bf16", 0x2200_0010), ("cf64", 0x2300_0040), ("f8E8M0FNU", 0x2800_0008)]
        {
            assert_eq!(name.parse::<ElementType>().unwrap(), ElementType(code));
        }
    }

    /// Types no tensor can have are refused as text and still print something that can be looked up.
    #[test]
    fn other_types_are_refused() {
        for text in ["", "f33", "i24", "i", "x", "x0", "x12", "x256", "f8E4M3", "F32", "i-8"] {
            assert!(text.parse::<ElementType>().is_err(), "{text}");
        }
        assert_eq!(ElementType(0x1000_0018).to_string(), "0x10000018");
        assert_eq!(ElementType(0).to_string(), "*0");
    }

    /// Sub-byte types are packed over the whole array, not per row or per element.
    #[test]
    fn storage_rounds_up_once() {
        assert_eq!(ElementType::I4.storage_size_bytes(5), Some(3));
        assert_eq!(ElementType::I2.storage_size_bytes(5), Some(2));
        assert_eq!(ElementType::I1.storage_size_bytes(5), Some(5));
        assert_eq!(ElementType::F64.storage_size_bytes(u64::MAX), None);
        assert_eq!(ElementType::I4.size_bytes(), None);
    }
}
