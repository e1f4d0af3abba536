//! A thread per queue that calls back when work is done, for those who do not block: futures, other devices, host calls.
//!
//! It is started by the first who asks, sleeps while nobody waits, and blocks in the driver on one semaphore otherwise. It holds
//! the device, which waits for its end before it goes, so that it is never destroyed from this thread while the process ends.

use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};

use parking_lot::{Condvar, Mutex};

use super::{QueueId, Queues, Timelines};

type Call = Box<dyn FnOnce() + Send>;

/// Who wants to know.
#[derive(Default)]
struct Asked {
    calls: Vec<(u64, Call)>,
    thread: Option<JoinHandle<()>>,
    closed: bool,
}

/// The calls to make for one queue.
#[derive(Default)]
pub(super) struct Watcher {
    asked: Mutex<Asked>,
    changed: Condvar,
}

impl Watcher {
    /// Calls back when the work numbered `sequence`, which is submitted, is done.
    pub(super) fn when_done(self: &Arc<Self>, queues: &Arc<Queues>, queue: QueueId, sequence: u64, call: Call) {
        let mut asked = self.asked.lock();
        if asked.closed {
            drop(asked);
            return call();
        }
        asked.calls.push((sequence, call));
        if asked.thread.is_none() {
            let (watcher, timelines) = (self.clone(), queues.timelines.clone());
            let owner = Arc::downgrade(queues);
            let name = format!("halforge-queue-{}", queue.index());
            let thread = thread::Builder::new().name(name).spawn(move || watcher.watch(&owner, &timelines, queue));
            match thread {
                Ok(thread) => asked.thread = Some(thread),
                Err(error) => {
                    tracing::error!("no thread to watch a queue: {error}");
                    // Without the thread the callers are answered at once, and ask again.
                    let calls = std::mem::take(&mut asked.calls);
                    drop(asked);
                    calls.into_iter().for_each(|(_, call)| call());
                    return;
                }
            }
        }
        drop(asked);
        self.changed.notify_all();
    }

    fn watch(&self, owner: &Weak<Queues>, timelines: &Timelines, queue: QueueId) {
        loop {
            let next = {
                let mut asked = self.asked.lock();
                loop {
                    if asked.closed {
                        return;
                    }
                    match asked.calls.iter().map(|(sequence, _)| *sequence).min() {
                        Some(next) => break next,
                        None => self.changed.wait(&mut asked),
                    }
                }
            };
            // A failure is an answer too: whoever asked finds the poison.
            let lost = timelines.wait(queue, next, None).is_err();
            let done = timelines.completed(queue);
            let due = {
                let mut asked = self.asked.lock();
                let all = std::mem::take(&mut asked.calls);
                let (due, kept): (Vec<_>, Vec<_>) = all.into_iter().partition(|(sequence, _)| lost || *sequence <= done);
                asked.calls = kept;
                due
            };
            if let Some(queues) = owner.upgrade() {
                queues.retire(queue);
            }
            due.into_iter().for_each(|(_, call)| call());
        }
    }

    /// Ends the thread and waits until it has let go of the device; callers are answered.
    pub(super) fn close(&self) {
        let (calls, thread) = {
            let mut asked = self.asked.lock();
            asked.closed = true;
            (std::mem::take(&mut asked.calls), asked.thread.take())
        };
        self.changed.notify_all();
        calls.into_iter().for_each(|(_, call)| call());
        // It may be the thread itself that lets go of the last of a device.
        if let Some(thread) = thread.filter(|thread| thread.thread().id() != thread::current().id())
            && thread.join().is_err()
        {
            tracing::error!("the thread that watched a queue panicked");
        }
    }
}
