//! Events: marks in the order of a queue's commands that later commands wait for.

use std::sync::Arc;

use ash::vk;

use crate::core::Core;
use crate::device::{Device, DeviceId};
use crate::objects::{Live, ObjectKind};
use crate::status::{Result, bail};
use crate::vk::VkResultExt;

/// An event. Commands signal it, wait for it and reset it; the host does none of these.
pub struct Event {
    core: Arc<Core>,
    device: DeviceId,
    pub(crate) raw: vk::Event,
    _live: Live,
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Event")
    }
}

impl Event {
    /// An event that is not signaled.
    ///
    /// # Errors
    /// When the device may lack events, or has no room.
    pub fn new(device: &Device) -> Result<Arc<Self>> {
        let core = device.core();
        if core.features.has_extension(ash::khr::portability_subset::NAME) {
            bail!(Unimplemented, "events are not for sure on device {}, a portability subset", core.physical.name);
        }
        let info = vk::EventCreateInfo::default().flags(vk::EventCreateFlags::DEVICE_ONLY);
        // SAFETY: the device is alive; `info` lives until the call returns.
        let raw = unsafe { core.raw.create_event(&info, None) }.status("vkCreateEvent")?;
        let live = Live::new(&core.objects, ObjectKind::Event);
        Ok(Arc::new(Self { core: core.clone(), device: device.id(), raw, _live: live }))
    }

    /// The device it is for.
    pub fn device_id(&self) -> DeviceId {
        self.device
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: submissions keep the recordings that use the event alive, and these keep the event alive.
        unsafe { self.core.raw.destroy_event(self.raw, None) };
    }
}
