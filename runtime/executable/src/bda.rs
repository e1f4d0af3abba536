//! The buffer-device-address dispatch ABI, version 1: what SPIR-V must look like, and raw SPIR-V as a container.
//!
//! Code of this ABI reaches buffers through physical pointers: a root of [`BDA_ROOT_BYTES`] in the push constants
//! holds the address of a table of addresses. Raw modules (format `vulkan-spirv-bda-raw`) have no container around
//! them; their layout is in `OpModuleProcessed` lines, and [`raw_bda_container`] makes a [`Container`] of them so that
//! everything downstream knows one form.

use rustc_hash::FxHashMap;

use crate::error::{ExecutableError, check_limit};
use crate::interface::InterfaceMismatch;
use crate::limits::{MAX_BINDINGS, MAX_CONSTANTS};
use crate::spirv::{AddressingModel, Capability, EntryPoint, MemoryModel, Module};
use crate::vke1::{
    BDA_ROOT_BYTES, BdaLayout, BindingRequirement, Container, DispatchAbi, Pipeline, PipelineLayout, PushConstantRange,
    STAGE_COMPUTE,
};

/// The line that announces layout lines; they start with it too.
const METADATA: &str = "iree.vulkan.bda.v1";
/// Where the members of a raw module's root are: table address, constants address, binding base, constant base, flags,
/// reserved.
const ROOT_OFFSETS_BYTES: [u64; 6] = [0, 8, 16, 20, 24, 28];

/// Where an entry point departs from the BDA ABI.
pub(crate) fn mismatches(module: &Module, entry: &EntryPoint, layout: &BdaLayout) -> Vec<InterfaceMismatch> {
    let mut messages = Vec::new();
    let has = |capability| module.capabilities.contains(&capability);
    if !has(Capability::PhysicalStorageBufferAddresses) {
        messages.push("expected the capability PhysicalStorageBufferAddresses, found none".to_owned());
    }
    if module.addressing_model != AddressingModel::PhysicalStorageBuffer64 {
        messages.push(format!("expected PhysicalStorageBuffer64 addressing, found {:?}", module.addressing_model));
    }
    let is_vulkan = module.memory_model == MemoryModel::Vulkan && has(Capability::VulkanMemoryModel);
    if module.memory_model != MemoryModel::GLSL450 && !is_vulkan {
        messages
            .push(format!("expected the memory model GLSL450, or Vulkan with its capability, found {:?}", module.memory_model));
    }
    for binding in &entry.bindings {
        messages.push(format!(
            "expected no descriptors, found {} at set {} binding {}",
            binding.class, binding.set, binding.binding
        ));
    }
    let root_end = u64::from(layout.root_offset_bytes) + u64::from(BDA_ROOT_BYTES);
    if let Some(block) = entry.push_constants.as_ref().filter(|block| block.size_bytes < root_end) {
        messages.push(format!(
            "expected a push constant block of at least {root_end} bytes for the root, found {}",
            block.size_bytes
        ));
    }
    messages.into_iter().map(|message| InterfaceMismatch::Bda { message }).collect()
}

/// Raw BDA SPIR-V as a container: one pipeline per compute entry point over one layout. `spirv` are the words `module`
/// was reflected from.
///
/// # Errors
///
/// [`ExecutableError::Malformed`] if the module has no compute entry point, a push constant block other than a root
/// (and constants after it), or layout lines that cannot be read or contradict the ABI.
/// [`check_interface`](crate::check_interface) on each pipeline finds what else departs from the ABI.
pub fn raw_bda_container<'a>(module: &'a Module, spirv: &'a [u8]) -> Result<Container<'a>, ExecutableError> {
    let layout = read_metadata(&module.processed)?;
    for entry in &module.entry_points {
        check_root(entry, &layout)?;
    }
    let constants_end = match layout.constant_count {
        0 => 0,
        count => u64::from(layout.constants_offset_bytes) + 4 * u64::from(count),
    };
    let root_end = u64::from(layout.root_offset_bytes) + u64::from(BDA_ROOT_BYTES);
    let size_bytes =
        u32::try_from(constants_end.max(root_end)).map_err(|_| malformed("root", "expected push constants below 4 GiB"))?;
    let pipeline = |entry: &'a EntryPoint| Pipeline {
        shader_module: 0,
        entry_point: &entry.name,
        pipeline_layout: 0,
        subgroup_size: None,
        abi: DispatchAbi::BdaV1(layout.clone()),
        debug_info: None,
    };
    Container {
        pipelines: module.entry_points.iter().map(pipeline).collect(),
        pipeline_layouts: vec![PipelineLayout {
            set_layouts: Vec::new(),
            push_constant_ranges: vec![PushConstantRange { stage_flags: STAGE_COMPUTE, offset_bytes: 0, size_bytes }],
        }],
        shader_modules: vec![spirv],
        ..Container::default()
    }
    .checked()
}

fn malformed(key: &str, message: impl std::fmt::Display) -> ExecutableError {
    ExecutableError::malformed(format_args!("{METADATA}.{key}"), message)
}

/// The push constant block of a raw module is the root, member by member, and whatever constants follow.
fn check_root(entry: &EntryPoint, layout: &BdaLayout) -> Result<(), ExecutableError> {
    let found = entry.push_constants.as_ref().map(|block| block.member_offsets_bytes.as_slice());
    let expected = ROOT_OFFSETS_BYTES.map(|offset| offset + u64::from(layout.root_offset_bytes));
    if found.is_some_and(|found| found.starts_with(&expected)) {
        return Ok(());
    }
    Err(malformed(
        "root",
        format_args!("expected a push constant block with members at bytes {expected:?} in {:?}, found {found:?}", entry.name),
    ))
}

/// Reads the layout lines; what no line says has the ABI's default. Other lines are other people's.
fn read_metadata(processed: &[String]) -> Result<BdaLayout, ExecutableError> {
    let mut layout = BdaLayout {
        root_offset_bytes: 0,
        constants_offset_bytes: BDA_ROOT_BYTES,
        constant_count: 0,
        binding_count: None,
        requirements: Vec::new(),
    };
    let mut requirements = FxHashMap::default();
    for line in processed {
        let rest = line.strip_prefix(METADATA);
        if let Some(line) = rest.and_then(|rest| rest.strip_prefix('.')) {
            read_line(line, &mut layout, &mut requirements)?;
        }
    }
    let constants = layout.constant_count as usize;
    let bindings = layout.binding_count.unwrap_or(0);
    check_limit(format_args!("{METADATA}.constants"), "constants", constants, MAX_CONSTANTS)?;
    check_limit(format_args!("{METADATA}.bindings"), "bindings", bindings as usize, MAX_BINDINGS)?;
    if let Some(ordinal) = requirements.keys().find(|&&ordinal| ordinal >= bindings) {
        return Err(malformed("binding", format_args!("expected ordinals below {bindings}, found {ordinal}")));
    }
    if !requirements.is_empty() {
        let nothing = BindingRequirement { alignment_bytes: 1, length_bytes: 0 };
        let requirement = |ordinal| requirements.get(&ordinal).copied().unwrap_or(nothing);
        layout.requirements = (0..bindings).map(requirement).collect();
    }
    Ok(layout)
}

/// Reads one `key=value`; requirements are collected by binding.
fn read_line(
    line: &str,
    layout: &mut BdaLayout,
    requirements: &mut FxHashMap<u32, BindingRequirement>,
) -> Result<(), ExecutableError> {
    let (key, value) = line.split_once('=').ok_or_else(|| malformed(line, "expected key=value"))?;
    match key {
        "root" => {
            let (offset, length) = pair(key, value)?;
            if length != u64::from(BDA_ROOT_BYTES) {
                return Err(malformed(key, format_args!("expected {BDA_ROOT_BYTES} bytes, found {length}")));
            }
            layout.root_offset_bytes = offset;
        }
        "constant_offset" => layout.constants_offset_bytes = number(key, value)?,
        "constants" => layout.constant_count = number(key, value)?,
        "bindings" => layout.binding_count = Some(number(key, value)?),
        _ => {
            let ordinal = key.strip_prefix("binding.").ok_or_else(|| malformed(key, "expected a known key"))?;
            let (alignment_bytes, length_bytes) = pair(key, value)?;
            let requirement = BindingRequirement { alignment_bytes, length_bytes };
            if requirements.insert(number(key, ordinal)?, requirement).is_some() {
                return Err(malformed(key, "expected it once, found it again"));
            }
        }
    }
    Ok(())
}

fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, ExecutableError> {
    // `FromStr` would take a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let parsed = text.parse().ok().filter(|_| digits);
    parsed.ok_or_else(|| malformed(key, format_args!("expected a decimal number, found {text:?}")))
}

fn pair(key: &str, text: &str) -> Result<(u32, u64), ExecutableError> {
    let (first, second) =
        text.split_once(',').ok_or_else(|| malformed(key, format_args!("expected two numbers, found {text:?}")))?;
    Ok((number(key, first)?, number(key, second)?))
}
