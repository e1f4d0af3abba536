//! Kernels that people bring: in text, and SPIR-V against the layout it is used with.

use halforge_executable::{Module, PipelineView, check_interface};
use halforge_shaders::{Language, Options};

use crate::limits::MAX_KERNEL_TEXT_BYTES;

/// The SPIR-V words of a kernel; `name` is for messages.
///
/// # Errors
/// Mistakes in the text, with line and source, and what SPIR-V for Vulkan cannot say.
pub(crate) fn compile(language: Language, name: &str, text: &str) -> Result<Vec<u32>, String> {
    if text.len() > MAX_KERNEL_TEXT_BYTES {
        return Err(format!("{name} has {} bytes of text, at most {MAX_KERNEL_TEXT_BYTES} are read", text.len()));
    }
    halforge_shaders::compile(language, name, text, Options::BROUGHT)
        .map_err(|error| format!("{name} does not compile: {error}"))
}

/// What a target allows for a workgroup, where it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkgroupLimits {
    /// Invocations along x, y and z.
    pub sizes: Option<[u32; 3]>,
    /// Invocations in all.
    pub invocations: Option<u32>,
}

/// How a kernel's code and the layout of its export disagree, each in words that name both; empty when they fit.
pub fn mismatches(kernel: &Module, pipeline: &PipelineView<'_>, limits: WorkgroupLimits) -> Vec<String> {
    let mut found: Vec<String> = check_interface(kernel, pipeline).iter().map(ToString::to_string).collect();
    let Some(entry) = kernel.entry_point(pipeline.entry_point) else { return found };
    let size = entry.local_size.size;
    let [x, y, z] = size;
    if let Some(most) = limits.sizes
        && size.iter().zip(most).any(|(size, most)| *size > most)
    {
        let [a, b, c] = most;
        found.push(format!("shader has local size {x}x{y}x{z}, target allows at most {a}x{b}x{c}"));
    }
    let invocations = size.iter().fold(1u64, |product, &n| product.saturating_mul(n.into()));
    if let Some(most) = limits.invocations
        && invocations > u64::from(most)
    {
        found.push(format!("shader has {invocations} invocations in a workgroup ({x}x{y}x{z}), target allows at most {most}"));
    }
    found
}
