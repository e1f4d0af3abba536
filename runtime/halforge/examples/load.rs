//! What many calls at once cost: `load PLAN THREADS CALLS ROUNDS` lets THREADS threads begin CALLS calls of `main` together,
//! with two tensors of four numbers each, and wait for all of them; ROUNDS times, after some to warm up.
//!
//! Prints, as JSON: the median and the least seconds of a round; allocations of the host per call, of calls one after another;
//! bytes of memory reserved on the device in the end.

#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::error::Error;
use std::sync::Arc;
use std::sync::Barrier;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Instant;

use halforge::hal::{CountingAllocator, allocation_count};
use halforge::{Program, Session, Value};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Wakes a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Begins `calls` calls, and waits for all of them.
fn calls_together(session: &Session, arguments: &[Value], calls: usize) -> Outcome<()> {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let begin = || Ok(Box::pin(session.call_async("main", arguments)?));
    let mut pending = (0..calls).map(|_| begin()).collect::<Outcome<Vec<_>>>()?;
    loop {
        let mut failure = None;
        pending.retain_mut(|call| match call.as_mut().poll(&mut context) {
            Poll::Pending => true,
            Poll::Ready(result) => {
                failure = failure.take().or(result.err());
                false
            }
        });
        match failure {
            Some(error) => return Err(error.into()),
            None if pending.is_empty() => return Ok(()),
            None => thread::park(),
        }
    }
}

/// Seconds of a round of `calls` calls from `threads` threads, after some rounds to warm up; the median, and the least.
fn in_flight(session: &Session, arguments: &[Value], threads: usize, calls: usize, rounds: usize) -> Outcome<[f64; 2]> {
    let warmup = (rounds / 10).max(3);
    let barrier = Barrier::new(threads + 1);
    let mut times = Vec::new();
    thread::scope(|scope| {
        let work = |share: usize| {
            let mut outcome = Ok(());
            for _ in 0..warmup + rounds {
                barrier.wait();
                outcome = outcome.and_then(|()| calls_together(session, arguments, share));
                barrier.wait();
            }
            outcome
        };
        let share = |thread: usize| calls / threads + usize::from(thread < calls % threads);
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(share(thread)))).collect();
        for round in 0..warmup + rounds {
            barrier.wait();
            let started = Instant::now();
            barrier.wait();
            if round >= warmup {
                times.push(started.elapsed().as_secs_f64());
            }
        }
        handles.into_iter().try_for_each(|handle| handle.join().map_err(|_| "a thread panicked")?)
    })?;
    times.sort_by(f64::total_cmp);
    Ok([times[times.len() / 2], times[0]])
}

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [plan, threads, calls, rounds] = &args[..] else { return Err("usage: load PLAN THREADS CALLS ROUNDS".into()) };
    let (threads, calls, rounds) = (threads.parse::<usize>()?.max(1), calls.parse()?, rounds.parse::<usize>()?.max(1));
    let session = Session::open(&Program::load(plan)?, "vulkan")?;
    let tensor = |numbers: [f32; 4]| session.tensor(&[4], &numbers);
    let arguments = [tensor([1.0, 2.0, 3.0, 4.0])?, tensor([5.0, 6.0, 7.0, 8.0])?];
    let one = || session.call("main", &arguments);
    for _ in 0..100 {
        one()?;
    }
    let before = allocation_count();
    for _ in 0..100 {
        one()?;
    }
    let allocations = (allocation_count() - before) as f64 / 100.0;
    let [seconds, least] = in_flight(&session, &arguments, threads, calls, rounds)?;
    let reserved: u64 = session.devices().iter().map(|device| device.memory_statistics().total().reserved_bytes).sum();
    println!(
        r#"{{"in_flight_s": {seconds}, "least_in_flight_s": {least}, "allocations_per_call": {allocations}, "reserved_bytes": {reserved}}}"#
    );
    Ok(())
}
