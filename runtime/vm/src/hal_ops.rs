//! What each instruction of the HAL does: operands out of registers, one call of the runtime, results into registers.

mod buffers;
mod channels;
mod checks;
mod commands;
mod parameters;
mod queues;

use std::time::{Duration, Instant};

use halforge_hal::{Buffer, BufferView, Channel, CommandBuffer, Device, Executable, Fence, File, Result, Status, StatusCode};
use halforge_plan::Instr;
use halforge_plan::field::{Names, Reg};
use smallvec::SmallVec;

use crate::error::bail;
use crate::interpret::Window;
use crate::invocation::Wait;
use crate::value::{Bytes, Object};

/// What an instruction comes to.
pub(crate) enum Outcome {
    /// Go on with the next.
    Step,
    /// Wait, and put the status into the register.
    Wait(Wait, Reg),
}

/// Runs an instruction of the HAL.
pub(crate) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<Outcome> {
    if let Some(outcome) = run_device(w, instr)? {
        return Ok(outcome);
    }
    let done = buffers::run(w, instr)?
        || commands::run(w, instr)?
        || channels::run(w, instr)?
        || queues::run(w, instr)?
        || parameters::run(w, instr)?
        || checks::run(w, instr)?;
    if !done {
        bail!(Unimplemented, "{} is not implemented", instr.mnemonic());
    }
    Ok(Outcome::Step)
}

macro_rules! object_getters {
    ($($name:ident $variant:ident $ty:ty, $what:literal;)*) => {
        impl Window<'_> {
            $(
                #[doc = concat!("What is in a register: ", $what, "; null is an error.")]
                pub(crate) fn $name(&self, reg: Reg) -> Result<$ty> {
                    match self.object(reg) {
                        Object::$variant(value) => Ok(value.clone()),
                        _ => bail!(InvalidArgument, concat!("expected ", $what, ", found null")),
                    }
                }
            )*
        }
    };
}

object_getters! {
    device Device Device, "a device";
    allocator Allocator Device, "an allocator";
    buffer Buffer Buffer, "a buffer";
    buffer_view BufferView BufferView, "a buffer view";
    channel Channel Channel, "a channel";
    command_buffer CommandBuffer std::sync::Arc<CommandBuffer>, "a command buffer";
    executable Executable std::sync::Arc<Executable>, "an executable";
    file File File, "a file";
    bytes Bytes Bytes, "a host buffer";
}

impl Window<'_> {
    /// The fence in a register; `None` for null.
    pub(crate) fn fence(&self, reg: Reg) -> Option<Fence> {
        match self.object(reg) {
            Object::Fence(fence) => Some(fence.clone()),
            _ => None,
        }
    }

    /// The fence in a register that a queue operation waits for, and all that the program has waited for without blocking.
    pub(crate) fn wait_fence(&self, reg: Reg) -> Option<Fence> {
        let own = self.fence(reg);
        match &self.invocation.deferred {
            Some(deferred) => Some(Fence::join_latest(own.iter().chain([&deferred.fence]))),
            None => own,
        }
    }

    pub(crate) fn u32(&self, reg: Reg) -> u32 {
        self.number(reg) as u32
    }
}

/// Devices, executables and fences.
fn run_device(w: &mut Window<'_>, instr: &Instr) -> Result<Option<Outcome>> {
    match instr {
        Instr::DevicesCount { result } => w.set_number(result.reg(), w.session.devices.len() as u64),
        Instr::DevicesGet { index, result } => {
            let index = usize::try_from(w.number(index.reg())).unwrap_or(usize::MAX);
            let device = w.session.devices.get(index).cloned().map_or(Object::Null, Object::Device);
            w.set_object(result.reg(), device);
        }
        Instr::DeviceAllocator { device, result } => {
            let device = w.device(device.reg())?;
            w.set_object(result.reg(), Object::Allocator(device));
        }
        Instr::DeviceQuery { device, category, key, default_value, ok, value } => {
            let device = w.device(device.reg())?;
            let found = device.query(w.plan.string(*category), w.plan.string(*key));
            if w.plan.string(*category) == "hal.executable.format" && found.is_none() {
                let (wanted, info) = (w.plan.string(*key), device.info());
                let taken = info.executable_formats.join(", ");
                let refused = format!("the program needs a device that takes {wanted}; {} takes {taken}", info.name);
                w.invocation.refused = Some(refused);
            }
            let width = w.ty(value.0).bits();
            w.set_number(ok.reg(), found.is_some().into());
            // Truth values are asked for as i1: anything but zero is true.
            let bits = match found {
                Some(found) if width == 1 => u64::from(found != 0),
                Some(found) => crate::arith::truncate(found.cast_unsigned(), width),
                None => *default_value,
            };
            w.set_number(value.0, bits);
        }
        Instr::ExecutableCreate { device, executable_target, constants, result, .. } => {
            let device = w.device(device.reg())?;
            let executable = &w.plan.executables[executable_target.0 as usize];
            let constants: Vec<u32> = constants.regs().iter().map(|&reg| w.u32(reg)).collect();
            let data = w.session.plan.executable_data(*executable_target);
            let (name, format) = (w.plan.string(executable.name), w.plan.string(executable.format));
            let loaded = device.load_executable(name, format, data, &constants)?;
            if w.session.options.prewarm {
                w.session.loaded.lock().push((device, loaded.clone()));
            }
            w.set_object(result.reg(), Object::Executable(loaded));
        }
        Instr::ExecutableLookupFunction { executable, entry_point, result } => {
            let id = w.executable(executable.reg())?.lookup_function(w.plan.string(*entry_point))?;
            w.set_number(result.reg(), id);
        }
        Instr::FenceCreate { device, result, .. } => {
            w.device(device.reg())?;
            let fence = Fence::new();
            if let Some(journal) = &w.session.journal {
                journal.fence(w.invocation.place(), &fence);
            }
            w.set_object(result.reg(), Object::Fence(fence));
        }
        Instr::FenceJoin { fences, result, .. } => {
            let list: SmallVec<[Fence; 4]> = fences.regs().iter().filter_map(|&reg| w.fence(reg)).collect();
            w.set_object(result.reg(), Object::Fence(Fence::join(&list)));
        }
        Instr::FenceQuery { fence, status } => {
            let number = w.fence(fence.reg()).map_or(0, |fence| match fence.query() {
                halforge_hal::FenceState::Signaled => 0,
                halforge_hal::FenceState::Pending => StatusCode::Deferred.number(),
                halforge_hal::FenceState::Failed(status) => status.code().number(),
            });
            w.set_number(status.reg(), u64::from(number.cast_unsigned()));
        }
        Instr::FenceSignal { fence } => w.fence(fence.reg()).map_or(Ok(()), |fence| fence.signal())?,
        Instr::FenceFail { fence, status } => {
            let number = w.u32(status.reg()).cast_signed();
            let code = StatusCode::from_number(number).unwrap_or(StatusCode::Unknown);
            if let Some(fence) = w.fence(fence.reg()) {
                fence.fail(&Status::new(code, "the program failed the fence (hal.fence.fail)"));
            }
        }
        Instr::FenceAwait { timeout_millis, fences, status, .. } => {
            let list: SmallVec<[Fence; 2]> = fences.regs().iter().filter_map(|&reg| w.fence(reg)).collect();
            let timeout_millis = w.u32(timeout_millis.reg()).cast_signed();
            if timeout_millis >= 0 || !list.iter().all(Fence::is_underway) {
                return Ok(Some(await_fences(timeout_millis, list, status.reg())));
            }
            // The program goes on; what depends on the wait comes later. See `Deferred`.
            w.invocation.defer(&list);
            w.set_number(status.reg(), 0);
        }
        _ => return Ok(None),
    }
    Ok(Some(Outcome::Step))
}

/// Timeouts below zero wait for ever.
fn await_fences(timeout_millis: i32, fences: SmallVec<[Fence; 2]>, status: Reg) -> Outcome {
    let deadline = u64::try_from(timeout_millis).ok().map(|ms| Instant::now() + Duration::from_millis(ms));
    Outcome::Wait(Wait { fences, deadline }, status)
}
