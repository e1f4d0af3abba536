//! Profiles: what queue operations and dispatches took, on the host and on the device.
//!
//! While a profile is taken, operations carry a [`Probe`]; commands are recorded with timestamps around them, for this run
//! only, so that nothing is left of it afterwards. Timestamps of a queue are related to the host's clock by one that is
//! written when the profile begins. They are masked to the bits that are valid; differences survive one overflow.

mod session;
mod timestamps;

pub(crate) use session::{Probe, Session};
pub(crate) use timestamps::{Pair, TimestampPool};

use crate::device::Device;
use crate::status::{Result, StatusCode};

/// Bits of what a profile records.
pub mod profile_data {
    /// Queue operations as they are asked for.
    pub const QUEUE_EVENTS: u32 = 1;
    /// The host's work for queue operations.
    pub const HOST_EXECUTION_EVENTS: u32 = 2;
    /// The device's work for queue operations.
    pub const DEVICE_QUEUE_EVENTS: u32 = 4;
    /// Each dispatch on the device.
    pub const DISPATCH_EVENTS: u32 = 8;
    /// All of it.
    pub const ALL: u32 = 15;
}

/// Which dispatches a profile records; what is not given lets all pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProfileFilter {
    /// Pattern for the function's name, with `*` and `?`.
    pub function: Option<String>,
    /// The command buffer, by [`CommandBuffer::id`](crate::CommandBuffer::id).
    pub command_buffer: Option<u64>,
    /// Position of the command in its command buffer.
    pub command_index: Option<u32>,
}

/// What a profile records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfileOptions {
    /// Bits of [`profile_data`].
    pub data: u32,
    /// Which dispatches.
    pub filter: ProfileFilter,
}

/// A kind of queue operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    /// `queue.alloca`
    Alloca,
    /// `queue.dealloca`
    Dealloca,
    /// `queue.fill`
    Fill,
    /// `queue.update`
    Update,
    /// `queue.copy`
    Copy,
    /// `queue.read`
    Read,
    /// `queue.write`
    Write,
    /// `queue.barrier`
    Barrier,
    /// A call of the host.
    HostCall,
    /// `queue.execute`
    Execute,
    /// A dispatch that no command buffer holds.
    Dispatch,
}

/// A queue operation, known in all events by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperationRef {
    /// Number, from 1 in the order operations are asked for.
    pub number: u64,
    /// Kind.
    pub kind: OperationKind,
    /// Position of its queue.
    pub queue: usize,
}

/// A queue operation was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueEvent {
    /// The operation.
    pub operation: OperationRef,
    /// When, in nanoseconds from the profile's begin.
    pub time_ns: u64,
}

/// From when to when, in nanoseconds from the profile's begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Begin.
    pub begin_ns: u64,
    /// End.
    pub end_ns: u64,
}

/// The host worked for an operation: recorded it and handed it over, or made its call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostEvent {
    /// The operation.
    pub operation: OperationRef,
    /// When.
    pub span: Span,
    /// How it failed, if it did.
    pub failure: Option<StatusCode>,
}

/// The device worked for an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceEvent {
    /// The operation.
    pub operation: OperationRef,
    /// When.
    pub span: Span,
}

/// The device ran a dispatch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DispatchEvent {
    /// The operation it was part of.
    pub operation: OperationRef,
    /// Name of the function.
    pub function: String,
    /// The command buffer, by [`CommandBuffer::id`](crate::CommandBuffer::id); nothing for a dispatch of its own.
    pub command_buffer: Option<u64>,
    /// Position in the command buffer.
    pub command_index: u32,
    /// Workgroups in x, y and z; nothing when the device read the counts.
    pub workgroup_counts: Option<[u32; 3]>,
    /// When.
    pub span: Span,
}

/// What was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// Nanoseconds from begin to end.
    pub duration_ns: u64,
    /// Operations as they were asked for.
    pub queue_events: Vec<QueueEvent>,
    /// The host's work, in the order it ended.
    pub host_events: Vec<HostEvent>,
    /// The device's work for operations.
    pub device_events: Vec<DeviceEvent>,
    /// Dispatches.
    pub dispatch_events: Vec<DispatchEvent>,
    /// Events that were too many to be kept.
    pub dropped_events: u64,
}

/// A profile being taken. Dropped without [`Profiling::finish`], it is given up.
#[derive(Debug)]
pub struct Profiling {
    device: Device,
}

impl Profiling {
    pub(crate) fn begin(device: &Device, options: ProfileOptions) -> Result<Self> {
        device.set_profile(Some(Session::begin(device.queues(), options)?))?;
        Ok(Self { device: device.clone() })
    }

    /// Waits for the work so far and ends the profile.
    ///
    /// # Errors
    /// When the device fails.
    pub fn finish(self) -> Result<Profile> {
        self.device.wait_idle(None)?;
        match self.device.profile() {
            Some(session) => session.finish(self.device.queues()),
            None => Ok(Profile::default()),
        }
    }
}

impl Drop for Profiling {
    fn drop(&mut self) {
        // Taking a profile away does not fail.
        let _ = self.device.set_profile(None);
    }
}
