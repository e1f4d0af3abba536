//! Messages of the validation layer: kept, counted and traced.

use std::ffi::{CStr, c_void};
use std::sync::Arc;

use ash::vk;
use parking_lot::Mutex;

/// Most messages kept; later ones are only counted.
const MAX_KEPT: usize = 256;

/// What the validation layer said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationMessage {
    /// Whether it is an error rather than a warning.
    pub is_error: bool,
    /// The rule's name, such as `VUID-vkCmdDispatch-groupCountX-00386`.
    pub id: String,
    /// The text.
    pub text: String,
}

impl std::fmt::Display for ValidationMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "validation {}: {}: {}", if self.is_error { "error" } else { "warning" }, self.id, self.text)
    }
}

/// The messages of an instance.
#[derive(Default)]
pub(crate) struct Messages {
    kept: Mutex<Vec<ValidationMessage>>,
}

impl Messages {
    pub(crate) fn all(&self) -> Vec<ValidationMessage> {
        self.kept.lock().clone()
    }
}

/// What a messenger needs; `messages` outlives it, because the instance holds both.
pub(crate) fn create_info(messages: &Arc<Messages>) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    use vk::{DebugUtilsMessageSeverityFlagsEXT as Severity, DebugUtilsMessageTypeFlagsEXT as Kind};
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(Severity::WARNING | Severity::ERROR)
        .message_type(Kind::GENERAL | Kind::VALIDATION | Kind::PERFORMANCE)
        .pfn_user_callback(Some(callback))
        .user_data(Arc::as_ptr(messages).cast_mut().cast())
}

/// Called by the layer from any thread.
unsafe extern "system" fn callback(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    if data.is_null() || user.is_null() {
        return vk::FALSE;
    }
    // SAFETY: the layer passes a valid callback data, and the user data of `create_info`, whose `Messages` the instance
    // keeps alive until after its messengers are destroyed.
    let (data, messages) = unsafe { (&*data, &*user.cast::<Messages>()) };
    let text = |ptr: *const std::ffi::c_char| {
        if ptr.is_null() {
            return String::new();
        }
        // SAFETY: strings of the callback data are null-terminated and live for the call.
        unsafe { CStr::from_ptr(ptr) }.to_string_lossy().into_owned()
    };
    let message = ValidationMessage {
        is_error: severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR),
        id: text(data.p_message_id_name),
        text: text(data.p_message),
    };
    tracing::warn!(target: "halforge::vulkan", id = message.id, "{}", message.text);
    // Warnings of the loader about other drivers are not about what we do.
    if kind.contains(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION) || message.is_error {
        let mut kept = messages.kept.lock();
        if kept.len() < MAX_KEPT {
            kept.push(message);
        }
    }
    vk::FALSE
}
