//! Conversion of operations and types to those of other dialects.
//!
//! A pass gives [`Rules`]: what becomes of each operation, and of each type. [`convert`] visits every operation once, those
//! around others first. Values keep their old types for those who still have to look at them: an operation that was replaced
//! stays where it is until the end, and a value whose type changes in place remembers what it was. At the end nothing refers
//! to what was replaced. An operation that no rule makes legal stops the conversion; [`Unconverted`] says which, and why.

use halforge_ir::def::{CONSTANT_LIKE, FUNCTION};
use halforge_ir::rewrite::{Folded, constants, fold};
use halforge_ir::{At, AttrKind, Block, Context, Module, Op, Type, TypeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::build::Build;
use crate::pass::{Failed, Run};

/// What becomes of operations and types. `S` is what the functions of a conversion share.
pub(crate) struct Rules<S> {
    /// What becomes of an operation.
    pub(crate) rule: fn(&Module, Op) -> Rule<S>,
    /// What a type becomes: itself when it is legal.
    pub(crate) types: fn(&Context, Type) -> Type,
}

/// What becomes of an operation.
pub(crate) enum Rule<S> {
    /// It stays, and nobody looks at what it holds.
    Keep,
    /// It stays, and its types with it.
    Stay,
    /// It stays; operands, results, block arguments and the type of a function change.
    Retype,
    /// The function replaces it, erases it, or changes it in place.
    Convert(ConvertFn<S>),
    /// It cannot stay, and nothing replaces it.
    Illegal,
}

/// Makes an operation legal: replaces it or changes it in place.
pub(crate) type ConvertFn<S> = fn(&mut Conversion<'_, S>, Op) -> Result<(), String>;

/// The operation that could not be made legal, and why.
pub(crate) struct Unconverted {
    op: Op,
    why: String,
}

impl Unconverted {
    /// Reports it.
    pub(crate) fn report(self, run: &mut Run<'_>) -> Failed {
        let message = format!("cannot convert {}: {}", run.module.op_name(self.op), self.why);
        let diagnostic = run.error_at(self.op, message);
        run.report(diagnostic);
        Failed
    }
}

/// A conversion under way.
pub(crate) struct Conversion<'m, S> {
    pub(crate) module: &'m mut Module,
    /// What the functions share.
    pub(crate) state: S,
    rules: &'m Rules<S>,
    /// What stands for the results of replaced operations.
    new: FxHashMap<Value, Value>,
    /// The types of values before they changed in place.
    old_types: FxHashMap<Value, Type>,
    gone: Vec<Op>,
    is_gone: FxHashSet<Op>,
    /// The operations that were there at first. Those made since use new values and have new types.
    old_ops: FxHashSet<Op>,
}

/// Converts everything in `root`.
///
/// # Errors
/// The first operation that cannot be made legal. The module is then half converted.
pub(crate) fn convert<S>(module: &mut Module, root: Op, rules: &Rules<S>, state: S) -> Result<(), Unconverted> {
    let old_ops = module.walk(root).into_iter().collect();
    let mut conversion = Conversion {
        module,
        state,
        rules,
        new: FxHashMap::default(),
        old_types: FxHashMap::default(),
        gone: Vec::new(),
        is_gone: FxHashSet::default(),
        old_ops,
    };
    conversion.visit_regions(root)?;
    conversion.finish();
    Ok(())
}

/// Visiting.
impl<S> Conversion<'_, S> {
    fn visit_regions(&mut self, op: Op) -> Result<(), Unconverted> {
        for region in self.module.regions(op).to_vec() {
            for block in self.module.blocks(region).to_vec() {
                self.visit_block(block)?;
            }
        }
        Ok(())
    }

    fn visit_block(&mut self, block: Block) -> Result<(), Unconverted> {
        let mut next = self.module.first(block);
        while let Some(op) = next {
            let before = self.module.prev(op);
            if !self.is_gone.contains(&op) {
                self.visit(op)?;
                if self.is_gone.contains(&op) {
                    // What came before it is visited, too.
                    next = before.map_or_else(|| self.module.first(block), |before| self.module.next(before));
                    continue;
                }
            }
            next = self.module.next(op);
        }
        Ok(())
    }

    fn visit(&mut self, op: Op) -> Result<(), Unconverted> {
        let rule = (self.rules.rule)(self.module, op);
        let done = match rule {
            Rule::Keep => return Ok(()),
            Rule::Stay | Rule::Retype if !self.old_ops.contains(&op) => Ok(()),
            Rule::Stay => self.stay(op),
            Rule::Retype => self.retype(op),
            Rule::Convert(convert) => match self.fold(op) {
                true => Ok(()),
                false => convert(self, op),
            },
            Rule::Illegal => Err(self.why_illegal(op)),
        };
        done.map_err(|why| Unconverted { op, why })?;
        if self.is_gone.contains(&op) { Ok(()) } else { self.visit_regions(op) }
    }

    fn why_illegal(&self, op: Op) -> String {
        let values = self.module.operands(op).chain(self.module.results(op).iter().copied());
        match values.map(|value| self.old_type(value)).find(|&ty| self.ty(ty) != ty) {
            Some(ty) => format!("nothing converts it, and {} goes away", self.describe(ty)),
            None => "nothing converts it".to_owned(),
        }
    }

    /// Replaces an operation by what its row says it folds to.
    fn fold(&mut self, op: Op) -> bool {
        if self.module.def(op).has(CONSTANT_LIKE) {
            return false;
        }
        let value = match fold(self.module, op) {
            None => return false,
            Some(Folded::Value(value)) => value,
            Some(Folded::Constant(attr)) => {
                let (ty, loc) = (self.module.ty(self.module.result(op, 0)), self.module.op(op).loc);
                let Some(constant) = constants::materialize(self.module, At::Before(op), attr, ty, loc) else { return false };
                self.module.result(constant, 0)
            }
        };
        self.new.insert(self.module.result(op, 0), value);
        self.remove(op);
        true
    }

    fn stay(&mut self, op: Op) -> Result<(), String> {
        for index in 0..self.module.num_operands(op) {
            let old = self.module.operand(op, index);
            let (ty, new) = (self.old_type(old), self.value(old));
            if self.module.ty(new) != ty {
                let [ty, found] = [ty, self.module.ty(new)].map(|ty| self.describe(ty));
                return Err(format!("operand {index} is {ty} and becomes {found}, which it does not take"));
            }
            self.module.set_operand(op, index, new);
        }
        Ok(())
    }

    fn retype(&mut self, op: Op) -> Result<(), String> {
        let values = self.module.operands(op).chain(self.module.results(op).iter().copied());
        let is_legal = values.map(|value| self.old_type(value)).all(|ty| self.ty(ty) == ty);
        if !is_legal && self.fold(op) {
            return Ok(());
        }
        for index in 0..self.module.num_operands(op) {
            let new = self.operand(op, index)?;
            self.module.set_operand(op, index, new);
        }
        let mut values: Vec<Value> = self.module.results(op).to_vec();
        for &region in self.module.regions(op) {
            values.extend(self.module.blocks(region).iter().flat_map(|&block| self.module.args(block)));
        }
        for value in values {
            self.retype_value(value);
        }
        if self.module.def(op).has(FUNCTION) {
            self.retype_function(op);
        }
        Ok(())
    }

    fn retype_value(&mut self, value: Value) {
        let old = self.module.ty(value);
        let new = self.ty(old);
        if new != old {
            self.old_types.insert(value, old);
            self.module.set_type(value, new);
        }
    }

    fn retype_function(&mut self, op: Op) {
        let ctx = self.module.ctx.clone();
        let Some(attr) = self.module.get_attr(op, "function_type") else { return };
        let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return };
        let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return };
        let [inputs, results] = [inputs, results].map(|types| types.iter().map(|&ty| self.ty(ty)).collect());
        let ty = ctx.ty(TypeKind::Function { inputs, results });
        self.module.set_attr(op, "function_type", ctx.type_attr(ty));
    }

    fn finish(&mut self) {
        for &old in self.new.keys() {
            let new = self.value(old);
            self.module.replace_uses(old, new);
        }
        for &op in &self.gone {
            self.module.drop_references(op);
        }
        // Those inside others were replaced after them.
        for &op in self.gone.iter().rev() {
            self.module.erase(op);
        }
    }
}

/// What functions of a conversion ask.
impl<S> Conversion<'_, S> {
    /// What a type becomes.
    pub(crate) fn ty(&self, ty: Type) -> Type {
        (self.rules.types)(&self.module.ctx, ty)
    }

    /// The type a value had at first.
    pub(crate) fn old_type(&self, value: Value) -> Type {
        self.old_types.get(&value).copied().unwrap_or_else(|| self.module.ty(value))
    }

    /// What stands for a value now.
    pub(crate) fn value(&self, value: Value) -> Value {
        let mut at = value;
        while let Some(&new) = self.new.get(&at) {
            at = new;
        }
        at
    }

    /// What stands for an operand now.
    ///
    /// # Errors
    /// When its type is not what the old one becomes.
    pub(crate) fn operand(&self, op: Op, index: usize) -> Result<Value, String> {
        let old = self.module.operand(op, index);
        let new = self.value(old);
        let (old_type, ty) = (self.old_type(old), self.module.ty(new));
        let expected = self.ty(old_type);
        if ty == expected || (new == old && self.is_pending(old)) {
            return Ok(new);
        }
        let [from, expected, found] = [old_type, expected, ty].map(|ty| self.describe(ty));
        Err(format!("operand {index} is {from}, which becomes {expected}, but what defines it gives {found}"))
    }

    /// Whether what defines a value has yet to be visited: it stands further down in the text.
    fn is_pending(&self, value: Value) -> bool {
        let Some(op) = self.module.defining_op(value) else { return false };
        !matches!((self.rules.rule)(self.module, op), Rule::Keep | Rule::Stay)
    }

    /// What stands for the operands of a group now.
    ///
    /// # Errors
    /// Those of [`Self::operand`].
    pub(crate) fn group(&self, op: Op, name: &str) -> Result<SmallVec<[Value; 4]>, String> {
        self.module.group_range(op, name).map(|index| self.operand(op, index)).collect()
    }

    /// What stands for an operand that may be absent now.
    ///
    /// # Errors
    /// Those of [`Self::operand`].
    pub(crate) fn optional(&self, op: Op, name: &str) -> Result<Option<Value>, String> {
        Ok(self.group(op, name)?.first().copied())
    }

    /// What stands for the single operand called `name` now.
    ///
    /// # Errors
    /// When there is none, and those of [`Self::operand`].
    pub(crate) fn named(&self, op: Op, name: &str) -> Result<Value, String> {
        self.optional(op, name)?.ok_or_else(|| format!("expected an operand {name}, found none"))
    }

    /// A type as text, for messages.
    pub(crate) fn describe(&self, ty: Type) -> String {
        halforge_ir::type_to_string(&self.module.ctx, ty)
    }

    /// Whether an operation was replaced or erased.
    pub(crate) fn is_gone(&self, op: Op) -> bool {
        self.is_gone.contains(&op)
    }
}

/// What functions of a conversion do.
impl<S> Conversion<'_, S> {
    /// New operations before `op`, with its location.
    pub(crate) fn before(&mut self, op: Op) -> Build<'_> {
        Build::before(self.module, op)
    }

    /// Puts values in the place of all results of an operation.
    ///
    /// # Errors
    /// When there are not as many.
    pub(crate) fn replace(&mut self, op: Op, values: &[Value]) -> Result<(), String> {
        let results = self.module.results(op).to_vec();
        if results.len() != values.len() {
            return Err(format!("expected {} results, found {}", values.len(), results.len()));
        }
        self.new.extend(results.into_iter().zip(values.iter().copied()));
        self.remove(op);
        Ok(())
    }

    /// Takes an operation away whose results nothing uses.
    pub(crate) fn remove(&mut self, op: Op) {
        if self.is_gone.insert(op) {
            self.gone.push(op);
        }
    }

    /// `value` stands for an argument of a block that is taken apart.
    pub(crate) fn stand_for(&mut self, arg: Value, value: Value) {
        self.new.insert(arg, value);
    }
}
