//! Caches of executables: what the driver compiled once, it need not compile again.

use std::sync::Arc;

use ash::vk;

use super::{Executable, supports_format};
use crate::core::Core;
use crate::device::Device;
use crate::objects::{Live, ObjectKind};
use crate::status::Result;
use crate::vk::VkResultExt;

/// The driver's cache of pipelines.
pub(super) struct PipelineCache {
    core: Arc<Core>,
    pub(super) raw: vk::PipelineCache,
    _live: Live,
}

impl PipelineCache {
    fn new(core: &Arc<Core>) -> Result<Arc<Self>> {
        let info = vk::PipelineCacheCreateInfo::default();
        // SAFETY: the device is alive; `info` lives until the call returns.
        let raw = unsafe { core.raw.create_pipeline_cache(&info, None) }.status("vkCreatePipelineCache")?;
        let live = Live::new(&core.objects, ObjectKind::ExecutableCache);
        Ok(Arc::new(Self { core: core.clone(), raw, _live: live }))
    }
}

impl Drop for PipelineCache {
    fn drop(&mut self) {
        // SAFETY: executables that make pipelines with the cache keep it alive.
        unsafe { self.core.raw.destroy_pipeline_cache(self.raw, None) };
    }
}

/// A cache that executables are made with; those made with the same one share what the driver compiled.
pub struct ExecutableCache {
    core: Arc<Core>,
    cache: Arc<PipelineCache>,
}

impl std::fmt::Debug for ExecutableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ExecutableCache")
    }
}

impl ExecutableCache {
    /// An empty cache.
    ///
    /// # Errors
    /// When the driver has no room for it.
    pub fn new(device: &Device) -> Result<Self> {
        let core = device.core().clone();
        Ok(Self { cache: PipelineCache::new(&core)?, core })
    }

    /// Whether executables of `format` can be prepared.
    pub fn can_prepare(&self, format: &str) -> bool {
        supports_format(&self.core, format)
    }

    /// Loads device code. `constants` become specialization constants 0, 1, …
    ///
    /// # Errors
    /// What is wrong with the code, or what the device lacks for it.
    pub fn prepare(&self, name: &str, format: &str, data: &[u8], constants: &[u32]) -> Result<Arc<Executable>> {
        Executable::new(&self.core, &self.cache, name, format, data, constants)
    }
}
