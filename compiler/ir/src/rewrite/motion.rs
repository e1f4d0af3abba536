//! Moving definitions up so that a value is there where it is wanted.

use smallvec::SmallVec;

use super::Rewriter;
use super::dominance::Dominance;
use crate::module::{At, Module, Op, Value};

/// Most operations moved for one value.
const MAX_MOVED: usize = 64;

impl Rewriter<'_> {
    /// Sees to it that `value` is there before `user` runs: it is already, or what defines it and what that needs can be moved
    /// there within the block. Says whether it is; nothing is moved when not.
    pub fn bring_before(&mut self, value: Value, user: Op) -> bool {
        let mut order = SmallVec::new();
        if !plan(self, value, user, &mut order) {
            return false;
        }
        for op in order {
            self.move_op(op, At::Before(user));
        }
        true
    }
}

/// Adds the operations to move, each after those it needs.
fn plan(module: &Module, value: Value, user: Op, order: &mut SmallVec<[Op; 8]>) -> bool {
    let Some(def) = module.defining_op(value) else { return true };
    if module.parent(def) != module.parent(user) {
        return Dominance::new().is_available(module, value, user);
    }
    if module.is_before(def, user) || order.contains(&def) {
        return true;
    }
    if def == user || order.len() >= MAX_MOVED {
        return false;
    }
    let planned = module.operands(def).all(|operand| plan(module, operand, user, order));
    order.push(def);
    planned
}
