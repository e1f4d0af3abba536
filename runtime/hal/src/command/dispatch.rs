//! Recording of dispatches: pipelines, bindings in both ABIs, grids.

use std::sync::Arc;

use ash::vk;
use halforge_executable::spirv::{Access, GridPart};
use smallvec::{SmallVec, smallvec};

use super::buffer::{COUNTS_BYTES, Dispatch};
use super::build::{Builder, scope};
use super::desc::{BindingRef, Grid, execution_stage};
use crate::buffer::SlabRange;
use crate::executable::{Abi, Function, address_root};
use crate::profile::Pair;
use crate::status::{Result, Status, StatusCode, bail};
use crate::vk::VkResultExt;

/// Most parts of a grid that is over the device's limit; each has a pipeline of its own.
const MAX_GRID_PARTS: u64 = 64;

/// Bytes of an address in a table.
pub(super) const ADDRESS_BYTES: u64 = 8;
/// Alignment of a table of addresses.
pub(super) const ADDRESS_ALIGNMENT: u64 = 8;

/// The buffer and range of each binding of a descriptor set.
type SetRanges = SmallVec<[(vk::Buffer, u64, u64); 6]>;

/// What a descriptor set holds.
pub(super) type SetKey = (vk::DescriptorSetLayout, SetRanges);

/// The bytes of a function's push constants.
pub(super) type Block = SmallVec<[u8; 128]>;

impl Builder<'_> {
    pub(super) fn dispatch(&mut self, dispatch: &Dispatch, function: &Function) -> Result<()> {
        let mut ranges = SmallVec::<[Option<SlabRange>; 8]>::new();
        for (number, binding) in dispatch.bindings.iter().enumerate() {
            let range = self.resolve(binding).map_err(|status| status.within(format!("binding {number}")))?;
            self.check_binding(function, number, range.as_ref())?;
            ranges.push(range);
        }
        if matches!(dispatch.grid, Grid::Counts(counts) if counts.contains(&0)) {
            return Ok(());
        }
        let indirect = match &dispatch.grid {
            Grid::Counts(_) => None,
            Grid::Indirect(counts) => self.resolve(&BindingRef { length_bytes: COUNTS_BYTES, ..counts.clone() })?,
        };
        let mut touched: SmallVec<[(&SlabRange, Access); 8]> = SmallVec::new();
        for (binding, range) in function.bindings.iter().zip(&ranges) {
            touched.extend(range.as_ref().map(|range| (range, binding.access)));
        }
        touched.extend(indirect.as_ref().map(|range| (range, Access::READ)));
        self.barrier_before(&touched);
        if self.uses.executables.last().is_none_or(|last| !Arc::ptr_eq(last, &dispatch.executable)) {
            self.uses.executables.push(dispatch.executable.clone());
        }
        self.bind_pipeline(function.pipeline.get()?);
        self.bind(function, &ranges, &dispatch.constants)?;
        let pair = self.timestamps(dispatch, function)?;
        if let Some(pair) = &pair {
            self.pass.recorder.timestamp(pair, 0);
        }
        match (&dispatch.grid, &indirect) {
            (Grid::Counts(counts), _) => self.dispatch_parts(dispatch, *counts)?,
            (Grid::Indirect(_), Some(counts)) => self.pass.recorder.dispatch_indirect(counts),
            (Grid::Indirect(_), None) => bail!(OutOfRange, "the buffer of the workgroup counts has no bytes"),
        }
        if let Some(pair) = pair {
            self.pass.recorder.timestamp(&pair, 1);
            self.uses.timestamps.push(pair.pool);
        }
        Ok(())
    }

    /// Timestamps for a dispatch, if a profile wants them.
    fn timestamps(&self, dispatch: &Dispatch, function: &Function) -> Result<Option<Pair>> {
        let counts = match &dispatch.grid {
            Grid::Counts(counts) => Some(counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX))),
            Grid::Indirect(_) => None,
        };
        self.probe.map_or(Ok(None), |probe| probe.dispatch(&function.name, self.pass.command_index, counts))
    }

    fn bind_pipeline(&mut self, pipeline: vk::Pipeline) {
        if self.pass.bound_pipeline != pipeline {
            self.pass.recorder.bind_pipeline(pipeline);
            self.pass.bound_pipeline = pipeline;
        }
    }

    /// A barrier between kernels.
    fn kernel_barrier(&mut self) {
        let stages = execution_stage::DISPATCH;
        self.pass.recorder.barrier(
            scope(stages, false, vk::AccessFlags2::MEMORY_WRITE),
            scope(stages, false, vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE),
        );
    }

    /// Dispatches a function over no workgroup.
    pub(super) fn dispatch_nothing(&mut self, function: &Function) -> Result<()> {
        self.bind_pipeline(function.pipeline.get()?);
        self.bind(function, &vec![None; function.bindings.len()], &[])?;
        self.pass.recorder.dispatch([0; 3]);
        // It touches nothing, but only we know.
        self.kernel_barrier();
        Ok(())
    }

    /// Dispatches a grid, in parts when it is over the device's limit.
    fn dispatch_parts(&mut self, dispatch: &Dispatch, counts: [u64; 3]) -> Result<()> {
        let limits = &self.core().limits;
        let largest = [
            limits.max_compute_work_group_count_x,
            limits.max_compute_work_group_count_y,
            limits.max_compute_work_group_count_z,
        ];
        let parts: [u64; 3] = std::array::from_fn(|i| counts[i].div_ceil(largest[i]));
        let total = parts.iter().fold(1u64, |n, &p| n.saturating_mul(p));
        let Some(over) = (0..3).find(|&i| parts[i] > 1) else {
            self.pass.recorder.dispatch(counts.map(|count| count as u32));
            return Ok(());
        };
        let limit = largest[over];
        let within = |status: Status| {
            let what = format!("workgroup counts {counts:?} are over the device's maxComputeWorkGroupCount[{over}] of {limit}");
            status.within(what)
        };
        if total > MAX_GRID_PARTS || counts.iter().any(|&count| u32::try_from(count).is_err()) {
            let what = format!("the grid would need {total} parts, the most are {MAX_GRID_PARTS}");
            return Err(within(Status::new(StatusCode::InvalidArgument, what)));
        }
        for z in 0..parts[2] {
            for y in 0..parts[1] {
                for x in 0..parts[0] {
                    let first: [u64; 3] = std::array::from_fn(|i| [x, y, z][i] * largest[i]);
                    let part = GridPart { base: first.map(|n| n as u32), total: counts.map(|n| n as u32) };
                    if [x, y, z] != [0; 3] {
                        // Parts touch disjoint bytes, but only the kernel knows.
                        self.kernel_barrier();
                    }
                    let pipeline = dispatch.executable.part_pipeline(dispatch.function, part).map_err(within)?;
                    self.bind_pipeline(pipeline);
                    self.pass.recorder.dispatch(std::array::from_fn(|i| (counts[i] - first[i]).min(largest[i]) as u32));
                }
            }
        }
        Ok(())
    }

    fn check_binding(&self, function: &Function, number: usize, range: Option<&SlabRange>) -> Result<()> {
        let limits = &self.core().limits;
        let binding = function.bindings[number];
        let length = range.map_or(0, descriptor_length);
        if length < binding.certain_extent {
            bail!(OutOfRange, "binding {number} has {length} bytes, the kernel reaches {} for certain", binding.certain_extent);
        }
        let Some(range) = range.filter(|_| function.abi == Abi::Descriptor) else { return Ok(()) };
        let (name, limit, alignment_name, alignment) = if binding.ty == vk::DescriptorType::UNIFORM_BUFFER {
            let alignment = limits.min_uniform_buffer_offset_alignment;
            ("maxUniformBufferRange", limits.max_uniform_buffer_range, "minUniformBufferOffsetAlignment", alignment)
        } else {
            let alignment = limits.min_storage_buffer_offset_alignment;
            ("maxStorageBufferRange", limits.max_storage_buffer_range, "minStorageBufferOffsetAlignment", alignment)
        };
        if length > limit {
            bail!(InvalidArgument, "binding {number} of {length} bytes is over the device's {name} of {limit}");
        }
        if !range.offset.is_multiple_of(alignment) {
            bail!(
                InvalidArgument,
                "binding {number} begins at byte {}, no multiple of the device's {alignment_name} of {alignment}",
                range.offset
            );
        }
        Ok(())
    }

    /// Gives a function its bindings and constants; those that are missing are zero.
    fn bind(&mut self, function: &Function, ranges: &[Option<SlabRange>], constants: &[u32]) -> Result<()> {
        let mut block: Block = smallvec![0; function.push_bytes as usize];
        let (root, constants_offset) = match function.abi {
            Abi::Descriptor => (None, 0),
            Abi::Address { root_offset, constants_offset } => (Some(root_offset), constants_offset),
        };
        if let Some(offset) = root {
            put(&mut block, offset, &address_root(self.add_addresses(ranges)?))?;
        }
        for (offset, constant) in (constants_offset..).step_by(4).zip(constants) {
            put(&mut block, offset, &constant.to_le_bytes())?;
        }
        let mut key = SmallVec::new();
        for range in ranges.iter().filter(|_| root.is_none()) {
            key.push(match range {
                Some(range) => (range.raw(), range.offset, descriptor_length(range)),
                None => {
                    let nothing = self.device.nothing()?;
                    (nothing.raw(), nothing.offset, nothing.length)
                }
            });
        }
        if function.spill.is_some() {
            key.push(self.add_block(&block)?);
        } else if !block.is_empty() && self.pass.pushed != (function.layout.raw, block.clone()) {
            self.pass.recorder.push_constants(function.layout.raw, 0, &block);
            self.pass.pushed = (function.layout.raw, block);
        }
        self.bind_set(function, key)
    }

    /// Binds a descriptor set with these ranges, made now or for an earlier dispatch.
    fn bind_set(&mut self, function: &Function, ranges: SetRanges) -> Result<()> {
        let Some(layout) = function.layout.set else { return Ok(()) };
        let key = (layout, ranges);
        let set = match self.sets.get(&key) {
            Some(&set) => set,
            None => {
                let set = self.new_set(function, &key)?;
                self.sets.insert(key, set);
                set
            }
        };
        if self.pass.bound_set != set {
            self.pass.recorder.bind_sets(function.layout.raw, &[set]);
            self.pass.bound_set = set;
        }
        Ok(())
    }

    fn new_set(&self, function: &Function, (layout, ranges): &SetKey) -> Result<vk::DescriptorSet> {
        let raw = &self.core().raw;
        let Some(pool) = &self.descriptors else { bail!(Internal, "no descriptor pool") };
        let layouts = [*layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool.raw).set_layouts(&layouts);
        // SAFETY: the pool was made for the sets of this recording and is used only here; `info` lives until the call returns.
        let sets = unsafe { raw.allocate_descriptor_sets(&info) }.status("vkAllocateDescriptorSets")?;
        let Some(&set) = sets.first() else { bail!(Internal, "vkAllocateDescriptorSets gave nothing") };
        let infos: SmallVec<[[vk::DescriptorBufferInfo; 1]; 6]> =
            ranges.iter().map(|&(buffer, offset, range)| [vk::DescriptorBufferInfo { buffer, offset, range }]).collect();
        let mut writes = SmallVec::<[_; 6]>::new();
        for (&(number, ty), info) in function.layout.descriptors.iter().zip(&infos) {
            let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(number);
            writes.push(write.descriptor_type(ty).buffer_info(info));
        }
        // SAFETY: the set was just made and is not bound yet; ranges lie in their buffers; `writes` live until the call returns.
        unsafe { raw.update_descriptor_sets(&writes, &[]) };
        Ok(set)
    }

    /// Adds the addresses of the ranges to the arguments; the address of the first.
    fn add_addresses(&mut self, ranges: &[Option<SlabRange>]) -> Result<u64> {
        let mut addresses = SmallVec::<[u8; 64]>::new();
        for range in ranges {
            let address = match range {
                Some(range) => range.address(),
                None => self.device.nothing()?.address(),
            };
            addresses.extend_from_slice(&address.to_le_bytes());
        }
        let at = self.pass.add_argument(&addresses, ADDRESS_ALIGNMENT);
        Ok(self.arguments.as_ref().map_or(0, |arguments| arguments.address() + at))
    }

    /// Adds push constants to the arguments; where a kernel finds them.
    fn add_block(&mut self, block: &[u8]) -> Result<(vk::Buffer, u64, u64)> {
        let at = self.pass.add_argument(block, self.core().limits.min_storage_buffer_offset_alignment);
        let Some(arguments) = &self.arguments else { bail!(Internal, "no memory for push constants") };
        Ok((arguments.raw(), arguments.offset + at, block.len() as u64))
    }
}

/// Writes bytes into a block.
fn put(block: &mut [u8], offset: u32, bytes: &[u8]) -> Result<()> {
    let range = offset as usize..offset as usize + bytes.len();
    let total = block.len();
    let Some(target) = block.get_mut(range) else {
        bail!(Internal, "byte {offset} of the push constants is outside their {total} bytes")
    };
    target.copy_from_slice(bytes);
    Ok(())
}

/// Bytes of a descriptor: whole words, so that kernels that read words reach the last bytes. Buffers are padded to hold them.
fn descriptor_length(range: &SlabRange) -> u64 {
    range.length.next_multiple_of(4).min(range.slab.size - range.offset)
}
