//! Allocators, buffers, buffer views and files.

use halforge_hal::{AllocaDesc, BufferView, File, Result};
use halforge_plan::Instr;
use halforge_plan::field::Names;
use smallvec::SmallVec;

use crate::error::bail;
use crate::interpret::Window;
use crate::value::Object;

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::AllocatorSelect { devices, queue_affinities, selected_device, selected_queue_affinity, .. } => {
            let there = |(&device, &affinity)| Some((w.device(device).ok()?, w.number(affinity)));
            let mut all = devices.regs().iter().zip(queue_affinities.regs()).filter_map(there);
            let Some((first, affinity)) = all.next() else {
                bail!(InvalidArgument, "expected at least one device to select from")
            };
            // Memory of a device is reached by that device only, unless several ask for it.
            let device = if all.any(|(other, _)| other.id() != first.id()) { first.sharing() } else { first };
            w.set_object(selected_device.reg(), Object::Device(device));
            w.set_number(selected_queue_affinity.reg(), affinity);
        }
        Instr::AllocatorAllocate { allocator, memory_types, buffer_usage, result_size, result, .. } => {
            let device = w.allocator(allocator.reg())?;
            let desc = AllocaDesc {
                memory_type: w.u32(memory_types.reg()),
                usage: w.u32(buffer_usage.reg()),
                size_bytes: w.number(result_size.reg()),
                tag: w.invocation.tag(),
                ..AllocaDesc::default()
            };
            let buffer = device.allocate(desc)?;
            w.set_object(result.reg(), Object::Buffer(buffer));
        }
        Instr::AllocatorImport { allocator, source, offset, length, buffer_usage, did_import, result, .. } => {
            let device = w.allocator(allocator.reg())?;
            let bytes = w.bytes(source.reg())?;
            let (offset, length) = (w.number(offset.reg()), w.number(length.reg()));
            let (owner, range) = bytes.parts();
            if offset > range.len() as u64 || length > range.len() as u64 - offset {
                bail!(
                    OutOfRange,
                    "bytes {offset} to {} lie outside the {} bytes of the source",
                    offset.saturating_add(length),
                    range.len()
                );
            }
            let imported = device.import(owner, range.start + offset as usize, length as usize, w.u32(buffer_usage.reg()));
            w.set_number(did_import.reg(), imported.is_some().into());
            w.set_object(result.reg(), imported.map_or(Object::Null, Object::Buffer));
        }
        Instr::BufferAssert { buffer, allocator, minimum_length, message, memory_types, buffer_usage } => {
            w.allocator(allocator.reg())?;
            let (buffer, length) = (w.buffer(buffer.reg())?, w.number(minimum_length.reg()));
            buffer.assert(w.plan.string(*message), length, *memory_types as u32, *buffer_usage as u32)?;
        }
        Instr::BufferAllocationPreserve { buffer } => w.buffer(buffer.reg())?.allocation_preserve(),
        Instr::BufferAllocationDiscard { buffer, result } => {
            let last = w.buffer(buffer.reg())?.allocation_discard();
            w.set_number(result.reg(), last.into());
        }
        Instr::BufferAllocationIsTerminal { buffer, result } => {
            let terminal = w.buffer(buffer.reg())?.allocation_is_terminal();
            w.set_number(result.reg(), terminal.into());
        }
        Instr::BufferSubspan { source_buffer, source_offset, length, result } => {
            let part = w.buffer(source_buffer.reg())?.subspan(w.number(source_offset.reg()), w.number(length.reg()))?;
            w.set_object(result.reg(), Object::Buffer(part));
        }
        Instr::BufferLength { buffer, result } => {
            let length = w.buffer(buffer.reg())?.length_bytes();
            w.set_number(result.reg(), length);
        }
        Instr::BufferLoad { source_buffer, source_offset, result } => {
            let (buffer, offset) = (w.buffer(source_buffer.reg())?, w.number(source_offset.reg()));
            let mut bytes = [0; 8];
            let size = (w.ty(result.0).bits() as usize).div_ceil(8);
            w.device_of(&buffer)?.read_buffer(&buffer, offset, &mut bytes[..size])?;
            let bits = crate::arith::truncate(u64::from_le_bytes(bytes), w.ty(result.0).bits());
            w.set_number(result.0, bits);
        }
        Instr::BufferStore { value, target_buffer, target_offset } => {
            let (buffer, offset) = (w.buffer(target_buffer.reg())?, w.number(target_offset.reg()));
            let size = (w.ty(value.0).bits() as usize).div_ceil(8);
            let bytes = w.number(value.0).to_le_bytes();
            w.device_of(&buffer)?.write_buffer(&buffer, offset, &bytes[..size])?;
        }
        Instr::FileFromMemory { buffer, offset, length, result, .. } => {
            let bytes = w.bytes(buffer.reg())?;
            let (owner, range) = bytes.parts();
            let (offset, length) = (w.number(offset.reg()), w.number(length.reg()));
            if offset > range.len() as u64 || length > range.len() as u64 - offset {
                bail!(
                    OutOfRange,
                    "bytes {offset} to {} lie outside the {} bytes of the source",
                    offset.saturating_add(length),
                    range.len()
                );
            }
            let file = File::from_memory(owner.clone(), range.start as u64 + offset, length)?;
            w.set_object(result.reg(), Object::File(file));
        }
        _ => return run_views(w, instr),
    }
    Ok(true)
}

fn run_views(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::BufferViewCreate { source_buffer, source_offset, source_length, element_type, encoding_type, shape, result } => {
            let part = w.buffer(source_buffer.reg())?.subspan(w.number(source_offset.reg()), w.number(source_length.reg()))?;
            let shape: SmallVec<[u64; 6]> = shape.regs().iter().map(|&reg| w.number(reg)).collect();
            let view = BufferView::new(part, w.u32(element_type.reg()), w.u32(encoding_type.reg()), &shape)?;
            w.set_object(result.reg(), Object::BufferView(view));
        }
        Instr::BufferViewAssert { buffer_view, element_type, encoding_type, shape, message } => {
            let view = w.buffer_view(buffer_view.reg())?;
            let shape: SmallVec<[u64; 6]> = shape.regs().iter().map(|&reg| w.number(reg)).collect();
            view.assert(w.plan.string(*message), w.u32(element_type.reg()), w.u32(encoding_type.reg()), &shape)?;
        }
        Instr::BufferViewBuffer { buffer_view, result } => {
            let buffer = w.buffer_view(buffer_view.reg())?.buffer().clone();
            w.set_object(result.reg(), Object::Buffer(buffer));
        }
        Instr::BufferViewElementType { buffer_view, result } => {
            let number = w.buffer_view(buffer_view.reg())?.element_type();
            w.set_number(result.reg(), number.into());
        }
        Instr::BufferViewEncodingType { buffer_view, result } => {
            let number = w.buffer_view(buffer_view.reg())?.encoding_type();
            w.set_number(result.reg(), number.into());
        }
        Instr::BufferViewRank { buffer_view, result } => {
            let rank = w.buffer_view(buffer_view.reg())?.shape().len();
            w.set_number(result.reg(), rank as u64);
        }
        Instr::BufferViewDim { buffer_view, index, result } => {
            let view = w.buffer_view(buffer_view.reg())?;
            let extent = usize::try_from(*index).ok().and_then(|i| view.shape().get(i).copied());
            let Some(extent) = extent else {
                bail!(OutOfRange, "the view has {} dimensions, none with number {index}", view.shape().len())
            };
            w.set_number(result.reg(), extent);
        }
        Instr::BufferViewTrace { key, operands } => {
            let views: Vec<BufferView> = operands.regs().iter().map(|&reg| w.buffer_view(reg)).collect::<Result<_>>()?;
            if let (Some(sink), Some(first)) = (&w.session.options.trace, views.first()) {
                sink(&w.device_of(first.buffer())?, w.plan.string(*key), &views);
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

impl Window<'_> {
    /// The device a buffer belongs to.
    pub(super) fn device_of(&self, buffer: &halforge_hal::Buffer) -> Result<halforge_hal::Device> {
        match self.session.devices.iter().find(|device| device.id() == buffer.device_id()) {
            Some(device) => Ok(device.clone()),
            None => bail!(InvalidArgument, "the buffer belongs to a device the program does not run on"),
        }
    }
}
