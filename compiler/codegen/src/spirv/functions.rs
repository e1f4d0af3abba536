//! Functions, and the code in them.

use halforge_ir::{AttrKind, Block, Op, OpKind, TypeKind};
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{self, Word};
use rustc_hash::FxHashMap;

use super::{Result, Serializer};

/// A function while it is written.
#[derive(Default)]
pub(super) struct Body {
    /// The blocks so far; the last one is being filled.
    pub(super) blocks: Vec<dr::Block>,
    /// Variables, which SPIR-V wants at the start of the first block.
    variables: Vec<Instruction>,
    /// The label that a block begins with.
    pub(super) labels: FxHashMap<Block, Word>,
    /// The label of the SPIR-V block that a block ends in: another one when loops or selections stand in it.
    pub(super) exits: FxHashMap<Block, Word>,
    /// Arguments that are still without sources: block, argument, and where their `OpPhi` stands.
    pub(super) phis: Vec<Phi>,
}

/// An `OpPhi` whose sources come when the function is complete.
pub(super) struct Phi {
    pub(super) block: Block,
    pub(super) arg: usize,
    pub(super) at: (usize, usize),
}

impl Body {
    pub(super) fn push(&mut self, instruction: Instruction) {
        match self.blocks.last_mut() {
            Some(block) => block.instructions.push(instruction),
            None => self.variables.push(instruction),
        }
    }

    /// Begins a block.
    pub(super) fn start(&mut self, label: Word) {
        let label = Instruction::new(spirv::Op::Label, None, Some(label), vec![]);
        self.blocks.push(dr::Block { label: Some(label), instructions: Vec::new() });
    }

    /// The label of the block that is being filled.
    pub(super) fn current(&self) -> Word {
        self.blocks.last().and_then(dr::Block::label_id).unwrap_or(0)
    }

    pub(super) fn branch(&mut self, label: Word) {
        self.push(Instruction::new(spirv::Op::Branch, None, None, vec![Operand::IdRef(label)]));
    }
}

impl Serializer<'_> {
    pub(super) fn function(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx;
        let (id, name) = self.own_symbol(op)?;
        self.debug_name(id, &name);
        let ty = self.module.get_attr(op, "function_type").map(|ty| ctx.attr_kind(ty));
        let Some(AttrKind::Type(ty)) = ty else { return Err(self.error("expected a function type")) };
        let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else {
            return Err(self.error("expected a function type"));
        };
        let result = match &results[..] {
            [] => self.void(),
            [result] => self.ty(*result)?,
            _ => return Err(self.error(format!("a function of SPIR-V has one result, found {}", results.len()))),
        };
        let inputs: Vec<Word> = inputs.iter().map(|&ty| self.ty(ty)).collect::<Result<_>>()?;
        let function_type = self.function_type(result, &inputs);
        let control = spirv::FunctionControl::from_bits_truncate(self.case(op, "function_control")?);
        let operands = vec![Operand::FunctionControl(control), Operand::IdRef(function_type)];
        let def = Instruction::new(spirv::Op::Function, Some(result), Some(id), operands);
        let region = self.module.region(op, 0);
        let Some(entry) = self.module.entry(region) else {
            return Err(self.error(format!("the function `@{name}` has no body, and linking is not supported")));
        };
        let mut parameters = Vec::new();
        for (&arg, &ty) in self.module.args(entry).iter().zip(&inputs) {
            let id = self.id();
            self.values.insert(arg, id);
            parameters.push(Instruction::new(spirv::Op::FunctionParameter, Some(ty), Some(id), vec![]));
        }
        let mut body = Body::default();
        let label = self.id();
        body.labels.insert(entry, label);
        body.start(label);
        self.block_ops(&mut body, entry, None)?;
        for block in self.reached_from(entry, &[]) {
            self.block(&mut body, block)?;
        }
        self.at = op;
        self.fill_phis(&mut body)?;
        if let Some(first) = body.blocks.first_mut() {
            first.instructions.splice(0..0, std::mem::take(&mut body.variables));
        }
        let end = Instruction::new(spirv::Op::FunctionEnd, None, None, vec![]);
        self.out.functions.push(dr::Function { def: Some(def), end: Some(end), parameters, blocks: body.blocks });
        Ok(())
    }

    /// One operation in a block. Loops and selections leave another block open.
    pub(super) fn code(&mut self, body: &mut Body, op: Op) -> Result<()> {
        self.at = op;
        match self.module.kind(op) {
            OpKind::SpirvConstant => {
                let (value, result) = (self.module.get_attr(op, "value"), self.module.result(op, 0));
                let value = value.ok_or_else(|| self.error("expected a value"))?;
                let id = self.constant(self.module.ty(result), value)?;
                self.values.insert(result, id);
                Ok(())
            }
            OpKind::SpirvUndef => {
                let result = self.module.result(op, 0);
                let ty = self.ty(self.module.ty(result))?;
                let id = self.declare(spirv::Op::Undef, Some(ty), vec![]);
                self.values.insert(result, id);
                Ok(())
            }
            OpKind::SpirvMlirAddressof => self.symbol_value(op, "variable"),
            OpKind::SpirvMlirReferenceof => self.symbol_value(op, "spec_const"),
            OpKind::SpirvVariable => self.variable(body, op),
            OpKind::SpirvMlirSelection => self.selection(body, op),
            OpKind::SpirvMlirLoop => self.r#loop(body, op),
            _ => {
                let instruction = self.instruction(op)?;
                body.push(instruction);
                Ok(())
            }
        }
    }

    fn symbol_value(&mut self, op: Op, name: &str) -> Result<()> {
        let id = self.symbol(op, name)?;
        self.values.insert(self.module.result(op, 0), id);
        Ok(())
    }

    fn variable(&mut self, body: &mut Body, op: Op) -> Result<()> {
        let result = self.module.result(op, 0);
        let ty = self.module.ty(result);
        let pointer = self.ty(ty)?;
        let mut operands = vec![Operand::StorageClass(self.storage_class(ty)?)];
        if let Some(initializer) = self.module.named(op, "initializer") {
            let constant = self.module.defining_op(initializer).map(|op| self.module.kind(op));
            if !matches!(constant, Some(OpKind::SpirvConstant | OpKind::SpirvMlirReferenceof | OpKind::SpirvMlirAddressof)) {
                return Err(self.error("a variable of SPIR-V starts as a constant or as the address of a global variable"));
            }
            operands.push(Operand::IdRef(self.value(initializer)?));
        }
        let id = self.id();
        self.values.insert(result, id);
        body.variables.push(Instruction::new(spirv::Op::Variable, Some(pointer), Some(id), operands));
        self.more_decorations(op, id);
        Ok(())
    }
}
