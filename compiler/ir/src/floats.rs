//! Bits of floating-point formats: conversion from and to `f64`, rounding to nearest, ties to even.

use crate::types::FloatKind;

/// How a format spends its bits.
struct Layout {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    special: Special,
}

/// Which encodings are not finite numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Largest exponent holds infinity and NaN, as IEEE 754.
    Ieee,
    /// NaN is the largest exponent with all mantissa bits set; no infinity.
    NanOnly,
    /// NaN is negative zero; no infinity.
    NanIsNegativeZero,
    /// Finite numbers only.
    Finite,
}

const fn layout(kind: FloatKind) -> Option<Layout> {
    use FloatKind as K;
    let (exponent_bits, mantissa_bits, bias, special) = match kind {
        K::F4E2M1FN => (2, 1, 1, Special::Finite),
        K::F6E2M3FN => (2, 3, 1, Special::Finite),
        K::F6E3M2FN => (3, 2, 3, Special::Finite),
        K::F8E5M2 => (5, 2, 15, Special::Ieee),
        K::F8E4M3 => (4, 3, 7, Special::Ieee),
        K::F8E4M3FN => (4, 3, 7, Special::NanOnly),
        K::F8E5M2FNUZ => (5, 2, 16, Special::NanIsNegativeZero),
        K::F8E4M3FNUZ => (4, 3, 8, Special::NanIsNegativeZero),
        K::F8E4M3B11FNUZ => (4, 3, 11, Special::NanIsNegativeZero),
        K::F8E3M4 => (3, 4, 3, Special::Ieee),
        K::F16 => (5, 10, 15, Special::Ieee),
        K::BF16 => (8, 7, 127, Special::Ieee),
        K::TF32 => (8, 10, 127, Special::Ieee),
        K::F32 => (8, 23, 127, Special::Ieee),
        K::F64 => (11, 52, 1023, Special::Ieee),
        K::F8E8M0FNU | K::F80 | K::F128 => return None,
    };
    Some(Layout { exponent_bits, mantissa_bits, bias, special })
}

/// The bits of `value` in the format; `None` for the formats wider than 64 bits.
pub fn encode(kind: FloatKind, value: f64) -> Option<u128> {
    match kind {
        FloatKind::F64 => return Some(value.to_bits().into()),
        FloatKind::F32 => return Some((value as f32).to_bits().into()),
        FloatKind::F8E8M0FNU => return Some(encode_e8m0(value)),
        _ => {}
    }
    let Layout { exponent_bits, mantissa_bits, bias, special } = layout(kind)?;
    let sign = u128::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let top = (1u128 << exponent_bits) - 1;
    let all_mantissa = (1u128 << mantissa_bits) - 1;
    let infinity = top << mantissa_bits;
    let nan = match special {
        Special::Ieee => infinity | 1 << (mantissa_bits - 1),
        Special::NanOnly => infinity | all_mantissa,
        Special::NanIsNegativeZero => return Some(finite(value, kind).unwrap_or(1 << (exponent_bits + mantissa_bits))),
        Special::Finite => infinity | all_mantissa,
    };
    if value.is_nan() {
        return Some(nan);
    }
    let largest = match special {
        Special::Ieee => infinity - 1,
        Special::NanOnly => nan - 1,
        Special::Finite | Special::NanIsNegativeZero => infinity | all_mantissa,
    };
    let magnitude = round_magnitude(value.abs(), mantissa_bits, bias);
    Some(
        sign | if magnitude <= largest {
            magnitude
        } else if special == Special::Ieee {
            infinity
        } else {
            nan
        },
    )
}

/// The encoding where NaN is negative zero: `None` stands for NaN.
fn finite(value: f64, kind: FloatKind) -> Option<u128> {
    let Layout { exponent_bits, mantissa_bits, bias, .. } = layout(kind)?;
    if value.is_nan() {
        return None;
    }
    let magnitude = round_magnitude(value.abs(), mantissa_bits, bias);
    if magnitude >> (exponent_bits + mantissa_bits) != 0 {
        return None;
    }
    // There is no negative zero.
    let sign = u128::from(value.is_sign_negative() && magnitude != 0) << (exponent_bits + mantissa_bits);
    Some(sign | magnitude)
}

/// Exponent and mantissa bits of a non-negative number, as one integer that grows with the number; may exceed the format.
fn round_magnitude(value: f64, mantissa_bits: u32, bias: i32) -> u128 {
    if value == 0.0 {
        return 0;
    }
    if value.is_infinite() {
        return u128::MAX >> 1;
    }
    let bits = value.to_bits();
    let raw = (bits >> 52) as i32 & 0x7FF;
    let (mut exponent, mut mantissa) = (raw - 1023, (bits & ((1 << 52) - 1)) | 1 << 52);
    if raw == 0 {
        let shift = (bits & ((1 << 52) - 1)).leading_zeros() - 11;
        mantissa = bits << shift;
        exponent = -1022 - shift as i32;
    }
    let biased = exponent + bias;
    // Below the smallest normal number the mantissa loses one bit for each step.
    let drop = 52 - mantissa_bits as i32 + (1 - biased).max(0);
    if drop > 60 {
        return 0;
    }
    let (kept, rest) = (mantissa >> drop, mantissa & ((1 << drop) - 1));
    let half = 1u64 << (drop - 1);
    let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
    // A carry out of the mantissa raises the exponent by itself.
    let base = (i128::from(biased.max(1)) - 1) << mantissa_bits;
    (base + i128::from(rounded)).max(0) as u128
}

fn encode_e8m0(value: f64) -> u128 {
    if !value.is_finite() || value <= 0.0 {
        return 0xFF;
    }
    let exponent = value.log2().round() as i32 + 127;
    exponent.clamp(0, 254) as u128
}

/// The number that `bits` stand for; `None` for the formats wider than 64 bits.
pub fn decode(kind: FloatKind, bits: u128) -> Option<f64> {
    match kind {
        FloatKind::F64 => return Some(f64::from_bits(bits as u64)),
        FloatKind::F32 => return Some(f64::from(f32::from_bits(bits as u32))),
        FloatKind::F8E8M0FNU => return Some(if bits == 0xFF { f64::NAN } else { 2f64.powi(bits as i32 - 127) }),
        _ => {}
    }
    let Layout { exponent_bits, mantissa_bits, bias, special } = layout(kind)?;
    let negative = bits >> (exponent_bits + mantissa_bits) & 1 == 1;
    let exponent = (bits >> mantissa_bits) as i32 & ((1 << exponent_bits) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let top = exponent == (1 << exponent_bits) - 1;
    let all_mantissa = mantissa == (1 << mantissa_bits) - 1;
    let magnitude = match special {
        Special::Ieee if top && mantissa == 0 => f64::INFINITY,
        Special::Ieee if top => return Some(f64::NAN),
        Special::NanOnly if top && all_mantissa => return Some(f64::NAN),
        Special::NanIsNegativeZero if negative && exponent == 0 && mantissa == 0 => return Some(f64::NAN),
        _ => {
            let fraction = mantissa as f64 / f64::from(1u32 << mantissa_bits);
            let lead = f64::from(u8::from(exponent != 0));
            (lead + fraction) * 2f64.powi(exponent.max(1) - bias)
        }
    };
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every encoding of a narrow format decodes to a number that encodes back to it.
    #[test]
    fn narrow_formats_round_trip() {
        for &kind in FloatKind::ALL {
            if kind.bits() > 16 {
                continue;
            }
            for bits in 0..1u128 << kind.bits() {
                let value = decode(kind, bits).unwrap();
                if !value.is_nan() {
                    assert_eq!(encode(kind, value), Some(bits), "{} {bits:#x}", kind.name());
                }
            }
        }
    }

    #[test]
    fn rounding_agrees_with_half() {
        for i in 0..20_000u32 {
            let single = f32::from_bits(i.wrapping_mul(214_013).wrapping_add(2_531_011) ^ i << 17);
            if single.is_nan() {
                continue;
            }
            let value = f64::from(single);
            assert_eq!(encode(FloatKind::F16, value), Some(half::f16::from_f32(single).to_bits().into()), "{value}");
            assert_eq!(encode(FloatKind::BF16, value), Some(half::bf16::from_f32(single).to_bits().into()), "{value}");
        }
    }
}
