//! Vulkan objects with an owner: each destroys itself once, and keeps alive what it was made from.

pub mod faults;
mod features;
mod instance;
mod messenger;
mod physical;

pub(crate) use features::Features;
pub(crate) use instance::InstanceShared;
pub use messenger::ValidationMessage;
pub(crate) use physical::{PhysicalDevice, version_text};

use ash::vk;

use crate::status::{Status, StatusCode};

/// The status for a result of the Vulkan function called `function`.
pub(crate) fn status_of(function: &str, result: vk::Result) -> Status {
    use vk::Result as R;
    let code = match result {
        R::TIMEOUT => StatusCode::DeadlineExceeded,
        R::NOT_READY | R::EVENT_SET | R::EVENT_RESET | R::INCOMPLETE => StatusCode::Aborted,
        R::ERROR_OUT_OF_HOST_MEMORY
        | R::ERROR_OUT_OF_DEVICE_MEMORY
        | R::ERROR_OUT_OF_POOL_MEMORY
        | R::ERROR_TOO_MANY_OBJECTS
        | R::ERROR_FRAGMENTED_POOL
        | R::ERROR_FRAGMENTATION => StatusCode::ResourceExhausted,
        R::ERROR_INITIALIZATION_FAILED => StatusCode::FailedPrecondition,
        R::ERROR_DEVICE_LOST => StatusCode::DataLoss,
        R::ERROR_MEMORY_MAP_FAILED => StatusCode::Internal,
        R::ERROR_INVALID_EXTERNAL_HANDLE => StatusCode::InvalidArgument,
        R::ERROR_LAYER_NOT_PRESENT | R::ERROR_EXTENSION_NOT_PRESENT => StatusCode::NotFound,
        R::ERROR_FEATURE_NOT_PRESENT | R::ERROR_INCOMPATIBLE_DRIVER => StatusCode::Unavailable,
        R::ERROR_FORMAT_NOT_SUPPORTED => StatusCode::Incompatible,
        R::ERROR_UNKNOWN => StatusCode::Unknown,
        _ => StatusCode::Internal,
    };
    Status::new(code, format!("{function} failed with {}", result_name(result)))
}

/// `VK_ERROR_DEVICE_LOST` and its kin.
fn result_name(result: vk::Result) -> String {
    let text = format!("{result:?}");
    if text.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
        format!("VK_{text}")
    } else {
        format!("VkResult {}", result.as_raw())
    }
}

/// Maps the error of a Vulkan call to a status.
pub(crate) trait VkResultExt<T> {
    /// With the function's name in the message.
    fn status(self, function: &str) -> crate::Result<T>;
}

impl<T> VkResultExt<T> for ash::prelude::VkResult<T> {
    fn status(self, function: &str) -> crate::Result<T> {
        self.map_err(|result| status_of(function, result))
    }
}
