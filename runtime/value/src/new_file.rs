//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER_BYTES: usize = 1 << 20;

/// A file that has its new contents under its name only when [`finish`](Self::finish) says so; until then, and when it is dropped
/// before, the name keeps what it had.
///
/// A link stays a link. What is no file, such as a pipe or `/dev/null`, cannot be replaced: it is written as bytes come.
#[derive(Debug)]
pub struct NewFile {
    out: BufWriter<File>,
    /// Where the bytes are and where they go.
    renamed: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins to write what `path` is to hold.
    ///
    /// # Errors
    /// `InvalidInput` when `path` can name no file; those of the file system: its folder is missing or cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let target = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(no_file_name("expected the name of a file, found that of a folder"));
            }
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self { out: buffered(OpenOptions::new().write(true).open(path)?), renamed: None });
            }
            Ok(_) => fs::canonicalize(path)?,
            Err(_) => path.to_owned(),
        };
        let name = target.file_name().ok_or_else(|| no_file_name("expected the name of a file"))?;
        let temporary = target.with_file_name(temporary_name(name.to_owned()));
        Ok(Self { out: buffered(File::create_new(&temporary)?), renamed: Some((temporary, target)) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Those of the file system; the name then keeps what it had.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        match &self.renamed {
            Some((temporary, target)) => fs::rename(temporary, target),
            None => Ok(()),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.renamed {
            // Gone already when the file was finished.
            let _ = fs::remove_file(temporary);
        }
    }
}

fn no_file_name(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(BUFFER_BYTES, file)
}

/// A name beside that of the file, so that a rename stays within one file system.
fn temporary_name(mut name: OsString) -> OsString {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    name.push(format!(".{}-{}.tmp", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    name
}
