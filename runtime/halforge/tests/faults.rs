//! Every call into the driver fails once: each time there must be one typed error that names the function and the result,
//! no panic, no hang, no wrong number, and a device that can be opened again afterwards.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use halforge::hal::faults::{self, Fault};
use halforge::hal::{
    AllocaDesc, BindingRef, CommandBuffer, Device, DeviceSelector, Driver, DriverOptions, Event, Fence, FenceState,
    ProfileFilter, ProfileOptions, QueueOp, Status, buffer_usage, command_category, memory_type, profile_data,
};
use halforge::{Error, Program, Session, SessionOptions};

/// A call into the driver that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Calls of one function that are made to fail; beyond that they are much the same.
const MAX_CALLS: u64 = 24;

/// Functions that work without faults does not call: two are called when something failed before, one asks for the validation
/// layer.
const UNCALLED: &[&str] = &["vkDeviceWaitIdle", "vkSignalSemaphore", "vkEnumerateInstanceLayerProperties"];

/// Opens a device, and uses most of what the runtime can do on it.
fn work() -> Result<Vec<f32>, Error> {
    let cache_folder = Some(std::env::temp_dir().join(format!("halforge-faults-{}", std::process::id())));
    let driver = Driver::new(DriverOptions { faults: true, cache_folder, ..DriverOptions::default() })?;
    let device = driver.open(&DeviceSelector::Any)?;
    transfers(&device)?;
    shared_and_profiled(&device)?;
    let program = Program::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/multiply.hal.mlir"))?;
    let session = Session::new(&program, vec![device], SessionOptions::default())?;
    let mut products = Vec::new();
    for i in 1..=3 {
        let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0])?;
        let b = session.tensor(&[4], &[i as f32; 4])?;
        products.extend(session.to_vec::<f32>(&session.call("multiply", &[a, b])?[0])?);
    }
    Ok(products)
}

/// Fills, copies and updates of odd lengths, on a chain of fences, some of it waiting before the signal.
fn transfers(device: &Device) -> Result<(), Status> {
    let (memory_type, usage) = (memory_type::DEVICE_LOCAL, buffer_usage::TRANSFER);
    let desc = |size_bytes| AllocaDesc { memory_type, usage, size_bytes, ..AllocaDesc::default() };
    let (first, filled, copied, late) = (Fence::new(), Fence::new(), Fence::new(), Fence::new());
    let op = |wait, signal| QueueOp { affinity: u64::MAX, wait, signal: Some(signal) };
    let source = device.queue_alloca(op(None, &first), None, desc(1 << 20), 0)?;
    let target = device.allocate(desc(1021))?;
    device.queue_copy(op(Some(&filled), &copied), (&source, 3), (&target, 1), 1000)?;
    device.queue_fill(op(Some(&first), &filled), &source, 1, 1021, (0xAB, 1))?;
    device.queue_update(op(Some(&copied), &late), &[1, 2, 3], &target, 1018)?;
    if let FenceState::Failed(status) = late.query() {
        return Err(status);
    }
    late.wait(None)?;
    let mut bytes = [0; 1021];
    device.read_buffer(&target, 0, &mut bytes)?;
    assert!(bytes[1..1001].iter().all(|&b| b == 0xAB), "a transfer went wrong without an error");
    assert_eq!(bytes[1018..], [1, 2, 3]);
    device.queue_dealloca(op(Some(&late), &Fence::new()), &source, 0)
}

/// Memory of the host as the device's, an event between commands, and how long they took. Devices may lack any of these.
fn shared_and_profiled(device: &Device) -> Result<(), Status> {
    let memory_type = memory_type::DEVICE_LOCAL;
    let usage = buffer_usage::TRANSFER;
    let target = device.sharing().allocate(AllocaDesc { memory_type, usage, size_bytes: 64, ..AllocaDesc::default() })?;
    let event = Event::new(device)?;
    let commands = CommandBuffer::new(device, 0, command_category::ANY, u64::MAX, 0)?;
    commands.signal_event(&event)?;
    commands.wait_events(std::slice::from_ref(&event))?;
    commands.fill_buffer(BindingRef::whole(&target), 7, 4)?;
    commands.finalize()?;
    let data = profile_data::DEVICE_QUEUE_EVENTS;
    let profiling = device.begin_profiling(ProfileOptions { data, filter: ProfileFilter::default() })?;
    let done = Fence::new();
    device.queue_execute(QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) }, &commands, &[])?;
    done.wait(None)?;
    profiling.finish()?;
    let mut bytes = [0; 64];
    device.read_buffer(&target, 0, &mut bytes)?;
    assert_eq!(bytes[..8], [7, 0, 0, 0, 7, 0, 0, 0]);
    Ok(())
}

fn expected() -> Vec<f32> {
    (1..=3).flat_map(|i| [1.0, 2.0, 3.0, 4.0].map(|x| x * i as f32)).collect()
}

/// Runs the work on a thread of its own, so that a hang is seen.
fn guarded(what: &str) -> Result<Vec<f32>, Error> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        // The receiver is gone only when it gave up.
        let _ = sender.send(work());
    });
    let result = receiver.recv_timeout(PATIENCE);
    if matches!(result, Err(mpsc::RecvTimeoutError::Timeout)) {
        panic!("{what}: hangs");
    }
    thread.join().unwrap_or_else(|_| panic!("{what}: panics"));
    result.unwrap_or_else(|_| panic!("{what}: gives nothing"))
}

#[test]
fn every_call_into_the_driver_may_fail() {
    faults::reset();
    assert_eq!(guarded("without faults").unwrap(), expected());
    let counted = faults::calls();
    let uncalled: Vec<&str> = counted.iter().filter(|(_, calls)| *calls == 0).map(|(name, _)| *name).collect();
    assert!(uncalled.iter().all(|name| UNCALLED.contains(name)), "the work calls none of {uncalled:?}");
    let mut injected = 0;
    for (function, calls) in counted {
        let fault = match function {
            "vkQueueSubmit2" | "vkWaitSemaphores" | "vkGetSemaphoreCounterValue" => Fault::DeviceLost,
            _ => Fault::OutOfDeviceMemory,
        };
        let once = (1..=calls.min(MAX_CALLS)).map(|number| number..=number);
        // A driver that fails from then on, as one does that has no memory left.
        let always = (1..=calls.min(MAX_CALLS)).map(|number| number..=u64::MAX);
        for numbers in once.chain(always) {
            let what = format!("calls {numbers:?} of {function}");
            faults::reset();
            assert!(faults::arm(function, numbers, fault), "{function} is not listed");
            match guarded(&what) {
                // The runtime can do without: a query that fails means that nothing is known yet.
                Ok(products) => assert_eq!(products, expected(), "{what}: a wrong number"),
                Err(error) => {
                    let text = error.to_string();
                    let name = match (function, fault) {
                        // The memory allocator gives only the words of this result.
                        ("vkMapMemory", _) => "A device memory allocation has failed",
                        (_, Fault::DeviceLost) => "VK_ERROR_DEVICE_LOST",
                        _ => "VK_ERROR_OUT_OF_DEVICE_MEMORY",
                    };
                    if fault == Fault::DeviceLost {
                        assert!(text.contains("known to have finished"), "{what}: {text}");
                        assert!(text.contains("in flight: "), "{what}: {text}");
                    }
                    assert!(text.contains(function) && text.contains(name), "{what}: {text}");
                }
            }
            injected += 1;
            faults::reset();
            assert_eq!(guarded(&format!("after {what}")).unwrap(), expected());
        }
    }
    assert!(injected > 80, "only {injected} calls were made to fail");
}
