//! Floating-point numbers as text that reads back as the same bits.

use crate::floats;
use crate::types::FloatKind;

/// `1.000000e+00`, more digits where these do not say it all, or the bits in hexadecimal: the forms upstream prints.
pub(super) fn float_text(kind: FloatKind, bits: u128) -> String {
    let hex = || format!("0x{bits:X}");
    let Some(value) = floats::decode(kind, bits).filter(|v| v.is_finite()) else { return hex() };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value == 0.0 {
        return format!("{sign}0.000000e+00");
    }
    let exact = Decimal::of(value);
    let short = format!("{sign}{}", six_digits(&exact));
    if short.parse().ok().and_then(|v| floats::encode(kind, v)) == Some(bits) {
        return short;
    }
    let all = all_digits(&exact, 2 + significand_bits(kind) * 59 / 196);
    if all.contains('.') { format!("{sign}{all}") } else { hex() }
}

/// Six digits: `1.500000e+07`.
fn six_digits(exact: &Decimal) -> String {
    let Decimal { digits, first, .. } = exact.rounded(6);
    let sign = if first < 0 { '-' } else { '+' };
    format!("{}.{:0<6}e{sign}{:02}", &digits[..1], &digits[1..], first.abs())
}

/// As many digits as the format can tell apart, without trailing zeros: `0.166666657`, `1.98756912E-4`.
fn all_digits(exact: &Decimal, precision: usize) -> String {
    /// Zeros written before a number turns to exponents.
    const LARGEST_PADDING: i32 = 3;
    let Decimal { digits, first, .. } = exact.rounded(precision);
    let count = digits.len() as i32;
    let last = first - (count - 1);
    let scientific = if last >= 0 {
        last > LARGEST_PADDING || count + last > precision as i32
    } else {
        first < 0 && -first > LARGEST_PADDING
    };
    if scientific {
        let rest = if count == 1 { "0" } else { &digits[1..] };
        let sign = if first < 0 { '-' } else { '+' };
        format!("{}.{rest}E{sign}{}", &digits[..1], first.abs())
    } else if last >= 0 {
        format!("{digits}{}", "0".repeat(last as usize))
    } else if first >= 0 {
        let (whole, fraction) = digits.split_at(first as usize + 1);
        format!("{whole}.{fraction}")
    } else {
        format!("0.{}{digits}", "0".repeat((-first - 1) as usize))
    }
}

/// A positive number in decimal.
struct Decimal {
    /// Digits, without leading zeros.
    digits: String,
    /// The power of ten of the first digit.
    first: i32,
    /// Bits of the number that all digits together are.
    bits: usize,
}

impl Decimal {
    /// All digits of a positive number.
    fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let biased = (bits >> 52 & 0x7FF) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let (significand, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
        let zeros = significand.trailing_zeros();
        let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
        // N * 2^-e is N * 5^e * 10^-e.
        let mut number = Natural::from(significand);
        for _ in 0..exponent.unsigned_abs() {
            number.multiply(if exponent < 0 { 5 } else { 2 });
        }
        let bits = number.bits();
        let digits = number.into_decimal();
        let first = digits.len() as i32 - 1 + exponent.min(0);
        Self { digits, first, bits }
    }

    /// At most `precision` digits, without trailing zeros. As upstream, which first cuts off digits until few more than
    /// these are left, and then rounds.
    fn rounded(&self, precision: usize) -> Self {
        let needed = (precision * 196).div_ceil(59);
        let cut = self.bits.saturating_sub(needed) * 59 / 196;
        let kept = self.digits.len().saturating_sub(cut).max(1);
        let mut digits = self.digits.as_bytes()[..kept].to_vec();
        let mut first = self.first;
        trim_zeros(&mut digits);
        if digits.len() > precision {
            let up = digits[precision] >= b'5';
            digits.truncate(precision);
            if up {
                while digits.last() == Some(&b'9') {
                    digits.pop();
                }
                match digits.last_mut() {
                    Some(last) => *last += 1,
                    None => {
                        digits.push(b'1');
                        first += 1;
                    }
                }
            }
            trim_zeros(&mut digits);
        }
        Self { digits: digits.into_iter().map(char::from).collect(), first, bits: 0 }
    }
}

fn trim_zeros(digits: &mut Vec<u8>) {
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
}

/// A number of any size, the lowest 32 bits first.
struct Natural(Vec<u32>);

impl Natural {
    fn from(value: u64) -> Self {
        Self(vec![value as u32, (value >> 32) as u32])
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn bits(&self) -> usize {
        let top = self.0.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |top| 32 * (top + 1) - self.0[top].leading_zeros() as usize)
    }

    fn into_decimal(mut self) -> String {
        const CHUNK: u64 = 1_000_000_000;
        let mut chunks = Vec::new();
        while self.bits() > 0 {
            let mut rest = 0;
            for limb in self.0.iter_mut().rev() {
                let value = rest << 32 | u64::from(*limb);
                *limb = (value / CHUNK) as u32;
                rest = value % CHUNK;
            }
            chunks.push(rest);
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:09}"));
        }
        text
    }
}

/// Bits of the significand, the implied one included.
const fn significand_bits(kind: FloatKind) -> usize {
    match kind {
        FloatKind::F4E2M1FN => 2,
        FloatKind::F6E2M3FN | FloatKind::F8E4M3 | FloatKind::F8E4M3FN | FloatKind::F8E4M3FNUZ => 4,
        FloatKind::F8E4M3B11FNUZ => 4,
        FloatKind::F6E3M2FN | FloatKind::F8E5M2 | FloatKind::F8E5M2FNUZ => 3,
        FloatKind::F8E3M4 => 5,
        FloatKind::F8E8M0FNU => 1,
        FloatKind::F16 | FloatKind::TF32 => 11,
        FloatKind::BF16 => 8,
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
        FloatKind::F80 => 64,
        FloatKind::F128 => 113,
    }
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
        assert_eq!(text(0.166_666_66), "0.166666657");
        assert_eq!(text(1.987_569_1e-4), "1.98756912E-4");
        assert_eq!(text(-0.693_359_4), "-0.693359375");
        assert_eq!(text(16_777_216.0), "0x4B800000");
        assert_eq!(text(1_234_567.0), "0x4996B438");
        assert_eq!(text(0.7), "0.699999988");
        assert_eq!(text(1e-5), "9.99999974E-6");
        assert_eq!(text(123_456_790.0), "0x4CEB79A3");
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
