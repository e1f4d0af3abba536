//! Pipelines, made of code and a layout, with the driver's cache.

use std::ffi::CString;
use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::mend;
use halforge_executable::{Module, PipelineView};

use super::cache::PipelineCache;
use crate::core::Core;
use crate::status::{Result, bail};
use crate::vk::VkResultExt;

/// What a pipeline is made of, kept to make others like it.
pub(super) struct Code {
    pub(super) words: Arc<[u32]>,
    subgroup_size: Option<u32>,
    /// Specialization constants that the code has, with their ids.
    constants: Vec<(u32, u32)>,
}

impl Code {
    pub(super) fn new(view: &PipelineView<'_>, module: &Module, constants: &[u32]) -> Self {
        let mut words: Vec<u32> = view.spirv.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        mend(&mut words);
        let has = |id: u32| module.spec_constants.iter().any(|c| c.id == id);
        let constants = (0..).zip(constants.iter().copied()).filter(|(id, _)| has(*id)).collect();
        Self { words: words.into(), subgroup_size: view.subgroup_size.map(std::num::NonZero::get), constants }
    }

    /// Makes a pipeline of `words`, this code or a variant of it.
    pub(super) fn pipeline(
        &self,
        core: &Core,
        cache: &PipelineCache,
        words: &[u32],
        name: &str,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline> {
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
        // SAFETY: module, layout, cache and everything `infos` points to are alive until the call returns; the driver guards
        // its cache itself.
        let made = unsafe { raw.create_compute_pipelines(cache.raw, &infos, None) };
        // SAFETY: a pipeline does not need its module once it is made.
        unsafe { raw.destroy_shader_module(shader, None) };
        let pipelines = made.map_err(|(_, result)| result).status("vkCreateComputePipelines")?;
        let Some(&pipeline) = pipelines.first() else { bail!(Internal, "vkCreateComputePipelines gave nothing") };
        core.name(pipeline, name);
        Ok(pipeline)
    }
}
