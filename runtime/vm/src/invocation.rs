//! Calls in progress.
//!
//! An invocation is a stack of functions that runs until it is done or meets a fence that is not signaled. It then says what
//! it waits for; a blocking caller waits and goes on, a future goes on when it is woken. So one thread can have any number
//! of calls in progress.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use halforge_hal::{Fence, FenceState, Semaphore, Status, StatusCode};
use halforge_plan::field::{FunctionId, Names, Reg};
use halforge_plan::{CallModel, Export};
use smallvec::SmallVec;

use crate::error::{Error, TraceEntry};
use crate::journal::Place;
use crate::registers::{Registers, Window};
use crate::session::SessionInner;
use crate::value::{Object, Results, Value};

/// Deepest nesting of calls.
const MAX_CALL_DEPTH: usize = 1024;

/// A function being run.
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    /// Position of the instruction to run next.
    pub(crate) pc: usize,
    /// Where the caller wants the results.
    pub(crate) results: SmallVec<[Reg; 4]>,
    before: Window,
}

/// How far an invocation is.
#[derive(Debug)]
pub enum Progress {
    /// It returned.
    Done(Results),
    /// It goes on when these fences are signaled, or at the deadline.
    Waiting(Wait),
}

/// What an invocation waits for.
#[derive(Clone, Debug)]
pub struct Wait {
    /// All of these.
    pub fences: SmallVec<[Fence; 2]>,
    /// Not longer than until then.
    pub deadline: Option<Instant>,
}

impl Wait {
    /// For one fence.
    fn of(fence: Fence) -> Self {
        Self { fences: SmallVec::from_elem(fence, 1), deadline: None }
    }

    /// When it ends at the latest: at its own deadline, or at the call's.
    fn end(&self, deadline: Option<Instant>) -> Option<Instant> {
        self.deadline.into_iter().chain(deadline).min()
    }
}

/// Waits that the program went past without blocking.
///
/// A wait without a deadline for work that is on its way need not block: nothing the program does can tell, as long as later
/// queue operations wait for the same work on the device, and the host blocks before it reads or writes memory, stores an
/// object for others, asks about a fence, or returns. So programs that wait after each step still run ahead of the device.
pub(crate) struct Deferred {
    /// All that was waited for.
    pub(crate) fence: Fence,
    /// The last wait, for the message when its work fails.
    place: Place,
}

pub(crate) struct Invocation {
    pub(crate) session: Arc<SessionInner>,
    pub(crate) registers: Registers,
    pub(crate) frames: SmallVec<[Frame; 2]>,
    /// The register that gets the status of the wait.
    pub(crate) awaiting: Option<Reg>,
    /// The failure a wait ended with, for `util.status.check_ok` to tell the whole story.
    pub(crate) failure: Option<Status>,
    /// The last executable format that a device was asked for and does not take, in words.
    pub(crate) refused: Option<String>,
    /// Waits that are still to be over.
    pub(crate) deferred: Option<Deferred>,
    pub(crate) steps: u64,
    /// When the session's timeout ends the call.
    deadline: Option<Instant>,
}

impl Invocation {
    pub(crate) fn new(session: Arc<SessionInner>, function: FunctionId, arguments: &[Value]) -> Self {
        let registers = session.take_registers();
        let frames = SmallVec::new();
        let deadline = session.options.timeout.map(|timeout| Instant::now() + timeout);
        let mut invocation = Self {
            session,
            registers,
            frames,
            awaiting: None,
            failure: None,
            refused: None,
            deferred: None,
            steps: 0,
            deadline,
        };
        invocation.push(function, SmallVec::new());
        let session = invocation.session.clone();
        let params = &session.plan.plan().functions[function.0 as usize].blocks[0].params;
        for (&param, argument) in params.iter().zip(arguments) {
            invocation.registers.set_value(session.layout(function), param, argument.clone());
        }
        invocation
    }

    fn push(&mut self, function: FunctionId, results: SmallVec<[Reg; 4]>) {
        let before = self.registers.enter(self.session.layout(function));
        self.frames.push(Frame { function, pc: 0, results, before });
    }

    /// Enters a function.
    pub(crate) fn enter(&mut self, function: FunctionId, operands: &[Reg], results: &[Reg]) -> Result<(), Status> {
        if self.frames.len() >= MAX_CALL_DEPTH {
            return Err(Status::new(StatusCode::ResourceExhausted, format!("calls are nested deeper than {MAX_CALL_DEPTH}")));
        }
        let arguments: SmallVec<[Value; 8]> = operands.iter().map(|&reg| self.value(reg)).collect();
        self.push(function, results.into());
        let session = self.session.clone();
        let params = &session.plan.plan().functions[function.0 as usize].blocks[0].params;
        for (&param, argument) in params.iter().zip(arguments) {
            self.registers.set_value(session.layout(function), param, argument);
        }
        Ok(())
    }

    /// Leaves a function; the results of the whole call when it was the outermost.
    pub(crate) fn leave(&mut self, operands: &[Reg]) -> Option<Results> {
        let values: SmallVec<[Value; 8]> = operands.iter().map(|&reg| self.value(reg)).collect();
        let frame = self.frames.pop()?;
        self.registers.leave(frame.before);
        let Some(caller) = self.frames.last() else { return Some(values.into_iter().collect()) };
        let layout = &self.session.layouts[caller.function.0 as usize];
        for (&reg, value) in frame.results.iter().zip(values) {
            self.registers.set_value(layout, reg, value);
        }
        None
    }

    pub(crate) fn value(&self, reg: Reg) -> Value {
        let Some(frame) = self.frames.last() else { return Value::Object(Object::Null) };
        let function = &self.session.plan.plan().functions[frame.function.0 as usize];
        let ty = function.registers[reg.0 as usize];
        self.registers.value(self.session.layout(frame.function), ty, reg)
    }

    /// Goes past a wait for work that is on its way.
    pub(crate) fn defer(&mut self, fences: &[Fence]) {
        let place = self.place();
        let before = self.deferred.iter().map(|deferred| &deferred.fence);
        let fence = Fence::join_latest(before.chain(fences));
        self.deferred = (!fence.is_empty()).then_some(Deferred { fence, place });
    }

    /// The instruction that runs, which stands before the next one.
    /// Stands for the place in statistics; see [`Session::describe_tag`](crate::Session::describe_tag).
    pub(crate) fn tag(&self) -> u64 {
        let (function, pc) = self.place();
        u64::from(function.0) << 32 | (pc as u64 + 1)
    }

    pub(crate) fn place(&self) -> Place {
        self.frames.last().map_or((FunctionId(0), 0), |frame| (frame.function, frame.pc.saturating_sub(1)))
    }

    /// Ends the call when the session's timeout has passed.
    ///
    /// # Errors
    /// Who waits for whom.
    fn check_timeout(&self, wait: &Wait) -> Result<(), Error> {
        let Err(status) = self.session.check_timeout(self.deadline, wait) else { return Ok(()) };
        match &self.deferred {
            Some(Deferred { place: (function, pc), .. }) if self.awaiting.is_none() => {
                Err(Error { status, trace: vec![self.session.trace_entry(*function, *pc)] })
            }
            _ => Err(self.error(status)),
        }
    }

    /// Goes on after a wait that ended with `result`.
    ///
    /// # Errors
    /// When the program went past the wait that failed.
    pub(crate) fn resume(&mut self, result: Result<(), Status>) -> Result<(), Error> {
        if let Some(Deferred { place: (function, pc), .. }) = self.deferred.take_if(|_| self.awaiting.is_none()) {
            return result.map_err(|status| Error { status, trace: vec![self.session.trace_entry(function, pc)] });
        }
        let number = match &result {
            Ok(()) => 0,
            Err(status) => status.code().number(),
        };
        self.failure = result.err();
        if let (Some(reg), Some(frame)) = (self.awaiting.take(), self.frames.last()) {
            let layout = &self.session.layouts[frame.function.0 as usize];
            self.registers.set_number(layout, reg, u64::from(number.cast_unsigned()));
        }
        Ok(())
    }

    /// Runs to the end, blocking at fences.
    pub(crate) fn run_blocking(mut self) -> Result<Results, Error> {
        loop {
            match self.run()? {
                Progress::Done(results) => return Ok(results),
                Progress::Waiting(wait) => {
                    if wait.deadline.is_none() && self.waits_in_vain(&wait) {
                        let message = "the fence is never signaled: no work signals it and only the waiting call has it";
                        return Err(self.error(Status::new(StatusCode::FailedPrecondition, message)));
                    }
                    let end = wait.end(self.deadline);
                    let result = wait.fences.iter().try_for_each(|fence| fence.wait(end));
                    self.check_timeout(&wait)?;
                    self.resume(result)?;
                }
            }
        }
    }

    /// Whether nobody but this call, which is about to block, could signal a fence it waits for.
    fn waits_in_vain(&self, wait: &Wait) -> bool {
        let holders = |semaphore: &Semaphore| {
            let of = |fence: &Fence| fence.timepoints().iter().filter(|t| t.semaphore.is_same(semaphore)).count();
            wait.fences.iter().map(of).sum::<usize>() + self.registers.fences().map(of).sum::<usize>()
        };
        wait.fences.iter().any(|fence| fence.is_abandoned(holders))
    }

    /// A failure with the place it happened at.
    pub(crate) fn error(&self, status: Status) -> Error {
        // The instruction that runs stands before the next one.
        let trace = self.frames.iter().rev().map(|frame| self.session.trace_entry(frame.function, frame.pc.saturating_sub(1)));
        Error { status, trace: trace.collect() }
    }
}

impl SessionInner {
    /// Fails when a call's deadline has passed and what it waits for is not over.
    fn check_timeout(&self, deadline: Option<Instant>, wait: &Wait) -> Result<(), Status> {
        let passed = deadline.is_some_and(|deadline| deadline <= Instant::now());
        let pending = wait.fences.iter().any(|fence| matches!(fence.query(), FenceState::Pending));
        let (true, true, Some(journal), Some(timeout)) = (passed, pending, &self.journal, self.options.timeout) else {
            return Ok(());
        };
        let reason = journal.explain(&wait.fences, |(function, pc)| self.trace_entry(function, pc));
        let message = format!("the call was not over after {timeout:?} and waits:{reason}");
        Err(Status::new(StatusCode::DeadlineExceeded, message))
    }

    pub(crate) fn trace_entry(&self, function: FunctionId, pc: usize) -> TraceEntry {
        let plan = self.plan.plan();
        let function = &plan.functions[function.0 as usize];
        let at = pc.min(function.code.len().saturating_sub(1));
        let location = function.locations.get(at).copied().flatten();
        TraceEntry {
            function: plan.string(function.name).to_owned(),
            operation: function.code[at].mnemonic(),
            location: location.map(|l| format!("{}:{}:{}", plan.string(l.file), l.line, l.column)),
        }
    }
}

impl Drop for Invocation {
    fn drop(&mut self) {
        self.session.give_back(std::mem::take(&mut self.registers));
    }
}

/// A call of an exported function: a future, or to be run by [`Call::run_blocking`].
pub struct Call {
    invocation: Option<Invocation>,
    /// The fence of the asynchronous model that is signaled when the results are ready.
    signal: Option<Fence>,
    /// What the invocation waits for.
    wait: Option<Wait>,
    /// Results that are there, but not ready yet.
    results: Option<Results>,
    /// When the session's timeout ends it.
    deadline: Option<Instant>,
    session: Arc<SessionInner>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("wait", &self.wait).finish_non_exhaustive()
    }
}

impl Call {
    pub(crate) fn new(session: Arc<SessionInner>, export: &Export, arguments: &[Value]) -> Result<Self, Error> {
        let plan = session.plan.plan();
        let function = &plan.functions[export.function.0 as usize];
        let mut all: SmallVec<[Value; 8]> = arguments.into();
        let mut signal = None;
        // The fences of the asynchronous model may be left to us.
        if export.model == CallModel::CoarseFences && arguments.len() + 2 == function.params.len() {
            let fence = Fence::new();
            all.push(Value::Object(Object::Null));
            all.push(fence.clone().into());
            signal = Some(fence);
        }
        check_arguments(plan.string(export.name), &function.params, &all)?;
        let invocation = Invocation::new(session.clone(), export.function, &all);
        let deadline = invocation.deadline;
        Ok(Self { invocation: Some(invocation), signal, wait: None, results: None, deadline, session })
    }

    /// Runs to the end, blocking at fences.
    ///
    /// # Errors
    /// When the program fails.
    pub fn run_blocking(mut self) -> Result<Results, Error> {
        let results = match self.invocation.take() {
            Some(invocation) => invocation.run_blocking()?,
            None => self.results.take().unwrap_or_default(),
        };
        self.session.flush()?;
        if let Some(signal) = self.signal.take() {
            let waited = signal.wait(self.deadline);
            self.session.check_timeout(self.deadline, &Wait::of(signal))?;
            waited?;
        }
        Ok(results)
    }

    fn check_timeout(&self, wait: &Wait) -> Result<(), Error> {
        match &self.invocation {
            Some(invocation) => invocation.check_timeout(wait),
            None => Ok(self.session.check_timeout(self.deadline, wait)?),
        }
    }

    /// Runs until something must be waited for.
    fn advance(&mut self) -> Result<(), Error> {
        let Some(invocation) = &mut self.invocation else { return Ok(()) };
        match invocation.run()? {
            Progress::Done(results) => {
                self.session.flush()?;
                self.results = Some(results);
                self.invocation = None;
                // Results of the asynchronous model are ready with the signal.
                self.wait = self.signal.take().map(Wait::of);
            }
            Progress::Waiting(wait) => self.wait = Some(wait),
        }
        Ok(())
    }

    /// The state of what is waited for; `None` when it is not over.
    fn waited(&self) -> Option<Result<(), Status>> {
        let wait = self.wait.as_ref()?;
        for fence in &wait.fences {
            match fence.query() {
                FenceState::Signaled => {}
                FenceState::Failed(status) => return Some(Err(status)),
                FenceState::Pending if wait.deadline.is_some_and(|at| at <= Instant::now()) => {
                    return Some(Err(Status::new(StatusCode::DeadlineExceeded, "the fence was not signaled in time")));
                }
                FenceState::Pending => return None,
            }
        }
        Some(Ok(()))
    }
}

impl Future for Call {
    type Output = Result<Results, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            if let Some(wait) = &self.wait {
                if let Err(error) = self.check_timeout(wait) {
                    return Poll::Ready(Err(error));
                }
                let Some(result) = self.waited() else {
                    for fence in &wait.fences {
                        let waker = context.waker().clone();
                        fence.when_changed(move || waker.wake());
                    }
                    if let Some(end) = wait.end(self.deadline) {
                        wake_at(end, context.waker().clone());
                    }
                    return Poll::Pending;
                };
                self.wait = None;
                match (&mut self.invocation, result) {
                    (Some(invocation), result) => {
                        if let Err(error) = invocation.resume(result) {
                            return Poll::Ready(Err(error));
                        }
                    }
                    (None, Err(status)) => return Poll::Ready(Err(status.into())),
                    (None, Ok(())) => {}
                }
            }
            if let Some(results) = self.results.take() {
                return Poll::Ready(Ok(results));
            }
            if let Err(error) = self.advance() {
                return Poll::Ready(Err(error));
            }
            if self.wait.is_none()
                && let Some(results) = self.results.take()
            {
                return Poll::Ready(Ok(results));
            }
        }
    }
}

/// Wakes at a deadline. Programs give deadlines to waits rarely, so a thread for each is good enough.
fn wake_at(deadline: Instant, waker: std::task::Waker) {
    let left = deadline.saturating_duration_since(Instant::now());
    let _ = std::thread::Builder::new().name("halforge-deadline".to_owned()).spawn(move || {
        std::thread::sleep(left + Duration::from_millis(1));
        waker.wake();
    });
}

fn check_arguments(name: &str, params: &[halforge_plan::RegType], arguments: &[Value]) -> Result<(), Error> {
    if params.len() != arguments.len() {
        let message = format!("function @{name} takes {} arguments, found {}", params.len(), arguments.len());
        return Err(Status::new(StatusCode::InvalidArgument, message).into());
    }
    for (i, (&param, argument)) in params.iter().zip(arguments).enumerate() {
        if !argument.fits(param) {
            let message = format!("argument {i} of @{name}: expected {param}, found {}", argument.type_name());
            return Err(Status::new(StatusCode::InvalidArgument, message).into());
        }
    }
    Ok(())
}
