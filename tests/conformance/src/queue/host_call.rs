//! Calls that queues make on the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use halforge_hal::{Fence, FenceState, HostCall, Semaphore, Status, StatusCode};

use crate::case::{Case, case};
use crate::context::{Context, on_any, wait};
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("queue/host_call.waits", "QueueHostCallTest.EnqueueBeforeSignal", waits),
    case("queue/host_call.at_once", "QueueHostCallTest.NoWaitSemaphores", at_once),
    case("queue/host_call.non_blocking", "QueueHostCallTest.NonBlockingFlag", non_blocking),
    case("queue/host_call.deferred", "QueueHostCallTest.AsyncCallback", deferred),
    case("queue/host_call.fails", "QueueHostCallTest.CallbackReturnsError", fails),
    case("queue/host_call.fails_after_wait", "QueueHostCallTest.CallbackReturnsErrorAfterWait", fails_after_wait),
];

/// A call that counts.
fn counting(calls: &Arc<AtomicU32>, result: halforge_hal::Result<()>) -> HostCall {
    let calls = calls.clone();
    HostCall::Blocking(Box::new(move || {
        calls.fetch_add(1, Ordering::SeqCst);
        result
    }))
}

/// A fence of two semaphores.
fn two() -> Fence {
    Fence::join([&Fence::at(Semaphore::new(0), 1), &Fence::at(Semaphore::new(0), 2)])
}

fn waits(context: &Context) -> Outcome {
    let calls = Arc::new(AtomicU32::new(0));
    let (go, done) = (Fence::new(), Fence::new());
    context.device.queue_host_call(on_any(&go, &done), counting(&calls, Ok(())));
    thread::sleep(Duration::from_millis(10));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    assert_eq!(done.query(), FenceState::Pending);
    go.signal()?;
    wait(&done)?;
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    Ok(())
}

fn at_once(context: &Context) -> Outcome {
    let calls = Arc::new(AtomicU32::new(0));
    let done = Fence::new();
    context.device.queue_host_call(on_any(None, &done), counting(&calls, Ok(())));
    wait(&done)?;
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    // A call sees what the device wrote before it, and may use the device itself.
    let (buffer, filled, checked) = (context.zeroed(4)?, Fence::new(), Fence::new());
    context.device.queue_fill(on_any(None, &filled), &buffer, 0, 4, (7, 4))?;
    let (device, seen) = (context.device.clone(), buffer.clone());
    let call = move || {
        let mut bytes = [0; 4];
        device.read_buffer(&seen, 0, &mut bytes)?;
        let written = Fence::new();
        device.queue_fill(on_any(None, &written), &seen, 0, 4, (u32::from_le_bytes(bytes) + 1, 4))?;
        written.wait(None)
    };
    context.device.queue_host_call(on_any(&filled, &checked), HostCall::Blocking(Box::new(call)));
    wait(&checked)?;
    assert_eq!(context.read_numbers(&buffer)?, [8]);
    Ok(())
}

fn non_blocking(context: &Context) -> Outcome {
    let (done, go, called) = (Fence::new(), Fence::new(), Fence::new());
    let (wait_for, tell) = (go.clone(), called.clone());
    let call = move || {
        // The operation is signaled already, or this would never end.
        let outcome = wait_for.wait(None).and_then(|()| tell.signal());
        assert!(outcome.is_ok(), "{outcome:?}");
    };
    context.device.queue_host_call(on_any(None, &done), HostCall::NonBlocking(Box::new(call)));
    wait(&done)?;
    assert_eq!(called.query(), FenceState::Pending);
    go.signal()?;
    Ok(wait(&called)?)
}

fn deferred(context: &Context) -> Outcome {
    let done = two();
    let (sender, receiver) = std::sync::mpsc::channel();
    let call = HostCall::Deferred(Box::new(move |completion| {
        // Whoever listens has a completion to end; nobody listening fails the operation.
        let _ = sender.send(completion);
    }));
    context.device.queue_host_call(on_any(None, &done), call);
    let completion = receiver.recv_timeout(Duration::from_secs(60)).map_err(|error| error.to_string())?;
    assert_eq!(done.query(), FenceState::Pending, "the call has returned, the operation goes on");
    thread::spawn(move || completion.done());
    wait(&done)?;
    // A completion that is forgotten fails its operation, and so does a call that panics.
    let forgotten = Fence::new();
    context.device.queue_host_call(on_any(None, &forgotten), HostCall::Deferred(Box::new(drop)));
    assert_eq!(refusal(wait(&forgotten))?.code(), StatusCode::Aborted);
    let failed = Fence::new();
    let status = Status::new(StatusCode::Unavailable, "not today");
    let call = HostCall::Deferred(Box::new(move |completion| completion.fail(status)));
    context.device.queue_host_call(on_any(None, &failed), call);
    assert_eq!(refusal(wait(&failed))?.message(), "not today");
    Ok(())
}

/// The status of every semaphore of a failed call.
fn check_failure(done: &Fence) -> Outcome {
    let status = refusal(wait(done))?;
    assert_eq!((status.code(), status.message()), (StatusCode::PermissionDenied, "the call says no"));
    for timepoint in done.timepoints() {
        assert_eq!(refusal(timepoint.semaphore.wait(timepoint.value, None))?.code(), StatusCode::PermissionDenied);
        assert_eq!(refusal(timepoint.semaphore.query())?.code(), StatusCode::PermissionDenied);
    }
    Ok(())
}

fn fails(context: &Context) -> Outcome {
    let (calls, done) = (Arc::new(AtomicU32::new(0)), two());
    let status = Status::new(StatusCode::PermissionDenied, "the call says no");
    context.device.queue_host_call(on_any(None, &done), counting(&calls, Err(status)));
    check_failure(&done)?;
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    Ok(())
}

fn fails_after_wait(context: &Context) -> Outcome {
    let (calls, done, go) = (Arc::new(AtomicU32::new(0)), two(), Fence::new());
    let status = Status::new(StatusCode::PermissionDenied, "the call says no");
    context.device.queue_host_call(on_any(&go, &done), counting(&calls, Err(status)));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    go.signal()?;
    check_failure(&done)?;
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    Ok(())
}
