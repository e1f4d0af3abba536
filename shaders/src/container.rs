//! SPIR-V to VKE1: the layouts that the code asks for, around the code.

use halforge_executable::Module;
use halforge_executable::spirv::EntryPoint;
use halforge_executable::vke1::{
    BDA_ROOT_BYTES, BdaLayout, Container, DescriptorType, DispatchAbi, Pipeline, PipelineLayout, PushConstantRange,
    STAGE_COMPUTE, SetBinding, SetLayout, write,
};

use crate::address::with_addresses;
use crate::compile::compile;
use crate::error::ShaderError;
use crate::kernels::Kernel;

/// How a dispatch hands bindings and constants to a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abi {
    /// Bindings in a descriptor set, constants from byte 0 of the push constants.
    Descriptor,
    /// Bindings in a table of addresses, found through the push constants; constants after the table's address.
    Address,
}

impl Abi {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Descriptor, Self::Address];

    /// The name of the executable format.
    pub const fn format(self) -> &'static str {
        match self {
            Self::Descriptor => "vulkan-spirv-fb",
            Self::Address => "vulkan-spirv-bda-v1",
        }
    }
}

/// The container of a kernel, one export for each entry point in the order of the text.
///
/// # Errors
///
/// When the text is wrong or the kernel does not keep to the form.
pub fn container(kernel: &Kernel, abi: Abi) -> Result<Vec<u8>, ShaderError> {
    let words = compile(kernel.name, kernel.source)?;
    // The descriptors say what the kernel takes, in either ABI.
    let described = Module::reflect(&bytes(&words))?;
    let (code, least_push_bytes) = match abi {
        Abi::Descriptor => (bytes(&words), 0),
        Abi::Address => (bytes(&with_addresses(&words)?), BDA_ROOT_BYTES),
    };
    let coded = Module::reflect(&code)?;
    let mut container = Container { shader_modules: vec![&code], ..Container::default() };
    for (ordinal, entry) in (0..).zip(&described.entry_points) {
        let (constants, bindings) = (constant_count(entry)?, binding_count(entry)?);
        let (abi, set_layouts) = match abi {
            Abi::Descriptor => {
                container.set_layouts.push(set_layout(bindings));
                (DispatchAbi::Descriptor, vec![ordinal])
            }
            Abi::Address => (DispatchAbi::BdaV1(bda_layout(bindings, constants)), Vec::new()),
        };
        // Functions of a module share its push constants, whether they use all of them or not.
        let push_bytes = match coded.entry_point(&entry.name) {
            Some(entry) => (4 * constant_count(entry)?).max(least_push_bytes),
            None => return Err(form(entry, "expected the entry point in the code".to_owned())),
        };
        let range = PushConstantRange { stage_flags: STAGE_COMPUTE, offset_bytes: 0, size_bytes: push_bytes };
        let push_constant_ranges = if push_bytes > 0 { vec![range] } else { Vec::new() };
        container.pipeline_layouts.push(PipelineLayout { set_layouts, push_constant_ranges });
        container.pipelines.push(Pipeline {
            shader_module: 0,
            entry_point: &entry.name,
            pipeline_layout: ordinal,
            subgroup_size: None,
            abi,
            debug_info: None,
        });
    }
    Ok(write(&container)?)
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn form(entry: &EntryPoint, message: String) -> ShaderError {
    ShaderError::Form { entry_point: entry.name.clone(), message }
}

/// 32-bit constants of a dispatch.
fn constant_count(entry: &EntryPoint) -> Result<u32, ShaderError> {
    let size = entry.push_constants.as_ref().map_or(0, |block| block.size_bytes);
    match u32::try_from(size / 4) {
        Ok(count) if size.is_multiple_of(4) => Ok(count),
        _ => Err(form(entry, format!("expected constants of 32 bits, found {size} bytes"))),
    }
}

/// Bindings of a dispatch.
fn binding_count(entry: &EntryPoint) -> Result<u32, ShaderError> {
    let mut count = 0;
    for binding in &entry.bindings {
        if (binding.set, binding.binding) != (0, count) {
            let found = format!("group {} binding {}", binding.set, binding.binding);
            return Err(form(entry, format!("expected binding {count} of group 0 to come next, found {found}")));
        }
        count += 1;
    }
    Ok(count)
}

fn set_layout(bindings: u32) -> SetLayout {
    let binding = |binding| SetBinding {
        binding,
        descriptor_type: DescriptorType::StorageBuffer,
        descriptor_count: 1,
        stage_flags: STAGE_COMPUTE,
    };
    SetLayout { bindings: (0..bindings).map(binding).collect() }
}

fn bda_layout(bindings: u32, constants: u32) -> BdaLayout {
    BdaLayout {
        root_offset_bytes: 0,
        constants_offset_bytes: BDA_ROOT_BYTES,
        constant_count: constants,
        binding_count: Some(bindings),
        requirements: Vec::new(),
    }
}
