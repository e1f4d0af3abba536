//! Fences: sets of semaphore values that are waited for together.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use smallvec::SmallVec;

use super::bell::{Watch, known, watch};
use super::semaphore::{Known, Semaphore};
use super::{Points, Queues};
use crate::status::{Result, Status, StatusCode};

/// A value of a semaphore.
#[derive(Clone, Debug)]
pub struct Timepoint {
    /// The semaphore.
    pub semaphore: Semaphore,
    /// The value.
    pub value: u64,
}

/// A set of semaphore values. Copies share the semaphores.
#[derive(Clone, Debug, Default)]
pub struct Fence {
    timepoints: SmallVec<[Timepoint; 1]>,
}

/// How far a fence is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenceState {
    /// Everything is reached.
    Signaled,
    /// Something is not reached.
    Pending,
    /// It will never be signaled.
    Failed(Status),
}

impl Fence {
    /// A fence that is not signaled, with a semaphore of its own.
    pub fn new() -> Self {
        Self::at(Semaphore::new(0), 1)
    }

    /// A fence of one value.
    pub fn at(semaphore: Semaphore, value: u64) -> Self {
        Self { timepoints: SmallVec::from_elem(Timepoint { semaphore, value }, 1) }
    }

    /// The values, one for each semaphore.
    pub fn timepoints(&self) -> &[Timepoint] {
        &self.timepoints
    }

    /// A fence that is signaled when all are.
    pub fn join<'f>(fences: impl IntoIterator<Item = &'f Self>) -> Self {
        let mut joined = Self::default();
        for timepoint in fences.into_iter().flat_map(|f| &f.timepoints) {
            match joined.timepoints.iter_mut().find(|t| t.semaphore.is_same(&timepoint.semaphore)) {
                Some(known) => known.value = known.value.max(timepoint.value),
                None => joined.timepoints.push(timepoint.clone()),
            }
        }
        joined
    }

    /// A fence that is signaled when all are, of as few values as will do: what is signaled already, or cannot be signaled
    /// later than another, is left out.
    pub fn join_latest<'f>(fences: impl IntoIterator<Item = &'f Self>) -> Self {
        type Underway = Option<(Arc<Queues>, Points)>;
        let mut kept: SmallVec<[(Timepoint, Underway); 2]> = SmallVec::new();
        for timepoint in fences.into_iter().flat_map(|f| &f.timepoints) {
            match timepoint.semaphore.known(timepoint.value) {
                Known::Signaled => {}
                Known::Pending(queues, points) => {
                    let within = |a: &Points, other: &Underway, is: fn(&Points, &Points) -> bool| {
                        other.as_ref().is_some_and(|(q, b)| Arc::ptr_eq(q, &queues) && is(a, b))
                    };
                    if kept.iter().any(|(_, other)| within(&points, other, |a, b| a.is_within(b))) {
                        continue;
                    }
                    kept.retain(|(_, other)| !within(&points, other, |a, b| b.is_within(a)));
                    kept.push((timepoint.clone(), Some((queues, points))));
                }
                Known::Failed(_) | Known::Unknown => kept.push((timepoint.clone(), None)),
            }
        }
        Self { timepoints: kept.into_iter().map(|(timepoint, _)| timepoint).collect() }
    }

    /// Whether there is nothing to wait for.
    pub fn is_empty(&self) -> bool {
        self.timepoints.is_empty()
    }

    /// Whether all is signaled or will be by work that is on its way.
    pub fn is_underway(&self) -> bool {
        let on_its_way = |t: &Timepoint| matches!(t.semaphore.known(t.value), Known::Signaled | Known::Pending(..));
        self.timepoints.iter().all(on_its_way)
    }

    /// Whether both are of the same values.
    pub fn is_same(&self, other: &Self) -> bool {
        self.timepoints.len() == other.timepoints.len()
            && self
                .timepoints
                .iter()
                .zip(&other.timepoints)
                .all(|(a, b)| a.semaphore.is_same(&b.semaphore) && a.value == b.value)
    }

    /// Whether a signal of one is one that the other waits for.
    pub fn shares(&self, other: &Self) -> bool {
        let same = |a: &Timepoint, b: &Timepoint| a.semaphore.is_same(&b.semaphore) && a.value == b.value;
        self.timepoints.iter().any(|a| other.timepoints.iter().any(|b| same(a, b)))
    }

    /// Signals from the host.
    ///
    /// # Errors
    /// When a value is reached already or its semaphore failed.
    pub fn signal(&self) -> Result<()> {
        self.timepoints.iter().try_for_each(|t| t.semaphore.signal(t.value))
    }

    /// Makes every wait fail with `status`.
    pub fn fail(&self, status: &Status) {
        for timepoint in &self.timepoints {
            timepoint.semaphore.fail(status.clone());
        }
    }

    /// How far it is. Work that it waits for is submitted, so that asking again makes sense.
    pub fn query(&self) -> FenceState {
        let mut state = FenceState::Signaled;
        for timepoint in &self.timepoints {
            match timepoint.semaphore.query() {
                Err(status) => return FenceState::Failed(status),
                Ok(value) if value < timepoint.value => state = FenceState::Pending,
                Ok(_) => {}
            }
        }
        state
    }

    /// Whether it can never be signaled: submitted work does not, and nobody has it but `holders`, who do not either.
    /// `holders` says how many copies of a semaphore they have.
    pub fn is_abandoned(&self, holders: impl Fn(&Semaphore) -> usize) -> bool {
        self.timepoints.iter().any(|t| t.semaphore.is_abandoned(t.value, holders(&t.semaphore)))
    }

    /// Blocks until it is signaled.
    ///
    /// # Errors
    /// The first status a semaphore failed with, or [`StatusCode::DeadlineExceeded`] at the deadline.
    pub fn wait(&self, deadline: Option<Instant>) -> Result<()> {
        if let [_, _, ..] = self.timepoints[..] {
            self.wait_until_underway(deadline)?;
        }
        self.timepoints.iter().try_for_each(|t| t.semaphore.wait(t.value, deadline))
    }

    /// Blocks until something is known about every value, or one semaphore failed.
    fn wait_until_underway(&self, deadline: Option<Instant>) -> Result<()> {
        while !self.is_underway() {
            if let FenceState::Failed(status) = self.query() {
                return Err(status);
            }
            let bell = Arc::new((Mutex::new(false), Condvar::new()));
            let ringer = bell.clone();
            let ring = move || {
                *ringer.0.lock() = true;
                ringer.1.notify_all();
            };
            let _watch = self.ring(ring);
            let mut rang = bell.0.lock();
            while !*rang {
                match deadline {
                    Some(at) if bell.1.wait_until(&mut rang, at).timed_out() => {
                        return Err(Status::new(StatusCode::DeadlineExceeded, "nothing signaled the fence in time"));
                    }
                    Some(_) => {}
                    None => bell.1.wait(&mut rang),
                }
            }
        }
        Ok(())
    }

    /// Blocks until one of `fences` is signaled; its position, or nothing when there are no fences.
    ///
    /// # Errors
    /// The status of the first that fails, or [`StatusCode::DeadlineExceeded`] at the deadline.
    pub fn wait_any(fences: &[Self], deadline: Option<Instant>) -> Result<Option<usize>> {
        if fences.is_empty() {
            return Ok(None);
        }
        // Which fences have a bell that did not ring yet.
        let bells = Arc::new((Mutex::new(vec![false; fences.len()]), Condvar::new()));
        let mut watches: SmallVec<[Option<Watch>; 4]> = fences.iter().map(|_| None).collect();
        loop {
            for (index, fence) in fences.iter().enumerate() {
                match fence.query() {
                    FenceState::Signaled => return Ok(Some(index)),
                    FenceState::Failed(status) => return Err(status),
                    FenceState::Pending => {}
                }
                if !std::mem::replace(&mut bells.0.lock()[index], true) {
                    let bells = bells.clone();
                    let ring = move || {
                        bells.0.lock()[index] = false;
                        bells.1.notify_all();
                    };
                    watches[index] = Some(fence.ring(ring));
                }
            }
            let mut hung = bells.0.lock();
            while hung.iter().all(|&hung| hung) {
                let late = match deadline {
                    Some(at) => bells.1.wait_until(&mut hung, at).timed_out(),
                    None => {
                        bells.1.wait(&mut hung);
                        false
                    }
                };
                if late && hung.iter().all(|&hung| hung) {
                    return Err(Status::new(StatusCode::DeadlineExceeded, "no fence was signaled in time"));
                }
            }
        }
    }

    /// Calls back once something about the fence has changed, at once if it is signaled or failed.
    pub fn when_changed(&self, call: impl FnOnce() + Send + 'static) {
        self.ring(call).keep();
    }

    /// As [`Fence::when_changed`], unless the watch is dropped before.
    fn ring(&self, call: impl FnOnce() + Send + 'static) -> Watch {
        // The call lets nobody go on.
        watch(&self.timepoints, known(&self.timepoints), Box::new(|_| call()), &mut Vec::new())
    }
}

/// Completes when the fence is signaled or fails.
pub struct FenceFuture {
    fence: Fence,
    watch: Option<Watch>,
}

impl FenceFuture {
    /// A future for `fence`.
    pub fn new(fence: Fence) -> Self {
        Self { fence, watch: None }
    }
}

impl Future for FenceFuture {
    type Output = Result<()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        match self.fence.query() {
            FenceState::Signaled => Poll::Ready(Ok(())),
            FenceState::Failed(status) => Poll::Ready(Err(status)),
            FenceState::Pending => {
                let waker = context.waker().clone();
                self.watch = Some(self.fence.ring(move || waker.wake()));
                Poll::Pending
            }
        }
    }
}
