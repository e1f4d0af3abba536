//! Executables: device code, checked and made into pipelines.
//!
//! Invariant: no code reaches the driver that was not validated: the container, the SPIR-V, its interface against the
//! layout, what it needs against the device's features and limits.

mod cache;
mod checks;
mod pipeline;

use std::sync::Arc;

use ash::vk;
pub use cache::ExecutableCache;
use cache::PipelineCache;
use checks::{check_features, check_limits, workgroup_size};
use halforge_executable::spirv::{Access, with_workgroup_base};
use halforge_executable::vke1::{BDA_ROOT_BYTES, DescriptorType, DispatchAbi};
use halforge_executable::{Container, ExecutableError, Module, PipelineView, check_interface, raw_bda_container};
use parking_lot::Mutex;
use pipeline::Code;
use rustc_hash::FxHashMap;

use crate::buffer::{Buffer, memory_access};
use crate::core::Core;
use crate::objects::{Live, ObjectKind};
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
    code: Code,
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

/// Something that a dispatch of a function is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionParameter {
    /// A 32-bit constant.
    Constant {
        /// Position in the constants, in bytes.
        offset_bytes: u32,
    },
    /// A buffer.
    Binding {
        /// Position in the bindings.
        number: u32,
        /// Bits of [`memory_access`](crate::memory_access): what the function may do with it.
        access: u32,
        /// Bytes that every dispatch touches.
        minimum_length_bytes: u64,
    },
}

/// Device code with one or more functions.
pub struct Executable {
    core: Arc<Core>,
    cache: Arc<PipelineCache>,
    name: String,
    functions: Vec<Function>,
    /// Objects shared by functions, destroyed with the executable.
    objects: Objects,
    /// Pipelines of functions whose workgroups count from elsewhere than zero, made when a grid needs them.
    shifted: Mutex<FxHashMap<(u64, [u32; 3]), vk::Pipeline>>,
    _live: Live,
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
    fn new(
        core: &Arc<Core>,
        cache: &Arc<PipelineCache>,
        name: &str,
        format: &str,
        data: &[u8],
        constants: &[u32],
    ) -> Result<Arc<Self>> {
        if !supports_format(core, format) {
            let known = EXECUTABLE_FORMATS.iter().filter(|f| supports_format(core, f)).copied().collect::<Vec<_>>();
            bail!(Incompatible, "executable @{name}: format {format:?} is not one the device takes ({})", known.join(", "));
        }
        if format == "vulkan-spirv-bda-raw" {
            let module = Module::reflect(data).map_err(|e| refused(name, &e))?;
            let container = raw_bda_container(&module, data).map_err(|e| refused(name, &e))?;
            return Self::load(core, cache, name, &container, constants);
        }
        let container = Container::parse(data).map_err(|e| refused(name, &e))?;
        Self::load(core, cache, name, &container, constants)
    }

    fn load(
        core: &Arc<Core>,
        cache: &Arc<PipelineCache>,
        name: &str,
        container: &Container<'_>,
        constants: &[u32],
    ) -> Result<Arc<Self>> {
        let mut executable = Self {
            core: core.clone(),
            cache: cache.clone(),
            name: name.to_owned(),
            functions: Vec::new(),
            objects: Objects::default(),
            shifted: Mutex::default(),
            _live: Live::new(&core.objects, ObjectKind::Executable),
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

    /// What a dispatch of function `id` is given: constants, then bindings, in order.
    ///
    /// # Errors
    /// When there is no such function.
    pub fn function_parameters(&self, id: u64) -> Result<impl ExactSizeIterator<Item = FunctionParameter> + '_> {
        let function = self.function(id)?;
        let constants = function.constant_count;
        let count = constants as usize + function.bindings.len();
        Ok((0..count).map(move |i| match function.bindings.get(i.wrapping_sub(constants as usize)) {
            None => FunctionParameter::Constant { offset_bytes: 4 * i as u32 },
            Some(binding) => FunctionParameter::Binding {
                number: i as u32 - constants,
                access: access_bits(binding.access),
                minimum_length_bytes: binding.certain_extent,
            },
        }))
    }

    /// The memory of the global variable called `name`.
    ///
    /// # Errors
    /// Always: code for Vulkan has none that the host could name.
    pub fn lookup_global(&self, name: &str) -> Result<Buffer> {
        bail!(NotFound, "executable @{} has no global {name}; code for Vulkan has none", self.name)
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
        let pipeline = code.pipeline(&self.core, &self.cache, &code.words, view.entry_point, layout.0)?;
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

    /// The pipeline of function `id` whose workgroups count from `base`.
    ///
    /// # Errors
    /// When the kernel cannot be changed so, or the driver fails.
    pub(crate) fn shifted_pipeline(&self, id: u64, base: [u32; 3]) -> Result<vk::Pipeline> {
        let function = self.function(id)?;
        if base == [0; 3] {
            return Ok(function.pipeline);
        }
        let mut shifted = self.shifted.lock();
        if let Some(&pipeline) = shifted.get(&(id, base)) {
            return Ok(pipeline);
        }
        let words = with_workgroup_base(&function.code.words, base, function.workgroup_size)
            .map_err(|why| Status::new(StatusCode::Unimplemented, format!("the kernel cannot run in parts: {why}")))?;
        let pipeline = function.code.pipeline(&self.core, &self.cache, &words, &function.name, function.layout)?;
        shifted.insert((id, base), pipeline);
        Ok(pipeline)
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        let raw = &self.core.raw;
        // SAFETY: recorded commands that use these objects keep the executable alive.
        unsafe {
            self.shifted.get_mut().values().for_each(|&p| raw.destroy_pipeline(p, None));
            self.objects.pipelines.iter().for_each(|&p| raw.destroy_pipeline(p, None));
            self.objects.layouts.iter().for_each(|&l| raw.destroy_pipeline_layout(l, None));
            self.objects.set_layouts.iter().for_each(|&l| raw.destroy_descriptor_set_layout(l, None));
        }
    }
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

/// Bits of [`memory_access`] for what a kernel does.
fn access_bits(access: Access) -> u32 {
    let bit = |is: bool, bit: u32| if is { bit } else { 0 };
    bit(access.reads, memory_access::READ) | bit(access.writes, memory_access::WRITE)
}

/// Bytes of the root that the address ABI has in its push constants: the table's address, then zeros.
pub(crate) fn address_root(table: u64) -> [u8; BDA_ROOT_BYTES as usize] {
    let mut root = [0; BDA_ROOT_BYTES as usize];
    root[..8].copy_from_slice(&table.to_le_bytes());
    root
}
