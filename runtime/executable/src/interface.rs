//! Does the SPIR-V fit the pipeline that wraps it?
//!
//! Each finding names both sides, so that a person sees which of the two to change.

use std::fmt;

use crate::bda;
use crate::spirv::{Binding, BindingClass, Capability, EntryPoint, Module};
use crate::vke1::{DescriptorType, DispatchAbi, PipelineView, SetBinding};

/// One way in which a module and its pipeline disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InterfaceMismatch {
    /// The pipeline names an entry point the module does not have.
    EntryPointMissing {
        /// The name in the pipeline.
        expected: String,
        /// The compute entry points of the module.
        found: Vec<String>,
    },
    /// The code uses a binding the layout does not have.
    BindingMissing {
        /// Descriptor set.
        set: u32,
        /// Binding number.
        binding: u32,
        /// What the code expects there.
        class: BindingClass,
    },
    /// A binding is one thing in the code and another in the layout.
    BindingClassDiffers {
        /// Descriptor set.
        set: u32,
        /// Binding number.
        binding: u32,
        /// What the code expects.
        shader: BindingClass,
        /// What the layout declares.
        layout: DescriptorType,
    },
    /// The layout has fewer descriptors in a binding than the code may index.
    DescriptorCountTooSmall {
        /// Descriptor set.
        set: u32,
        /// Binding number.
        binding: u32,
        /// Array length in the code; `None` for a runtime array.
        shader: Option<u32>,
        /// Array length in the layout.
        layout: u32,
    },
    /// The code's push constant block does not lie inside one range of the layout.
    PushConstantsTooSmall {
        /// Bytes of the block, which starts at 0.
        shader_bytes: u64,
        /// Bytes the layout declares from 0 on.
        layout_bytes: u32,
    },
    /// The local size cannot be what the pipeline needs it to be.
    LocalSize {
        /// Invocations per workgroup in the code.
        local_size: [u32; 3],
        /// What the pipeline needs.
        needed: String,
    },
    /// The code does not follow the BDA ABI the pipeline declares.
    Bda {
        /// What was expected and found.
        message: String,
    },
}

impl fmt::Display for InterfaceMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EntryPointMissing { expected, found } => {
                write!(f, "pipeline names the entry point {expected:?}, shader has {found:?}")
            }
            Self::BindingMissing { set, binding, class } => {
                write!(f, "shader uses set {set} binding {binding} as {class}, layout has no such binding")
            }
            Self::BindingClassDiffers { set, binding, shader, layout } => {
                write!(f, "shader uses set {set} binding {binding} as {shader}, layout has {layout}")
            }
            Self::DescriptorCountTooSmall { set, binding, shader, layout } => {
                let shader = shader.map_or("any number of".to_owned(), |count| count.to_string());
                write!(f, "shader uses {shader} descriptors at set {set} binding {binding}, layout has {layout}")
            }
            Self::PushConstantsTooSmall { shader_bytes, layout_bytes } => {
                write!(f, "shader reads a push constant block of {shader_bytes} bytes, layout has {layout_bytes}")
            }
            Self::LocalSize { local_size: [x, y, z], needed } => {
                write!(f, "shader has local size {x}x{y}x{z}, pipeline needs {needed}")
            }
            Self::Bda { message } => {
                write!(f, "pipeline uses the BDA ABI, shader does not: {message}")
            }
        }
    }
}

impl fmt::Display for BindingClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StorageBuffer => "a storage buffer",
            Self::UniformBuffer => "a uniform buffer",
            Self::UniformTexelBuffer => "a uniform texel buffer",
            Self::StorageTexelBuffer => "a storage texel buffer",
            Self::Other => "an image, a sampler or another opaque resource",
        })
    }
}

impl fmt::Display for DescriptorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UniformBuffer => "a uniform buffer",
            Self::StorageBuffer => "a storage buffer",
        })
    }
}

/// Compares a module with a pipeline over it; empty if they fit. Bindings of the layout that the code does not use
/// are fine.
pub fn check_interface(module: &Module, pipeline: &PipelineView<'_>) -> Vec<InterfaceMismatch> {
    let Some(entry) = module.entry_point(pipeline.entry_point) else {
        return vec![InterfaceMismatch::EntryPointMissing {
            expected: pipeline.entry_point.to_owned(),
            found: module.entry_points.iter().map(|entry| entry.name.clone()).collect(),
        }];
    };
    let mut mismatches = Vec::new();
    match pipeline.abi {
        DispatchAbi::Descriptor => {
            mismatches.extend(entry.bindings.iter().filter_map(|binding| check_binding(binding, pipeline)));
        }
        DispatchAbi::BdaV1(layout) => mismatches.extend(bda::mismatches(module, entry, layout)),
    }
    mismatches.extend(check_push_constants(entry, pipeline));
    mismatches.extend(check_local_size(module, entry, pipeline));
    mismatches
}

fn check_binding(shader: &Binding, pipeline: &PipelineView<'_>) -> Option<InterfaceMismatch> {
    let Binding { set, binding, class, .. } = *shader;
    let layout = usize::try_from(set).ok().and_then(|set| pipeline.set_layouts.get(set));
    let numbered = |item: &&SetBinding| item.binding == binding;
    let Some(layout) = layout.and_then(|layout| layout.bindings.iter().find(numbered)) else {
        return Some(InterfaceMismatch::BindingMissing { set, binding, class });
    };
    let same_class = matches!(
        (class, layout.descriptor_type),
        (BindingClass::StorageBuffer, DescriptorType::StorageBuffer)
            | (BindingClass::UniformBuffer, DescriptorType::UniformBuffer)
    );
    if !same_class {
        let layout = layout.descriptor_type;
        return Some(InterfaceMismatch::BindingClassDiffers { set, binding, shader: class, layout });
    }
    // How far a runtime array of descriptors is indexed, nobody knows: one descriptor is no array.
    let shader_count = shader.descriptor_count;
    if shader_count.unwrap_or(1) > layout.descriptor_count {
        let layout = layout.descriptor_count;
        return Some(InterfaceMismatch::DescriptorCountTooSmall { set, binding, shader: shader_count, layout });
    }
    None
}

fn check_push_constants(entry: &EntryPoint, pipeline: &PipelineView<'_>) -> Option<InterfaceMismatch> {
    let shader_bytes = entry.push_constants.as_ref()?.size_bytes;
    // Vulkan wants the block inside one range, not inside several together.
    let from_zero = pipeline.push_constant_ranges.iter().filter(|range| range.offset_bytes == 0);
    let layout_bytes = from_zero.map(|range| range.size_bytes).max().unwrap_or(0);
    (shader_bytes > u64::from(layout_bytes)).then_some(InterfaceMismatch::PushConstantsTooSmall { shader_bytes, layout_bytes })
}

fn check_local_size(module: &Module, entry: &EntryPoint, pipeline: &PipelineView<'_>) -> Option<InterfaceMismatch> {
    let local_size = entry.local_size.size;
    if matches!(pipeline.abi, DispatchAbi::BdaV1(_)) && entry.local_size.spec_ids != [None; 3] {
        return Some(InterfaceMismatch::LocalSize { local_size, needed: "a literal one for the BDA ABI".to_owned() });
    }
    // VUID-VkPipelineShaderStageCreateInfo-module-08987: cooperative matrices need full subgroups along x.
    let subgroup_size = pipeline.subgroup_size?.get();
    let is_cooperative = module.capabilities.contains(&Capability::CooperativeMatrixKHR);
    (is_cooperative && !local_size[0].is_multiple_of(subgroup_size)).then(|| InterfaceMismatch::LocalSize {
        local_size,
        needed: format!("x to be a multiple of its subgroup size {subgroup_size} for cooperative matrices"),
    })
}
