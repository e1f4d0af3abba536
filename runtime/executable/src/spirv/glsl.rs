//! The operand types of `GLSL.std.450` instructions. All have a rule but those of fragment shaders, which are refused.

use rspirv::dr::Operand;
use rspirv::spirv::{GlslStd450Op, Op};

use super::types::Type;
use super::typing::{Class, Rule, Shape, obeys, shape};
use super::{Context, Id};

#[rustfmt::skip]
fn rule(op: GlslStd450Op) -> Option<Rule> {
    use Class::*;
    use GlslStd450Op::*;
    Some(match op {
        Round | RoundEven | Trunc | FAbs | FSign | Floor | Ceil | Fract | Radians | Degrees | Sin | Cos | Tan | Asin
        | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh | Atan2 | Pow | Exp | Log | Exp2 | Log2 | Sqrt
        | InverseSqrt | FMin | FMax | FClamp | FMix | Step | SmoothStep | Fma | NMin | NMax | NClamp | Normalize
        | FaceForward | Reflect => Rule::Alike(Float),
        SAbs | SSign | UMin | SMin | UMax | SMax | UClamp | SClamp => Rule::Alike(Int),
        FindILsb | FindSMsb | FindUMsb => Rule::Convert(Int, Int),
        _ => return None,
    })
}

/// Whether result and operands have the types that the instruction of that number needs.
pub(super) fn is_well_typed(context: &Context<'_>, number: u32, result: Option<Id>, operands: &[Operand]) -> bool {
    let Some(op) = GlslStd450Op::from_u32(number) else {
        return false;
    };
    if let Some(rule) = rule(op) {
        return obeys(context, Op::ExtInst, rule, result, operands);
    }
    let ids = operands.iter().filter_map(Operand::id_ref_any);
    let types: Vec<Option<Id>> = ids.map(|id| context.code.type_of(id)).collect();
    match (op, types.as_slice()) {
        (GlslStd450Op::Modf | GlslStd450Op::Frexp, [x, pointer]) => {
            let pointee = pointer.and_then(|id| context.types.pointer(id));
            *x == result && is_split(context, op, *x, pointee.map(|(_, pointee)| pointee))
        }
        (GlslStd450Op::ModfStruct | GlslStd450Op::FrexpStruct, [x]) => match result.and_then(|id| context.types.get(id)) {
            Some(Type::Struct { members }) => match members.as_slice() {
                [first, second] => Some(first.id) == *x && is_split(context, op, *x, Some(second.id)),
                _ => false,
            },
            _ => false,
        },
        (_, types) => {
            let shapes = types.iter().map(|id| shape(context, *id));
            match (shape(context, result), shapes.collect::<Option<Vec<_>>>()) {
                (Some(result), Some(shapes)) => has_shapes(op, result, &shapes),
                _ => false,
            }
        }
    }
}

/// Whether a float can be split into the second part `part`: a float alike, or exponents.
fn is_split(context: &Context<'_>, op: GlslStd450Op, x: Option<Id>, part: Option<Id>) -> bool {
    let is_modf = matches!(op, GlslStd450Op::Modf | GlslStd450Op::ModfStruct);
    match (shape(context, x), shape(context, part)) {
        (Some(x), Some(part)) if x.class == Class::Float && x.columns == 1 => match part.class {
            Class::Float => is_modf && part == x,
            Class::Int => !is_modf && part.width_bits == 32 && part.with_size(x.rows, 1) == part,
            Class::Bool => false,
        },
        _ => false,
    }
}

fn has_shapes(op: GlslStd450Op, result: Shape, operands: &[Shape]) -> bool {
    use GlslStd450Op::*;
    let vector = |class, width_bits, rows| Shape { class, width_bits, rows, columns: 1 };
    let word = vector(Class::Int, 32, 1);
    let is_float = |shape: Shape| shape.class == Class::Float;
    let is_square = |shape: Shape| is_float(shape) && shape.rows == shape.columns && shape.columns > 1;
    match (op, operands) {
        (Cross, [x, y]) => is_float(result) && *x == result && *y == result && result.with_size(3, 1) == result,
        (Length, [x]) => is_float(*x) && x.columns == 1 && result == x.with_size(1, 1),
        (Distance, [x, y]) => is_float(*x) && x == y && x.columns == 1 && result == x.with_size(1, 1),
        (Refract, [i, n, eta]) => *i == result && *n == result && is_float(result) && eta.is_scalar(Class::Float),
        (Ldexp, [x, exponent]) => {
            *x == result
                && is_float(result)
                && exponent.class == Class::Int
                && exponent.with_size(result.rows, result.columns) == *exponent
        }
        (Determinant, [m]) => is_square(*m) && result == m.with_size(1, 1),
        (MatrixInverse, [m]) => is_square(*m) && result == *m,
        (PackSnorm4x8 | PackUnorm4x8, [x]) => result == word && *x == vector(Class::Float, 32, 4),
        (PackSnorm2x16 | PackUnorm2x16 | PackHalf2x16, [x]) => result == word && *x == vector(Class::Float, 32, 2),
        (UnpackSnorm4x8 | UnpackUnorm4x8, [x]) => *x == word && result == vector(Class::Float, 32, 4),
        (UnpackSnorm2x16 | UnpackUnorm2x16 | UnpackHalf2x16, [x]) => *x == word && result == vector(Class::Float, 32, 2),
        (PackDouble2x32, [x]) => result.is_scalar(Class::Float) && result.width_bits == 64 && *x == vector(Class::Int, 32, 2),
        (UnpackDouble2x32, [x]) => x.is_scalar(Class::Float) && x.width_bits == 64 && result == vector(Class::Int, 32, 2),
        _ => false,
    }
}
