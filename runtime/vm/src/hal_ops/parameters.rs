//! `io_parameters`: reading archives into buffers.

use halforge_hal::{AllocaDesc, Buffer, Device, Fence, QueueOp, Result};
use halforge_plan::Instr;
use halforge_plan::field::Reg;
use smallvec::SmallVec;

use crate::error::bail;
use crate::interpret::Window;
use crate::parameters::Found;
use crate::value::Object;

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::ParametersLoad {
            device,
            wait_fence,
            signal_fence,
            source_scope,
            source_keys,
            source_offsets,
            memory_types,
            buffer_usage,
            lengths,
            results,
            ..
        } => {
            let device = w.device(device.reg())?;
            let scope = w.text_or_empty(source_scope.0)?;
            let mut reads = Reads::new(device, w.wait_fence(wait_fence.reg()));
            let rows = source_keys.regs().iter().zip(source_offsets.regs()).zip(lengths.regs());
            let mut buffers = SmallVec::<[Buffer; 4]>::new();
            for ((&key, &offset), &length) in rows {
                let desc = AllocaDesc {
                    memory_type: w.u32(memory_types.reg()),
                    usage: w.u32(buffer_usage.reg()),
                    size_bytes: w.number(length),
                    tag: w.invocation.tag(),
                    ..AllocaDesc::default()
                };
                let buffer = reads.device.allocate(desc)?;
                reads.add(w, &scope, key, w.number(offset), (&buffer, 0), w.number(length))?;
                buffers.push(buffer);
            }
            reads.finish(w.fence(signal_fence.reg()).as_ref());
            for (&reg, buffer) in results.regs().iter().zip(buffers) {
                w.set_object(reg, Object::Buffer(buffer));
            }
        }
        Instr::ParametersGather {
            device,
            wait_fence,
            signal_fence,
            source_scope,
            source_keys,
            source_offsets,
            target_buffer,
            target_offsets,
            target_lengths,
            ..
        } => {
            let device = w.device(device.reg())?;
            let scope = w.text_or_empty(source_scope.0)?;
            let target = w.buffer(target_buffer.reg())?;
            let mut reads = Reads::new(device, w.wait_fence(wait_fence.reg()));
            let sources = source_keys.regs().iter().zip(source_offsets.regs());
            let targets = target_offsets.regs().iter().zip(target_lengths.regs());
            for ((&key, &offset), (&to, &length)) in sources.zip(targets) {
                reads.add(w, &scope, key, w.number(offset), (&target, w.number(to)), w.number(length))?;
            }
            reads.finish(w.fence(signal_fence.reg()).as_ref());
        }
        Instr::ParametersScatter { target_scope, target_keys, .. } => {
            let scope = w.text_or_empty(target_scope.0)?;
            let key = target_keys.regs().first().map(|&reg| w.text(reg)).transpose()?.unwrap_or_default();
            bail!(PermissionDenied, "parameter {key:?} in scope {scope:?}: archives are read only");
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads that run side by side between two fences.
struct Reads {
    device: Device,
    wait: Option<Fence>,
    done: Vec<Fence>,
}

impl Reads {
    fn new(device: Device, wait: Option<Fence>) -> Self {
        Self { device, wait, done: Vec::new() }
    }

    fn add(&mut self, w: &Window<'_>, scope: &str, key: Reg, offset: u64, target: (&Buffer, u64), length: u64) -> Result<()> {
        let key = w.text(key)?;
        let found = w.session.options.parameters.find(scope, &key)?;
        let stored = found.length();
        if offset > stored || length > stored - offset {
            bail!(
                OutOfRange,
                "parameter {key:?} in scope {scope:?} has {stored} bytes; the program reads {length} from {offset} on"
            );
        }
        let fence = Fence::new();
        let op = QueueOp { affinity: u64::MAX, wait: self.wait.as_ref(), signal: Some(&fence) };
        match found {
            Found::Bytes { file, offset: start, .. } => self.device.queue_read(op, (&file, start + offset), target, length)?,
            Found::Splat { pattern, .. } => fill(&self.device, op, &pattern, target, length)?,
        }
        self.done.push(fence);
        Ok(())
    }

    fn finish(self, signal: Option<&Fence>) {
        let all = Fence::join(&self.done);
        self.device.queue_barrier(QueueOp { affinity: u64::MAX, wait: Some(&all), signal });
    }
}

/// Fills with a pattern of up to 16 bytes, whose multiple the offset in the parameter is.
fn fill(device: &Device, op: QueueOp<'_>, pattern: &[u8], (buffer, offset): (&Buffer, u64), length: u64) -> Result<()> {
    let mut word = [0; 4];
    if pattern.len() <= 4 {
        word[..pattern.len()].copy_from_slice(pattern);
        return device.queue_fill(op, buffer, offset, length, (u32::from_le_bytes(word), pattern.len() as u64));
    }
    let bytes: Vec<u8> = pattern.iter().copied().cycle().take(length as usize).collect();
    device.queue_update(op, &bytes, buffer, offset)
}

impl Window<'_> {
    /// The text in a host buffer.
    fn text(&self, reg: Reg) -> Result<String> {
        let bytes = self.bytes(reg)?;
        match std::str::from_utf8(bytes.as_slice()) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => bail!(InvalidArgument, "expected a parameter scope or key of UTF-8"),
        }
    }

    fn text_or_empty(&self, reg: Option<Reg>) -> Result<String> {
        match reg.map(|reg| self.object(reg)) {
            None | Some(Object::Null) => Ok(String::new()),
            _ => reg.map_or(Ok(String::new()), |reg| self.text(reg)),
        }
    }
}
