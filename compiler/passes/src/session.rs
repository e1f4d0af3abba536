//! What all passes of one run share: where output goes, and what the run was asked for beyond its pipeline.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Receives files that passes write; a path or `None` for standard output.
pub type WriteFile = dyn Fn(Option<&Path>, &[u8]) -> io::Result<()> + Send + Sync;

/// What all passes of one run share.
pub struct Session {
    /// Threads that passes over several operations may use; at least 1.
    pub threads: usize,
    /// Folders to look for device code in, before the current one.
    pub object_paths: Vec<PathBuf>,
    /// Whether buffers given to the program from outside can be mapped by the host.
    pub external_resources: External,
    /// How commands are recorded.
    pub command_buffers: CommandBuffers,
    write: Mutex<Box<WriteFile>>,
}

/// What the host may do with buffers given to the program from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum External {
    /// Nothing.
    #[default]
    Opaque,
    /// Map them.
    Mappable,
}

/// How commands are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommandBuffers {
    /// Once where they depend on nothing but resources, which then go through a binding table; each time elsewhere.
    #[default]
    Indirect,
    /// Each time.
    Direct,
    /// Once, also where they depend on other values.
    ForceIndirect,
}

impl Session {
    /// A session with as many threads as the machine has; what passes write goes to `write`.
    pub fn new(write: Box<WriteFile>) -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            object_paths: Vec::new(),
            external_resources: External::Opaque,
            command_buffers: CommandBuffers::Indirect,
            write: Mutex::new(write),
        }
    }

    /// Writes a file, or to standard output for `None`.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, path: Option<&Path>, bytes: &[u8]) -> io::Result<()> {
        // A thread that panicked while writing leaves nothing half done here.
        let write = self.write.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        write(path, bytes)
    }
}

/// A session that writes files, and nothing to standard output.
impl Default for Session {
    fn default() -> Self {
        Self::new(Box::new(|path, bytes| match path {
            Some(path) => std::fs::write(path, bytes),
            None => Ok(()),
        }))
    }
}
