//! The pipeline cache on disk: what a driver made of a kernel, for the next process.
//!
//! One file for each kernel, in a folder for each device and driver, so that processes that run at once do not get in each
//! other's way: a file is written under another name and renamed. A file that is damaged, of another version or another
//! driver is as good as none. Drivers that give back no more than a header (lavapipe, SwiftShader) get no files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::vk;
use halforge_executable::content_hash;

use crate::core::Core;

/// First bytes of a file; the last is the version of the format.
const MAGIC: &[u8; 8] = b"HALFPIP\x01";
/// Magic, and the hash of what follows.
const HEADER_BYTES: usize = 8 + 16;
/// Bytes of a `VkPipelineCacheHeaderVersionOne`: a cache of that size holds nothing.
const EMPTY_BYTES: usize = 32;
/// Larger files are not read.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// The cache of one kernel.
pub(super) struct Entry {
    core: Arc<Core>,
    raw: vk::PipelineCache,
    path: Option<PathBuf>,
    /// What was read from the file.
    before: Vec<u8>,
}

impl Entry {
    /// The cache for a kernel; without a folder for caches one that holds nothing and is not saved.
    pub(super) fn open(core: &Arc<Core>, words: &[u32], constants: &[u8], subgroup_size: Option<u32>) -> Self {
        let mut entry = Self { core: core.clone(), raw: vk::PipelineCache::null(), path: None, before: Vec::new() };
        let Some(folder) = &core.cache_folder else { return entry };
        let mut key: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        key.extend_from_slice(constants);
        key.extend_from_slice(&subgroup_size.unwrap_or(0).to_le_bytes());
        let path = folder.join(format!("{}.bin", content_hash(&key)));
        entry.before = read(&path).unwrap_or_default();
        let info = vk::PipelineCacheCreateInfo::default().initial_data(&entry.before);
        // SAFETY: the device is alive; `info` lives until the call returns; drivers check the data's own header, and the
        // hash shows that it is what this driver once gave.
        match unsafe { core.raw.create_pipeline_cache(&info, None) } {
            Ok(raw) => {
                entry.raw = raw;
                entry.path = Some(path);
            }
            // Only slower without.
            Err(result) => tracing::debug!("vkCreatePipelineCache failed with {result:?}"),
        }
        entry
    }

    pub(super) fn raw(&self) -> vk::PipelineCache {
        self.raw
    }

    /// Writes what the driver added.
    pub(super) fn save(&self) {
        let Some(path) = &self.path else { return };
        // SAFETY: the cache is alive and used by nobody else.
        let data = match unsafe { self.core.raw.get_pipeline_cache_data(self.raw) } {
            Ok(data) => data,
            Err(result) => return tracing::debug!("vkGetPipelineCacheData failed with {result:?}"),
        };
        if data.len() <= EMPTY_BYTES || data == self.before {
            return;
        }
        if let Err(error) = write(path, &data) {
            tracing::debug!("{}: {error}", path.display());
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        // SAFETY: nothing uses the cache once its pipeline is made; null is ignored.
        unsafe { self.core.raw.destroy_pipeline_cache(self.raw, None) };
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    if fs::metadata(path).ok()?.len() > MAX_FILE_BYTES {
        return None;
    }
    let file = fs::read(path).ok()?;
    let (header, data) = file.split_at_checked(HEADER_BYTES)?;
    let is_whole = header.starts_with(MAGIC) && header[MAGIC.len()..] == content_hash(data).0.to_le_bytes();
    is_whole.then(|| data.to_vec())
}

fn write(path: &Path, data: &[u8]) -> std::io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(&content_hash(data).0.to_le_bytes());
    file.extend_from_slice(data);
    let written = fs::write(&temporary, &file).and_then(|()| fs::rename(&temporary, path));
    written.inspect_err(|_| {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&temporary);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_are_read() {
        let folder = std::env::temp_dir().join(format!("halforge-cache-{}", std::process::id()));
        let path = folder.join("kernel.bin");
        write(&path, b"what the driver made").unwrap();
        assert_eq!(read(&path).unwrap(), b"what the driver made");
        let whole = fs::read(&path).unwrap();
        for damage in [&whole[..whole.len() - 1], &whole[..10], b"", b"HALFPIP\x02"] {
            fs::write(&path, damage).unwrap();
            assert_eq!(read(&path), None);
        }
        let mut flipped = whole;
        *flipped.last_mut().unwrap() ^= 1;
        fs::write(&path, &flipped).unwrap();
        assert_eq!(read(&path), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
