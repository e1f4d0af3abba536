//! Semaphores by themselves.

use std::time::{Duration, Instant};

use halforge_hal::{Fence, MAX_SEMAPHORE_VALUE, Semaphore, Status, StatusCode};

use crate::case::{Case, case};
use crate::context::{Context, soon};
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("core/semaphore.unused", "SemaphoreTest.NoOp", unused),
    case("core/semaphore.query_follows_signals", "SemaphoreTest.NormalSignaling", query_follows_signals),
    case("core/semaphore.fail", "SemaphoreTest.Failure", fail),
    case("core/semaphore.wait_for_nothing", "SemaphoreTest.EmptyWait", wait_for_nothing),
    case("core/semaphore.wait_when_signaled", "SemaphoreTest.WaitAlreadySignaled", wait_when_signaled),
    case("core/semaphore.wait_times_out", "SemaphoreTest.WaitUnsignaled", wait_times_out),
    case("core/semaphore.wait_all_but_one", "SemaphoreTest.WaitAllButNotAllSignaled", wait_all_but_one),
    case("core/semaphore.wait_all", "SemaphoreTest.WaitAllAndAllSignaled", wait_all),
    case("core/semaphore.wait_any", "SemaphoreTest.WaitAnyAlreadySignaled", wait_any),
    case("core/semaphore.fail_then_wait", "SemaphoreTest.FailThenWait", fail_then_wait),
    case("core/semaphore.failure_keeps_its_status", "SemaphoreTest.FailurePreservesStatusCode", failure_keeps_its_status),
    case("core/semaphore.first_failure_stays", "SemaphoreTest.DoubleFailurePreservesFirst", first_failure_stays),
];

/// A deadline that passes.
fn shortly() -> Option<Instant> {
    Some(Instant::now() + Duration::from_millis(20))
}

fn unused(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(123);
    assert_eq!(semaphore.query()?, 123);
    Ok(())
}

fn query_follows_signals(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    assert_eq!(semaphore.query()?, 2);
    for value in [3, 40, MAX_SEMAPHORE_VALUE] {
        semaphore.signal(value)?;
        assert_eq!(semaphore.query()?, value);
    }
    // Values grow, and end where those for failures begin.
    for (now, value) in [(7, 7), (7, 6), (7, MAX_SEMAPHORE_VALUE + 1)] {
        let refused = refusal(Semaphore::new(now).signal(value))?;
        assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    }
    Ok(())
}

fn fail(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    semaphore.signal(3)?;
    semaphore.fail(Status::new(StatusCode::Unknown, "it broke"));
    let status = refusal(semaphore.query())?;
    assert_eq!((status.code(), status.message()), (StatusCode::Unknown, "it broke"));
    assert!(semaphore.signal(4).is_err(), "what failed is not signaled any more");
    Ok(())
}

fn wait_for_nothing(_: &Context) -> Outcome {
    Fence::default().wait(None)?;
    Fence::default().wait(Some(Instant::now()))?;
    assert_eq!(Fence::wait_any(&[], None)?, None);
    assert_eq!(Fence::wait_any(&[], Some(Instant::now()))?, None);
    assert_eq!(Fence::wait_any(&[Fence::default()], None)?, Some(0), "a fence of no values is signaled");
    Ok(())
}

fn wait_when_signaled(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    for value in [0, 1, 2] {
        semaphore.wait(value, None)?;
        semaphore.wait(value, Some(Instant::now()))?;
    }
    Ok(())
}

fn wait_times_out(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    let begin = Instant::now();
    let late = refusal(semaphore.wait(3, shortly()))?;
    assert_eq!(late.code(), StatusCode::DeadlineExceeded, "{late}");
    assert!(begin.elapsed() >= Duration::from_millis(20), "it waits until the deadline");
    let at_once = refusal(semaphore.wait(3, Some(Instant::now())))?;
    assert_eq!(at_once.code(), StatusCode::DeadlineExceeded, "{at_once}");
    assert_eq!(semaphore.query()?, 2, "a timeout is not a failure");
    Ok(())
}

fn wait_all_but_one(_: &Context) -> Outcome {
    let (first, second) = (Semaphore::new(0), Semaphore::new(1));
    let fence = Fence::join([&Fence::at(first, 1), &Fence::at(second, 1)]);
    let late = refusal(fence.wait(shortly()))?;
    assert_eq!(late.code(), StatusCode::DeadlineExceeded, "{late}");
    Ok(())
}

fn wait_all(_: &Context) -> Outcome {
    let (first, second) = (Semaphore::new(1), Semaphore::new(2));
    Fence::join([&Fence::at(first, 1), &Fence::at(second, 2)]).wait(Some(soon()))?;
    Ok(())
}

fn wait_any(_: &Context) -> Outcome {
    let fences = [Fence::at(Semaphore::new(0), 1), Fence::at(Semaphore::new(1), 1)];
    assert_eq!(Fence::wait_any(&fences, Some(soon()))?, Some(1));
    let late = refusal(Fence::wait_any(&fences[..1], shortly()))?;
    assert_eq!(late.code(), StatusCode::DeadlineExceeded, "{late}");
    Ok(())
}

fn fail_then_wait(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(2);
    semaphore.fail(Status::new(StatusCode::Cancelled, "given up"));
    for deadline in [None, Some(Instant::now())] {
        let status = refusal(semaphore.wait(3, deadline))?;
        assert_eq!((status.code(), status.message()), (StatusCode::Cancelled, "given up"));
    }
    assert!(refusal(semaphore.query()).is_ok(), "the value of what failed is its failure");
    Ok(())
}

fn failure_keeps_its_status(_: &Context) -> Outcome {
    for &code in StatusCode::ALL {
        let fence = Fence::new();
        fence.fail(&Status::new(code, format!("text of {code}")));
        let status = refusal(fence.wait(None))?;
        assert_eq!((status.code(), status.message()), (code, format!("text of {code}").as_str()));
        assert_eq!(StatusCode::from_number(code.number()), Some(code), "codes survive as numbers");
    }
    Ok(())
}

fn first_failure_stays(_: &Context) -> Outcome {
    let semaphore = Semaphore::new(0);
    semaphore.fail(Status::new(StatusCode::DataLoss, "first"));
    semaphore.fail(Status::new(StatusCode::Aborted, "second"));
    let status = refusal(semaphore.wait(1, None))?;
    assert_eq!((status.code(), status.message()), (StatusCode::DataLoss, "first"));
    Ok(())
}
