//! Operations that are one instruction, as SPIR-V's grammar says.
//!
//! Operands fill the grammar's ids in order, attributes what is no id. The name says the instruction: `spirv.IAdd` is `OpIAdd`,
//! `spirv.KHR.X` is `OpXKHR`, `spirv.GL.X` is X of `GLSL.std.450`.

use std::sync::OnceLock;

use halforge_ir::{Attr, Op, OpKind};
use rspirv::dr::{Instruction, Operand};
use rspirv::grammar::{self, OperandKind, OperandQuantifier};
use rspirv::spirv::{self, Word};
use rustc_hash::FxHashMap;

use super::{Result, Serializer};

/// The instruction called `name`, without `Op`.
fn core(name: &str) -> Option<&'static grammar::Instruction<'static>> {
    static NAMES: OnceLock<FxHashMap<&'static str, &'static grammar::Instruction<'static>>> = OnceLock::new();
    let all = || grammar::INSTRUCTION_TABLE.iter().map(|row| (row.opname, row)).collect();
    NAMES.get_or_init(all).get(name).copied()
}

/// The number of the function called `name` in `GLSL.std.450`.
fn glsl(name: &str) -> Option<u32> {
    static NAMES: OnceLock<FxHashMap<&'static str, u32>> = OnceLock::new();
    let all = || grammar::GLSL_STD_450_INSTRUCTION_TABLE.iter().map(|row| (row.opname, u32::from(row.opcode))).collect();
    NAMES.get_or_init(all).get(name).copied()
}

impl Serializer<'_> {
    /// The instruction of an operation; its result, if any, gets an id.
    pub(super) fn instruction(&mut self, op: Op) -> Result<Instruction> {
        let name = self.module.op_name(op);
        let unknown = || self.error(format!("the operation `{name}` has no form in SPIR-V"));
        let short = name.strip_prefix("spirv.").ok_or_else(unknown)?;
        if let Some(function) = short.strip_prefix("GL.") {
            let number = glsl(function).ok_or_else(unknown)?;
            return self.glsl_call(op, number);
        }
        let opname = match short.split_once('.') {
            Some((vendor, rest)) => format!("{rest}{vendor}"),
            None => short.to_owned(),
        };
        let row = core(&opname).ok_or_else(unknown)?;
        let refs = self.refs(op)?;
        let mut operands = Vec::new();
        let mut refs = refs.into_iter().map(Operand::IdRef);
        let mut attrs = self.module.def(op).attrs.iter().filter(|row| row.name != "matrix_layout");
        let (mut has_type, mut has_result) = (false, false);
        for operand in row.operands {
            match operand.kind {
                OperandKind::IdResultType => has_type = true,
                OperandKind::IdResult => has_result = true,
                OperandKind::IdRef if operand.quantifier == OperandQuantifier::ZeroOrMore => operands.extend(refs.by_ref()),
                OperandKind::IdRef => match refs.next() {
                    Some(id) => operands.push(id),
                    None if operand.quantifier == OperandQuantifier::ZeroOrOne => {}
                    None => return Err(self.error(format!("`{name}` has too few operands"))),
                },
                kind => {
                    let attr = attrs.next().and_then(|row| self.module.get_attr(op, row.name));
                    match attr {
                        Some(attr) => self.attr_operand(op, kind, attr, &mut operands)?,
                        None if operand.quantifier == OperandQuantifier::One => {
                            return Err(self.error(format!("`{name}` lacks an attribute")));
                        }
                        None => {}
                    }
                }
            }
        }
        if refs.next().is_some() {
            return Err(self.error(format!("`{name}` has too many operands")));
        }
        let ty = if has_type { Some(self.result_type(op)?) } else { None };
        let id = has_result.then(|| self.result_id(op));
        Ok(Instruction::new(row.opcode, ty, id, operands))
    }

    /// The ids of an operation's operands, with those that the dialect gives as attributes in their places.
    fn refs(&mut self, op: Op) -> Result<Vec<Word>> {
        let mut refs: Vec<Word> = self.module.operands(op).map(|value| self.value(value)).collect::<Result<_>>()?;
        let layout_at = match self.module.kind(op) {
            OpKind::SpirvFunctionCall => {
                refs.insert(0, self.symbol(op, "callee")?);
                return Ok(refs);
            }
            OpKind::SpirvKhrCooperativeMatrixLength => {
                let ty = self.module.get_attr(op, "cooperative_matrix_type").map(|ty| self.ctx.attr_kind(ty));
                let Some(halforge_ir::AttrKind::Type(ty)) = ty else { return Err(self.error("expected a type")) };
                return Ok(vec![self.ty(*ty)?]);
            }
            OpKind::SpirvKhrCooperativeMatrixLoad => 1,
            OpKind::SpirvKhrCooperativeMatrixStore => 2,
            _ => return Ok(refs),
        };
        let layout = self.case(op, "matrix_layout")?;
        let layout = self.u32_constant(layout)?;
        refs.insert(layout_at.min(refs.len()), layout);
        Ok(refs)
    }

    /// What an attribute is as an operand of this kind.
    fn attr_operand(&mut self, op: Op, kind: OperandKind, attr: Attr, operands: &mut Vec<Operand>) -> Result<()> {
        if kind == OperandKind::LiteralInteger {
            let number = |attr: Attr| self.ctx.int_value(attr).and_then(|number| u32::try_from(number).ok());
            for &item in self.ctx.array_value(attr).unwrap_or_default() {
                let number = number(item).ok_or_else(|| self.error("expected u32 indices"))?;
                operands.push(Operand::LiteralBit32(number));
            }
            return Ok(());
        }
        let case = self.case_of(attr).ok_or_else(|| self.error("expected a case of the `spirv` dialect"))?;
        let operand = match kind {
            OperandKind::IdScope => Some(Operand::IdScope(self.u32_constant(case)?)),
            OperandKind::IdMemorySemantics => Some(Operand::IdMemorySemantics(self.u32_constant(case)?)),
            OperandKind::GroupOperation => spirv::GroupOperation::from_u32(case).map(Operand::GroupOperation),
            OperandKind::PackedVectorFormat => spirv::PackedVectorFormat::from_u32(case).map(Operand::PackedVectorFormat),
            OperandKind::CooperativeMatrixOperands => {
                spirv::CooperativeMatrixOperands::from_bits(case).map(Operand::CooperativeMatrixOperands)
            }
            OperandKind::MemoryAccess => spirv::MemoryAccess::from_bits(case).map(Operand::MemoryAccess),
            _ => None,
        };
        operands.push(operand.ok_or_else(|| self.error(format!("{case} is no {kind:?} of SPIR-V")))?);
        if kind == OperandKind::MemoryAccess && case & spirv::MemoryAccess::ALIGNED.bits() != 0 {
            let bytes = self.module.int_attr(op, "alignment").and_then(|bytes| u32::try_from(bytes).ok());
            let bytes = bytes.ok_or_else(|| self.error("aligned accesses need an alignment in bytes"))?;
            operands.push(Operand::LiteralBit32(bytes));
        }
        Ok(())
    }

    fn result_type(&mut self, op: Op) -> Result<Word> {
        match self.module.results(op).first() {
            Some(&result) => self.ty(self.module.ty(result)),
            None => Ok(self.void()),
        }
    }

    fn result_id(&mut self, op: Op) -> Word {
        let id = self.id();
        if let Some(&result) = self.module.results(op).first() {
            self.values.insert(result, id);
            self.more_decorations(op, id);
        }
        id
    }

    fn glsl_call(&mut self, op: Op, number: u32) -> Result<Instruction> {
        let set = match self.glsl {
            Some(set) => set,
            None => {
                let set = self.id();
                let name = vec![Operand::LiteralString("GLSL.std.450".to_owned())];
                self.out.ext_inst_imports.push(Instruction::new(spirv::Op::ExtInstImport, None, Some(set), name));
                self.glsl = Some(set);
                set
            }
        };
        let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(number)];
        operands.extend(self.refs(op)?.into_iter().map(Operand::IdRef));
        let ty = self.result_type(op)?;
        let id = self.result_id(op);
        Ok(Instruction::new(spirv::Op::ExtInst, Some(ty), Some(id), operands))
    }
}

#[cfg(test)]
mod tests {
    use halforge_ir::OpKind;

    /// Operations that are no instruction by themselves, or have code of their own.
    const OTHERS: &[OpKind] = &[
        OpKind::SpirvModule,
        OpKind::SpirvFunc,
        OpKind::SpirvGlobalVariable,
        OpKind::SpirvMlirAddressof,
        OpKind::SpirvMlirReferenceof,
        OpKind::SpirvMlirLoop,
        OpKind::SpirvMlirSelection,
        OpKind::SpirvMlirMerge,
    ];

    /// A row added to the dialect must be one that can be written.
    #[test]
    fn every_operation_is_an_instruction() {
        for kind in OpKind::ALL.iter().filter(|kind| !OTHERS.contains(kind)) {
            let Some(name) = kind.def().name.strip_prefix("spirv.") else { continue };
            let found = match name.strip_prefix("GL.") {
                Some(function) => super::glsl(function).is_some(),
                None => {
                    let opname = name.split_once('.').map_or(name.to_owned(), |(vendor, rest)| format!("{rest}{vendor}"));
                    super::core(&opname).is_some()
                }
            };
            assert!(found, "spirv.{name} is no instruction");
        }
    }
}
