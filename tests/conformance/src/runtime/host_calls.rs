//! Calls of the host that do not end, while their device does.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use halforge_hal::{DeviceSelector, Fence, FenceState, HostCall, StatusCode};

use crate::case::{Case, further};
use crate::context::{Context, on_any, wait};
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] =
    &[further("runtime/host_calls.endless", endless), further("runtime/host_calls.outlive_their_device", outlive)];

/// Longest that closing a device may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// More calls than there are threads for never return: their device goes all the same, and what waits for them fails.
fn endless(context: &Context) -> Outcome {
    let device = context.driver.open(&DeviceSelector::Ordinal(context.device.info().ordinal))?;
    let (dones, after): (Vec<Fence>, Fence) = ((0..20).map(|_| Fence::new()).collect(), Fence::new());
    let mut ends = Vec::new();
    for done in &dones {
        let (end, ended) = mpsc::channel::<()>();
        let call = move || {
            // It returns when the case is over.
            let _ = ended.recv();
            Ok(())
        };
        device.queue_host_call(on_any(None, done), HostCall::Blocking(Box::new(call)));
        ends.push(end);
    }
    device.queue_barrier(on_any(&dones[0], &after));
    let begin = Instant::now();
    drop(device);
    assert!(begin.elapsed() < PATIENCE, "closing the device took {:?}", begin.elapsed());
    for fence in dones.iter().chain([&after]) {
        assert_eq!(refusal(wait(fence))?.code(), StatusCode::Aborted);
    }
    drop(ends);
    Ok(())
}

/// A call that ends in time ends its operation, also when the device is being closed already.
fn outlive(context: &Context) -> Outcome {
    let device = context.driver.open(&DeviceSelector::Ordinal(context.device.info().ordinal))?;
    let done = Fence::new();
    let call = || {
        std::thread::sleep(Duration::from_millis(100));
        Ok(())
    };
    device.queue_host_call(on_any(None, &done), HostCall::Blocking(Box::new(call)));
    drop(device);
    assert_eq!(done.query(), FenceState::Signaled);
    // The device may also go with its own last call.
    let device = context.driver.open(&DeviceSelector::Ordinal(context.device.info().ordinal))?;
    let (last, done) = (Fence::new(), Fence::new());
    let (held, waited) = (device.clone(), last.clone());
    let call = move || {
        let outcome = waited.wait(None);
        drop(held);
        outcome
    };
    device.queue_host_call(on_any(None, &done), HostCall::Blocking(Box::new(call)));
    drop(device);
    last.signal()?;
    Ok(wait(&done)?)
}
