//! The folds and rewrites that rows name, one file a family; see [`crate::rewrite`] for what they are.
//!
//! What they do follows the published folders and canonicalizers of the dialects, so that results agree with IREE's tools.

pub(crate) mod arith_cast;
pub(crate) mod arith_cmp;
pub(crate) mod arith_cmpf;
pub(crate) mod arith_float;
pub(crate) mod arith_int;
pub(crate) mod arith_select;
pub(crate) mod arith_sums;
pub(crate) mod cf;
pub(crate) mod cf_switch;
pub(crate) mod hal_buffer;
pub(crate) mod hal_executable;
pub(crate) mod hal_fence;
pub(crate) mod hal_tensor;
mod shapes;
pub(crate) mod stream;
pub(crate) mod util;

use crate::attrs::{Attr, AttrKind};
use crate::module::{Module, NewOp, Op, Value};
use crate::ops::OpKind;
use crate::rewrite::{Folded, constants};

/// The operation that defines `value`, when it is of this kind.
fn defined_by(module: &Module, value: Value, kind: OpKind) -> Option<Op> {
    module.defining_op(value).filter(|&op| module.kind(op) == kind)
}

/// The constants of the first two operands.
fn constant_pair(module: &Module, op: Op) -> Option<[Attr; 2]> {
    Some([constants::constant(module, module.operand(op, 0))?, constants::constant(module, module.operand(op, 1))?])
}

/// The number of the case, or the bits, in an attribute that is an enumeration.
fn case_of(module: &Module, op: Op, name: &str) -> Option<i128> {
    match module.ctx.attr_kind(module.get_attr(op, name)?) {
        AttrKind::Dialect(attr) => attr.case(&module.ctx),
        _ => None,
    }
}

/// What a new operation with one result is made of.
fn one_result(operands: &[Value], ty: crate::Type) -> NewOp {
    NewOp { operands: operands.iter().copied().collect(), results: [ty].into_iter().collect(), ..NewOp::default() }
}

/// The constant in the attribute `value`: the fold of operations that are constants.
pub(crate) fn value_attr(module: &Module, op: Op) -> Option<Folded> {
    module.get_attr(op, "value").map(Folded::Constant)
}
