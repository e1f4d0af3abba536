//! WGSL to SPIR-V of the descriptor ABI.

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use crate::error::ShaderError;

/// Version of SPIR-V: the first with storage buffers as a class of their own, so that no extension is needed.
const SPIRV_VERSION: (u8, u8) = (1, 3);

/// The SPIR-V words of a WGSL text, with all its entry points.
///
/// Indices are not checked in the code: hosts give bindings as long as the kernel needs them.
///
/// # Errors
///
/// [`ShaderError::Source`] when the text is wrong.
pub fn compile(name: &str, source: &str) -> Result<Vec<u32>, ShaderError> {
    let wrong = |text: String| ShaderError::Source(text);
    let module = naga::front::wgsl::parse_str(source).map_err(|error| wrong(error.emit_to_string_with_path(source, name)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::IMMEDIATES)
        .validate_resolved_overrides(&module)
        .map_err(|error| wrong(error.emit_to_string_with_path(source, name)))?;
    let options = spv::Options {
        lang_version: SPIRV_VERSION,
        flags: spv::WriterFlags::empty(),
        // Without a map, numbers are those of the text.
        fake_missing_bindings: true,
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Unchecked,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    spv::write_vec(&module, &info, &options, None).map_err(|error| wrong(format!("{name}: {error}")))
}
