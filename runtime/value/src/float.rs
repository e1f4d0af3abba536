//! Floating-point formats of elements: f16, bf16, f32, f64 and the 8-bit formats.
//!
//! Every format decodes to `f64` without rounding. Encoding rounds to nearest, ties to even. A NaN
//! narrower than 32 bits decodes without its sign, which is also how IREE prints it.

use half::{bf16, f16};

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatFormat {
    F16,
    BF16,
    F32,
    F64,
    F8(Minifloat),
}

/// An 8-bit format, as MLIR and ml_dtypes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minifloat {
    E5M2,
    E4M3Fn,
    E5M2Fnuz,
    E4M3Fnuz,
    /// Powers of two from 2^-127 to 2^127: no sign, no zero.
    E8M0Fnu,
}

impl FloatFormat {
    pub(crate) fn size_bytes(self) -> usize {
        match self {
            Self::F8(_) => 1,
            Self::F16 | Self::BF16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The number in little-endian `bytes`; `None` unless they are as many as the format takes.
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<f64> {
        let unsigned_nan = |value: f64| if value.is_nan() { f64::NAN } else { value };
        Some(match self {
            Self::F16 => unsigned_nan(f16::from_le_bytes(bytes.try_into().ok()?).to_f64()),
            Self::BF16 => unsigned_nan(bf16::from_le_bytes(bytes.try_into().ok()?).to_f64()),
            Self::F32 => f64::from(f32::from_le_bytes(bytes.try_into().ok()?)),
            Self::F64 => f64::from_le_bytes(bytes.try_into().ok()?),
            Self::F8(format) => {
                let [code] = bytes.try_into().ok()?;
                format.decode(code)
            }
        })
    }

    /// Appends `value`, rounded to the format, in little-endian order.
    pub(crate) fn encode(self, value: f64, bytes: &mut Vec<u8>) {
        match self {
            // IREE narrows from f32, and so do its literals here: from f64 a tie could round apart.
            Self::F16 => bytes.extend(f16::from_f32(value as f32).to_le_bytes()),
            Self::BF16 => bytes.extend(bf16::from_f32(value as f32).to_le_bytes()),
            Self::F32 => bytes.extend((value as f32).to_le_bytes()),
            Self::F64 => bytes.extend(value.to_le_bytes()),
            Self::F8(format) => bytes.push(format.encode(f64::from(value as f32))),
        }
    }
}

const SIGN: u8 = 0x80;

impl Minifloat {
    fn mantissa_bits(self) -> u32 {
        match self {
            Self::E5M2 | Self::E5M2Fnuz => 2,
            Self::E4M3Fn | Self::E4M3Fnuz => 3,
            Self::E8M0Fnu => 0,
        }
    }

    fn exponent_bias(self) -> i32 {
        match self {
            Self::E5M2 => 15,
            Self::E4M3Fn => 7,
            Self::E5M2Fnuz => 16,
            Self::E4M3Fnuz => 8,
            Self::E8M0Fnu => 127,
        }
    }

    /// The code of the largest finite number; the codes from 0 to it are in order of magnitude.
    fn largest(self) -> u8 {
        match self {
            Self::E5M2 => 0x7B,
            Self::E4M3Fn => 0x7E,
            Self::E5M2Fnuz | Self::E4M3Fnuz => 0x7F,
            Self::E8M0Fnu => 0xFE,
        }
    }

    /// The code of NaN, without its sign where it has one.
    fn nan(self) -> u8 {
        match self {
            Self::E5M2 | Self::E4M3Fn => 0x7F,
            Self::E5M2Fnuz | Self::E4M3Fnuz => SIGN,
            Self::E8M0Fnu => 0xFF,
        }
    }

    /// The code of infinity without its sign, where there is one.
    fn infinity(self) -> Option<u8> {
        (self == Self::E5M2).then_some(0x7C)
    }

    /// The bit that makes a number negative; 0 where none does.
    fn sign(self) -> u8 {
        if self == Self::E8M0Fnu { 0 } else { SIGN }
    }

    /// The magnitude of a code without its sign, as if no code stood for infinity or NaN.
    fn magnitude(self, code: u8) -> f64 {
        let mantissa_bits = self.mantissa_bits();
        let hidden = 1 << mantissa_bits;
        let (exponent, mantissa) = (i32::from(code >> mantissa_bits), code & (hidden - 1));
        let scale = |exponent: i32| 2f64.powi(exponent - self.exponent_bias() - mantissa_bits as i32);
        match exponent {
            0 if self != Self::E8M0Fnu => f64::from(mantissa) * scale(1),
            _ => f64::from(hidden | mantissa) * scale(exponent),
        }
    }

    fn decode(self, code: u8) -> f64 {
        let unsigned = code & !self.sign();
        let magnitude = match unsigned {
            _ if code == self.nan() => return f64::NAN,
            _ if unsigned <= self.largest() => self.magnitude(unsigned),
            _ if Some(unsigned) == self.infinity() => f64::INFINITY,
            _ => return f64::NAN,
        };
        if unsigned == code { magnitude } else { -magnitude }
    }

    fn encode(self, value: f64) -> u8 {
        let sign = if value.is_sign_negative() { self.sign() } else { 0 };
        let outside = value.is_nan() || (self == Self::E8M0Fnu && value <= 0.0);
        match if outside { self.nan() } else { self.nearest(value.abs()) } {
            // Where the sign bit alone is NaN, zero has no sign.
            0 if self.nan() == SIGN => 0,
            unsigned => unsigned | sign,
        }
    }

    /// The code without sign of the number nearest to `magnitude`, which is not NaN.
    fn nearest(self, magnitude: f64) -> u8 {
        let (mut below, mut above) = (0, self.largest() + 1);
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if self.magnitude(middle) <= magnitude {
                below = middle;
            } else {
                above = middle;
            }
        }
        let tie = (self.magnitude(below) + self.magnitude(above)) / 2.0;
        // A code is as even as its mantissa, except without one: 1.5 lies between 1 and the even 2.
        let rounds_up = magnitude > tie || (magnitude == tie && (self == Self::E8M0Fnu || below % 2 == 1));
        match if rounds_up { above } else { below } {
            code if code > self.largest() => self.infinity().unwrap_or(self.nan()),
            code => code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINIFLOATS: [Minifloat; 5] =
        [Minifloat::E5M2, Minifloat::E4M3Fn, Minifloat::E5M2Fnuz, Minifloat::E4M3Fnuz, Minifloat::E8M0Fnu];

    /// Every number of a format survives a round trip, and NaN stays NaN.
    #[test]
    fn minifloats_round_trip() {
        for format in MINIFLOATS {
            for code in 0..=u8::MAX {
                let value = format.decode(code);
                if value.is_nan() {
                    assert!(format.decode(format.encode(value)).is_nan(), "{format:?} {code:#x}");
                } else {
                    assert_eq!(format.encode(value), code, "{format:?} {code:#x} {value}");
                }
            }
        }
    }

    /// The codes that are no finite numbers, counted for each format; only E5M2 has infinities.
    #[test]
    fn minifloats_have_the_specials_of_their_format() {
        for (format, (nans, infinities)) in MINIFLOATS.into_iter().zip([(6, 2), (2, 0), (1, 0), (1, 0), (1, 0)]) {
            let values = || (0..=u8::MAX).map(|code| format.decode(code));
            assert_eq!(values().filter(|value| value.is_nan()).count(), nans, "{format:?}");
            assert_eq!(values().filter(|value| value.is_infinite()).count(), infinities, "{format:?}");
        }
    }

    /// Codes that ml_dtypes 0.6 gives: rounding, ties, overflow, infinities, signs of zero.
    #[test]
    fn minifloats_encode_as_ml_dtypes() {
        let inputs = [
            -0.0,
            -1.0,
            3.0,
            12.0,
            1e-40,
            240.0,
            248.0,
            464.0,
            465.0,
            480.0,
            61439.0,
            61440.0,
            1e9,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        let codes: [[u8; 15]; 5] = [
            [0x80, 0xBC, 0x42, 0x4A, 0x00, 0x5C, 0x5C, 0x5F, 0x5F, 0x60, 0x7B, 0x7C, 0x7C, 0x7C, 0xFC],
            [0x80, 0xB8, 0x44, 0x54, 0x00, 0x77, 0x78, 0x7E, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0xFF],
            [0x00, 0xC0, 0x46, 0x4E, 0x00, 0x60, 0x60, 0x63, 0x63, 0x64, 0x7F, 0x80, 0x80, 0x80, 0x80],
            [0x00, 0xC0, 0x4C, 0x5C, 0x00, 0x7F, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
            [0xFF, 0xFF, 0x81, 0x83, 0x00, 0x87, 0x87, 0x88, 0x88, 0x88, 0x8F, 0x8F, 0x9D, 0xFF, 0xFF],
        ];
        for (format, codes) in MINIFLOATS.into_iter().zip(codes) {
            for (input, code) in inputs.into_iter().zip(codes) {
                assert_eq!(format.encode(input), code, "{format:?} {input}");
            }
        }
        for (input, code) in [(2f64.powi(127) * 1.4, 0xFE), (2f64.powi(127) * 1.5, 0xFF), (2f64.powi(-128), 0x00)] {
            assert_eq!(Minifloat::E8M0Fnu.encode(input), code, "{input}");
        }
    }

    /// Slices of the wrong length are refused, not read in part.
    #[test]
    fn decode_wants_all_bytes() {
        assert_eq!(FloatFormat::F32.decode(&[0, 0, 0x80]), None);
        assert_eq!(FloatFormat::F8(Minifloat::E5M2).decode(&[]), None);
        assert_eq!(FloatFormat::BF16.decode(&[0x80, 0x3F]), Some(1.0));
    }
}
