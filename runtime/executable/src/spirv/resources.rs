//! The bindings of an entry point.
//!
//! Invariant: every resource variable reached has set and binding and, if a buffer, a block structure of known size.

use std::collections::BTreeMap;

use rspirv::spirv::{Decoration, Dim, StorageClass};

use super::pointers::Touch;
use super::reach::Reach;
use super::types::{Extent, Type};
use super::{Access, Binding, BindingClass, Context, Id};
use crate::error::ExecutableError;

/// Whether a variable of that class and pointee is an array of descriptors rather than memory.
pub(super) fn is_descriptor_array(context: &Context<'_>, class: StorageClass, pointee: Id) -> bool {
    let is_resource = matches!(class, StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::UniformConstant);
    let is_array = matches!(context.types.get(pointee), Some(Type::Array { .. } | Type::RuntimeArray { .. }));
    // Inside a block, an array has a stride; an array of blocks has none.
    is_resource && is_array && context.decorations.get(pointee, Decoration::ArrayStride).is_none()
}

/// The bindings, by ascending set and number.
pub(super) fn bindings(reach: &Reach<'_>) -> Result<Vec<Binding>, ExecutableError> {
    let mut bindings: BTreeMap<(u32, u32), Binding> = BTreeMap::new();
    for (variable, class, pointee) in reach.variables() {
        let is_resource = matches!(class, StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::UniformConstant);
        if !is_resource {
            continue;
        }
        let found = binding(reach, variable, class, pointee)?;
        match bindings.get_mut(&(found.set, found.binding)) {
            None => {
                bindings.insert((found.set, found.binding), found);
            }
            Some(known) if known.class != found.class || known.descriptor_count != found.descriptor_count => {
                return reach.refuse(variable, "expected one class and count per set and binding, found another");
            }
            Some(known) => {
                known.block_size_bytes = known.block_size_bytes.max(found.block_size_bytes);
                known.runtime_stride_bytes = known.runtime_stride_bytes.max(found.runtime_stride_bytes);
                known.alignment_bytes = known.alignment_bytes.max(found.alignment_bytes);
                known.access = known.access.union(found.access);
                known.certain_extent_bytes = known.certain_extent_bytes.max(found.certain_extent_bytes);
            }
        }
    }
    Ok(bindings.into_values().collect())
}

fn binding(reach: &Reach<'_>, variable: Id, class: StorageClass, pointee: Id) -> Result<Binding, ExecutableError> {
    let context = reach.context;
    let set = context.decorations.get(variable, Decoration::DescriptorSet);
    let number = context.decorations.get(variable, Decoration::Binding);
    let (Some(set), Some(binding)) = (set, number) else {
        return reach.refuse(variable, "expected DescriptorSet and Binding decorations");
    };
    let (descriptor_count, element) = match context.types.get(pointee) {
        Some(Type::Array { element, length, .. }) if is_descriptor_array(context, class, pointee) => {
            let Some(count) = length.and_then(|length| u32::try_from(length).ok()) else {
                return reach.refuse(variable, "expected a constant 32-bit number of descriptors");
            };
            (Some(count), *element)
        }
        Some(Type::RuntimeArray { element, .. }) if is_descriptor_array(context, class, pointee) => (None, *element),
        _ => (Some(1), pointee),
    };
    let class = binding_class(context, class, element);
    let layout = context.types.layout(element);
    let is_buffer = matches!(class, BindingClass::StorageBuffer | BindingClass::UniformBuffer);
    let (block_size_bytes, runtime_stride_bytes) = match layout.extent {
        Extent::Fixed(bytes) if is_buffer => (bytes, None),
        Extent::Runtime { fixed_bytes, stride_bytes } if is_buffer => (fixed_bytes, Some(stride_bytes)),
        _ if is_buffer => return reach.refuse(variable, "expected a block of known size"),
        _ => (0, None),
    };
    let direct = reach.direct.get(&variable).copied().unwrap_or_default();
    Ok(Binding {
        set,
        binding,
        class,
        descriptor_count,
        block_size_bytes,
        runtime_stride_bytes,
        alignment_bytes: layout.alignment_bytes.max(direct.alignment_bytes.into()),
        access: access(reach, variable, class, element),
        certain_extent_bytes: direct.certain_extent_bytes,
    })
}

fn binding_class(context: &Context<'_>, class: StorageClass, element: Id) -> BindingClass {
    let has = |decoration| context.decorations.get(element, decoration).is_some();
    match (class, context.types.get(element)) {
        (StorageClass::StorageBuffer, Some(Type::Struct { .. })) if has(Decoration::Block) => BindingClass::StorageBuffer,
        (StorageClass::Uniform, Some(Type::Struct { .. })) if has(Decoration::BufferBlock) => BindingClass::StorageBuffer,
        (StorageClass::Uniform, Some(Type::Struct { .. })) if has(Decoration::Block) => BindingClass::UniformBuffer,
        (StorageClass::UniformConstant, Some(Type::Image { dim: Dim::DimBuffer, sampled: 1 })) => {
            BindingClass::UniformTexelBuffer
        }
        (StorageClass::UniformConstant, Some(Type::Image { dim: Dim::DimBuffer, sampled: 2 })) => {
            BindingClass::StorageTexelBuffer
        }
        _ => BindingClass::Other,
    }
}

/// What the code does with a resource. Where that is unknown, decorations may still rule something out; images are used
/// through handles, which are not followed.
fn access(reach: &Reach<'_>, variable: Id, class: BindingClass, element: Id) -> Access {
    let touch = match class {
        BindingClass::StorageBuffer | BindingClass::UniformBuffer => reach.touches.get(&variable).copied().unwrap_or_default(),
        BindingClass::UniformTexelBuffer => return Access::READ,
        BindingClass::StorageTexelBuffer | BindingClass::Other => Touch { known: Access::NONE, is_unknown: true },
    };
    let decorations = &reach.context.decorations;
    let members = match reach.context.types.get(element) {
        Some(Type::Struct { members }) => members.len() as u32,
        _ => 0,
    };
    let is_ruled_out = |decoration| {
        let of_member = |member| decorations.of_member(element, member, decoration);
        let all_members = || (0..members).all(|member| of_member(member).is_some());
        decorations.get(variable, decoration).is_some() || members > 0 && all_members()
    };
    Access {
        reads: touch.known.reads || touch.is_unknown && !is_ruled_out(Decoration::NonReadable),
        writes: touch.known.writes || touch.is_unknown && !is_ruled_out(Decoration::NonWritable),
    }
}
