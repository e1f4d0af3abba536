//! Opens a device, runs one fill on it, and then does nothing for some seconds: what a process costs that waits for work.
//!
//! `idle SECONDS`

use std::error::Error;
use std::time::Duration;

use halforge_hal::{AllocaDesc, DeviceSelector, Driver, DriverOptions, Fence, QueueOp, buffer_usage, memory_type};

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).ok_or("usage: idle SECONDS")?.parse()?;
    let device = Driver::new(DriverOptions::default())?.open(&DeviceSelector::Any)?;
    let (memory_type, usage) = (memory_type::DEVICE_LOCAL, buffer_usage::TRANSFER);
    let desc = AllocaDesc { memory_type, usage, size_bytes: 64, ..AllocaDesc::default() };
    let buffer = device.allocate(desc)?;
    let done = Fence::new();
    let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
    device.queue_fill(op, &buffer, 0, 64, (0, 4))?;
    done.wait(None)?;
    std::thread::sleep(Duration::from_secs_f64(seconds));
    Ok(())
}
