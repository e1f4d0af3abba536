//! Literals: the text of one element or scalar, and its bytes.
//!
//! A literal that IREE's tools read means the same here; where they stop at the first odd character
//! (`5x`), wrap around or read octal, it is refused.

use crate::ElementType;
use crate::element_type::{Encoding, Signedness};
use crate::float::FloatFormat;

/// Appends the bytes of `text`, read as an element, in little-endian order; a sub-byte integer takes
/// the low bits of one byte.
///
/// On failure `bytes` is unchanged and the error says what would have been accepted.
pub(crate) fn encode_literal(
    text: &str,
    element_type: ElementType,
    encoding: Encoding,
    bytes: &mut Vec<u8>,
) -> Result<(), String> {
    let bits = element_type.bit_count();
    match encoding {
        Encoding::Boolean => bytes.push(parse_boolean(text).ok_or("0, 1, true, false or the two hex digits of a byte")?),
        Encoding::Opaque => {
            let size_bytes = (bits / 8) as usize;
            let element = parse_hex_bytes(text, size_bytes).ok_or_else(|| format!("{} hex digits", size_bytes * 2))?;
            bytes.extend(element);
        }
        Encoding::Integer(signedness) => {
            let (lowest, highest) = integer_range(bits, signedness);
            let value = parse_integer(text)?;
            if !(lowest..=highest).contains(&value) {
                return Err(format!("an integer from {lowest} to {highest}"));
            }
            let mask = u8::MAX >> 8u32.saturating_sub(bits);
            bytes.extend(value.to_le_bytes().into_iter().take(bits.div_ceil(8) as usize).map(|byte| byte & mask));
        }
        Encoding::Float(format) => {
            let value = parse_float(text, format).ok_or("a number")?;
            if element_type == ElementType::F8E8M0FNU && value <= 0.0 {
                return Err("a positive number, as f8E8M0FNU has no sign and no zero".to_owned());
            }
            format.encode(value, bytes);
        }
        Encoding::Complex(format) => {
            if let Some(element) = parse_hex_bytes(text, format.size_bytes() * 2) {
                bytes.extend(element);
            } else {
                let expected = || format!("a number such as 1+2i or {} hex digits", format.size_bytes() * 4);
                let (real, imaginary) = parse_complex(text, format).ok_or_else(expected)?;
                format.encode(real, bytes);
                format.encode(imaginary, bytes);
            }
        }
    }
    Ok(())
}

/// The integers `bits` bits can stand for.
fn integer_range(bits: u32, signedness: Signedness) -> (i128, i128) {
    let (half, whole) = (1i128 << bits.saturating_sub(1), 1i128 << bits);
    match signedness {
        Signedness::Signless => (-half, whole - 1),
        Signedness::Signed => (-half, half - 1),
        Signedness::Unsigned => (0, whole - 1),
    }
}

/// `true`, `false`, `0`, `1` or the hex byte a truth value is printed as.
fn parse_boolean(text: &str) -> Option<u8> {
    match text {
        "0" | "false" => Some(0),
        "1" | "true" => Some(1),
        _ => parse_hex_bytes(text, 1)?.first().copied(),
    }
}

/// Exactly `size_bytes` pairs of hex digits, in memory order.
fn parse_hex_bytes(text: &str, size_bytes: usize) -> Option<Vec<u8>> {
    if text.len() != size_bytes * 2 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let digits = text.as_bytes().chunks_exact(2);
    digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// A decimal or `0x` integer with an optional sign.
pub(crate) fn parse_integer(text: &str) -> Result<i128, String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, radix) = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (unsigned, 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err("an integer".to_owned());
    }
    let magnitude = i128::from_str_radix(digits, radix).map_err(|_| "an integer of at most 64 bits".to_owned())?;
    if radix == 10 && digits.starts_with('0') && magnitude > 7 {
        return Err("an integer without leading zeros, which iree-run-module reads as octal".to_owned());
    }
    Ok(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// A decimal number, `inf`, `nan` or a hex integer, rounded once to `f32` (to `f64` for that format).
fn parse_float(text: &str, format: FloatFormat) -> Option<f64> {
    let unsigned = text.trim_start_matches(['-', '+']);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        return parse_integer(text).ok().map(|value| value as f64);
    }
    match format {
        FloatFormat::F64 => text.parse().ok(),
        _ => text.parse::<f32>().ok().map(f64::from),
    }
}

/// `1`, `1+2i`, `-2.5e3j`: a real part, an imaginary part, or both.
fn parse_complex(text: &str, format: FloatFormat) -> Option<(f64, f64)> {
    let Some(rest) = text.strip_suffix(['i', 'j']) else {
        return Some((parse_float(text, format)?, 0.0));
    };
    // The sign between the parts is the last one that does not belong to an exponent.
    let is_between = |&(position, _): &(usize, &str)| position > 0 && !rest[..position].ends_with(['e', 'E']);
    match rest.rmatch_indices(['+', '-']).find(is_between) {
        Some((position, _)) => {
            let (real, imaginary) = rest.split_at(position);
            Some((parse_float(real, format)?, parse_float(imaginary, format)?))
        }
        None => Some((0.0, parse_float(rest, format)?)),
    }
}
