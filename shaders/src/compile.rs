//! Kernels in text to SPIR-V of the descriptor ABI, by naga.

use naga::back::spv;
use naga::front::{glsl, wgsl};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use crate::error::ShaderError;

/// Version of SPIR-V: the first with storage buffers as a class of their own, so that no extension is needed.
const SPIRV_VERSION: (u8, u8) = (1, 3);

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

/// What kernels may do and how they are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What they may ask of a device.
    pub features: Features,
    /// What becomes of loops.
    pub loops: Loops,
}

/// What kernels may ask of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// What every device can do.
    Core,
    /// Anything; devices that cannot do it refuse the code when it is loaded.
    Any,
}

/// What becomes of loops that may have no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loops {
    /// Nothing: they are known to end.
    Trusted,
    /// A count that ends them, so that drivers cannot take them for impossible.
    Bounded,
}

impl Options {
    /// For the kernels of this crate.
    pub const BUILT_IN: Self = Self { features: Features::Core, loops: Loops::Trusted };
    /// For the kernels that people bring.
    pub const BROUGHT: Self = Self { features: Features::Any, loops: Loops::Bounded };
}

/// The SPIR-V words of a text, with all its entry points; `name` is for messages.
///
/// Indices are not checked in the code: hosts give bindings as long as the kernel needs them.
///
/// # Errors
///
/// [`ShaderError::Source`] when the text is wrong, with line and source, or says what SPIR-V for Vulkan cannot say.
pub fn compile(language: Language, name: &str, text: &str, options: Options) -> Result<Vec<u32>, ShaderError> {
    let wrong = |what: String| ShaderError::Source(what.trim_end().to_owned());
    let module = match language {
        Language::Wgsl => wgsl::parse_str(text).map_err(|error| wrong(error.emit_to_string_with_path(text, name)))?,
        Language::Glsl => {
            let stage = glsl::Options::from(naga::ShaderStage::Compute);
            let parsed = glsl::Frontend::default().parse(&stage, text);
            parsed.map_err(|errors| wrong(errors.emit_to_string(text)))?
        }
    };
    let capabilities = match options.features {
        Features::Core => Capabilities::IMMEDIATES,
        Features::Any => Capabilities::all(),
    };
    let info = Validator::new(ValidationFlags::all(), capabilities)
        .validate_resolved_overrides(&module)
        .map_err(|error| wrong(error.emit_to_string_with_path(text, name)))?;
    let spirv = spv::Options {
        lang_version: SPIRV_VERSION,
        flags: spv::WriterFlags::empty(),
        // Without a map, numbers are those of the text.
        fake_missing_bindings: true,
        force_loop_bounding: options.loops == Loops::Bounded,
        ..spv::Options::default()
    };
    spv::write_vec(&module, &info, &spirv, None).map_err(|error| wrong(format!("{name}: {error}")))
}
