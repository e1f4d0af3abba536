//! Semaphores of the HAL: values that only grow, signaled by queues or the host, waited for by both.
//!
//! A value is *signaled* when it is reached, *pending* when submitted work will reach it, *failed* for ever once the
//! semaphore failed, and *unknown* before anything was submitted to reach it. Queue operations that wait for an unknown
//! value are parked here and go on when it becomes known; the host blocks or is called back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use smallvec::SmallVec;

use super::submit::Parked;
use super::{Points, Queues};
use crate::recycled::{Recycle, Recycled, Shelf, WeakRecycled};
use crate::status::{Result, Status, StatusCode, bail};

/// Largest value of a semaphore; IREE keeps the next one for failures.
pub const MAX_SEMAPHORE_VALUE: u64 = 0x7FFF_FFFE;

/// Stands for the failure of a semaphore where a value is waited for.
pub(super) const FAILURE: u64 = u64::MAX;

/// Semaphores of the process that exist.
static LIVE: AtomicU64 = AtomicU64::new(0);

/// Semaphores of the process that exist, to see that none leaks; they belong to no device.
pub fn live_semaphores() -> u64 {
    LIVE.load(Ordering::Acquire)
}

/// A semaphore. Copies are the same one.
#[derive(Clone)]
pub struct Semaphore(Recycled<Inner>);

struct Inner {
    state: Mutex<State>,
    changed: Condvar,
}

impl Recycle for Inner {
    fn shelf() -> &'static Shelf<Self> {
        static SHELF: Shelf<Inner> = Shelf::new();
        &SHELF
    }
}

/// A semaphore that others hold.
pub(super) struct WeakSemaphore(WeakRecycled<Inner>);

impl WeakSemaphore {
    /// The semaphore, if somebody holds it.
    pub(super) fn upgrade(&self) -> Option<Semaphore> {
        self.0.upgrade().map(Semaphore)
    }
}

#[derive(Default)]
struct State {
    value: u64,
    pending: SmallVec<[Pending; 1]>,
    failure: Option<Status>,
    waiters: Vec<Waiter>,
    /// Number of the last ticket; operations have 0.
    last_ticket: u64,
}

/// A value that submitted work will reach.
struct Pending {
    value: u64,
    queues: Arc<Queues>,
    points: Points,
}

/// Somebody who waits for a value.
struct Waiter {
    value: u64,
    /// Number of the call's ticket.
    ticket: u64,
    go: Go,
}

/// Who goes on.
pub(super) enum Go {
    /// A queue operation.
    Operation(Box<Parked>),
    /// A call.
    Call(Call),
}

/// A call back, which adds who goes on because of it to the list.
pub(super) type Call = Box<dyn FnOnce(&mut Vec<Woken>) + Send>;

/// Somebody who goes on, and the semaphore that lets them: operations that wait hold none.
pub(super) struct Woken {
    pub(super) go: Go,
    _semaphore: Option<Semaphore>,
}

impl From<Box<Parked>> for Woken {
    fn from(parked: Box<Parked>) -> Self {
        Self { go: Go::Operation(parked), _semaphore: None }
    }
}

/// A call that is waiting; it is forgotten when this is dropped.
pub(super) struct Ticket {
    semaphore: WeakSemaphore,
    number: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let Some(semaphore) = self.semaphore.upgrade() else { return };
        let mut state = semaphore.0.state.lock();
        let at = state.waiters.iter().position(|w| w.ticket == self.number);
        let forgotten = at.map(|at| state.waiters.swap_remove(at));
        drop(state);
        drop(forgotten);
    }
}

/// What is known about a value.
#[derive(Clone)]
pub(crate) enum Known {
    /// It is reached.
    Signaled,
    /// This work will reach it.
    Pending(Arc<Queues>, Points),
    /// It will never be reached.
    Failed(Status),
    /// Nothing was submitted to reach it.
    Unknown,
}

impl std::fmt::Debug for Semaphore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.0.state.lock();
        f.debug_struct("Semaphore").field("value", &state.value).field("failure", &state.failure).finish_non_exhaustive()
    }
}

impl Semaphore {
    /// A semaphore at `value`.
    pub fn new(value: u64) -> Self {
        LIVE.fetch_add(1, Ordering::AcqRel);
        let state = State { value, ..State::default() };
        Self(Recycled::new(Inner { state: Mutex::new(state), changed: Condvar::new() }))
    }

    /// Whether both are the same.
    pub fn is_same(&self, other: &Self) -> bool {
        Recycled::ptr_eq(&self.0, &other.0)
    }

    /// The semaphore, for as long as somebody holds it.
    pub(super) fn downgrade(&self) -> WeakSemaphore {
        WeakSemaphore(Recycled::downgrade(&self.0))
    }

    /// The value reached so far.
    ///
    /// # Errors
    /// The status it failed with.
    pub fn query(&self) -> Result<u64> {
        let pending: SmallVec<[(u64, Arc<Queues>, Points); 2]> = {
            let state = self.0.state.lock();
            if let Some(status) = &state.failure {
                return Err(status.clone());
            }
            state.pending.iter().map(|p| (p.value, p.queues.clone(), p.points)).collect()
        };
        for (value, queues, points) in pending {
            if queues.poll(points)? {
                self.reached(value);
            }
        }
        let state = self.0.state.lock();
        state.failure.clone().map_or(Ok(state.value), Err)
    }

    /// Signals from the host.
    ///
    /// # Errors
    /// When the value is not larger than the one before, or too large, or the semaphore failed.
    pub fn signal(&self, value: u64) -> Result<()> {
        let woken = {
            let mut state = self.0.state.lock();
            if let Some(status) = &state.failure {
                return Err(status.clone());
            }
            if value <= state.value || value > MAX_SEMAPHORE_VALUE {
                let now = state.value;
                bail!(
                    InvalidArgument,
                    "expected a value from {} to {MAX_SEMAPHORE_VALUE}, found {value}; the semaphore is at {now}",
                    now + 1
                );
            }
            state.value = value;
            state.pending.retain(|p| p.value > value);
            self.wake(&mut state, value)
        };
        go_on(woken);
        Ok(())
    }

    /// Makes every wait fail with `status`; the first failure stays.
    pub fn fail(&self, status: Status) {
        let woken = {
            let mut state = self.0.state.lock();
            if state.failure.is_some() {
                return;
            }
            state.failure = Some(status);
            state.pending.clear();
            self.wake(&mut state, FAILURE)
        };
        go_on(woken);
    }

    /// Blocks until `value` is reached.
    ///
    /// # Errors
    /// The status the semaphore failed with, or [`StatusCode::DeadlineExceeded`] at the deadline.
    pub fn wait(&self, value: u64, deadline: Option<Instant>) -> Result<()> {
        loop {
            match self.known(value) {
                Known::Signaled => return Ok(()),
                Known::Failed(status) => return Err(status),
                Known::Pending(queues, points) => {
                    queues.wait(points, deadline)?;
                    self.reached(value);
                    // It may have failed meanwhile: the driver refused the work, or the host gave it up.
                    let failure = self.0.state.lock().failure.clone();
                    return failure.map_or(Ok(()), Err);
                }
                Known::Unknown => {
                    let mut state = self.0.state.lock();
                    if !state.is_unknown(value) {
                        continue;
                    }
                    let late = match deadline {
                        Some(at) => self.0.changed.wait_until(&mut state, at).timed_out(),
                        None => {
                            self.0.changed.wait(&mut state);
                            false
                        }
                    };
                    if late && state.is_unknown(value) {
                        return Err(Status::new(StatusCode::DeadlineExceeded, "nothing signaled the fence in time"));
                    }
                }
            }
        }
    }

    /// Whether nothing is known about `value` and nobody is left who could signal it: `holders` have all copies.
    pub(super) fn is_abandoned(&self, value: u64, holders: usize) -> bool {
        let state = self.0.state.lock();
        state.is_unknown(value) && Recycled::owners(&self.0) <= holders
    }

    /// What is known about `value`.
    pub(crate) fn known(&self, value: u64) -> Known {
        self.0.state.lock().known(value)
    }

    /// Submitted work will reach `value`. Operations that go on are added to `woken`.
    pub(super) fn submitted(&self, value: u64, queues: &Arc<Queues>, points: Points, woken: &mut Vec<Woken>) {
        let mut state = self.0.state.lock();
        if state.failure.is_some() || value <= state.value {
            return;
        }
        if points.is_empty() {
            state.value = value;
            state.pending.retain(|p| p.value > value);
        } else {
            state.pending.push(Pending { value, queues: queues.clone(), points });
        }
        woken.extend(self.wake(&mut state, value));
    }

    /// Like [`Semaphore::fail`], leaving what goes on to the caller.
    pub(super) fn failed(&self, status: &Status, woken: &mut Vec<Woken>) {
        let mut state = self.0.state.lock();
        if state.failure.is_none() {
            state.failure = Some(status.clone());
            state.pending.clear();
            woken.extend(self.wake(&mut state, FAILURE));
        }
    }

    /// Keeps an operation until `value` is known; gives it back when it is known already.
    pub(super) fn park(&self, value: u64, parked: Box<Parked>) -> Option<Box<Parked>> {
        let mut state = self.0.state.lock();
        if !state.is_unknown(value) {
            return Some(parked);
        }
        state.waiters.push(Waiter { value, ticket: 0, go: Go::Operation(parked) });
        None
    }

    /// Calls back when something about `value` is known, at once if that is so already.
    pub(super) fn when_known(&self, value: u64, call: Call, woken: &mut Vec<Woken>) -> Option<Ticket> {
        let mut state = self.0.state.lock();
        if !state.is_unknown(value) {
            drop(state);
            call(woken);
            return None;
        }
        state.last_ticket += 1;
        let ticket = state.last_ticket;
        state.waiters.push(Waiter { value, ticket, go: Go::Call(call) });
        Some(Ticket { semaphore: self.downgrade(), number: ticket })
    }

    /// The device reached `value`.
    pub(super) fn reached(&self, value: u64) {
        let mut state = self.0.state.lock();
        state.value = state.value.max(value);
        let now = state.value;
        state.pending.retain(|p| p.value > now);
    }

    /// Takes out who waits for at most `value`, in the order they came.
    fn wake(&self, state: &mut State, value: u64) -> Vec<Woken> {
        self.0.changed.notify_all();
        if state.waiters.is_empty() {
            return Vec::new();
        }
        let woken = state.waiters.extract_if(.., |waiter| waiter.value <= value);
        woken.map(|waiter| Woken { go: waiter.go, _semaphore: Some(self.clone()) }).collect()
    }
}

impl State {
    fn known(&self, value: u64) -> Known {
        if let Some(status) = &self.failure {
            return Known::Failed(status.clone());
        }
        if value <= self.value {
            return Known::Signaled;
        }
        let least = self.pending.iter().filter(|p| p.value >= value).min_by_key(|p| p.value);
        least.map_or(Known::Unknown, |p| Known::Pending(p.queues.clone(), p.points))
    }

    fn is_unknown(&self, value: u64) -> bool {
        self.failure.is_none() && value > self.value && !self.pending.iter().any(|p| p.value >= value)
    }
}

impl Drop for Inner {
    /// Operations that wait for a value nobody can signal any more fail.
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::AcqRel);
        let waiters = std::mem::take(&mut self.state.get_mut().waiters);
        if waiters.is_empty() {
            return;
        }
        let mut woken = Vec::new();
        for waiter in waiters {
            match waiter.go {
                Go::Operation(mut parked) => parked.end(Err(released()), &mut woken),
                Go::Call(call) => call(&mut woken),
            }
        }
        go_on(woken);
    }
}

/// The failure of what waits for a semaphore that is gone.
pub(super) fn released() -> Status {
    Status::new(StatusCode::Aborted, "the fence it waits for was released without being signaled")
}

/// Lets everybody go on whose value became known.
pub(super) fn go_on(woken: Vec<Woken>) {
    super::submit::run(woken);
}
