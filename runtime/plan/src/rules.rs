//! The rules of instructions whose field types depend on each other. Registers and ids are already in range here.

use crate::field::{InAny, Reg};
use crate::instr::Instr;
use crate::ops::UnaryOp;
use crate::plan::{Function, Plan};
use crate::types::RegType;

type Check = Result<(), String>;

fn require(holds: bool, what: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(what()) }
}

/// Types of the registers of a function.
struct Types<'f>(&'f [RegType]);

impl Types<'_> {
    fn of(&self, reg: Reg) -> RegType {
        self.0[reg.0 as usize]
    }

    fn same(&self, a: Reg, b: Reg) -> Check {
        let (x, y) = (self.of(a), self.of(b));
        require(x == y, || format!("expected {a} and {b} to have the same type, found {x} and {y}"))
    }

    fn is(&self, reg: Reg, what: &str, test: impl FnOnce(RegType) -> bool) -> Check {
        let ty = self.of(reg);
        require(test(ty), || format!("expected {reg} to be {what}, found {ty}"))
    }

    fn list(&self, found: &[Reg], expected: &[RegType], what: &str) -> Check {
        require(found.len() == expected.len(), || format!("expected {} {what}, found {}", expected.len(), found.len()))?;
        found.iter().zip(expected).try_for_each(|(&reg, &ty)| {
            let have = self.of(reg);
            require(have == ty, || format!("expected {what} {reg} to be {ty}, found {have}"))
        })
    }

    /// A buffer, or a slot of the binding table.
    fn buffer_or_slot(&self, reg: InAny) -> Check {
        self.is(reg.0, "hal.buffer or i64", |ty| matches!(ty, RegType::Buffer | RegType::I64))
    }

    fn pattern(&self, reg: InAny) -> Check {
        self.is(reg.0, "i8, i16 or i32", |ty| matches!(ty, RegType::I8 | RegType::I16 | RegType::I32))
    }

    /// Buffer or slot, offset, length; or nothing.
    fn range(&self, regs: &[Reg]) -> Check {
        match regs {
            [] => Ok(()),
            &[buffer, offset, length] => {
                self.buffer_or_slot(InAny(buffer))?;
                self.is(offset, "i64", |ty| ty == RegType::I64)?;
                self.is(length, "i64", |ty| ty == RegType::I64)
            }
            _ => Err(format!("expected a buffer, an offset and a length, or nothing; found {} values", regs.len())),
        }
    }
}

/// Lists of one table have one length.
fn equal_lengths(lengths: &[usize]) -> Check {
    let same = lengths.windows(2).all(|pair| pair[0] == pair[1]);
    require(same, || format!("expected lists of the same length, found {lengths:?}"))
}

/// Checks what the kinds of fields alone do not say.
pub(crate) fn check(plan: &Plan, function: &Function, instr: &Instr) -> Check {
    let types = Types(&function.registers);
    match instr {
        Instr::Const { bits, result } => {
            types.is(result.0, "a number", RegType::is_number)?;
            let width = types.of(result.0).bits();
            require(width == 64 || bits >> width == 0, || format!("expected at most {width} bits, found {bits:#x}"))
        }
        Instr::Null { result } => types.is(result.0, "an object", RegType::is_object),
        Instr::Select { true_value, false_value, result, .. } => {
            types.same(true_value.0, result.0)?;
            types.same(false_value.0, result.0)
        }
        Instr::Binary { op, lhs, rhs, result } => {
            types.same(lhs.0, result.0)?;
            types.same(rhs.0, result.0)?;
            let what = if op.is_float() { "a float" } else { "an integer" };
            types.is(result.0, what, |ty| if op.is_float() { ty.is_float() } else { ty.is_int() })
        }
        Instr::Unary { op, operand, result } => unary(*op, types.of(operand.0), types.of(result.0)),
        Instr::Compare { predicate, lhs, rhs, .. } => {
            types.same(lhs.0, rhs.0)?;
            let float = predicate.is_float();
            let what = if float { "a float" } else { "an integer" };
            types.is(lhs.0, what, |ty| if float { ty.is_float() } else { ty.is_int() })
        }
        Instr::CompareObjects { lhs, rhs, .. } => {
            types.same(lhs.0, rhs.0)?;
            types.is(lhs.0, "an object", RegType::is_object)
        }
        Instr::SwitchValue { default_value, values, result, .. } => {
            types.same(default_value.0, result.0)?;
            values.regs().iter().try_for_each(|&reg| types.same(reg, result.0))
        }
        Instr::Copy { operands, results } => {
            equal_lengths(&[operands.regs().len(), results.regs().len()])?;
            operands.regs().iter().zip(results.regs()).try_for_each(|(&a, &b)| types.same(a, b))
        }
        Instr::Switch { flag, .. } => types.is(flag.0, "an integer", RegType::is_int),
        Instr::Return { operands } => types.list(operands.regs(), &function.results, "results"),
        Instr::Call { callee, operands, results } => {
            let callee = &plan.functions[callee.0 as usize];
            types.list(operands.regs(), &callee.params, "arguments")?;
            types.list(results.regs(), &callee.results, "results")
        }
        Instr::GlobalLoad { global, result: crate::field::OutAny(reg) } | Instr::GlobalStore { value: InAny(reg), global } => {
            let ty = plan.globals[global.0 as usize].ty;
            types.is(*reg, &format!("{ty} like the global"), |found| found == ty)
        }
        _ => check_hal(&types, instr),
    }
}

fn check_hal(types: &Types<'_>, instr: &Instr) -> Check {
    match instr {
        Instr::AllocatorSelect { devices, queue_affinities, .. } => {
            equal_lengths(&[devices.regs().len(), queue_affinities.regs().len()])
        }
        Instr::BufferLoad { result, .. } => types.is(result.0, "a number", RegType::is_number),
        Instr::BufferStore { value, .. } => types.is(value.0, "a number", RegType::is_number),
        Instr::DeviceQuery { value, .. } => types.is(value.0, "a number", RegType::is_number),
        Instr::CommandBufferFillBuffer { target_buffer, pattern, .. } => {
            types.buffer_or_slot(*target_buffer)?;
            types.pattern(*pattern)
        }
        Instr::CommandBufferUpdateBuffer { target_buffer, .. } => types.buffer_or_slot(*target_buffer),
        Instr::CommandBufferCopyBuffer { source_buffer, target_buffer, .. } => {
            types.buffer_or_slot(*source_buffer)?;
            types.buffer_or_slot(*target_buffer)
        }
        Instr::CommandBufferCollective { send, recv, .. } => {
            types.range(send.regs())?;
            types.range(recv.regs())
        }
        Instr::CommandBufferDispatch { binding_buffers, binding_offsets, binding_lengths, .. } => {
            equal_lengths(&[binding_buffers.regs().len(), binding_offsets.regs().len(), binding_lengths.regs().len()])?;
            binding_buffers.regs().iter().try_for_each(|&reg| types.buffer_or_slot(InAny(reg)))
        }
        Instr::CommandBufferDispatchIndirect {
            workgroups_buffer, binding_buffers, binding_offsets, binding_lengths, ..
        } => {
            types.buffer_or_slot(*workgroups_buffer)?;
            equal_lengths(&[binding_buffers.regs().len(), binding_offsets.regs().len(), binding_lengths.regs().len()])?;
            binding_buffers.regs().iter().try_for_each(|&reg| types.buffer_or_slot(InAny(reg)))
        }
        Instr::DeviceQueueFill { pattern, .. } => types.pattern(*pattern),
        Instr::DeviceQueueExecuteIndirect { binding_buffers, binding_offsets, binding_lengths, .. } => {
            equal_lengths(&[binding_buffers.regs().len(), binding_offsets.regs().len(), binding_lengths.regs().len()])
        }
        Instr::ParametersLoad { source_keys, source_offsets, lengths, results, .. } => {
            equal_lengths(&[source_keys.regs().len(), source_offsets.regs().len(), lengths.regs().len(), results.regs().len()])
        }
        Instr::ParametersGather { source_keys, source_offsets, target_offsets, target_lengths, .. } => equal_lengths(&[
            source_keys.regs().len(),
            source_offsets.regs().len(),
            target_offsets.regs().len(),
            target_lengths.regs().len(),
        ]),
        Instr::ParametersScatter { source_offsets, source_lengths, target_keys, target_offsets, .. } => equal_lengths(&[
            source_offsets.regs().len(),
            source_lengths.regs().len(),
            target_keys.regs().len(),
            target_offsets.regs().len(),
        ]),
        Instr::ExpectTrue { operand } | Instr::ExpectFalse { operand } => types.is(operand.0, "an integer", RegType::is_int),
        _ => Ok(()),
    }
}

fn unary(op: UnaryOp, from: RegType, to: RegType) -> Check {
    let holds = match op {
        UnaryOp::ExtSI | UnaryOp::ExtUI => from.is_int() && to.is_int() && from.bits() <= to.bits(),
        UnaryOp::TruncI => from.is_int() && to.is_int() && from.bits() >= to.bits(),
        UnaryOp::ExtF => from.is_float() && to.is_float() && from.bits() <= to.bits(),
        UnaryOp::TruncF => from.is_float() && to.is_float() && from.bits() >= to.bits(),
        UnaryOp::SIToFP | UnaryOp::UIToFP => from.is_int() && to.is_float(),
        UnaryOp::FPToSI | UnaryOp::FPToUI => from.is_float() && to.is_int(),
        UnaryOp::Bitcast => from.is_number() && to.is_number() && from.bits() == to.bits(),
        UnaryOp::NegF => from.is_float() && from == to,
    };
    require(holds, || format!("no {} from {from} to {to}", op.name()))
}
