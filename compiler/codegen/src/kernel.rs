//! Kernels that people bring: WGSL and GLSL to SPIR-V, and SPIR-V against the layout it is used with.

use halforge_executable::{Module, PipelineView, check_interface};
use naga::back::spv;
use naga::front::{glsl, wgsl};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use crate::limits::MAX_KERNEL_TEXT_BYTES;

/// A language of kernels in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// WGSL; an entry point has the name of its function.
    Wgsl,
    /// GLSL for compute shaders; the entry point is `main`.
    Glsl,
}

impl Language {
    /// The language that a file's ending says; `None` for SPIR-V and anything else.
    pub fn of_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("wgsl") => Some(Self::Wgsl),
            Some("glsl" | "comp") => Some(Self::Glsl),
            _ => None,
        }
    }
}

/// A kernel's text is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelError(String);

impl std::fmt::Display for KernelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KernelError {}

/// The SPIR-V words of a kernel; `name` is for messages.
///
/// # Errors
/// Mistakes in the text, with line and source, and what SPIR-V for Vulkan cannot say.
pub fn compile(language: Language, name: &str, text: &str) -> Result<Vec<u32>, KernelError> {
    if text.len() > MAX_KERNEL_TEXT_BYTES {
        let message = format!("{name} has {} bytes of text, at most {MAX_KERNEL_TEXT_BYTES} are read", text.len());
        return Err(KernelError(message));
    }
    let wrong = |what: String| KernelError(format!("{name} does not compile: {}", what.trim_end()));
    let module = match language {
        Language::Wgsl => wgsl::parse_str(text).map_err(|error| wrong(error.emit_to_string_with_path(text, name)))?,
        Language::Glsl => {
            let options = glsl::Options::from(naga::ShaderStage::Compute);
            let parsed = glsl::Frontend::default().parse(&options, text);
            parsed.map_err(|errors| wrong(errors.emit_to_string(text)))?
        }
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).map_err(|error| wrong(error.emit_to_string_with_path(text, name)))?;
    let options = spv::Options { lang_version: (1, 3), flags: spv::WriterFlags::empty(), ..spv::Options::default() };
    spv::write_vec(&module, &info, &options, None).map_err(|error| wrong(error.to_string()))
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
