//! `spirv`: indivisible changes of memory. The result is what was there before.

use super::types::pointee;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::ops::rules::ANY;

const SCOPE: AttrRow = attr("memory_scope", AttrRule::Dialect(DialectAttrKind::SpirvScope));
const fn semantics(name: &'static str) -> AttrRow {
    attr(name, AttrRule::Dialect(DialectAttrKind::SpirvMemorySemantics))
}
const fn value(name: &'static str) -> ValueRow {
    one(name, ANY).of("pointer", pointee)
}
const BEFORE: &[ValueRow] = &[result("result", ANY).of("pointer", pointee)];
const ORDERED: &[AttrRow] = &[SCOPE, semantics("semantics")];

/// Combines what is in memory with a value.
const fn update(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("pointer", ANY), value("value")] })
        .attrs(ORDERED)
        .results(BEFORE)
        .text("$memory_scope $semantics $pointer, $value &attrs : @pointer")
}

/// Changes what is in memory by itself.
const fn step(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("pointer", ANY)] })
        .attrs(ORDERED)
        .results(BEFORE)
        .text("$memory_scope $semantics $pointer &attrs : @pointer")
}

const fn compare_exchange(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("pointer", ANY), value("value"), value("comparator")] })
        .attrs(const { &[SCOPE, semantics("equal_semantics"), semantics("unequal_semantics")] })
        .results(BEFORE)
        .text("$memory_scope $equal_semantics $unequal_semantics $pointer, $value, $comparator &attrs : @pointer")
}

pub(crate) const ATOMIC_I_ADD: OpDef = update("spirv.AtomicIAdd", "Adds.");
pub(crate) const ATOMIC_I_SUB: OpDef = update("spirv.AtomicISub", "Subtracts.");
pub(crate) const ATOMIC_S_MIN: OpDef = update("spirv.AtomicSMin", "Signed minimum.");
pub(crate) const ATOMIC_U_MIN: OpDef = update("spirv.AtomicUMin", "Unsigned minimum.");
pub(crate) const ATOMIC_S_MAX: OpDef = update("spirv.AtomicSMax", "Signed maximum.");
pub(crate) const ATOMIC_U_MAX: OpDef = update("spirv.AtomicUMax", "Unsigned maximum.");
pub(crate) const ATOMIC_AND: OpDef = update("spirv.AtomicAnd", "Bitwise and.");
pub(crate) const ATOMIC_OR: OpDef = update("spirv.AtomicOr", "Bitwise or.");
pub(crate) const ATOMIC_XOR: OpDef = update("spirv.AtomicXor", "Bitwise exclusive or.");
pub(crate) const ATOMIC_EXCHANGE: OpDef = update("spirv.AtomicExchange", "Replaces.");
pub(crate) const ATOMIC_F_ADD: OpDef = update("spirv.EXT.AtomicFAdd", "Adds floats.");

pub(crate) const ATOMIC_I_INCREMENT: OpDef = step("spirv.AtomicIIncrement", "Adds one.");
pub(crate) const ATOMIC_I_DECREMENT: OpDef = step("spirv.AtomicIDecrement", "Subtracts one.");

pub(crate) const ATOMIC_COMPARE_EXCHANGE: OpDef =
    compare_exchange("spirv.AtomicCompareExchange", "Replaces a value that is as expected.");
