//! Threads for work of the host: calls of programs, reads and writes of files.
//!
//! They are started as they are needed, up to a limit, and sleep while there is nothing to do. Neither who submits work nor
//! who watches a queue ever runs it, so it may take its time and may wait for the device.
//!
//! A device must not be destroyed from one of these threads while the process ends. So a call does not hold the operation it
//! is made for, nor by it the device: the device holds the operation ([`Held`]), and the call, when it ends, asks for it.
//! When a device is closed it waits for the calls for a while. An operation whose call still runs then fails, the device goes,
//! and the call finds nothing to end: code that never returns keeps no device, and a device does not wait for it for ever.
//! What the call itself holds of the device (buffers, or the device) is its own.

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rustc_hash::FxHashMap;

use super::submit::Parked;

type Job = Box<dyn FnOnce() + Send>;

/// Most threads of a device.
const MAX_WORKERS: usize = 16;
/// How long a device that is closed waits for calls of the host to end.
const PATIENCE: Duration = Duration::from_secs(5);

thread_local! {
    /// Whose thread this is, by address; null for other threads.
    static WORKER_OF: Cell<*const Workers> = const { Cell::new(std::ptr::null()) };
    /// Number of the operation whose call this thread makes.
    static CALLED_FOR: Cell<u64> = const { Cell::new(0) };
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    closed: bool,
    /// Operations whose calls did not end, by number.
    held: FxHashMap<u64, Box<Parked>>,
    last_held: u64,
}

/// The threads of a device.
#[derive(Default)]
pub(super) struct Workers {
    state: Mutex<State>,
    changed: Condvar,
    /// A thread has nothing to do.
    at_rest: Condvar,
}

/// An operation that ends with a call of the host. Dropped without being taken, it fails.
pub(super) struct Held {
    workers: Arc<Workers>,
    number: u64,
}

impl Held {
    /// Lets the device hold `parked`.
    pub(super) fn new(workers: &Arc<Workers>, parked: Box<Parked>) -> Self {
        let mut state = workers.state.lock();
        state.last_held += 1;
        let number = state.last_held;
        state.held.insert(number, parked);
        drop(state);
        Self { workers: workers.clone(), number }
    }

    /// The operation; nothing when the device was closed meanwhile.
    pub(super) fn take(&self) -> Option<Box<Parked>> {
        self.workers.state.lock().held.remove(&self.number)
    }

    /// Notes that this thread now makes the operation's call.
    pub(super) fn begin_call(&self) {
        CALLED_FOR.set(self.number);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Not under the lock: what waits for the operation goes on with it.
        let parked = self.take();
        drop(parked);
    }
}

impl Workers {
    /// Runs `job` on one of the threads; here, when there can be none.
    pub(super) fn run(self: &Arc<Self>, job: Job) {
        let mut state = self.state.lock();
        if state.closed {
            drop(state);
            return job();
        }
        state.jobs.push_back(job);
        if state.jobs.len() <= state.idle || state.threads >= MAX_WORKERS {
            drop(state);
            self.changed.notify_one();
            return;
        }
        let workers = self.clone();
        let thread = thread::Builder::new().name("halforge-host".to_owned()).spawn(move || workers.work());
        match thread {
            Ok(_) => state.threads += 1,
            Err(error) if state.threads == 0 => {
                tracing::error!("no thread for work of the host: {error}");
                let jobs = std::mem::take(&mut state.jobs);
                drop(state);
                jobs.into_iter().for_each(|job| job());
            }
            // A thread that there is comes to it.
            Err(error) => tracing::warn!("no more threads for work of the host: {error}"),
        }
    }

    fn work(&self) {
        WORKER_OF.set(self);
        let mut state = self.state.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                // The thread lives on; what the job had to end ends itself as it is dropped.
                if std::panic::catch_unwind(AssertUnwindSafe(job)).is_err() {
                    tracing::error!("a call of the host panicked");
                }
                state = self.state.lock();
            } else if state.closed {
                return;
            } else {
                state.idle += 1;
                self.at_rest.notify_all();
                self.changed.wait(&mut state);
                state.idle -= 1;
            }
        }
    }

    /// Waits until all work is done and what it held is let go of, but not for long; work of calls that go on then fails. On
    /// one of the threads themselves its own call is not waited for.
    pub(super) fn finish(&self) {
        let (own_threads, own_call) = if std::ptr::eq(WORKER_OF.get(), self) { (1, CALLED_FOR.get()) } else { (0, 0) };
        let end = Instant::now() + PATIENCE;
        let mut state = self.state.lock();
        while state.threads > own_threads && (state.idle + own_threads < state.threads || !state.jobs.is_empty()) {
            if self.at_rest.wait_until(&mut state, end).timed_out() {
                let calls = state.threads - state.idle - own_threads;
                tracing::warn!("a device is closed while {calls} calls of the host go on");
                break;
            }
        }
        let given_up: Vec<Box<Parked>> =
            state.held.extract_if(|number, _| *number != own_call).map(|(_, parked)| parked).collect();
        let jobs = std::mem::take(&mut state.jobs);
        drop(state);
        given_up.into_iter().for_each(Parked::give_up);
        drop(jobs);
    }

    /// Ends the threads once they have nothing to do.
    pub(super) fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }
}
