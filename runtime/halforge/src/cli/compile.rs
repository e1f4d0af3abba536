//! `halforge compile`: HAL text to a plan.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Failure, NewFile, Outcome};

/// Compile HAL text (phase executable-targets or hal) to a plan, which loads faster and is smaller.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// HAL text; `-` for standard input.
    #[arg(value_name = "IN.mlir")]
    input: PathBuf,
    /// Where the plan goes; `-` for standard output.
    #[arg(short, long, value_name = "OUT.plan")]
    output: PathBuf,
}

const EXAMPLES: &str = "Example:
  iree-compile model.mlir --iree-hal-target-device=vulkan --compile-to=hal -o model.hal.mlir
  halforge compile model.hal.mlir -o model.plan";

pub(crate) fn run(args: &Args) -> Outcome {
    let stdout = Path::new("-");
    if args.output == stdout {
        if io::stdout().is_terminal() {
            return Err(Failure::Usage("a plan is not for a terminal: use -o FILE, or pipe the output".to_owned()));
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        compile(&args.input, &mut out)?;
        io::Write::flush(&mut out)?;
    } else {
        let mut file = NewFile::create(&args.output)?;
        compile(&args.input, &mut file)?;
        file.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn compile(input: &Path, out: &mut dyn io::Write) -> Outcome<()> {
    if input == Path::new("-") {
        let mut text = Vec::new();
        io::Read::read_to_end(&mut io::stdin(), &mut text)
            .map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
        halforge::compile_text("<stdin>", Box::new(text), out)?;
    } else {
        halforge::compile_file(input, out)?;
    }
    Ok(())
}
