//! Semaphores that threads signal and wait for.

use std::thread;
use std::time::{Duration, Instant};

use halforge_hal::{Fence, Semaphore, Status, StatusCode};

use crate::case::{Case, case};
use crate::context::{Context, on_any, soon};
use crate::failure::{Failure, Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("core/threads.signal_beyond", "SemaphoreThreadTest.WaitLaterSignaledBeyond", signal_beyond),
    case("core/threads.wait_any", "SemaphoreThreadTest.WaitAnyLaterSignaled", wait_any),
    case("core/threads.ping_pong", "SemaphoreThreadTest.PingPong", ping_pong),
    case("core/threads.wait_again", "SemaphoreThreadTest.WaitOnTheSameValueMultipleTimes", wait_again),
    case("core/threads.wait_for_a_time", "SemaphoreThreadTest.WaitForFiniteTime", wait_for_a_time),
    case("core/threads.many_wait_all", "SemaphoreThreadTest.SimultaneousMultiWaitAll", many_wait_all),
    case("core/threads.fail_wakes", "SemaphoreThreadTest.WaitThenFail", fail_wakes),
    case("core/threads.one_failure_wakes_all", "SemaphoreThreadTest.MultiWaitThenFail", one_failure_wakes_all),
    case(
        "core/threads.one_failure_ends_an_operation",
        "SemaphoreThreadTest.DeviceMultiWaitThenFail",
        one_failure_ends_an_operation,
    ),
];

/// Long enough that a thread has begun to wait, most of the time; cases are right either way.
fn pause() {
    thread::sleep(Duration::from_millis(10));
}

/// Runs `other` beside `here`; both must succeed.
fn beside(other: impl FnOnce() -> Outcome + Send, here: impl FnOnce() -> Outcome) -> Outcome {
    thread::scope(|scope| {
        let handle = scope.spawn(other);
        let result = here();
        let joined = handle.join().map_err(|_| Failure::Failed("the other thread panicked".to_owned()))?;
        result.and(joined)
    })
}

fn signal_beyond(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    beside(
        || Ok(semaphore.wait(3, Some(soon()))?),
        || {
            pause();
            Ok(semaphore.signal(4)?)
        },
    )?;
    assert_eq!(semaphore.query()?, 4);
    Ok(())
}

fn wait_any(_: &Context) -> Outcome {
    let (first, second) = (Semaphore::new(0), Semaphore::new(0));
    let fences = [Fence::at(first.clone(), 1), Fence::at(second.clone(), 1)];
    beside(
        || {
            assert_eq!(Fence::wait_any(&fences, Some(soon()))?, Some(1));
            Ok(())
        },
        || {
            pause();
            Ok(second.signal(1)?)
        },
    )?;
    assert_eq!(first.query()?, 0);
    Ok(())
}

fn ping_pong(_: &Context) -> Outcome {
    const ROUNDS: u64 = 200;
    let (ping, pong) = (Semaphore::new(0), Semaphore::new(0));
    beside(
        || {
            for round in 1..=ROUNDS {
                ping.wait(round, Some(soon()))?;
                pong.signal(round)?;
            }
            Ok(())
        },
        || {
            for round in 1..=ROUNDS {
                ping.signal(round)?;
                pong.wait(round, Some(soon()))?;
            }
            Ok(())
        },
    )
}

fn wait_again(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(0);
    beside(
        || {
            for _ in 0..3 {
                semaphore.wait(2, Some(soon()))?;
            }
            Ok(())
        },
        || {
            pause();
            Ok(semaphore.signal(2)?)
        },
    )
}

fn wait_for_a_time(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(0);
    let late = refusal(semaphore.wait(1, Some(Instant::now() + Duration::from_millis(5))))?;
    assert_eq!(late.code(), StatusCode::DeadlineExceeded, "{late}");
    beside(
        || Ok(semaphore.wait(1, Some(soon()))?),
        || {
            pause();
            Ok(semaphore.signal(1)?)
        },
    )
}

fn many_wait_all(_: &Context) -> Outcome {
    let (first, second) = (Semaphore::new(0), Semaphore::new(0));
    let fence = Fence::join([&Fence::at(first.clone(), 1), &Fence::at(second.clone(), 1)]);
    thread::scope(|scope| {
        let waiters: Vec<_> = (0..4).map(|_| scope.spawn(|| fence.wait(Some(soon())))).collect();
        pause();
        first.signal(1)?;
        assert!(!waiters.iter().any(|waiter| waiter.is_finished()), "one of two is not all");
        second.signal(1)?;
        for waiter in waiters {
            waiter.join().map_err(|_| Failure::Failed("a waiter panicked".to_owned()))??;
        }
        Ok(())
    })
}

/// Lets `wait` wait for two semaphores of which one fails.
fn fail_one_of_two(wait: impl FnOnce(&Fence) -> halforge_hal::Result<()> + Send) -> Outcome {
    let (first, second) = (Semaphore::new(0), Semaphore::new(0));
    let fence = Fence::join([&Fence::at(first, 1), &Fence::at(second.clone(), 1)]);
    beside(
        || {
            let status = refusal(wait(&fence))?;
            assert_eq!((status.code(), status.message()), (StatusCode::DataLoss, "it broke"));
            Ok(())
        },
        || {
            pause();
            second.fail(Status::new(StatusCode::DataLoss, "it broke"));
            Ok(())
        },
    )
}

fn fail_wakes(_: &Context) -> Outcome {
    let semaphore: Semaphore = Semaphore::new(0);
    beside(
        || {
            let status = refusal(semaphore.wait(1, Some(soon())))?;
            assert_eq!((status.code(), status.message()), (StatusCode::Cancelled, "given up"));
            Ok(())
        },
        || {
            pause();
            semaphore.fail(Status::new(StatusCode::Cancelled, "given up"));
            Ok(())
        },
    )
}

fn one_failure_wakes_all(_: &Context) -> Outcome {
    fail_one_of_two(|fence| fence.wait(Some(soon())))
}

fn one_failure_ends_an_operation(context: &Context) -> Outcome {
    let device = context.device.clone();
    fail_one_of_two(move |fence| {
        let done = Fence::new();
        device.queue_barrier(on_any(fence, &done));
        done.wait(Some(soon()))
    })
}
