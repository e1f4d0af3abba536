//! One function: a register for every value, a plan block for every block, instructions in order.

use halforge_ir::{AttrKind, Block as IrBlock, DialectAttrKind, Op, Value};
use halforge_plan::field::{BlockId, ConstantId, ExecutableId, FunctionId, GlobalId, Reg, StringId, Target};
use halforge_plan::{Block, Instr, Location, RegType, Source};
use rustc_hash::FxHashMap;

use crate::how::{How, how};
use crate::tables::{Body, Tables};
use crate::types::{reg_type, truncate};

/// What an operation gets wrong, in words.
pub(crate) type Lowering<T = ()> = Result<T, String>;

/// Lowers a body into its function; mistakes go to the tables.
pub(crate) fn lower_body(tables: &mut Tables<'_>, body: Body) {
    let module = tables.module;
    let region = module.region(body.op, 0);
    let mut f = FunctionLowering {
        tables,
        registers: Vec::new(),
        of_value: FxHashMap::default(),
        of_block: FxHashMap::default(),
        blocks: Vec::new(),
        code: Vec::new(),
        locations: Vec::new(),
    };
    for (index, &block) in module.blocks(region).iter().enumerate() {
        f.of_block.insert(block, BlockId(index as u32));
    }
    for &block in module.blocks(region) {
        f.lower_block(body.op, block);
    }
    let FunctionLowering { registers, blocks, code, locations, .. } = f;
    let function = &mut tables.plan.functions[body.function.0 as usize];
    (function.registers, function.blocks, function.code, function.locations) = (registers, blocks, code, locations);
}

pub(crate) struct FunctionLowering<'t, 'm> {
    pub(crate) tables: &'t mut Tables<'m>,
    registers: Vec<RegType>,
    of_value: FxHashMap<Value, Reg>,
    of_block: FxHashMap<IrBlock, BlockId>,
    blocks: Vec<Block>,
    code: Vec<Instr>,
    locations: Vec<Option<Location>>,
}

impl FunctionLowering<'_, '_> {
    fn lower_block(&mut self, owner: Op, block: IrBlock) {
        let module = self.tables.module;
        let mut params = Vec::new();
        for &arg in module.args(block) {
            match self.reg(arg) {
                Ok(reg) => params.push(reg),
                Err(what) => self.report(owner, what),
            }
        }
        self.blocks.push(Block { params, start: self.code.len() as u32 });
        for op in module.ops(block) {
            let before = self.code.len();
            if let Err(what) = self.lower_op(op) {
                self.report(op, what);
            }
            let location = self.location(op);
            self.locations.extend(std::iter::repeat_n(location, self.code.len() - before));
        }
    }

    fn report(&mut self, op: Op, what: String) {
        let module = self.tables.module;
        let message = format!("{}: {what}", module.op_name(op));
        let diagnostic = self.tables.error(module.op(op).loc, message);
        self.tables.report(diagnostic);
    }

    fn location(&mut self, op: Op) -> Option<Location> {
        let ctx = self.tables.ctx();
        let (file, line, column) = ctx.position(self.tables.module.op(op).loc)?;
        Some(Location { file: self.tables.string(ctx.str(file)), line, column })
    }

    fn lower_op(&mut self, op: Op) -> Lowering {
        let module = self.tables.module;
        match how(module.kind(op)) {
            How::Same => {
                let name = module.def(op).name;
                let instr = Instr::build(name, &mut Fields { f: self, op });
                self.emit(instr.ok_or_else(|| format!("no instruction is called {name}"))??);
                Ok(())
            }
            How::Binary(operator) => {
                let (lhs, rhs, result) = (self.operand(op, 0)?, self.operand(op, 1)?, self.result(op, 0)?);
                self.emit(Instr::Binary { op: operator, lhs, rhs, result: halforge_plan::field::OutAny(result) });
                Ok(())
            }
            How::Unary(operator) => self.unary(op, operator),
            How::Special(lower) => lower(self, op),
            How::Not(why) => Err(why.to_owned()),
        }
    }

    pub(crate) fn unary(&mut self, op: Op, operator: halforge_plan::UnaryOp) -> Lowering {
        let (operand, result) = (self.operand(op, 0)?, self.result(op, 0)?);
        self.emit(Instr::Unary { op: operator, operand, result: halforge_plan::field::OutAny(result) });
        Ok(())
    }

    pub(crate) fn emit(&mut self, instr: Instr) {
        self.code.push(instr);
    }

    /// A register that no value of the source has.
    pub(crate) fn fresh(&mut self, ty: RegType) -> Reg {
        self.registers.push(ty);
        Reg(self.registers.len() as u32 - 1)
    }

    /// The register of a value, made when first asked for.
    pub(crate) fn reg(&mut self, value: Value) -> Lowering<Reg> {
        if let Some(&reg) = self.of_value.get(&value) {
            return Ok(reg);
        }
        let ty = self.value_type(value)?;
        let reg = self.fresh(ty);
        self.of_value.insert(value, reg);
        Ok(reg)
    }

    pub(crate) fn value_type(&self, value: Value) -> Lowering<RegType> {
        let ctx = self.tables.ctx();
        let ty = self.tables.module.ty(value);
        reg_type(ctx, ty)
            .ok_or_else(|| format!("expected values of types that exist at phase hal, found {}", ctx.show_type(ty)))
    }

    pub(crate) fn regs(&mut self, values: impl IntoIterator<Item = Value>) -> Lowering<Vec<Reg>> {
        values.into_iter().map(|value| self.reg(value)).collect()
    }

    /// The number in the attribute `name`.
    pub(crate) fn number(&mut self, op: Op, name: &'static str) -> Lowering<u64> {
        Fields { f: self, op }.number(name)
    }

    /// The register of operand `index`.
    pub(crate) fn operand(&mut self, op: Op, index: usize) -> Lowering<halforge_plan::field::InAny> {
        let values = self.tables.module.operands(op);
        let found = values.len();
        let value = values.into_iter().nth(index).ok_or_else(|| format!("expected operand {index}, found {found} operands"))?;
        Ok(halforge_plan::field::InAny(self.reg(value)?))
    }

    /// The register of result `index`.
    pub(crate) fn result(&mut self, op: Op, index: usize) -> Lowering<Reg> {
        let results = self.tables.module.results(op);
        let value = *results.get(index).ok_or_else(|| format!("expected result {index}, found {} results", results.len()))?;
        self.reg(value)
    }

    /// The place of successor `index` with these values.
    pub(crate) fn target(&mut self, op: Op, index: usize, args: impl IntoIterator<Item = Value>) -> Lowering<Target> {
        let block = self.tables.module.successors(op).get(index).and_then(|block| self.of_block.get(block)).copied();
        let block = block.ok_or_else(|| format!("expected successor {index} in this function"))?;
        Ok(Target { block, args: self.regs(args)?.into() })
    }
}

/// Finds the fields of an instruction in an operation.
struct Fields<'f, 't, 'm> {
    f: &'f mut FunctionLowering<'t, 'm>,
    op: Op,
}

impl Fields<'_, '_, '_> {
    fn path(&self, name: &str) -> Lowering<Vec<String>> {
        let tables = &self.f.tables;
        let path = tables.module.symbol_path(self.op, name).ok_or_else(|| format!("expected a symbol as {name}"))?;
        Ok(path.into_iter().map(|part| tables.ctx().str(part).to_owned()).collect())
    }

    fn symbol(&self, name: &str) -> Lowering<String> {
        self.path(name)?.pop().ok_or_else(|| format!("expected a symbol as {name}"))
    }
}

impl Source for Fields<'_, '_, '_> {
    type Error = String;

    fn operand(&mut self, name: &'static str) -> Lowering<Reg> {
        let value = self.f.tables.module.named(self.op, name).ok_or_else(|| format!("expected one operand {name}"))?;
        self.f.reg(value)
    }

    fn operands(&mut self, name: &'static str) -> Lowering<Vec<Reg>> {
        let values = self.f.tables.module.group(self.op, name);
        self.f.regs(values)
    }

    fn result(&mut self, name: &'static str) -> Lowering<Reg> {
        let value = self.f.tables.module.named_result(self.op, name).ok_or_else(|| format!("expected one result {name}"))?;
        self.f.reg(value)
    }

    fn results(&mut self, name: &'static str) -> Lowering<Vec<Reg>> {
        let values = self.f.tables.module.result_group(self.op, name);
        self.f.regs(values)
    }

    fn number(&mut self, name: &'static str) -> Lowering<u64> {
        let tables = &self.f.tables;
        let ctx = tables.ctx();
        let Some(attr) = tables.module.get_attr(self.op, name) else {
            let optional = tables.module.def(self.op).attr_row(name).is_some_and(|row| row.is_optional());
            return if optional { Ok(0) } else { Err(format!("expected the attribute {name}")) };
        };
        match ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } => Ok(reg_type(ctx, *ty).map_or(*value as u64, |ty| truncate(*value, ty))),
            AttrKind::Float { bits, .. } => Ok(*bits as u64),
            AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::HalCollective => {
                // Kind, reduction and element type, a byte each but the last (IREE's iree_hal_collective_op_t).
                let part = |i: usize| attr.params[i].and_then(|p| ctx.int_value(p)).unwrap_or(0) as u64;
                Ok(part(0) | part(1) << 8 | part(2) << 16)
            }
            _ => Err(format!("expected a number as {name}, found {}", ctx.show_attr(attr))),
        }
    }

    fn string(&mut self, name: &'static str) -> Lowering<StringId> {
        let (module, ctx) = (self.f.tables.module, self.f.tables.ctx());
        let text = match module.get_attr(self.op, name).map(|attr| ctx.attr_kind(attr)) {
            None => String::new(),
            Some(AttrKind::String(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            Some(AttrKind::Symbol { .. }) => self.symbol(name)?,
            Some(_) => return Err(format!("expected a string as {name}")),
        };
        Ok(self.f.tables.string(&text))
    }

    fn function(&mut self, name: &'static str) -> Lowering<FunctionId> {
        self.f.tables.find_function(&self.symbol(name)?)
    }

    fn global(&mut self, name: &'static str) -> Lowering<GlobalId> {
        self.f.tables.find_global(&self.symbol(name)?)
    }

    fn executable(&mut self, name: &'static str) -> Lowering<ExecutableId> {
        let path = self.path(name)?;
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        self.f.tables.find_executable(&path)
    }

    fn constant(&mut self, name: &'static str) -> Lowering<ConstantId> {
        let module = self.f.tables.module;
        let attr = module.get_attr(self.op, name).ok_or_else(|| format!("expected the attribute {name}"))?;
        let alignment = module.int_attr(self.op, "alignment").unwrap_or(1);
        let alignment = u32::try_from(alignment).ok().filter(|a| a.is_power_of_two());
        let alignment = alignment.ok_or_else(|| "expected a power of two below 4 GiB as the alignment".to_owned())?;
        let label = module.str_attr(self.op, "name").unwrap_or_default();
        self.f.tables.constant(attr, alignment, label)
    }

    fn unspelled(&mut self, name: &'static str) -> String {
        format!("no operation spells the field {name}")
    }
}
