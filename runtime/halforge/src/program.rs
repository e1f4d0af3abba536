//! Programs: text or plan in, a verified plan out.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use halforge_hal::MappedFile;
use halforge_ir::SourceText;
use halforge_plan::{PlanBytes, VerifiedPlan, is_plan, verify};
use memmap2::MmapMut;

use crate::Error;
use crate::compile::{CompileOptions, compile_module, lower};

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
        let (module, _) = compile_module(name, text, CompileOptions::default())?;
        let lowered = lower(&module)?;
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
