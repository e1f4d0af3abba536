//! C's `%g`: six significant digits, exponents below -4 and from 6 on, no trailing zeros.

/// Significant digits, C's default.
const PRECISION: i32 = 6;

/// `value` as `printf("%g")` writes it; in upper case it is `%G`.
pub(crate) fn format_general(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return format!("{sign}nan");
    }
    if magnitude.is_infinite() {
        return format!("{sign}inf");
    }
    let scientific = format!("{magnitude:.*e}", (PRECISION - 1) as usize);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    // Three digits at most, as f64 ends at 1e308.
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..PRECISION).contains(&exponent) {
        let decimals = (PRECISION - 1 - exponent) as usize;
        let fixed = format!("{magnitude:.decimals$}");
        format!("{sign}{}", without_trailing_zeros(&fixed))
    } else {
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{}e{exponent_sign}{:02}", without_trailing_zeros(mantissa), exponent.abs())
    }
}

fn without_trailing_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of glibc's `%g`, among them ties (0.1015625, 1234565) and roundings to a new digit.
    #[test]
    fn matches_printf() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (10.0, "10"),
            (0.1, "0.1"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (123_456.0, "123456"),
            (999_999.0, "999999"),
            (999_999.5, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (1_234_565.0, "1.23456e+06"),
            (134_218_000.0, "1.34218e+08"),
            (0.101_562_5, "0.101562"),
            (0.000_099_999_95, "0.0001"),
            (5e-324, "4.94066e-324"),
            (f64::MAX, "1.79769e+308"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
            (-f64::NAN, "-nan"),
        ] {
            assert_eq!(format_general(value), text);
        }
    }
}
