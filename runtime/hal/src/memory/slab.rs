//! A piece of memory taken from the driver: one `VkBuffer` over all of it.

use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme};
use parking_lot::Mutex;

use super::MemoryKind;
use super::budget::Share;
use super::pages::Pages;
use crate::core::{Core, families};
use crate::objects::{Live, ObjectKind};
use crate::status::{Result, Status, StatusCode};
use crate::vk::{VkResultExt, status_of};

/// Every use a HAL buffer may be put to; slabs are shared between buffers of all usages.
const USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::UNIFORM_BUFFER.as_raw()
        | vk::BufferUsageFlags::INDIRECT_BUFFER.as_raw(),
);

/// The identity of a [`Slab`], never used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SlabId(u64);

impl SlabId {
    /// Stands for no slab.
    pub(crate) const NONE: Self = Self(0);

    fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// What keeps memory of the host alive.
enum Owner {
    Bytes { _bytes: Arc<dyn AsRef<[u8]> + Send + Sync> },
    Pages(Arc<Pages>),
}

/// A `VkBuffer` and its memory.
pub(crate) struct Slab {
    core: Arc<Core>,
    /// Tells slabs apart, also from those that are gone.
    pub(crate) id: SlabId,
    pub(crate) raw: vk::Buffer,
    memory: SlabMemory,
    pub(crate) size: u64,
    /// Device address of the first byte; 0 when the device has no addresses.
    pub(crate) address: u64,
    mapped: Option<NonNull<u8>>,
    /// The same memory for other devices.
    twins: Mutex<Vec<Arc<Self>>>,
    /// What it takes of the device's budget; nothing for memory that is not its own.
    share: Option<Share>,
    _live: Live,
}

enum SlabMemory {
    /// From the allocator.
    Pooled(Option<Allocation>),
    /// Memory of the host, which the owner keeps alive.
    Imported { memory: vk::DeviceMemory, owner: Owner },
}

// SAFETY: the mapped pointer is only used to copy bytes in and out, under the ordering that fences give; everything else
// is Send and Sync by itself.
unsafe impl Send for Slab {}
// SAFETY: as above.
unsafe impl Sync for Slab {}

fn create_buffer(core: &Core, size: u64, next: Option<&mut vk::ExternalMemoryBufferCreateInfo<'_>>) -> Result<vk::Buffer> {
    let families = families(&core.lanes);
    let mut usage = USAGE;
    if core.has_addresses() {
        usage |= vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
    }
    let mut info = vk::BufferCreateInfo::default().size(size).usage(usage);
    info = if families.len() > 1 {
        info.sharing_mode(vk::SharingMode::CONCURRENT).queue_family_indices(&families)
    } else {
        info.sharing_mode(vk::SharingMode::EXCLUSIVE)
    };
    if let Some(next) = next {
        info = info.push_next(next);
    }
    // SAFETY: the device is alive; `info` and what it points to live until the call returns.
    unsafe { core.raw.create_buffer(&info, None) }.status("vkCreateBuffer")
}

impl Slab {
    /// A buffer that has no memory yet.
    fn over(core: &Arc<Core>, raw: vk::Buffer, size: u64) -> Self {
        Self {
            core: core.clone(),
            id: SlabId::next(),
            raw,
            memory: SlabMemory::Pooled(None),
            size,
            address: 0,
            mapped: None,
            twins: Mutex::default(),
            share: None,
            _live: Live::new(&core.objects, ObjectKind::Slab),
        }
    }

    /// `size` bytes of new memory, or somewhat more.
    pub(crate) fn new(core: &Arc<Core>, kind: MemoryKind, size: u64) -> Result<Self> {
        let share = core.budget.take(size)?;
        if kind == MemoryKind::Shared {
            let mut slab = Self::over_pages(core, &Arc::new(Pages::new(size)?))?;
            slab.share = Some(share);
            return Ok(slab);
        }
        let raw = create_buffer(core, size, None)?;
        // From here on `slab` cleans up.
        let mut slab = Self::over(core, raw, size);
        // SAFETY: the buffer was just made by this device.
        let requirements = unsafe { core.raw.get_buffer_memory_requirements(raw) };
        let location = match kind {
            MemoryKind::Device if core.physical.is_unified() => MemoryLocation::CpuToGpu,
            MemoryKind::Device => MemoryLocation::GpuOnly,
            MemoryKind::Upload | MemoryKind::Shared => MemoryLocation::CpuToGpu,
            MemoryKind::Readback => MemoryLocation::GpuToCpu,
        };
        let desc = AllocationCreateDesc {
            name: kind.name(),
            requirements,
            location,
            linear: true,
            allocation_scheme: AllocationScheme::DedicatedBuffer(raw),
        };
        let allocation = core.allocator.lock().allocate(&desc).map_err(|error| allocation_status(&error, size))?;
        // SAFETY: memory and offset come from the allocation made for this buffer, which is not bound yet.
        unsafe { core.raw.bind_buffer_memory(raw, allocation.memory(), allocation.offset()) }.status("vkBindBufferMemory")?;
        // Memory that is not coherent would need flushes; the host then goes through copies.
        let coherent = allocation.memory_properties().contains(vk::MemoryPropertyFlags::HOST_COHERENT);
        slab.mapped = allocation.mapped_ptr().filter(|_| coherent).map(NonNull::cast);
        slab.memory = SlabMemory::Pooled(Some(allocation));
        slab.share = Some(share);
        slab.address = slab.device_address();
        Ok(slab)
    }

    /// The bytes of `owner` from `offset` on as a buffer of `size`, without a copy.
    ///
    /// Address and size must be multiples of the device's import alignment.
    pub(crate) fn import(
        core: &Arc<Core>,
        owner: &Arc<dyn AsRef<[u8]> + Send + Sync>,
        offset: usize,
        size: u64,
    ) -> Result<Self> {
        let bytes = &(**owner).as_ref()[offset..];
        Self::import_at(core, bytes.as_ptr().cast_mut(), size, Owner::Bytes { _bytes: owner.clone() })
    }

    /// Pages of the host, which it reads and writes too.
    fn over_pages(core: &Arc<Core>, pages: &Arc<Pages>) -> Result<Self> {
        let start = pages.start()?;
        let mut slab = Self::import_at(core, start.as_ptr(), pages.size(), Owner::Pages(pages.clone()))?;
        slab.mapped = Some(start);
        Ok(slab)
    }

    /// The same memory for the device of `core`.
    ///
    /// # Errors
    /// When it is not made of pages that other devices import, or this one cannot.
    pub(crate) fn on(self: &Arc<Self>, core: &Arc<Core>) -> Result<Arc<Self>> {
        if Arc::ptr_eq(&self.core, core) {
            return Ok(self.clone());
        }
        let SlabMemory::Imported { owner: Owner::Pages(pages), .. } = &self.memory else {
            return Err(Status::new(StatusCode::InvalidArgument, "the buffer belongs to another device"));
        };
        let mut twins = self.twins.lock();
        if let Some(twin) = twins.iter().find(|twin| Arc::ptr_eq(&twin.core, core)) {
            return Ok(twin.clone());
        }
        let twin = Arc::new(Self::over_pages(core, pages)?);
        twins.push(twin.clone());
        Ok(twin)
    }

    /// `size` bytes of the host's memory from `pointer` on, which `owner` keeps alive.
    fn import_at(core: &Arc<Core>, pointer: *mut u8, size: u64, owner: Owner) -> Result<Self> {
        let Some(functions) = &core.external_memory_host else {
            return Err(Status::new(
                StatusCode::Unavailable,
                "the device cannot import host memory (VK_EXT_external_memory_host)",
            ));
        };
        let pointer = pointer.cast();
        let handle = vk::ExternalMemoryHandleTypeFlags::HOST_ALLOCATION_EXT;
        let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(handle);
        let raw = create_buffer(core, size, Some(&mut external))?;
        let mut slab = Self::over(core, raw, size);
        let mut properties = vk::MemoryHostPointerPropertiesEXT::default();
        // SAFETY: the extension is enabled; the pointer is to memory that `owner` keeps alive.
        unsafe { (functions.fp().get_memory_host_pointer_properties_ext)(core.raw.handle(), handle, pointer, &mut properties) }
            .result()
            .status("vkGetMemoryHostPointerPropertiesEXT")?;
        // SAFETY: the buffer was just made by this device.
        let requirements = unsafe { core.raw.get_buffer_memory_requirements(raw) };
        let usable = properties.memory_type_bits & requirements.memory_type_bits;
        if usable == 0 || requirements.size > size {
            return Err(Status::new(StatusCode::Unavailable, "no memory type takes this host memory"));
        }
        let mut import = vk::ImportMemoryHostPointerInfoEXT::default().handle_type(handle).host_pointer(pointer);
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let mut info = vk::MemoryAllocateInfo::default()
            .allocation_size(size)
            .memory_type_index(usable.trailing_zeros())
            .push_next(&mut import);
        if core.has_addresses() {
            info = info.push_next(&mut flags);
        }
        // SAFETY: the host memory is alive, aligned and at least `size` long; `info` lives until the call returns.
        let device_memory = unsafe { core.raw.allocate_memory(&info, None) }.status("vkAllocateMemory")?;
        slab.memory = SlabMemory::Imported { memory: device_memory, owner };
        // SAFETY: the memory was made for this buffer, which is not bound yet.
        unsafe { core.raw.bind_buffer_memory(raw, device_memory, 0) }.status("vkBindBufferMemory")?;
        slab.address = slab.device_address();
        Ok(slab)
    }

    fn device_address(&self) -> u64 {
        if !self.core.has_addresses() {
            return 0;
        }
        let info = vk::BufferDeviceAddressInfo::default().buffer(self.raw);
        // SAFETY: the buffer is bound, has the usage for it, and the feature is enabled.
        unsafe { self.core.raw.get_buffer_device_address(&info) }
    }

    /// Whether the host reaches the memory.
    pub(crate) fn is_mapped(&self) -> bool {
        self.mapped.is_some()
    }

    /// Copies bytes out. False when the host does not reach the memory.
    ///
    /// The range must lie in the slab, and no device work may write it meanwhile.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> bool {
        let Some(start) = self.mapped else { return false };
        assert!(offset <= self.size && bytes.len() as u64 <= self.size - offset, "a range lies in its slab");
        // SAFETY: the range was checked against the mapping, which is as long as the slab; bytes of a `&mut [u8]` do
        // not overlap it.
        unsafe { std::ptr::copy_nonoverlapping(start.as_ptr().add(offset as usize), bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Copies bytes in. False when the host does not reach the memory.
    ///
    /// The range must lie in the slab, and no device work may use it meanwhile.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> bool {
        let Some(start) = self.mapped else { return false };
        assert!(offset <= self.size && bytes.len() as u64 <= self.size - offset, "a range lies in its slab");
        // SAFETY: as in `read`.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start.as_ptr().add(offset as usize), bytes.len()) };
        true
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        // SAFETY: work that uses the slab keeps it alive, so nothing uses the buffer any more.
        unsafe { self.core.raw.destroy_buffer(self.raw, None) };
        match &mut self.memory {
            SlabMemory::Pooled(allocation) => {
                if let Some(allocation) = allocation.take()
                    && let Err(error) = self.core.allocator.lock().free(allocation)
                {
                    tracing::error!("freeing memory failed: {error}");
                }
            }
            SlabMemory::Imported { memory, .. } => {
                // SAFETY: the only buffer bound to the memory was destroyed above.
                unsafe { self.core.raw.free_memory(*memory, None) };
            }
        }
    }
}

fn allocation_status(error: &gpu_allocator::AllocationError, size: u64) -> Status {
    let status = match error {
        gpu_allocator::AllocationError::OutOfMemory => status_of("vkAllocateMemory", vk::Result::ERROR_OUT_OF_DEVICE_MEMORY),
        // The allocator keeps the words of the result, not the result.
        gpu_allocator::AllocationError::FailedToMap(what) => {
            Status::new(StatusCode::ResourceExhausted, format!("vkMapMemory failed: {what}"))
        }
        other => Status::new(StatusCode::Internal, format!("no memory: {other}")),
    };
    status.within(format!("allocating {size} bytes"))
}
