//! Arithmetic on register bits.
//!
//! Numbers are kept zero-extended to 64 bits. Integer results are reduced to the width of their type; what MLIR leaves
//! undefined (division by zero, shifts by the width or more) is an error or zero, never a panic.

use half::{bf16, f16};
use halforge_hal::Result;
use halforge_plan::{BinaryOp, Predicate, RegType, UnaryOp};

use crate::error::bail;

/// `bits` cut to `width` bits.
pub(crate) fn truncate(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The signed number in the low `width` bits.
pub(crate) fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((bits << shift).cast_signed()) >> shift
}

/// The float that register bits stand for.
pub(crate) fn float(ty: RegType, bits: u64) -> f64 {
    match ty {
        RegType::F16 => f16::from_bits(bits as u16).to_f64(),
        RegType::BF16 => bf16::from_bits(bits as u16).to_f64(),
        RegType::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The register bits of a float.
pub(crate) fn float_bits(ty: RegType, value: f64) -> u64 {
    match ty {
        RegType::F16 => f16::from_f64(value).to_bits().into(),
        RegType::BF16 => bf16::from_f64(value).to_bits().into(),
        RegType::F32 => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

pub(crate) fn binary(op: BinaryOp, ty: RegType, a: u64, b: u64) -> Result<u64> {
    if op.is_float() { Ok(float_binary(op, ty, a, b)) } else { int_binary(op, ty.bits(), a, b) }
}

fn int_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> Result<u64> {
    let (x, y) = (signed(a, width), signed(b, width));
    let divides = matches!(
        op,
        BinaryOp::DivSI
            | BinaryOp::DivUI
            | BinaryOp::CeilDivSI
            | BinaryOp::CeilDivUI
            | BinaryOp::FloorDivSI
            | BinaryOp::RemSI
            | BinaryOp::RemUI
    );
    if divides && b == 0 {
        bail!(InvalidArgument, "{} by zero", op.name());
    }
    let shift = u32::try_from(b).unwrap_or(u32::MAX);
    let result = match op {
        BinaryOp::AddI => a.wrapping_add(b),
        BinaryOp::SubI => a.wrapping_sub(b),
        BinaryOp::MulI => a.wrapping_mul(b),
        BinaryOp::DivSI => x.wrapping_div(y).cast_unsigned(),
        BinaryOp::DivUI => a / b,
        BinaryOp::CeilDivSI => (x.wrapping_div(y) + i64::from(x.wrapping_rem(y) != 0 && (x < 0) == (y < 0))).cast_unsigned(),
        BinaryOp::CeilDivUI => a.div_ceil(b),
        BinaryOp::FloorDivSI => (x.wrapping_div(y) - i64::from(x.wrapping_rem(y) != 0 && (x < 0) != (y < 0))).cast_unsigned(),
        BinaryOp::RemSI => x.wrapping_rem(y).cast_unsigned(),
        BinaryOp::RemUI => a % b,
        BinaryOp::AndI => a & b,
        BinaryOp::OrI => a | b,
        BinaryOp::XOrI => a ^ b,
        BinaryOp::ShLI => a.checked_shl(shift).unwrap_or(0),
        BinaryOp::ShRUI => a.checked_shr(shift).unwrap_or(0),
        BinaryOp::ShRSI => x.checked_shr(shift).unwrap_or(x >> 63).cast_unsigned(),
        BinaryOp::MaxSI => x.max(y).cast_unsigned(),
        BinaryOp::MaxUI => a.max(b),
        BinaryOp::MinSI => x.min(y).cast_unsigned(),
        BinaryOp::MinUI => a.min(b),
        BinaryOp::Align if !b.is_power_of_two() => {
            bail!(InvalidArgument, "expected an alignment that is a power of two, found {b}")
        }
        BinaryOp::Align => a.wrapping_add(b - 1) & !(b - 1),
        _ => bail!(Internal, "{} is no integer operator", op.name()),
    };
    Ok(truncate(result, width))
}

fn float_binary(op: BinaryOp, ty: RegType, a: u64, b: u64) -> u64 {
    // Narrow types are computed in the next wider one and rounded once, which is exact for one operation.
    let (x, y) = (float(ty, a), float(ty, b));
    let result = match op {
        BinaryOp::AddF => x + y,
        BinaryOp::SubF => x - y,
        BinaryOp::MulF => x * y,
        BinaryOp::DivF => x / y,
        BinaryOp::RemF => x % y,
        BinaryOp::MaximumF if x.is_nan() || y.is_nan() => f64::NAN,
        BinaryOp::MinimumF if x.is_nan() || y.is_nan() => f64::NAN,
        BinaryOp::MaximumF | BinaryOp::MaxNumF => x.max(y),
        _ => x.min(y),
    };
    float_bits(ty, result)
}

pub(crate) fn unary(op: UnaryOp, from: RegType, to: RegType, bits: u64) -> u64 {
    let value = match op {
        UnaryOp::ExtSI => signed(bits, from.bits()).cast_unsigned(),
        UnaryOp::ExtUI | UnaryOp::TruncI | UnaryOp::Bitcast => bits,
        UnaryOp::ExtF | UnaryOp::TruncF => return float_bits(to, float(from, bits)),
        UnaryOp::SIToFP => return int_to_float(to, signed(bits, from.bits()).into()),
        UnaryOp::UIToFP => return int_to_float(to, bits.into()),
        // Out of range is undefined upstream; here it is the nearest number.
        UnaryOp::FPToSI => {
            let (least, most) = (i64::MIN >> (64 - to.bits()), i64::MAX >> (64 - to.bits()));
            (float(from, bits) as i64).clamp(least, most).cast_unsigned()
        }
        UnaryOp::FPToUI => (float(from, bits) as u64).min(truncate(u64::MAX, to.bits())),
        UnaryOp::NegF => bits ^ 1 << (to.bits() - 1),
    };
    truncate(value, to.bits())
}

/// Rounded once: 64-bit integers do not fit an `f64` exactly.
fn int_to_float(to: RegType, value: i128) -> u64 {
    match to {
        RegType::F32 => (value as f32).to_bits().into(),
        _ => float_bits(to, value as f64),
    }
}

pub(crate) fn compare(predicate: Predicate, ty: RegType, a: u64, b: u64) -> bool {
    let (x, y) = (signed(a, ty.bits()), signed(b, ty.bits()));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Slt => x < y,
        Predicate::Sle => x <= y,
        Predicate::Sgt => x > y,
        Predicate::Sge => x >= y,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        _ => compare_floats(predicate, float(ty, a), float(ty, b)),
    }
}

fn compare_floats(predicate: Predicate, x: f64, y: f64) -> bool {
    let unordered = x.is_nan() || y.is_nan();
    match predicate {
        Predicate::OEq => x == y,
        Predicate::OGt => x > y,
        Predicate::OGe => x >= y,
        Predicate::OLt => x < y,
        Predicate::OLe => x <= y,
        Predicate::One => !unordered && x != y,
        Predicate::Ord => !unordered,
        Predicate::UEq => unordered || x == y,
        Predicate::UGt => unordered || x > y,
        Predicate::UGe => unordered || x >= y,
        Predicate::ULt => unordered || x < y,
        Predicate::ULe => unordered || x <= y,
        Predicate::UNe => x != y,
        Predicate::Uno => unordered,
        Predicate::True => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_width_and_keep_their_sign() {
        assert_eq!(binary(BinaryOp::AddI, RegType::I8, 0xFF, 2).unwrap(), 1);
        assert_eq!(binary(BinaryOp::DivSI, RegType::I8, 0xF9, 2).unwrap(), 0xFD); // -7 / 2 = -3
        assert_eq!(binary(BinaryOp::FloorDivSI, RegType::I8, 0xF9, 2).unwrap(), 0xFC); // -4
        assert_eq!(binary(BinaryOp::CeilDivSI, RegType::I64, 7, 2).unwrap(), 4);
        assert_eq!(binary(BinaryOp::ShRSI, RegType::I16, 0x8000, 15).unwrap(), 0xFFFF);
        assert_eq!(binary(BinaryOp::ShLI, RegType::I32, 1, 64).unwrap(), 0);
        assert_eq!(binary(BinaryOp::Align, RegType::I64, 65, 64).unwrap(), 128);
        assert!(binary(BinaryOp::RemUI, RegType::I32, 1, 0).is_err());
        assert_eq!(binary(BinaryOp::DivSI, RegType::I64, 1 << 63, u64::MAX).unwrap(), 1 << 63);
    }

    #[test]
    fn conversions_round_once_and_saturate() {
        let big = (1u64 << 62) + (1 << 38) + 1;
        assert_eq!(unary(UnaryOp::SIToFP, RegType::I64, RegType::F32, big), u64::from((big as f32).to_bits()));
        assert_eq!(unary(UnaryOp::FPToSI, RegType::F32, RegType::I8, (1e9f32).to_bits().into()), 0x7F);
        assert_eq!(unary(UnaryOp::FPToUI, RegType::F32, RegType::I8, (-3f32).to_bits().into()), 0);
        assert_eq!(unary(UnaryOp::NegF, RegType::F16, RegType::F16, 0x3C00), 0xBC00);
    }

    #[test]
    fn comparisons_of_nan_follow_their_predicate() {
        let nan = f32::NAN.to_bits().into();
        for predicate in Predicate::ALL.iter().filter(|p| p.is_float()) {
            let expected = predicate.name().starts_with('u') || *predicate == Predicate::True;
            assert_eq!(compare(*predicate, RegType::F32, nan, nan), expected, "{}", predicate.name());
        }
        assert!(compare(Predicate::Slt, RegType::I8, 0xFF, 1) && !compare(Predicate::Ult, RegType::I8, 0xFF, 1));
    }
}
