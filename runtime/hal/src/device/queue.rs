//! Queue operations of a device.

use std::sync::Arc;

use super::{AllocaDesc, Device, Pool};
use crate::buffer::Buffer;
use crate::command::{
    Begun, BindingRef, CommandBuffer, DispatchDesc, InlineCommand, Slot, command_buffer_mode, command_category,
};
use crate::executable::Executable;
use crate::file::File;
use crate::memory::{Memory, POISON_FRESH, POISON_GONE, Reuse};
use crate::profile::{OperationKind, Probe};
use crate::queue::{Fence, HostCall, Parked, Points, QueueId, Timepoint, Work, start};
use crate::status::{Result, bail};

/// What fences an operation waits for and signals, and on which queues it may run.
#[derive(Clone, Copy, Debug)]
pub struct QueueOp<'o> {
    /// Bits of the queues it may run on; all ones for any.
    pub affinity: u64,
    /// It begins when this is signaled; `None` waits for nothing.
    pub wait: Option<&'o Fence>,
    /// It signals this when it is done.
    pub signal: Option<&'o Fence>,
}

impl QueueOp<'_> {
    fn fences(&self) -> (&[Timepoint], &[Timepoint]) {
        (self.wait.map_or(&[], Fence::timepoints), self.signal.map_or(&[], Fence::timepoints))
    }
}

/// Bits of the flags of an alloca.
pub mod alloca_flag {
    /// Nothing is known about how long the buffer will live.
    pub const INDETERMINATE_LIFETIME: u64 = 1;
    /// The buffer may be made of memory that another queue still uses; the alloca then waits for that on the device.
    pub const ALLOW_POOL_WAIT_FRONTIER: u64 = 2;
}

/// Bits of the flags of a dealloca.
pub mod dealloca_flag {
    /// It runs on the queue that the buffer was allocated on, whatever the affinity says.
    pub const PREFER_ORIGIN: u64 = 1;
}

/// The commands of a command buffer up to a collective one, to be run with a binding table.
pub(super) struct Part<S> {
    /// Collective commands before it.
    pub(super) number: usize,
    pub(super) slots: S,
    /// Whether all memory that it uses is known to have a place.
    pub(super) is_committed: bool,
}

fn check_flags(flags: u64, known: u64, name: &str) -> Result<()> {
    if flags & !known != 0 {
        bail!(InvalidArgument, "unknown bits in the flags {flags:#x} of {name}; known are {known:#x}");
    }
    Ok(())
}

impl Device {
    fn probe(&self, kind: OperationKind, queue: QueueId, command_buffer: Option<u64>) -> Option<Probe> {
        Some(self.profile()?.probe(kind, queue, command_buffer))
    }

    pub(super) fn begin(&self, op: QueueOp<'_>, kind: OperationKind, queue: QueueId, after: Points, work: Work) {
        let probe = self.probe(kind, queue, None);
        start(Parked::new(&self.inner.queues, queue, op.fences(), after, work, probe));
    }

    fn own(&self, buffers: &[&Buffer]) -> Result<()> {
        buffers.iter().try_for_each(|buffer| buffer.check_reached_by(self.inner.id))
    }

    /// A buffer that exists from the signal on, made of memory whose last use is over by then. Without a pool it is of the
    /// device's; `flags` are bits of [`alloca_flag`].
    ///
    /// When a pool of blocks has none, the operation waits for one. When it has only such that another queue still uses, and
    /// the flags do not let the operation wait for that, it fails.
    ///
    /// # Errors
    /// When there is no memory for it, or it is over a limit.
    pub fn queue_alloca(&self, op: QueueOp<'_>, pool: Option<&Pool>, desc: AllocaDesc, flags: u64) -> Result<Buffer> {
        let known = alloca_flag::INDETERMINATE_LIFETIME | alloca_flag::ALLOW_POOL_WAIT_FRONTIER;
        check_flags(flags, known, "the alloca")?;
        let queue = self.inner.queues.select(op.affinity);
        let reuse = match flags & alloca_flag::ALLOW_POOL_WAIT_FRONTIER {
            0 => Reuse::OnQueue(queue),
            _ => Reuse::Anywhere(queue),
        };
        let (buffer, after, exhausted) = self.reserve(pool, desc, reuse)?;
        let buffer = buffer.allocated_on(1 << queue.index());
        let work = exhausted.map_or(Work::Nothing, |allocation| Work::Commit(allocation, reuse));
        if !self.core().instance.memory.debug {
            self.begin(op, OperationKind::Alloca, queue, after, work);
            return Ok(buffer);
        }
        let there = Fence::new();
        self.begin(QueueOp { signal: Some(&there), ..op }, OperationKind::Alloca, queue, after, work);
        self.poison(QueueOp { wait: Some(&there), ..op }, &buffer, POISON_FRESH)?;
        Ok(buffer)
    }

    /// Fills all of a buffer, also one that programs must not write.
    fn poison(&self, op: QueueOp<'_>, buffer: &Buffer, byte: u8) -> Result<()> {
        let buffer = buffer.clone().writable();
        self.queue_fill(op, &buffer, 0, buffer.length_bytes(), (byte.into(), 1))
    }

    /// Ends a buffer once the wait is over; its memory is used again from then on. `flags` are bits of [`dealloca_flag`].
    ///
    /// # Errors
    /// When the buffer belongs to another device.
    pub fn queue_dealloca(&self, op: QueueOp<'_>, buffer: &Buffer, flags: u64) -> Result<()> {
        check_flags(flags, dealloca_flag::PREFER_ORIGIN, "the dealloca")?;
        self.own(&[buffer])?;
        let poisoned = Fence::new();
        let mut op = op;
        if self.core().instance.memory.debug {
            self.poison(QueueOp { signal: Some(&poisoned), ..op }, buffer, POISON_GONE)?;
            op.wait = Some(&poisoned);
        }
        let affinity = if flags != 0 && buffer.origin() != 0 { buffer.origin() } else { op.affinity };
        let work = match buffer.allocation() {
            // Memory of the host is not ours to end.
            Some(allocation) if allocation.is_of(self.core()) => Work::Release(allocation.clone()),
            Some(allocation) if allocation.is_shared() => {
                // The pool of the other device knows nothing of the order here.
                let allocation = allocation.clone();
                let release = move || {
                    allocation.release(Points::default());
                    Ok(())
                };
                Work::Host(HostCall::Blocking(Box::new(release)))
            }
            _ => Work::Nothing,
        };
        self.begin(op, OperationKind::Dealloca, self.inner.queues.select(affinity), Points::default(), work);
        Ok(())
    }

    /// Hands a transfer over, or what makes it later, when its buffers have memory.
    fn transfer(
        &self,
        op: QueueOp<'_>,
        kind: OperationKind,
        buffers: &[&Buffer],
        make: impl FnOnce(&Arc<Memory>) -> Result<Option<InlineCommand>> + Send + 'static,
    ) -> Result<()> {
        let work = |command: Option<InlineCommand>| command.map_or(Work::Nothing, Work::Inline);
        let memory = self.memory();
        let work = if buffers.iter().all(|buffer| buffer.is_committed()) {
            work(make(memory)?)
        } else {
            let memory = memory.clone();
            Work::Later(Box::new(move |_| make(&memory).map(work)))
        };
        self.begin(op, kind, self.inner.queues.select(op.affinity), Points::default(), work);
        Ok(())
    }

    /// Fills a range with a pattern of 1, 2 or 4 bytes, given as its bits and its length.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_fill(
        &self,
        op: QueueOp<'_>,
        target: &Buffer,
        offset_bytes: u64,
        length_bytes: u64,
        pattern: (u32, u64),
    ) -> Result<()> {
        self.own(&[target])?;
        let to = target.clone();
        let make = move |memory: &Arc<Memory>| InlineCommand::fill(memory, &to, offset_bytes, length_bytes, pattern);
        self.transfer(op, OperationKind::Fill, &[target], make)
    }

    /// Writes bytes, which are taken now.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_update(&self, op: QueueOp<'_>, bytes: &[u8], target: &Buffer, offset_bytes: u64) -> Result<()> {
        self.own(&[target])?;
        if target.is_committed() {
            let command = InlineCommand::update(self.memory(), bytes, target, offset_bytes)?;
            return self.transfer(op, OperationKind::Update, &[], move |_| Ok(command));
        }
        let (to, bytes) = (target.clone(), Box::<[u8]>::from(bytes));
        let make = move |memory: &Arc<Memory>| InlineCommand::update(memory, &bytes, &to, offset_bytes);
        self.transfer(op, OperationKind::Update, &[target], make)
    }

    /// Copies a range.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_copy(&self, op: QueueOp<'_>, source: (&Buffer, u64), target: (&Buffer, u64), length_bytes: u64) -> Result<()> {
        let buffers = [source.0, target.0];
        self.own(&buffers)?;
        let (from, to) = ((source.0.clone(), source.1), (target.0.clone(), target.1));
        let make = move |memory: &Arc<Memory>| InlineCommand::copy(memory, (&from.0, from.1), (&to.0, to.1), length_bytes);
        self.transfer(op, OperationKind::Copy, &buffers, make)
    }

    /// Reads bytes of a file into a buffer.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_read(&self, op: QueueOp<'_>, source: (&File, u64), target: (&Buffer, u64), length_bytes: u64) -> Result<()> {
        self.own(&[target.0])?;
        source.0.check_range(source.1, length_bytes)?;
        target.0.check_range(target.1, length_bytes)?;
        target.0.check_writable()?;
        let (device, file, buffer) = (self.clone(), source.0.clone(), target.0.clone());
        let (from, to) = (source.1, target.1);
        let call = Box::new(move || device.read_file(&file, from, &buffer, to, length_bytes));
        let queue = self.inner.queues.select(op.affinity);
        self.begin(op, OperationKind::Read, queue, target.0.last_use(), Work::Host(HostCall::Blocking(call)));
        Ok(())
    }

    /// Writes bytes of a buffer to a file.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_write(&self, op: QueueOp<'_>, source: (&Buffer, u64), target: (&File, u64), length_bytes: u64) -> Result<()> {
        self.own(&[source.0])?;
        source.0.check_range(source.1, length_bytes)?;
        target.0.check_range(target.1, length_bytes)?;
        target.0.check_writable()?;
        let (device, buffer, file) = (self.clone(), source.0.clone(), target.0.clone());
        let (from, to) = (source.1, target.1);
        let call = Box::new(move || device.write_file(&buffer, from, &file, to, length_bytes));
        let queue = self.inner.queues.select(op.affinity);
        self.begin(op, OperationKind::Write, queue, Points::default(), Work::Host(HostCall::Blocking(call)));
        Ok(())
    }

    /// Signals once the wait is over.
    pub fn queue_barrier(&self, op: QueueOp<'_>) {
        let queue = self.inner.queues.select(op.affinity);
        self.begin(op, OperationKind::Barrier, queue, Points::default(), Work::Nothing);
    }

    /// Makes a call on the host, on a thread of the device's own, once the wait is over; the [`HostCall`] says when it
    /// signals.
    pub fn queue_host_call(&self, op: QueueOp<'_>, call: HostCall) {
        let queue = self.inner.queues.select(op.affinity);
        self.begin(op, OperationKind::HostCall, queue, Points::default(), Work::Host(call));
    }

    /// Runs a command buffer with a binding table.
    ///
    /// # Errors
    /// When the command buffer cannot be run, or not with this table.
    pub fn queue_execute(&self, op: QueueOp<'_>, commands: &Arc<CommandBuffer>, table: &[BindingRef]) -> Result<()> {
        if commands.device_id() != self.inner.id {
            bail!(InvalidArgument, "the command buffer belongs to another device");
        }
        self.run(op, OperationKind::Execute, commands, table)
    }

    /// Runs a function of an executable.
    ///
    /// # Errors
    /// Those of [`CommandBuffer::dispatch`]; bindings cannot be slots.
    pub fn queue_dispatch(&self, op: QueueOp<'_>, desc: &DispatchDesc<'_>) -> Result<()> {
        let commands = CommandBuffer::new(self, command_buffer_mode::ONE_SHOT, command_category::DISPATCH, op.affinity, 0)?;
        commands.dispatch(desc)?;
        commands.finalize()?;
        self.run(op, OperationKind::Dispatch, &commands, &[])
    }

    fn run(&self, op: QueueOp<'_>, kind: OperationKind, commands: &Arc<CommandBuffer>, table: &[BindingRef]) -> Result<()> {
        let Begun { slots, collectives, is_committed } = commands.begin_run(table)?;
        if !collectives.is_empty() {
            return self.run_with_collectives(op, commands, slots.into_vec().into(), collectives);
        }
        self.run_part(op, kind, commands, Part { number: 0, slots, is_committed })
    }

    /// Runs the commands of a part, recorded now when all memory has a place.
    pub(super) fn run_part<S: AsRef<[Slot]> + Send + 'static>(
        &self,
        op: QueueOp<'_>,
        kind: OperationKind,
        commands: &Arc<CommandBuffer>,
        part: Part<S>,
    ) -> Result<()> {
        let queue = self.inner.queues.select_for_commands(op.affinity & commands.affinity());
        let probe = self.probe(kind, queue, (kind == OperationKind::Execute).then(|| commands.id()));
        let Part { number, slots, is_committed } = part;
        let work = if is_committed {
            Work::Native(commands.run(number, slots.as_ref(), probe.as_ref())?)
        } else {
            let commands = commands.clone();
            Work::Later(Box::new(move |probe| commands.run(number, slots.as_ref(), probe).map(Work::Native)))
        };
        start(Parked::new(&self.inner.queues, queue, op.fences(), Points::default(), work, probe));
        Ok(())
    }

    /// Waits until the pipelines of `executables` are made, and has the device run each over no workgroup: drivers that
    /// compile a kernel at its first dispatch compile it now. Signals when that is done.
    ///
    /// # Errors
    /// Why a pipeline could not be made.
    pub fn queue_prewarm(&self, op: QueueOp<'_>, executables: &[Arc<Executable>]) -> Result<()> {
        let run = crate::command::prewarm(self, executables)?;
        let queue = self.inner.queues.select_for_commands(op.affinity);
        self.begin(op, OperationKind::Execute, queue, Points::default(), Work::Native(run));
        Ok(())
    }

    /// Sees to it that work so far gets going.
    ///
    /// # Errors
    /// When the driver refuses it.
    pub fn flush(&self) -> Result<()> {
        self.inner.queues.flush()
    }
}
