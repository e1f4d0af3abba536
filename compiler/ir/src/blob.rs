//! Bytes of constants: decoding of hex digits, sizes of elements, and access to the data of `dense<…>` in pieces.

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::context::Context;
use crate::types::{DYNAMIC, Shape, Type, TypeKind};

/// Value of each hex digit; 0x80 and above for other bytes.
const HEX: [u8; 256] = {
    let mut table = [0x80u8; 256];
    let mut i = 0;
    while i < 10 {
        table[b'0' as usize + i] = i as u8;
        i += 1;
    }
    i = 0;
    while i < 6 {
        table[b'a' as usize + i] = 10 + i as u8;
        table[b'A' as usize + i] = 10 + i as u8;
        i += 1;
    }
    table
};

/// The bytes that pairs of hex digits spell. The digits were checked by the parser.
pub(crate) fn decode_hex(digits: &[u8]) -> impl ExactSizeIterator<Item = u8> + '_ {
    let (pairs, _) = digits.as_chunks::<2>();
    pairs.iter().map(|[high, low]| HEX[*high as usize] << 4 | HEX[*low as usize] & 0xF)
}

/// The position of the first byte that is no hex digit.
pub(crate) fn find_non_hex(digits: &[u8]) -> Option<usize> {
    const BLOCK: usize = 4096;
    // Whole blocks first, without a branch per byte.
    let bad_block = digits.chunks(BLOCK).position(|block| !all_hex(block))?;
    let start = bad_block * BLOCK;
    digits[start..].iter().position(|c| !c.is_ascii_hexdigit()).map(|at| start + at)
}

fn all_hex(block: &[u8]) -> bool {
    block.iter().fold(true, |all, &c| {
        let digit = c.wrapping_sub(b'0') < 10;
        let letter = (c | 0x20).wrapping_sub(b'a') < 6;
        all & (digit | letter)
    })
}

/// Bytes of an element in memory: the fewest that hold its bits, complex numbers twice their part; `None` for types without bits.
pub fn element_size(ctx: &Context, element: Type) -> Option<usize> {
    Some(match ctx.type_kind(element) {
        TypeKind::Integer { width, .. } => (*width as usize).div_ceil(8),
        TypeKind::Index => 8,
        TypeKind::Float(kind) => (kind.bits() as usize).div_ceil(8),
        TypeKind::Complex(inner) => element_size(ctx, *inner)?.checked_mul(2)?,
        _ => return None,
    })
}

/// The number of elements of a shaped type; `None` when it is not static or overflows.
pub fn element_count(shape: &Shape) -> Option<u64> {
    shape.iter().try_fold(1u64, |n, &d| if d == DYNAMIC { None } else { n.checked_mul(d) })
}

/// Size of the pieces [`dense_chunks`] gives, in bytes.
const CHUNK_BYTES: usize = 1 << 20;

/// Calls `each` with the bytes of a `dense<…>` attribute, in order, in pieces; the bytes of the type's layout in memory.
///
/// Returns `None` when `attr` has no bytes. Source text that was read is released as it goes, so that a constant of any size
/// takes little memory.
///
/// # Errors
/// The first error of `each`.
pub fn dense_chunks<E>(ctx: &Context, attr: Attr, mut each: impl FnMut(&[u8]) -> Result<(), E>) -> Option<Result<(), E>> {
    let AttrKind::Dense { ty, data } = ctx.attr_kind(attr) else { return None };
    let (TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. }) = ctx.type_kind(*ty) else {
        return None;
    };
    let count = usize::try_from(element_count(shape)?).ok()?;
    let size = element_size(ctx, *element)?;
    Some(match data {
        DenseData::Bytes(bytes) => each(bytes),
        DenseData::Splat(one) => {
            let per_chunk = (CHUNK_BYTES / size.max(1)).clamp(1, count.max(1));
            let chunk = one.repeat(per_chunk);
            let mut left = count * size;
            loop {
                if left == 0 {
                    break Ok(());
                }
                let n = left.min(chunk.len());
                if let Err(error) = each(&chunk[..n]) {
                    break Err(error);
                }
                left -= n;
            }
        }
        DenseData::Hex(range) => hex_chunks(ctx, *range, each),
        DenseData::Attrs(_) => return None,
    })
}

/// Calls `each` with the bytes that the digits of `range` spell, in pieces.
///
/// # Errors
/// The first error of `each`.
pub fn hex_chunks<E>(
    ctx: &Context,
    range: crate::source::SourceRange,
    mut each: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let digits = &ctx.source_bytes(range.source)[range.range()];
    let mut chunk = Vec::with_capacity(CHUNK_BYTES.min(digits.len() / 2));
    let mut start = range.start;
    for part in digits.chunks(2 * CHUNK_BYTES) {
        chunk.clear();
        chunk.extend(decode_hex(part));
        ctx.done_with(crate::source::SourceRange { start, length: part.len(), ..range });
        start += part.len();
        each(&chunk)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_digits_decode_in_both_cases_and_bad_ones_are_found() {
        assert_eq!(decode_hex(b"0aFf10").collect::<Vec<_>>(), [0x0A, 0xFF, 0x10]);
        let mut digits = vec![b'a'; 10_000];
        assert_eq!(find_non_hex(&digits), None);
        for at in [0, 4095, 4096, 9_999] {
            let kept = std::mem::replace(&mut digits[at], b'g');
            assert_eq!(find_non_hex(&digits), Some(at));
            digits[at] = kept;
        }
        for c in 0..=255u8 {
            assert_eq!(find_non_hex(&[c]).is_none(), c.is_ascii_hexdigit(), "{c}");
        }
    }
}
