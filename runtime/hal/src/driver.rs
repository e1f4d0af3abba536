//! The Vulkan driver: which devices there are, which one is meant, and opening it.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use ash::vk;
use halforge_collective::Hub;

use crate::device::Device;
use crate::limits::DeviceLimits;
use crate::memory::MemoryOptions;
use crate::status::{Result, bail};
use crate::vk::{InstanceShared, PhysicalDevice, ValidationMessage, version_text};

/// How to load the driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriverOptions {
    /// Whether the validation layer watches, with synchronization checks.
    pub validation: bool,
    /// Whether calls come by [`faults`](crate::faults), which may let them fail; for tests.
    pub faults: bool,
    /// How devices treat their memory.
    pub memory: MemoryOptions,
    /// A folder where devices keep the pipelines they made, for the next process; nothing is kept when absent.
    pub cache_folder: Option<PathBuf>,
    /// How the host waits for devices.
    pub host_wait: HostWait,
}

/// How the host waits for work of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostWait {
    /// It asks for a while, giving way to whoever wants the processor, then sleeps: up to 100 µs, and up to 1 s for drivers that
    /// run kernels on the host's own processors. With [`DriverOptions::faults`] it sleeps.
    #[default]
    Poll,
    /// It sleeps at once, so waiting takes no processor's time.
    Block,
}

/// The Vulkan driver of the system.
#[derive(Clone)]
pub struct Driver {
    /// Where channels of its devices meet.
    hub: Hub,
    instance: Arc<InstanceShared>,
}

/// What a device is and can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Position in the loader's list.
    pub ordinal: usize,
    /// Name.
    pub name: String,
    /// `cpu`, `discrete`, `integrated`, `virtual` or `other`.
    pub kind: &'static str,
    /// Vulkan version.
    pub api_version: String,
    /// Driver.
    pub driver: String,
    /// Vendor and device numbers.
    pub ids: (u32, u32),
    /// 32 hex digits.
    pub uuid: String,
    /// Limits by name.
    pub limits: DeviceLimits,
    /// Features that matter here, by Vulkan's name, and whether the device has them.
    pub features: Vec<(&'static str, bool)>,
    /// Bytes of each memory heap.
    pub memory_heaps_bytes: Vec<u64>,
    /// Executable formats it takes.
    pub executable_formats: Vec<&'static str>,
    /// Why it cannot be used; nothing when it can.
    pub refusals: Vec<String>,
}

/// Features shown of a device.
const SHOWN_FEATURES: &[&str] = &[
    "timelineSemaphore",
    "synchronization2",
    "scalarBlockLayout",
    "bufferDeviceAddress",
    "shaderInt64",
    "shaderInt16",
    "shaderInt8",
    "shaderFloat64",
    "shaderFloat16",
    "storageBuffer16BitAccess",
    "storageBuffer8BitAccess",
    "subgroupSizeControl",
    "computeFullSubgroups",
    "shaderIntegerDotProduct",
    "vulkanMemoryModel",
    "cooperativeMatrix",
];

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Driver(vulkan)")
    }
}

impl Driver {
    /// Loads the driver.
    ///
    /// # Errors
    /// When there is no Vulkan loader, or the validation layer is asked for and not installed.
    pub fn new(options: DriverOptions) -> Result<Self> {
        Ok(Self { instance: InstanceShared::new(options)?, hub: Hub::default() })
    }

    /// Every device, in the loader's order.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(self.instance.physical_devices()?.iter().map(DeviceInfo::of).collect())
    }

    /// Opens the device that `selector` names; see [`DeviceSelector`].
    ///
    /// # Errors
    /// When no device or more than one is meant, or it cannot be used.
    pub fn open(&self, selector: &DeviceSelector) -> Result<Device> {
        self.open_with_limits(selector, |_| Ok(()))
    }

    /// Opens a device that behaves as one with other limits: `change` makes them stricter.
    ///
    /// # Errors
    /// Those of [`Driver::open`] and of `change`.
    pub fn open_with_limits(
        &self,
        selector: &DeviceSelector,
        change: impl FnOnce(&mut DeviceLimits) -> Result<()>,
    ) -> Result<Device> {
        let all = self.instance.physical_devices()?;
        let physical = selector.choose(&all)?.clone();
        let info = DeviceInfo::of(&physical);
        let mut limits = physical.limits;
        change(&mut limits)?;
        Device::open(&self.instance, physical, info, limits, &self.hub)
    }

    /// What the validation layer said so far.
    pub fn validation_messages(&self) -> Vec<ValidationMessage> {
        self.instance.messages()
    }
}

impl DeviceInfo {
    fn of(physical: &PhysicalDevice) -> Self {
        let features = &physical.features;
        let addresses = features.by_name("bufferDeviceAddress") == Some(true);
        let mut formats = vec!["vulkan-spirv-fb"];
        if addresses {
            formats.push("vulkan-spirv-fb-ptr");
            if features.by_name("shaderInt64") == Some(true) {
                formats.extend(["vulkan-spirv-bda-v1", "vulkan-spirv-bda-raw"]);
            }
        }
        let memory = &physical.memory;
        Self {
            ordinal: physical.ordinal,
            name: physical.name.clone(),
            kind: match physical.kind {
                vk::PhysicalDeviceType::CPU => "cpu",
                vk::PhysicalDeviceType::DISCRETE_GPU => "discrete",
                vk::PhysicalDeviceType::INTEGRATED_GPU => "integrated",
                vk::PhysicalDeviceType::VIRTUAL_GPU => "virtual",
                _ => "other",
            },
            api_version: version_text(physical.api_version),
            driver: format!("{} {}", physical.driver_name, physical.driver_info).trim().to_owned(),
            ids: (physical.vendor_id, physical.device_id),
            uuid: hex(&physical.uuid),
            limits: physical.limits,
            features: SHOWN_FEATURES.iter().map(|&name| (name, features.by_name(name) == Some(true))).collect(),
            memory_heaps_bytes: memory.memory_heaps[..memory.memory_heap_count as usize].iter().map(|h| h.size).collect(),
            executable_formats: formats,
            refusals: physical.refusals(),
        }
    }

    /// `vulkan://GPU-…`, a name for the device that stays when others come and go.
    pub fn uri(&self) -> String {
        let u = &self.uuid;
        format!("vulkan://GPU-{}-{}-{}-{}-{}", &u[..8], &u[8..12], &u[12..16], &u[16..20], &u[20..])
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Which device is meant: `vulkan`, `vulkan://0`, `vulkan://GPU-UUID`, `0`, a UUID, or part of a name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum DeviceSelector {
    /// The first that can be used.
    #[default]
    Any,
    /// By position in the loader's list.
    Ordinal(usize),
    /// By UUID, 32 hex digits.
    Uuid(String),
    /// By a part of the name, in any case.
    Name(String),
}

impl DeviceSelector {
    /// Reads a selector.
    ///
    /// # Errors
    /// When the text names another driver.
    pub fn parse(text: &str) -> Result<Self> {
        let (driver, path) = match text.split_once("://") {
            Some((driver, path)) => (driver, path.split('?').next().unwrap_or("")),
            None if text == "vulkan" => ("vulkan", ""),
            None => ("vulkan", text),
        };
        if driver != "vulkan" {
            bail!(NotFound, "no driver {driver:?}; the only one is \"vulkan\"");
        }
        if path.is_empty() {
            return Ok(Self::Any);
        }
        if let Ok(ordinal) = path.parse() {
            return Ok(Self::Ordinal(ordinal));
        }
        let bare = path.strip_prefix("GPU-").unwrap_or(path);
        let digits: String = bare.chars().filter(|&c| c != '-').collect::<String>().to_lowercase();
        if digits.len() == 32 && digits.chars().all(|c| c.is_ascii_hexdigit()) {
            return Ok(Self::Uuid(digits));
        }
        Ok(Self::Name(path.to_owned()))
    }

    fn choose<'d>(&self, all: &'d [PhysicalDevice]) -> Result<&'d PhysicalDevice> {
        let list = || {
            let lines = all.iter().map(|d| format!("{} {}", d.ordinal, d.name)).collect::<Vec<_>>();
            if lines.is_empty() {
                "there is no Vulkan device; install a driver such as mesa-vulkan-drivers".to_owned()
            } else {
                format!("there are: {}", lines.join(", "))
            }
        };
        let found = match self {
            Self::Any => {
                let usable = all.iter().find(|d| d.refusals().is_empty());
                if usable.is_none() && !all.is_empty() {
                    let why: Vec<String> = all.iter().map(|d| format!("{}: {}", d.name, d.refusals().join(", "))).collect();
                    bail!(Unavailable, "no Vulkan device can be used: {}", why.join("; "));
                }
                usable
            }
            Self::Ordinal(ordinal) => all.get(*ordinal),
            Self::Uuid(uuid) => all.iter().find(|d| hex(&d.uuid) == *uuid),
            Self::Name(name) => {
                let part = name.to_lowercase();
                let matches: Vec<_> = all.iter().filter(|d| d.name.to_lowercase().contains(&part)).collect();
                if matches.len() > 1 {
                    bail!(InvalidArgument, "{} devices have {name:?} in their name; {}", matches.len(), list());
                }
                matches.first().copied()
            }
        };
        match found {
            Some(device) => Ok(device),
            None => bail!(NotFound, "no Vulkan device {self}; {}", list()),
        }
    }
}

impl std::fmt::Display for DeviceSelector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Any => f.write_str("vulkan"),
            Self::Ordinal(ordinal) => write!(f, "{ordinal}"),
            Self::Uuid(uuid) => write!(f, "GPU-{uuid}"),
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}
