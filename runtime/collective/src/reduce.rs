//! Reductions: elements of several ranks become one.

use halforge_value::ElementType as Number;

use crate::op::{ElementType, Reduction};

/// Reduces the elements of all ranks, one after another in the order of ranks. All of `parts` have the same length, a
/// multiple of the element's; what is longer than the shortest is ignored.
///
/// Floats are reduced in f64 and rounded at the end, to nearest, ties to even. Without reduction the first part is the result.
pub fn reduce(reduction: Reduction, element_type: ElementType, parts: &[&[u8]]) -> Vec<u8> {
    let [first, rest @ ..] = parts else { return Vec::new() };
    if reduction == Reduction::None || rest.is_empty() {
        return first.to_vec();
    }
    match element_type {
        ElementType::Si8 => integers(reduction, parts, i8::from_le_bytes, i8::to_le_bytes, |v| v as i8),
        ElementType::Ui8 => integers(reduction, parts, u8::from_le_bytes, u8::to_le_bytes, |v| v as u8),
        ElementType::Si16 => integers(reduction, parts, i16::from_le_bytes, i16::to_le_bytes, |v| v as i16),
        ElementType::Ui16 => integers(reduction, parts, u16::from_le_bytes, u16::to_le_bytes, |v| v as u16),
        ElementType::Si32 => integers(reduction, parts, i32::from_le_bytes, i32::to_le_bytes, |v| v as i32),
        ElementType::Ui32 => integers(reduction, parts, u32::from_le_bytes, u32::to_le_bytes, |v| v as u32),
        ElementType::Si64 => integers(reduction, parts, i64::from_le_bytes, i64::to_le_bytes, |v| v as i64),
        ElementType::Ui64 => integers(reduction, parts, u64::from_le_bytes, u64::to_le_bytes, |v| v as u64),
        ElementType::F32 => {
            floats(reduction, parts, |bytes| f64::from(f32::from_le_bytes(bytes)), |v| (v as f32).to_le_bytes())
        }
        ElementType::F64 => floats(reduction, parts, f64::from_le_bytes, f64::to_le_bytes),
        ElementType::F16 => narrow::<2>(reduction, parts, Number::F16),
        ElementType::BF16 => narrow::<2>(reduction, parts, Number::BF16),
        ElementType::F8E5M2 => narrow::<1>(reduction, parts, Number::F8E5M2),
        ElementType::F8E4M3FN => narrow::<1>(reduction, parts, Number::F8E4M3FN),
        ElementType::F8E5M2FNUZ => narrow::<1>(reduction, parts, Number::F8E5M2FNUZ),
        ElementType::F8E4M3FNUZ => narrow::<1>(reduction, parts, Number::F8E4M3FNUZ),
    }
}

/// Applies `step` to the elements of all parts at each place, from the first rank on.
fn fold<const N: usize, A>(
    parts: &[&[u8]],
    read: impl Fn([u8; N]) -> A,
    step: impl Fn(A, A) -> A,
    write: impl Fn(A) -> [u8; N],
) -> Vec<u8> {
    let [first, rest @ ..] = parts else { return Vec::new() };
    let elements: Vec<&[[u8; N]]> = rest.iter().map(|part| part.as_chunks::<N>().0).collect();
    let mut out = Vec::with_capacity(first.len());
    for (index, &bytes) in first.as_chunks::<N>().0.iter().enumerate() {
        let others = elements.iter().filter_map(|part| part.get(index)).map(|&bytes| read(bytes));
        out.extend(write(others.fold(read(bytes), &step)));
    }
    out
}

fn integers<const N: usize, T: Copy + Into<i128>>(
    reduction: Reduction,
    parts: &[&[u8]],
    read: impl Fn([u8; N]) -> T,
    write: impl Fn(T) -> [u8; N],
    wrap: impl Fn(i128) -> T,
) -> Vec<u8> {
    let ranks = parts.len() as i128;
    // Sums of 1,024 ranks fit 128 bits; products are wrapped at every step.
    let wide = |bytes| read(bytes).into();
    let wrapped = |value: i128| write(wrap(value));
    match reduction {
        Reduction::None | Reduction::Sum => fold(parts, wide, |a, b| a + b, wrapped),
        Reduction::Product => fold(parts, wide, |a, b| wrap(a.wrapping_mul(b)).into(), wrapped),
        Reduction::Minimum => fold(parts, wide, i128::min, wrapped),
        Reduction::Maximum => fold(parts, wide, i128::max, wrapped),
        Reduction::Average => fold(parts, wide, |a, b| a + b, |sum| write(wrap(sum / ranks))),
    }
}

fn floats<const N: usize>(
    reduction: Reduction,
    parts: &[&[u8]],
    read: impl Fn([u8; N]) -> f64,
    write: impl Fn(f64) -> [u8; N],
) -> Vec<u8> {
    let ranks = parts.len() as f64;
    // IEEE 754's minimum and maximum: NaN when one is, and -0 below +0.
    let pick = |a: f64, b: f64, first: bool| if a.is_nan() || !b.is_nan() && first { a } else { b };
    match reduction {
        Reduction::None | Reduction::Sum => fold(parts, read, |a, b| a + b, write),
        Reduction::Product => fold(parts, read, |a, b| a * b, write),
        Reduction::Minimum => fold(parts, read, |a, b| pick(a, b, a.total_cmp(&b).is_le()), write),
        Reduction::Maximum => fold(parts, read, |a, b| pick(a, b, a.total_cmp(&b).is_ge()), write),
        Reduction::Average => fold(parts, read, |a, b| a + b, |sum| write(sum / ranks)),
    }
}

/// Floats of 16 and 8 bits.
fn narrow<const N: usize>(reduction: Reduction, parts: &[&[u8]], number: Number) -> Vec<u8> {
    let read = |bytes: [u8; N]| number.float_from_le_bytes(&bytes).unwrap_or(f64::NAN);
    let write = |value: f64| {
        let bytes = number.float_to_le_bytes(value).unwrap_or_default();
        bytes.as_slice().try_into().unwrap_or([0; N])
    };
    floats(reduction, parts, read, write)
}
