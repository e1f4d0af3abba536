//! Floating-point numbers as text that reads back as the same bits.

use crate::floats;
use crate::types::FloatKind;

/// `1.000000e+00`, more digits where these do not say it all, or the bits in hexadecimal.
pub(super) fn float_text(kind: FloatKind, bits: u128) -> String {
    let hex = || format!("0x{bits:0width$X}", width = (kind.bits() as usize).div_ceil(4));
    let Some(value) = floats::decode(kind, bits).filter(|v| v.is_finite()) else { return hex() };
    let reads_back = |text: &str| text.parse().ok().and_then(|v| floats::encode(kind, v)) == Some(bits);
    let short = with_exponent(&format!("{value:.6e}"));
    if reads_back(&short) {
        return short;
    }
    let exact = format!("{value:e}");
    let exact = if exact.contains('.') { with_exponent(&exact) } else { with_exponent(&exact.replacen('e', ".0e", 1)) };
    if reads_back(&exact) { exact } else { hex() }
}

/// Rust's `1.5e7` as `1.5e+07`.
fn with_exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_upstream_does() {
        let text = |v: f32| float_text(FloatKind::F32, v.to_bits().into());
        assert_eq!(text(1.0), "1.000000e+00");
        assert_eq!(text(-0.0), "-0.000000e+00");
        assert_eq!(text(0.1), "1.000000e-01");
        assert_eq!(text(1e10), "1.000000e+10");
        assert_eq!(text(f32::INFINITY), "0x7F800000");
        assert_eq!(text(f32::NAN), "0x7FC00000");
    }

    #[test]
    fn every_f16_reads_back() {
        for bits in 0..=0xFFFFu128 {
            let text = float_text(FloatKind::F16, bits);
            let back = match text.strip_prefix("0x") {
                Some(digits) => u128::from_str_radix(digits, 16).unwrap(),
                None => floats::encode(FloatKind::F16, text.parse().unwrap()).unwrap(),
            };
            assert_eq!(back, bits, "{text}");
        }
    }
}
