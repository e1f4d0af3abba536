//! Files that queues read and write: bytes in memory, and files of the system.

use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use crate::status::{Result, Status, StatusCode, bail};

/// Shared bytes, in memory or mapped.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A file. Copies are the same file.
#[derive(Clone)]
pub struct File(Arc<Source>);

enum Source {
    /// Part of bytes in memory.
    Memory { bytes: SharedBytes, start: usize, length: usize },
    /// A file of the system.
    System { file: fs::File, path: String, length: u64, writable: bool },
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "File({} bytes)", self.length_bytes())
    }
}

impl File {
    /// `length_bytes` of `bytes` from `start` on.
    ///
    /// # Errors
    /// When the range does not lie in the bytes.
    pub fn from_memory(bytes: SharedBytes, start: u64, length_bytes: u64) -> Result<Self> {
        let total = (*bytes).as_ref().len() as u64;
        if start > total || length_bytes > total - start {
            bail!(
                OutOfRange,
                "bytes {start} to {} lie outside the {total} bytes there are",
                start.saturating_add(length_bytes)
            );
        }
        Ok(Self(Arc::new(Source::Memory { bytes, start: start as usize, length: length_bytes as usize })))
    }

    /// A file of the system.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path, write: bool) -> Result<Self> {
        let file = fs::OpenOptions::new().read(true).write(write).open(path).map_err(|e| io_status(path, &e))?;
        let length = file.metadata().map_err(|e| io_status(path, &e))?.len();
        Ok(Self(Arc::new(Source::System { file, path: path.display().to_string(), length, writable: write })))
    }

    /// Bytes.
    pub fn length_bytes(&self) -> u64 {
        match &*self.0 {
            Source::Memory { length, .. } => *length as u64,
            Source::System { length, .. } => *length,
        }
    }

    pub(crate) fn check_range(&self, offset: u64, length: u64) -> Result<()> {
        let total = self.length_bytes();
        if offset > total || length > total - offset {
            bail!(OutOfRange, "bytes {offset} to {} lie outside the file of {total} bytes", offset.saturating_add(length));
        }
        Ok(())
    }

    /// Checks that the file may be written.
    pub(crate) fn check_writable(&self) -> Result<()> {
        match &*self.0 {
            Source::System { writable: true, .. } => Ok(()),
            Source::System { path, .. } => bail!(PermissionDenied, "{path} was opened for reading only"),
            Source::Memory { .. } => bail!(PermissionDenied, "a file over constant bytes cannot be written"),
        }
    }

    /// Gives `use_bytes` a part of the file.
    pub(crate) fn with_bytes<T>(&self, offset: u64, length: u64, use_bytes: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        self.check_range(offset, length)?;
        match &*self.0 {
            Source::Memory { bytes, start, .. } => {
                let from = start + offset as usize;
                use_bytes(&(**bytes).as_ref()[from..from + length as usize])
            }
            Source::System { file, path, .. } => {
                let mut bytes = vec![0; length as usize];
                file.read_exact_at(&mut bytes, offset).map_err(|e| io_status(Path::new(path), &e))?;
                use_bytes(&bytes)
            }
        }
    }

    /// Writes bytes.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        match &*self.0 {
            Source::System { file, path, writable: true, .. } => {
                file.write_all_at(bytes, offset).map_err(|e| io_status(Path::new(path), &e))
            }
            _ => self.check_writable(),
        }
    }
}

fn io_status(path: &Path, error: &io::Error) -> Status {
    let code = match error.kind() {
        io::ErrorKind::NotFound => StatusCode::NotFound,
        io::ErrorKind::PermissionDenied => StatusCode::PermissionDenied,
        io::ErrorKind::UnexpectedEof => StatusCode::OutOfRange,
        _ => StatusCode::Unknown,
    };
    Status::new(code, format!("{}: {error}", path.display()))
}

/// A file mapped into memory, read only.
///
/// The bytes are the file's as long as nobody truncates it; a program that does so ends this one, as with any mapping.
#[derive(Debug)]
pub struct MappedFile(Option<Mmap>);

impl MappedFile {
    /// Maps all of a file.
    ///
    /// # Errors
    /// When it cannot be opened or mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = fs::File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self(None));
        }
        // SAFETY: the mapping is private to reading; that other processes do not change the file meanwhile is the same
        // trust that reading it in pieces would need, and the contents are checked as untrusted bytes.
        Ok(Self(Some(unsafe { Mmap::map(&file) }?)))
    }

    /// Says that a range will not be read again soon: its pages are dropped from memory, and read from the file if they are.
    pub fn done_with(&self, range: std::ops::Range<usize>) {
        const PAGE: usize = 4096;
        let Some(map) = &self.0 else { return };
        let (start, end) = (range.start.next_multiple_of(PAGE), range.end.min(map.len()) / PAGE * PAGE);
        if start < end {
            // SAFETY: the mapping is of a file and read only, so dropped pages come back with the same bytes.
            let advised = unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, start, end - start) };
            if let Err(error) = advised {
                tracing::debug!("releasing pages of a mapped file: {error}");
            }
        }
    }
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or(&[])
    }
}
