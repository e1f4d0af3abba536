//! Command buffers that name buffers as the mode says, and single operations made of them.
//!
//! An operation in direct mode is the queue's own; in indirect mode it is a command buffer with a table that does the same.

use std::sync::Arc;

use halforge_hal::{
    BindingRef, Buffer, BufferRef, CommandBuffer, DispatchDesc, Event, Executable, Grid, QueueOp, Result, WHOLE_BUFFER,
    command_buffer_mode, command_category, execution_stage,
};

use crate::context::{Context, Mode, on_any, wait};

/// Slots of a table.
const CAPACITY: u32 = 32;

/// A part of a buffer: first byte, bytes.
pub(crate) type Part<'b> = (&'b Buffer, u64, u64);

/// All of a buffer.
pub(crate) fn whole(buffer: &Buffer) -> Part<'_> {
    (buffer, 0, WHOLE_BUFFER)
}

/// A dispatch: which function, over which workgroups, with what.
pub(crate) struct Kernel<'k> {
    pub(crate) executable: &'k Arc<Executable>,
    pub(crate) function: u64,
    pub(crate) constants: &'k [u32],
    pub(crate) bindings: &'k [Part<'k>],
    pub(crate) flags: u64,
}

impl<'k> Kernel<'k> {
    /// The first function.
    pub(crate) fn new(executable: &'k Arc<Executable>, constants: &'k [u32], bindings: &'k [Part<'k>]) -> Self {
        Self { executable, function: 0, constants, bindings, flags: 0 }
    }
}

/// The workgroups of a dispatch.
#[derive(Clone, Copy)]
pub(crate) enum Workgroups<'b> {
    /// So many in x.
    Count(u64),
    /// As many as the part says.
    From(Part<'b>),
}

/// A command buffer being recorded.
pub(crate) struct Recording<'c> {
    context: &'c Context,
    commands: Arc<CommandBuffer>,
    table: Vec<BindingRef>,
}

/// A command buffer with its table.
pub(crate) struct Recorded<'c> {
    context: &'c Context,
    pub(crate) commands: Arc<CommandBuffer>,
    pub(crate) table: Vec<BindingRef>,
}

impl<'c> Recording<'c> {
    /// A command buffer that may run often.
    pub(crate) fn new(context: &'c Context) -> Result<Self> {
        Self::with_mode(context, 0)
    }

    /// A command buffer that runs once.
    pub(crate) fn one_shot(context: &'c Context) -> Result<Self> {
        Self::with_mode(context, command_buffer_mode::ONE_SHOT)
    }

    fn with_mode(context: &'c Context, mode: u32) -> Result<Self> {
        let capacity = if context.mode() == Mode::Indirect { CAPACITY } else { 0 };
        let commands = CommandBuffer::new(&context.device, mode, command_category::ANY, u64::MAX, capacity)?;
        Ok(Self { context, commands, table: Vec::new() })
    }

    /// A part of a buffer as the mode names it.
    pub(crate) fn at(&mut self, (buffer, offset_bytes, length_bytes): Part<'_>) -> BindingRef {
        let buffer = match self.context.mode() {
            Mode::Direct => BufferRef::Direct(buffer.clone()),
            Mode::Indirect => {
                let same = |slot: &BindingRef| matches!(&slot.buffer, BufferRef::Direct(known) if known.is_same(buffer));
                let slot = self.table.iter().position(same).unwrap_or_else(|| {
                    self.table.push(BindingRef::whole(buffer));
                    self.table.len() - 1
                });
                BufferRef::Slot(slot as u32)
            }
        };
        BindingRef { buffer, offset_bytes, length_bytes }
    }

    pub(crate) fn fill(&mut self, target: Part<'_>, pattern: (u32, u64)) -> Result<()> {
        let target = self.at(target);
        self.commands.fill_buffer(target, pattern.0, pattern.1)
    }

    pub(crate) fn update(&mut self, bytes: &[u8], target: &Buffer, offset: u64) -> Result<()> {
        let target = self.at((target, offset, bytes.len() as u64));
        self.commands.update_buffer(bytes, target)
    }

    pub(crate) fn copy(&mut self, source: Part<'_>, target: Part<'_>) -> Result<()> {
        let (source, target) = (self.at(source), self.at(target));
        self.commands.copy_buffer(source, target)
    }

    /// Everything after waits for everything before.
    pub(crate) fn barrier(&mut self) -> Result<()> {
        use execution_stage as stage;
        let source = stage::DISPATCH | stage::TRANSFER | stage::COMMAND_RETIRE;
        let target = stage::COMMAND_ISSUE | stage::COMMAND_PROCESS | stage::DISPATCH | stage::TRANSFER;
        self.commands.execution_barrier(source, target)
    }

    pub(crate) fn dispatch(&mut self, kernel: &Kernel<'_>, workgroups: Workgroups<'_>) -> Result<()> {
        let bindings: Vec<BindingRef> = kernel.bindings.iter().map(|&part| self.at(part)).collect();
        let grid = match workgroups {
            Workgroups::Count(count) => Grid::Counts([count, 1, 1]),
            Workgroups::From(part) => Grid::Indirect(self.at(part)),
        };
        self.commands.dispatch(&desc(kernel, grid, &bindings))
    }

    pub(crate) fn wait_events(&mut self, events: &[Arc<Event>]) -> Result<()> {
        self.commands.wait_events(events)
    }

    /// Records what is left with the command buffer itself, and finishes.
    pub(crate) fn finish_after(self, record: impl FnOnce(&CommandBuffer) -> Result<()>) -> Result<Recorded<'c>> {
        record(&self.commands)?;
        self.finish()
    }

    pub(crate) fn finish(self) -> Result<Recorded<'c>> {
        self.commands.finalize()?;
        Ok(Recorded { context: self.context, commands: self.commands, table: self.table })
    }
}

fn desc<'d>(kernel: &Kernel<'d>, grid: Grid, bindings: &'d [BindingRef]) -> DispatchDesc<'d> {
    let &Kernel { executable, function, constants, flags, .. } = kernel;
    DispatchDesc { executable, function, grid, constants, bindings, flags }
}

impl Recorded<'_> {
    pub(crate) fn execute(&self, op: QueueOp<'_>) -> Result<()> {
        self.context.device.queue_execute(op, &self.commands, &self.table)
    }

    /// Runs it and waits.
    pub(crate) fn run(&self) -> Result<()> {
        let done = halforge_hal::Fence::new();
        self.execute(on_any(None, &done))?;
        wait(&done)
    }
}

impl Context {
    /// Records commands that run once.
    fn once(&self, op: QueueOp<'_>, record: impl FnOnce(&mut Recording<'_>) -> Result<()>) -> Result<()> {
        let mut recording = Recording::one_shot(self)?;
        record(&mut recording)?;
        recording.finish()?.execute(op)
    }

    /// A fill as one operation.
    pub(crate) fn fill(&self, op: QueueOp<'_>, target: Part<'_>, pattern: (u32, u64)) -> Result<()> {
        match self.mode() {
            Mode::Direct => {
                let length = if target.2 == WHOLE_BUFFER { target.0.length_bytes() - target.1 } else { target.2 };
                self.device.queue_fill(op, target.0, target.1, length, pattern)
            }
            Mode::Indirect => self.once(op, |recording| recording.fill(target, pattern)),
        }
    }

    /// An update as one operation.
    pub(crate) fn update(&self, op: QueueOp<'_>, bytes: &[u8], target: &Buffer, offset: u64) -> Result<()> {
        match self.mode() {
            Mode::Direct => self.device.queue_update(op, bytes, target, offset),
            Mode::Indirect => self.once(op, |recording| recording.update(bytes, target, offset)),
        }
    }

    /// A copy as one operation.
    pub(crate) fn copy(&self, op: QueueOp<'_>, source: (&Buffer, u64), target: (&Buffer, u64), length: u64) -> Result<()> {
        match self.mode() {
            Mode::Direct => self.device.queue_copy(op, source, target, length),
            Mode::Indirect => {
                self.once(op, |recording| recording.copy((source.0, source.1, length), (target.0, target.1, length)))
            }
        }
    }

    /// A dispatch as one operation.
    pub(crate) fn dispatch(&self, op: QueueOp<'_>, kernel: &Kernel<'_>, workgroups: Workgroups<'_>) -> Result<()> {
        match self.mode() {
            Mode::Direct => {
                let part = |&(buffer, offset_bytes, length_bytes): &Part<'_>| BindingRef {
                    buffer: BufferRef::Direct(buffer.clone()),
                    offset_bytes,
                    length_bytes,
                };
                let bindings: Vec<BindingRef> = kernel.bindings.iter().map(part).collect();
                let grid = match workgroups {
                    Workgroups::Count(count) => Grid::Counts([count, 1, 1]),
                    Workgroups::From(counts) => Grid::Indirect(part(&counts)),
                };
                self.device.queue_dispatch(op, &desc(kernel, grid, &bindings))
            }
            Mode::Indirect => self.once(op, |recording| recording.dispatch(kernel, workgroups)),
        }
    }
}
