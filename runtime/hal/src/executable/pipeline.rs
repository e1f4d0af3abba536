//! Pipelines: made side by side on threads of their own, and waited for by whoever first needs one.

use std::ffi::CString;
use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::{GridPart, with_grid_part};
use halforge_executable::{Module, PipelineView};
use parking_lot::{Condvar, Mutex};

use super::disk;
use crate::core::Core;
use crate::status::{Result, Status, StatusCode, bail};
use crate::vk::VkResultExt;

/// The layout of a function's bindings and push constants.
pub(crate) struct Layout {
    core: Arc<Core>,
    pub(crate) raw: vk::PipelineLayout,
    pub(crate) set: Option<vk::DescriptorSetLayout>,
    /// Numbers and types of the set's bindings, in the order their ranges are given.
    pub(crate) descriptors: Vec<(u32, vk::DescriptorType)>,
}

impl Layout {
    /// A layout with these bindings, each with its number, and `push_bytes` of push constants.
    pub(super) fn new(core: &Arc<Core>, descriptors: Vec<(u32, vk::DescriptorType)>, push_bytes: u32) -> Result<Self> {
        let stage = vk::ShaderStageFlags::COMPUTE;
        let mut layout = Self { core: core.clone(), raw: vk::PipelineLayout::null(), set: None, descriptors };
        if !layout.descriptors.is_empty() {
            let binding = |&(number, ty): &(u32, vk::DescriptorType)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(number)
                    .descriptor_type(ty)
                    .descriptor_count(1)
                    .stage_flags(stage)
            };
            let entries: Vec<_> = layout.descriptors.iter().map(binding).collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&entries);
            // SAFETY: the device is alive; `info` lives until the call returns.
            let made = unsafe { core.raw.create_descriptor_set_layout(&info, None) };
            layout.set = Some(made.status("vkCreateDescriptorSetLayout")?);
        }
        let range = vk::PushConstantRange { stage_flags: stage, offset: 0, size: push_bytes };
        let ranges = if push_bytes > 0 { vec![range] } else { Vec::new() };
        let sets: Vec<_> = layout.set.into_iter().collect();
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        // SAFETY: the device is alive; `info` lives until the call returns.
        layout.raw = unsafe { core.raw.create_pipeline_layout(&info, None) }.status("vkCreatePipelineLayout")?;
        Ok(layout)
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        // SAFETY: whoever uses the layouts holds an `Arc` of this; null is ignored.
        unsafe {
            self.core.raw.destroy_pipeline_layout(self.raw, None);
            self.core.raw.destroy_descriptor_set_layout(self.set.unwrap_or_default(), None);
        }
    }
}

/// What a pipeline is made of, kept to make others like it.
pub(super) struct Code {
    core: Arc<Core>,
    name: String,
    words: Vec<u32>,
    subgroup_size: Option<u32>,
    /// Specialization constants that the code has, with their ids.
    constants: Vec<(u32, u32)>,
    workgroup_size: [u32; 3],
    layout: Arc<Layout>,
}

impl Code {
    pub(super) fn new(
        (view, words): (&PipelineView<'_>, Vec<u32>),
        module: &Module,
        constants: &[u32],
        workgroup_size: [u32; 3],
        layout: Arc<Layout>,
    ) -> Self {
        let core = &layout.core;
        let has = |id: u32| module.spec_constants.iter().any(|c| c.id == id);
        let constants = (0..).zip(constants.iter().copied()).filter(|(id, _)| has(*id)).collect();
        let subgroup_size = view.subgroup_size.map(std::num::NonZero::get);
        Self { core: core.clone(), name: view.entry_point.to_owned(), words, subgroup_size, constants, workgroup_size, layout }
    }

    /// Makes a pipeline of the code.
    fn build(&self) -> Result<vk::Pipeline> {
        self.build_from(&self.words)
    }

    /// Makes a pipeline that runs part of a grid.
    pub(super) fn build_part(&self, part: GridPart) -> Result<vk::Pipeline> {
        let words = with_grid_part(&self.words, part, self.workgroup_size)
            .map_err(|why| Status::new(StatusCode::Unimplemented, format!("the kernel cannot run in parts: {why}")))?;
        self.build_from(&words)
    }

    fn build_from(&self, words: &[u32]) -> Result<vk::Pipeline> {
        let raw = &self.core.raw;
        let Ok(entry_name) = CString::new(self.name.as_str()) else {
            bail!(InvalidArgument, "an entry point's name holds a zero byte")
        };
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
        let infos = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout.raw)];
        let cache = disk::Entry::open(&self.core, words, &data, self.subgroup_size);
        // SAFETY: module, layout, cache and everything `infos` points to are alive until the call returns.
        let made = unsafe { raw.create_compute_pipelines(cache.raw(), &infos, None) };
        // SAFETY: a pipeline does not need its module once it is made.
        unsafe { raw.destroy_shader_module(shader, None) };
        let pipelines = made.map_err(|(_, result)| result).status("vkCreateComputePipelines")?;
        cache.save();
        let Some(&pipeline) = pipelines.first() else { bail!(Internal, "vkCreateComputePipelines gave nothing") };
        self.core.name(pipeline, &self.name);
        Ok(pipeline)
    }
}

/// A pipeline that is being made, or was.
pub(crate) struct Pipeline {
    code: Arc<Code>,
    state: Mutex<Option<Result<vk::Pipeline>>>,
    made: Condvar,
}

impl Pipeline {
    /// Begins to make a pipeline of `code`, which stops being wanted when nobody holds it any more.
    pub(super) fn begin(code: &Arc<Code>) -> Arc<Self> {
        let pipeline = Arc::new(Self { code: code.clone(), state: Mutex::new(None), made: Condvar::new() });
        let wanted = Arc::downgrade(&pipeline);
        code.core.builders.run(Box::new(move || {
            let Some(pipeline) = wanted.upgrade() else { return };
            let made = pipeline.code.build();
            *pipeline.state.lock() = Some(made);
            pipeline.made.notify_all();
        }));
        pipeline
    }

    /// The pipeline, waited for.
    ///
    /// # Errors
    /// Why it could not be made.
    pub(crate) fn get(&self) -> Result<vk::Pipeline> {
        let mut state = self.state.lock();
        loop {
            match &*state {
                Some(made) => return made.clone(),
                None => self.made.wait(&mut state),
            }
        }
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        if let Some(Ok(raw)) = self.state.get_mut() {
            // SAFETY: recorded commands that use the pipeline keep the executable alive, and that keeps this.
            unsafe { self.code.core.raw.destroy_pipeline(*raw, None) };
        }
    }
}
