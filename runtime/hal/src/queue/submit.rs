//! Queue operations on their way: resolve the waits, hand the work over, resolve the signals.
//!
//! An operation whose waits are all known goes on at once; otherwise it is parked with the first unknown semaphore, so that
//! waiting before the signal is submitted never blocks a thread or a Vulkan queue. Chains of parked operations are worked
//! off in a loop, not by recursion, however long they are.

use std::collections::VecDeque;
use std::sync::Arc;

use smallvec::SmallVec;

use super::bell::{known, watch};
use super::fence::Timepoint;
use super::semaphore::{Go, Known, Semaphore, WeakSemaphore, Woken, released};
use super::workers::Held;
use super::{Points, QueueId, Queues};
use crate::command::{InlineCommand, Run};
use crate::memory::{Allocation, Committed, Reuse, busy};
use crate::objects::{Live, ObjectKind};
use crate::profile::Probe;
use crate::recycled::Recycled;
use crate::status::{Result, Status, StatusCode};

/// Says what an operation does, once its waits are over.
pub(crate) type MakeWork = Box<dyn FnOnce(Option<&Probe>) -> Result<Work> + Send>;

/// What an operation does once its waits are over.
pub(crate) enum Work {
    /// Only signals.
    Nothing,
    /// Runs recorded commands.
    Native(Run),
    /// Runs one command.
    Inline(InlineCommand),
    /// Becomes known then, because memory that it uses has no place before.
    Later(MakeWork),
    /// Gives memory a place, as soon as its pool has one.
    Commit(Recycled<Allocation>, Reuse),
    /// Gives memory back.
    Release(Recycled<Allocation>),
    /// Runs on the host, after the device work it waits for is done.
    Host(HostCall),
}

/// A call that a queue makes on the host. A device that is closed waits some seconds for calls that were begun; then it goes
/// without them, and their operations fail as [`StatusCode::Aborted`].
pub enum HostCall {
    /// The operation is done when the call returns; its failure fails the signal.
    Blocking(Box<dyn FnOnce() -> Result<()> + Send>),
    /// The operation is done when the [`Completion`] says so, from any thread.
    Deferred(Box<dyn FnOnce(Completion) + Send>),
    /// The operation is done when the call begins, and does not fail with it.
    NonBlocking(Box<dyn FnOnce() + Send>),
}

impl std::fmt::Debug for HostCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Blocking(_) => "HostCall::Blocking",
            Self::Deferred(_) => "HostCall::Deferred",
            Self::NonBlocking(_) => "HostCall::NonBlocking",
        })
    }
}

/// Ends an operation that a [`HostCall::Deferred`] left open. Dropped without, it fails the operation.
pub struct Completion(Held);

impl std::fmt::Debug for Completion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Completion")
    }
}

impl Completion {
    /// The operation is done.
    pub fn done(self) {
        self.end(Ok(()));
    }

    /// The operation failed.
    pub fn fail(self, status: Status) {
        self.end(Err(status));
    }

    fn end(&self, result: Result<()>) {
        let Some(mut parked) = self.0.take() else { return };
        let mut woken = Vec::new();
        parked.end(result.map(|()| Points::default()), &mut woken);
        run(woken);
    }
}

impl Drop for Completion {
    fn drop(&mut self) {
        self.end(Err(Status::new(StatusCode::Aborted, "a host call ended without saying how its operation did")));
    }
}

pub(crate) type Timepoints = SmallVec<[Timepoint; 1]>;

/// An operation that is not submitted yet.
pub(crate) struct Parked {
    queues: Arc<Queues>,
    queue: QueueId,
    waits: Timepoints,
    /// What it waits for while it is parked: a fence that nobody else has can never be signaled, and must be able to go.
    asleep: SmallVec<[(WeakSemaphore, u64); 1]>,
    signals: Timepoints,
    /// Further work to wait for, of the same device.
    after: Points,
    work: Option<Work>,
    probe: Option<Probe>,
    _live: Live,
}

/// What the waits of an operation come to.
enum Resolved {
    /// All are signaled or will be, by this work of the same device.
    Ready(Points),
    /// One failed.
    Failed(Status),
    /// Some are not known yet; one of them.
    Blocked(Semaphore, u64),
    /// One is pending on another device.
    Elsewhere(Arc<Queues>, Points),
}

/// What an operation that cannot go on at once waits for.
enum Pause {
    /// Several fences, of which something is not known.
    Fences,
    /// A value of which nothing is known.
    Fence(Semaphore, u64),
    /// Work that the host waits for.
    Work(Arc<Queues>, Points),
    /// Memory that its pool does not have, since the pool got something back so often.
    Memory(Recycled<Allocation>, Reuse, u64),
    /// A call of the host.
    Call(HostCall),
}

impl Parked {
    pub(crate) fn new(
        queues: &Arc<Queues>,
        queue: QueueId,
        (waits, signals): (&[Timepoint], &[Timepoint]),
        after: Points,
        work: Work,
        probe: Option<Probe>,
    ) -> Self {
        let live = Live::new(&queues.core.objects, ObjectKind::Operation);
        let (waits, signals) = (waits.into(), signals.into());
        Self {
            queues: queues.clone(),
            queue,
            waits,
            asleep: SmallVec::new(),
            signals,
            after,
            work: Some(work),
            probe,
            _live: live,
        }
    }

    fn resolve(&self) -> Resolved {
        let mut points = self.after;
        let (mut unknown, mut elsewhere) = (None, None);
        for wait in &self.waits {
            match wait.semaphore.known(wait.value) {
                Known::Signaled => {}
                Known::Failed(status) => return Resolved::Failed(status),
                Known::Unknown => unknown = unknown.or(Some(wait)),
                Known::Pending(queues, more) if Arc::ptr_eq(&queues, &self.queues) => points = points.join(more),
                Known::Pending(queues, more) => {
                    if !queues.timelines.pending(more).is_empty() {
                        elsewhere = Some((queues, more));
                    }
                }
            }
        }
        match (unknown, elsewhere) {
            (Some(wait), _) => Resolved::Blocked(wait.semaphore.clone(), wait.value),
            (None, Some((queues, more))) => Resolved::Elsewhere(queues, more),
            (None, None) => Resolved::Ready(points),
        }
    }

    /// Lets go of the fences about which nothing is known.
    fn sleep(&mut self, known: &[Known]) {
        for (wait, known) in std::mem::take(&mut self.waits).into_iter().zip(known) {
            match known {
                Known::Unknown => self.asleep.push((wait.semaphore.downgrade(), wait.value)),
                _ => self.waits.push(wait),
            }
        }
    }

    /// Takes the fences it waits for again; whether all are still there.
    fn awake(&mut self) -> bool {
        let wait = |(semaphore, value): (WeakSemaphore, u64)| Some(Timepoint { semaphore: semaphore.upgrade()?, value });
        let all = self.waits.len() + self.asleep.len();
        self.waits.extend(self.asleep.drain(..).filter_map(wait));
        self.waits.len() == all
    }

    /// Goes on, called by one of the fences it waits for, which is still there.
    fn called(mut self: Box<Self>, woken: &mut Vec<Woken>) {
        match self.awake() {
            true => woken.push(self.into()),
            false => self.end(Err(released()), woken),
        }
    }

    /// Goes as far as it can; who goes on because of it is added to `woken`.
    fn step(self: Box<Self>, woken: &mut Vec<Woken>) {
        let mut parked = self;
        while let Some(pause) = parked.advance(woken) {
            match parked.pause(pause, woken) {
                Some(again) => parked = again,
                None => return,
            }
        }
    }

    /// Goes as far as it can; where it cannot go on at once.
    fn advance(&mut self, woken: &mut Vec<Woken>) -> Option<Pause> {
        if !self.awake() {
            self.end(Err(released()), woken);
            return None;
        }
        match self.resolve() {
            Resolved::Failed(status) => {
                self.end(Err(status), woken);
                None
            }
            Resolved::Ready(points) => self.hand_over(points, woken),
            Resolved::Blocked(..) if self.waits.len() > 1 => Some(Pause::Fences),
            Resolved::Blocked(semaphore, value) => Some(Pause::Fence(semaphore, value)),
            Resolved::Elsewhere(queues, points) => Some(Pause::Work(queues, points)),
        }
    }

    /// Waits; the operation, when it need not.
    fn pause(mut self: Box<Self>, pause: Pause, woken: &mut Vec<Woken>) -> Option<Box<Self>> {
        match pause {
            // It hangs at all that it waits for, so that it fails with the first that does.
            Pause::Fences => {
                let waits = self.waits.clone();
                let known = known(&waits);
                self.sleep(&known);
                watch(&waits, known, Box::new(move |woken| self.called(woken)), woken).keep();
                None
            }
            Pause::Fence(semaphore, value) => {
                self.sleep(&[Known::Unknown]);
                // Given back when it became known meanwhile.
                semaphore.park(value, self)
            }
            Pause::Work(queues, points) => {
                queues.when_done(points, Box::new(move || self.again()));
                None
            }
            Pause::Memory(allocation, reuse, returns) => {
                self.wait_for_memory(allocation, reuse, returns);
                None
            }
            Pause::Call(call) => {
                self.call(call);
                None
            }
        }
    }

    /// Tries again, from another thread.
    fn again(self: Box<Self>) {
        run(vec![self.into()]);
    }

    /// Does the work, now that the waits are over; what else it has to wait for.
    fn hand_over(&mut self, points: Points, woken: &mut Vec<Woken>) -> Option<Pause> {
        let work = self.work.take()?;
        if let Some(probe) = &mut self.probe {
            probe.begin();
        }
        let done = match work {
            Work::Nothing => Ok(self.queues.timelines.pending(points)),
            Work::Release(allocation) => {
                allocation.release(points);
                Ok(self.queues.timelines.pending(points))
            }
            Work::Native(run) => self.queues.append_native(self.queue, points, run),
            Work::Inline(command) => self.queues.append_inline(self.queue, points, command, self.probe.as_ref()),
            Work::Later(work) => match work(self.probe.as_ref()) {
                Ok(work) => {
                    self.work = Some(work);
                    return self.hand_over(points, woken);
                }
                Err(status) => Err(status),
            },
            Work::Commit(allocation, reuse) => match allocation.commit(reuse) {
                Ok(Committed::After(after)) => Ok(self.queues.timelines.pending(points.join(after))),
                Ok(Committed::Busy) => Err(busy()),
                Ok(Committed::Exhausted(returns)) => return Some(Pause::Memory(allocation, reuse, returns)),
                Err(status) => Err(status),
            },
            Work::Host(call) if self.queues.timelines.pending(points).is_empty() => return Some(Pause::Call(call)),
            Work::Host(call) => {
                // The host must not block here; the watcher comes back when the device is done.
                self.work = Some(Work::Host(call));
                self.after = Points::default();
                return Some(Pause::Work(self.queues.clone(), points));
            }
        };
        self.end(done, woken);
        None
    }

    /// Tries again once the pool got something back: on another thread, because whoever gives it back may hold locks.
    fn wait_for_memory(mut self: Box<Self>, allocation: Recycled<Allocation>, reuse: Reuse, returns: u64) {
        let Some(pool) = allocation.pool().cloned() else { return };
        self.work = Some(Work::Commit(allocation, reuse));
        let workers = self.queues.workers.clone();
        pool.when_returned(returns, Box::new(move || workers.run(Box::new(move || self.again()))));
    }

    /// Makes the call on another thread.
    fn call(self: Box<Self>, call: HostCall) {
        let workers = self.queues.workers.clone();
        let held = Held::new(&workers, self);
        workers.run(Box::new(move || {
            held.begin_call();
            match call {
                HostCall::Blocking(call) => {
                    let result = call();
                    Completion(held).end(result);
                }
                HostCall::Deferred(call) => call(Completion(held)),
                HostCall::NonBlocking(call) => {
                    Completion(held).done();
                    call();
                }
            }
        }));
    }

    /// Fails an operation whose call goes on while its device is closed.
    pub(super) fn give_up(mut self: Box<Self>) {
        let mut woken = Vec::new();
        self.end(Err(Status::new(StatusCode::Aborted, "the device was closed before the host call ended")), &mut woken);
        run(woken);
    }

    /// Signals what the operation signals, at `points`, or fails it.
    pub(super) fn end(&mut self, result: Result<Points>, woken: &mut Vec<Woken>) {
        if let Some(probe) = &self.probe {
            probe.end(result.as_ref().err());
        }
        for signal in std::mem::take(&mut self.signals) {
            match &result {
                Ok(points) => {
                    // A batch that the driver refuses fails what it would have signaled.
                    self.queues.remember_signal(*points, &signal);
                    signal.semaphore.submitted(signal.value, &self.queues, *points, woken);
                }
                Err(status) => signal.semaphore.failed(status, woken),
            }
        }
    }
}

impl Drop for Parked {
    /// An operation that comes to nothing, because a call of the host panicked, fails.
    fn drop(&mut self) {
        if !self.signals.is_empty() {
            let status = Status::new(StatusCode::Aborted, "the operation was given up before it was done");
            let mut woken = Vec::new();
            self.end(Err(status), &mut woken);
            run(woken);
        }
    }
}

/// Starts an operation. One that need not wait makes no room for itself on the heap.
pub(crate) fn start(mut parked: Parked) {
    let mut woken = Vec::new();
    if let Some(pause) = parked.advance(&mut woken)
        && let Some(again) = Box::new(parked).pause(pause, &mut woken)
    {
        again.step(&mut woken);
    }
    run(woken);
}

/// Lets everybody go on, and those who go on because of them.
pub(super) fn run(woken: Vec<Woken>) {
    let mut list = VecDeque::from(woken);
    let mut more = Vec::new();
    while let Some(waiter) = list.pop_front() {
        match waiter.go {
            Go::Operation(parked) => parked.step(&mut more),
            Go::Call(call) => call(&mut more),
        }
        list.extend(more.drain(..));
    }
}
