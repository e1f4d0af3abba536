//! Queue operations on their way: resolve the waits, hand the work over, resolve the signals.
//!
//! An operation whose waits are all known goes on at once; otherwise it is parked with the first unknown semaphore, so that
//! waiting before the signal is submitted never blocks a thread or a Vulkan queue. Chains of parked operations are worked
//! off in a loop, not by recursion, however long they are.

use std::collections::VecDeque;
use std::sync::Arc;

use smallvec::SmallVec;

use super::fence::Timepoint;
use super::semaphore::{Known, Semaphore, Waiter};
use super::{Points, QueueId, Queues};
use crate::command::{InlineCommand, Run};
use crate::memory::Allocation;
use crate::status::{Result, Status};

/// What an operation does once its waits are over.
pub(crate) enum Work {
    /// Only signals.
    Nothing,
    /// Runs recorded commands.
    Native(Run),
    /// Runs one command.
    Inline(InlineCommand),
    /// Gives memory back.
    Release(Arc<Allocation>),
    /// Runs on the host, after the device work it waits for is done.
    Host(Box<dyn FnOnce() -> Result<()> + Send>),
}

pub(crate) type Timepoints = SmallVec<[Timepoint; 1]>;

/// An operation that is not submitted yet.
pub(crate) struct Parked {
    queues: Arc<Queues>,
    queue: QueueId,
    waits: Timepoints,
    signals: Timepoints,
    /// Further work to wait for, of the same device.
    after: Points,
    work: Option<Work>,
}

/// What the waits of an operation come to.
enum Resolved {
    /// All are signaled or will be, by this work of the same device.
    Ready(Points),
    /// One failed.
    Failed(Status),
    /// One is not known yet.
    Blocked(Arc<Semaphore>, u64),
    /// One is pending on another device.
    Elsewhere(Arc<Queues>, Points),
}

impl Parked {
    pub(crate) fn new(
        queues: &Arc<Queues>,
        queue: QueueId,
        waits: &[Timepoint],
        signals: &[Timepoint],
        after: Points,
        work: Work,
    ) -> Self {
        Self { queues: queues.clone(), queue, waits: waits.into(), signals: signals.into(), after, work: Some(work) }
    }

    fn resolve(&self) -> Resolved {
        let mut points = self.after;
        for wait in &self.waits {
            match wait.semaphore.known(wait.value) {
                Known::Signaled => {}
                Known::Failed(status) => return Resolved::Failed(status),
                Known::Unknown => return Resolved::Blocked(wait.semaphore.clone(), wait.value),
                Known::Pending(queues, more) if Arc::ptr_eq(&queues, &self.queues) => points = points.join(more),
                Known::Pending(queues, more) => {
                    if !queues.timelines.pending(more).is_empty() {
                        return Resolved::Elsewhere(queues, more);
                    }
                }
            }
        }
        Resolved::Ready(points)
    }

    /// Goes as far as it can; who goes on because of it is added to `woken`.
    fn step(mut self: Box<Self>, woken: &mut Vec<Waiter>) {
        loop {
            match self.resolve() {
                Resolved::Failed(status) => return self.fail(&status, woken),
                Resolved::Ready(points) => return self.hand_over(points, woken),
                Resolved::Blocked(semaphore, value) => match semaphore.park(Waiter::Operation(value, self)) {
                    None => return,
                    // It became known meanwhile.
                    Some(Waiter::Operation(_, parked)) => self = parked,
                    Some(Waiter::Call(..)) => unreachable!("an operation comes back as an operation"),
                },
                Resolved::Elsewhere(queues, points) => {
                    return queues.when_done(points, Box::new(move || run(vec![Waiter::Operation(0, self)])));
                }
            }
        }
    }

    fn hand_over(mut self: Box<Self>, points: Points, woken: &mut Vec<Waiter>) {
        let Some(work) = self.work.take() else { return };
        let done = match work {
            Work::Nothing => Ok(self.queues.timelines.pending(points)),
            Work::Release(allocation) => {
                allocation.release(points);
                Ok(self.queues.timelines.pending(points))
            }
            Work::Native(run) => self.queues.append_native(self.queue, points, run),
            Work::Inline(command) => self.queues.append_inline(self.queue, points, command),
            Work::Host(call) => {
                if !self.queues.timelines.pending(points).is_empty() {
                    // The host must not block here; the watcher comes back when the device is done.
                    self.work = Some(Work::Host(call));
                    self.after = Points::default();
                    let queues = self.queues.clone();
                    return queues.when_done(points, Box::new(move || run(vec![Waiter::Operation(0, self)])));
                }
                call().map(|()| Points::default())
            }
        };
        match done {
            Ok(points) => self.signal(points, woken),
            Err(status) => self.fail(&status, woken),
        }
    }

    fn signal(&self, points: Points, woken: &mut Vec<Waiter>) {
        for signal in &self.signals {
            // A batch that the driver refuses fails what it would have signaled.
            self.queues.remember_signal(points, signal);
            signal.semaphore.submitted(signal.value, &self.queues, points, woken);
        }
    }

    /// Fails what the operation would have signaled.
    pub(super) fn fail(&self, status: &Status, woken: &mut Vec<Waiter>) {
        for signal in &self.signals {
            signal.semaphore.failed(status, woken);
        }
    }
}

/// Starts an operation.
pub(crate) fn start(parked: Parked) {
    run(vec![Waiter::Operation(0, Box::new(parked))]);
}

/// Lets everybody go on, and those who go on because of them.
pub(super) fn run(woken: Vec<Waiter>) {
    let mut list = VecDeque::from(woken);
    let mut more = Vec::new();
    while let Some(waiter) = list.pop_front() {
        match waiter {
            Waiter::Operation(_, parked) => parked.step(&mut more),
            Waiter::Call(_, call) => call(),
        }
        list.extend(more.drain(..));
    }
}
