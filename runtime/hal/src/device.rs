//! Devices: opened Vulkan devices with their queues and memory, and what programs ask of them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::buffer::{Buffer, SlabRange, memory_type};
use crate::command::{BindingRef, CommandBuffer, InlineCommand};
use crate::core::Core;
use crate::driver::DeviceInfo;
use crate::executable::{Executable, supports_format};
use crate::file::File;
use crate::limits::DeviceLimits;
use crate::memory::{Allocation, Memory, MemoryKind, MemoryStatistics, Reuse};
use crate::queue::{Fence, Parked, Points, QueueId, Queues, Work, start};
use crate::status::{Result, bail};
use crate::vk::{InstanceShared, PhysicalDevice};

/// Tells devices of a process apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceId(u64);

/// An open device. Copies are the same device; it is closed with the last copy and the last object made from it.
#[derive(Clone)]
pub struct Device(Arc<DeviceInner>);

struct DeviceInner {
    id: DeviceId,
    info: DeviceInfo,
    queues: Arc<Queues>,
    memory: Arc<Memory>,
    /// A few bytes for bindings without bytes.
    nothing: OnceLock<Arc<Allocation>>,
    core: Arc<Core>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Device({})", self.0.info.name)
    }
}

impl Drop for DeviceInner {
    fn drop(&mut self) {
        self.queues.drain();
        self.core.builders.finish();
    }
}

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
    fn waits(&self) -> &[crate::queue::Timepoint] {
        self.wait.map_or(&[], Fence::timepoints)
    }

    fn signals(&self) -> &[crate::queue::Timepoint] {
        self.signal.map_or(&[], Fence::timepoints)
    }
}

/// What a queue allocation asks for.
#[derive(Clone, Copy, Debug)]
pub struct AllocaDesc {
    /// Bits of [`memory_type`](crate::memory_type).
    pub memory_type: u32,
    /// Bits of [`buffer_usage`](crate::buffer_usage).
    pub usage: u32,
    /// Bytes; zero is fine.
    pub size_bytes: u64,
}

/// Bytes read from or written to a file or device in one piece when memory is not mapped.
const STAGING_BYTES: u64 = 8 << 20;

impl Device {
    pub(crate) fn open(
        instance: &Arc<InstanceShared>,
        physical: PhysicalDevice,
        info: DeviceInfo,
        limits: DeviceLimits,
    ) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let refusals = physical.refusals();
        if !refusals.is_empty() {
            bail!(Unavailable, "device {} cannot be used: {}", physical.name, refusals.join("; "));
        }
        let core = Core::new(instance, physical, limits)?;
        let queues = Queues::new(&core)?;
        let memory = Memory::new(&core, &queues.timelines);
        let id = DeviceId(NEXT.fetch_add(1, Ordering::Relaxed));
        Ok(Self(Arc::new(DeviceInner { id, info, queues, memory, nothing: OnceLock::new(), core })))
    }

    /// Tells it apart from other devices.
    pub fn id(&self) -> DeviceId {
        self.0.id
    }

    /// What it is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.0.info
    }

    /// Its limits, as this library keeps them.
    pub fn limits(&self) -> &DeviceLimits {
        &self.0.core.limits
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    pub(crate) fn queues(&self) -> &Arc<Queues> {
        &self.0.queues
    }

    pub(crate) fn memory(&self) -> &Arc<Memory> {
        &self.0.memory
    }

    /// Memory for bindings that have no bytes.
    pub(crate) fn nothing(&self) -> Result<SlabRange> {
        const BYTES: u64 = 64;
        let allocation = match self.0.nothing.get() {
            Some(allocation) => allocation,
            None => {
                let (made, _) = Allocation::new(self.memory(), MemoryKind::Device, BYTES, Reuse::Finished)?;
                self.0.nothing.get_or_init(|| made)
            }
        };
        Ok(SlabRange { slab: allocation.slab()?.clone(), offset: allocation.offset(), length: BYTES })
    }

    /// Memory held and used.
    pub fn memory_statistics(&self) -> MemoryStatistics {
        self.0.memory.statistics()
    }

    /// Calls of `vkQueueSubmit2` since the device was opened.
    pub fn submit_count(&self) -> u64 {
        self.0.queues.submits()
    }

    /// Returns memory that no buffer uses to the driver.
    pub fn trim(&self) {
        self.0.memory.trim();
    }

    /// What the validation layer said so far; nothing unless validation was asked for.
    pub fn validation_messages(&self) -> Vec<crate::ValidationMessage> {
        self.0.core.instance.messages()
    }

    /// The value of a property, `None` when it is not known. Keys are those of IREE's Vulkan driver.
    pub fn query(&self, category: &str, key: &str) -> Option<i64> {
        let core = &self.0.core;
        let limits = &core.limits;
        let flag = |name: &str| core.features.by_name(name).map(i64::from);
        let number = |value: u64| Some(i64::try_from(value).unwrap_or(i64::MAX));
        match (category, key) {
            ("hal.device.id", pattern) => Some(i64::from(glob(pattern, "vulkan"))),
            ("hal.executable.format", format) => supports_format(core, format).then_some(1),
            ("hal.device", "concurrency") => Some(self.0.queues.len() as i64),
            ("hal.dispatch", "concurrency") => Some(1),
            ("vulkan.device", "api_version") => Some(core.physical.api_version.into()),
            ("vulkan.device", "subgroup_size") => number(limits.subgroup_size),
            ("vulkan.device", "max_compute_workgroup_invocations") => number(limits.max_compute_work_group_invocations),
            ("vulkan.device", "max_compute_workgroup_size_x") => number(limits.max_compute_work_group_size_x),
            ("vulkan.device", "max_compute_workgroup_size_y") => number(limits.max_compute_work_group_size_y),
            ("vulkan.device", "max_compute_workgroup_size_z") => number(limits.max_compute_work_group_size_z),
            ("vulkan.device", "max_compute_workgroup_count_x") => number(limits.max_compute_work_group_count_x),
            ("vulkan.device", "max_compute_workgroup_count_y") => number(limits.max_compute_work_group_count_y),
            ("vulkan.device", "max_compute_workgroup_count_z") => number(limits.max_compute_work_group_count_z),
            ("vulkan.feature", "buffer_device_address" | "physical_storage_buffer64") => flag("bufferDeviceAddress"),
            ("vulkan.feature", "subgroup_size_control") => flag("subgroupSizeControl"),
            ("vulkan.feature", "cooperative_matrix_khr") | ("vulkan.cooperative_matrix", "supported") => {
                flag("cooperativeMatrix")
            }
            ("vulkan.feature", "storage_buffer_8bit_access") => flag("storageBuffer8BitAccess"),
            ("vulkan.feature", "storage_buffer_16bit_access") => flag("storageBuffer16BitAccess"),
            ("vulkan.feature", "shader_float16") => flag("shaderFloat16"),
            ("vulkan.feature", "shader_float64") => flag("shaderFloat64"),
            ("vulkan.feature", "shader_int8") => flag("shaderInt8"),
            ("vulkan.feature", "shader_int16") => flag("shaderInt16"),
            ("vulkan.feature", "shader_int64") => flag("shaderInt64"),
            ("vulkan.feature", "shader_integer_dot_product") => flag("shaderIntegerDotProduct"),
            ("vulkan.feature", "vulkan_memory_model") => flag("vulkanMemoryModel"),
            ("vulkan.feature", "vulkan_memory_model_device_scope") => flag("vulkanMemoryModelDeviceScope"),
            _ => None,
        }
    }

    /// The memory for a buffer, and the bits it really has.
    fn memory_for(&self, wanted: u32) -> (MemoryKind, u32) {
        let host = wanted & memory_type::HOST_VISIBLE != 0;
        let kind = match wanted {
            w if w & memory_type::DEVICE_LOCAL == memory_type::DEVICE_LOCAL && !host => MemoryKind::Device,
            w if w & memory_type::HOST_CACHED != 0 || (host && w & memory_type::HOST_LOCAL == memory_type::HOST_LOCAL) => {
                MemoryKind::Readback
            }
            _ if host => MemoryKind::Upload,
            _ => MemoryKind::Device,
        };
        let unified = self.0.core.physical.is_unified();
        let mapped = kind != MemoryKind::Device || unified;
        let host_bits = memory_type::HOST_VISIBLE | memory_type::HOST_COHERENT;
        let device_bits =
            if kind == MemoryKind::Device || unified { memory_type::DEVICE_LOCAL } else { memory_type::DEVICE_VISIBLE };
        (kind, wanted | device_bits | if mapped { host_bits } else { 0 })
    }

    fn new_buffer(&self, desc: AllocaDesc, reuse: Reuse) -> Result<(Buffer, Points)> {
        let (kind, bits) = self.memory_for(desc.memory_type);
        let (allocation, after) = if desc.size_bytes == 0 {
            (None, Points::default())
        } else {
            let (allocation, after) = Allocation::new(&self.0.memory, kind, desc.size_bytes, reuse)?;
            (Some(allocation), after)
        };
        Ok((Buffer::new(self.0.id, allocation, desc.size_bytes, bits, desc.usage), after))
    }

    /// A buffer that may be used at once.
    ///
    /// # Errors
    /// When the device has no memory for it, or it is over a limit.
    pub fn allocate(&self, desc: AllocaDesc) -> Result<Buffer> {
        Ok(self.new_buffer(desc, Reuse::Finished)?.0)
    }

    /// The bytes of `owner` from `offset_bytes` on as a buffer, without a copy; `None` when the device cannot do that for
    /// these bytes, or they are not where and how long it needs them to be.
    pub fn import(
        &self,
        owner: &Arc<dyn AsRef<[u8]> + Send + Sync>,
        offset_bytes: usize,
        length_bytes: usize,
        usage: u32,
    ) -> Option<Buffer> {
        let alignment = usize::try_from(self.limits().min_imported_host_pointer_alignment).ok().filter(|&a| a > 0)?;
        let bytes = (**owner).as_ref();
        let start = bytes.get(offset_bytes..)?.as_ptr() as usize;
        let size = length_bytes.checked_next_multiple_of(alignment)?;
        if length_bytes == 0 || !start.is_multiple_of(alignment) || offset_bytes.checked_add(size)? > bytes.len() {
            return None;
        }
        match crate::memory::Slab::import(&self.0.core, owner, offset_bytes, size as u64) {
            Ok(slab) => {
                let bits = memory_type::DEVICE_VISIBLE | memory_type::DEVICE_LOCAL;
                Some(Buffer::new(self.0.id, Some(Allocation::imported(slab)), length_bytes as u64, bits, usage))
            }
            Err(status) => {
                tracing::debug!("importing host memory: {status}");
                None
            }
        }
    }

    fn begin(&self, op: QueueOp<'_>, queue: QueueId, after: Points, work: Work) {
        start(Parked::new(&self.0.queues, queue, op.waits(), op.signals(), after, work));
    }

    fn own(&self, buffers: &[&Buffer]) -> Result<()> {
        if buffers.iter().any(|b| b.device_id() != self.0.id) {
            bail!(InvalidArgument, "the buffer belongs to another device");
        }
        Ok(())
    }

    /// A buffer that exists from the signal on, made of memory whose last use is over by then.
    ///
    /// # Errors
    /// When the device has no memory for it, or it is over a limit.
    pub fn queue_alloca(&self, op: QueueOp<'_>, desc: AllocaDesc) -> Result<Buffer> {
        let queue = self.0.queues.select(op.affinity);
        let (buffer, after) = self.new_buffer(desc, Reuse::OnQueue(queue))?;
        self.begin(op, queue, after, Work::Nothing);
        Ok(buffer)
    }

    /// Ends a buffer once the wait is over; its memory is used again from then on.
    ///
    /// # Errors
    /// When the buffer belongs to another device.
    pub fn queue_dealloca(&self, op: QueueOp<'_>, buffer: &Buffer) -> Result<()> {
        self.own(&[buffer])?;
        let queue = self.0.queues.select(op.affinity);
        let work = match buffer.allocation() {
            // Memory of the host is not ours to end.
            Some(allocation) if !allocation.outlives_pool() => Work::Release(allocation.clone()),
            _ => Work::Nothing,
        };
        self.begin(op, queue, Points::default(), work);
        Ok(())
    }

    fn transfer(&self, op: QueueOp<'_>, command: Option<InlineCommand>) {
        let queue = self.0.queues.select(op.affinity);
        self.begin(op, queue, Points::default(), command.map_or(Work::Nothing, Work::Inline));
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
        self.transfer(op, InlineCommand::fill(&self.0.memory, target, offset_bytes, length_bytes, pattern)?);
        Ok(())
    }

    /// Writes bytes, which are taken now.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_update(&self, op: QueueOp<'_>, bytes: &[u8], target: &Buffer, offset_bytes: u64) -> Result<()> {
        self.own(&[target])?;
        self.transfer(op, InlineCommand::update(&self.0.memory, bytes, target, offset_bytes)?);
        Ok(())
    }

    /// Copies a range.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_copy(&self, op: QueueOp<'_>, source: (&Buffer, u64), target: (&Buffer, u64), length_bytes: u64) -> Result<()> {
        self.own(&[source.0, target.0])?;
        self.transfer(op, InlineCommand::copy(source.0, source.1, target.0, target.1, length_bytes)?);
        Ok(())
    }

    /// Reads bytes of a file into a buffer.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn queue_read(&self, op: QueueOp<'_>, source: (&File, u64), target: (&Buffer, u64), length_bytes: u64) -> Result<()> {
        self.own(&[target.0])?;
        source.0.check_range(source.1, length_bytes)?;
        target.0.check_range(target.1, length_bytes)?;
        let (device, file, buffer) = (self.clone(), source.0.clone(), target.0.clone());
        let (from, to) = (source.1, target.1);
        let work = Work::Host(Box::new(move || device.read_file(&file, from, &buffer, to, length_bytes)));
        self.begin(op, self.0.queues.select(op.affinity), target.0.last_use(), work);
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
        let (device, buffer, file) = (self.clone(), source.0.clone(), target.0.clone());
        let (from, to) = (source.1, target.1);
        let work = Work::Host(Box::new(move || device.write_file(&buffer, from, &file, to, length_bytes)));
        self.begin(op, self.0.queues.select(op.affinity), Points::default(), work);
        Ok(())
    }

    fn read_file(&self, file: &File, from: u64, buffer: &Buffer, to: u64, length: u64) -> Result<()> {
        let mut done = 0;
        while done < length {
            let piece = (length - done).min(STAGING_BYTES);
            file.with_bytes(from + done, piece, |bytes| self.write_buffer(buffer, to + done, bytes))?;
            done += piece;
        }
        Ok(())
    }

    fn write_file(&self, buffer: &Buffer, from: u64, file: &File, to: u64, length: u64) -> Result<()> {
        let mut bytes = vec![0; length.min(STAGING_BYTES) as usize];
        let mut done = 0;
        while done < length {
            let piece = (length - done).min(STAGING_BYTES) as usize;
            self.read_buffer(buffer, from + done, &mut bytes[..piece])?;
            file.write(to + done, &bytes[..piece])?;
            done += piece as u64;
        }
        Ok(())
    }

    /// Signals once the wait is over.
    pub fn queue_barrier(&self, op: QueueOp<'_>) {
        self.begin(op, self.0.queues.select(op.affinity), Points::default(), Work::Nothing);
    }

    /// Calls `call` on the host once the wait is over, and signals when it returns; its failure fails the signal.
    pub fn queue_host_call(&self, op: QueueOp<'_>, call: impl FnOnce() -> Result<()> + Send + 'static) {
        self.begin(op, self.0.queues.select(op.affinity), Points::default(), Work::Host(Box::new(call)));
    }

    /// Runs a command buffer with a binding table.
    ///
    /// # Errors
    /// When the command buffer cannot be run, or not with this table.
    pub fn queue_execute(&self, op: QueueOp<'_>, commands: &CommandBuffer, table: &[BindingRef]) -> Result<()> {
        if commands.device_id() != self.0.id {
            bail!(InvalidArgument, "the command buffer belongs to another device");
        }
        let run = commands.run(table)?;
        let queue = self.0.queues.select(op.affinity & commands.affinity());
        self.begin(op, queue, Points::default(), Work::Native(run));
        Ok(())
    }

    /// Waits until the pipelines of `executables` are made, and has the device run each over no workgroup: drivers that
    /// compile a kernel at its first dispatch compile it now. Signals when that is done.
    ///
    /// # Errors
    /// Why a pipeline could not be made.
    pub fn queue_prewarm(&self, op: QueueOp<'_>, executables: &[Arc<Executable>]) -> Result<()> {
        let run = crate::command::prewarm(self, executables)?;
        self.begin(op, self.0.queues.select(op.affinity), Points::default(), Work::Native(run));
        Ok(())
    }

    /// Sees to it that work so far gets going.
    ///
    /// # Errors
    /// When the driver refuses it.
    pub fn flush(&self) -> Result<()> {
        self.0.queues.flush()
    }

    /// Loads device code. `constants` become specialization constants 0, 1, …
    ///
    /// # Errors
    /// What is wrong with the code, or what the device lacks for it.
    pub fn load_executable(&self, name: &str, format: &str, data: &[u8], constants: &[u32]) -> Result<Arc<Executable>> {
        Executable::new(&self.0.core, name, format, data, constants)
    }

    /// Writes bytes to a buffer and returns when they are there. Device work that uses them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, or the device fails.
    pub fn write_buffer(&self, buffer: &Buffer, offset_bytes: u64, bytes: &[u8]) -> Result<()> {
        if buffer.is_host_visible() {
            return buffer.write(offset_bytes, bytes);
        }
        let done = Fence::new();
        let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
        self.queue_update(op, bytes, buffer, offset_bytes)?;
        done.wait(None)
    }

    /// Reads bytes of a buffer, also of memory the host does not reach. Device work that writes them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, or the device fails.
    pub fn read_buffer(&self, buffer: &Buffer, offset_bytes: u64, bytes: &mut [u8]) -> Result<()> {
        if buffer.is_host_visible() {
            return buffer.read(offset_bytes, bytes);
        }
        let size_bytes = bytes.len() as u64;
        let staging = self.allocate(AllocaDesc {
            memory_type: memory_type::HOST_LOCAL,
            usage: crate::buffer_usage::TRANSFER,
            size_bytes,
        })?;
        let done = Fence::new();
        let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
        self.queue_copy(op, (buffer, offset_bytes), (&staging, 0), size_bytes)?;
        done.wait(None)?;
        staging.read(0, bytes)
    }

    /// Blocks until all work submitted so far is done.
    ///
    /// # Errors
    /// When the device fails, or at the deadline.
    pub fn wait_idle(&self, deadline: Option<Instant>) -> Result<()> {
        self.0.queues.flush()?;
        self.0.queues.wait(self.0.queues.all_submitted(), deadline)
    }
}

/// Whether `text` matches `pattern`, where `*` stands for any characters and `?` for one.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    // Positions in the pattern that can be reached after each character.
    let close = |mut states: HashSet<usize>| {
        let mut open: Vec<usize> = states.iter().copied().collect();
        while let Some(at) = open.pop() {
            if pattern.get(at) == Some(&'*') && states.insert(at + 1) {
                open.push(at + 1);
            }
        }
        states
    };
    let mut states = close(HashSet::from([0]));
    for &c in &text {
        let next = states.iter().filter_map(|&at| match pattern.get(at) {
            Some('*') => Some(at),
            Some(&p) if p == '?' || p == c => Some(at + 1),
            _ => None,
        });
        states = close(next.collect());
    }
    states.contains(&pattern.len())
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn globs_match_as_programs_expect() {
        assert!(glob("vulkan", "vulkan"));
        assert!(glob("vulkan*", "vulkan"));
        assert!(glob("*", "vulkan"));
        assert!(glob("v?l*n", "vulkan"));
        assert!(!glob("vulkan?", "vulkan"));
        assert!(!glob("local*", "vulkan"));
        assert!(!glob("", "vulkan"));
    }
}
