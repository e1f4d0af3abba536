//! Caches of executables: what was prepared once, and is still held by someone, need not be prepared again.

use std::sync::{Arc, Weak};

use halforge_executable::content_hash;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Executable, supports_format};
use crate::core::Core;
use crate::device::Device;
use crate::objects::{Live, ObjectKind};
use crate::status::Result;

/// Executables by the hash of all they are made of.
type Prepared = FxHashMap<u128, Weak<Executable>>;

/// A cache that executables are made with: the same code with the same constants is the same executable.
pub struct ExecutableCache {
    core: Arc<Core>,
    prepared: Mutex<Prepared>,
    _live: Live,
}

impl std::fmt::Debug for ExecutableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ExecutableCache")
    }
}

impl ExecutableCache {
    /// An empty cache.
    pub fn new(device: &Device) -> Self {
        let core = device.core().clone();
        let live = Live::new(&core.objects, ObjectKind::ExecutableCache);
        Self { core, prepared: Mutex::default(), _live: live }
    }

    /// Whether executables of `format` can be prepared.
    pub fn can_prepare(&self, format: &str) -> bool {
        supports_format(&self.core, format)
    }

    /// Loads device code, or finds what was loaded before. `constants` become specialization constants 0, 1, …
    ///
    /// # Errors
    /// What is wrong with the code, or what the device lacks for it.
    pub fn prepare(&self, name: &str, format: &str, data: &[u8], constants: &[u32]) -> Result<Arc<Executable>> {
        let key = key(name, format, data, constants);
        if let Some(found) = self.prepared.lock().get(&key).and_then(Weak::upgrade) {
            return Ok(found);
        }
        let made = Executable::new(&self.core, name, format, data, constants)?;
        let mut prepared = self.prepared.lock();
        prepared.retain(|_, executable| executable.strong_count() > 0);
        prepared.insert(key, Arc::downgrade(&made));
        Ok(made)
    }
}

fn key(name: &str, format: &str, data: &[u8], constants: &[u32]) -> u128 {
    let mut bytes = Vec::with_capacity(data.len() + name.len() + format.len() + 4 * constants.len() + 16);
    for part in [name.as_bytes(), format.as_bytes()] {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    constants.iter().for_each(|constant| bytes.extend_from_slice(&constant.to_le_bytes()));
    bytes.extend_from_slice(&(constants.len() as u64).to_le_bytes());
    bytes.extend_from_slice(data);
    content_hash(&bytes).0
}
