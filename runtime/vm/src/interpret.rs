//! The loop: control flow, arithmetic, globals and checks. Operations of the HAL are in [`crate::hal_ops`].

use halforge_hal::{Result, Status, StatusCode};
use halforge_plan::field::{BlockId, Names, Reg, Target};
use halforge_plan::{Function, Instr, Plan};
use smallvec::SmallVec;

use crate::arith;
use crate::error::{Error, bail};
use crate::hal_ops::{self, Outcome};
use crate::invocation::{Invocation, Progress, Wait};
use crate::registers::Layout;
use crate::session::SessionInner;
use crate::value::{Bytes, Object, Results, Value};

/// Registers of the running function, by instruction operands.
pub(crate) struct Window<'i> {
    pub(crate) session: &'i SessionInner,
    pub(crate) plan: &'i Plan,
    pub(crate) function: &'i Function,
    pub(crate) layout: &'i Layout,
    pub(crate) invocation: &'i mut Invocation,
}

/// What the loop does next.
enum Next {
    Step,
    Jump(usize),
    Done(Results),
    Wait(Wait),
    /// The window changed: a function was entered or left.
    Reload,
}

impl Invocation {
    /// Runs until it is done or must wait.
    pub(crate) fn run(&mut self) -> std::result::Result<Progress, Error> {
        let session = self.session.clone();
        let plan = session.plan.plan();
        let limit = session.options.max_steps.unwrap_or(u64::MAX);
        'reload: loop {
            let Some(frame) = self.frames.last() else { return Ok(Progress::Done(Results::default())) };
            let id = frame.function;
            let function = &plan.functions[id.0 as usize];
            let layout = session.layout(id);
            let mut pc = frame.pc;
            loop {
                let instr = &function.code[pc];
                pc += 1;
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc;
                }
                self.steps += 1;
                if self.steps > limit {
                    let message = format!("the call ran more than {limit} instructions");
                    return Err(self.error(Status::new(StatusCode::ResourceExhausted, message)));
                }
                if let Some(deferred) = &self.deferred
                    && needs_waits_over(instr, function, self.frames.len())
                {
                    // The instruction runs when the wait is over.
                    let wait = Wait { fences: SmallVec::from_elem(deferred.fence.clone(), 1), deadline: None };
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = pc - 1;
                    }
                    return Ok(Progress::Waiting(wait));
                }
                let mut window = Window { session: &session, plan, function, layout, invocation: self };
                match window.step(instr) {
                    Ok(Next::Step) => {}
                    Ok(Next::Jump(to)) => pc = to,
                    Ok(Next::Reload) => continue 'reload,
                    Ok(Next::Done(results)) => return Ok(Progress::Done(results)),
                    Ok(Next::Wait(wait)) => return Ok(Progress::Waiting(wait)),
                    Err(status) => return Err(self.error(status)),
                }
            }
        }
    }
}

/// Whether the program could tell with this instruction that it went past waits; see [`Deferred`](crate::invocation::Deferred).
fn needs_waits_over(instr: &Instr, function: &Function, depth: usize) -> bool {
    match instr {
        Instr::Return { .. } => depth == 1,
        Instr::GlobalStore { value, .. } => function.registers[value.0.0 as usize].is_object(),
        Instr::BufferLoad { .. }
        | Instr::BufferStore { .. }
        | Instr::BufferViewTrace { .. }
        | Instr::FenceQuery { .. }
        | Instr::FenceSignal { .. }
        | Instr::FenceFail { .. }
        | Instr::ExpectAllTrue { .. }
        | Instr::ExpectEq { .. }
        | Instr::ExpectAlmostEq { .. } => true,
        _ => false,
    }
}

impl Window<'_> {
    pub(crate) fn number(&self, reg: Reg) -> u64 {
        self.invocation.registers.number(self.layout, reg)
    }

    pub(crate) fn set_number(&mut self, reg: Reg, bits: u64) {
        self.invocation.registers.set_number(self.layout, reg, bits);
    }

    pub(crate) fn object(&self, reg: Reg) -> &Object {
        self.invocation.registers.object(self.layout, reg)
    }

    pub(crate) fn set_object(&mut self, reg: Reg, object: Object) {
        self.invocation.registers.set_object(self.layout, reg, object);
    }

    pub(crate) fn ty(&self, reg: Reg) -> halforge_plan::RegType {
        self.function.registers[reg.0 as usize]
    }

    fn value(&self, reg: Reg) -> Value {
        self.invocation.registers.value(self.layout, self.ty(reg), reg)
    }

    fn set_value(&mut self, reg: Reg, value: Value) {
        self.invocation.registers.set_value(self.layout, reg, value);
    }

    /// Gives a block's parameters their values, all read before any is written; where the block begins.
    fn jump(&mut self, target: &Target) -> usize {
        let BlockId(block) = target.block;
        let block = &self.function.blocks[block as usize];
        match (&block.params[..], &target.args[..]) {
            (&[param], &[arg]) => {
                let value = self.value(arg);
                self.set_value(param, value);
            }
            (params, args) => {
                let values: SmallVec<[Value; 8]> = args.iter().map(|&arg| self.value(arg)).collect();
                for (&param, value) in params.iter().zip(values) {
                    self.set_value(param, value);
                }
            }
        }
        block.start as usize
    }

    fn step(&mut self, instr: &Instr) -> Result<Next> {
        match instr {
            Instr::Const { bits, result } => self.set_number(result.0, *bits),
            Instr::Null { result } => self.set_object(result.0, Object::Null),
            Instr::BufferConstant { value, result } => {
                let range = self.session.plan.constant_range(*value);
                let Some(bytes) = Bytes::new(self.session.plan.bytes().clone(), range) else {
                    bail!(Internal, "constant out of range")
                };
                self.set_object(result.reg(), Object::Bytes(bytes));
            }
            Instr::Select { condition, true_value, false_value, result } => {
                let chosen = if self.number(condition.reg()) != 0 { true_value.0 } else { false_value.0 };
                let value = self.value(chosen);
                self.set_value(result.0, value);
            }
            Instr::Binary { op, lhs, rhs, result } => {
                let bits = arith::binary(*op, self.ty(result.0), self.number(lhs.0), self.number(rhs.0))?;
                self.set_number(result.0, bits);
            }
            Instr::Unary { op, operand, result } => {
                let bits = arith::unary(*op, self.ty(operand.0), self.ty(result.0), self.number(operand.0));
                self.set_number(result.0, bits);
            }
            Instr::Compare { predicate, lhs, rhs, result } => {
                let truth = arith::compare(*predicate, self.ty(lhs.0), self.number(lhs.0), self.number(rhs.0));
                self.set_number(result.reg(), truth.into());
            }
            Instr::CompareObjects { lhs, rhs, result } => {
                let same = self.object(lhs.0).is_same(self.object(rhs.0));
                self.set_number(result.reg(), same.into());
            }
            Instr::SwitchValue { index, default_value, values, result } => {
                let index = usize::try_from(self.number(index.reg())).unwrap_or(usize::MAX);
                let chosen = values.regs().get(index).copied().unwrap_or(default_value.0);
                let value = self.value(chosen);
                self.set_value(result.0, value);
            }
            Instr::Copy { operands, results } => {
                let values: SmallVec<[Value; 8]> = operands.regs().iter().map(|&reg| self.value(reg)).collect();
                for (&reg, value) in results.regs().iter().zip(values) {
                    self.set_value(reg, value);
                }
            }
            Instr::GlobalLoad { global, result } => {
                let value = self.session.global(*global);
                self.set_value(result.0, value);
            }
            Instr::GlobalStore { value, global } => {
                let value = self.value(value.0);
                self.session.set_global(*global, value);
            }
            _ => return self.step_control(instr),
        }
        Ok(Next::Step)
    }

    fn step_control(&mut self, instr: &Instr) -> Result<Next> {
        match instr {
            Instr::Br { target } => Ok(Next::Jump(self.jump(target))),
            Instr::CondBr { condition, then, otherwise } => {
                let taken = if self.number(condition.reg()) != 0 { then } else { otherwise };
                Ok(Next::Jump(self.jump(taken)))
            }
            Instr::Switch { flag, default, cases } => {
                let flag = arith::signed(self.number(flag.0), self.ty(flag.0).bits());
                let taken = cases.iter().find(|(value, _)| *value == flag).map_or(default, |(_, target)| target);
                Ok(Next::Jump(self.jump(taken)))
            }
            Instr::Return { operands } => match self.invocation.leave(operands.regs()) {
                Some(results) => Ok(Next::Done(results)),
                None => Ok(Next::Reload),
            },
            Instr::Call { callee, operands, results } => {
                self.invocation.enter(*callee, operands.regs(), results.regs())?;
                Ok(Next::Reload)
            }
            Instr::StatusCheckOk { status, message } => {
                let number = self.number(status.reg()) as u32;
                self.check_ok(number.cast_signed(), self.plan.string(*message))?;
                Ok(Next::Step)
            }
            Instr::Assert { arg, msg } => {
                if self.number(arg.reg()) == 0 {
                    bail!(FailedPrecondition, "{}", self.plan.string(*msg));
                }
                Ok(Next::Step)
            }
            Instr::Unreachable { message } => {
                bail!(Internal, "reached a place that cannot be reached: {}", self.plan.string(*message))
            }
            _ => match hal_ops::run(self, instr)? {
                Outcome::Step => Ok(Next::Step),
                Outcome::Wait(wait, reg) => {
                    self.invocation.awaiting = Some(reg);
                    Ok(Next::Wait(wait))
                }
            },
        }
    }

    /// Fails unless `number` is ok, with the text of the wait that gave it.
    fn check_ok(&mut self, number: i32, message: &str) -> Result<()> {
        let Some(code) = StatusCode::from_number(number) else { return Ok(()) };
        let cause = self.invocation.failure.take().filter(|status| status.code() == code);
        let refused = self.invocation.refused.take().filter(|_| code == StatusCode::Incompatible);
        // The compiler puts the whole target into the message; what the device lacks says more.
        let message = message.split(": #hal.").next().unwrap_or(message);
        let status = match (cause, message) {
            (Some(cause), "") => cause,
            (Some(cause), message) => cause.within(message),
            (None, message) => Status::new(code, message),
        };
        Err(match refused {
            Some(refused) => Status::new(code, format!("{refused}; {}", status.message())),
            None => status,
        })
    }
}
