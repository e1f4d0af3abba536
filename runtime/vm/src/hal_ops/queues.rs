//! Queue operations.

use halforge_hal::{AllocaDesc, BindingRef, BufferRef, Device, Fence, QueueOp, Result};
use halforge_plan::Instr;
use halforge_plan::field::In;
use halforge_plan::kind::{Device as DeviceKind, Fence as FenceKind, I64};
use smallvec::SmallVec;

use super::commands::slice;
use crate::interpret::Window;
use crate::value::Object;

/// What every queue operation begins with.
struct Head {
    device: Device,
    affinity: u64,
    wait: Option<Fence>,
    signal: Option<Fence>,
}

impl Head {
    fn new(
        w: &Window<'_>,
        device: In<DeviceKind>,
        affinity: In<I64>,
        wait: In<FenceKind>,
        signal: In<FenceKind>,
    ) -> Result<Self> {
        let (wait, signal) = (w.wait_fence(wait.reg()), w.fence(signal.reg()));
        if let Some(journal) = &w.session.journal {
            journal.operation(w.invocation.place(), wait.as_ref(), signal.as_ref());
        }
        Ok(Self { device: w.device(device.reg())?, affinity: w.number(affinity.reg()), wait, signal })
    }

    fn op(&self) -> QueueOp<'_> {
        QueueOp { affinity: self.affinity, wait: self.wait.as_ref(), signal: self.signal.as_ref() }
    }
}

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::DeviceQueueAlloca {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            memory_types,
            buffer_usage,
            result_size,
            flags,
            result,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let desc = AllocaDesc {
                memory_type: w.u32(memory_types.reg()),
                usage: w.u32(buffer_usage.reg()),
                size_bytes: w.number(result_size.reg()),
                tag: w.invocation.tag(),
                ..AllocaDesc::default()
            };
            let buffer = head.device.queue_alloca(head.op(), None, desc, *flags)?;
            w.set_object(result.reg(), Object::Buffer(buffer));
        }
        Instr::DeviceQueueDealloca { device, queue_affinity, wait_fence, signal_fence, buffer, flags } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            head.device.queue_dealloca(head.op(), &w.buffer(buffer.reg())?, *flags)?;
        }
        Instr::DeviceQueueFill {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            target_buffer,
            target_offset,
            length,
            pattern,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let pattern = (w.u32(pattern.0), u64::from(w.ty(pattern.0).bits() / 8));
            let target = w.buffer(target_buffer.reg())?;
            head.device.queue_fill(head.op(), &target, w.number(target_offset.reg()), w.number(length.reg()), pattern)?;
        }
        Instr::DeviceQueueUpdate {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            source_buffer,
            source_offset,
            target_buffer,
            target_offset,
            length,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let source = w.bytes(source_buffer.reg())?;
            let bytes = slice(source.as_slice(), w.number(source_offset.reg()), w.number(length.reg()))?;
            head.device.queue_update(head.op(), bytes, &w.buffer(target_buffer.reg())?, w.number(target_offset.reg()))?;
        }
        Instr::DeviceQueueCopy {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            source_buffer,
            source_offset,
            target_buffer,
            target_offset,
            length,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let (source, target) = (w.buffer(source_buffer.reg())?, w.buffer(target_buffer.reg())?);
            let source = (&source, w.number(source_offset.reg()));
            let target = (&target, w.number(target_offset.reg()));
            head.device.queue_copy(head.op(), source, target, w.number(length.reg()))?;
        }
        Instr::DeviceQueueRead {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            source_file,
            source_offset,
            target_buffer,
            target_offset,
            length,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let (file, buffer) = (w.file(source_file.reg())?, w.buffer(target_buffer.reg())?);
            let source = (&file, w.number(source_offset.reg()));
            let target = (&buffer, w.number(target_offset.reg()));
            head.device.queue_read(head.op(), source, target, w.number(length.reg()))?;
        }
        Instr::DeviceQueueWrite {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            source_buffer,
            source_offset,
            target_file,
            target_offset,
            length,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let (buffer, file) = (w.buffer(source_buffer.reg())?, w.file(target_file.reg())?);
            let source = (&buffer, w.number(source_offset.reg()));
            let target = (&file, w.number(target_offset.reg()));
            head.device.queue_write(head.op(), source, target, w.number(length.reg()))?;
        }
        _ => return run_execute(w, instr),
    }
    Ok(true)
}

fn run_execute(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::DeviceQueueBarrier { device, queue_affinity, wait_fence, signal_fence, .. } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            head.device.queue_barrier(head.op());
        }
        Instr::DeviceQueueExecute { device, queue_affinity, wait_fence, signal_fence, command_buffer, .. } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let commands = w.command_buffer(command_buffer.reg())?;
            head.device.queue_execute(head.op(), &commands, &[])?;
        }
        Instr::DeviceQueueExecuteIndirect {
            device,
            queue_affinity,
            wait_fence,
            signal_fence,
            command_buffer,
            binding_buffers,
            binding_offsets,
            binding_lengths,
            ..
        } => {
            let head = Head::new(w, *device, *queue_affinity, *wait_fence, *signal_fence)?;
            let commands = w.command_buffer(command_buffer.reg())?;
            let rows = binding_buffers.regs().iter().zip(binding_offsets.regs()).zip(binding_lengths.regs());
            let table: SmallVec<[BindingRef; 8]> = rows
                .map(|((&buffer, &offset), &length)| {
                    Ok(BindingRef {
                        buffer: BufferRef::Direct(w.buffer(buffer)?),
                        offset_bytes: w.number(offset),
                        length_bytes: w.number(length),
                    })
                })
                .collect::<Result<_>>()?;
            head.device.queue_execute(head.op(), &commands, &table)?;
        }
        Instr::DeviceQueueFlush { device, .. } => w.device(device.reg())?.flush()?,
        _ => return Ok(false),
    }
    Ok(true)
}
