//! Making operations: operands by the groups of the row, and attributes that the row has a default for filled in.

use halforge_ir::def::{OPERAND_SEGMENTS, OpDef};
use halforge_ir::enums::EnumDef;
use halforge_ir::rewrite::constants::materialize;
use halforge_ir::{
    At, Attr, AttrKind, Block, Context, HalType, Ident, Loc, Module, NewOp, Op, OpKind, Region, Type, TypeKind, Value,
};

/// Where new operations go, and where they say they come from.
pub(crate) struct Build<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) at: At,
    pub(crate) loc: Loc,
}

impl<'m> Build<'m> {
    pub(crate) fn new(module: &'m mut Module, at: At, loc: Loc) -> Self {
        Self { module, at, loc }
    }

    /// New operations before `op`, with its location.
    pub(crate) fn before(module: &'m mut Module, op: Op) -> Self {
        let loc = module.op(op).loc;
        Self::new(module, At::Before(op), loc)
    }

    /// An operation with these groups of operands, in order of the row, and these inherent attributes.
    pub(crate) fn op(&mut self, kind: OpKind, groups: &[&[Value]], results: &[Type], props: &[(&str, Attr)]) -> Op {
        let new = NewOp {
            operands: groups.iter().flat_map(|group| group.iter().copied()).collect(),
            results: results.iter().copied().collect(),
            props: properties(&self.module.ctx, kind.def(), groups, props),
            regions: fixed_regions(kind.def()),
            ..NewOp::default()
        };
        let op = self.module.insert_new(self.at, kind, self.loc, new);
        self.placed(op);
        op
    }

    /// The only result of a new operation.
    pub(crate) fn value(&mut self, kind: OpKind, groups: &[&[Value]], ty: Type, props: &[(&str, Attr)]) -> Value {
        let op = self.op(kind, groups, &[ty], props);
        self.module.result(op, 0)
    }

    /// Puts an operation that stands nowhere here.
    pub(crate) fn place(&mut self, op: Op) {
        self.module.insert(self.at, op);
        self.placed(op);
    }

    /// What is placed next goes after `op`.
    fn placed(&mut self, op: Op) {
        if matches!(self.at, At::Start(_) | At::After(_)) {
            self.at = At::After(op);
        }
    }

    /// A branch to `dest`.
    pub(crate) fn branch(&mut self, dest: Block, operands: &[Value]) -> Op {
        let op = self.op(OpKind::CfBr, &[operands], &[], &[]);
        self.module.set_successors(op, [dest].into_iter().collect());
        op
    }

    /// Runs `f` with new operations at another place.
    pub(crate) fn within<T>(&mut self, at: At, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.at, at);
        let result = f(self);
        self.at = before;
        result
    }

    /// A new block at the end of a region, with new operations at its end.
    pub(crate) fn block<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        let block = self.module.add_block(region);
        self.within(At::End(block), f)
    }
}

/// Values of all kinds.
impl Build<'_> {
    pub(crate) fn index(&mut self, value: i64) -> Value {
        let attr = self.module.ctx.index_attr(value);
        let ty = self.module.ctx.index_type();
        self.value(OpKind::ArithConstant, &[], ty, &[("value", attr)])
    }

    pub(crate) fn int(&mut self, value: i64, width: u32) -> Value {
        let ctx = self.module.ctx.clone();
        let ty = ctx.int_type(width);
        let attr = if width == 1 { ctx.bool_attr(value != 0) } else { ctx.int_attr(value.into(), ty) };
        self.value(OpKind::ArithConstant, &[], ty, &[("value", attr)])
    }

    /// The value of a constant attribute, when an operation gives it.
    pub(crate) fn constant(&mut self, attr: Attr, ty: Type) -> Option<Value> {
        let op = materialize(self.module, self.at, attr, ty, self.loc)?;
        self.placed(op);
        Some(self.module.result(op, 0))
    }

    pub(crate) fn null(&mut self, ty: Type) -> Value {
        self.value(OpKind::UtilNull, &[], ty, &[])
    }

    pub(crate) fn hal_type(&self, ty: HalType) -> Type {
        self.module.ctx.hal_type(ty)
    }

    pub(crate) fn string(&self, text: &str) -> Attr {
        self.module.ctx.str_attr(text)
    }

    pub(crate) fn bits(&self, def: &EnumDef, value: u64) -> Attr {
        enum_attr(&self.module.ctx, def, value)
    }
}

/// What stands in a module.
impl Build<'_> {
    pub(crate) fn load(&mut self, global: Ident, ty: Type) -> Value {
        let attr = self.module.ctx.symbol_attr(global);
        self.value(OpKind::UtilGlobalLoad, &[], ty, &[("global", attr)])
    }

    pub(crate) fn load_immutable(&mut self, global: Ident, ty: Type) -> Value {
        let (attr, unit) = (self.module.ctx.symbol_attr(global), self.module.ctx.unit());
        self.value(OpKind::UtilGlobalLoad, &[], ty, &[("global", attr), ("is_immutable", unit)])
    }

    pub(crate) fn store(&mut self, global: Ident, value: Value) {
        let attr = self.module.ctx.symbol_attr(global);
        self.op(OpKind::UtilGlobalStore, &[&[value]], &[], &[("global", attr)]);
    }

    /// A private immutable global without a value; its name is made one of a kind by the caller.
    pub(crate) fn global(&mut self, name: Ident, ty: Type) -> Op {
        let ctx = self.module.ctx.clone();
        let name = ctx.str_attr(ctx.str(name));
        let props = [("sym_visibility", self.string("private")), ("sym_name", name), ("type", ctx.type_attr(ty))];
        self.op(OpKind::UtilGlobal, &[], &[], &props)
    }

    /// An initializer, whose body `f` makes; `util.return` follows.
    pub(crate) fn initializer(&mut self, f: impl FnOnce(&mut Self)) -> Op {
        let ty = self.function_type(&[], &[]);
        let op = self.op(OpKind::UtilInitializer, &[], &[], &[("function_type", ty)]);
        let region = self.module.region(op, 0);
        self.block(region, |build| {
            f(build);
            build.op(OpKind::UtilReturn, &[&[]], &[], &[]);
        });
        op
    }

    /// A private function with an entry block, which is returned.
    pub(crate) fn function(&mut self, name: Ident, inputs: &[Type], results: &[Type]) -> (Op, Block) {
        let name = self.module.ctx.str_attr(self.module.ctx.str(name));
        let ty = self.function_type(inputs, results);
        let props = [("sym_name", name), ("function_type", ty), ("sym_visibility", self.string("private"))];
        let op = self.op(OpKind::UtilFunc, &[], &[], &props);
        let block = self.module.add_block(self.module.region(op, 0));
        for &ty in inputs {
            self.module.add_arg(block, ty, self.loc);
        }
        (op, block)
    }

    pub(crate) fn call(&mut self, callee: Ident, operands: &[Value], results: &[Type]) -> Vec<Value> {
        let callee = self.module.ctx.symbol_attr(callee);
        let op = self.op(OpKind::UtilCall, &[operands], results, &[("callee", callee)]);
        self.module.results(op).to_vec()
    }

    fn function_type(&self, inputs: &[Type], results: &[Type]) -> Attr {
        let ctx = &self.module.ctx;
        ctx.type_attr(ctx.ty(TypeKind::Function { inputs: inputs.to_vec(), results: results.to_vec() }))
    }
}

/// An integer attribute that is a case or a set of bits.
pub(crate) fn enum_attr(ctx: &Context, def: &EnumDef, value: u64) -> Attr {
    ctx.int_attr(value.into(), ctx.int_type(def.width))
}

/// Regions of rows that have a fixed number of them.
fn fixed_regions(def: &OpDef) -> usize {
    def.regions.iter().filter(|name| !name.ends_with('*')).count()
}

fn properties(ctx: &Context, def: &OpDef, groups: &[&[Value]], props: &[(&str, Attr)]) -> Vec<(Ident, Attr)> {
    let mut list: Vec<(Ident, Attr)> = props.iter().map(|(key, attr)| (ctx.ident(key), *attr)).collect();
    for row in def.attrs.iter().filter(|row| !props.iter().any(|(key, _)| *key == row.name)) {
        if let Some(default) = row.default_attr(ctx) {
            list.push((ctx.ident(row.name), default));
        }
    }
    if def.has(OPERAND_SEGMENTS) {
        let sizes = (0..def.operands.len()).map(|i| groups.get(i).map_or(0, |group| group.len() as i64));
        list.push((ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(sizes)));
    }
    list
}

/// Control flow and questions to devices.
impl Build<'_> {
    /// `scf.if` whose regions give values.
    pub(crate) fn either(
        &mut self,
        condition: Value,
        types: &[Type],
        then: impl FnOnce(&mut Self) -> Vec<Value>,
        otherwise: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let op = self.op(OpKind::ScfIf, &[&[condition]], types, &[]);
        let [yes, no] = [0, 1].map(|index| self.module.region(op, index));
        self.block(yes, |build| {
            let values = then(build);
            build.op(OpKind::ScfYield, &[&values], &[], &[]);
        });
        self.block(no, |build| {
            let values = otherwise(build);
            build.op(OpKind::ScfYield, &[&values], &[], &[]);
        });
        self.module.results(op).to_vec()
    }

    /// `scf.index_switch` over the first of several conditions that holds; the last region is for none.
    pub(crate) fn first_of(
        &mut self,
        conditions: &[Value],
        types: &[Type],
        mut region: impl FnMut(&mut Self, Option<usize>) -> Vec<Value>,
    ) -> Vec<Value> {
        let selected = self.first_true(conditions);
        let ctx = self.module.ctx.clone();
        let cases = (0..conditions.len() as i64).collect();
        let cases = ctx.attr(AttrKind::DenseArray { element: ctx.int_type(64), values: cases });
        let op = self.op(OpKind::ScfIndexSwitch, &[&[selected]], types, &[("cases", cases)]);
        let default = self.module.region(op, 0);
        for case in (0..conditions.len()).map(Some).chain([None]) {
            let body = match case {
                Some(_) => self.module.add_region(op),
                None => default,
            };
            self.block(body, |build| {
                let values = region(build, case);
                build.op(OpKind::ScfYield, &[&values], &[], &[]);
            });
        }
        self.module.results(op).to_vec()
    }

    /// The number of the first condition that holds, or -1.
    fn first_true(&mut self, conditions: &[Value]) -> Value {
        let index = self.module.ctx.index_type();
        let none = self.index(-1);
        (0..conditions.len()).rev().fold(none, |otherwise, number| {
            let value = self.index(number as i64);
            self.value(OpKind::ArithSelect, &[&[conditions[number]], &[value], &[otherwise]], index, &[])
        })
    }

    /// Whether a device says yes to a question; no when it does not know.
    pub(crate) fn query(&mut self, device: Value, category: &str, key: &str) -> Value {
        let ctx = self.module.ctx.clone();
        let bit = ctx.int_type(1);
        let keys = [("category", ctx.str_attr(category)), ("key", ctx.str_attr(key))];
        let props = [keys[0], keys[1], ("default_value", ctx.bool_attr(false))];
        let op = self.op(OpKind::HalDeviceQuery, &[&[device]], &[bit, bit], &props);
        self.module.result(op, 1)
    }

    pub(crate) fn same(&mut self, a: Value, b: Value) -> Value {
        let bit = self.module.ctx.int_type(1);
        self.value(OpKind::UtilCmpEq, &[&[a], &[b]], bit, &[])
    }

    pub(crate) fn check_ok(&mut self, status: Value, message: &str) {
        let message = self.string(message);
        self.op(OpKind::UtilStatusCheckOk, &[&[status]], &[], &[("message", message)]);
    }
}
