//! What all passes of one run share: where output goes, and what the run was asked for beyond its pipeline.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Bytes of a file that a pass reads.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

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
    pub recording: Recording,
    /// The backends that make code for devices of the kind `local`, when a program does not say.
    pub local_backends: Vec<String>,
    write: Mutex<Box<WriteFile>>,
}

/// How commands are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recording {
    /// Each time anew.
    EachTime,
    /// Once, where the same commands run again and only buffers differ.
    #[default]
    Reused,
    /// Once, even where other values they depend on differ: that is for those who know that they never do.
    AlwaysReused,
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

impl Session {
    /// A session with as many threads as the machine has; what passes write goes to `write`.
    pub fn new(write: Box<WriteFile>) -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            object_paths: Vec::new(),
            external_resources: External::Opaque,
            recording: Recording::default(),
            local_backends: Vec::new(),
            write: Mutex::new(write),
        }
    }

    /// Reads a file, looked for in [`Session::object_paths`] and then in the current folder.
    ///
    /// # Errors
    /// Those of the file system, and files of more than [`MAX_FILE_BYTES`], with the path.
    pub fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        let folders = self.object_paths.iter().map(|folder| folder.join(file));
        let path = folders.filter(|path| path.exists()).chain([file.to_owned()]).next().unwrap_or_default();
        let failed = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let bytes = std::fs::metadata(&path).map_err(failed)?.len();
        if bytes > MAX_FILE_BYTES {
            let message = format!("expected at most {MAX_FILE_BYTES} bytes, found {bytes}");
            return Err(failed(io::Error::other(message)));
        }
        std::fs::read(&path).map_err(failed)
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
        Self::new(Box::new(|path, bytes| path.map_or(Ok(()), |path| write_file(path, bytes))))
    }
}

/// Writes a file, in folders that are made where they are missing.
///
/// # Errors
/// Those of the file system.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes)
}
