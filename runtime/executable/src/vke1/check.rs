//! What must hold of a container whatever the device: ordinals, names, counts, layouts, one dispatch ABI.

use std::mem::discriminant;

use rustc_hash::FxHashSet;

use super::{
    BDA_ROOT_BYTES, BdaLayout, Container, DebugInfo, DispatchAbi, Pipeline, PipelineLayout, PushConstantRange, STAGE_COMPUTE,
    SetLayout, at,
};
use crate::error::{ExecutableError, check_limit};
use crate::limits::{
    MAX_BINDINGS, MAX_CONSTANTS, MAX_CONTENT_BYTES, MAX_PIPELINE_LAYOUTS, MAX_PIPELINES, MAX_PUSH_CONSTANT_RANGES,
    MAX_SET_LAYOUTS, MAX_SETS_PER_LAYOUT, MAX_SHADER_MODULES, MAX_SOURCE_FILES, MAX_SPIRV_WORDS, MAX_STAGE_LOCATIONS,
    MAX_STRING_BYTES,
};

type Checked = Result<(), ExecutableError>;

pub(super) fn check(container: &Container<'_>) -> Checked {
    check_counts(container)?;
    check_total_size(container)?;
    for (index, layout) in container.set_layouts.iter().enumerate() {
        check_set_layout(layout).map_err(|error| error.within(format_args!("descriptor_set_layouts[{index}]")))?;
    }
    // Summed once per set: many layouts may name one large set.
    let descriptors: Vec<usize> = container.set_layouts.iter().map(descriptor_count).collect();
    for (index, layout) in container.pipeline_layouts.iter().enumerate() {
        check_pipeline_layout(layout, &descriptors).map_err(|error| error.within(format_args!("pipeline_layouts[{index}]")))?;
    }
    for (index, words) in container.shader_modules.iter().enumerate() {
        check_shader_module(words).map_err(|error| error.within(format_args!("shader_modules[{index}]")))?;
    }
    for (index, pipeline) in container.pipelines.iter().enumerate() {
        check_pipeline(container, pipeline).map_err(|error| error.within(format_args!("pipelines[{index}]")))?;
    }
    Ok(())
}

fn malformed(path: &str, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> ExecutableError {
    ExecutableError::malformed(path, format_args!("expected {expected}, found {found}"))
}

fn check_counts(container: &Container<'_>) -> Checked {
    let counts = [
        ("pipelines", container.pipelines.len(), MAX_PIPELINES),
        ("descriptor_set_layouts", container.set_layouts.len(), MAX_SET_LAYOUTS),
        ("pipeline_layouts", container.pipeline_layouts.len(), MAX_PIPELINE_LAYOUTS),
        ("shader_modules", container.shader_modules.len(), MAX_SHADER_MODULES),
        ("source_files", container.source_files.len(), MAX_SOURCE_FILES),
    ];
    for (path, found, limit) in counts {
        check_limit(path, "elements", found, limit)?;
    }
    for (index, file) in container.source_files.iter().enumerate() {
        let path = format_args!("source_files[{index}].path");
        check_limit(path, "bytes of text", file.path.len(), MAX_STRING_BYTES)?;
    }
    if container.pipelines.is_empty() {
        return Err(malformed("pipelines", "at least one", "none"));
    }
    Ok(())
}

fn check_set_layout(layout: &SetLayout) -> Checked {
    check_limit("bindings", "elements", layout.bindings.len(), MAX_BINDINGS)?;
    let mut numbers = FxHashSet::default();
    for (index, binding) in layout.bindings.iter().enumerate() {
        let within = |error: ExecutableError| error.within(format_args!("bindings[{index}]"));
        if !numbers.insert(binding.binding) {
            let error = malformed("binding", "a number not used before in the set", format_args!("{} again", binding.binding));
            return Err(within(error));
        }
        if binding.descriptor_count == 0 {
            return Err(within(malformed("descriptor_count", "at least 1", 0)));
        }
        check_stage_flags(binding.stage_flags).map_err(within)?;
    }
    Ok(())
}

fn check_stage_flags(flags: u32) -> Checked {
    if flags & STAGE_COMPUTE == 0 {
        return Err(malformed(
            "stage_flags",
            format_args!("the compute stage ({STAGE_COMPUTE:#x})"),
            format_args!("{flags:#x}"),
        ));
    }
    Ok(())
}

fn descriptor_count(layout: &SetLayout) -> usize {
    let counts = layout.bindings.iter().map(|binding| binding.descriptor_count as usize);
    counts.fold(0, usize::saturating_add)
}

/// `descriptors[i]` is the number of descriptors of set layout `i`.
fn check_pipeline_layout(layout: &PipelineLayout, descriptors: &[usize]) -> Checked {
    const ORDINALS: &str = "descriptor_set_layout_ordinals";
    let sets = &layout.set_layouts;
    check_limit(ORDINALS, "elements", sets.len(), MAX_SETS_PER_LAYOUT)?;
    let mut total = 0usize;
    for &ordinal in sets {
        let count = at(descriptors, ordinal).ok_or_else(|| out_of_range(ORDINALS, ordinal, descriptors.len()))?;
        total = total.saturating_add(*count);
    }
    check_limit(ORDINALS, "descriptors", total, MAX_BINDINGS)?;

    let ranges = &layout.push_constant_ranges;
    check_limit("push_constant_ranges", "elements", ranges.len(), MAX_PUSH_CONSTANT_RANGES)?;
    for (index, range) in ranges.iter().enumerate() {
        check_range(range).map_err(|error| error.within(format_args!("push_constant_ranges[{index}]")))?;
    }
    Ok(())
}

fn check_range(range: &PushConstantRange) -> Checked {
    check_stage_flags(range.stage_flags)?;
    if !range.offset_bytes.is_multiple_of(4) {
        return Err(malformed("offset", "a multiple of 4", range.offset_bytes));
    }
    if !range.size_bytes.is_multiple_of(4) {
        return Err(malformed("size", "a multiple of 4", range.size_bytes));
    }
    let end_bytes = (range.offset_bytes as usize).saturating_add(range.size_bytes as usize);
    check_limit("size", "constants", end_bytes / 4, MAX_CONSTANTS)
}

fn check_shader_module(words: &[u8]) -> Checked {
    check_limit("spirv_code", "words", words.len() / 4, MAX_SPIRV_WORDS)?;
    if !words.len().is_multiple_of(4) {
        return Err(malformed("spirv_code", "a multiple of 4 bytes", words.len()));
    }
    match words.first_chunk().copied().map(u32::from_le_bytes) {
        Some(rspirv::spirv::MAGIC_NUMBER) => Ok(()),
        Some(other) => Err(malformed(
            "spirv_code",
            format_args!("the magic number {:#010x}", rspirv::spirv::MAGIC_NUMBER),
            format_args!("{other:#010x}"),
        )),
        None => Err(malformed("spirv_code", "words", "none")),
    }
}

fn check_pipeline(container: &Container<'_>, pipeline: &Pipeline<'_>) -> Checked {
    let modules = container.shader_modules.len();
    if at(&container.shader_modules, pipeline.shader_module).is_none() {
        return Err(out_of_range("shader_module_ordinal", pipeline.shader_module, modules));
    }
    check_text("entry_point", pipeline.entry_point)?;
    if pipeline.entry_point.is_empty() {
        return Err(malformed("entry_point", "a non-empty name", "an empty one"));
    }
    let layouts = &container.pipeline_layouts;
    let layout = at(layouts, pipeline.pipeline_layout)
        .ok_or_else(|| out_of_range("pipeline_layout_ordinal", pipeline.pipeline_layout, layouts.len()))?;
    let first = container.pipelines.first().map(|first| discriminant(&first.abi));
    if first != Some(discriminant(&pipeline.abi)) {
        return Err(malformed("dispatch_abi", "the ABI of pipelines[0]", "another"));
    }
    if let DispatchAbi::BdaV1(bda) = &pipeline.abi {
        if !layout.set_layouts.is_empty() {
            return Err(malformed(
                "pipeline_layout_ordinal",
                "a layout without descriptor sets for the BDA ABI",
                format_args!("{} sets", layout.set_layouts.len()),
            ));
        }
        check_bda_layout(bda, layout).map_err(|error| error.within("bda_dispatch_layout"))?;
    }
    match &pipeline.debug_info {
        Some(info) => check_debug_info(info).map_err(|error| error.within("debug_info")),
        None => Ok(()),
    }
}

fn check_debug_info(info: &DebugInfo<'_>) -> Checked {
    let stages = &info.stage_locations;
    check_limit("stage_locations", "elements", stages.len(), MAX_STAGE_LOCATIONS)?;
    for text in debug_texts(info) {
        check_limit("", "bytes of text", text.len(), MAX_STRING_BYTES)?;
    }
    Ok(())
}

fn debug_texts<'a>(info: &'a DebugInfo<'_>) -> impl Iterator<Item = &'a str> {
    let stages = info.stage_locations.iter();
    let files = stages.clone().filter_map(|stage| stage.location);
    let files = files.chain(info.location).map(|location| location.file);
    [info.name].into_iter().chain(files).chain(stages.map(|stage| stage.stage))
}

/// Flatbuffers may point at the same bytes many times over; whoever copies them must not be surprised.
fn check_total_size(container: &Container<'_>) -> Checked {
    let debug = container.pipelines.iter().filter_map(|pipeline| pipeline.debug_info.as_ref());
    let names = container.pipelines.iter().map(|pipeline| pipeline.entry_point.len());
    let sources = container.source_files.iter().map(|file| file.path.len().saturating_add(file.content.len()));
    let total_bytes = container
        .shader_modules
        .iter()
        .map(|words| words.len())
        .chain(sources)
        .chain(names)
        .chain(debug.flat_map(debug_texts).map(str::len))
        .fold(0, usize::saturating_add);
    check_limit("executable", "bytes of code, sources and names", total_bytes, MAX_CONTENT_BYTES)
}

/// Names are handed on as C strings.
fn check_text(path: &str, text: &str) -> Checked {
    check_limit(path, "bytes of text", text.len(), MAX_STRING_BYTES)?;
    match text.find('\0') {
        None => Ok(()),
        Some(position) => Err(malformed(path, "a name without NUL", format_args!("one at byte {position}"))),
    }
}

fn check_bda_layout(bda: &BdaLayout, layout: &PipelineLayout) -> Checked {
    check_limit("constant_count", "constants", bda.constant_count as usize, MAX_CONSTANTS)?;
    let bindings = bda.binding_count.map_or(0, |count| count as usize);
    check_limit("binding_count", "bindings", bindings, MAX_BINDINGS)?;

    let root = (bda.root_offset_bytes, BDA_ROOT_BYTES);
    let constants = (bda.constants_offset_bytes, bda.constant_count * 4);
    check_push_constants("root_push_constant_offset", root, layout)?;
    check_push_constants("constant_push_constant_offset", constants, layout)?;
    let end = |(offset, size): (u32, u32)| u64::from(offset) + u64::from(size);
    if constants.1 != 0 && u64::from(root.0) < end(constants) && u64::from(constants.0) < end(root) {
        return Err(malformed(
            "constant_push_constant_offset",
            format_args!("constants outside the root at bytes {}..{}", root.0, end(root)),
            format_args!("bytes {}..{}", constants.0, end(constants)),
        ));
    }

    let requirements = &bda.requirements;
    if !requirements.is_empty() && Some(requirements.len()) != bda.binding_count.map(|n| n as usize) {
        return Err(malformed("bindings", format_args!("none or one for each of {bindings} bindings"), requirements.len()));
    }
    for (index, requirement) in requirements.iter().enumerate() {
        if !requirement.alignment_bytes.is_power_of_two() {
            let error = malformed("minimum_alignment", "a power of two", requirement.alignment_bytes);
            return Err(error.within(format_args!("bindings[{index}]")));
        }
    }
    Ok(())
}

/// Some push constant bytes must be aligned and, if there are any, lie inside one range of the layout.
fn check_push_constants(path: &str, (offset, size): (u32, u32), layout: &PipelineLayout) -> Checked {
    if !offset.is_multiple_of(4) {
        return Err(malformed(path, "a multiple of 4", offset));
    }
    let end = u64::from(offset) + u64::from(size);
    let covers = |range: &PushConstantRange| {
        let range_end = u64::from(range.offset_bytes) + u64::from(range.size_bytes);
        offset >= range.offset_bytes && end <= range_end
    };
    if size == 0 || layout.push_constant_ranges.iter().any(covers) {
        return Ok(());
    }
    Err(malformed(path, "bytes inside a push constant range of the pipeline layout", format_args!("bytes {offset}..{end}")))
}

fn out_of_range(path: &str, ordinal: u32, count: usize) -> ExecutableError {
    malformed(path, format_args!("an ordinal below {count}"), ordinal)
}
