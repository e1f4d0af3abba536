//! The timeline semaphore of each queue: which work is submitted, and which is done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

use ash::vk;

use super::patience::Patience;
use super::{Points, QueueId, Queues};
use crate::core::Core;
use crate::status::{Result, Status, StatusCode};
use crate::vk::{VkResultExt, status_of};

/// The timelines of a device's queues.
pub(crate) struct Timelines {
    pub(crate) core: Arc<Core>,
    queues: Vec<Timeline>,
    /// Who knows what is in flight, for the message when the device is lost.
    owner: OnceLock<Weak<Queues>>,
}

struct Timeline {
    semaphore: vk::Semaphore,
    /// Number of the last work given to the driver.
    submitted: AtomicU64,
    /// Number of the last work known to be done.
    completed: AtomicU64,
    /// Why the queue takes no more work.
    poison: OnceLock<Status>,
}

impl Timelines {
    pub(crate) fn new(core: &Arc<Core>, count: usize) -> Result<Arc<Self>> {
        let mut timelines = Self { core: core.clone(), queues: Vec::with_capacity(count), owner: OnceLock::new() };
        for _ in 0..count {
            let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
            let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
            // SAFETY: the device is alive; `info` lives until the call returns.
            let semaphore = unsafe { core.raw.create_semaphore(&info, None) }.status("vkCreateSemaphore")?;
            timelines.queues.push(Timeline {
                semaphore,
                submitted: AtomicU64::new(0),
                completed: AtomicU64::new(0),
                poison: OnceLock::new(),
            });
        }
        Ok(Arc::new(timelines))
    }

    pub(crate) fn len(&self) -> usize {
        self.queues.len()
    }

    pub(crate) fn semaphore(&self, queue: QueueId) -> vk::Semaphore {
        self.queues[queue.index()].semaphore
    }

    pub(crate) fn submitted(&self, queue: QueueId) -> u64 {
        self.queues[queue.index()].submitted.load(Ordering::Acquire)
    }

    pub(crate) fn set_submitted(&self, queue: QueueId, sequence: u64) {
        self.queues[queue.index()].submitted.fetch_max(sequence, Ordering::AcqRel);
    }

    /// Why the queue takes no more work, if it does not.
    pub(crate) fn poison(&self, queue: QueueId) -> Option<&Status> {
        self.queues[queue.index()].poison.get()
    }

    pub(super) fn set_owner(&self, queues: &Arc<Queues>) {
        // Set once, by the owner.
        let _ = self.owner.set(Arc::downgrade(queues));
    }

    /// No queue of the device takes work from now on; the first reason stays, with what was in flight.
    pub(crate) fn set_poison(&self, status: &Status) {
        if self.queues.iter().any(|queue| queue.poison.get().is_some()) {
            return;
        }
        let in_flight = self.owner.get().and_then(Weak::upgrade).map(|queues| queues.in_flight()).unwrap_or_default();
        let status = if in_flight.is_empty() { status.clone() } else { status.within(in_flight) };
        for queue in &self.queues {
            let _ = queue.poison.set(status.clone());
        }
    }

    /// Number of the last work known to be done, after asking the driver when more was submitted.
    pub(crate) fn completed(&self, queue: QueueId) -> u64 {
        let timeline = &self.queues[queue.index()];
        let known = timeline.completed.load(Ordering::Acquire);
        if known >= timeline.submitted.load(Ordering::Acquire) {
            return known;
        }
        // SAFETY: the semaphore is alive; asking needs no lock.
        match unsafe { self.core.raw.get_semaphore_counter_value(timeline.semaphore) } {
            Ok(value) => self.note_completed(queue, value),
            Err(result) => {
                if result == vk::Result::ERROR_DEVICE_LOST {
                    self.set_poison(&status_of("vkGetSemaphoreCounterValue", result));
                }
                known
            }
        }
    }

    fn note_completed(&self, queue: QueueId, value: u64) -> u64 {
        self.queues[queue.index()].completed.fetch_max(value, Ordering::AcqRel).max(value)
    }

    /// The part of `points` that is not done.
    pub(crate) fn pending(&self, points: Points) -> Points {
        let mut pending = points;
        for (queue, sequence) in points.iter() {
            let known = self.queues[queue.index()].completed.load(Ordering::Acquire);
            if sequence <= known || sequence <= self.completed(queue) {
                pending = pending.without(queue);
            }
        }
        pending
    }

    /// Blocks until the work numbered `sequence`, which must be submitted, is done.
    pub(crate) fn wait(&self, queue: QueueId, sequence: u64, deadline: Option<Instant>) -> Result<()> {
        let timeline = &self.queues[queue.index()];
        if timeline.completed.load(Ordering::Acquire) >= sequence {
            return Ok(());
        }
        if let Some(status) = timeline.poison.get() {
            return Err(status.clone());
        }
        // One semaphore at a time: waiting for any of several spins on Mesa's drivers.
        let (semaphores, values) = ([timeline.semaphore], [sequence]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        let mut patience = Patience::new(&self.core, deadline);
        loop {
            if patience.ask(|| self.completed(queue) >= sequence || timeline.poison.get().is_some()) {
                let is_done = timeline.completed.load(Ordering::Acquire) >= sequence;
                return timeline.poison.get().filter(|_| !is_done).cloned().map_or(Ok(()), Err);
            }
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let sleep = left.into_iter().chain(patience.sleep()).min();
            let timeout = sleep.and_then(|sleep| u64::try_from(sleep.as_nanos()).ok()).unwrap_or(u64::MAX);
            // SAFETY: the semaphore is alive; `info` lives until the call returns.
            match unsafe { self.core.raw.wait_semaphores(&info, timeout) } {
                Ok(()) => {
                    self.note_completed(queue, sequence);
                    return Ok(());
                }
                Err(vk::Result::TIMEOUT) if deadline.is_none_or(|at| Instant::now() < at) => {}
                Err(vk::Result::TIMEOUT) => {
                    return Err(Status::new(StatusCode::DeadlineExceeded, "the device did not finish in time"));
                }
                Err(result) => {
                    let status = status_of("vkWaitSemaphores", result);
                    if result == vk::Result::ERROR_DEVICE_LOST {
                        self.set_poison(&status);
                    }
                    return Err(timeline.poison.get().cloned().unwrap_or(status));
                }
            }
        }
    }

    /// Counts work that was refused by the driver as done, once everything before it is.
    pub(crate) fn skip(&self, queue: QueueId, sequence: u64) -> Result<()> {
        let before = self.submitted(queue);
        self.wait(queue, before, None)?;
        let info = vk::SemaphoreSignalInfo::default().semaphore(self.semaphore(queue)).value(sequence);
        // SAFETY: the semaphore is alive, nothing is pending on it, and its value is below `sequence`.
        unsafe { self.core.raw.signal_semaphore(&info) }.status("vkSignalSemaphore")?;
        self.set_submitted(queue, sequence);
        self.note_completed(queue, sequence);
        Ok(())
    }
}

impl Drop for Timelines {
    fn drop(&mut self) {
        for queue in &self.queues {
            // SAFETY: the queues were drained before their owner let go, so nothing uses the semaphore.
            unsafe { self.core.raw.destroy_semaphore(queue.semaphore, None) };
        }
    }
}
