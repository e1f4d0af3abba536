//! Tensors in host memory.
//!
//! Invariant: the element type has an encoding, the rank and size are within
//! [`limits`](crate::limits), and there are exactly as many bytes as shape and type take.

use crate::element_type::{Encoding, Signedness};
use crate::limits::{MAX_RANK, MAX_TENSOR_SIZE_BYTES};
use crate::print::format_tensor_type;
use crate::{ElementType, Scalar, ValueError};

/// A dense array: row major, each element little-endian, sub-byte elements packed from the low bits
/// up over the whole array.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    element_type: ElementType,
    shape: Vec<u64>,
    bytes: Vec<u8>,
}

/// One element, ready to be printed or compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element<'a> {
    /// Of an integer type; signless types read as signed.
    Integer(i128),
    /// Of a floating-point type, exact.
    Float(f64),
    /// Of a complex type, exact.
    Complex {
        /// Real part.
        real: f64,
        /// Imaginary part.
        imaginary: f64,
    },
    /// Of `i1` or an opaque type: its bytes in memory order.
    Bytes(&'a [u8]),
}

impl Tensor {
    /// The tensor of `bytes`, laid out as [`Tensor`] says.
    ///
    /// # Errors
    /// `UnsupportedElementType`, `Rank` and `TooLarge` for types outside the limits, `ByteCount` if
    /// the bytes are not as many as the type takes.
    pub fn new(element_type: ElementType, shape: Vec<u64>, bytes: Vec<u8>) -> Result<Self, ValueError> {
        let expected_bytes = tensor_size_bytes(element_type, &shape)?;
        if bytes.len() as u64 != expected_bytes {
            let tensor_type = format_tensor_type(element_type, &shape);
            return Err(ValueError::ByteCount { tensor_type, expected_bytes, found_bytes: bytes.len() as u64 });
        }
        Ok(Self { element_type, shape, bytes })
    }

    /// A tensor whose bytes are all zero.
    ///
    /// # Errors
    /// As [`Tensor::new`], and `OutOfMemory`.
    pub fn zeros(element_type: ElementType, shape: Vec<u64>) -> Result<Self, ValueError> {
        let size_bytes = tensor_size_bytes(element_type, &shape)?;
        let mut bytes = reserve_bytes(element_type, &shape, size_bytes)?;
        bytes.resize(size_bytes as usize, 0);
        Ok(Self { element_type, shape, bytes })
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// The dimensions, outermost first; empty for rank 0.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// The contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The contents, owned.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The number of elements, 1 for rank 0.
    pub fn element_count(&self) -> u64 {
        element_count(&self.shape).unwrap_or(u64::MAX)
    }

    /// The element at flat position `index`; `None` past the end.
    pub fn element(&self, index: u64) -> Option<Element<'_>> {
        if index >= self.element_count() {
            return None;
        }
        match self.element_type.encoding()? {
            Encoding::Boolean | Encoding::Opaque => self.element_bytes(index).map(Element::Bytes),
            Encoding::Integer(signedness) => self.integer(index, signedness).map(Element::Integer),
            Encoding::Float(format) => format.decode(self.element_bytes(index)?).map(Element::Float),
            Encoding::Complex(format) => {
                let (real, imaginary) = self.element_bytes(index)?.split_at_checked(format.size_bytes())?;
                Some(Element::Complex { real: format.decode(real)?, imaginary: format.decode(imaginary)? })
            }
        }
    }

    /// The bytes of the element at flat position `index`; `None` past the end and for sub-byte types.
    pub fn element_bytes(&self, index: u64) -> Option<&[u8]> {
        let size_bytes = self.element_type.size_bytes()?;
        let begin = usize::try_from(index).ok()?.checked_mul(size_bytes)?;
        self.bytes.get(begin..begin.checked_add(size_bytes)?)
    }

    fn integer(&self, index: u64, signedness: Signedness) -> Option<i128> {
        let bits = self.element_type.bit_count();
        let unsigned = match self.element_bytes(index) {
            Some(bytes) => bytes.iter().rev().fold(0, |value, &byte| value << 8 | i128::from(byte)),
            None => {
                let begin_bits = index.checked_mul(u64::from(bits))?;
                let byte = self.bytes.get((begin_bits / 8) as usize)?;
                i128::from(byte >> (begin_bits % 8)) & ((1 << bits) - 1)
            }
        };
        let is_negative = signedness != Signedness::Unsigned && unsigned >> (bits - 1) == 1;
        Some(if is_negative { unsigned - (1 << bits) } else { unsigned })
    }

    /// This tensor as one of `expected` elements, where the file it came from could not say so: npy
    /// has no signless integers, no `bf16` and no 8-bit floats. Other types are left as they are.
    pub(crate) fn retyped(self, expected: ElementType) -> Self {
        use Encoding::{Integer, Opaque};
        let same_size = self.element_type.bit_count() == expected.bit_count();
        let element_type = match (self.element_type.encoding(), expected.encoding()) {
            (Some(Opaque), Some(_)) if same_size => expected,
            (Some(Integer(_)), Some(Integer(Signedness::Signless))) if same_size => expected,
            _ => self.element_type,
        };
        Self { element_type, ..self }
    }
}

impl From<Scalar> for Tensor {
    /// The scalar as a tensor of rank 0.
    fn from(scalar: Scalar) -> Self {
        Self { element_type: scalar.element_type(), shape: Vec::new(), bytes: scalar.to_le_bytes() }
    }
}

/// The number of elements of `shape`; `None` where it does not fit 64 bits.
pub(crate) fn element_count(shape: &[u64]) -> Option<u64> {
    // Zero first: a shape with a zero is empty however large its other dimensions are.
    if shape.contains(&0) { Some(0) } else { shape.iter().try_fold(1, |count: u64, &dimension| count.checked_mul(dimension)) }
}

/// The bytes a tensor takes, after checking that it can exist.
pub(crate) fn tensor_size_bytes(element_type: ElementType, shape: &[u64]) -> Result<u64, ValueError> {
    element_type.tensor_encoding()?;
    if shape.len() > MAX_RANK {
        return Err(ValueError::Rank { found: shape.len() });
    }
    let size_bytes = element_count(shape).and_then(|elements| element_type.storage_size_bytes(elements));
    size_bytes
        .filter(|&size_bytes| size_bytes <= MAX_TENSOR_SIZE_BYTES)
        .ok_or_else(|| ValueError::TooLarge { tensor_type: format_tensor_type(element_type, shape), size_bytes })
}

/// Room for `size_bytes` bytes of a tensor of this type.
pub(crate) fn reserve_bytes(element_type: ElementType, shape: &[u64], size_bytes: u64) -> Result<Vec<u8>, ValueError> {
    let mut bytes = Vec::new();
    let reserved = usize::try_from(size_bytes).is_ok_and(|size| bytes.try_reserve_exact(size).is_ok());
    if !reserved {
        let tensor_type = format_tensor_type(element_type, shape);
        return Err(ValueError::OutOfMemory { tensor_type, size_bytes });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packed elements come out of the right bits with the right sign.
    #[test]
    fn sub_byte_elements_are_packed_from_the_low_bits() {
        let tensor = Tensor::new(ElementType::I4, vec![3], vec![0x2F, 0x07]).unwrap();
        let elements: Vec<_> = (0..4).map(|index| tensor.element(index)).collect();
        let integer = |value| Some(Element::Integer(value));
        assert_eq!(elements, [integer(-1), integer(2), integer(7), None]);
    }

    /// The widest integers keep their value in both readings.
    #[test]
    fn integers_follow_their_signedness() {
        let bytes = vec![0xFF; 8];
        for (element_type, value) in
            [(ElementType::I64, -1), (ElementType::SI64, -1), (ElementType::UI64, i128::from(u64::MAX))]
        {
            let tensor = Tensor::new(element_type, vec![], bytes.clone()).unwrap();
            assert_eq!(tensor.element(0), Some(Element::Integer(value)));
        }
    }

    /// A tensor can only be made with the bytes its type takes, so readers need not check again.
    #[test]
    fn bytes_must_fit_the_type() {
        let error = Tensor::new(ElementType::F32, vec![4], vec![0; 15]).unwrap_err();
        assert_eq!(error.to_string(), "expected 16 bytes for 4xf32, found 15");
        assert!(matches!(Tensor::new(ElementType(0), vec![], vec![]), Err(ValueError::UnsupportedElementType { .. })));
        assert!(matches!(Tensor::zeros(ElementType::I8, vec![1; 129]), Err(ValueError::Rank { found: 129 })));
        let error = Tensor::zeros(ElementType::F64, vec![1 << 32, 1 << 32]).unwrap_err();
        assert_eq!(error.to_string(), "4294967296x4294967296xf64: expected at most 17179869184 bytes, found more than 2^64");
        assert_eq!(Tensor::zeros(ElementType::I8, vec![u64::MAX, 3, 0]).unwrap().element_count(), 0);
    }
}
