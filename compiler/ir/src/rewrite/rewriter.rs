//! What rewrites change a module through: every change also says which operations are worth another look.

use smallvec::SmallVec;

use super::worklist::Worklist;
use super::{Folded, constants, effects};
use crate::attrs::Attr;
use crate::loc::Loc;
use crate::module::{At, Block, Module, NewOp, Op, Region, Value};
use crate::ops::OpKind;
use crate::types::Type;

/// A module being rewritten. It can be read as a [`Module`].
pub struct Rewriter<'m> {
    module: &'m mut Module,
    pub(super) worklist: Worklist,
    /// Only operations in this region are looked at again.
    scope: Option<Region>,
}

impl std::ops::Deref for Rewriter<'_> {
    type Target = Module;
    fn deref(&self) -> &Module {
        self.module
    }
}

impl<'m> Rewriter<'m> {
    /// A rewriter of the whole module.
    pub fn new(module: &'m mut Module) -> Self {
        Self { module, worklist: Worklist::default(), scope: None }
    }

    /// A rewriter that looks again only at what stands in `scope`.
    pub(super) fn within(module: &'m mut Module, scope: Region) -> Self {
        Self { module, worklist: Worklist::default(), scope: Some(scope) }
    }

    /// Looks at `op` again, and at the operations around it.
    pub fn revisit(&mut self, op: Op) {
        let mut found: SmallVec<[Op; 8]> = SmallVec::new();
        let mut at = Some(op);
        while let Some(op) = at {
            found.push(op);
            if self.scope.is_some() && self.module.parent_region(op) == self.scope {
                break;
            }
            at = self.module.parent_op(op);
            if at.is_none() && self.scope.is_some() {
                return;
            }
        }
        for op in found {
            self.worklist.push(op);
        }
    }

    fn revisit_users(&mut self, value: Value) {
        for (op, _) in self.module.uses(value).collect::<SmallVec<[_; 8]>>() {
            self.revisit(op);
        }
    }

    /// Changes `op` in place.
    pub fn update<T>(&mut self, op: Op, change: impl FnOnce(&mut Module) -> T) -> T {
        let result = change(self.module);
        self.revisit(op);
        result
    }

    /// Changes the module where none of the other ways fits; what is in `touched` is looked at again.
    pub fn edit<T>(&mut self, touched: &[Op], edit: impl FnOnce(&mut Module) -> T) -> T {
        let result = edit(self.module);
        for &op in touched {
            self.revisit(op);
        }
        result
    }
}

/// Making.
impl Rewriter<'_> {
    /// A new operation at a place.
    pub fn insert(&mut self, at: At, kind: OpKind, loc: Loc, new: NewOp) -> Op {
        let op = self.module.insert_new(at, kind, loc, new);
        self.revisit(op);
        op
    }

    /// The only result of a new operation with these operands, or what it folds to.
    pub fn insert_or_fold(&mut self, at: At, kind: OpKind, loc: Loc, new: NewOp) -> Value {
        let op = self.module.insert_new(at, kind, loc, new);
        let result = self.module.result(op, 0);
        if let Some(folded) = super::fold(self.module, op)
            && let Some(value) = self.materialize(At::Before(op), folded, self.module.ty(result), loc)
        {
            self.module.erase(op);
            return value;
        }
        self.revisit(op);
        result
    }

    /// A constant at a place; `None` when no operation gives it.
    pub fn constant(&mut self, at: At, attr: Attr, loc: Loc) -> Option<Value> {
        let ty = self.module.ctx.attr_type(attr)?;
        self.materialize(at, Folded::Constant(attr), ty, loc)
    }

    /// `value : index` at a place.
    pub fn index_constant(&mut self, at: At, value: i64, loc: Loc) -> Value {
        let attr = self.module.ctx.index_attr(value);
        self.constant(at, attr, loc).expect("arith.constant gives every index")
    }

    /// What was folded, as a value at a place.
    pub(super) fn materialize(&mut self, at: At, folded: Folded, ty: Type, loc: Loc) -> Option<Value> {
        match folded {
            Folded::Value(value) => Some(value),
            Folded::Constant(attr) => {
                let op = constants::materialize(self.module, at, attr, ty, loc)?;
                self.revisit(op);
                Some(self.module.result(op, 0))
            }
        }
    }
}

/// Replacing and erasing.
impl Rewriter<'_> {
    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let users: SmallVec<[Op; 8]> = self.module.uses(old).map(|(op, _)| op).collect();
        self.module.replace_uses(old, new);
        for op in users {
            self.revisit(op);
        }
    }

    /// Replaces the results of `op` by values and erases it.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        for (index, &value) in values.iter().enumerate() {
            let result = self.module.result(op, index);
            self.replace_uses(result, value);
        }
        self.erase(op);
    }

    /// Puts a new operation with as many results in the place of `op`.
    pub fn replace_with(&mut self, op: Op, kind: OpKind, new: NewOp) -> Op {
        let loc = self.module.op(op).loc;
        let with = self.insert(At::Before(op), kind, loc, new);
        let results = self.module.results(with).to_vec();
        self.replace(op, &results);
        with
    }

    /// Replaces the only result of `op` by a constant and erases it; `false` when no operation gives it.
    pub fn replace_with_constant(&mut self, op: Op, attr: Attr) -> bool {
        let (loc, ty) = (self.module.op(op).loc, self.module.ty(self.module.result(op, 0)));
        match self.materialize(At::Before(op), Folded::Constant(attr), ty, loc) {
            Some(value) => {
                self.replace(op, &[value]);
                true
            }
            None => false,
        }
    }

    /// Erases an operation whose results are unused.
    pub fn erase(&mut self, op: Op) {
        let erased = self.module.walk(op);
        self.before_erasing(&erased);
        self.module.erase(op);
    }

    /// Erases a block that no branch names and whose values nothing outside it uses.
    pub fn erase_block(&mut self, block: Block) {
        let erased: Vec<Op> = self.module.ops(block).flat_map(|op| self.module.walk(op)).collect();
        self.before_erasing(&erased);
        self.module.erase_block(block);
    }

    /// Takes what is erased off the list, and puts on it what may lose its last or last but one use.
    fn before_erasing(&mut self, erased: &[Op]) {
        for &op in erased {
            for value in self.module.operands(op).collect::<SmallVec<[_; 8]>>() {
                self.revisit_if_rarely_used(value, op);
            }
        }
        for &op in erased {
            self.worklist.remove(op);
        }
    }

    /// Looks again at what defines `value` when at most one operation besides `user` uses it.
    fn revisit_if_rarely_used(&mut self, value: Value, user: Op) {
        let Some(def) = self.module.defining_op(value) else { return };
        let mut other = None;
        for (op, _) in self.module.uses(value) {
            if op == user || other == Some(op) {
                continue;
            }
            if other.replace(op).is_some() {
                return;
            }
        }
        self.revisit(def);
    }

    /// Erases `op` when nothing uses its results and nobody would miss it.
    pub fn erase_if_dead(&mut self, op: Op) -> bool {
        let dead = effects::is_dead(self.module, op);
        if dead {
            self.erase(op);
        }
        dead
    }
}

/// Moving.
impl Rewriter<'_> {
    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, at: At) {
        self.module.move_op(op, at);
        self.revisit(op);
    }

    /// Moves the operations of `block` before `at`, its arguments replaced by `values`; erases the block.
    pub fn inline_block(&mut self, block: Block, at: At, values: &[Value]) {
        for &arg in &self.module.args(block).to_vec() {
            self.revisit_users(arg);
        }
        for op in self.module.ops(block).collect::<Vec<_>>() {
            self.revisit(op);
        }
        self.module.inline_block(block, at, values);
    }

    /// Replaces the branch or other terminator `op` by `cf.br`.
    pub fn replace_with_branch(&mut self, op: Op, dest: Block, operands: &[Value]) -> Op {
        let new = NewOp {
            operands: operands.iter().copied().collect(),
            successors: [dest].into_iter().collect(),
            ..NewOp::default()
        };
        self.replace_with(op, OpKind::CfBr, new)
    }
}
