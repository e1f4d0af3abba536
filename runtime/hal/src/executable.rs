//! Executables: device code, checked and made into pipelines.
//!
//! Invariant: no code reaches the driver that was not validated: the container, the SPIR-V, its interface against the
//! layout, what it needs against the device's features and limits.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ash::vk;
use halforge_executable::spirv::{Access, BindingClass, BuiltIn, GridPart, mend, with_grid_part};
use halforge_executable::vke1::{BDA_ROOT_BYTES, DescriptorType, DispatchAbi};
use halforge_executable::{
    Container, ExecutableError, Module, PipelineView, check_interface, raw_bda_container, required_features,
};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::core::Core;
use crate::status::{Result, Status, StatusCode, bail};
use crate::vk::VkResultExt;

/// How a kernel finds its bindings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abi {
    /// In descriptor set 0.
    Descriptor,
    /// In a table of addresses, whose own address is in the push constants.
    Address { root_offset: u32, constants_offset: u32 },
}

/// A binding of a function, as the kernel sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FunctionBinding {
    pub(crate) number: u32,
    pub(crate) ty: vk::DescriptorType,
    /// Bytes every workgroup touches; a shorter range cannot be right.
    pub(crate) certain_extent: u64,
    /// Whether the kernel reads and writes it.
    pub(crate) access: Access,
}

/// An entry point, ready to be dispatched.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) abi: Abi,
    pub(crate) pipeline: vk::Pipeline,
    pub(crate) layout: vk::PipelineLayout,
    pub(crate) set_layout: Option<vk::DescriptorSetLayout>,
    pub(crate) constant_count: u32,
    pub(crate) bindings: Vec<FunctionBinding>,
    pub(crate) workgroup_size: [u32; 3],
    /// Whether the kernel asks how many workgroups there are.
    asks_grid: bool,
    code: Code,
}

/// What a pipeline is made of, kept to make others like it.
struct Code {
    words: Arc<[u32]>,
    subgroup_size: Option<u32>,
    /// Specialization constants that the code has, with their ids.
    constants: Vec<(u32, u32)>,
}

/// What a program may ask about a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionInfo {
    /// Name.
    pub name: String,
    /// 32-bit constants of a dispatch.
    pub constant_count: u32,
    /// Bindings of a dispatch.
    pub binding_count: u32,
    /// Invocations of a workgroup.
    pub workgroup_size: [u32; 3],
}

/// Device code with one or more functions.
pub struct Executable {
    core: Arc<Core>,
    name: String,
    functions: Vec<Function>,
    /// Objects shared by functions, destroyed with the executable.
    objects: Objects,
    /// Pipelines of functions for parts of grids, made when a grid needs them.
    parts: Mutex<FxHashMap<(u64, GridPart), vk::Pipeline>>,
}

#[derive(Default)]
struct Objects {
    pipelines: Vec<vk::Pipeline>,
    layouts: Vec<vk::PipelineLayout>,
    set_layouts: Vec<vk::DescriptorSetLayout>,
}

impl std::fmt::Debug for Executable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Executable({})", self.name)
    }
}

/// Formats that executables may have.
pub const EXECUTABLE_FORMATS: &[&str] =
    &["vulkan-spirv-fb", "vulkan-spirv-fb-ptr", "vulkan-spirv-bda-v1", "vulkan-spirv-bda-raw"];

/// Whether the device takes executables of `format`.
pub(crate) fn supports_format(core: &Core, format: &str) -> bool {
    let addresses = core.has_addresses();
    match format {
        "vulkan-spirv-fb" => true,
        "vulkan-spirv-fb-ptr" => addresses,
        "vulkan-spirv-bda-v1" | "vulkan-spirv-bda-raw" => addresses && core.features.by_name("shaderInt64") == Some(true),
        _ => false,
    }
}

fn refused(name: &str, error: &ExecutableError) -> Status {
    let code = match error {
        ExecutableError::Malformed { .. } => StatusCode::InvalidArgument,
        ExecutableError::Incompatible { .. } => StatusCode::Incompatible,
        ExecutableError::Unsupported { .. } => StatusCode::Unimplemented,
        ExecutableError::LimitExceeded { .. } => StatusCode::ResourceExhausted,
    };
    Status::new(code, format!("executable @{name}: {error}"))
}

impl Executable {
    /// Loads device code. `constants` become specialization constants 0, 1, …
    pub(crate) fn new(core: &Arc<Core>, name: &str, format: &str, data: &[u8], constants: &[u32]) -> Result<Arc<Self>> {
        if !supports_format(core, format) {
            let known = EXECUTABLE_FORMATS.iter().filter(|f| supports_format(core, f)).copied().collect::<Vec<_>>();
            bail!(Incompatible, "executable @{name}: format {format:?} is not one the device takes ({})", known.join(", "));
        }
        if format == "vulkan-spirv-bda-raw" {
            let module = Module::reflect(data).map_err(|e| refused(name, &e))?;
            let container = raw_bda_container(&module, data).map_err(|e| refused(name, &e))?;
            return Self::load(core, name, &container, constants);
        }
        let container = Container::parse(data).map_err(|e| refused(name, &e))?;
        Self::load(core, name, &container, constants)
    }

    fn load(core: &Arc<Core>, name: &str, container: &Container<'_>, constants: &[u32]) -> Result<Arc<Self>> {
        let mut executable = Self {
            core: core.clone(),
            name: name.to_owned(),
            functions: Vec::new(),
            objects: Objects::default(),
            parts: Mutex::default(),
        };
        for ordinal in 0..container.pipelines.len() {
            let Some(view) = container.pipeline(ordinal) else { continue };
            executable
                .add_function(&view, constants)
                .map_err(|status| status.within(format!("function {} of executable @{name}", view.entry_point)))?;
        }
        Ok(Arc::new(executable))
    }

    /// Name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of functions.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// What function `id` takes.
    ///
    /// # Errors
    /// When there is no such function.
    pub fn function_info(&self, id: u64) -> Result<FunctionInfo> {
        let function = self.function(id)?;
        Ok(FunctionInfo {
            name: function.name.clone(),
            constant_count: function.constant_count,
            binding_count: function.bindings.len() as u32,
            workgroup_size: function.workgroup_size,
        })
    }

    /// The id of the function called `name`.
    ///
    /// # Errors
    /// When there is no such function.
    pub fn lookup_function(&self, name: &str) -> Result<u64> {
        match self.functions.iter().position(|f| f.name == name) {
            Some(id) => Ok(id as u64),
            None => {
                let known: Vec<&str> = self.functions.iter().map(|f| f.name.as_str()).collect();
                bail!(NotFound, "executable @{} has no function {name}; it has {}", self.name, known.join(", "))
            }
        }
    }

    pub(crate) fn function(&self, id: u64) -> Result<&Function> {
        match usize::try_from(id).ok().and_then(|id| self.functions.get(id)) {
            Some(function) => Ok(function),
            None => bail!(OutOfRange, "executable @{} has {} functions, none with id {id}", self.name, self.functions.len()),
        }
    }

    fn add_function(&mut self, view: &PipelineView<'_>, constants: &[u32]) -> Result<()> {
        let module = Module::reflect(view.spirv).map_err(|e| refused(&self.name, &e))?;
        let mismatches = check_interface(&module, view);
        if !mismatches.is_empty() {
            let list: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
            bail!(InvalidArgument, "the code does not fit its pipeline layout: {}", list.join("; "));
        }
        check_features(&self.core, &module)?;
        let Some(entry) = module.entry_point(view.entry_point) else {
            bail!(Internal, "an entry point that was checked is gone");
        };
        check_limits(&self.core, view, entry, constants)?;
        let bindings = bindings(view, entry)?;
        let layout = self.create_layout(view, &bindings)?;
        let code = Code::new(view, &module, constants);
        let pipeline = code.pipeline(&self.core, &code.words, view.entry_point, layout.0)?;
        self.objects.pipelines.push(pipeline);
        let abi = match view.abi {
            DispatchAbi::Descriptor => Abi::Descriptor,
            DispatchAbi::BdaV1(bda) => {
                Abi::Address { root_offset: bda.root_offset_bytes, constants_offset: bda.constants_offset_bytes }
            }
        };
        self.functions.push(Function {
            name: view.entry_point.to_owned(),
            abi,
            pipeline,
            layout: layout.0,
            set_layout: layout.1,
            constant_count: view.constant_count(),
            bindings,
            workgroup_size: workgroup_size(entry, constants),
            asks_grid: entry.built_ins.contains(&BuiltIn::NumWorkgroups),
            code,
        });
        Ok(())
    }

    fn create_layout(
        &mut self,
        view: &PipelineView<'_>,
        bindings: &[FunctionBinding],
    ) -> Result<(vk::PipelineLayout, Option<vk::DescriptorSetLayout>)> {
        let raw = &self.core.raw;
        let descriptor = *view.abi == DispatchAbi::Descriptor && !bindings.is_empty();
        let mut set_layout = None;
        if descriptor {
            let entries: Vec<_> = bindings
                .iter()
                .map(|b| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(b.number)
                        .descriptor_type(b.ty)
                        .descriptor_count(1)
                        .stage_flags(vk::ShaderStageFlags::COMPUTE)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&entries);
            // SAFETY: the device is alive; `info` lives until the call returns.
            let made = unsafe { raw.create_descriptor_set_layout(&info, None) }.status("vkCreateDescriptorSetLayout")?;
            self.objects.set_layouts.push(made);
            set_layout = Some(made);
        }
        let end = view.push_constants_end_bytes();
        let range = vk::PushConstantRange { stage_flags: vk::ShaderStageFlags::COMPUTE, offset: 0, size: end };
        let ranges = if end > 0 { vec![range] } else { Vec::new() };
        let sets: Vec<_> = set_layout.into_iter().collect();
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        // SAFETY: the device is alive; `info` lives until the call returns.
        let layout = unsafe { raw.create_pipeline_layout(&info, None) }.status("vkCreatePipelineLayout")?;
        self.objects.layouts.push(layout);
        Ok((layout, set_layout))
    }

    /// The pipeline of function `id` that runs part of a grid.
    ///
    /// # Errors
    /// When the kernel cannot be changed so, or the driver fails.
    pub(crate) fn part_pipeline(&self, id: u64, part: GridPart) -> Result<vk::Pipeline> {
        let function = self.function(id)?;
        if part.base == [0; 3] && !function.asks_grid {
            return Ok(function.pipeline);
        }
        let mut parts = self.parts.lock();
        if let Some(&pipeline) = parts.get(&(id, part)) {
            return Ok(pipeline);
        }
        let words = with_grid_part(&function.code.words, part, function.workgroup_size)
            .map_err(|why| Status::new(StatusCode::Unimplemented, format!("the kernel cannot run in parts: {why}")))?;
        let pipeline = function.code.pipeline(&self.core, &words, &function.name, function.layout)?;
        parts.insert((id, part), pipeline);
        Ok(pipeline)
    }
}

impl Code {
    fn new(view: &PipelineView<'_>, module: &Module, constants: &[u32]) -> Self {
        let mut words: Vec<u32> = view.spirv.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        mend(&mut words);
        let has = |id: u32| module.spec_constants.iter().any(|c| c.id == id);
        let constants = (0..).zip(constants.iter().copied()).filter(|(id, _)| has(*id)).collect();
        Self { words: words.into(), subgroup_size: view.subgroup_size.map(std::num::NonZero::get), constants }
    }

    /// Makes a pipeline of `words`, this code or a variant of it.
    fn pipeline(&self, core: &Core, words: &[u32], name: &str, layout: vk::PipelineLayout) -> Result<vk::Pipeline> {
        let raw = &core.raw;
        let Ok(entry_name) = CString::new(name) else { bail!(InvalidArgument, "an entry point's name holds a zero byte") };
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a SPIR-V module that was validated; `info` lives until the call returns.
        let shader = unsafe { raw.create_shader_module(&info, None) }.status("vkCreateShaderModule")?;
        let entries: Vec<_> = (0..)
            .zip(&self.constants)
            .map(|(i, (id, _))| vk::SpecializationMapEntry { constant_id: *id, offset: 4 * i, size: 4 })
            .collect();
        let data: Vec<u8> = self.constants.iter().flat_map(|(_, value)| value.to_le_bytes()).collect();
        let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
        let mut subgroup = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
        let mut stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(shader)
            .name(&entry_name)
            .specialization_info(&specialization);
        if let Some(size) = self.subgroup_size {
            subgroup = subgroup.required_subgroup_size(size);
            stage = stage.push_next(&mut subgroup);
        }
        let infos = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
        // SAFETY: module, layout and everything `infos` points to are alive until the call returns.
        let made = unsafe { raw.create_compute_pipelines(vk::PipelineCache::null(), &infos, None) };
        // SAFETY: a pipeline does not need its module once it is made.
        unsafe { raw.destroy_shader_module(shader, None) };
        let pipelines = made.map_err(|(_, result)| result).status("vkCreateComputePipelines")?;
        let Some(&pipeline) = pipelines.first() else { bail!(Internal, "vkCreateComputePipelines gave nothing") };
        core.name(pipeline, name);
        Ok(pipeline)
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        let raw = &self.core.raw;
        // SAFETY: recorded commands that use these objects keep the executable alive.
        unsafe {
            self.parts.get_mut().values().for_each(|&p| raw.destroy_pipeline(p, None));
            self.objects.pipelines.iter().for_each(|&p| raw.destroy_pipeline(p, None));
            self.objects.layouts.iter().for_each(|&l| raw.destroy_pipeline_layout(l, None));
            self.objects.set_layouts.iter().for_each(|&l| raw.destroy_descriptor_set_layout(l, None));
        }
    }
}

/// The invocations of a workgroup, with specialization constants applied.
fn workgroup_size(entry: &halforge_executable::spirv::EntryPoint, constants: &[u32]) -> [u32; 3] {
    let size = &entry.local_size;
    std::array::from_fn(|i| size.spec_ids[i].and_then(|id| constants.get(id as usize).copied()).unwrap_or(size.size[i]))
}

fn check_features(core: &Core, module: &Module) -> Result<()> {
    let missing: Vec<String> =
        required_features(module).map(|feature| feature.to_string()).filter(|name| !has_feature(core, name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    bail!(Incompatible, "the code needs {}, which device {} lacks", missing.join(", "), core.physical.name)
}

fn has_feature(core: &Core, name: &str) -> bool {
    use vk::SubgroupFeatureFlags as S;
    let subgroup = match name {
        "VK_SUBGROUP_FEATURE_BASIC_BIT" => S::BASIC,
        "VK_SUBGROUP_FEATURE_VOTE_BIT" => S::VOTE,
        "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT" => S::ARITHMETIC,
        "VK_SUBGROUP_FEATURE_BALLOT_BIT" => S::BALLOT,
        "VK_SUBGROUP_FEATURE_SHUFFLE_BIT" => S::SHUFFLE,
        "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT" => S::SHUFFLE_RELATIVE,
        "VK_SUBGROUP_FEATURE_CLUSTERED_BIT" => S::CLUSTERED,
        "VK_SUBGROUP_FEATURE_QUAD_BIT" => S::QUAD,
        _ => return core.features.by_name(name).unwrap_or(false),
    };
    core.physical.subgroup_operations.contains(subgroup)
}

/// Refuses what is over a limit of the device, with the number, the limit and its name.
fn check_limits(
    core: &Core,
    view: &PipelineView<'_>,
    entry: &halforge_executable::spirv::EntryPoint,
    constants: &[u32],
) -> Result<()> {
    let limits = &core.limits;
    let size = workgroup_size(entry, constants);
    let largest =
        [limits.max_compute_work_group_size_x, limits.max_compute_work_group_size_y, limits.max_compute_work_group_size_z];
    for (i, (&have, limit)) in size.iter().zip(largest).enumerate() {
        if u64::from(have) > limit {
            bail!(Incompatible, "the workgroup size {size:?} is over the device's maxComputeWorkGroupSize[{i}] of {limit}");
        }
    }
    let invocations = size.iter().map(|&n| u64::from(n)).product::<u64>();
    let shared = entry.workgroup_memory_bytes.unwrap_or(0);
    let storage = entry.bindings.iter().filter(|b| b.class == BindingClass::StorageBuffer).count() as u64;
    let uniform = entry.bindings.iter().filter(|b| b.class == BindingClass::UniformBuffer).count() as u64;
    let checks = [
        (
            "invocations of a workgroup",
            invocations,
            "maxComputeWorkGroupInvocations",
            limits.max_compute_work_group_invocations,
        ),
        ("bytes of workgroup memory", shared, "maxComputeSharedMemorySize", limits.max_compute_shared_memory_size),
        (
            "bytes of push constants",
            view.push_constants_end_bytes().into(),
            "maxPushConstantsSize",
            limits.max_push_constants_size,
        ),
        ("storage buffers", storage, "maxPerStageDescriptorStorageBuffers", limits.max_per_stage_descriptor_storage_buffers),
        ("uniform buffers", uniform, "maxPerStageDescriptorUniformBuffers", limits.max_per_stage_descriptor_uniform_buffers),
    ];
    for (what, have, name, limit) in checks {
        if have > limit {
            bail!(Incompatible, "{have} {what} are over the device's {name} of {limit}");
        }
    }
    check_subgroup(core, view, entry)
}

fn check_subgroup(core: &Core, view: &PipelineView<'_>, entry: &halforge_executable::spirv::EntryPoint) -> Result<()> {
    let limits = &core.limits;
    let Some(size) = view.subgroup_size else {
        // Said once: compilers that leave the size out leave it out of every kernel.
        if entry.uses_subgroup_operations && !core.warned_of_subgroups.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "function {} uses subgroup operations without saying which subgroup size it was compiled for; device {} has \
                 {}: results are right only if the program was compiled for that",
                view.entry_point,
                core.physical.name,
                limits.subgroup_size
            );
        }
        return Ok(());
    };
    let size = u64::from(size.get());
    let (least, most) = (limits.min_subgroup_size, limits.max_subgroup_size);
    if size < least || size > most {
        bail!(
            Incompatible,
            "the code was compiled for subgroups of {size}, device {} has {least} to {most}",
            core.physical.name
        );
    }
    if core.features.by_name("subgroupSizeControl") != Some(true) && size != limits.subgroup_size {
        bail!(Incompatible, "the code needs subgroups of {size}; device {} lacks subgroupSizeControl", core.physical.name);
    }
    Ok(())
}

/// The bindings of a function in the order a dispatch gives them.
fn bindings(view: &PipelineView<'_>, entry: &halforge_executable::spirv::EntryPoint) -> Result<Vec<FunctionBinding>> {
    if let DispatchAbi::BdaV1(bda) = view.abi {
        let count = bda.binding_count.unwrap_or(0);
        let extent = |i: u32| bda.requirements.get(i as usize).map_or(0, |r| r.length_bytes);
        let ty = vk::DescriptorType::STORAGE_BUFFER;
        return Ok((0..count)
            .map(|number| FunctionBinding {
                number,
                ty,
                certain_extent: extent(number),
                // Addresses may lead anywhere.
                access: Access::READ_WRITE,
            })
            .collect());
    }
    if view.set_layouts.len() > 1 {
        bail!(Unimplemented, "expected one descriptor set, found {}", view.set_layouts.len());
    }
    let mut bindings = Vec::new();
    for binding in view.set_layouts.iter().flat_map(|set| &set.bindings) {
        if binding.descriptor_count != 1 {
            bail!(Unimplemented, "binding {} is an array of {} descriptors", binding.binding, binding.descriptor_count);
        }
        let ty = match binding.descriptor_type {
            DescriptorType::UniformBuffer => vk::DescriptorType::UNIFORM_BUFFER,
            DescriptorType::StorageBuffer => vk::DescriptorType::STORAGE_BUFFER,
        };
        let used = entry.bindings.iter().find(|b| b.set == 0 && b.binding == binding.binding);
        bindings.push(FunctionBinding {
            number: binding.binding,
            ty,
            certain_extent: used.map_or(0, |b| b.certain_extent_bytes),
            access: used.map_or(Access::NONE, |b| b.access),
        });
    }
    Ok(bindings)
}

/// Bytes of the root that the address ABI has in its push constants: the table's address, then zeros.
pub(crate) fn address_root(table: u64) -> [u8; BDA_ROOT_BYTES as usize] {
    let mut root = [0; BDA_ROOT_BYTES as usize];
    root[..8].copy_from_slice(&table.to_le_bytes());
    root
}
