//! Command buffers of the HAL: commands recorded by a program, to be run as often as it likes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use halforge_executable::spirv::Access;
use parking_lot::Mutex;
use smallvec::SmallVec;

use super::desc::{
    BindingRef, BufferRef, DispatchDesc, Grid, WHOLE_BUFFER, command_buffer_mode, command_category, dispatch_flag,
};
use super::hazards::Hazards;
use super::inline::{self, Pattern, check_fill};
use super::replay::{self, Replays, Slot};
use super::{Event, Run};
use crate::buffer::Buffer;
use crate::channel::{Collective, CollectiveDesc};
use crate::device::{Device, DeviceId};
use crate::executable::Executable;
use crate::objects::{Live, ObjectKind};
use crate::profile::Probe;
use crate::recycled::Recycled;
use crate::status::{Result, bail};

/// A recorded command.
pub(super) enum Command {
    Barrier { source: u32, target: u32 },
    Fill { target: BindingRef, pattern: Pattern },
    Update { target: BindingRef, bytes: Box<[u8]> },
    Copy { source: BindingRef, target: BindingRef, in_place: InPlace },
    Dispatch(Dispatch),
    SignalEvent(Arc<Event>),
    ResetEvent(Arc<Event>),
    WaitEvents(Box<[Arc<Event>]>),
    BeginGroup(Box<str>),
    EndGroup,
}

/// Whether source and target of a copy may be the same range, and nothing is to be done then.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InPlace {
    No,
    Allowed,
}

pub(super) struct Dispatch {
    pub(super) executable: Arc<Executable>,
    pub(super) function: u64,
    pub(super) grid: Grid,
    pub(super) constants: Box<[u32]>,
    pub(super) bindings: Box<[BindingRef]>,
}

/// How far a command buffer is.
#[derive(Default)]
struct Recording {
    /// What comes before the last collective command.
    earlier: Vec<Part>,
    commands: Vec<Command>,
    open_groups: usize,
    /// One more than the largest slot used.
    slots_used: u32,
    finalized: bool,
    runs: u64,
    replays: Replays,
    /// Buffers of commands that had no memory yet when they were recorded.
    uncommitted: Vec<Buffer>,
    /// What transfers since the last barrier touched, with their names. Kernels may use less than their bindings, so
    /// nothing is certain about them.
    hazards: Hazards<Place, &'static str>,
}

/// Commands up to a collective one, which ranks meet for on the host.
struct Part {
    commands: Vec<Command>,
    replays: Replays,
    then: Collective,
}

/// What a range of a transfer is a range of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Slot(u32),
    /// By address of the allocation, which the recorded command keeps.
    Memory(usize),
}

/// A command buffer.
pub struct CommandBuffer {
    device: Device,
    id: u64,
    mode: u32,
    categories: u32,
    affinity: u64,
    binding_capacity: u32,
    recording: Mutex<Recording>,
    _live: Live,
}

impl std::fmt::Debug for CommandBuffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CommandBuffer({} commands)", self.recording.lock().commands.len())
    }
}

impl CommandBuffer {
    /// An empty command buffer. `binding_capacity` is the number of slots its table may have.
    ///
    /// # Errors
    /// When mode or categories have unknown bits.
    pub fn new(device: &Device, mode: u32, categories: u32, affinity: u64, binding_capacity: u32) -> Result<Arc<Self>> {
        let known = command_buffer_mode::ONE_SHOT | command_buffer_mode::ALLOW_INLINE_EXECUTION | 0x1E0;
        if mode & !known != 0 {
            bail!(InvalidArgument, "unknown bits in command buffer mode {mode:#x}");
        }
        if categories & !command_category::ANY != 0 {
            bail!(InvalidArgument, "unknown bits in command categories {categories:#x}");
        }
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Ok(Arc::new(Self {
            device: device.kept(),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            mode,
            categories,
            affinity,
            binding_capacity,
            recording: Mutex::default(),
            _live: Live::new(&device.core().objects, ObjectKind::CommandBuffer),
        }))
    }

    /// Tells command buffers of a process apart, in profiles.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Bits of [`command_buffer_mode`].
    pub fn mode(&self) -> u32 {
        self.mode
    }

    /// Bits of [`command_category`].
    pub fn categories(&self) -> u32 {
        self.categories
    }

    /// The queues it may run on.
    pub fn affinity(&self) -> u64 {
        self.affinity
    }

    /// The device it is for.
    pub fn device_id(&self) -> DeviceId {
        self.device.id()
    }

    /// Records a transfer, after seeing that it needs no barrier that is missing.
    fn record_transfer(&self, name: &'static str, ranges: &[(BindingRef, Access)], command: Command) -> Result<()> {
        {
            let mut recording = self.recording.lock();
            for (range, access) in ranges {
                let Some((place, start)) = place(range)? else { continue };
                let Some(earlier) = recording.hazards.find(&place, start, range.length_bytes, *access) else { continue };
                bail!(
                    FailedPrecondition,
                    "{name} {} bytes {} to {} that {earlier} touched before; an execution barrier between both is missing",
                    if access.writes { "writes" } else { "reads" },
                    range.offset_bytes,
                    range.offset_bytes + range.length_bytes
                );
            }
            for (range, access) in ranges {
                if let Some((place, start)) = place(range)? {
                    recording.hazards.add(place, start, range.length_bytes, *access, name);
                }
            }
        }
        let slots: SmallVec<[&BufferRef; 2]> = ranges.iter().map(|(range, _)| &range.buffer).collect();
        self.record(command_category::TRANSFER, &slots, command)
    }

    fn record(&self, category: u32, slots: &[&BufferRef], command: Command) -> Result<()> {
        let mut recording = self.recording.lock();
        self.check_recordable(&mut recording, category, slots)?;
        recording.commands.push(command);
        Ok(())
    }

    fn check_recordable(&self, recording: &mut Recording, category: u32, slots: &[&BufferRef]) -> Result<()> {
        if recording.finalized {
            bail!(FailedPrecondition, "the command buffer was finalized; no command can be recorded after that");
        }
        if category != 0 && self.categories & category == 0 {
            let name = if category == command_category::TRANSFER { "Transfer" } else { "Dispatch" };
            bail!(
                InvalidArgument,
                "the command buffer's categories {:#x} lack {name}, which the command needs",
                self.categories
            );
        }
        slots.iter().try_for_each(|reference| self.check_reference(reference, recording))
    }

    fn check_reference(&self, reference: &BufferRef, recording: &mut Recording) -> Result<()> {
        match reference {
            BufferRef::Slot(slot) if *slot >= self.binding_capacity => {
                bail!(
                    OutOfRange,
                    "binding slot {slot} is outside the command buffer's capacity of {} bindings",
                    self.binding_capacity
                )
            }
            BufferRef::Slot(slot) => recording.slots_used = recording.slots_used.max(slot + 1),
            BufferRef::Direct(buffer) => {
                buffer.check_reached_by(self.device.id())?;
                if !buffer.is_committed() {
                    recording.uncommitted.push(buffer.clone());
                }
            }
        }
        Ok(())
    }

    /// Later commands see what earlier ones wrote. Masks are bits of [`execution_stage`](crate::execution_stage).
    ///
    /// # Errors
    /// When the command buffer was finalized.
    pub fn execution_barrier(&self, source_stage_mask: u32, target_stage_mask: u32) -> Result<()> {
        self.record(0, &[], Command::Barrier { source: source_stage_mask, target: target_stage_mask })?;
        self.recording.lock().hazards.clear();
        Ok(())
    }

    /// Fills a range with a pattern of `pattern_bytes`, 1, 2 or 4, whose multiples offset and length are.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn fill_buffer(&self, target: BindingRef, pattern: u32, pattern_bytes: u64) -> Result<()> {
        let target = check_direct(target)?;
        if target.length_bytes != WHOLE_BUFFER {
            check_fill(target.offset_bytes, target.length_bytes, pattern_bytes)?;
        }
        check_target(&target)?;
        let pattern = Pattern::new(pattern, pattern_bytes)?;
        self.record_transfer("fill_buffer", &[(target.clone(), Access::WRITE)], Command::Fill { target, pattern })
    }

    /// Writes bytes, which are taken now.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn update_buffer(&self, bytes: &[u8], target: BindingRef) -> Result<()> {
        if target.length_bytes != bytes.len() as u64 {
            bail!(InvalidArgument, "expected {} bytes for the update, found {}", target.length_bytes, bytes.len());
        }
        let target = check_direct(target)?;
        check_target(&target)?;
        let ranges = [(target.clone(), Access::WRITE)];
        self.record_transfer("update_buffer", &ranges, Command::Update { target, bytes: bytes.into() })
    }

    /// Copies a range to another of the same length.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn copy_buffer(&self, source: BindingRef, target: BindingRef) -> Result<()> {
        let (source, target) = (check_direct(source)?, check_direct(target)?);
        let lengths = [source.length_bytes, target.length_bytes];
        if !lengths.contains(&WHOLE_BUFFER) {
            inline::check_lengths(lengths)?;
        }
        check_target(&target)?;
        let ranges = [(source.clone(), Access::READ), (target.clone(), Access::WRITE)];
        self.record_transfer("copy_buffer", &ranges, Command::Copy { source, target, in_place: InPlace::No })
    }

    /// Exchanges elements with the other ranks of a channel.
    ///
    /// # Errors
    /// What was expected and what was found: buffers that are too small, ranks outside the group, unknown operations.
    pub fn collective(&self, desc: &CollectiveDesc<'_>) -> Result<()> {
        let mut collective = Collective::new(desc, self.device.id())?;
        for range in [&mut collective.send, &mut collective.recv].into_iter().flatten() {
            *range = check_direct(range.clone())?;
        }
        collective.recv.as_ref().map_or(Ok(()), check_target)?;
        let bytes = |range: &Option<BindingRef>| range.as_ref().map_or(0, |range| range.length_bytes);
        collective.channel.check(&collective.operation, bytes(&collective.send), bytes(&collective.recv))?;
        let ranges = [&collective.send, &collective.recv].map(Clone::clone);
        let buffers: SmallVec<[&BufferRef; 2]> = ranges.iter().flatten().map(|range| &range.buffer).collect();
        match collective.as_copy() {
            Some((source, target)) => {
                self.record(command_category::DISPATCH, &buffers, Command::Copy { source, target, in_place: InPlace::Allowed })
            }
            None => {
                let mut recording = self.recording.lock();
                self.check_recordable(&mut recording, command_category::DISPATCH, &buffers)?;
                let (commands, replays) = (std::mem::take(&mut recording.commands), Replays::default());
                recording.earlier.push(Part { commands, replays, then: collective });
                recording.hazards.clear();
                Ok(())
            }
        }
    }

    /// Runs a function of an executable.
    ///
    /// # Errors
    /// When the function does not exist, or the number of constants or bindings is not what it takes.
    pub fn dispatch(&self, desc: &DispatchDesc<'_>) -> Result<()> {
        let function = desc.executable.function(desc.function)?;
        let name = &function.name;
        if desc.constants.len() != function.constant_count as usize {
            bail!(
                InvalidArgument,
                "function {name} takes {} constants, found {}",
                function.constant_count,
                desc.constants.len()
            );
        }
        if desc.bindings.len() != function.bindings.len() {
            bail!(InvalidArgument, "function {name} takes {} bindings, found {}", function.bindings.len(), desc.bindings.len());
        }
        for (i, binding) in desc.bindings.iter().enumerate() {
            check_direct(binding.clone()).map_err(|status| status.within(format!("binding {i} of function {name}")))?;
        }
        check_flags(desc.flags)?;
        let mut slots: SmallVec<[&BufferRef; 8]> = desc.bindings.iter().map(|b| &b.buffer).collect();
        if let Grid::Indirect(counts) = &desc.grid {
            let offset = counts.offset_bytes;
            if !offset.is_multiple_of(4) {
                bail!(InvalidArgument, "expected the counts of function {name} at a multiple of 4 bytes, found {offset}");
            }
            if counts.length_bytes < COUNTS_BYTES {
                let length = counts.length_bytes;
                bail!(OutOfRange, "expected {COUNTS_BYTES} bytes of counts for function {name}, found {length}");
            }
            check_direct(counts.clone()).map_err(|status| status.within(format!("counts of function {name}")))?;
            slots.push(&counts.buffer);
        }
        let dispatch = Dispatch {
            executable: desc.executable.clone(),
            function: desc.function,
            grid: desc.grid.clone(),
            constants: desc.constants.into(),
            bindings: desc.bindings.into(),
        };
        self.record(command_category::DISPATCH, &slots, Command::Dispatch(dispatch))
    }

    /// Signals an event when all commands before are done.
    ///
    /// # Errors
    /// When the event belongs to another device or the command buffer was finalized.
    pub fn signal_event(&self, event: &Arc<Event>) -> Result<()> {
        self.check_event(event)?;
        self.record(0, &[], Command::SignalEvent(event.clone()))
    }

    /// Resets an event when all commands before are done.
    ///
    /// # Errors
    /// When the event belongs to another device or the command buffer was finalized.
    pub fn reset_event(&self, event: &Arc<Event>) -> Result<()> {
        self.check_event(event)?;
        self.record(0, &[], Command::ResetEvent(event.clone()))
    }

    /// Later commands begin when the events are signaled, and see what was written before. Commands that signal them must
    /// have been submitted, on the same queue.
    ///
    /// # Errors
    /// When an event belongs to another device or the command buffer was finalized.
    pub fn wait_events(&self, events: &[Arc<Event>]) -> Result<()> {
        events.iter().try_for_each(|event| self.check_event(event))?;
        self.record(0, &[], Command::WaitEvents(events.into()))
    }

    fn check_event(&self, event: &Event) -> Result<()> {
        if event.device_id() != self.device.id() {
            bail!(InvalidArgument, "the event belongs to another device than the command buffer");
        }
        Ok(())
    }

    /// Names the commands up to the group's end.
    ///
    /// # Errors
    /// When the command buffer was finalized.
    pub fn begin_debug_group(&self, label: &str) -> Result<()> {
        self.record(0, &[], Command::BeginGroup(label.into()))?;
        self.recording.lock().open_groups += 1;
        Ok(())
    }

    /// Ends the group begun last.
    ///
    /// # Errors
    /// When no group is open or the command buffer was finalized.
    pub fn end_debug_group(&self) -> Result<()> {
        if self.recording.lock().open_groups == 0 {
            bail!(FailedPrecondition, "no debug group is open that could be ended");
        }
        self.record(0, &[], Command::EndGroup)?;
        self.recording.lock().open_groups -= 1;
        Ok(())
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// When a debug group is open or the recording was ended before.
    pub fn finalize(&self) -> Result<()> {
        let mut recording = self.recording.lock();
        if recording.finalized {
            bail!(FailedPrecondition, "the command buffer was finalized before");
        }
        if recording.open_groups > 0 {
            bail!(FailedPrecondition, "{} debug groups are open at the end of the command buffer", recording.open_groups);
        }
        recording.finalized = true;
        recording.commands.shrink_to_fit();
        recording.hazards = Hazards::default();
        Ok(())
    }

    /// Begins a run with a binding table, whose ranges are resolved here; gives them and the collective commands.
    pub(crate) fn begin_run(&self, table: &[BindingRef]) -> Result<Begun> {
        let mut recording = self.recording.lock();
        if !recording.finalized {
            bail!(FailedPrecondition, "the command buffer is not finalized");
        }
        if self.mode & command_buffer_mode::ONE_SHOT != 0 && recording.runs > 0 {
            bail!(FailedPrecondition, "a OneShot command buffer can be executed once; this one was executed before");
        }
        if (table.len() as u64) < u64::from(recording.slots_used) {
            bail!(
                InvalidArgument,
                "the command buffer uses {} binding slots, the table has {}",
                recording.slots_used,
                table.len()
            );
        }
        let slots = replay::resolve_table(&self.device, &table[..recording.slots_used as usize])?;
        recording.runs += 1;
        let is_committed = slots.iter().all(Slot::is_committed) && recording.uncommitted.iter().all(Buffer::is_committed);
        let collectives = recording.earlier.iter().map(|part| part.then.clone()).collect();
        Ok(Begun { slots, collectives, is_committed })
    }

    /// The commands for a resolved table, recorded now or before; with a probe, recorded for this run. `part` is the number of
    /// collective commands before them.
    pub(crate) fn run(&self, part: usize, slots: &[Slot], probe: Option<&Probe>) -> Result<Run> {
        let mut guard = self.recording.lock();
        let recording = &mut *guard;
        let (commands, replays) = match recording.earlier.get_mut(part) {
            Some(part) => (&part.commands, &mut part.replays),
            None => (&recording.commands, &mut recording.replays),
        };
        replay::run(&self.device, self.mode, commands, slots, replays, probe)
    }
}

/// A run of a command buffer that begins.
pub(crate) struct Begun {
    /// The binding table, resolved.
    pub(crate) slots: SmallVec<[Slot; 8]>,
    /// Its collective commands.
    pub(crate) collectives: Vec<Collective>,
    /// Whether all memory that it uses has a place.
    pub(crate) is_committed: bool,
}

/// Bytes of the counts of an indirect dispatch.
pub(super) const COUNTS_BYTES: u64 = 12;

/// What a range is a range of, and where in it; nothing for no bytes.
fn place(range: &BindingRef) -> Result<Option<(Place, u64)>> {
    Ok(match &range.buffer {
        BufferRef::Slot(slot) => Some((Place::Slot(*slot), range.offset_bytes)),
        BufferRef::Direct(buffer) => match buffer.allocation().filter(|_| range.length_bytes > 0) {
            Some(allocation) => {
                if allocation.is_committed() {
                    allocation.place()?;
                }
                Some((Place::Memory(Recycled::address(allocation)), buffer.offset() + range.offset_bytes))
            }
            None => None,
        },
    })
}

/// A range of a buffer that is given now must lie in it; its length is then known.
fn check_direct(range: BindingRef) -> Result<BindingRef> {
    let BufferRef::Direct(buffer) = &range.buffer else { return Ok(range) };
    let length_bytes = buffer.length_from(range.offset_bytes, range.length_bytes)?;
    Ok(BindingRef { length_bytes, ..range })
}

/// A buffer that is given now and written must allow that.
fn check_target(range: &BindingRef) -> Result<()> {
    match &range.buffer {
        BufferRef::Direct(buffer) => buffer.check_writable(),
        BufferRef::Slot(_) => Ok(()),
    }
}

fn check_flags(flags: u64) -> Result<()> {
    use dispatch_flag as flag;
    let arguments = flag::CUSTOM_DIRECT_ARGUMENTS | flag::DYNAMIC_INDIRECT_ARGUMENTS | flag::STATIC_INDIRECT_ARGUMENTS;
    let parameters = flag::DYNAMIC_INDIRECT_PARAMETERS | flag::STATIC_INDIRECT_PARAMETERS;
    let known = arguments | parameters | flag::ALLOW_INLINE_EXECUTION | flag::BORROW_RESOURCE_LIFETIMES;
    if flags & !known != 0 {
        bail!(InvalidArgument, "unknown bits in dispatch flags {flags:#x}");
    }
    if flags & parameters == parameters {
        bail!(InvalidArgument, "workgroup counts are either static or dynamic, found both in dispatch flags {flags:#x}");
    }
    if flags & arguments != 0 {
        bail!(Unimplemented, "dispatch flags {flags:#x} ask for custom or indirect arguments; use constants and bindings");
    }
    Ok(())
}
