//! Parameter archives by scope.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use halforge_hal::{File, MappedFile, Result, SharedBytes, Status, StatusCode};
use halforge_parameters::{Archive, ArchiveError, Entry, Format, Spec, unknown_parameter};

use crate::error::bail;

/// Archives that a program may read parameters from.
#[derive(Clone, Default)]
pub struct Parameters {
    archives: Vec<Mounted>,
}

#[derive(Clone)]
struct Mounted {
    scope: String,
    path: PathBuf,
    archive: Arc<Archive>,
    bytes: SharedBytes,
}

/// A parameter that was found.
pub(crate) enum Found {
    /// Bytes of a file.
    Bytes { file: File, offset: u64, length: u64 },
    /// A pattern, repeated.
    Splat { pattern: Vec<u8>, length: u64 },
}

impl Found {
    pub(crate) fn length(&self) -> u64 {
        match self {
            Self::Bytes { length, .. } | Self::Splat { length, .. } => *length,
        }
    }
}

impl Parameters {
    /// Adds the archive of a flag's text, `[scope=]path`.
    ///
    /// # Errors
    /// When the text cannot be read, or the archive is missing or malformed.
    pub fn mount(&mut self, text: &str) -> Result<()> {
        let spec = Spec::parse(text).map_err(|e| invalid(text, &e))?;
        let mapped = MappedFile::open(&spec.path).map_err(|error| {
            let code = if error.kind() == std::io::ErrorKind::NotFound { StatusCode::NotFound } else { StatusCode::Unknown };
            Status::new(code, format!("parameter archive {}: {error}", spec.path.display()))
        })?;
        self.mount_bytes(&spec.scope, &spec.path, Arc::new(mapped))
    }

    /// Adds an archive in memory; `path` gives its format and what external entries are relative to.
    ///
    /// # Errors
    /// When the archive is malformed.
    pub fn mount_bytes(&mut self, scope: &str, path: &Path, bytes: SharedBytes) -> Result<()> {
        let name = path.display().to_string();
        let data = (*bytes).as_ref();
        let format = Format::of(path, data).map_err(|e| invalid(&name, &e))?;
        let archive = Archive::parse(data, format).map_err(|e| invalid(&name, &e))?;
        self.archives.push(Mounted { scope: scope.to_owned(), path: path.to_owned(), archive: Arc::new(archive), bytes });
        Ok(())
    }

    /// The parameter `key` of `scope`. The archive mounted last wins.
    pub(crate) fn find(&self, scope: &str, key: &str) -> Result<Found> {
        let in_scope = || self.archives.iter().filter(|m| m.scope == scope);
        if in_scope().next().is_none() {
            let mut scopes: Vec<String> = self.archives.iter().map(|m| format!("{:?}", m.scope)).collect();
            scopes.dedup();
            let known =
                if scopes.is_empty() { "none were given".to_owned() } else { format!("there are {}", scopes.join(", ")) };
            bail!(NotFound, "no parameters for scope {scope:?}; {known}; use --parameters={scope}=FILE");
        }
        let found = self.archives.iter().rev().filter(|m| m.scope == scope).find_map(|m| Some((m, m.archive.get(key)?)));
        let Some((mounted, entry)) = found else {
            let names = in_scope().flat_map(|m| m.archive.iter().map(|(name, _)| name));
            return Err(Status::new(StatusCode::NotFound, unknown_parameter(scope, key, names).to_string()));
        };
        mounted.open(key, entry)
    }
}

impl Mounted {
    fn open(&self, key: &str, entry: &Entry) -> Result<Found> {
        Ok(match entry {
            Entry::Data { offset_bytes, length_bytes } => {
                let length = (*self.bytes).as_ref().len() as u64;
                let file = File::from_memory(self.bytes.clone(), 0, length)?;
                Found::Bytes { file, offset: *offset_bytes, length: *length_bytes }
            }
            Entry::Splat { pattern, length_bytes } => {
                Found::Splat { pattern: pattern.as_bytes().to_vec(), length: *length_bytes }
            }
            Entry::External { path, offset_bytes, length_bytes } => {
                let path = self.path.parent().map_or_else(|| PathBuf::from(path), |dir| dir.join(path));
                let file = File::open(&path, false).map_err(|status| status.within(format!("parameter {key:?}")))?;
                if offset_bytes.checked_add(*length_bytes).is_none_or(|end| end > file.length_bytes()) {
                    let (start, total) = (offset_bytes, file.length_bytes());
                    bail!(
                        OutOfRange,
                        "parameter {key:?}: {length_bytes} bytes from {start} on lie outside the {total} bytes of {}",
                        path.display()
                    );
                }
                Found::Bytes { file, offset: *offset_bytes, length: *length_bytes }
            }
        })
    }
}

fn invalid(what: &str, error: &ArchiveError) -> Status {
    Status::new(StatusCode::InvalidArgument, format!("parameter archive {what}: {error}"))
}
