//! Recording of a program's commands into a Vulkan command buffer.

use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::Access;
use rustc_hash::FxHashMap;

use super::buffer::{Command, Dispatch, InPlace};
use super::desc::{BindingRef, BufferRef, Grid, execution_stage};
use super::dispatch::{ADDRESS_ALIGNMENT, ADDRESS_BYTES, Block, SetKey};
use super::hazards::Hazards;
use super::inline::{self, Transfer};
use super::native::{DescriptorPool, Uses};
use super::record::Scope;
use super::replay::Slot;
use super::{CommandPool, Event, NativeCommands, Recorder};
use crate::buffer::SlabRange;
use crate::core::Core;
use crate::device::Device;
use crate::executable::{Abi, Executable, Function};
use crate::memory::{Allocation, Memory, MemoryKind, Reuse};
use crate::profile::Probe;
use crate::queue::QueueId;
use crate::status::{Result, bail};

/// Command buffers of at most this many commands are also recorded without a barrier at the end.
const MAX_OPEN_COMMANDS: usize = 32;

/// Makes the command buffers for a table.
pub(super) struct Builder<'b> {
    pub(super) device: &'b Device,
    slots: &'b [Slot],
    usage: vk::CommandBufferUsageFlags,
    pool: CommandPool,
    pub(super) uses: Uses,
    pub(super) descriptors: Option<DescriptorPool>,
    pub(super) sets: FxHashMap<SetKey, vk::DescriptorSet>,
    /// Where what kernels find by address or in a buffer of their own is: tables of addresses of the address ABI, and push
    /// constants that are over the device's limit.
    pub(super) arguments: Option<SlabRange>,
    has_indirect: bool,
    pub(super) probe: Option<&'b Probe>,
    pub(super) pass: Pass,
}

/// The state of one command buffer being recorded.
pub(super) struct Pass {
    pub(super) recorder: Recorder,
    pub(super) bound_pipeline: vk::Pipeline,
    pub(super) bound_set: vk::DescriptorSet,
    /// The layout and the bytes of the push constants that are set.
    pub(super) pushed: (vk::PipelineLayout, Block),
    /// What goes to the memory of the arguments.
    argument_bytes: Vec<u8>,
    /// A barrier that nothing came after yet.
    pending_barrier: Option<(u32, u32)>,
    /// What commands since the last barrier touched.
    hazards: Hazards<vk::Buffer, ()>,
    recorded: bool,
    /// Position of the command being recorded.
    pub(super) command_index: u32,
}

impl Pass {
    fn new(core: &Arc<Core>, pool: &mut CommandPool, usage: vk::CommandBufferUsageFlags) -> Result<Self> {
        Ok(Self {
            recorder: Recorder::begin(core, pool.allocate()?, usage)?,
            bound_pipeline: vk::Pipeline::null(),
            bound_set: vk::DescriptorSet::null(),
            pushed: (vk::PipelineLayout::null(), Block::new()),
            argument_bytes: Vec::new(),
            pending_barrier: None,
            hazards: Hazards::default(),
            recorded: false,
            command_index: 0,
        })
    }

    /// Adds an argument, aligned; where it is from the start of the arguments.
    pub(super) fn add_argument(&mut self, bytes: &[u8], alignment: u64) -> u64 {
        let at = (self.argument_bytes.len() as u64).next_multiple_of(alignment);
        self.argument_bytes.resize(at as usize, 0);
        self.argument_bytes.extend_from_slice(bytes);
        at
    }
}

impl<'b> Builder<'b> {
    pub(super) fn new(
        device: &'b Device,
        slots: &'b [Slot],
        usage: vk::CommandBufferUsageFlags,
        probe: Option<&'b Probe>,
    ) -> Result<Self> {
        let core = device.core();
        // Recordings are run by queues of the first one's family; transfers elsewhere are single operations.
        let mut pool = CommandPool::new(core, device.queues().family(QueueId::new(0)))?;
        let pass = Pass::new(core, &mut pool, usage)?;
        Ok(Self {
            device,
            slots,
            usage,
            pool,
            uses: Uses::default(),
            descriptors: None,
            sets: FxHashMap::default(),
            arguments: None,
            has_indirect: false,
            probe,
            pass,
        })
    }

    pub(super) fn core(&self) -> &Arc<Core> {
        self.device.core()
    }

    fn memory(&self) -> &Arc<Memory> {
        self.device.memory()
    }

    pub(super) fn build(mut self, commands: &[Command]) -> Result<NativeCommands> {
        self.prepare(commands)?;
        let mut open = None;
        // Timestamps have room for one command buffer.
        if commands.len() <= MAX_OPEN_COMMANDS && self.probe.is_none() {
            self.record_all(commands)?;
            let next = Pass::new(self.device.core(), &mut self.pool, self.usage)?;
            open = Some(std::mem::replace(&mut self.pass, next).recorder.end()?);
        }
        let span = self.probe.map_or(Ok(None), Probe::span)?;
        if let Some(span) = &span {
            self.pass.recorder.timestamp(span, 0);
        }
        self.record_all(commands)?;
        if let Some(span) = span {
            self.pass.recorder.timestamp(&span, 1);
            self.uses.timestamps.push(span.pool);
        }
        let label = label(commands)?.into();
        self.finish(label, open)
    }

    /// Dispatches of every function of `executables` over no workgroup.
    pub(super) fn build_empty_dispatches(mut self, executables: &[Arc<Executable>]) -> Result<NativeCommands> {
        let functions = || executables.iter().flat_map(|executable| executable.functions());
        self.reserve(functions())?;
        for function in functions() {
            self.dispatch_nothing(function)?;
        }
        self.uses.executables.extend_from_slice(executables);
        self.finish("empty dispatches".into(), None)
    }

    /// Ends the recording with a barrier.
    fn finish(mut self, label: Arc<str>, open: Option<vk::CommandBuffer>) -> Result<NativeCommands> {
        if let Some(arguments) = &self.arguments
            && !arguments.slab.write(arguments.offset, &self.pass.argument_bytes)
        {
            bail!(Internal, "memory for arguments of kernels is not mapped");
        }
        self.pass.recorder.closing_barrier();
        let core = self.core().clone();
        let closed = self.pass.recorder.end()?;
        Ok(NativeCommands::new(&core, (open, closed), label, self.pool, self.descriptors, self.uses))
    }

    fn record_all(&mut self, commands: &[Command]) -> Result<()> {
        for (index, command) in (0..).zip(commands) {
            self.pass.command_index = index;
            self.record(command)?;
        }
        Ok(())
    }

    fn prepare(&mut self, commands: &[Command]) -> Result<()> {
        let mut functions = Vec::new();
        for dispatch in commands.iter().filter_map(|c| if let Command::Dispatch(d) = c { Some(d) } else { None }) {
            self.has_indirect |= matches!(dispatch.grid, Grid::Indirect(_));
            functions.push(dispatch.executable.function(dispatch.function)?);
        }
        self.reserve(functions.into_iter())
    }

    /// Makes room for the descriptor sets and the arguments of a dispatch of each function.
    fn reserve<'f>(&mut self, functions: impl Iterator<Item = &'f Function>) -> Result<()> {
        let block_alignment = self.core().limits.min_storage_buffer_offset_alignment;
        let (mut sets, mut storage, mut uniform, mut arguments) = (0, 0, 0, 0u64);
        for function in functions {
            sets += u32::from(function.layout.set.is_some());
            for &(_, ty) in &function.layout.descriptors {
                *(if ty == vk::DescriptorType::UNIFORM_BUFFER { &mut uniform } else { &mut storage }) += 1;
            }
            if let Abi::Address { .. } = function.abi {
                arguments = arguments.next_multiple_of(ADDRESS_ALIGNMENT) + ADDRESS_BYTES * function.bindings.len() as u64;
            }
            if function.spill.is_some() {
                arguments = arguments.next_multiple_of(block_alignment) + u64::from(function.push_bytes);
            }
        }
        if sets > 0 {
            self.descriptors = Some(DescriptorPool::new(self.core(), sets, storage, uniform)?);
        }
        if arguments > 0 {
            let pool = self.memory().pool(MemoryKind::Upload);
            let (allocation, _) = Allocation::new(pool, arguments, Reuse::Finished)?;
            let place = allocation.place()?;
            self.arguments = Some(SlabRange { slab: place.slab.clone(), offset: place.offset, length: arguments });
            self.uses.allocations.push(allocation);
        }
        Ok(())
    }

    fn record(&mut self, command: &Command) -> Result<()> {
        match command {
            Command::Barrier { source, target } => {
                // Barriers with nothing between are one; one at either end of the command buffer separates nothing.
                if self.pass.recorded {
                    let (s, t) = self.pass.pending_barrier.unwrap_or((0, 0));
                    self.pass.pending_barrier = Some((s | source, t | target));
                }
                Ok(())
            }
            Command::Fill { target, pattern } => {
                let Some(range) = self.resolve_target(target)? else { return Ok(()) };
                let memory = self.memory().clone();
                let transfers = inline::fill(&memory, &range, *pattern, &mut self.uses.allocations)?;
                self.transfers(&transfers, &[(&range, Access::WRITE)]);
                Ok(())
            }
            Command::Update { target, bytes } => {
                let Some(range) = self.resolve_target(target)? else { return Ok(()) };
                let memory = self.memory().clone();
                let transfer = inline::update(&memory, &range, bytes, &mut self.uses.allocations)?;
                self.transfers(&[transfer], &[(&range, Access::WRITE)]);
                Ok(())
            }
            Command::Copy { source, target, in_place } => {
                let (Some(source), Some(target)) = (self.resolve(source)?, self.resolve_target(target)?) else {
                    return Ok(());
                };
                if *in_place == InPlace::Allowed && source.is_same(&target) {
                    return Ok(());
                }
                let copy = Transfer::copy(source.clone(), target.clone())?;
                self.transfers(&[copy], &[(&source, Access::READ), (&target, Access::WRITE)]);
                Ok(())
            }
            Command::Dispatch(dispatch) => self.record_dispatch(dispatch),
            Command::SignalEvent(event) => {
                self.event(event).signal_event(event.raw);
                Ok(())
            }
            Command::ResetEvent(event) => {
                self.event(event).reset_event(event.raw);
                Ok(())
            }
            Command::WaitEvents(events) => {
                events.iter().for_each(|event| self.event(event).wait_event(event.raw));
                Ok(())
            }
            Command::BeginGroup(label) => {
                self.pass.recorder.begin_group(label);
                Ok(())
            }
            Command::EndGroup => {
                self.pass.recorder.end_group();
                Ok(())
            }
        }
    }

    /// Where commands of an event are recorded, after the barrier that stands before them.
    fn event(&mut self, event: &Arc<Event>) -> &mut Recorder {
        self.barrier_before(&[]);
        self.uses.events.push(event.clone());
        &mut self.pass.recorder
    }

    fn record_dispatch(&mut self, dispatch: &Dispatch) -> Result<()> {
        let function = dispatch.executable.function(dispatch.function)?;
        self.dispatch(dispatch, function).map_err(|status| status.within(format!("dispatch of {}", function.name)))
    }

    /// Records the barrier that stands before the next command, which touches these ranges.
    ///
    /// A program that has no barrier where its ranges overlap gets one: compilers give kernels that run side by side
    /// overlapping bindings of which they use disjoint parts, and slots may turn out to be the same buffer.
    pub(super) fn barrier_before(&mut self, touched: &[(&SlabRange, Access)]) {
        let conflict = |(range, access): &(&SlabRange, Access)| {
            self.pass.hazards.find(&range.raw(), range.offset, range.length, *access).is_some()
        };
        if self.pass.pending_barrier.is_none() && touched.iter().any(conflict) {
            let both = execution_stage::DISPATCH | execution_stage::TRANSFER;
            self.pass.pending_barrier = Some((both, both));
        }
        if let Some((source, target)) = self.pass.pending_barrier.take() {
            let target = scope(target, self.has_indirect, vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE);
            self.pass.recorder.barrier(scope(source, false, vk::AccessFlags2::MEMORY_WRITE), target);
            self.pass.hazards.clear();
        }
        for (range, access) in touched {
            self.pass.hazards.add(range.raw(), range.offset, range.length, *access, ());
        }
        self.pass.recorded = true;
    }

    fn transfers(&mut self, transfers: &[Transfer], touched: &[(&SlabRange, Access)]) {
        self.barrier_before(touched);
        transfers.iter().for_each(|transfer| transfer.record(&mut self.pass.recorder));
    }

    /// The memory of a range, noted as used; `None` for no bytes.
    pub(super) fn resolve(&mut self, range: &BindingRef) -> Result<Option<SlabRange>> {
        match &range.buffer {
            BufferRef::Direct(buffer) => {
                self.uses.allocations.extend(buffer.allocation().cloned());
                let length = buffer.length_from(range.offset_bytes, range.length_bytes)?;
                buffer.range_on(self.device.core(), range.offset_bytes, length)
            }
            BufferRef::Slot(index) => {
                let (buffer, offset, length) = self.slot(*index)?.part(*index, range.offset_bytes, range.length_bytes)?;
                buffer.range_on(self.device.core(), offset, length)
            }
        }
    }

    /// As [`Builder::resolve`], for a range that is written.
    fn resolve_target(&mut self, range: &BindingRef) -> Result<Option<SlabRange>> {
        if let BufferRef::Slot(index) = &range.buffer {
            self.slot(*index)?
                .buffer
                .check_writable()
                .map_err(|status| status.within(format!("slot {index} of the binding table")))?;
        }
        self.resolve(range)
    }

    fn slot(&self, index: u32) -> Result<&'b Slot> {
        match self.slots.get(index as usize) {
            Some(slot) => Ok(slot),
            None => bail!(OutOfRange, "no slot {index} in the binding table"),
        }
    }
}

/// What commands are, in words, for when a device is lost while they run.
fn label(commands: &[Command]) -> Result<String> {
    let dispatches = || commands.iter().filter_map(|c| if let Command::Dispatch(d) = c { Some(d) } else { None });
    let name = |d: &Dispatch| d.executable.function(d.function).map(|function| function.name.clone());
    Ok(match (dispatches().next(), dispatches().next_back(), dispatches().count()) {
        (Some(only), _, 1) => format!("dispatch {}", name(only)?),
        (Some(first), Some(last), n) => format!("dispatches {} to {}, {n} in all", name(first)?, name(last)?),
        _ => format!("{} transfers", commands.len()),
    })
}

/// Vulkan stages for the stages of a barrier. Issue and retire stand for no stage of their own.
pub(super) fn scope(stages: u32, indirect: bool, access: vk::AccessFlags2) -> Scope {
    use vk::PipelineStageFlags2 as Stage;
    let mut mask = Stage::NONE;
    if stages & execution_stage::DISPATCH != 0 {
        mask |= Stage::COMPUTE_SHADER;
        if indirect {
            mask |= Stage::DRAW_INDIRECT;
        }
    }
    if stages & execution_stage::COMMAND_PROCESS != 0 {
        mask |= Stage::DRAW_INDIRECT;
    }
    if stages & execution_stage::TRANSFER != 0 {
        mask |= Stage::ALL_TRANSFER;
    }
    if stages & execution_stage::HOST != 0 {
        mask |= Stage::HOST;
    }
    if mask.is_empty() { (Stage::ALL_COMMANDS, access) } else { (mask, access) }
}
