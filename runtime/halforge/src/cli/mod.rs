//! Commands and their flags.

mod bench;
mod call;
mod compile;
mod devices;
mod dump;
mod hal_flags;
mod inputs;
mod opt;
mod outputs;
mod run;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use halforge::{Diagnostic, Error, Place, Program};
use serde_json::json;

/// Compile and run IREE HAL IR on Vulkan.
#[derive(Parser)]
#[command(name = "halforge", version, subcommand_required = true, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say more on standard error: what is loaded, opened and submitted.
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    /// How messages about a text are written to standard error: `text`, or `json` with one object a line.
    #[arg(long, global = true, value_enum, default_value_t = Diagnostics::Text, value_name = "FORMAT", hide_possible_values = true)]
    diagnostics: Diagnostics,
}

/// How messages about a text are written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Diagnostics {
    Text,
    Json,
}

impl Diagnostics {
    /// Writes messages to standard error.
    pub(crate) fn show(self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match self {
                Self::Text => eprintln!("{diagnostic}"),
                Self::Json => eprintln!("{}", diagnostic_json(diagnostic)),
            }
        }
    }
}

fn diagnostic_json(diagnostic: &Diagnostic) -> serde_json::Value {
    let place = |place: Option<&Place>| place.map(|p| json!({ "file": p.file, "line": p.line, "column": p.column }));
    let notes = diagnostic.notes.iter().map(|(at, message)| json!({ "place": place(at.as_ref()), "message": message }));
    json!({
        "severity": diagnostic.severity.to_string(),
        "place": place(diagnostic.place.as_ref()),
        "message": diagnostic.message,
        "notes": notes.collect::<Vec<_>>(),
    })
}

const EXAMPLES: &str = "Examples:
  halforge run mul.mlir --input=4xf32=1,2,3,4 --input=4xf32=10
  halforge compile model.mlir -o model.plan
  halforge run model.plan --function=main --input=@x.npy --output=@y.npy
  halforge bench model.plan --input=1x224x224x3xf32=0.5
  halforge devices";

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Bench(bench::Args),
    Compile(Box<compile::Args>),
    Dump(dump::Args),
    Opt(Box<opt::Args>),
    Devices(devices::Args),
    /// Print a completion script for a shell.
    #[command(after_help = "Example:\n  halforge completions bash > ~/.local/share/bash-completion/completions/halforge")]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// Why a command did not do what was asked.
pub(crate) enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// A file, a program or a device is wrong.
    Failed(String),
    /// The text of a program is wrong.
    Text(Vec<Diagnostic>),
    /// Nobody reads the output any more.
    Closed,
}

/// What a command gives.
pub(crate) type Outcome<T = ExitCode> = Result<T, Failure>;

impl Failure {
    /// Writes the message; the exit code.
    fn report(self, form: Diagnostics) -> ExitCode {
        let (message, code) = match self {
            Self::Usage(message) => (message, 2),
            Self::Failed(message) => (message, 1),
            Self::Text(diagnostics) => {
                form.show(&diagnostics);
                return ExitCode::FAILURE;
            }
            Self::Closed => return ExitCode::SUCCESS,
        };
        // Messages about a line of a text begin with its place, as compilers write them.
        if message.lines().next().is_some_and(|line| line.contains(": error: ")) {
            eprintln!("{message}");
        } else {
            eprintln!("halforge: error: {message}");
        }
        ExitCode::from(code)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Text(diagnostics) => Self::Text(diagnostics),
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<halforge::hal::Status> for Failure {
    fn from(status: halforge::hal::Status) -> Self {
        Self::Failed(status.to_string())
    }
}

/// Failures of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(format!("standard output: {error}")),
        }
    }
}

/// Does what the command line says; the exit code.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    log(cli.verbose);
    let form = cli.diagnostics;
    run_command(cli.command, form).unwrap_or_else(|failure| failure.report(form))
}

fn run_command(command: Command, form: Diagnostics) -> Outcome {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compile(args) => compile::run(*args, form),
        Command::Dump(args) => dump::run(&args),
        Command::Opt(args) => opt::run(*args, form),
        Command::Devices(args) => devices::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "halforge", &mut script);
            io::stdout().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn log(verbose: u8) {
    use tracing_subscriber::filter::LevelFilter;
    let level = match verbose {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).without_time().with_target(false).init();
}

/// Loads the program in a file, or on standard input for `-`.
pub(crate) fn load(path: &Path) -> Outcome<Program> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::stdin(), &mut bytes)
            .map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
        return Ok(Program::from_bytes("<stdin>", bytes)?);
    }
    Ok(Program::load(path)?)
}

/// What it means that the file to be written at `path` cannot be.
pub(crate) fn file_failure(path: &Path, error: &io::Error) -> Failure {
    let message = format!("{}: {error}", path.display());
    match error.kind() {
        io::ErrorKind::InvalidInput => Failure::Usage(message),
        _ => Failure::Failed(message),
    }
}
