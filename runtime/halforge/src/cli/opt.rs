//! `halforge opt`: passes over IR, with the flags of `iree-opt`.
//!
//! Each row of the pass table is a flag; flags of passes run in the order they are given.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, FromArgMatches};
use halforge::value::NewFile;
use halforge_ir::verify::verify_op;
use halforge_ir::{OpKind, PrintOptions, SourceText};
use halforge_passes::{
    Anchor, Expect, HalOptions, Instruments, Opt, OptResult, PASSES, PIPELINES, Parts, Pipeline, VerifyFn, Which, list, opt,
};

use super::hal_flags::HalFlags;
use super::{Diagnostics, Failure, Outcome, file_failure};

/// Run passes over IR and print the result. Flags have the names they have in iree-opt.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// IR at any phase; `-` for standard input.
    #[arg(value_name = "IN.mlir", default_value = "-")]
    input: PathBuf,
    /// Where the result goes; `-` for standard output.
    #[arg(short, long, value_name = "OUT.mlir", default_value = "-")]
    output: PathBuf,
    /// List passes and operations with what they do.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    printing: Printing,
    #[command(flatten)]
    watching: Watching,
    #[command(flatten)]
    checking: Checking,
    #[command(flatten)]
    passes: Passes,
    #[command(flatten)]
    hal: HalFlags,
    /// Work on one operation at a time.
    #[arg(long)]
    mlir_disable_threading: bool,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Printing")]
struct Printing {
    /// Print all operations in generic form.
    #[arg(long)]
    mlir_print_op_generic: bool,
    /// Print without aliases.
    #[arg(long)]
    mlir_print_local_scope: bool,
    /// Print locations.
    #[arg(long)]
    mlir_print_debuginfo: bool,
    /// Print a marker for constants of more elements than this.
    #[arg(long, value_name = "N")]
    mlir_elide_elementsattrs_if_larger: Option<u64>,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Watching")]
struct Watching {
    /// Print the IR before each pass.
    #[arg(long)]
    mlir_print_ir_before_all: bool,
    /// Print the IR after each pass.
    #[arg(long)]
    mlir_print_ir_after_all: bool,
    /// Print the IR before these passes.
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    mlir_print_ir_before: Vec<String>,
    /// Print the IR after these passes.
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    mlir_print_ir_after: Vec<String>,
    /// Print after a pass only when something changed.
    #[arg(long)]
    mlir_print_ir_after_change: bool,
    /// Print the IR after a pass that failed.
    #[arg(long)]
    mlir_print_ir_after_failure: bool,
    /// Write what would be printed to files in this folder.
    #[arg(long, value_name = "DIR")]
    mlir_print_ir_tree_dir: Option<PathBuf>,
    /// Print the time that passes take.
    #[arg(long)]
    mlir_timing: bool,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Checking")]
struct Checking {
    /// The input is several modules, split by lines `// -----`.
    #[arg(long)]
    split_input_file: bool,
    /// Compare messages with comments `// expected-error {{text}}`.
    #[arg(long)]
    verify_diagnostics: bool,
    /// Check the IR after each pass.
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    verify_each: bool,
    /// Taken for the sake of iree-opt: operations of unknown dialects in generic form are always read.
    #[arg(long)]
    allow_unregistered_dialect: bool,
}

const EXAMPLES: &str = "Examples:
  halforge opt model.mlir --canonicalize --cse
  halforge opt model.mlir --pass-pipeline='builtin.module(util.func(canonicalize,cse),symbol-dce)' -o out.mlir
  halforge opt model.mlir --mlir-elide-elementsattrs-if-larger=16
  halforge opt --list";

/// The passes and pipelines of the command line.
enum Passes {
    /// As one text.
    Text(String),
    /// Flags in the order they were given, with their options.
    Flags(Vec<(&'static str, String)>),
}

const PIPELINE: &str = "pass-pipeline";
const HEADING: &str = "Passes";

/// Names and docs of all passes and pipelines.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    PASSES.iter().map(|pass| (pass.name, pass.doc)).chain(PIPELINES.iter().map(|named| (named.name, named.doc)))
}

impl clap::Args for Passes {
    fn augment_args(command: clap::Command) -> clap::Command {
        let pipeline = Arg::new(PIPELINE).long(PIPELINE).value_name("TEXT").help("Run these passes").help_heading(HEADING);
        let flags = rows().map(|(name, doc)| {
            let flag = Arg::new(name).long(name).help(doc).help_heading(HEADING).value_name("OPTIONS");
            let flag = flag.num_args(0..=1).require_equals(true).default_missing_value("").action(ArgAction::Append);
            flag.hide_short_help(true).conflicts_with(PIPELINE)
        });
        command.arg(pipeline).args(flags)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Passes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if let Some(text) = matches.get_one::<String>(PIPELINE) {
            return Ok(Self::Text(text.clone()));
        }
        let mut given = Vec::new();
        for (name, _) in rows() {
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let places = matches.indices_of(name).into_iter().flatten();
            let options = matches.get_many::<String>(name).into_iter().flatten();
            given.extend(places.zip(options).map(|(place, options)| (place, name, options.clone())));
        }
        given.sort_unstable();
        Ok(Self::Flags(given.into_iter().map(|(_, name, options)| (name, options)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Passes {
    fn pipeline(&self, hal: &HalOptions) -> Result<Pipeline, String> {
        let flags = match self {
            Self::Text(text) => return Pipeline::parse_with(text, hal),
            Self::Flags(flags) => flags,
        };
        let mut pipeline = Pipeline { anchor: Anchor::Kind(OpKind::BuiltinModule), steps: Vec::new() };
        for (name, options) in flags {
            pipeline.push_by_name(name, options, hal)?;
        }
        Ok(pipeline)
    }
}

/// Runs the passes; `form` is that of messages about the text.
pub(crate) fn run(args: Args, form: Diagnostics) -> Outcome {
    if args.list {
        io::stdout().write_all(list().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = if is_standard(&args.input) { "<stdin>".to_owned() } else { args.input.display().to_string() };
    let text = read(&args.input)?;
    let print = PrintOptions {
        generic: args.printing.mlir_print_op_generic,
        local_scope: args.printing.mlir_print_local_scope,
        locations: args.printing.mlir_print_debuginfo,
        elide_elements_if_larger: args.printing.mlir_elide_elementsattrs_if_larger,
    };
    let instruments = args.watching.instruments(&print);
    let (hal, mut session) = args.hal.read();
    if args.mlir_disable_threading {
        session.threads = 1;
    }
    let how = Opt {
        pipeline: args.passes.pipeline(&hal).map_err(Failure::Usage)?,
        session: &session,
        instruments: &instruments,
        verify: args.checking.verify_each.then_some(verify_op as VerifyFn),
        print,
        parts: if args.checking.split_input_file { Parts::Split } else { Parts::Whole },
        expect: if args.checking.verify_diagnostics { Expect::Comments } else { Expect::Nothing },
    };
    let result = if is_standard(&args.output) {
        write(io::BufWriter::new(io::stdout().lock()), |out| opt(&name, text, &how, out))?.1
    } else {
        // A file that was there stays when nothing comes of it.
        let failed = |error| file_failure(&args.output, &error);
        let (file, result) = write(NewFile::create(&args.output).map_err(failed)?, |out| opt(&name, text, &how, out))?;
        if !result.failed {
            file.finish().map_err(failed)?;
        }
        result
    };
    if instruments.timing {
        eprint!("{}", instruments.timing_report());
    }
    let log = instruments.log.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    eprint!("{log}");
    form.show(&result.diagnostics);
    Ok(if result.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Watching {
    fn instruments(self, print: &PrintOptions) -> Instruments {
        let which = |all: bool, these: Vec<String>| match (all, these.is_empty()) {
            (true, _) => Which::All,
            (false, true) => Which::None,
            (false, false) => Which::These(these),
        };
        let mut instruments = Instruments::default();
        instruments.print_before = which(self.mlir_print_ir_before_all, self.mlir_print_ir_before);
        instruments.print_after = which(self.mlir_print_ir_after_all, self.mlir_print_ir_after);
        if self.mlir_print_ir_after_change {
            instruments.only_changes = true;
            instruments.print_after = Which::All;
        }
        instruments.print_failures = self.mlir_print_ir_after_failure;
        instruments.tree_dir = self.mlir_print_ir_tree_dir;
        instruments.print = print.clone();
        instruments.timing = self.mlir_timing;
        instruments
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn read(path: &Path) -> Outcome<Box<dyn SourceText>> {
    if !is_standard(path) {
        return Ok(halforge::open_text(path)?);
    }
    let mut text = Vec::new();
    io::Read::read_to_end(&mut io::stdin(), &mut text).map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
    Ok(Box::new(text))
}

/// Lets `f` write text to `out`; gives both back.
fn write<W: Write>(out: W, f: impl FnOnce(&mut dyn fmt::Write) -> Result<OptResult, fmt::Error>) -> Outcome<(W, OptResult)> {
    let mut text = Text { out, error: None };
    let result = f(&mut text);
    if let Some(error) = text.error {
        return Err(error.into());
    }
    text.out.flush()?;
    let result = result.map_err(|_| Failure::Failed("expected the module as text, found none".to_owned()))?;
    Ok((text.out, result))
}

/// Bytes written as text, with the error that [`fmt::Error`] cannot tell of.
struct Text<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Text<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
