//! Scalars: values passed without a buffer, as the VM and its callers exchange them.

use half::{bf16, f16};

use crate::ElementType;

/// A number with its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// `i1`
    I1(bool),
    /// `i8`
    I8(i8),
    /// `i16`
    I16(i16),
    /// `i32`
    I32(i32),
    /// `i64`
    I64(i64),
    /// `f16`
    F16(f16),
    /// `bf16`
    BF16(bf16),
    /// `f32`
    F32(f32),
    /// `f64`
    F64(f64),
}

impl Scalar {
    /// The type of the number.
    pub fn element_type(self) -> ElementType {
        match self {
            Self::I1(_) => ElementType::I1,
            Self::I8(_) => ElementType::I8,
            Self::I16(_) => ElementType::I16,
            Self::I32(_) => ElementType::I32,
            Self::I64(_) => ElementType::I64,
            Self::F16(_) => ElementType::F16,
            Self::BF16(_) => ElementType::BF16,
            Self::F32(_) => ElementType::F32,
            Self::F64(_) => ElementType::F64,
        }
    }

    /// The number in little-endian `bytes`; `None` for types that are no scalar and for bytes of the
    /// wrong length.
    pub fn from_le_bytes(element_type: ElementType, bytes: &[u8]) -> Option<Self> {
        Some(match element_type {
            ElementType::I1 => Self::I1(u8::from_le_bytes(bytes.try_into().ok()?) != 0),
            ElementType::I8 => Self::I8(i8::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::I16 => Self::I16(i16::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::I32 => Self::I32(i32::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::I64 => Self::I64(i64::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::F16 => Self::F16(f16::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::BF16 => Self::BF16(bf16::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::F32 => Self::F32(f32::from_le_bytes(bytes.try_into().ok()?)),
            ElementType::F64 => Self::F64(f64::from_le_bytes(bytes.try_into().ok()?)),
            _ => return None,
        })
    }

    /// The bytes of the number, little-endian.
    pub fn to_le_bytes(self) -> Vec<u8> {
        match self {
            Self::I1(value) => vec![u8::from(value)],
            Self::I8(value) => value.to_le_bytes().to_vec(),
            Self::I16(value) => value.to_le_bytes().to_vec(),
            Self::I32(value) => value.to_le_bytes().to_vec(),
            Self::I64(value) => value.to_le_bytes().to_vec(),
            Self::F16(value) => value.to_le_bytes().to_vec(),
            Self::BF16(value) => value.to_le_bytes().to_vec(),
            Self::F32(value) => value.to_le_bytes().to_vec(),
            Self::F64(value) => value.to_le_bytes().to_vec(),
        }
    }
}
