//! Entry points as a container: equal code is there once, as are equal layouts.

use std::num::NonZeroU32;

use super::{
    BDA_ROOT_BYTES, BdaLayout, Container, DebugInfo, DescriptorType, DispatchAbi, Pipeline, PipelineLayout, PushConstantRange,
    STAGE_COMPUTE, SetBinding, SetLayout,
};

/// How a dispatch hands bindings and constants to code.
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

    /// The one whose executable format has this name.
    pub fn of_format(format: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|abi| abi.format() == format)
    }

    /// Bytes of push constants for so many 32-bit constants of a dispatch. Too many give a number that no container takes.
    pub fn push_constant_bytes(self, constants: u32) -> u32 {
        let root = match self {
            Self::Descriptor => 0,
            Self::Address => BDA_ROOT_BYTES,
        };
        constants.saturating_mul(4).saturating_add(root)
    }
}

/// An entry point and all that a container says about it.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Its name, which is the export's.
    pub name: &'a str,
    /// The SPIR-V module it is in, as little-endian bytes.
    pub code: &'a [u8],
    /// 32-bit constants of a dispatch.
    pub constants: u32,
    /// What each binding is.
    pub bindings: &'a [DescriptorType],
    /// Bytes of push constants that the code declares, [`Abi::push_constant_bytes`] unless it shares them with others.
    pub push_constant_bytes: u32,
    /// Invocations per subgroup that the code needs.
    pub subgroup_size: Option<NonZeroU32>,
    /// Where it comes from.
    pub debug_info: Option<DebugInfo<'a>>,
}

/// The container of entry points, an export for each.
pub fn assemble<'a>(abi: Abi, entries: impl IntoIterator<Item = Entry<'a>>) -> Container<'a> {
    let mut container = Container::default();
    for entry in entries {
        let shader_module = place_of(&mut container.shader_modules, entry.code);
        let mut layout = PipelineLayout::default();
        if abi == Abi::Descriptor {
            let set = set_layout(entry.bindings);
            layout.set_layouts.push(place_of(&mut container.set_layouts, set));
        }
        if entry.push_constant_bytes > 0 {
            let size_bytes = entry.push_constant_bytes;
            layout.push_constant_ranges.push(PushConstantRange { stage_flags: STAGE_COMPUTE, offset_bytes: 0, size_bytes });
        }
        let pipeline_layout = place_of(&mut container.pipeline_layouts, layout);
        container.pipelines.push(Pipeline {
            shader_module,
            entry_point: entry.name,
            pipeline_layout,
            subgroup_size: entry.subgroup_size,
            abi: match abi {
                Abi::Descriptor => DispatchAbi::Descriptor,
                Abi::Address => DispatchAbi::BdaV1(BdaLayout {
                    root_offset_bytes: 0,
                    constants_offset_bytes: BDA_ROOT_BYTES,
                    constant_count: entry.constants,
                    binding_count: Some(entry.bindings.len() as u32),
                    requirements: Vec::new(),
                }),
            },
            debug_info: entry.debug_info,
        });
    }
    container
}

/// The position of `item`, which is added when it is new.
fn place_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> u32 {
    let found = items.iter().position(|other| *other == item);
    found.unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    }) as u32
}

fn set_layout(bindings: &[DescriptorType]) -> SetLayout {
    let binding =
        |(binding, &descriptor_type)| SetBinding { binding, descriptor_type, descriptor_count: 1, stage_flags: STAGE_COMPUTE };
    SetLayout { bindings: (0u32..).zip(bindings).map(binding).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exports that share code and layouts do so in the container, in either ABI.
    #[test]
    fn what_is_equal_is_there_once() {
        let entry = |name, code, bindings| Entry {
            name,
            code,
            constants: 1,
            bindings,
            push_constant_bytes: Abi::Address.push_constant_bytes(1),
            subgroup_size: None,
            debug_info: None,
        };
        let (one, two) = ([DescriptorType::StorageBuffer], [DescriptorType::StorageBuffer; 2]);
        let entries = [entry("a", &b"code"[..], &one[..]), entry("b", b"code", &two), entry("c", b"else", &one)];
        let container = assemble(Abi::Descriptor, entries.clone());
        let counts = |container: &Container<'_>| {
            (container.shader_modules.len(), container.set_layouts.len(), container.pipeline_layouts.len())
        };
        assert_eq!(counts(&container), (2, 2, 2));
        assert_eq!(container.pipelines.iter().map(|pipeline| pipeline.shader_module).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(counts(&assemble(Abi::Address, entries)), (2, 0, 1));
        assert_eq!(container.pipeline_layouts[0].push_constant_ranges[0].size_bytes, 36);
    }
}
