//! From recorded commands and a binding table to a Vulkan command buffer, recorded once for each table.
//!
//! The key of a recording is the memory the table resolves to. A program that runs in a loop meets the same few tables, so
//! in the steady state nothing is recorded: the command buffer is found and submitted.

use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::{Access, GridPart};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::buffer::{BindingRef, BufferRef, Command, Dispatch, Grid, command_buffer_mode, execution_stage};
use super::hazards::Hazards;
use super::inline::{self, Transfer};
use super::native::DescriptorPool;
use super::{CommandPool, NativeCommands, Recorder, Run};
use crate::buffer::{Buffer, SlabRange};
use crate::core::Core;
use crate::device::Device;
use crate::executable::{Abi, Executable, Function, address_root};
use crate::memory::{Allocation, Memory, MemoryKind, Reuse, SlabId};
use crate::status::{Result, Status, StatusCode, bail};
use crate::vk::VkResultExt;

/// Most parts of a grid that is over the device's limit; each has a pipeline of its own.
const MAX_GRID_PARTS: u64 = 64;
/// Command buffers of at most this many commands are also recorded without a barrier at the end.
const MAX_OPEN_COMMANDS: usize = 32;
/// Most recordings a command buffer keeps.
const MAX_REPLAYS: usize = 16;

/// A slot of a table, resolved: slab, offset, length.
type Key = SmallVec<[(SlabId, u64, u64); 8]>;

/// The recordings of a command buffer, the one used last at the end.
#[derive(Default)]
pub(super) struct Replays(Vec<(Key, Arc<NativeCommands>)>);

/// The commands for a table.
pub(super) fn run(
    device: &Device,
    mode: u32,
    commands: &[Command],
    table: &[BindingRef],
    replays: &mut Replays,
) -> Result<Run> {
    let slots = resolve_table(device, table)?;
    let memory = slots.iter().filter_map(|slot| slot.buffer.allocation().cloned()).collect();
    let run = |native| Run { native, table: memory };
    let one_shot = mode & command_buffer_mode::ONE_SHOT != 0;
    let mut key = Key::new();
    if !one_shot {
        for slot in &slots {
            key.push(slot.range()?.map_or((SlabId::NONE, 0, 0), |r| (r.slab.id, r.offset, r.length)));
        }
        if let Some(at) = replays.0.iter().position(|(k, _)| *k == key) {
            let found = replays.0.remove(at);
            let native = found.1.clone();
            replays.0.push(found);
            return Ok(run(native));
        }
    }
    let usage =
        if one_shot { vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT } else { vk::CommandBufferUsageFlags::SIMULTANEOUS_USE };
    let native = Arc::new(Builder::new(device, &slots, usage)?.build(commands)?);
    if !one_shot {
        if replays.0.len() >= MAX_REPLAYS {
            replays.0.remove(0);
        }
        replays.0.push((key, native.clone()));
    }
    Ok(run(native))
}

/// Commands that touch every function of `executables` without running a workgroup, for drivers that compile late.
pub(crate) fn prewarm(device: &Device, executables: &[Arc<Executable>]) -> Result<Run> {
    let mut builder = Builder::new(device, &[], vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT)?;
    let functions = || executables.iter().flat_map(|executable| executable.functions());
    builder.reserve(functions())?;
    for function in functions() {
        builder.bind_pipeline(function.pipeline.get()?);
        let nothing = vec![None; function.bindings.len()];
        match function.abi {
            Abi::Descriptor => builder.bind_set(function, &nothing)?,
            Abi::Address { root_offset, .. } => builder.bind_table(function, root_offset, &nothing)?,
        }
        if let Some((offset, bytes)) = function.no_constants() {
            builder.pass.recorder.push_constants(function.layout.raw, offset, &bytes);
        }
        builder.pass.recorder.dispatch([0; 3]);
        // They touch nothing, but only we know.
        builder.kernel_barrier();
    }
    builder.executables.extend_from_slice(executables);
    Ok(Run { native: Arc::new(builder.finish("empty dispatches".into(), None)?), table: SmallVec::new() })
}

/// A slot of a table: the part of a buffer it names.
struct Slot {
    buffer: Buffer,
    offset: u64,
    length: u64,
}

impl Slot {
    fn range(&self) -> Result<Option<SlabRange>> {
        self.buffer.slab_range(self.offset, self.length)
    }
}

fn resolve_table(device: &Device, table: &[BindingRef]) -> Result<SmallVec<[Slot; 8]>> {
    let resolve = |(i, binding): (usize, &BindingRef)| {
        let BufferRef::Direct(buffer) = &binding.buffer else {
            bail!(InvalidArgument, "slot {i} of the binding table names another slot");
        };
        if buffer.device_id() != device.id() {
            bail!(InvalidArgument, "the buffer in slot {i} of the binding table belongs to another device");
        }
        let within = |status: Status| status.within(format!("slot {i} of the binding table"));
        buffer.check_range(binding.offset_bytes, binding.length_bytes).map_err(within)?;
        Ok(Slot { buffer: buffer.clone(), offset: binding.offset_bytes, length: binding.length_bytes })
    };
    table.iter().enumerate().map(resolve).collect()
}

/// What a descriptor set holds: the buffer and range of each binding.
type SetKey = (vk::DescriptorSetLayout, SmallVec<[(vk::Buffer, u64, u64); 6]>);

/// Makes the command buffers for a table.
struct Builder<'b> {
    device: &'b Device,
    slots: &'b [Slot],
    usage: vk::CommandBufferUsageFlags,
    pool: CommandPool,
    allocations: Vec<Arc<Allocation>>,
    executables: Vec<Arc<Executable>>,
    descriptors: Option<DescriptorPool>,
    sets: FxHashMap<SetKey, vk::DescriptorSet>,
    /// Where the addresses of the bindings of all dispatches of the address ABI are.
    table: Option<SlabRange>,
    has_indirect: bool,
    pass: Pass,
}

/// The state of one command buffer being recorded.
struct Pass {
    recorder: Recorder,
    bound_pipeline: vk::Pipeline,
    bound_set: vk::DescriptorSet,
    /// Addresses of bindings so far.
    table_bytes: Vec<u8>,
    /// A barrier that nothing came after yet.
    pending_barrier: Option<(u32, u32)>,
    /// What commands since the last barrier touched.
    hazards: Hazards<vk::Buffer, ()>,
    recorded: bool,
}

impl Pass {
    fn new(core: &Arc<Core>, pool: &mut CommandPool, usage: vk::CommandBufferUsageFlags) -> Result<Self> {
        Ok(Self {
            recorder: Recorder::begin(core, pool.allocate()?, usage)?,
            bound_pipeline: vk::Pipeline::null(),
            bound_set: vk::DescriptorSet::null(),
            table_bytes: Vec::new(),
            pending_barrier: None,
            hazards: Hazards::default(),
            recorded: false,
        })
    }
}

impl<'b> Builder<'b> {
    fn new(device: &'b Device, slots: &'b [Slot], usage: vk::CommandBufferUsageFlags) -> Result<Self> {
        let core = device.core();
        // A recording may be run by any queue of the family; transfers beside compute are single operations.
        let mut pool = CommandPool::new(core, device.queues().family(device.queues().select(u64::MAX)))?;
        let pass = Pass::new(core, &mut pool, usage)?;
        Ok(Self {
            device,
            slots,
            usage,
            pool,
            allocations: Vec::new(),
            executables: Vec::new(),
            descriptors: None,
            sets: FxHashMap::default(),
            table: None,
            has_indirect: false,
            pass,
        })
    }

    fn core(&self) -> &Arc<Core> {
        self.device.core()
    }

    fn memory(&self) -> &Arc<Memory> {
        self.device.memory()
    }

    fn build(mut self, commands: &[Command]) -> Result<NativeCommands> {
        self.prepare(commands)?;
        let mut open = None;
        if commands.len() <= MAX_OPEN_COMMANDS {
            self.record_all(commands)?;
            let next = Pass::new(self.device.core(), &mut self.pool, self.usage)?;
            open = Some(std::mem::replace(&mut self.pass, next).recorder.end()?);
        }
        self.record_all(commands)?;
        let label = label(commands)?.into();
        self.finish(label, open)
    }

    /// Ends the recording with a barrier.
    fn finish(mut self, label: Arc<str>, open: Option<vk::CommandBuffer>) -> Result<NativeCommands> {
        if let Some(table) = &self.table
            && !table.slab.write(table.offset, &self.pass.table_bytes)
        {
            bail!(Internal, "memory for binding tables is not mapped");
        }
        self.pass.recorder.closing_barrier();
        let closed = self.pass.recorder.end()?;
        dedup(&mut self.allocations);
        Ok(NativeCommands::new((open, closed), label, self.pool, self.descriptors, self.allocations, self.executables))
    }

    fn record_all(&mut self, commands: &[Command]) -> Result<()> {
        commands.iter().try_for_each(|command| self.record(command))
    }

    fn prepare(&mut self, commands: &[Command]) -> Result<()> {
        let mut functions = Vec::new();
        for dispatch in commands.iter().filter_map(|c| if let Command::Dispatch(d) = c { Some(d) } else { None }) {
            self.has_indirect |= matches!(dispatch.grid, Grid::Indirect { .. });
            functions.push(dispatch.executable.function(dispatch.function)?);
        }
        self.reserve(functions.into_iter())
    }

    /// Makes room for the descriptor sets and address tables of a dispatch of each function.
    fn reserve<'f>(&mut self, functions: impl Iterator<Item = &'f Function>) -> Result<()> {
        let (mut sets, mut storage, mut uniform, mut addresses) = (0, 0, 0, 0);
        for function in functions {
            match function.abi {
                Abi::Descriptor => {
                    sets += 1;
                    for binding in &function.bindings {
                        let uniform_buffer = binding.ty == vk::DescriptorType::UNIFORM_BUFFER;
                        *(if uniform_buffer { &mut uniform } else { &mut storage }) += 1;
                    }
                }
                Abi::Address { .. } => addresses += function.bindings.len() as u64,
            }
        }
        if storage + uniform > 0 {
            self.descriptors = Some(DescriptorPool::new(self.core(), sets, storage, uniform)?);
        }
        if addresses > 0 {
            let (allocation, _) = Allocation::new(self.memory(), MemoryKind::Upload, 8 * addresses, Reuse::Finished)?;
            let slab = allocation.slab()?.clone();
            self.table = Some(SlabRange { slab, offset: allocation.offset(), length: 8 * addresses });
            self.allocations.push(allocation);
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
                let Some(range) = self.resolve(target)? else { return Ok(()) };
                let mut transfers = Vec::new();
                let memory = self.memory().clone();
                inline::fill(&memory, &range, *pattern, &mut transfers, &mut self.allocations)?;
                self.transfers(&transfers, &[(&range, Access::WRITE)])
            }
            Command::Update { target, bytes } => {
                let Some(range) = self.resolve(target)? else { return Ok(()) };
                let mut transfers = Vec::new();
                let memory = self.memory().clone();
                inline::update(&memory, &range, bytes, &mut transfers, &mut self.allocations)?;
                self.transfers(&transfers, &[(&range, Access::WRITE)])
            }
            Command::Copy { source, target } => {
                let (Some(source), Some(target)) = (self.resolve(source)?, self.resolve(target)?) else { return Ok(()) };
                let touched = [(&source.clone(), Access::READ), (&target.clone(), Access::WRITE)];
                self.transfers(&[Transfer::Copy { source, target }], &touched)
            }
            Command::Dispatch(dispatch) => {
                let function = dispatch.executable.function(dispatch.function)?;
                self.dispatch(dispatch, function).map_err(|status| status.within(format!("dispatch of {}", function.name)))
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

    /// Records the barrier that stands before the next command, which touches these ranges.
    ///
    /// A program that has no barrier where its ranges overlap gets one: compilers give kernels that run side by side
    /// overlapping bindings of which they use disjoint parts, and slots may turn out to be the same buffer.
    fn barrier_before(&mut self, touched: &[(&SlabRange, Access)]) {
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

    fn transfers(&mut self, transfers: &[Transfer], touched: &[(&SlabRange, Access)]) -> Result<()> {
        self.barrier_before(touched);
        transfers.iter().try_for_each(|transfer| transfer.record(&mut self.pass.recorder))
    }

    /// The memory of a range, noted as used; `None` for no bytes.
    fn resolve(&mut self, range: &BindingRef) -> Result<Option<SlabRange>> {
        match &range.buffer {
            BufferRef::Direct(buffer) => {
                self.allocations.extend(buffer.allocation().cloned());
                let length = rest(buffer.length_bytes(), range.offset_bytes, range.length_bytes)?;
                buffer.slab_range(range.offset_bytes, length)
            }
            BufferRef::Slot(index) => {
                let Some(slot) = self.slots.get(*index as usize) else {
                    bail!(OutOfRange, "no slot {index} in the binding table")
                };
                let length = rest(slot.length, range.offset_bytes, range.length_bytes)
                    .map_err(|status| status.within(format!("slot {index} of the binding table")))?;
                slot.buffer.slab_range(slot.offset + range.offset_bytes, length)
            }
        }
    }

    fn dispatch(&mut self, dispatch: &Dispatch, function: &Function) -> Result<()> {
        let mut ranges = SmallVec::<[Option<SlabRange>; 8]>::new();
        for (number, binding) in dispatch.bindings.iter().enumerate() {
            let range = self.resolve(binding).map_err(|status| status.within(format!("binding {number}")))?;
            self.check_binding(function, number, range.as_ref())?;
            ranges.push(range);
        }
        if matches!(dispatch.grid, Grid::Counts(counts) if counts.contains(&0)) {
            return Ok(());
        }
        let indirect = match &dispatch.grid {
            Grid::Counts(_) => None,
            Grid::Indirect { buffer, offset_bytes } => {
                let counts = BindingRef { buffer: buffer.clone(), offset_bytes: *offset_bytes, length_bytes: 12 };
                self.resolve(&counts)?
            }
        };
        let mut touched: SmallVec<[(&SlabRange, Access); 8]> = SmallVec::new();
        for (binding, range) in function.bindings.iter().zip(&ranges) {
            touched.extend(range.as_ref().map(|range| (range, binding.access)));
        }
        touched.extend(indirect.as_ref().map(|range| (range, Access::READ)));
        self.barrier_before(&touched);
        if self.executables.last().is_none_or(|last| !Arc::ptr_eq(last, &dispatch.executable)) {
            self.executables.push(dispatch.executable.clone());
        }
        self.bind_pipeline(function.pipeline.get()?);
        match function.abi {
            Abi::Descriptor => self.bind_set(function, &ranges)?,
            Abi::Address { root_offset, .. } => self.bind_table(function, root_offset, &ranges)?,
        }
        if !dispatch.constants.is_empty() {
            let offset = match function.abi {
                Abi::Descriptor => 0,
                Abi::Address { constants_offset, .. } => constants_offset,
            };
            let bytes: SmallVec<[u8; 128]> = dispatch.constants.iter().flat_map(|c| c.to_le_bytes()).collect();
            self.pass.recorder.push_constants(function.layout.raw, offset, &bytes);
        }
        match (&dispatch.grid, &indirect) {
            (Grid::Counts(counts), _) => self.dispatch_parts(dispatch, *counts)?,
            (Grid::Indirect { .. }, Some(counts)) => self.pass.recorder.dispatch_indirect(counts),
            (Grid::Indirect { .. }, None) => bail!(OutOfRange, "the buffer of the workgroup counts has no bytes"),
        }
        Ok(())
    }

    fn bind_pipeline(&mut self, pipeline: vk::Pipeline) {
        if self.pass.bound_pipeline != pipeline {
            self.pass.recorder.bind_pipeline(pipeline);
            self.pass.bound_pipeline = pipeline;
        }
    }

    /// A barrier between kernels.
    fn kernel_barrier(&mut self) {
        let stages = execution_stage::DISPATCH;
        self.pass.recorder.barrier(
            scope(stages, false, vk::AccessFlags2::MEMORY_WRITE),
            scope(stages, false, vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE),
        );
    }

    /// Dispatches a grid, in parts when it is over the device's limit.
    fn dispatch_parts(&mut self, dispatch: &Dispatch, counts: [u64; 3]) -> Result<()> {
        let limits = &self.core().limits;
        let largest = [
            limits.max_compute_work_group_count_x,
            limits.max_compute_work_group_count_y,
            limits.max_compute_work_group_count_z,
        ];
        let parts: [u64; 3] = std::array::from_fn(|i| counts[i].div_ceil(largest[i]));
        let total = parts.iter().fold(1u64, |n, &p| n.saturating_mul(p));
        let Some(over) = (0..3).find(|&i| parts[i] > 1) else {
            self.pass.recorder.dispatch(counts.map(|count| count as u32));
            return Ok(());
        };
        let limit = largest[over];
        let within = |status: Status| {
            let what = format!("workgroup counts {counts:?} are over the device's maxComputeWorkGroupCount[{over}] of {limit}");
            status.within(what)
        };
        if total > MAX_GRID_PARTS || counts.iter().any(|&count| u32::try_from(count).is_err()) {
            let what = format!("the grid would need {total} parts, the most are {MAX_GRID_PARTS}");
            return Err(within(Status::new(StatusCode::InvalidArgument, what)));
        }
        for z in 0..parts[2] {
            for y in 0..parts[1] {
                for x in 0..parts[0] {
                    let first: [u64; 3] = std::array::from_fn(|i| [x, y, z][i] * largest[i]);
                    let part = GridPart { base: first.map(|n| n as u32), total: counts.map(|n| n as u32) };
                    if [x, y, z] != [0; 3] {
                        // Parts touch disjoint bytes, but only the kernel knows.
                        self.kernel_barrier();
                    }
                    let pipeline = dispatch.executable.part_pipeline(dispatch.function, part).map_err(within)?;
                    self.bind_pipeline(pipeline);
                    self.pass.recorder.dispatch(std::array::from_fn(|i| (counts[i] - first[i]).min(largest[i]) as u32));
                }
            }
        }
        Ok(())
    }

    fn check_binding(&self, function: &Function, number: usize, range: Option<&SlabRange>) -> Result<()> {
        let limits = &self.core().limits;
        let binding = function.bindings[number];
        let length = range.map_or(0, descriptor_length);
        if length < binding.certain_extent {
            bail!(OutOfRange, "binding {number} has {length} bytes, the kernel reaches {} for certain", binding.certain_extent);
        }
        let Some(range) = range.filter(|_| function.abi == Abi::Descriptor) else { return Ok(()) };
        let (name, limit, alignment_name, alignment) = if binding.ty == vk::DescriptorType::UNIFORM_BUFFER {
            let alignment = limits.min_uniform_buffer_offset_alignment;
            ("maxUniformBufferRange", limits.max_uniform_buffer_range, "minUniformBufferOffsetAlignment", alignment)
        } else {
            let alignment = limits.min_storage_buffer_offset_alignment;
            ("maxStorageBufferRange", limits.max_storage_buffer_range, "minStorageBufferOffsetAlignment", alignment)
        };
        if length > limit {
            bail!(InvalidArgument, "binding {number} of {length} bytes is over the device's {name} of {limit}");
        }
        if !range.offset.is_multiple_of(alignment) {
            bail!(
                InvalidArgument,
                "binding {number} begins at byte {}, no multiple of the device's {alignment_name} of {alignment}",
                range.offset
            );
        }
        Ok(())
    }

    /// Binds a descriptor set with these ranges, made now or for an earlier dispatch.
    fn bind_set(&mut self, function: &Function, ranges: &[Option<SlabRange>]) -> Result<()> {
        let Some(layout) = function.layout.set else { return Ok(()) };
        let mut key: SetKey = (layout, SmallVec::new());
        for range in ranges {
            key.1.push(match range {
                Some(range) => (range.raw(), range.offset, descriptor_length(range)),
                None => {
                    let nothing = self.device.nothing()?;
                    (nothing.raw(), nothing.offset, nothing.length)
                }
            });
        }
        let set = match self.sets.get(&key) {
            Some(&set) => set,
            None => {
                let set = self.new_set(function, &key)?;
                self.sets.insert(key, set);
                set
            }
        };
        if self.pass.bound_set != set {
            self.pass.recorder.bind_sets(function.layout.raw, &[set]);
            self.pass.bound_set = set;
        }
        Ok(())
    }

    fn new_set(&self, function: &Function, (layout, ranges): &SetKey) -> Result<vk::DescriptorSet> {
        let raw = &self.core().raw;
        let Some(pool) = &self.descriptors else { bail!(Internal, "no descriptor pool") };
        let layouts = [*layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool.raw).set_layouts(&layouts);
        // SAFETY: the pool was made for the sets of this recording and is used only here; `info` lives until the call returns.
        let sets = unsafe { raw.allocate_descriptor_sets(&info) }.status("vkAllocateDescriptorSets")?;
        let Some(&set) = sets.first() else { bail!(Internal, "vkAllocateDescriptorSets gave nothing") };
        let infos: SmallVec<[[vk::DescriptorBufferInfo; 1]; 6]> =
            ranges.iter().map(|&(buffer, offset, range)| [vk::DescriptorBufferInfo { buffer, offset, range }]).collect();
        let writes: SmallVec<[_; 6]> = function
            .bindings
            .iter()
            .zip(&infos)
            .map(|(binding, info)| {
                vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding.number)
                    .descriptor_type(binding.ty)
                    .buffer_info(info)
            })
            .collect();
        // SAFETY: the set was just made and is not bound yet; ranges lie in their buffers; `writes` live until the call returns.
        unsafe { raw.update_descriptor_sets(&writes, &[]) };
        Ok(set)
    }

    /// Adds the addresses of the ranges to the table and gives the kernel their place.
    fn bind_table(&mut self, function: &Function, root_offset: u32, ranges: &[Option<SlabRange>]) -> Result<()> {
        let place = match &self.table {
            Some(table) => table.address() + self.pass.table_bytes.len() as u64,
            None => 0,
        };
        for range in ranges {
            let address = match range {
                Some(range) => range.address(),
                None => self.device.nothing()?.address(),
            };
            self.pass.table_bytes.extend_from_slice(&address.to_le_bytes());
        }
        self.pass.recorder.push_constants(function.layout.raw, root_offset, &address_root(place));
        Ok(())
    }
}

/// Bytes of a descriptor: whole words, so that kernels that read words reach the last bytes. Buffers are padded to hold them.
fn descriptor_length(range: &SlabRange) -> u64 {
    range.length.next_multiple_of(4).min(range.slab.size - range.offset)
}

/// A length that means all bytes up to the end.
pub(super) const WHOLE: u64 = u64::MAX;

/// `length`, or what is left of `total` from `offset` on.
fn rest(total: u64, offset: u64, length: u64) -> Result<u64> {
    let left = total.checked_sub(offset);
    match left {
        Some(left) if length == WHOLE => Ok(left),
        Some(left) if length <= left => Ok(length),
        _ => bail!(OutOfRange, "bytes {offset} to {} lie outside the {total} bytes there are", offset.saturating_add(length)),
    }
}

/// Vulkan stages for the stages of a barrier. Issue and retire stand for no stage of their own.
fn scope(stages: u32, indirect: bool, access: vk::AccessFlags2) -> super::record::Scope {
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

/// Memory used by several commands is noted once.
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

fn dedup(allocations: &mut Vec<Arc<Allocation>>) {
    allocations.sort_by_key(|a| Arc::as_ptr(a) as usize);
    allocations.dedup_by(|a, b| Arc::ptr_eq(a, b));
}
