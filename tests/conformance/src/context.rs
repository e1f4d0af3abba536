//! What a case works with: the device, and short ways to what most cases do.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use halforge_hal::{
    AllocaDesc, Buffer, Device, Driver, Executable, Fence, QueueOp, Result, Status, StatusCode, buffer_usage, memory_type,
};
use halforge_shaders::{Abi, Kernel, container};
use parking_lot::Mutex;

use crate::case::Variant;

/// Longest that a case waits for something that must come.
const PATIENCE: Duration = Duration::from_secs(120);

/// How commands name buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Each command names its buffers.
    Direct,
    /// Commands name slots of a table that is given when they run.
    Indirect,
}

impl Mode {
    /// The name in test names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Indirect => "indirect",
        }
    }
}

/// What a case works with.
pub struct Context {
    /// The driver.
    pub driver: Driver,
    /// The device.
    pub device: Device,
    pub(crate) variant: Variant,
}

/// Device local memory for everything but mapping.
pub(crate) fn local(size_bytes: u64) -> AllocaDesc {
    AllocaDesc {
        memory_type: memory_type::DEVICE_LOCAL,
        usage: buffer_usage::DEFAULT | buffer_usage::DISPATCH_INDIRECT_PARAMETERS,
        size_bytes,
        ..AllocaDesc::default()
    }
}

/// Memory that the host maps.
pub(crate) fn mapped(size_bytes: u64) -> AllocaDesc {
    AllocaDesc {
        memory_type: memory_type::HOST_LOCAL | memory_type::DEVICE_VISIBLE,
        usage: buffer_usage::DEFAULT | buffer_usage::MAPPING,
        size_bytes,
        ..AllocaDesc::default()
    }
}

/// An operation on any queue.
pub(crate) fn on_any<'o>(wait: impl Into<Option<&'o Fence>>, signal: impl Into<Option<&'o Fence>>) -> QueueOp<'o> {
    QueueOp { affinity: u64::MAX, wait: wait.into(), signal: signal.into() }
}

/// An operation on one queue.
pub(crate) fn on<'o>(queue: u32, wait: impl Into<Option<&'o Fence>>, signal: impl Into<Option<&'o Fence>>) -> QueueOp<'o> {
    QueueOp { affinity: 1 << queue, wait: wait.into(), signal: signal.into() }
}

/// Waits for what must come.
pub(crate) fn wait(fence: &Fence) -> Result<()> {
    fence.wait(Some(soon()))
}

/// When patience ends.
pub(crate) fn soon() -> Instant {
    Instant::now() + PATIENCE
}

/// Bytes of numbers.
pub(crate) fn bytes_of<const N: usize, T: Copy>(numbers: &[T], to_bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| to_bytes(number)).collect()
}

impl Context {
    pub(crate) fn new(driver: &Driver, device: &Device, variant: Variant) -> Self {
        Self { driver: driver.clone(), device: device.clone(), variant }
    }

    /// How commands name buffers.
    pub(crate) fn mode(&self) -> Mode {
        self.variant.mode.unwrap_or(Mode::Direct)
    }

    /// How kernels find their bindings.
    pub(crate) fn abi(&self) -> Abi {
        self.variant.abi.unwrap_or(Abi::Descriptor)
    }

    /// A device local buffer with these bytes.
    pub(crate) fn buffer(&self, bytes: &[u8]) -> Result<Buffer> {
        let buffer = self.device.allocate(local(bytes.len() as u64))?;
        self.device.write_buffer(&buffer, 0, bytes)?;
        Ok(buffer)
    }

    /// A device local buffer with these numbers.
    pub(crate) fn numbers(&self, numbers: &[u32]) -> Result<Buffer> {
        self.buffer(&bytes_of(numbers, u32::to_le_bytes))
    }

    /// A device local buffer with these numbers.
    pub(crate) fn floats(&self, numbers: &[f32]) -> Result<Buffer> {
        self.buffer(&bytes_of(numbers, f32::to_le_bytes))
    }

    /// A device local buffer of `size` zeros.
    pub(crate) fn zeroed(&self, size: u64) -> Result<Buffer> {
        self.buffer(&vec![0; size as usize])
    }

    /// The bytes of a buffer.
    pub(crate) fn bytes(&self, buffer: &Buffer) -> Result<Vec<u8>> {
        let mut bytes = vec![0; buffer.length_bytes() as usize];
        self.device.read_buffer(buffer, 0, &mut bytes)?;
        Ok(bytes)
    }

    /// The numbers of a buffer.
    pub(crate) fn read_numbers(&self, buffer: &Buffer) -> Result<Vec<u32>> {
        Ok(self.bytes(buffer)?.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
    }

    /// The numbers of a buffer.
    pub(crate) fn read_floats(&self, buffer: &Buffer) -> Result<Vec<f32>> {
        Ok(self.bytes(buffer)?.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
    }

    /// A kernel, for the ABI of the variant.
    pub(crate) fn executable(&self, kernel: &Kernel) -> Result<Arc<Executable>> {
        self.device.load_executable(kernel.name, self.abi().format(), &self.container(kernel)?, &[])
    }

    /// The container of a kernel, which is compiled once.
    pub(crate) fn container(&self, kernel: &Kernel) -> Result<Arc<[u8]>> {
        type Containers = Mutex<HashMap<(&'static str, &'static str), Arc<[u8]>>>;
        static MADE: OnceLock<Containers> = OnceLock::new();
        let key = (kernel.name, self.abi().format());
        let mut made = MADE.get_or_init(Mutex::default).lock();
        if let Some(bytes) = made.get(&key) {
            return Ok(bytes.clone());
        }
        let bytes = container(kernel, self.abi()).map_err(|error| Status::new(StatusCode::Internal, error.to_string()))?;
        let bytes = Arc::<[u8]>::from(bytes);
        made.insert(key, bytes.clone());
        Ok(bytes)
    }
}
