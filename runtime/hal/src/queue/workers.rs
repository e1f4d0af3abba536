//! Threads for work of the host: calls of programs, reads and writes of files.
//!
//! They are started as they are needed, up to a limit, and sleep while there is nothing to do. Neither who submits work nor
//! who watches a queue ever runs it, so it may take its time and may wait for the device.
//!
//! Work holds the device. A device waits for it before it goes, so that it is never destroyed from one of these threads while
//! the process ends.

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

type Job = Box<dyn FnOnce() + Send>;

/// Most threads of a device.
const MAX_WORKERS: usize = 16;

thread_local! {
    /// Whether this thread is one of a device.
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    closed: bool,
}

/// The threads of a device.
#[derive(Default)]
pub(super) struct Workers {
    state: Mutex<State>,
    changed: Condvar,
    /// No thread has anything to do.
    at_rest: Condvar,
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
        IS_WORKER.set(true);
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
                if state.idle == state.threads {
                    self.at_rest.notify_all();
                }
                self.changed.wait(&mut state);
                state.idle -= 1;
            }
        }
    }

    /// Waits until all work is done and what it held is let go of; from work itself it returns at once.
    pub(super) fn finish(&self) {
        if IS_WORKER.get() {
            return;
        }
        let mut state = self.state.lock();
        while state.idle < state.threads || (state.threads > 0 && !state.jobs.is_empty()) {
            self.at_rest.wait(&mut state);
        }
    }

    /// Ends the threads once they have nothing to do.
    pub(super) fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }
}
