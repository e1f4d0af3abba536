//! Threads that make pipelines: as many as the machine has cores while there is something to make, none otherwise.
//!
//! Jobs hold objects of the device. A device waits for them before it goes, so that it is never destroyed from one of these
//! threads, perhaps while the process ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

type Job = Box<dyn FnOnce() + Send>;

/// Jobs to do, and the threads that do them.
#[derive(Default)]
pub(crate) struct Builders(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// There are no threads any more.
    idle: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
}

impl Builders {
    /// Does `job` soon, or now when there can be no thread for it.
    pub(crate) fn run(&self, job: Job) {
        let most = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        {
            let mut state = self.0.state.lock();
            state.jobs.push_back(job);
            if state.threads >= most {
                return;
            }
            state.threads += 1;
        }
        let shared = self.0.clone();
        let spawned = thread::Builder::new().name("halforge-pipelines".to_owned()).spawn(move || work(&shared));
        if let Err(error) = spawned {
            tracing::warn!("no thread to make pipelines: {error}");
            work(&self.0);
        }
    }

    /// Waits until all jobs are done and what they held is let go of.
    pub(crate) fn finish(&self) {
        let mut state = self.0.state.lock();
        while state.threads > 0 {
            self.0.idle.wait(&mut state);
        }
    }
}

/// Does jobs until there are none.
fn work(shared: &Shared) {
    loop {
        let job = {
            let mut state = shared.state.lock();
            match state.jobs.pop_front() {
                Some(job) => job,
                None => {
                    state.threads -= 1;
                    if state.threads == 0 {
                        shared.idle.notify_all();
                    }
                    return;
                }
            }
        };
        job();
    }
}
