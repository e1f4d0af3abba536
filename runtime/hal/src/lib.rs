//! The HAL on Vulkan: devices, memory, buffers, command buffers, queues, fences, executables and files.
//!
//! Names are those of IREE's `hal` dialect; what each does is what programs of that dialect expect. No Vulkan type is in
//! the public interface. Every failure is a [`Status`]; nothing panics because of what a program, a file or a driver does.
//!
//! - [`Driver`] lists devices and opens them; a [`Device`] makes everything else.
//! - [`Fence`]s order work. Work is submitted in batches, and ordered on the device wherever it can be.
//! - [`CommandBuffer`]s are recorded once and replayed.
//!
//! This is the only crate of the project with `unsafe` code.

mod allocations;
mod buffer;
mod buffer_view;
mod channel;
mod command;
mod core;
mod device;
mod driver;
mod executable;
mod file;
mod glob;
mod limits;
mod mapping;
mod memory;
mod objects;
mod profile;
mod queue;
mod recycled;
mod status;
mod vk;

pub use allocations::{CountingAllocator, allocation_count, live_allocations};
pub use buffer::{Buffer, buffer_usage, memory_access, memory_type};
pub use buffer_view::{BufferView, ENCODING_DENSE_ROW_MAJOR, ENCODING_OPAQUE, MAX_RANK};
pub use channel::{Channel, ChannelDesc, CollectiveDesc};
pub use command::{
    BindingRef, BufferRef, CommandBuffer, DispatchDesc, Event, Grid, WHOLE_BUFFER, command_buffer_mode, command_category,
    dispatch_flag, execution_stage,
};
pub use device::{AllocaDesc, BufferCompatibility, Device, DeviceId, Pool, PoolDesc, QueueOp, alloca_flag, dealloca_flag};
pub use driver::{DeviceInfo, DeviceSelector, Driver, DriverOptions, HostWait};
pub use executable::{EXECUTABLE_FORMATS, Executable, ExecutableCache, FunctionInfo, FunctionParameter};
pub use file::{File, MappedFile, SharedBytes};
pub use halforge_collective as collective;
pub use limits::DeviceLimits;
pub use mapping::Mapping;
pub use memory::{MemoryOptions, MemoryStatistics, POISON_FRESH, POISON_GONE, PoolPolicy, PoolStatistics};
pub use profile::{
    DeviceEvent, DispatchEvent, HostEvent, OperationKind, OperationRef, Profile, ProfileFilter, ProfileOptions, Profiling,
    QueueEvent, Span, profile_data,
};
pub use queue::{
    Completion, Fence, FenceFuture, FenceState, HostCall, MAX_SEMAPHORE_VALUE, Semaphore, Timepoint, live_semaphores,
};
pub use status::{Result, Status, StatusCode};
pub use vk::{ValidationMessage, faults};
