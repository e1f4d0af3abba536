//! Queues: order on the device, not on the host.
//!
//! Every Vulkan queue has one timeline semaphore that counts its work. Operations join the queue's open batch; one
//! `vkQueueSubmit2` carries a whole batch. A batch closes when the host waits for it, another queue needs it, someone asks,
//! or it is long. Operations of a batch that depend on each other are separated by a barrier; others are not. A batch ends
//! with a barrier that makes its writes visible to the host and to later batches.
//!
//! Locks: a queue's state is locked while work is added or submitted, one queue at a time; semaphores are locked alone.

mod batch;
mod bell;
mod fence;
mod loss;
mod patience;
mod points;
mod semaphore;
mod state;
mod submit;
mod timelines;
mod watcher;
mod workers;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use ash::vk;
use parking_lot::Mutex;
use smallvec::SmallVec;

use batch::{Batch, Flight, InFlight};
use state::QueueState;
use watcher::Watcher;
use workers::Workers;

use crate::command::{CommandPool, InlineCommand, Run};
use crate::core::Core;
use crate::profile::{Pair, Probe};
use crate::status::{Result, Status};
use crate::vk::{VkResultExt, status_of};

pub use fence::{Fence, FenceFuture, FenceState, Timepoint};
pub(crate) use points::{Points, QueueId};
pub use semaphore::{MAX_SEMAPHORE_VALUE, Semaphore, live_semaphores};
pub use submit::{Completion, HostCall};
pub(crate) use submit::{Parked, Work, start};
pub(crate) use timelines::Timelines;

/// A batch of this many operations is submitted, so that the device has something to do.
const MAX_BATCH_OPERATIONS: usize = 64;

/// The queues of a device.
pub(crate) struct Queues {
    pub(crate) core: Arc<Core>,
    pub(crate) timelines: Arc<Timelines>,
    queues: Vec<Queue>,
    workers: Arc<Workers>,
    /// Calls of `vkQueueSubmit2` so far.
    submits: AtomicU64,
}

struct Queue {
    id: QueueId,
    raw: vk::Queue,
    /// Held while the driver's queue is used, which several queues may share. A leaf, as the allocator's lock is.
    driver: Arc<Mutex<()>>,
    state: Mutex<QueueState>,
    watcher: Arc<Watcher>,
}

impl Queues {
    pub(crate) fn new(core: &Arc<Core>) -> Result<Arc<Self>> {
        let timelines = Timelines::new(core, core.lanes.len())?;
        let mut queues: Vec<Queue> = Vec::with_capacity(core.lanes.len());
        for (i, lane) in core.lanes.iter().enumerate() {
            // SAFETY: the device was opened with the queues of its lanes.
            let raw = unsafe { core.raw.get_device_queue(lane.family, lane.index) };
            let pool = CommandPool::new(core, lane.family)?;
            let state = QueueState {
                last: 0,
                barrier: 0,
                open: Batch::default(),
                flight: Flight::default(),
                spare_signals: SmallVec::new(),
                pool,
            };
            let driver = queues.iter().find(|queue| queue.raw == raw).map_or_else(Arc::default, |same| same.driver.clone());
            queues.push(Queue { id: QueueId::new(i), raw, driver, state: Mutex::new(state), watcher: Arc::default() });
        }
        let (core, workers) = (core.clone(), Arc::default());
        let queues = Arc::new(Self { core, timelines, queues, workers, submits: AtomicU64::new(0) });
        queues.timelines.set_owner(&queues);
        Ok(queues)
    }

    /// The queue for an affinity mask: the first whose bit is set; bits of queues that are not there mean the first queue.
    pub(crate) fn select(&self, affinity: u64) -> QueueId {
        let index = (0..self.queues.len()).find(|i| affinity >> i & 1 == 1).unwrap_or(0);
        self.queues[index].id
    }

    /// The queue for an affinity mask and recorded commands, which only queues of the first one's family run.
    pub(crate) fn select_for_commands(&self, affinity: u64) -> QueueId {
        let family = self.family(QueueId::new(0));
        let fits = |queue: &&Queue| affinity >> queue.id.index() & 1 == 1 && self.family(queue.id) == family;
        self.queues.iter().find(fits).map_or(QueueId::new(0), |queue| queue.id)
    }

    /// The number of queues.
    pub(crate) fn len(&self) -> usize {
        self.timelines.len()
    }

    /// All queues, the first one first.
    pub(crate) fn ids(&self) -> impl Iterator<Item = QueueId> + '_ {
        self.queues.iter().map(|queue| queue.id)
    }

    /// Lets a queue write both timestamps of a pair, and blocks until it has.
    pub(crate) fn stamp(&self, queue: QueueId, pair: Pair) -> Result<()> {
        let mut state = self.queues[queue.index()].state.lock();
        self.check_poison(queue)?;
        let recorder = state.recorder(&self.core)?;
        recorder.timestamp(&pair, 0);
        recorder.timestamp(&pair, 1);
        state.open.keep.timestamps.push(pair.pool);
        state.last += 1;
        state.open.operations += 1;
        let points = Points::at(queue, state.last);
        drop(state);
        self.wait(points, None)
    }

    /// The family of a queue's command buffers.
    pub(crate) fn family(&self, queue: QueueId) -> u32 {
        self.core.lanes[queue.index()].family
    }

    /// Calls of `vkQueueSubmit2` so far.
    pub(crate) fn submits(&self) -> u64 {
        self.submits.load(Ordering::Relaxed)
    }

    /// Adds recorded commands after `points`; where they are in the order.
    fn append_native(&self, queue: QueueId, points: Points, run: Run) -> Result<Points> {
        let waits = self.waits_of_others(queue, points)?;
        let mut state = self.queues[queue.index()].state.lock();
        self.check_poison(queue)?;
        if !waits.is_empty() || points.get(queue) > state.barrier {
            state.close()?;
        } else {
            state.end_recorder(false)?;
        }
        state.begin_segment(waits);
        let sequence = state.next(&run.native);
        run.used(&self.core, queue, sequence, &mut state.open.keep.allocations);
        state.open.keep.natives.push(run.native);
        self.close_if_long(queue, state)?;
        Ok(Points::at(queue, sequence))
    }

    /// Adds one command after `points`; where it is in the order.
    fn append_inline(&self, queue: QueueId, points: Points, command: InlineCommand, probe: Option<&Probe>) -> Result<Points> {
        let waits = self.waits_of_others(queue, points)?;
        let mut guard = self.queues[queue.index()].state.lock();
        self.check_poison(queue)?;
        let state = &mut *guard;
        if !waits.is_empty() {
            state.close()?;
            state.begin_segment(waits);
        }
        let depends = points.get(queue) > state.barrier;
        let recorder = state.recorder(&self.core)?;
        if depends {
            recorder.full_barrier();
        }
        match probe.map_or(Ok(None), Probe::span)? {
            Some(span) => {
                recorder.timestamp(&span, 0);
                command.record(recorder);
                recorder.timestamp(&span, 1);
                state.open.keep.timestamps.push(span.pool);
            }
            None => command.record(recorder),
        }
        if depends {
            state.barrier = state.last;
        }
        state.last += 1;
        state.open.operations += 1;
        let sequence = state.last;
        command.used(&self.core, queue, sequence, &mut state.open.keep.allocations);
        self.close_if_long(queue, guard)?;
        Ok(Points::at(queue, sequence))
    }

    /// The part of `points` that other queues have to reach, submitted there.
    fn waits_of_others(&self, queue: QueueId, points: Points) -> Result<SmallVec<[(QueueId, u64); 2]>> {
        let others = self.timelines.pending(points.without(queue));
        for (other, sequence) in others.iter() {
            self.submit_up_to(other, sequence)?;
        }
        Ok(others.iter().map(|(other, sequence)| (other, self.mark(other, sequence))).collect())
    }

    /// The number the timeline takes when submitted work is done. Waiting for a number in between would be as good, but the
    /// validation layer (1.3.239) knows only numbers that are signaled.
    fn mark(&self, queue: QueueId, sequence: u64) -> u64 {
        self.queues[queue.index()].state.lock().flight.mark(sequence)
    }

    fn check_poison(&self, queue: QueueId) -> Result<()> {
        self.timelines.poison(queue).map_or(Ok(()), |status| Err(status.clone()))
    }

    fn close_if_long(&self, queue: QueueId, state: parking_lot::MutexGuard<'_, QueueState>) -> Result<()> {
        if state.open.operations < MAX_BATCH_OPERATIONS {
            return Ok(());
        }
        self.submit_open(queue, state)
    }

    /// Submits the open batch when the work numbered `sequence` is in it.
    fn submit_up_to(&self, queue: QueueId, sequence: u64) -> Result<()> {
        if self.timelines.submitted(queue) >= sequence {
            return Ok(());
        }
        let state = self.queues[queue.index()].state.lock();
        if self.timelines.submitted(queue) >= sequence {
            return Ok(());
        }
        self.submit_open(queue, state)
    }

    /// Submits what is open on every queue.
    pub(crate) fn flush(&self) -> Result<()> {
        self.queues.iter().try_for_each(|queue| self.submit_open(queue.id, queue.state.lock()))
    }

    /// Submits the open batch, unless it is empty.
    fn submit_open(&self, queue: QueueId, mut guard: parking_lot::MutexGuard<'_, QueueState>) -> Result<()> {
        let state = &mut *guard;
        if state.open.operations == 0 {
            return Ok(());
        }
        let result = state.close().and_then(|()| {
            state.close_segment();
            self.submit_batch(queue, state)
        });
        let last = state.last;
        let marks = state.open.segments.iter().map(|segment| segment.last).collect();
        state.open.operations = 0;
        state.open.closed = None;
        state.open.commands.clear();
        state.open.segments.clear();
        let spare = std::mem::take(&mut state.spare_signals);
        let mut signals = std::mem::replace(&mut state.open.signals, spare);
        let spare = state.flight.spare();
        let keep = std::mem::replace(&mut state.open.keep, spare);
        match result {
            Ok(()) => {
                let has_older = !state.flight.batches.is_empty();
                state.flight.batches.push_back(InFlight { last, marks, keep });
                self.timelines.set_submitted(queue, last);
                drop(guard);
                // Asking the driver costs something; the new batch is hardly done yet.
                if has_older {
                    self.retire(queue);
                }
                // Without the lock: they may be the last owners of much.
                signals.clear();
                if signals.spilled() {
                    self.queues[queue.index()].state.lock().spare_signals = signals;
                }
                Ok(())
            }
            Err(status) => {
                drop(guard);
                self.refused(queue, last, &status, &signals);
                drop(keep);
                Err(self.timelines.poison(queue).cloned().unwrap_or(status))
            }
        }
    }

    /// Lets go of what finished work used: taken out under the lock, dropped without it.
    fn retire(&self, queue: QueueId) {
        // The driver is asked without the lock.
        let completed = self.timelines.completed(queue);
        let state = &self.queues[queue.index()].state;
        let mut done = state.lock().flight.retire(completed);
        if done.is_empty() {
            return;
        }
        done.iter_mut().for_each(batch::Keep::clear);
        let mut state = state.lock();
        done.into_iter().for_each(|keep| state.flight.give_back(keep));
    }

    /// The driver refused a batch: what it would have signaled fails, and its numbers count as done.
    fn refused(&self, queue: QueueId, last: u64, status: &Status, signals: &[Timepoint]) {
        if status.code() == crate::StatusCode::DataLoss {
            self.timelines.set_poison(status);
        } else if let Err(error) = self.timelines.skip(queue, last) {
            self.timelines.set_poison(&error);
        }
        let status = self.timelines.poison(queue).unwrap_or(status);
        for signal in signals {
            signal.semaphore.fail(status.clone());
        }
    }

    fn submit_batch(&self, queue: QueueId, state: &mut QueueState) -> Result<()> {
        let batch = &state.open;
        let commands: SmallVec<[_; 8]> =
            batch.commands.iter().map(|&raw| vk::CommandBufferSubmitInfo::default().command_buffer(raw)).collect();
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let semaphore = |queue: QueueId, value: u64| {
            vk::SemaphoreSubmitInfo::default().semaphore(self.timelines.semaphore(queue)).value(value).stage_mask(all)
        };
        let waits: SmallVec<[SmallVec<[_; 2]>; 2]> =
            batch.segments.iter().map(|s| s.waits.iter().map(|&(q, n)| semaphore(q, n)).collect()).collect();
        let signals: SmallVec<[_; 2]> = batch.segments.iter().map(|s| [semaphore(queue, s.last)]).collect();
        let infos: SmallVec<[_; 2]> = batch
            .segments
            .iter()
            .zip(&waits)
            .zip(&signals)
            .map(|((segment, waits), signal)| {
                vk::SubmitInfo2::default()
                    .wait_semaphore_infos(waits)
                    .command_buffer_infos(&commands[segment.start..segment.end])
                    .signal_semaphore_infos(signal)
            })
            .collect();
        self.submits.fetch_add(1, Ordering::Relaxed);
        let Queue { raw, driver, .. } = &self.queues[queue.index()];
        let _driver = driver.lock();
        // SAFETY: the driver's queue is used only under the lock held here; command buffers are recorded and kept alive by
        // the batch until the timeline passes its last number; all structures live until the call returns.
        unsafe { self.core.raw.queue_submit2(*raw, &infos, vk::Fence::null()) }.status("vkQueueSubmit2")
    }

    /// If `points` are in an open batch, the batch fails `signal` when it is refused.
    fn remember_signal(&self, points: Points, signal: &Timepoint) {
        for (queue, sequence) in points.iter() {
            if self.timelines.submitted(queue) < sequence {
                let mut state = self.queues[queue.index()].state.lock();
                if self.timelines.submitted(queue) < sequence {
                    state.open.signals.push(signal.clone());
                }
            }
        }
    }

    /// Whether `points` are done, after submitting what is open.
    pub(crate) fn poll(&self, points: Points) -> Result<bool> {
        for (queue, sequence) in points.iter() {
            self.submit_up_to(queue, sequence)?;
        }
        let pending = self.timelines.pending(points);
        match pending.iter().find_map(|(queue, _)| self.timelines.poison(queue)) {
            Some(status) => Err(status.clone()),
            None => Ok(pending.is_empty()),
        }
    }

    /// All work submitted so far.
    pub(crate) fn all_submitted(&self) -> Points {
        self.queues
            .iter()
            .fold(Points::default(), |points, queue| points.join(Points::at(queue.id, self.timelines.submitted(queue.id))))
    }

    /// Blocks until `points` are done.
    pub(crate) fn wait(&self, points: Points, deadline: Option<Instant>) -> Result<()> {
        for (queue, sequence) in points.iter() {
            self.submit_up_to(queue, sequence)?;
            self.timelines.wait(queue, self.mark(queue, sequence), deadline)?;
            self.retire(queue);
        }
        Ok(())
    }

    /// Calls back when `points` are done or lost, from another thread or at once.
    pub(crate) fn when_done(self: &Arc<Self>, points: Points, call: Box<dyn FnOnce() + Send>) {
        if self.poll(points).unwrap_or(true) {
            return call();
        }
        let pending = self.timelines.pending(points);
        let Some((queue, sequence)) = pending.iter().next() else { return call() };
        let rest = pending.without(queue);
        let sequence = self.mark(queue, sequence);
        let queues = self.clone();
        let call: Box<dyn FnOnce() + Send> =
            if rest.is_empty() { call } else { Box::new(move || queues.when_done(rest, call)) };
        self.queues[queue.index()].watcher.when_done(self, queue, sequence, call);
    }

    /// Waits until the host has done what the queues gave it.
    pub(crate) fn finish_host_work(&self) {
        self.workers.finish();
    }

    /// Waits for everything and lets go of it. After a lost device nothing is waited for.
    pub(crate) fn drain(&self) {
        for queue in &self.queues {
            let flushed = self.submit_open(queue.id, queue.state.lock());
            let last = self.timelines.submitted(queue.id);
            let waited = flushed.and_then(|()| self.timelines.wait(queue.id, last, None));
            if let Err(status) = waited {
                tracing::warn!("closing a queue: {status}");
                // SAFETY: no other thread uses the device's queues any more: their owner is being dropped.
                if let Err(result) = unsafe { self.core.raw.device_wait_idle() } {
                    tracing::warn!("{}", status_of("vkDeviceWaitIdle", result));
                }
            }
            queue.watcher.close();
            let done = queue.state.lock().flight.retire(u64::MAX);
            drop(done);
        }
    }
}

impl Drop for Queues {
    fn drop(&mut self) {
        self.drain();
        self.workers.close();
    }
}
