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

mod buffer;
mod buffer_view;
mod command;
mod core;
mod device;
mod driver;
mod executable;
mod file;
mod limits;
mod memory;
mod queue;
mod status;
mod vk;

pub use buffer::{Buffer, buffer_usage, memory_type};
pub use buffer_view::{BufferView, ENCODING_DENSE_ROW_MAJOR, ENCODING_OPAQUE, MAX_RANK};
pub use command::{
    BindingRef, BufferRef, CommandBuffer, DispatchDesc, Grid, command_buffer_mode, command_category, execution_stage,
};
pub use device::{AllocaDesc, Device, DeviceId, QueueOp};
pub use driver::{DeviceInfo, DeviceSelector, Driver, DriverOptions};
pub use executable::{EXECUTABLE_FORMATS, Executable, FunctionInfo};
pub use file::{File, MappedFile, SharedBytes};
pub use limits::DeviceLimits;
pub use memory::{MemoryStatistics, PoolStatistics};
pub use queue::{Fence, FenceFuture, FenceState, MAX_SEMAPHORE_VALUE, Semaphore, Timepoint};
pub use status::{Result, Status, StatusCode};
pub use vk::{ValidationMessage, faults};
