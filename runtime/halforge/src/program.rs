//! Programs: text or plan in, a verified plan out.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use halforge_hal::MappedFile;
use halforge_ir::verify::verify as verify_module;
use halforge_ir::{Context, Module, SourceText, parse_module};
use halforge_passes::{Session, is_before_hal, to_hal};
use halforge_plan::{PlanBytes, VerifiedPlan, is_plan, verify};
use memmap2::MmapMut;

use crate::Error;

/// A program, checked and ready to run. Copies share its bytes.
#[derive(Clone, Debug)]
pub struct Program {
    plan: VerifiedPlan,
}

/// A mapped text whose pages are given back once they were read.
struct MappedText(Arc<MappedFile>);

impl SourceText for MappedText {
    fn bytes(&self) -> &[u8] {
        (*self.0).as_ref()
    }
    fn done_with(&self, range: Range<usize>) {
        self.0.done_with(range);
    }
}

/// The text in a file, to be used in place. The file must not change meanwhile.
///
/// # Errors
/// When the file cannot be read.
pub fn open_text(path: &Path) -> Result<Box<dyn SourceText>, Error> {
    let mapped = MappedFile::open(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    Ok(Box::new(MappedText(Arc::new(mapped))))
}

impl Program {
    /// Loads a file: HAL text, or a plan. A plan is used in place and must not change meanwhile.
    ///
    /// # Errors
    /// When the file cannot be read, or is neither; what is wrong and where.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let mapped = MappedFile::open(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
        if is_plan(mapped.as_ref()) {
            return Self::from_plan(&name, Arc::new(mapped));
        }
        Self::from_text(&name, Box::new(MappedText(Arc::new(mapped))))
    }

    /// Loads bytes in memory: HAL text, or a plan. `name` is how messages call it.
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, Error> {
        if is_plan(&bytes) { Self::from_plan(name, Arc::new(bytes)) } else { Self::from_text(name, Box::new(bytes)) }
    }

    fn from_plan(name: &str, bytes: PlanBytes) -> Result<Self, Error> {
        let plan = verify(bytes).map_err(|source| Error::Plan { name: name.to_owned(), source })?;
        Ok(Self { plan })
    }

    /// Compiles HAL text.
    fn from_text(name: &str, text: Box<dyn SourceText>) -> Result<Self, Error> {
        let module = parse(name, text)?;
        let lowered = halforge_lower::lower(&module).map_err(Error::Text)?;
        let failed = |source| Error::Io { path: name.into(), source };
        let file = lowered.file().map_err(failed)?;
        // Pages of their own, so that devices can use constants in place as they can in a mapped file.
        let length = usize::try_from(file.length_bytes()).map_err(|e| failed(io::Error::other(e)))?;
        let mut bytes = MmapMut::map_anon(length).map_err(failed)?;
        let mut out = &mut bytes[..];
        file.write(&mut out).map_err(failed)?;
        drop(module);
        Self::from_plan(name, Arc::new(bytes.make_read_only().map_err(failed)?))
    }

    /// The plan.
    pub fn plan(&self) -> &VerifiedPlan {
        &self.plan
    }
}

/// Reads a module, and takes it to phase `hal`, verified, when it is before. Device code that it names by path is looked
/// for beside it, too.
fn parse(name: &str, text: Box<dyn SourceText>) -> Result<Module, Error> {
    let ctx = Context::new();
    let mut module = parse_module(&ctx, name, text).map_err(|mistakes| Error::Text(mistakes.0))?;
    if is_before_hal(&module) {
        let mistakes = verify_module(&module);
        if !mistakes.is_empty() {
            return Err(Error::Text(mistakes));
        }
        let mut session = Session::default();
        session.object_paths.extend(Path::new(name).parent().map(Path::to_owned));
        to_hal(&mut module, &session).map_err(Error::Text)?;
    }
    Ok(module)
}

/// Compiles the HAL text in a file, writing the plan to `out` without holding its constants in memory.
///
/// # Errors
/// What is wrong with the text and where, or why it cannot be read or written.
pub fn compile_file(path: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let failed = |source| Error::Io { path: path.to_owned(), source };
    let mapped = MappedFile::open(path).map_err(failed)?;
    compile_text(&path.display().to_string(), Box::new(MappedText(Arc::new(mapped))), out)
}

/// Compiles HAL text, writing the plan to `out`.
///
/// # Errors
/// What is wrong with the text and where, or why it cannot be written.
pub fn compile_text(name: &str, text: Box<dyn SourceText>, out: &mut dyn Write) -> Result<(), Error> {
    let module = parse(name, text)?;
    let lowered = halforge_lower::lower(&module).map_err(Error::Text)?;
    let failed = |source| Error::Io { path: name.into(), source };
    lowered.file().and_then(|file| file.write(out)).map_err(failed)
}
