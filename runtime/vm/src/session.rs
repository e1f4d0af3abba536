//! A loaded program.

use std::sync::Arc;
use std::time::Duration;

use halforge_hal::{BufferView, Device, Executable, Fence, QueueOp, Status, StatusCode};
use halforge_plan::field::{FunctionId, GlobalId, Names};
use halforge_plan::{CallModel, Plan, RegType, VerifiedPlan};
use parking_lot::{Mutex, RwLock};

use crate::error::{Error, TraceEntry};
use crate::invocation::{Call, Invocation};
use crate::journal::Journal;
use crate::parameters::Parameters;
use crate::registers::{Layout, Registers};
use crate::value::{Object, Results, Value};

/// Receives what `hal.buffer_view.trace` shows: the key, the device the views are read with, and the views.
pub type TraceSink = Arc<dyn Fn(&Device, &str, &[BufferView]) + Send + Sync>;

/// What a program runs with.
#[derive(Clone, Default)]
pub struct SessionOptions {
    /// Archives for `io_parameters`.
    pub parameters: Parameters,
    /// Receives what the program traces; nothing is read when there is none.
    pub trace: Option<TraceSink>,
    /// Most instructions of one call; no bound when absent.
    pub max_steps: Option<u64>,
    /// Whether kernels are compiled when the program is loaded, also by drivers that would do it at their first dispatch.
    pub prewarm: bool,
    /// How long a call may take; one that waits longer fails, and says who waits for whom. No bound when absent.
    pub timeout: Option<Duration>,
}

/// A loaded program with its state. Copies are the same.
#[derive(Clone)]
pub struct Session(pub(crate) Arc<SessionInner>);

pub(crate) struct SessionInner {
    pub(crate) plan: VerifiedPlan,
    pub(crate) devices: Vec<Device>,
    pub(crate) options: SessionOptions,
    pub(crate) layouts: Vec<Layout>,
    globals: Vec<RwLock<Value>>,
    /// Executables that the initializers made, by device; only to be prewarmed.
    pub(crate) loaded: Mutex<Vec<(Device, Arc<Executable>)>>,
    /// Registers of calls that are over, to be used again.
    spare: Mutex<Vec<Registers>>,
    /// Present when there is a timeout.
    pub(crate) journal: Option<Journal>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({} exports)", self.0.plan.plan().exports.len())
    }
}

/// An exported function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportInfo {
    /// Name.
    pub name: String,
    /// The signature in the source's types; may be empty.
    pub declaration: String,
    /// Types of the arguments.
    pub params: Vec<RegType>,
    /// Types of the results.
    pub results: Vec<RegType>,
    /// How it is called.
    pub model: CallModel,
}

impl ExportInfo {
    /// All exported functions of a plan, in order of the source.
    pub fn all(plan: &Plan) -> Vec<Self> {
        let info = |e: &halforge_plan::Export| {
            let function = &plan.functions[e.function.0 as usize];
            Self {
                name: plan.string(e.name).to_owned(),
                declaration: plan.string(e.declaration).to_owned(),
                params: function.params.clone(),
                results: function.results.clone(),
                model: e.model,
            }
        };
        plan.exports.iter().map(info).collect()
    }

    /// The signature, from the source or made of the plan's types.
    pub fn signature(&self) -> String {
        if !self.declaration.is_empty() {
            return self.declaration.clone();
        }
        let list = |types: &[RegType]| types.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ");
        format!("func @{}({}) -> ({})", self.name, list(&self.params), list(&self.results))
    }

    /// Types of the arguments a caller gives: without the two fences of the asynchronous model.
    pub fn own_params(&self) -> &[RegType] {
        let fences = if self.model == CallModel::CoarseFences { 2 } else { 0 };
        &self.params[..self.params.len().saturating_sub(fences)]
    }
}

impl Session {
    /// Loads a program on devices and runs its initializers.
    ///
    /// # Errors
    /// When a function it imports is missing or an initializer fails.
    pub fn new(plan: VerifiedPlan, devices: Vec<Device>, options: SessionOptions) -> Result<Self, Error> {
        let p = plan.plan();
        let called = p.functions.iter().find(|f| f.is_import());
        if let Some(import) = called {
            let name = p.string(import.name);
            let message = format!("the program imports function @{name}, which nothing provides");
            return Err(Status::new(StatusCode::NotFound, message).into());
        }
        let globals = p.globals.iter().map(|global| {
            let initial =
                if global.ty.is_number() { Value::Number(global.ty, global.initial) } else { Value::Object(Object::Null) };
            RwLock::new(initial)
        });
        let globals = globals.collect();
        let layouts = p.functions.iter().map(Layout::new).collect();
        let initializers = p.initializers.clone();
        let (loaded, spare) = (Mutex::default(), Mutex::default());
        let journal = options.timeout.map(|_| Journal::default());
        let session = Self(Arc::new(SessionInner { plan, devices, options, layouts, globals, loaded, spare, journal }));
        for function in initializers {
            Invocation::new(session.0.clone(), function, &[]).run_blocking()?;
        }
        session.0.prewarm()?;
        session.0.flush()?;
        Ok(session)
    }

    /// The plan.
    pub fn plan(&self) -> &VerifiedPlan {
        &self.0.plan
    }

    /// The devices the program runs on.
    pub fn devices(&self) -> &[Device] {
        &self.0.devices
    }

    /// The operation of the program that the statistics of memory name by a tag, with its place.
    pub fn describe_tag(&self, tag: u64) -> Option<String> {
        let function = FunctionId((tag >> 32) as u32);
        let pc = usize::try_from(tag & 0xFFFF_FFFF).ok()?.checked_sub(1)?;
        self.0.plan.plan().functions.get(function.0 as usize)?.code.get(pc)?;
        let TraceEntry { operation, location, function } = self.0.trace_entry(function, pc);
        let location = location.map(|location| format!(" ({location})")).unwrap_or_default();
        Some(format!("{operation} in @{function}{location}"))
    }

    /// The exported functions, in order of the source.
    pub fn exports(&self) -> Vec<ExportInfo> {
        ExportInfo::all(self.0.plan.plan())
    }

    /// Calls an exported function and waits for its results.
    ///
    /// # Errors
    /// When there is no such function, the arguments do not fit, or the program fails.
    pub fn call(&self, name: &str, arguments: &[Value]) -> Result<Results, Error> {
        let call = self.begin(name, arguments)?;
        call.run_blocking()
    }

    /// Calls an exported function; the future gives its results.
    ///
    /// # Errors
    /// When there is no such function or the arguments do not fit. The program's own failures come from the future.
    pub fn call_async(&self, name: &str, arguments: &[Value]) -> Result<Call, Error> {
        self.begin(name, arguments)
    }

    fn begin(&self, name: &str, arguments: &[Value]) -> Result<Call, Error> {
        let plan = self.0.plan.plan();
        let Some(export) = plan.export(name) else {
            let known: Vec<String> = plan.exports.iter().map(|e| format!("@{}", plan.string(e.name))).collect();
            let message = format!("no exported function @{name}; the program has {}", known.join(", "));
            return Err(Status::new(StatusCode::NotFound, message).into());
        };
        Call::new(self.0.clone(), export, arguments)
    }
}

impl SessionInner {
    pub(crate) fn global(&self, id: GlobalId) -> Value {
        self.globals[id.0 as usize].read().clone()
    }

    pub(crate) fn set_global(&self, id: GlobalId, value: Value) {
        // The old value is dropped without the lock: it may be the last owner of much.
        let old = std::mem::replace(&mut *self.globals[id.0 as usize].write(), value);
        drop(old);
    }

    pub(crate) fn layout(&self, function: FunctionId) -> &Layout {
        &self.layouts[function.0 as usize]
    }

    pub(crate) fn take_registers(&self) -> Registers {
        self.spare.lock().pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&self, mut registers: Registers) {
        const MAX_SPARE: usize = 16;
        registers.clear();
        let mut spare = self.spare.lock();
        if spare.len() < MAX_SPARE {
            spare.push(registers);
        }
    }

    /// Compiles what the initializers loaded, when that was asked for.
    fn prewarm(&self) -> halforge_hal::Result<()> {
        let loaded = std::mem::take(&mut *self.loaded.lock());
        for device in &self.devices {
            let of_device = loaded.iter().filter(|(owner, _)| owner.id() == device.id());
            let executables: Vec<Arc<Executable>> = of_device.map(|(_, executable)| executable.clone()).collect();
            if !executables.is_empty() {
                let done = Fence::new();
                let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
                device.queue_prewarm(op, &executables)?;
                done.wait(None)?;
            }
        }
        Ok(())
    }

    /// Gets work of all devices going.
    pub(crate) fn flush(&self) -> halforge_hal::Result<()> {
        self.devices.iter().try_for_each(Device::flush)
    }
}
