//! What `run` and `bench` share: a module, one of its functions, a device, inputs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use halforge::hal::{Device, DeviceLimits, DeviceSelector, Driver, DriverOptions, HostWait, MemoryOptions, StatusCode};
use halforge::{ExportInfo, Parameters, Program, Results, Session, SessionOptions, Value};
use halforge_ir::nearest;

use super::inputs::{self, Input};
use super::{Failure, Outcome, load};

/// A call to make.
#[derive(clap::Args)]
pub(crate) struct CallArgs {
    /// HAL text (`.mlir`) or a compiled plan; `-` for standard input.
    #[arg(value_name = "MODULE", required_unless_present = "module_flag")]
    module: Option<PathBuf>,
    /// The module, as iree-run-module takes it.
    #[arg(long = "module", value_name = "MODULE", conflicts_with = "module")]
    module_flag: Option<PathBuf>,
    /// The exported function to call; may be left out when there is only one.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// An argument, in order: `4xf32=1,2,3,4`, `2x2xi32=7` (all elements), `7` (scalar), `@x.npy`, `+x.npy` (the next array
    /// of the same file), `4xf32=@x.bin` (raw bytes).
    #[arg(long, value_name = "VALUE")]
    input: Vec<String>,
    /// The device: `vulkan`, a position, a UUID, part of a name, or IREE's `vulkan://…`; several for several devices.
    #[arg(long, value_name = "DEVICE")]
    device: Vec<String>,
    /// An archive of parameters (.irpa, .gguf, .safetensors).
    #[arg(long, value_name = "[SCOPE=]FILE")]
    parameters: Vec<String>,
    /// Make the device behave as a smaller one: a file with lines `NAME VALUE`, named as `halforge devices` shows them.
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Most bytes of device memory that are taken from the driver; a program that needs more fails.
    #[arg(long = "memory_budget", alias = "memory-budget", value_name = "BYTES")]
    memory_budget: Option<u64>,
    /// Make mistakes with memory show: fresh buffers are bytes of 0xCD, deallocated ones of 0xDD, and none is used again.
    #[arg(long = "debug_memory", alias = "debug-memory")]
    debug_memory: bool,
    /// Compile every kernel when the program is loaded, also with drivers that would do it at its first use.
    #[arg(long)]
    prewarm: bool,
    /// End a call that waits longer than this, and say who waits for whom.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// How the host waits for the device: it asks for a while before it sleeps, or sleeps at once and takes no processor's time.
    #[arg(long = "host_wait", alias = "host-wait", value_enum, default_value_t = Waiting::Poll)]
    host_wait: Waiting,
    /// Where pipelines are kept for the next run; by default in `halforge` of the user's cache folder, `none` for nowhere.
    #[arg(long = "cache_dir", alias = "cache-dir", value_name = "DIR")]
    cache_dir: Option<PathBuf>,
    /// Run with the Khronos validation layer, synchronization checks on; any complaint fails the command.
    #[arg(long = "vulkan_validation_layers", alias = "validation", num_args = 0..=1, default_value_t = false,
          default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    validation: bool,
}

/// A way to wait for the device.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Waiting {
    Poll,
    Block,
}

/// A call whose program is loaded and whose inputs are read.
pub(crate) struct Prepared {
    pub(crate) program: Program,
    pub(crate) export: ExportInfo,
    inputs: Vec<Input>,
}

impl CallArgs {
    /// Loads the program, chooses the function and reads the inputs; touches no device.
    pub(crate) fn prepare(&self) -> Outcome<Prepared> {
        let Some(module) = self.module.as_ref().or(self.module_flag.as_ref()) else {
            return Err(Failure::Usage("expected a module".to_owned()));
        };
        let program = load(module)?;
        let export = self.choose(&program)?;
        let inputs = inputs::read(&export, &self.input)?;
        Ok(Prepared { program, export, inputs })
    }

    fn choose(&self, program: &Program) -> Outcome<ExportInfo> {
        let exports = ExportInfo::all(program.plan().plan());
        let signatures = || exports.iter().map(|e| format!("\n  {}", e.signature())).collect::<String>();
        match &self.function {
            Some(name) => {
                let bare = name.strip_prefix('@').unwrap_or(name);
                let found = exports.iter().find(|e| e.name == bare).cloned();
                found.ok_or_else(|| {
                    let near = nearest(bare, exports.iter().map(|e| e.name.as_str()));
                    let hint = near.map(|near| format!("; did you mean @{near}?")).unwrap_or_default();
                    Failure::Usage(format!("no exported function @{bare}{hint}; the module has:{}", signatures()))
                })
            }
            None => {
                // `f$async` is the other way to call `f`.
                let is_other_way = |e: &&ExportInfo| {
                    e.name.strip_suffix("$async").is_some_and(|base| exports.iter().any(|other| other.name == base))
                };
                let mut own = exports.iter().filter(|e| !is_other_way(e));
                match (own.next(), own.next()) {
                    (Some(only), None) => Ok(only.clone()),
                    (None, _) => Err(Failure::Failed("the module exports no function".to_owned())),
                    _ => Err(Failure::Usage(format!("--function=NAME is needed; the module has:{}", signatures()))),
                }
            }
        }
    }

    pub(crate) fn open_devices(&self) -> Outcome<Vec<Device>> {
        let any = ["vulkan".to_owned()];
        let names = if self.device.is_empty() { &any[..] } else { &self.device };
        let selectors: Vec<DeviceSelector> =
            names.iter().map(|name| DeviceSelector::parse(name)).collect::<Result<_, _>>().map_err(usage)?;
        let driver = Driver::new(DriverOptions {
            validation: self.validation,
            memory: MemoryOptions { budget_bytes: self.memory_budget, debug: self.debug_memory },
            cache_folder: self.cache_folder(),
            host_wait: match self.host_wait {
                Waiting::Poll => HostWait::Poll,
                Waiting::Block => HostWait::Block,
            },
            ..DriverOptions::default()
        })?;
        let limits = self.limits.as_deref().map(read_limits).transpose()?.unwrap_or_default();
        let tighten = |device: &mut DeviceLimits| limits.iter().try_for_each(|(name, value)| device.tighten(name, *value));
        selectors.iter().map(|selector| driver.open_with_limits(selector, tighten).map_err(usage)).collect()
    }

    fn cache_folder(&self) -> Option<PathBuf> {
        if let Some(folder) = &self.cache_dir {
            return (folder != Path::new("none")).then(|| folder.clone());
        }
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let caches = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        Some(caches?.join("halforge"))
    }

    pub(crate) fn session(&self, program: &Program, devices: Vec<Device>, options: SessionOptions) -> Outcome<Session> {
        let mut parameters = Parameters::default();
        for text in &self.parameters {
            parameters.mount(text)?;
        }
        let timeout = self.timeout.map(Duration::try_from_secs_f64).transpose();
        let timeout = timeout.map_err(|error| Failure::Usage(format!("--timeout: {error}")))?;
        Ok(Session::new(program, devices, SessionOptions { parameters, prewarm: self.prewarm, timeout, ..options })?)
    }

    /// Calls a function. A call that timed out leaves its device as it is, which may never be done and is not waited for.
    pub(crate) fn call(session: &Session, name: &str, arguments: &[Value]) -> Outcome<Results> {
        let result = session.call(name, arguments);
        if result.as_ref().is_err_and(|error| error.code() == Some(StatusCode::DeadlineExceeded)) {
            std::mem::forget(session.clone());
        }
        Ok(result?)
    }

    /// Fails when the validation layer complained.
    pub(crate) fn check_validation(session: &Session) -> Outcome<()> {
        let mut messages = Vec::new();
        for device in session.devices() {
            messages.extend(device.validation_messages().iter().map(ToString::to_string));
        }
        messages.dedup();
        if messages.is_empty() { Ok(()) } else { Err(Failure::Failed(messages.join("\nhalforge: error: "))) }
    }
}

/// Names and values of limits; `#` begins a comment.
fn read_limits(path: &Path) -> Outcome<Vec<(String, u64)>> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
    let mut limits = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        match (&words[..], words.get(1).map(|value| value.parse())) {
            ([], _) => {}
            ([name, _], Some(Ok(value))) => limits.push(((*name).to_owned(), value)),
            _ => {
                let what = format!("{}:{}: expected a name and a number, found {line:?}", path.display(), number + 1);
                return Err(Failure::Failed(what));
            }
        }
    }
    Ok(limits)
}

/// A device that is not there is a mistake on the command line; a driver that fails is not.
fn usage(status: halforge::hal::Status) -> Failure {
    match status.code() {
        StatusCode::NotFound | StatusCode::InvalidArgument => Failure::Usage(status.message().to_owned()),
        _ => status.into(),
    }
}

impl Prepared {
    /// The arguments, on the session's device.
    pub(crate) fn arguments(&self, session: &Session) -> Outcome<Vec<Value>> {
        self.inputs.iter().map(|input| input.upload(session)).collect()
    }

    /// The inputs it was given, for messages.
    pub(crate) fn signature(&self) -> String {
        self.export.signature()
    }
}
