//! `halforge compile`: HAL text to a plan, or to the text of a later phase.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use halforge::passes::Phase;
use halforge::value::NewFile;
use halforge::{CompileOptions, Goal};

use super::hal_flags::HalFlags;
use super::{Diagnostics, Failure, Outcome, file_failure};

/// Compile HAL text to a plan, which loads faster and is smaller, or to the text of a later phase. Other flags have the names
/// they have in iree-compile.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// HAL text; `-` for standard input.
    #[arg(value_name = "IN.mlir")]
    input: PathBuf,
    /// Where the plan or the text goes; `-` for standard output.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The phase the text is at; found from what is in it when not given.
    #[arg(long, alias = "compile-from", value_name = "PHASE")]
    from: Option<From>,
    /// What to make: a plan, or the text of a phase.
    #[arg(long, alias = "compile-to", value_name = "PHASE", default_value = "plan")]
    to: To,
    /// The folder for the text at the end of each phase.
    #[arg(long, alias = "dump-compilation-phases-to", value_name = "DIR")]
    dump_phases_to: Option<PathBuf>,
    #[command(flatten)]
    hal: Box<HalFlags>,
}

const EXAMPLES: &str = "Examples:
  iree-compile model.mlir --iree-hal-target-device=vulkan --compile-to=executable-targets -o model.targets.mlir
  halforge compile model.targets.mlir -o model.plan
  halforge compile model.targets.mlir --to=hal -o model.hal.mlir --iree-hal-dump-executable-binaries-to=spirv";

/// A phase that texts are at.
#[derive(Clone, Copy)]
struct From(Phase);

impl ValueEnum for From {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: &[From] = &[
            From(Phase::Stream),
            From(Phase::ExecutableSources),
            From(Phase::ExecutableConfigurations),
            From(Phase::ExecutableTargets),
            From(Phase::Hal),
        ];
        ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

/// What to make.
#[derive(Clone, Copy)]
struct To(Goal);

impl ValueEnum for To {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: &[To] = &[
            To(Goal::Text(Phase::ExecutableSources)),
            To(Goal::Text(Phase::ExecutableConfigurations)),
            To(Goal::Text(Phase::ExecutableTargets)),
            To(Goal::Text(Phase::Hal)),
            To(Goal::Plan),
        ];
        ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self.0 {
            Goal::Text(phase) => phase.name(),
            Goal::Plan => "plan",
        }))
    }
}

pub(crate) fn run(args: Args, form: Diagnostics) -> Outcome {
    let (hal, session) = args.hal.read();
    let from = args.from.map(|from| from.0);
    if let (Some(from), Goal::Text(to)) = (from, args.to.0)
        && to < from
    {
        return Err(Failure::Usage(format!("--to={}: expected {} or a later phase", to.name(), from.name())));
    }
    let options = CompileOptions { from, to: args.to.0, hal, session, phases_to: args.dump_phases_to };
    let stdout = Path::new("-");
    let remarks = if args.output == stdout {
        if args.to.0 == Goal::Plan && io::stdout().is_terminal() {
            return Err(Failure::Usage("a plan is not for a terminal: use -o FILE, or pipe the output".to_owned()));
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        let remarks = compile(&args.input, options, &mut out)?;
        io::Write::flush(&mut out)?;
        remarks
    } else {
        let failed = |error| file_failure(&args.output, &error);
        let mut file = NewFile::create(&args.output).map_err(failed)?;
        let remarks = compile(&args.input, options, &mut file)?;
        file.finish().map_err(failed)?;
        remarks
    };
    form.show(&remarks);
    Ok(ExitCode::SUCCESS)
}

fn compile(input: &Path, options: CompileOptions, out: &mut dyn io::Write) -> Outcome<Vec<halforge::Diagnostic>> {
    if input != Path::new("-") {
        let text = halforge::open_text(input)?;
        return Ok(halforge::compile(&input.display().to_string(), text, options, out)?);
    }
    let mut text = Vec::new();
    io::Read::read_to_end(&mut io::stdin(), &mut text).map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
    Ok(halforge::compile("<stdin>", Box::new(text), options, out)?)
}
