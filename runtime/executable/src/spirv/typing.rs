//! Do the operands of an instruction have the types its operation needs?
//!
//! Drivers take this on trust: Mesa 22.3 crashes on a sum of vectors of different lengths. Invariant: after
//! [`check`], arithmetic, conversions, comparisons, products, phis, selections, composites, atomics, subgroup
//! arithmetic and branches agree with their types. An operation without a rule here (images, barriers, cooperative
//! matrix loads and products) is let through.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

use super::composites;
use super::glsl;
use super::types::Type;
use super::words::operand_id;
use super::{Context, Id, ScalarKind};
use crate::error::ExecutableError;

/// The kind of numbers an operation works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Bool,
    Int,
    Float,
}

/// A scalar, vector or matrix type, the sign of integers aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) class: Class,
    pub(super) width_bits: u32,
    /// Components of a vector, or of each column.
    pub(super) rows: u32,
    /// 1 unless it is a matrix.
    pub(super) columns: u32,
}

impl Shape {
    pub(super) fn is_scalar(self, class: Class) -> bool {
        (self.class, self.rows, self.columns) == (class, 1, 1)
    }

    pub(super) fn with_size(self, rows: u32, columns: u32) -> Self {
        Self { rows, columns, ..self }
    }

    /// Whether the components are of one type.
    pub(super) fn is_of(self, other: Self) -> bool {
        (self.class, self.width_bits) == (other.class, other.width_bits)
    }
}

/// The shape of a type, or `None` if it is no number or vector or matrix of numbers.
pub(super) fn shape(context: &Context<'_>, id: Option<Id>) -> Option<Shape> {
    let id = id?;
    let (rows, columns) = match context.types.get(id)? {
        Type::Scalar(_) => (1, 1),
        Type::Vector { count, .. } => (*count, 1),
        Type::Matrix { column, count } => (shape(context, Some(*column))?.rows, *count),
        _ => return None,
    };
    let (class, width_bits) = match context.types.scalar_of(id)? {
        ScalarKind::Bool => (Class::Bool, 1),
        ScalarKind::Int { width_bits, .. } => (Class::Int, width_bits),
        ScalarKind::Float { width_bits } => (Class::Float, width_bits),
    };
    Some(Shape { class, width_bits, rows, columns })
}

/// What ties the operands of an operation to its result.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// All have the shape of the result.
    Alike(Class),
    /// The first has the shape of the result; the others as many components of any width.
    Shift,
    /// The result has a boolean per component; the operands have one shape.
    Compare(Class),
    /// One operand of the first class becomes a result of the second, component by component.
    Convert(Class, Class),
    /// Products of vectors and matrices, each with a size of its own.
    Product,
    /// That many operands have the shape of the result; the rest are scalar integers.
    Leading(usize),
    /// Two operands of one shape become a structure of two such.
    Pair,
    /// A boolean from a vector of them.
    AnyAll,
    /// As many bits as before.
    Bits,
    /// The first operand points at the type of the others and of the result.
    Atomic,
}

#[rustfmt::skip]
fn rule(op: Op) -> Option<Rule> {
    use Class::*;
    use Op::*;
    Some(match op {
        SNegate | IAdd | ISub | IMul | UDiv | SDiv | UMod | SRem | SMod | Not | BitwiseOr | BitwiseXor | BitwiseAnd
        | BitReverse => Rule::Alike(Int),
        FNegate | FAdd | FSub | FMul | FDiv | FRem | FMod | QuantizeToF16 => Rule::Alike(Float),
        LogicalOr | LogicalAnd | LogicalNot | LogicalEqual | LogicalNotEqual => Rule::Alike(Bool),
        ShiftLeftLogical | ShiftRightLogical | ShiftRightArithmetic => Rule::Shift,
        IEqual | INotEqual | UGreaterThan | SGreaterThan | UGreaterThanEqual | SGreaterThanEqual | ULessThan
        | SLessThan | ULessThanEqual | SLessThanEqual => Rule::Compare(Int),
        FOrdEqual | FUnordEqual | FOrdNotEqual | FUnordNotEqual | FOrdLessThan | FUnordLessThan | FOrdGreaterThan
        | FUnordGreaterThan | FOrdLessThanEqual | FUnordLessThanEqual | FOrdGreaterThanEqual
        | FUnordGreaterThanEqual | Ordered | Unordered | IsNan | IsInf => Rule::Compare(Float),
        UConvert | SConvert | BitCount => Rule::Convert(Int, Int),
        FConvert => Rule::Convert(Float, Float),
        ConvertFToU | ConvertFToS => Rule::Convert(Float, Int),
        ConvertUToF | ConvertSToF => Rule::Convert(Int, Float),
        VectorTimesScalar | MatrixTimesScalar | VectorTimesMatrix | MatrixTimesVector | MatrixTimesMatrix
        | OuterProduct | Transpose | Dot => Rule::Product,
        BitFieldInsert => Rule::Leading(2),
        BitFieldSExtract | BitFieldUExtract | GroupNonUniformIAdd | GroupNonUniformFAdd | GroupNonUniformIMul
        | GroupNonUniformFMul | GroupNonUniformSMin | GroupNonUniformUMin | GroupNonUniformFMin
        | GroupNonUniformSMax | GroupNonUniformUMax | GroupNonUniformFMax | GroupNonUniformBitwiseAnd
        | GroupNonUniformBitwiseOr | GroupNonUniformBitwiseXor | GroupNonUniformLogicalAnd
        | GroupNonUniformLogicalOr | GroupNonUniformLogicalXor | GroupNonUniformBroadcast
        | GroupNonUniformBroadcastFirst | GroupNonUniformShuffle | GroupNonUniformShuffleXor
        | GroupNonUniformShuffleUp | GroupNonUniformShuffleDown | GroupNonUniformQuadBroadcast
        | GroupNonUniformQuadSwap | GroupNonUniformRotateKHR => Rule::Leading(1),
        IAddCarry | ISubBorrow | UMulExtended | SMulExtended => Rule::Pair,
        Any | All => Rule::AnyAll,
        Bitcast => Rule::Bits,
        AtomicLoad | AtomicStore | AtomicExchange | AtomicCompareExchange | AtomicIIncrement | AtomicIDecrement
        | AtomicIAdd | AtomicISub | AtomicSMin | AtomicUMin | AtomicSMax | AtomicUMax | AtomicAnd | AtomicOr
        | AtomicXor | AtomicFAddEXT | AtomicFMinEXT | AtomicFMaxEXT => Rule::Atomic,
        _ => return None,
    })
}

/// Checks every instruction of a module.
pub(super) fn check(context: &Context<'_>) -> Result<(), ExecutableError> {
    let code = context.code;
    let mut returned = None;
    for (index, instruction) in code.instructions.iter().enumerate() {
        if instruction.class.opcode == Op::Function {
            returned = instruction.result_type;
        }
        let is_right = match instruction.class.opcode {
            Op::ReturnValue => code.type_of(operand_id(instruction, 0)) == returned,
            Op::Return => returned.and_then(|id| code.opcode_of(id)) == Some(Op::TypeVoid),
            _ => are_scopes(context, instruction) && is_well_typed(context, instruction),
        };
        if !is_right {
            return Err(code.malformed(index, "expected operands of the types of its operation"));
        }
    }
    Ok(())
}

/// Scopes and memory semantics are 32-bit integers.
fn are_scopes(context: &Context<'_>, instruction: &Instruction) -> bool {
    instruction.operands.iter().all(|operand| match operand {
        Operand::IdScope(id) | Operand::IdMemorySemantics(id) => {
            shape(context, context.code.type_of(*id)).is_some_and(|shape| shape.is_scalar(Class::Int) && shape.width_bits == 32)
        }
        _ => true,
    })
}

fn is_well_typed(context: &Context<'_>, instruction: &Instruction) -> bool {
    let result = instruction.result_type;
    let operands = instruction.operands.as_slice();
    let result_is = |class| shape(context, result).is_some_and(|shape| shape.is_scalar(class));
    let first = shape(context, type_at(context, operands, 0));
    let first_is = |class| first.is_some_and(|shape| shape.is_scalar(class));
    match (instruction.class.opcode, operands) {
        (Op::Phi, _) => {
            let values = operands.iter().step_by(2).filter_map(Operand::id_ref_any);
            values.map(|id| context.code.type_of(id)).all(|found| found == result)
        }
        (Op::BranchConditional, _) => first_is(Class::Bool),
        (Op::Switch, _) => first_is(Class::Int),
        (Op::ConstantTrue | Op::ConstantFalse | Op::SpecConstantTrue | Op::SpecConstantFalse, _) => result_is(Class::Bool),
        (Op::Constant | Op::SpecConstant, _) => result_is(Class::Int) || result_is(Class::Float),
        (Op::SpecConstantOp, [Operand::LiteralSpecConstantOpInteger(op), operands @ ..]) => {
            is_operation(context, *op, result, operands)
        }
        (Op::ExtInst, [_, Operand::LiteralExtInstInteger(number), operands @ ..]) => {
            super::ids::is_non_semantic(context.code, instruction) || glsl::is_well_typed(context, *number, result, operands)
        }
        (op, operands) => is_operation(context, op, result, operands),
    }
}

/// The type of the value at a position among operands.
pub(super) fn type_at(context: &Context<'_>, operands: &[Operand], position: usize) -> Option<Id> {
    context.code.type_of(operands.get(position)?.id_ref_any()?)
}

/// Whether an operation, constant or not, has a result and operands of its types.
fn is_operation(context: &Context<'_>, op: Op, result: Option<Id>, operands: &[Operand]) -> bool {
    match op {
        Op::CopyObject => type_at(context, operands, 0) == result,
        Op::Select => is_selection(context, result, operands),
        Op::CompositeConstruct | Op::ConstantComposite | Op::SpecConstantComposite => {
            composites::is_construction(context, result, operands)
        }
        Op::CompositeExtract => composites::is_extraction(context, result, operands),
        Op::CompositeInsert => composites::is_insertion(context, result, operands),
        Op::VectorShuffle => composites::is_shuffle(context, result, operands),
        Op::VectorExtractDynamic | Op::VectorInsertDynamic => composites::is_dynamic_access(context, op, result, operands),
        op => match rule(op) {
            Some(rule) => obeys(context, op, rule, result, operands),
            None => true,
        },
    }
}

/// Whether result and operands obey a rule; scopes, semantics and literals do not count.
pub(super) fn obeys(context: &Context<'_>, op: Op, rule: Rule, result: Option<Id>, operands: &[Operand]) -> bool {
    let values = operands.iter().filter_map(|operand| match operand {
        Operand::IdRef(id) => Some(context.code.type_of(*id)),
        _ => None,
    });
    let types: Vec<Option<Id>> = values.collect();
    match rule {
        Rule::Atomic => return is_atomic(context, result, &types),
        Rule::Pair => return is_pair(context, result, &types),
        Rule::Bits => return is_bitcast(context, result, &types),
        _ if composites::is_cooperative(context, result) => {
            return is_cooperative_arithmetic(context, result, op, &types);
        }
        _ => {}
    }
    let shapes: Option<Vec<Shape>> = types.iter().map(|id| shape(context, *id)).collect();
    match (shape(context, result), shapes.as_deref()) {
        (Some(result), Some(operands)) => has_shapes(rule, op, result, operands),
        _ => false,
    }
}

fn has_shapes(rule: Rule, op: Op, result: Shape, operands: &[Shape]) -> bool {
    let same_size = |shape: &Shape| (shape.rows, shape.columns) == (result.rows, result.columns);
    let all_are = |class| operands.iter().all(|shape| shape.class == class);
    match rule {
        Rule::Alike(class) => result.class == class && operands.iter().all(|shape| *shape == result),
        Rule::Shift => operands.first() == Some(&result) && all_are(Class::Int) && operands.iter().all(same_size),
        Rule::Compare(class) => {
            let alike = operands.iter().all(|shape| Some(shape) == operands.first());
            result.class == Class::Bool && alike && all_are(class) && operands.iter().all(same_size)
        }
        Rule::Convert(from, to) => result.class == to && all_are(from) && operands.iter().all(same_size),
        Rule::Product => product(op, operands) == Some(result),
        Rule::Leading(count) => operands
            .iter()
            .enumerate()
            .all(|(position, shape)| if position < count { *shape == result } else { shape.is_scalar(Class::Int) }),
        Rule::AnyAll => result.is_scalar(Class::Bool) && all_are(Class::Bool),
        Rule::Pair | Rule::Bits | Rule::Atomic => true,
    }
}

/// The shape of a product of floats.
fn product(op: Op, operands: &[Shape]) -> Option<Shape> {
    let (a, b) = match operands {
        [a, b] if a.is_of(*b) => (*a, *b),
        [a] if op == Op::Transpose => (*a, *a),
        _ => return None,
    };
    let is_scalar = |shape: Shape| shape.rows == 1 && shape.columns == 1;
    let is_vector = |shape: Shape| shape.rows > 1 && shape.columns == 1;
    let is_matrix = |shape: Shape| shape.columns > 1;
    let fits = a.class == Class::Float
        && match op {
            Op::VectorTimesScalar => is_vector(a) && is_scalar(b),
            Op::MatrixTimesScalar => is_matrix(a) && is_scalar(b),
            Op::VectorTimesMatrix => is_vector(a) && is_matrix(b) && a.rows == b.rows,
            Op::MatrixTimesVector => is_matrix(a) && is_vector(b) && a.columns == b.rows,
            Op::MatrixTimesMatrix => is_matrix(a) && is_matrix(b) && a.columns == b.rows,
            Op::OuterProduct => is_vector(a) && is_vector(b),
            Op::Dot => is_vector(a) && a == b,
            _ => is_matrix(a),
        };
    fits.then_some(match op {
        Op::VectorTimesMatrix => a.with_size(b.columns, 1),
        Op::MatrixTimesVector => a.with_size(a.rows, 1),
        Op::MatrixTimesMatrix => a.with_size(a.rows, b.columns),
        Op::OuterProduct => a.with_size(a.rows, b.rows),
        Op::Transpose => a.with_size(a.columns, a.rows),
        Op::Dot => a.with_size(1, 1),
        _ => a,
    })
}

fn is_atomic(context: &Context<'_>, result: Option<Id>, types: &[Option<Id>]) -> bool {
    let Some((pointer, values)) = types.split_first() else {
        return false;
    };
    let pointee = pointer.and_then(|id| context.types.pointer(id));
    let pointee = pointee.map(|(_, pointee)| pointee);
    let number = shape(context, pointee);
    let is_number = number.is_some_and(|shape| shape.is_scalar(Class::Int) || shape.is_scalar(Class::Float));
    is_number && values.iter().chain(result.map(|_| &result)).all(|found| *found == pointee)
}

fn is_pair(context: &Context<'_>, result: Option<Id>, types: &[Option<Id>]) -> bool {
    let is_int = |id: &Option<Id>| shape(context, *id).is_some_and(|shape| shape.class == Class::Int);
    let Some(Type::Struct { members }) = result.and_then(|id| context.types.get(id)) else {
        return false;
    };
    let members = members.iter().map(|member| Some(member.id));
    let mut all = members.clone().chain(types.iter().copied());
    members.len() == 2 && types.iter().all(is_int) && all.all(|id| Some(&id) == types.first())
}

/// Bits stay bits; physical pointers are 64 of them.
fn is_bitcast(context: &Context<'_>, result: Option<Id>, types: &[Option<Id>]) -> bool {
    let bits = |id: Option<Id>| match shape(context, id) {
        Some(shape) if shape.class == Class::Bool => None,
        Some(shape) => Some(u64::from(shape.width_bits) * u64::from(shape.rows)),
        // Only physical pointers have a size.
        None => {
            context.types.pointer(id?)?;
            context.types.size_bytes(id?).map(|bytes| 8 * bytes)
        }
    };
    let result = bits(result);
    result.is_some() && types.iter().all(|id| bits(*id) == result)
}

/// Cooperative matrices convert among each other, are scaled by a number, and otherwise combine only with their like.
fn is_cooperative_arithmetic(context: &Context<'_>, result: Option<Id>, op: Op, types: &[Option<Id>]) -> bool {
    match op {
        Op::UConvert | Op::SConvert | Op::FConvert | Op::ConvertFToU | Op::ConvertFToS | Op::ConvertUToF | Op::ConvertSToF => {
            types.iter().all(|id| composites::is_cooperative(context, *id))
        }
        Op::MatrixTimesScalar => types.first() == Some(&result),
        _ => types.iter().all(|found| *found == result),
    }
}

fn is_selection(context: &Context<'_>, result: Option<Id>, operands: &[Operand]) -> bool {
    let type_of = |position| type_at(context, operands, position);
    // One boolean for the whole, or one for each component.
    let rows = shape(context, result).map_or(1, |shape| shape.rows);
    let fits = shape(context, type_of(0))
        .is_some_and(|condition| condition.class == Class::Bool && (condition.rows == 1 || condition.rows == rows));
    fits && type_of(1) == result && type_of(2) == result
}
