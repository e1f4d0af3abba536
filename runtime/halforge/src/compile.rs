//! Compiling: text of a phase to a plan, or to the text of a later phase.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use halforge_ir::verify::verify as verify_module;
use halforge_ir::{Context, Diagnostic, Module, PrintOptions, SourceText, parse_module, print_module};
use halforge_lower::Lowered;
use halforge_passes::{Advance, HalOptions, Linking, Phase, Session, advance};

use crate::Error;
use crate::program::open_text;

/// How a text is compiled.
#[derive(Default)]
pub struct CompileOptions {
    /// The phase the text is at; found from what is in it when not given.
    pub from: Option<Phase>,
    /// What to make.
    pub to: Goal,
    /// Which passes run on the way to the HAL.
    pub hal: HalOptions,
    /// What they share. Device code that a program names by path is looked for beside the program, too.
    pub session: Session,
    /// The folder for the text at the end of each phase, `NAME.NUMBER.PHASE.mlir`; it is made when it is not there.
    pub phases_to: Option<PathBuf>,
}

/// What compiling makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The text of a phase.
    Text(Phase),
    /// A plan.
    #[default]
    Plan,
}

/// Compiles HAL text, writing the plan to `out`.
///
/// # Errors
/// What is wrong with the text and where, or why it cannot be written.
pub fn compile_text(name: &str, text: Box<dyn SourceText>, out: &mut dyn Write) -> Result<(), Error> {
    compile(name, text, CompileOptions::default(), out).map(drop)
}

/// Compiles the HAL text in a file, writing the plan to `out` without holding its constants in memory.
///
/// # Errors
/// What is wrong with the text and where, or why it cannot be read or written.
pub fn compile_file(path: &Path, out: &mut dyn Write) -> Result<(), Error> {
    compile_text(&path.display().to_string(), open_text(path)?, out)
}

/// Compiles HAL text as `options` say, writing to `out` what they ask for; gives what was noticed that is no mistake.
///
/// # Errors
/// What is wrong with the text and where, or why something cannot be written.
pub fn compile(
    name: &str,
    text: Box<dyn SourceText>,
    options: CompileOptions,
    out: &mut dyn Write,
) -> Result<Vec<Diagnostic>, Error> {
    let goal = options.to;
    let (module, remarks) = compile_module(name, text, options)?;
    let failed = |source| Error::Io { path: name.into(), source };
    match goal {
        Goal::Text(_) => print(&module, out).map_err(failed)?,
        Goal::Plan => {
            let lowered = lower(&module)?;
            lowered.file().and_then(|file| file.write(out)).map_err(failed)?;
        }
    }
    Ok(remarks)
}

/// The plan of a module at phase `hal`, to be laid out.
pub(crate) fn lower(module: &Module) -> Result<Lowered<'_>, Error> {
    halforge_lower::lower(module).map_err(Error::Text)
}

/// Reads a module and takes it to the phase that its goal needs.
pub(crate) fn compile_module(
    name: &str,
    text: Box<dyn SourceText>,
    mut options: CompileOptions,
) -> Result<(Module, Vec<Diagnostic>), Error> {
    let ctx = Context::new();
    let mut module = parse_module(&ctx, name, text).map_err(|mistakes| Error::Text(mistakes.0))?;
    let to = match options.to {
        Goal::Text(phase) => phase,
        Goal::Plan => Phase::Hal,
    };
    let from = options.from.unwrap_or_else(|| Phase::of(&module));
    // A plan is not for iree-compile, and one binary loads faster than many.
    if options.to == Goal::Plan && options.hal.linking == Linking::Linked {
        options.hal.linking = Linking::Merged;
    }
    // Lowering verifies what it is given.
    if from < to || options.to != Goal::Plan {
        let mistakes = verify_module(&module);
        if !mistakes.is_empty() {
            return Err(Error::Text(mistakes));
        }
    }
    options.session.object_paths.extend(Path::new(name).parent().map(Path::to_owned));
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let folder = options.phases_to;
    let mut after = |phase: Phase, module: &Module| match &folder {
        None => Ok(()),
        Some(folder) => {
            let path = folder.join(format!("{stem}.{}.{}.mlir", phase.number(), phase.name()));
            write_text(module, &path).map_err(|error| vec![Diagnostic::error(None, format!("{}: {error}", path.display()))])
        }
    };
    let how = Advance { from, to, options: &options.hal, session: &options.session, verify: None, after: &mut after };
    let remarks = advance(&mut module, how).map_err(Error::Text)?;
    Ok((module, remarks))
}

/// Writes a module as text, in a folder that is made when it is not there.
fn write_text(module: &Module, path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut out = io::BufWriter::new(std::fs::File::create(path)?);
    print(module, &mut out)?;
    out.flush()
}

/// Writes a module as text without aliases, as phases are shown.
fn print(module: &Module, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Text { out, failed: None };
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    let written = print_module(module, &options, &mut text);
    match (text.failed, written) {
        (Some(error), _) => Err(error),
        (None, Err(_)) => Err(io::Error::other("the module cannot be written as text")),
        (None, Ok(())) => Ok(()),
    }
}

/// Bytes written as text, with the error that [`std::fmt::Error`] cannot tell of.
struct Text<'o> {
    out: &'o mut dyn Write,
    failed: Option<io::Error>,
}

impl std::fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            std::fmt::Error
        })
    }
}
