//! From recorded commands and a binding table to a Vulkan command buffer, recorded once for each table.
//!
//! The key of a recording is the memory the table resolves to. A program that runs in a loop meets the same few tables, so
//! in the steady state nothing is recorded: the command buffer is found and submitted. Recordings do not keep the memory of
//! their tables, so that buffers that come and go find the same memory again.

use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::build::Builder;
use super::desc::{BindingRef, BufferRef, WHOLE_BUFFER, command_buffer_mode};
use super::{NativeCommands, Run};
use crate::buffer::{Buffer, SlabRange};
use crate::device::Device;
use crate::executable::Executable;
use crate::memory::SlabId;
use crate::profile::Probe;
use crate::status::{Result, Status, bail};

/// Most recordings a command buffer keeps.
const MAX_REPLAYS: usize = 16;

/// A slot of a table, resolved: slab, offset, length.
type Key = SmallVec<[(SlabId, u64, u64); 8]>;

/// The recordings of a command buffer, the one used last at the end.
#[derive(Default)]
pub(super) struct Replays(Vec<(Key, Arc<NativeCommands>)>);

/// A slot of a table: the part of a buffer it names.
pub(crate) struct Slot {
    pub(super) buffer: Buffer,
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl Slot {
    fn range(&self) -> Result<Option<SlabRange>> {
        self.buffer.slab_range(self.offset, self.length)
    }

    /// Part of the slot: the buffer, and a range in it.
    pub(crate) fn part(&self, index: u32, offset: u64, length: u64) -> Result<(Buffer, u64, u64)> {
        let length =
            rest(self.length, offset, length).map_err(|status| status.within(format!("slot {index} of the binding table")))?;
        Ok((self.buffer.clone(), self.offset + offset, length))
    }

    pub(super) fn is_committed(&self) -> bool {
        self.buffer.is_committed()
    }
}

/// The parts of buffers that a table names.
pub(super) fn resolve_table(device: &Device, table: &[BindingRef]) -> Result<SmallVec<[Slot; 8]>> {
    let resolve = |(i, binding): (usize, &BindingRef)| {
        let BufferRef::Direct(buffer) = &binding.buffer else {
            bail!(InvalidArgument, "slot {i} of the binding table names another slot");
        };
        let within = |status: Status| status.within(format!("slot {i} of the binding table"));
        buffer.check_reached_by(device.id()).map_err(within)?;
        let length = buffer.length_from(binding.offset_bytes, binding.length_bytes).map_err(within)?;
        Ok(Slot { buffer: buffer.clone(), offset: binding.offset_bytes, length })
    };
    table.iter().enumerate().map(resolve).collect()
}

/// The commands for a table; with a probe, recorded for this run.
pub(super) fn run(
    device: &Device,
    mode: u32,
    commands: &[super::buffer::Command],
    slots: &[Slot],
    replays: &mut Replays,
    probe: Option<&Probe>,
) -> Result<Run> {
    let memory = slots.iter().filter_map(|slot| slot.buffer.allocation().cloned()).collect();
    let run = |native| Run { native, table: memory };
    if mode & command_buffer_mode::ONE_SHOT != 0 || probe.is_some() {
        let usage = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        return Ok(run(Arc::new(Builder::new(device, slots, usage, probe)?.build(commands)?)));
    }
    let mut key = Key::new();
    for slot in slots {
        key.push(slot.range()?.map_or((SlabId::NONE, 0, 0), |r| (r.slab.id, r.offset, r.length)));
    }
    if let Some(at) = replays.0.iter().position(|(k, _)| *k == key) {
        let found = replays.0.remove(at);
        let native = found.1.clone();
        replays.0.push(found);
        return Ok(run(native));
    }
    let usage = vk::CommandBufferUsageFlags::SIMULTANEOUS_USE;
    let native = Arc::new(Builder::new(device, slots, usage, None)?.build(commands)?);
    if replays.0.len() >= MAX_REPLAYS {
        replays.0.remove(0);
    }
    replays.0.push((key, native.clone()));
    Ok(run(native))
}

/// Commands that touch every function of `executables` without running a workgroup, for drivers that compile late.
pub(crate) fn prewarm(device: &Device, executables: &[Arc<Executable>]) -> Result<Run> {
    let builder = Builder::new(device, &[], vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT, None)?;
    Ok(Run { native: Arc::new(builder.build_empty_dispatches(executables)?), table: SmallVec::new() })
}

/// `length`, or what is left of `total` from `offset` on.
fn rest(total: u64, offset: u64, length: u64) -> Result<u64> {
    let left = total.checked_sub(offset);
    match left {
        Some(left) if length == WHOLE_BUFFER => Ok(left),
        Some(left) if length <= left => Ok(length),
        _ => bail!(OutOfRange, "bytes {offset} to {} lie outside the {total} bytes there are", offset.saturating_add(length)),
    }
}
