//! Push constants over the device's limit, which kernels read from a storage buffer instead.
//!
//! The buffer has a binding of set 0 that neither the layout nor the code uses. Command buffers hold the bytes and give each
//! dispatch its own; see [`Builder`](crate::command).

use halforge_executable::spirv::{BindingClass, EntryPoint, with_constants_in_buffer};
use halforge_executable::{Module, PipelineView};

use super::check::check_features;
use super::refused;
use crate::core::Core;
use crate::status::{Result, Status, bail};

/// The binding that the push constants of a function go to when the device has too few; nothing when they fit.
///
/// # Errors
/// When the device has no storage buffer left for them, with numbers, limits and names.
pub(super) fn binding_for_constants(
    core: &Core,
    view: &PipelineView<'_>,
    module: &Module,
    entry: &EntryPoint,
) -> Result<Option<u32>> {
    let limits = &core.limits;
    let bytes = u64::from(view.push_constants_end_bytes());
    if bytes <= limits.max_push_constants_size {
        return Ok(None);
    }
    let within = |status: Status| {
        status.within(format!(
            "{bytes} bytes of push constants are over the device's maxPushConstantsSize of {} and cannot be kept in a buffer",
            limits.max_push_constants_size
        ))
    };
    let buffers = 1 + entry.bindings.iter().filter(|b| b.class == BindingClass::StorageBuffer).count() as u64;
    let most = limits.max_per_stage_descriptor_storage_buffers;
    let check = || {
        if buffers > most {
            bail!(
                Incompatible,
                "{buffers} storage buffers are over the device's maxPerStageDescriptorStorageBuffers of {most}"
            );
        }
        if bytes > limits.max_storage_buffer_range {
            bail!(Incompatible, "they are over the device's maxStorageBufferRange of {}", limits.max_storage_buffer_range);
        }
        Ok(())
    };
    check().map_err(within)?;
    let in_layout = view.set_layouts.first().into_iter().flat_map(|set| &set.bindings).map(|b| b.binding);
    let in_code = module.entry_points.iter().flat_map(|e| &e.bindings).filter(|b| b.set == 0).map(|b| b.binding);
    let used: Vec<u32> = in_layout.chain(in_code).collect();
    Ok((0..).find(|number| !used.contains(number)))
}

/// The code that reads its push constants from the buffer at `binding`, as thoroughly checked as what it was made from.
///
/// # Errors
/// What the device lacks for small members of storage buffers.
pub(super) fn with_spilled_constants(core: &Core, name: &str, words: &[u32], binding: u32) -> Result<Vec<u32>> {
    let changed = with_constants_in_buffer(words, binding);
    let bytes: Vec<u8> = changed.iter().flat_map(|word| word.to_le_bytes()).collect();
    let module = Module::reflect(&bytes).map_err(|error| refused(name, &error))?;
    check_features(core, &module)?;
    Ok(changed)
}
