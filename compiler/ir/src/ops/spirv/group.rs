//! `spirv`: what invocations of a group do together.

use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::ops::rules::ANY;

pub(super) const SCOPE: AttrRow = attr("execution_scope", AttrRule::Dialect(DialectAttrKind::SpirvScope));
const GROUP: AttrRow = attr("group_operation", AttrRule::Dialect(DialectAttrKind::SpirvGroupOperation));
const SCOPED: &[AttrRow] = &[SCOPE];
const RESULT: &[ValueRow] = &[result("result", ANY)];
const SAME: &[ValueRow] = &[result("result", ANY).var("T")];

/// Values of all invocations to one.
const fn reduce(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("value", ANY), maybe("cluster_size", ANY)] })
        .attrs(const { &[SCOPE, GROUP] })
        .results(RESULT)
        .text("$execution_scope $group_operation $value [? cluster_size ($cluster_size^) ?] &attrs : @value [? , @cluster_size^ ?] -> @result")
}

/// A value of another invocation.
const fn shuffle(name: &'static str, doc: &'static str, operands: &'static [ValueRow], format: &'static str) -> OpDef {
    op(name, doc).operands(operands).attrs(SCOPED).results(SAME).text(format)
}

const BY_ID: &[ValueRow] = &[one("value", ANY).var("T"), one("id", ANY)];
const BY_MASK: &[ValueRow] = &[one("value", ANY).var("T"), one("mask", ANY)];
const BY_DELTA: &[ValueRow] = &[one("value", ANY).var("T"), one("delta", ANY)];
const ID_TEXT: &str = "$execution_scope $value, $id &attrs : @value, @id";
const MASK_TEXT: &str = "$execution_scope $value, $mask &attrs : @value, @mask";
const DELTA_TEXT: &str = "$execution_scope $value, $delta &attrs : @value, @delta";

pub(crate) const BROADCAST: OpDef =
    shuffle("spirv.GroupNonUniformBroadcast", "The value of one invocation, for all.", BY_ID, ID_TEXT);
pub(crate) const SHUFFLE: OpDef =
    shuffle("spirv.GroupNonUniformShuffle", "The value of the invocation with this id.", BY_ID, ID_TEXT);
pub(crate) const SHUFFLE_XOR: OpDef = shuffle(
    "spirv.GroupNonUniformShuffleXor",
    "The value of the invocation whose id differs by these bits.",
    BY_MASK,
    MASK_TEXT,
);
pub(crate) const SHUFFLE_UP: OpDef =
    shuffle("spirv.GroupNonUniformShuffleUp", "The value of the invocation this far below.", BY_DELTA, DELTA_TEXT);
pub(crate) const SHUFFLE_DOWN: OpDef =
    shuffle("spirv.GroupNonUniformShuffleDown", "The value of the invocation this far above.", BY_DELTA, DELTA_TEXT);

pub(crate) const BROADCAST_FIRST: OpDef =
    op("spirv.GroupNonUniformBroadcastFirst", "The value of the lowest active invocation, for all.")
        .operands(&[one("value", ANY).var("T")])
        .attrs(SCOPED)
        .results(SAME)
        .text("$execution_scope $value &attrs : @value");

pub(crate) const ROTATE: OpDef = op("spirv.GroupNonUniformRotateKHR", "The value of the invocation this far on, around the group.")
    .operands(&[one("value", ANY).var("T"), one("delta", ANY), maybe("cluster_size", ANY)])
    .attrs(SCOPED)
    .results(SAME)
    .text("$execution_scope $value, $delta [? , cluster_size ($cluster_size^) ?] &attrs : @value, @delta [? , @cluster_size^ ?] -> @result");

pub(crate) const ELECT: OpDef = op("spirv.GroupNonUniformElect", "True in one invocation only.")
    .attrs(SCOPED)
    .results(RESULT)
    .text("$execution_scope &attrs : @result");

pub(crate) const BALLOT: OpDef = op("spirv.GroupNonUniformBallot", "A bit for each invocation.")
    .operands(&[one("predicate", ANY_BOOL)])
    .attrs(SCOPED)
    .results(RESULT)
    .text("$execution_scope $predicate &attrs : @result");
const ANY_BOOL: TypeRule = crate::ops::rules::I1;

const fn vote(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("predicate", ANY_BOOL)] })
        .attrs(SCOPED)
        .results(RESULT)
        .text("$execution_scope $predicate &attrs : @result")
}

const fn find(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("value", ANY)] })
        .attrs(SCOPED)
        .results(RESULT)
        .text("$execution_scope $value &attrs : @value, @result")
}

pub(crate) const BALLOT_BIT_COUNT: OpDef = op("spirv.GroupNonUniformBallotBitCount", "How many bits of a ballot are set.")
    .operands(&[one("value", ANY)])
    .attrs(&[SCOPE, GROUP])
    .results(RESULT)
    .text("$execution_scope $group_operation $value &attrs : @value -> @result");

pub(crate) const GROUP_NON_UNIFORM_ALL: OpDef = vote("spirv.GroupNonUniformAll", "Whether it is true in all invocations.");
pub(crate) const GROUP_NON_UNIFORM_ANY: OpDef = vote("spirv.GroupNonUniformAny", "Whether it is true in one invocation.");

pub(crate) const GROUP_NON_UNIFORM_ALL_EQUAL: OpDef =
    find("spirv.GroupNonUniformAllEqual", "Whether all invocations have the same.");
pub(crate) const GROUP_NON_UNIFORM_BALLOT_FIND_LSB: OpDef =
    find("spirv.GroupNonUniformBallotFindLSB", "The lowest bit that is set in a ballot.");
pub(crate) const GROUP_NON_UNIFORM_BALLOT_FIND_MSB: OpDef =
    find("spirv.GroupNonUniformBallotFindMSB", "The highest bit that is set in a ballot.");

pub(crate) const GROUP_NON_UNIFORM_I_ADD: OpDef = reduce("spirv.GroupNonUniformIAdd", "Integer sum.");
pub(crate) const GROUP_NON_UNIFORM_F_ADD: OpDef = reduce("spirv.GroupNonUniformFAdd", "Float sum.");
pub(crate) const GROUP_NON_UNIFORM_I_MUL: OpDef = reduce("spirv.GroupNonUniformIMul", "Integer product.");
pub(crate) const GROUP_NON_UNIFORM_F_MUL: OpDef = reduce("spirv.GroupNonUniformFMul", "Float product.");
pub(crate) const GROUP_NON_UNIFORM_S_MIN: OpDef = reduce("spirv.GroupNonUniformSMin", "Signed minimum.");
pub(crate) const GROUP_NON_UNIFORM_U_MIN: OpDef = reduce("spirv.GroupNonUniformUMin", "Unsigned minimum.");
pub(crate) const GROUP_NON_UNIFORM_F_MIN: OpDef = reduce("spirv.GroupNonUniformFMin", "Float minimum.");
pub(crate) const GROUP_NON_UNIFORM_S_MAX: OpDef = reduce("spirv.GroupNonUniformSMax", "Signed maximum.");
pub(crate) const GROUP_NON_UNIFORM_U_MAX: OpDef = reduce("spirv.GroupNonUniformUMax", "Unsigned maximum.");
pub(crate) const GROUP_NON_UNIFORM_F_MAX: OpDef = reduce("spirv.GroupNonUniformFMax", "Float maximum.");
pub(crate) const GROUP_NON_UNIFORM_BITWISE_AND: OpDef = reduce("spirv.GroupNonUniformBitwiseAnd", "Bitwise and.");
pub(crate) const GROUP_NON_UNIFORM_BITWISE_OR: OpDef = reduce("spirv.GroupNonUniformBitwiseOr", "Bitwise or.");
pub(crate) const GROUP_NON_UNIFORM_BITWISE_XOR: OpDef = reduce("spirv.GroupNonUniformBitwiseXor", "Bitwise exclusive or.");
pub(crate) const GROUP_NON_UNIFORM_LOGICAL_AND: OpDef = reduce("spirv.GroupNonUniformLogicalAnd", "Whether all are true.");
pub(crate) const GROUP_NON_UNIFORM_LOGICAL_OR: OpDef = reduce("spirv.GroupNonUniformLogicalOr", "Whether one is true.");
pub(crate) const GROUP_NON_UNIFORM_LOGICAL_XOR: OpDef =
    reduce("spirv.GroupNonUniformLogicalXor", "Whether an odd number is true.");

const LAYOUT: AttrRow = attr("matrix_layout", AttrRule::Dialect(DialectAttrKind::SpirvMatrixLayout));
const ACCESS: [AttrRow; 2] = [
    attr_opt("memory_operand", AttrRule::Dialect(DialectAttrKind::SpirvMemoryAccess)),
    attr_opt("alignment", AttrRule::Int(IntKind::Width(32))),
];

pub(crate) const MATRIX_LOAD: OpDef = op("spirv.KHR.CooperativeMatrixLoad", "A matrix from memory, spread over the scope.")
    .operands(&[one("pointer", ANY), one("stride", ANY)])
    .attrs(&[LAYOUT, ACCESS[0], ACCESS[1]])
    .results(RESULT)
    .effects(effect::READ)
    .text("$pointer, $stride, $matrix_layout [? , $memory_operand^ ?] [? , $alignment^ ?] &attrs : @operands -> @result");

pub(crate) const MATRIX_STORE: OpDef = op("spirv.KHR.CooperativeMatrixStore", "A spread matrix to memory.")
    .operands(&[one("pointer", ANY), one("object", ANY), one("stride", ANY)])
    .attrs(&[LAYOUT, ACCESS[0], ACCESS[1]])
    .effects(effect::WRITE)
    .text("$pointer, $object, $stride, $matrix_layout [? , $memory_operand^ ?] [? , $alignment^ ?] &attrs : @operands");

pub(crate) const MATRIX_MUL_ADD: OpDef = op("spirv.KHR.CooperativeMatrixMulAdd", "`a b + c` of spread matrices.")
    .operands(&[one("a", ANY), one("b", ANY), one("c", ANY).var("C")])
    .attrs(&[attr_opt("matrix_operands", AttrRule::Dialect(DialectAttrKind::SpirvMatrixOperands))])
    .results(&[result("result", ANY).var("C")])
    .pure()
    .text("$a, $b, $c [? , $matrix_operands^ ?] &attrs : @a, @b -> @result");

pub(crate) const MATRIX_LENGTH: OpDef = op("spirv.KHR.CooperativeMatrixLength", "How many elements an invocation holds.")
    .attrs(&[attr("cooperative_matrix_type", AttrRule::Type)])
    .results(&[result("result", crate::ops::rules::I32)])
    .pure()
    .text("&attrs : $cooperative_matrix_type");

const fn semantics(name: &'static str) -> AttrRow {
    attr(name, AttrRule::Dialect(DialectAttrKind::SpirvMemorySemantics))
}
const MEMORY_SCOPE: AttrRow = attr("memory_scope", AttrRule::Dialect(DialectAttrKind::SpirvScope));

pub(crate) const CONTROL_BARRIER: OpDef = op("spirv.ControlBarrier", "Waits for the others of the scope.")
    .attrs(&[SCOPE, MEMORY_SCOPE, semantics("memory_semantics")])
    .text("$execution_scope, $memory_scope, $memory_semantics &attrs");

pub(crate) const MEMORY_BARRIER: OpDef = op("spirv.MemoryBarrier", "Orders accesses to memory.")
    .attrs(&[MEMORY_SCOPE, semantics("memory_semantics")])
    .text("$memory_scope, $memory_semantics &attrs");
