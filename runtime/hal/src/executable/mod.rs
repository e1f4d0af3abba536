//! Executables: device code, checked and made into pipelines.
//!
//! Invariant: no code reaches the driver that was not validated: the container, the SPIR-V, its interface against the
//! layout, what it needs against the device's features and limits.

mod builders;
mod cache;
mod check;
mod disk;
mod pipeline;
mod spill;

use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::{Access, BuiltIn, EntryPoint, GridPart, mend};
use halforge_executable::vke1::{BDA_ROOT_BYTES, DescriptorType, DispatchAbi};
use halforge_executable::{Container, ExecutableError, Module, PipelineView, check_interface, raw_bda_container};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::buffer::{Buffer, memory_access};
use crate::core::Core;
use crate::objects::{Live, ObjectKind};
use crate::status::{Result, Status, StatusCode, bail};

pub(crate) use builders::Builders;
pub use cache::ExecutableCache;
use check::{check_features, check_limits};
use pipeline::{Code, Layout, Pipeline};
use spill::{binding_for_constants, with_spilled_constants};

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
    pub(crate) pipeline: Arc<Pipeline>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) constant_count: u32,
    /// Bytes of its push constants: of the address ABI also those that lead to its bindings.
    pub(crate) push_bytes: u32,
    /// The binding of a buffer with the push constants, when the device has too few.
    pub(crate) spill: Option<u32>,
    pub(crate) bindings: Vec<FunctionBinding>,
    pub(crate) workgroup_size: [u32; 3],
    /// Whether the kernel asks how many workgroups there are.
    asks_grid: bool,
    code: Arc<Code>,
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
    name: String,
    functions: Vec<Function>,
    /// Pipelines of functions for parts of grids, made when a grid needs them.
    parts: Mutex<FxHashMap<(u64, GridPart), vk::Pipeline>>,
    _live: Live,
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
            parts: Mutex::default(),
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

    pub(crate) fn functions(&self) -> &[Function] {
        &self.functions
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
        let mut descriptors: Vec<_> = match view.abi {
            DispatchAbi::Descriptor => bindings.iter().map(|b| (b.number, b.ty)).collect(),
            DispatchAbi::BdaV1(_) => Vec::new(),
        };
        let mut words: Vec<u32> = view.spirv.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        mend(&mut words);
        let push_bytes = view.push_constants_end_bytes();
        let spill = binding_for_constants(&self.core, view, &module, entry)?;
        if let Some(binding) = spill {
            words = with_spilled_constants(&self.core, &self.name, &words, binding)?;
            descriptors.push((binding, vk::DescriptorType::STORAGE_BUFFER));
        }
        let layout = Arc::new(Layout::new(&self.core, descriptors, if spill.is_some() { 0 } else { push_bytes })?);
        let workgroup_size = workgroup_size(entry, constants);
        let code = Arc::new(Code::new((view, words), &module, constants, workgroup_size, layout.clone()));
        let abi = match view.abi {
            DispatchAbi::Descriptor => Abi::Descriptor,
            DispatchAbi::BdaV1(bda) => {
                Abi::Address { root_offset: bda.root_offset_bytes, constants_offset: bda.constants_offset_bytes }
            }
        };
        self.functions.push(Function {
            name: view.entry_point.to_owned(),
            abi,
            pipeline: Pipeline::begin(&code),
            layout,
            constant_count: view.constant_count(),
            push_bytes,
            spill,
            bindings,
            workgroup_size,
            asks_grid: entry.built_ins.contains(&BuiltIn::NumWorkgroups),
            code,
        });
        Ok(())
    }

    /// The pipeline of function `id` that runs part of a grid.
    ///
    /// # Errors
    /// When the kernel cannot be changed so, or the driver fails.
    pub(crate) fn part_pipeline(&self, id: u64, part: GridPart) -> Result<vk::Pipeline> {
        let function = self.function(id)?;
        if part.base == [0; 3] && !function.asks_grid {
            return function.pipeline.get();
        }
        let mut parts = self.parts.lock();
        if let Some(&pipeline) = parts.get(&(id, part)) {
            return Ok(pipeline);
        }
        let pipeline = function.code.build_part(part)?;
        parts.insert((id, part), pipeline);
        Ok(pipeline)
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: recorded commands that use these pipelines keep the executable alive.
        self.parts.get_mut().values().for_each(|&pipeline| unsafe { self.core.raw.destroy_pipeline(pipeline, None) });
    }
}

/// The invocations of a workgroup, with specialization constants applied.
fn workgroup_size(entry: &EntryPoint, constants: &[u32]) -> [u32; 3] {
    let size = &entry.local_size;
    std::array::from_fn(|i| size.spec_ids[i].and_then(|id| constants.get(id as usize).copied()).unwrap_or(size.size[i]))
}

/// The bindings of a function in the order a dispatch gives them.
fn bindings(view: &PipelineView<'_>, entry: &EntryPoint) -> Result<Vec<FunctionBinding>> {
    if let DispatchAbi::BdaV1(bda) = view.abi {
        let count = bda.binding_count.unwrap_or(0);
        let extent = |i: u32| bda.requirements.get(i as usize).map_or(0, |r| r.length_bytes);
        // Addresses that were not followed may lead anywhere.
        let table = entry.table_access.as_ref().filter(|_| bda.root_offset_bytes == 0);
        let access = |i| table.map_or(Access::READ_WRITE, |table| table.get(&i).copied().unwrap_or(Access::NONE));
        let ty = vk::DescriptorType::STORAGE_BUFFER;
        return Ok((0..count)
            .map(|number| FunctionBinding { number, ty, certain_extent: extent(number), access: access(number) })
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
