//! Semaphores between operations, queues and the host.

use std::thread;

use halforge_hal::{Buffer, Fence, FenceState, Result, Semaphore, Status, StatusCode};

use crate::case::{Case, case};
use crate::context::{Context, on, on_any, soon, wait};
use crate::failure::{Failure, Outcome, refusal};
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    case("queue/submit.nothing", "SemaphoreSubmissionTest.SubmitWithNoCommandBuffers", nothing),
    case("queue/submit.signals", "SemaphoreSubmissionTest.SubmitAndSignal", signals).both_modes(),
    case("queue/submit.waits", "SemaphoreSubmissionTest.SubmitWithWait", waits).both_modes(),
    case("queue/submit.wait_for_other_queue", "SemaphoreSubmissionTest.CrossQueueWaitBeforeSignal", wait_for_other_queue)
        .both_modes(),
    case(
        "queue/submit.many_queues_many_values",
        "SemaphoreSubmissionTest.MultiQueueFanOutDifferentValuesBeforeSignal",
        many_queues_many_values,
    )
    .both_modes(),
    case(
        "queue/submit.table_is_kept",
        "SemaphoreSubmissionTest.IndirectCommandBufferBindingTableRetainedUntilSignal",
        table_is_kept,
    )
    .both_modes(),
    case("queue/submit.many_semaphores", "SemaphoreSubmissionTest.SubmitWithMultipleSemaphores", many_semaphores).both_modes(),
    case("queue/submit.wait_all", "SemaphoreSubmissionTest.WaitAllHostAndDeviceSemaphores", wait_all).both_modes(),
    case(
        "queue/submit.wait_any_device_first",
        "SemaphoreSubmissionTest.WaitAnyHostAndDeviceSemaphoresAndDeviceSignals",
        wait_any_device_first,
    )
    .both_modes(),
    case(
        "queue/submit.wait_any_host_first",
        "SemaphoreSubmissionTest.WaitAnyHostAndDeviceSemaphoresAndHostSignals",
        wait_any_host_first,
    )
    .both_modes(),
    case("queue/submit.between", "SemaphoreSubmissionTest.IntermediateSemaphoreBetweenDeviceBatches", between).both_modes(),
    case("queue/submit.two_wait_for_one", "SemaphoreSubmissionTest.TwoBatchesWaitingOn1FormerBatchAmongst2", two_wait_for_one)
        .both_modes(),
    case("queue/submit.two_values", "SemaphoreSubmissionTest.TwoBatchesWaitingOnDifferentSemaphoreValues", two_values)
        .both_modes(),
    case("queue/submit.device_and_host", "SemaphoreSubmissionTest.BatchWaitingOnAnotherAndHostSignal", device_and_host)
        .both_modes(),
    case("queue/submit.signals_both", "SemaphoreSubmissionTest.DeviceBatchSignalAnotherAndHost", signals_both).both_modes(),
    case(
        "queue/submit.smaller_value_after",
        "SemaphoreSubmissionTest.BatchWaitingOnSmallerValueAfterSignaled",
        smaller_value_after,
    )
    .both_modes(),
    case(
        "queue/submit.smaller_value_before",
        "SemaphoreSubmissionTest.BatchWaitingOnSmallerValueBeforeSignaled",
        smaller_value_before,
    )
    .both_modes(),
    case("queue/submit.failure_spreads", "SemaphoreSubmissionTest.PropagateFailSignal", failure_spreads).both_modes(),
];

/// A command buffer whose run can be told: it fills a buffer.
struct Work<'c> {
    context: &'c Context,
    buffer: Buffer,
}

impl<'c> Work<'c> {
    fn new(context: &'c Context) -> Result<Self> {
        Ok(Self { context, buffer: context.zeroed(4)? })
    }

    fn submit(&self, queue: Option<u32>, after: Option<&Fence>, signal: Option<&Fence>) -> Result<()> {
        let mut recording = Recording::one_shot(self.context)?;
        recording.fill(whole(&self.buffer), (1, 4))?;
        let op = queue.map_or_else(|| on_any(after, signal), |queue| on(queue, after, signal));
        recording.finish()?.execute(op)
    }

    /// Whether it ran; what signals that it did must be over.
    fn ran(&self) -> Result<bool> {
        Ok(self.context.read_numbers(&self.buffer)? == [1])
    }
}

fn at(semaphore: &Semaphore, value: u64) -> Fence {
    Fence::at(semaphore.clone(), value)
}

fn nothing(context: &Context) -> Outcome {
    let done = Fence::new();
    context.device.queue_barrier(on_any(None, &done));
    wait(&done)?;
    assert_eq!(done.query(), FenceState::Signaled);
    Ok(())
}

fn signals(context: &Context) -> Outcome {
    let (work, done) = (Work::new(context)?, Fence::new());
    work.submit(None, None, Some(&done))?;
    wait(&done)?;
    assert!(work.ran()?);
    Ok(())
}

fn waits(context: &Context) -> Outcome {
    let (work, go, semaphore) = (Work::new(context)?, Fence::new(), Semaphore::new(100));
    work.submit(None, Some(&go), Some(&at(&semaphore, 101)))?;
    assert_eq!(semaphore.query()?, 100);
    go.signal()?;
    semaphore.wait(101, Some(soon()))?;
    assert!(work.ran()?);
    Ok(())
}

fn wait_for_other_queue(context: &Context) -> Outcome {
    for (first, second) in [(0, 1), (1, 0)] {
        let (producer, consumer) = (Work::new(context)?, Work::new(context)?);
        let (produced, consumed) = (Fence::new(), Fence::new());
        consumer.submit(Some(second), Some(&produced), Some(&consumed))?;
        assert_eq!(consumed.query(), FenceState::Pending);
        producer.submit(Some(first), None, Some(&produced))?;
        wait(&consumed)?;
        assert!(producer.ran()? && consumer.ran()?);
    }
    Ok(())
}

fn many_queues_many_values(context: &Context) -> Outcome {
    let (first, second, producer) = (Work::new(context)?, Work::new(context)?, Work::new(context)?);
    let (semaphore, first_done, second_done) = (Semaphore::new(0), Fence::new(), Fence::new());
    second.submit(Some(1), Some(&at(&semaphore, 2)), Some(&second_done))?;
    first.submit(Some(0), Some(&at(&semaphore, 1)), Some(&first_done))?;
    assert_eq!((first_done.query(), second_done.query()), (FenceState::Pending, FenceState::Pending));
    producer.submit(Some(0), None, Some(&at(&semaphore, 3)))?;
    wait(&Fence::join([&first_done, &second_done]))?;
    assert_eq!(semaphore.query()?, 3);
    assert!(first.ran()? && second.ran()? && producer.ran()?);
    Ok(())
}

fn table_is_kept(context: &Context) -> Outcome {
    let bytes: Vec<u8> = (0..=255).map(|i| i ^ 0x5A).collect();
    let (source, target) = (context.buffer(&bytes)?, context.zeroed(256)?);
    let (go, done) = (Fence::new(), Fence::new());
    let mut recording = Recording::one_shot(context)?;
    recording.copy(whole(&source), whole(&target))?;
    recording.finish()?.execute(on_any(&go, &done))?;
    drop(source);
    // Memory that was free must not be the source's.
    let others: Vec<Buffer> = (0..8).map(|_| context.buffer(&[0xEE; 256])).collect::<Result<_>>()?;
    go.signal()?;
    wait(&done)?;
    assert_eq!(context.bytes(&target)?, bytes);
    drop(others);
    Ok(())
}

fn many_semaphores(context: &Context) -> Outcome {
    let work = Work::new(context)?;
    let [first, second, third, fourth] = std::array::from_fn(|_| Fence::new());
    let done = Fence::join([&third, &fourth]);
    work.submit(None, Some(&Fence::join([&first, &second])), Some(&done))?;
    first.signal()?;
    assert_eq!((third.query(), fourth.query()), (FenceState::Pending, FenceState::Pending));
    second.signal()?;
    wait(&third)?;
    wait(&fourth)?;
    assert!(work.ran()?);
    Ok(())
}

/// One semaphore that work signals, and one that a thread does; each when it is told to.
fn host_and_device(context: &Context, check: impl FnOnce(&[Fence; 2], [&Fence; 2]) -> Outcome) -> Outcome {
    let work = Work::new(context)?;
    let [host_go, device_go, by_host, by_device] = std::array::from_fn(|_| Fence::new());
    work.submit(None, Some(&device_go), Some(&by_device))?;
    thread::scope(|scope| {
        let host = scope.spawn(|| -> Result<()> {
            wait(&host_go)?;
            by_host.signal()
        });
        let result = check(&[by_host.clone(), by_device.clone()], [&host_go, &device_go]);
        // Whatever the check did not let go goes now.
        let _ = (host_go.signal(), device_go.signal());
        host.join().map_err(|_| Failure::Failed("the host's thread panicked".to_owned()))??;
        result
    })?;
    wait(&by_device)?;
    assert!(work.ran()?);
    Ok(())
}

fn wait_all(context: &Context) -> Outcome {
    host_and_device(context, |fences, [host, device]| {
        assert!(fences.iter().all(|fence| fence.query() == FenceState::Pending));
        host.signal()?;
        device.signal()?;
        Ok(wait(&Fence::join(fences))?)
    })
}

fn wait_any_device_first(context: &Context) -> Outcome {
    host_and_device(context, |fences, [_, device]| {
        device.signal()?;
        assert_eq!(Fence::wait_any(fences, Some(soon()))?, Some(1));
        assert_eq!(fences[0].query(), FenceState::Pending);
        Ok(())
    })
}

fn wait_any_host_first(context: &Context) -> Outcome {
    host_and_device(context, |fences, [host, _]| {
        host.signal()?;
        assert_eq!(Fence::wait_any(fences, Some(soon()))?, Some(0));
        assert_eq!(fences[1].query(), FenceState::Pending);
        Ok(())
    })
}

fn between(context: &Context) -> Outcome {
    let (first, second) = (Work::new(context)?, Work::new(context)?);
    let (middle, done) = (Fence::new(), Fence::new());
    second.submit(None, Some(&middle), Some(&done))?;
    assert_eq!((middle.query(), done.query()), (FenceState::Pending, FenceState::Pending));
    first.submit(None, None, Some(&middle))?;
    wait(&middle)?;
    assert!(first.ran()?);
    wait(&done)?;
    assert!(second.ran()?);
    Ok(())
}

fn two_wait_for_one(context: &Context) -> Outcome {
    let works: Vec<Work<'_>> = (0..4).map(|_| Work::new(context)).collect::<Result<_>>()?;
    let [signal, first_done, second_done] = std::array::from_fn(|_| Fence::new());
    works[0].submit(None, Some(&signal), Some(&second_done))?;
    works[1].submit(None, Some(&signal), Some(&first_done))?;
    works[2].submit(None, None, None)?;
    for fence in [&signal, &first_done, &second_done] {
        assert_eq!(fence.query(), FenceState::Pending);
    }
    works[3].submit(None, None, Some(&signal))?;
    wait(&first_done)?;
    assert_eq!(signal.query(), FenceState::Signaled);
    wait(&second_done)?;
    context.device.wait_idle(Some(soon()))?;
    for work in &works {
        assert!(work.ran()?);
    }
    Ok(())
}

fn two_values(context: &Context) -> Outcome {
    let (producer, first, second) = (Work::new(context)?, Work::new(context)?, Work::new(context)?);
    let (semaphore, first_done, second_done) = (Semaphore::new(0), Fence::new(), Fence::new());
    second.submit(None, Some(&at(&semaphore, 2)), Some(&second_done))?;
    first.submit(None, Some(&at(&semaphore, 1)), Some(&first_done))?;
    assert_eq!(semaphore.query()?, 0);
    assert_eq!((first_done.query(), second_done.query()), (FenceState::Pending, FenceState::Pending));
    producer.submit(None, None, Some(&at(&semaphore, 3)))?;
    wait(&first_done)?;
    assert_eq!(semaphore.query()?, 3);
    wait(&second_done)?;
    assert!(producer.ran()? && first.ran()? && second.ran()?);
    Ok(())
}

fn device_and_host(context: &Context) -> Outcome {
    let (first, second) = (Work::new(context)?, Work::new(context)?);
    let [by_device, by_host, done] = std::array::from_fn(|_| Fence::new());
    second.submit(None, Some(&Fence::join([&by_device, &by_host])), Some(&done))?;
    assert_eq!(done.query(), FenceState::Pending);
    first.submit(None, None, Some(&by_device))?;
    wait(&by_device)?;
    assert_eq!(done.query(), FenceState::Pending, "one of two is not all");
    thread::scope(|scope| {
        scope.spawn(|| by_host.signal());
        wait(&done)
    })?;
    assert!(first.ran()? && second.ran()?);
    Ok(())
}

fn signals_both(context: &Context) -> Outcome {
    let (first, second) = (Work::new(context)?, Work::new(context)?);
    let [to_device, to_host, done] = std::array::from_fn(|_| Fence::new());
    second.submit(None, Some(&to_device), Some(&done))?;
    for fence in [&to_device, &to_host, &done] {
        assert_eq!(fence.query(), FenceState::Pending);
    }
    thread::scope(|scope| {
        let host = scope.spawn(|| wait(&to_host));
        first.submit(None, None, Some(&Fence::join([&to_device, &to_host])))?;
        wait(&done)?;
        host.join().map_err(|_| Failure::Failed("the host's thread panicked".to_owned()))??;
        Ok::<(), Failure>(())
    })?;
    assert!(first.ran()? && second.ran()?);
    Ok(())
}

fn smaller_value_after(context: &Context) -> Outcome {
    let (first, second) = (Work::new(context)?, Work::new(context)?);
    let (semaphore, done) = (Semaphore::new(0), Fence::new());
    first.submit(None, None, Some(&at(&semaphore, 2)))?;
    semaphore.wait(2, Some(soon()))?;
    second.submit(None, Some(&at(&semaphore, 1)), Some(&done))?;
    wait(&done)?;
    assert!(first.ran()? && second.ran()?);
    Ok(())
}

fn smaller_value_before(context: &Context) -> Outcome {
    let (first, second) = (Work::new(context)?, Work::new(context)?);
    let (semaphore, done) = (Semaphore::new(0), Fence::new());
    second.submit(None, Some(&at(&semaphore, 1)), Some(&done))?;
    assert_eq!(done.query(), FenceState::Pending);
    first.submit(None, None, Some(&at(&semaphore, 2)))?;
    wait(&done)?;
    assert!(first.ran()? && second.ran()?);
    Ok(())
}

fn failure_spreads(context: &Context) -> Outcome {
    let work = Work::new(context)?;
    let (go, done) = (Fence::new(), Fence::new());
    work.submit(None, Some(&go), Some(&done))?;
    go.fail(&Status::new(StatusCode::Unknown, "no go"));
    let status = refusal(wait(&done))?;
    assert_eq!((status.code(), status.message()), (StatusCode::Unknown, "no go"));
    context.device.wait_idle(Some(soon()))?;
    assert!(!work.ran()?, "what waits for a failure does not run");
    Ok(())
}
