//! The element types of ggml and the size they give a tensor.
//!
//! A gguf file does not store sizes, so this table must know every type a file may use. Numbers
//! and sizes are those of `GGML_QUANT_SIZES` in ggml's Python package `gguf` 0.19. Its `Q8_1` is
//! left out: it is for intermediate values only, and ggml's own sources disagree on its size (36
//! or 40 bytes).

use crate::error::{ArchiveError, Part, invalid};

struct Type {
    number: u32,
    name: &'static str,
    /// Elements of a row share blocks of this many.
    block_elements: u64,
    block_bytes: u64,
}

const fn row(number: u32, name: &'static str, block_elements: u64, block_bytes: u64) -> Type {
    Type { number, name, block_elements, block_bytes }
}

#[rustfmt::skip]
const TYPES: &[Type] = &[
    row(0,  "F32",       1,   4),
    row(1,  "F16",       1,   2),
    row(2,  "Q4_0",     32,  18),
    row(3,  "Q4_1",     32,  20),
    row(6,  "Q5_0",     32,  22),
    row(7,  "Q5_1",     32,  24),
    row(8,  "Q8_0",     32,  34),
    row(10, "Q2_K",    256,  84),
    row(11, "Q3_K",    256, 110),
    row(12, "Q4_K",    256, 144),
    row(13, "Q5_K",    256, 176),
    row(14, "Q6_K",    256, 210),
    row(15, "Q8_K",    256, 292),
    row(16, "IQ2_XXS", 256,  66),
    row(17, "IQ2_XS",  256,  74),
    row(18, "IQ3_XXS", 256,  98),
    row(19, "IQ1_S",   256,  50),
    row(20, "IQ4_NL",   32,  18),
    row(21, "IQ3_S",   256, 110),
    row(22, "IQ2_S",   256,  82),
    row(23, "IQ4_XS",  256, 136),
    row(24, "I8",        1,   1),
    row(25, "I16",       1,   2),
    row(26, "I32",       1,   4),
    row(27, "I64",       1,   8),
    row(28, "F64",       1,   8),
    row(29, "IQ1_M",   256,  56),
    row(30, "BF16",      1,   2),
    row(34, "TQ1_0",   256,  54),
    row(35, "TQ2_0",   256,  66),
    row(39, "MXFP4",    32,  17),
    row(40, "NVFP4",    64,  36),
    row(41, "Q1_0",    128,  18),
];

/// Size of a tensor of `dimensions`, the fastest-running first, with elements of type `number`.
/// Without dimensions it has one element.
///
/// # Errors
///
/// `Invalid` for an unknown type, a row that does not fill its last block, and a size beyond 64 bits.
pub(super) fn length_bytes(part: Part<'_>, dimensions: &[u64], number: u32) -> Result<u64, ArchiveError> {
    let Some(ty) = TYPES.iter().find(|ty| ty.number == number) else {
        let expected = "a known ggml type, whose size could be told";
        return Err(invalid(part, expected, format!("type {number}")));
    };
    let row_elements = dimensions.first().copied().unwrap_or(1);
    if !row_elements.is_multiple_of(ty.block_elements) {
        let expected = format!("rows of whole {}-element {} blocks", ty.block_elements, ty.name);
        return Err(invalid(part, expected, format!("{row_elements} elements")));
    }
    let blocks = row_elements / ty.block_elements;
    dimensions
        .iter()
        .skip(1)
        .try_fold(blocks, |product, &dimension| product.checked_mul(dimension))
        .and_then(|blocks| blocks.checked_mul(ty.block_bytes))
        .ok_or_else(|| {
            let found = format!("{dimensions:?} elements of type {}", ty.name);
            invalid(part, "a size below 2^64 bytes", found)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: Part<'_> = Part::Entry("w");

    #[test]
    fn sizes_count_whole_blocks_of_each_row() {
        for (dimensions, number, expected) in
            [(&[][..], 0, 4), (&[4], 0, 16), (&[5, 3], 1, 30), (&[32, 2], 8, 68), (&[512, 3], 12, 864), (&[0, 7], 0, 0)]
        {
            assert_eq!(length_bytes(PART, dimensions, number).unwrap(), expected);
        }
    }

    #[test]
    fn what_has_no_size_is_an_error_with_its_numbers() {
        for (dimensions, number, expected) in [
            (&[4][..], 4, "entry \"w\": expected a known ggml type, whose size could be told, found type 4"),
            (&[33], 2, "entry \"w\": expected rows of whole 32-element Q4_0 blocks, found 33 elements"),
            (
                &[1 << 32, 1 << 32],
                0,
                "entry \"w\": expected a size below 2^64 bytes, \
                 found [4294967296, 4294967296] elements of type F32",
            ),
        ] {
            let error = length_bytes(PART, dimensions, number).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    /// `find` would never reach the second of two rows.
    #[test]
    fn type_numbers_ascend() {
        assert!(TYPES.is_sorted_by(|a, b| a.number < b.number));
    }
}
