//! Order: long chains, many threads, overlap of queues.

use std::thread;

use halforge_hal::{Fence, Result, Semaphore, Status, StatusCode};

use crate::case::{Case, further};
use crate::context::{Context, Mode, on, on_any, soon, wait};
use crate::failure::{Failure, Outcome, refusal};
use crate::recording::whole;

pub(crate) const CASES: &[Case] = &[
    further("runtime/order.long_chain", long_chain).both_modes(),
    further("runtime/order.long_chain_of_values", long_chain_of_values).both_modes(),
    further("runtime/order.long_chain_backwards", long_chain_backwards),
    further("runtime/order.long_chain_of_joins", long_chain_of_joins),
    further("runtime/order.long_chain_over_queues", long_chain_over_queues),
    further("runtime/order.long_chain_fails", long_chain_fails),
    further("runtime/order.diamonds", diamonds).both_modes(),
    further("runtime/order.many_threads", many_threads).both_modes(),
    further("runtime/order.waits_are_not_submitted", waits_are_not_submitted),
];

/// Operations of a long chain; the validation layer takes a time that grows with the square of recorded command buffers.
const DEPTH: usize = 10_000;
const RECORDED_DEPTH: usize = 1_000;

fn depth(context: &Context) -> usize {
    match context.mode() {
        Mode::Direct => DEPTH,
        Mode::Indirect => RECORDED_DEPTH,
    }
}

/// Threads that submit at once, and operations of each.
const THREADS: usize = 16;
const OPERATIONS: u32 = 200;

/// Fills in a chain of fences, the last of which must win.
fn long_chain(context: &Context) -> Outcome {
    let (buffer, go) = (context.zeroed(4)?, Fence::new());
    let mut last = go.clone();
    let depth = depth(context);
    for i in 0..depth {
        let next = Fence::new();
        context.fill(on_any(&last, &next), whole(&buffer), (i as u32, 4))?;
        last = next;
    }
    go.signal()?;
    wait(&last)?;
    assert_eq!(context.read_numbers(&buffer)?, [depth as u32 - 1]);
    Ok(())
}

/// The same on one semaphore.
fn long_chain_of_values(context: &Context) -> Outcome {
    let (buffer, semaphore) = (context.zeroed(4)?, Semaphore::new(0));
    let at = |value: usize| Fence::at(semaphore.clone(), value as u64);
    let depth = depth(context);
    for i in 0..depth {
        context.fill(on_any(&at(i + 1), &at(i + 2)), whole(&buffer), (i as u32, 4))?;
    }
    semaphore.signal(1)?;
    wait(&at(depth + 1))?;
    assert_eq!(context.read_numbers(&buffer)?, [depth as u32 - 1]);
    Ok(())
}

/// Every operation is submitted before the one it waits for.
fn long_chain_backwards(context: &Context) -> Outcome {
    let buffer = context.zeroed(4)?;
    let fences: Vec<Fence> = (0..=DEPTH).map(|_| Fence::new()).collect();
    for i in (0..DEPTH).rev() {
        context.fill(on_any(&fences[i], &fences[i + 1]), whole(&buffer), (i as u32, 4))?;
    }
    fences[0].signal()?;
    wait(&fences[DEPTH])?;
    assert_eq!(context.read_numbers(&buffer)?, [DEPTH as u32 - 1]);
    Ok(())
}

/// Every operation waits for the two before it.
fn long_chain_of_joins(context: &Context) -> Outcome {
    let buffer = context.zeroed(4)?;
    let fences: Vec<Fence> = (0..DEPTH + 2).map(|_| Fence::new()).collect();
    for i in 0..DEPTH {
        let both = Fence::join([&fences[i], &fences[i + 1]]);
        context.fill(on_any(&both, &fences[i + 2]), whole(&buffer), (i as u32, 4))?;
    }
    fences[1].signal()?;
    fences[0].signal()?;
    wait(&fences[DEPTH + 1])?;
    assert_eq!(context.read_numbers(&buffer)?, [DEPTH as u32 - 1]);
    Ok(())
}

/// Every operation is on another queue than the one before.
fn long_chain_over_queues(context: &Context) -> Outcome {
    let (buffer, go) = (context.zeroed(4)?, Fence::new());
    let mut last = go.clone();
    for i in 0..DEPTH as u32 / 10 {
        let next = Fence::new();
        context.fill(on(i % 2, &last, &next), whole(&buffer), (i, 4))?;
        last = next;
    }
    go.signal()?;
    wait(&last)?;
    assert_eq!(context.read_numbers(&buffer)?, [DEPTH as u32 / 10 - 1]);
    Ok(())
}

/// A failure goes all the way.
fn long_chain_fails(context: &Context) -> Outcome {
    let go = Fence::new();
    let mut last = go.clone();
    for _ in 0..DEPTH {
        let next = Fence::new();
        context.device.queue_barrier(on_any(&last, &next));
        last = next;
    }
    go.fail(&Status::new(StatusCode::DataLoss, "it broke"));
    let status = refusal(wait(&last))?;
    assert_eq!((status.code(), status.message()), (StatusCode::DataLoss, "it broke"));
    Ok(())
}

/// One operation lets several go on, which one waits for, over and over.
fn diamonds(context: &Context) -> Outcome {
    const WIDTH: usize = 8;
    let (buffer, go) = (context.zeroed(4 * WIDTH as u64)?, Fence::new());
    let mut top = go.clone();
    for round in 0..100 {
        let sides: Vec<Fence> = (0..WIDTH).map(|_| Fence::new()).collect();
        for (i, side) in sides.iter().enumerate() {
            let part = (&buffer, 4 * i as u64, 4);
            context.fill(on(i as u32 % 2, &top, side), part, (round, 4))?;
        }
        let bottom = Fence::new();
        context.device.queue_barrier(on_any(&Fence::join(&sides), &bottom));
        top = bottom;
    }
    go.signal()?;
    wait(&top)?;
    assert_eq!(context.read_numbers(&buffer)?, [99; WIDTH]);
    Ok(())
}

/// Threads submit to both queues at once, each a chain of its own.
fn many_threads(context: &Context) -> Outcome {
    let work = |thread: usize| -> Result<Vec<u32>> {
        let buffer = context.zeroed(4)?;
        let mut last: Option<Fence> = None;
        for i in 0..OPERATIONS {
            let next = Fence::new();
            context.fill(on((thread as u32 + i) % 2, last.as_ref(), &next), whole(&buffer), (i, 4))?;
            if i % 50 == 0 {
                wait(&next)?;
            }
            last = Some(next);
        }
        last.iter().try_for_each(wait)?;
        context.read_numbers(&buffer)
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|i| scope.spawn(move || work(i))).collect();
        for thread in threads {
            let found = thread.join().map_err(|_| Failure::Failed("a thread panicked".to_owned()))??;
            assert_eq!(found, [OPERATIONS - 1]);
        }
        Ok(())
    })
}

/// An operation that waits for the host takes nothing from the device, and others go past it.
fn waits_are_not_submitted(context: &Context) -> Outcome {
    let (held, free) = (context.zeroed(4)?, context.zeroed(4)?);
    let (go, late, done) = (Fence::new(), Fence::new(), Fence::new());
    context.fill(on(0, &go, &late), whole(&held), (1, 4))?;
    context.fill(on(0, None, &done), whole(&free), (2, 4))?;
    done.wait(Some(soon()))?;
    assert_eq!(context.read_numbers(&free)?, [2]);
    assert_eq!(context.read_numbers(&held)?, [0]);
    go.signal()?;
    wait(&late)?;
    assert_eq!(context.read_numbers(&held)?, [1]);
    Ok(())
}
