//! Command buffers.

use halforge_hal::{BindingRef, BufferRef, CommandBuffer, DispatchDesc, Grid, Result, WHOLE_BUFFER};
use halforge_plan::field::{In, InAny, InList, InListAny, Names};
use halforge_plan::kind::{CommandBuffer as CommandBufferKind, Executable, I32, I64};
use halforge_plan::{Instr, RegType};
use smallvec::SmallVec;

use crate::error::bail;
use crate::interpret::Window;
use crate::value::Object;

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::CommandBufferCreate { device, modes, command_categories, queue_affinity, binding_capacity, result } => {
            let device = w.device(device.reg())?;
            let capacity = binding_capacity.0.map_or(0, |reg| w.number(reg));
            let Ok(capacity) = u32::try_from(capacity) else {
                bail!(InvalidArgument, "a binding capacity of {capacity} is too large")
            };
            let affinity = w.number(queue_affinity.reg());
            let made = CommandBuffer::new(&device, *modes as u32, *command_categories as u32, affinity, capacity)?;
            w.set_object(result.reg(), Object::CommandBuffer(made));
        }
        Instr::CommandBufferFinalize { command_buffer } => w.command_buffer(command_buffer.reg())?.finalize()?,
        Instr::CommandBufferBeginDebugGroup { command_buffer, label } => {
            w.command_buffer(command_buffer.reg())?.begin_debug_group(w.plan.string(*label))?;
        }
        Instr::CommandBufferEndDebugGroup { command_buffer } => w.command_buffer(command_buffer.reg())?.end_debug_group()?,
        Instr::CommandBufferExecutionBarrier { command_buffer, source_stage_mask, target_stage_mask, .. } => {
            w.command_buffer(command_buffer.reg())?.execution_barrier(*source_stage_mask as u32, *target_stage_mask as u32)?;
        }
        Instr::CommandBufferFillBuffer { command_buffer, target_buffer, target_offset, length, pattern, .. } => {
            let target = w.range(*target_buffer, *target_offset, w.number(length.reg()))?;
            let bytes = u64::from(w.ty(pattern.0).bits() / 8);
            w.command_buffer(command_buffer.reg())?.fill_buffer(target, w.u32(pattern.0), bytes)?;
        }
        Instr::CommandBufferUpdateBuffer {
            command_buffer,
            source_buffer,
            source_offset,
            target_buffer,
            target_offset,
            length,
            ..
        } => {
            let source = w.bytes(source_buffer.reg())?;
            let bytes = slice(source.as_slice(), w.number(source_offset.reg()), w.number(length.reg()))?;
            let target = w.range(*target_buffer, *target_offset, bytes.len() as u64)?;
            w.command_buffer(command_buffer.reg())?.update_buffer(bytes, target)?;
        }
        Instr::CommandBufferCopyBuffer {
            command_buffer,
            source_buffer,
            source_offset,
            target_buffer,
            target_offset,
            length,
            ..
        } => {
            let length = w.number(length.reg());
            let source = w.range(*source_buffer, *source_offset, length)?;
            let target = w.range(*target_buffer, *target_offset, length)?;
            w.command_buffer(command_buffer.reg())?.copy_buffer(source, target)?;
        }
        Instr::CommandBufferDispatch {
            command_buffer,
            executable,
            entry_point,
            workgroup_x,
            workgroup_y,
            workgroup_z,
            constants,
            binding_buffers,
            binding_offsets,
            binding_lengths,
            flags,
            ..
        } => {
            let grid = Grid::Counts([workgroup_x, workgroup_y, workgroup_z].map(|count| w.number(count.reg())));
            let bindings = w.bindings(binding_buffers, binding_offsets, binding_lengths)?;
            dispatch(w, *command_buffer, *executable, *entry_point, grid, constants, (&bindings, *flags))?;
        }
        Instr::CommandBufferDispatchIndirect {
            command_buffer,
            executable,
            entry_point,
            workgroups_buffer,
            workgroups_offset,
            constants,
            binding_buffers,
            binding_offsets,
            binding_lengths,
            flags,
            ..
        } => {
            let grid = Grid::Indirect(w.range(*workgroups_buffer, *workgroups_offset, WHOLE_BUFFER)?);
            let bindings = w.bindings(binding_buffers, binding_offsets, binding_lengths)?;
            dispatch(w, *command_buffer, *executable, *entry_point, grid, constants, (&bindings, *flags))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn dispatch(
    w: &Window<'_>,
    command_buffer: In<CommandBufferKind>,
    executable: In<Executable>,
    entry_point: In<I64>,
    grid: Grid,
    constants: &InList<I32>,
    (bindings, flags): (&[BindingRef], u64),
) -> Result<()> {
    let constants: SmallVec<[u32; 16]> = constants.regs().iter().map(|&reg| w.u32(reg)).collect();
    let executable = w.executable(executable.reg())?;
    let function = w.number(entry_point.reg());
    let desc = DispatchDesc { executable: &executable, function, grid, constants: &constants, bindings, flags };
    w.command_buffer(command_buffer.reg())?.dispatch(&desc)
}

/// `length` bytes of `bytes` from `offset` on.
pub(super) fn slice(bytes: &[u8], offset: u64, length: u64) -> Result<&[u8]> {
    let total = bytes.len();
    let part =
        usize::try_from(offset).ok().zip(usize::try_from(length).ok()).and_then(|(o, l)| bytes.get(o..o.checked_add(l)?));
    match part {
        Some(part) => Ok(part),
        None => {
            bail!(OutOfRange, "bytes {offset} to {} lie outside the {total} bytes of the source", offset.saturating_add(length))
        }
    }
}

impl Window<'_> {
    /// A range of a buffer or of a binding slot.
    pub(super) fn range(&self, buffer: InAny, offset: In<I64>, length_bytes: u64) -> Result<BindingRef> {
        let reference = if self.ty(buffer.0) == RegType::Buffer {
            BufferRef::Direct(self.buffer(buffer.0)?)
        } else {
            let slot = self.number(buffer.0);
            match u32::try_from(slot) {
                Ok(slot) => BufferRef::Slot(slot),
                Err(_) => bail!(OutOfRange, "binding slot {slot} is too large"),
            }
        };
        Ok(BindingRef { buffer: reference, offset_bytes: self.number(offset.reg()), length_bytes })
    }

    pub(super) fn bindings(
        &self,
        buffers: &InListAny,
        offsets: &InList<I64>,
        lengths: &InList<I64>,
    ) -> Result<SmallVec<[BindingRef; 8]>> {
        let rows = buffers.regs().iter().zip(offsets.regs()).zip(lengths.regs());
        rows.map(|((&buffer, &offset), &length)| self.range(InAny(buffer), In::from(offset), self.number(length))).collect()
    }
}
