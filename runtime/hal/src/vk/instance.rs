//! The Vulkan instance.

use std::ffi::{CStr, c_char};
use std::path::PathBuf;
use std::sync::Arc;

use ash::{ext, vk};

use super::messenger::{self, Messages};
use super::{PhysicalDevice, VkResultExt, faults};
use crate::driver::{DriverOptions, HostWait};
use crate::memory::MemoryOptions;
use crate::status::{Result, bail};

const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The loader's entry points, the instance and its messenger.
///
/// Fields are dropped by hand in [`Drop`]: messenger, then instance; the messages and the loaded library after both.
pub(crate) struct InstanceShared {
    messenger: Option<(ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    pub(crate) raw: ash::Instance,
    /// Whether object names and labels reach anybody.
    pub(crate) has_debug_utils: bool,
    /// How devices treat their memory.
    pub(crate) memory: MemoryOptions,
    /// Where devices keep what they made, if anywhere.
    pub(crate) cache_folder: Option<PathBuf>,
    /// Whether the host asks devices for a while before it sleeps.
    pub(crate) polls: bool,
    messages: Arc<Messages>,
    _entry: ash::Entry,
    /// Keeps the loader's library, whose entry points the other may only forward to.
    _library: ash::Entry,
}

impl InstanceShared {
    /// Loads Vulkan and makes an instance, with the validation layer and injected faults when asked for.
    pub(crate) fn new(options: DriverOptions) -> Result<Arc<Self>> {
        let DriverOptions { validation, faults: has_faults, memory, cache_folder, host_wait } = options;
        // How often a driver is asked depends on time, and calls that may fail are counted.
        let polls = host_wait == HostWait::Poll && !has_faults;
        // SAFETY: loading the system's Vulkan loader runs its initializers, which are made for that.
        let library = match unsafe { ash::Entry::load() } {
            Ok(library) => library,
            Err(error) => bail!(Unavailable, "no Vulkan loader: {error}; install libvulkan1 and a Vulkan driver"),
        };
        // SAFETY: the hooks forward to the library's own functions, and `shared` keeps the library.
        let entry = if has_faults { unsafe { ash::Entry::from_static_fn(faults::hooked(&library)) } } else { library.clone() };
        // SAFETY: the entry points were loaded above.
        let version = unsafe { entry.try_enumerate_instance_version() }.status("vkEnumerateInstanceVersion")?;
        if version.unwrap_or(vk::API_VERSION_1_0) < vk::API_VERSION_1_3 {
            bail!(Unavailable, "expected a Vulkan loader of version 1.3 or newer; update libvulkan1");
        }
        // SAFETY: the entry points were loaded above.
        let extensions = unsafe { entry.enumerate_instance_extension_properties(None) };
        let extensions = extensions.status("vkEnumerateInstanceExtensionProperties")?;
        let has_debug_utils = extensions.iter().any(|e| e.extension_name_as_c_str() == Ok(ext::debug_utils::NAME));
        let layers = if validation { validation_layer(&entry)? } else { Vec::new() };
        let names: Vec<*const c_char> = if has_debug_utils { vec![ext::debug_utils::NAME.as_ptr()] } else { Vec::new() };

        let application = vk::ApplicationInfo::default()
            .application_name(c"halforge")
            .engine_name(c"halforge")
            .api_version(vk::API_VERSION_1_3);
        let messages = Arc::new(Messages::default());
        let mut messenger_info = messenger::create_info(&messages);
        let enables = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
        let mut features = vk::ValidationFeaturesEXT::default().enabled_validation_features(&enables);
        let mut info = vk::InstanceCreateInfo::default()
            .application_info(&application)
            .enabled_extension_names(&names)
            .enabled_layer_names(&layers);
        if validation {
            info = info.push_next(&mut features);
        }
        if has_debug_utils {
            info = info.push_next(&mut messenger_info);
        }
        // SAFETY: `info` and all it points to live until the call returns.
        let raw = unsafe { entry.create_instance(&info, None) }.status("vkCreateInstance")?;
        let mut shared = Self {
            messenger: None,
            raw,
            has_debug_utils,
            memory,
            cache_folder,
            polls,
            messages,
            _entry: entry,
            _library: library,
        };
        if has_debug_utils {
            let functions = ext::debug_utils::Instance::new(&shared._entry, &shared.raw);
            let info = messenger::create_info(&shared.messages);
            // SAFETY: the extension is enabled; the messages live in `shared` until after the messenger.
            let messenger = unsafe { functions.create_debug_utils_messenger(&info, None) };
            shared.messenger = Some((functions, messenger.status("vkCreateDebugUtilsMessengerEXT")?));
        }
        Ok(Arc::new(shared))
    }

    /// What the validation layer said so far.
    pub(crate) fn messages(&self) -> Vec<super::ValidationMessage> {
        self.messages.all()
    }

    /// Every physical device, in the loader's order.
    pub(crate) fn physical_devices(&self) -> Result<Vec<PhysicalDevice>> {
        // SAFETY: the instance is alive.
        let raws = unsafe { self.raw.enumerate_physical_devices() }.status("vkEnumeratePhysicalDevices")?;
        raws.into_iter().enumerate().map(|(ordinal, raw)| PhysicalDevice::query(self, ordinal, raw)).collect()
    }
}

impl Drop for InstanceShared {
    fn drop(&mut self) {
        if let Some((functions, messenger)) = self.messenger.take() {
            // SAFETY: the messenger was made by these functions, and nothing uses it any more.
            unsafe { functions.destroy_debug_utils_messenger(messenger, None) };
        }
        // SAFETY: everything made from the instance holds an `Arc` of this, so nothing of it is left.
        unsafe { self.raw.destroy_instance(None) };
    }
}

/// The validation layer's name, if it is installed.
fn validation_layer(entry: &ash::Entry) -> Result<Vec<*const c_char>> {
    // SAFETY: the entry points were loaded by the caller.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }.status("vkEnumerateInstanceLayerProperties")?;
    if layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION_LAYER)) {
        return Ok(vec![VALIDATION_LAYER.as_ptr()]);
    }
    bail!(
        NotFound,
        "validation was asked for, but VK_LAYER_KHRONOS_validation is not installed; install vulkan-validationlayers"
    );
}
