//! The floor: a kernel as hand-written Vulkan, recorded once, then submitted and waited for.
//!
//! `floor EXECUTABLE.vke1 HOW DISPATCHES GRID_X BYTES CALLS` runs the executable's first function with three storage buffers
//! of BYTES bytes each, DISPATCHES times, and prints the median and the least seconds of CALLS calls. HOW is `chain`: each needs the one
//! before (from the first buffer to the third and back); `free`: none needs another; or `buffers`: as `chain`, each in a
//! command buffer of its own. Benchmarks compare with it: nothing that uses these commands can be faster.

#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::error::Error;
use std::ffi::CString;
use std::time::Instant;

use ash::vk;
use halforge_executable::Container;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How dispatches depend on each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Chain,
    Free,
    Buffers,
}

/// What the benchmark uses; it lives until the process ends.
struct Vulkan {
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: vk::Queue,
    family: u32,
}

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, how, dispatches, grid, bytes, calls] = &args[..] else {
        return Err("usage: floor EXECUTABLE.vke1 chain|free|buffers DISPATCHES GRID_X BYTES CALLS".into());
    };
    let how = match how.as_str() {
        "chain" => How::Chain,
        "free" => How::Free,
        "buffers" => How::Buffers,
        other => return Err(format!("expected chain, free or buffers, found {other}").into()),
    };
    let data = std::fs::read(path)?;
    let (dispatches, grid, bytes, calls) = (dispatches.parse()?, grid.parse()?, bytes.parse()?, calls.parse::<usize>()?);
    // SAFETY: every call below follows Vulkan's valid usage: objects are alive, structures live until their calls return,
    // and the command buffer is not in flight when it is submitted again.
    let mut times = unsafe {
        let entry = ash::Entry::load()?;
        let vulkan = Vulkan::new(&entry)?;
        let commands = vulkan.record(&data, how, dispatches, grid, bytes)?;
        vulkan.measure(&commands, calls)?
    };
    times.sort_by(f64::total_cmp);
    println!("{} {}", times[times.len() / 2], times[0]);
    Ok(())
}

impl Vulkan {
    /// # Safety
    /// The entry points must be those of a Vulkan loader.
    unsafe fn new(entry: &ash::Entry) -> Outcome<Self> {
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: see `main`.
        unsafe {
            let instance = entry.create_instance(&info, None)?;
            let physical = *instance.enumerate_physical_devices()?.first().ok_or("no Vulkan device")?;
            let families = instance.get_physical_device_queue_family_properties(physical);
            let compute = |f: &vk::QueueFamilyProperties| f.queue_flags.contains(vk::QueueFlags::COMPUTE);
            let family = families.iter().position(compute).ok_or("no compute queue")? as u32;
            let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut v12 = vk::PhysicalDeviceVulkan12Features::default().timeline_semaphore(true).scalar_block_layout(true);
            let mut v13 = vk::PhysicalDeviceVulkan13Features::default().synchronization2(true);
            let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut v12).push_next(&mut v13);
            let device = instance.create_device(physical, &info, None)?;
            let queue = device.get_device_queue(family, 0);
            Ok(Self { instance, physical, device, queue, family })
        }
    }

    /// # Safety
    /// See `main`.
    unsafe fn buffer(&self, bytes: u64) -> Outcome<vk::Buffer> {
        let info = vk::BufferCreateInfo::default().size(bytes).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: see `main`.
        unsafe {
            let buffer = self.device.create_buffer(&info, None)?;
            let needs = self.device.get_buffer_memory_requirements(buffer);
            let memory = self.instance.get_physical_device_memory_properties(self.physical);
            let local = |i: &u32| {
                needs.memory_type_bits >> i & 1 == 1
                    && memory.memory_types[*i as usize].property_flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL)
            };
            let index = (0..memory.memory_type_count).find(local).ok_or("no memory")?;
            let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index);
            self.device.bind_buffer_memory(buffer, self.device.allocate_memory(&info, None)?, 0)?;
            Ok(buffer)
        }
    }

    /// # Safety
    /// See `main`.
    unsafe fn record(&self, data: &[u8], how: How, dispatches: u32, grid: u32, bytes: u64) -> Outcome<Vec<vk::CommandBuffer>> {
        let container = Container::parse(data)?;
        let view = container.pipeline(0).ok_or("no function")?;
        let words: Vec<u32> = view.spirv.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        let device = &self.device;
        let storage = vk::DescriptorType::STORAGE_BUFFER;
        let stage = vk::ShaderStageFlags::COMPUTE;
        // SAFETY: see `main`.
        unsafe {
            let bindings: Vec<_> = (0..3)
                .map(|i| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(i)
                        .descriptor_type(storage)
                        .descriptor_count(1)
                        .stage_flags(stage)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let set_layout = device.create_descriptor_set_layout(&info, None)?;
            let layouts = [set_layout, set_layout];
            let layout =
                device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts[..1]), None)?;
            let module = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None)?;
            let name = CString::new(view.entry_point)?;
            let entry = vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(&name);
            let info = [vk::ComputePipelineCreateInfo::default().stage(entry).layout(layout)];
            let pipeline = device.create_compute_pipelines(vk::PipelineCache::null(), &info, None).map_err(|(_, e)| e)?[0];

            let sizes = [vk::DescriptorPoolSize { ty: storage, descriptor_count: 6 }];
            let pool =
                device.create_descriptor_pool(&vk::DescriptorPoolCreateInfo::default().max_sets(2).pool_sizes(&sizes), None)?;
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let sets = device.allocate_descriptor_sets(&info)?;
            let buffers = [self.buffer(bytes)?, self.buffer(bytes)?, self.buffer(bytes)?];
            for (set, order) in sets.iter().zip([[0, 1, 2], [2, 1, 0]]) {
                for (binding, &at) in order.iter().enumerate() {
                    let info = [vk::DescriptorBufferInfo { buffer: buffers[at], offset: 0, range: bytes }];
                    let write = vk::WriteDescriptorSet::default()
                        .dst_set(*set)
                        .dst_binding(binding as u32)
                        .descriptor_type(storage)
                        .buffer_info(&info);
                    device.update_descriptor_sets(&[write], &[]);
                }
            }
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.family);
            let pool = device.create_command_pool(&info, None)?;
            let count = if how == How::Buffers { dispatches } else { 1 };
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(count);
            let all = device.allocate_command_buffers(&info)?;
            for (n, &commands) in all.iter().enumerate() {
                device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())?;
                device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
                for i in 0..dispatches / count {
                    if i > 0 && how == How::Chain {
                        self.barrier(commands, vk::PipelineStageFlags2::COMPUTE_SHADER);
                    }
                    let set = [sets[if how == How::Free { 0 } else { (n + i as usize) % 2 }]];
                    device.cmd_bind_descriptor_sets(commands, vk::PipelineBindPoint::COMPUTE, layout, 0, &set, &[]);
                    device.cmd_dispatch(commands, grid, 1, 1);
                }
                let last = n + 1 == all.len();
                self.barrier(
                    commands,
                    if last { vk::PipelineStageFlags2::HOST } else { vk::PipelineStageFlags2::COMPUTE_SHADER },
                );
                device.end_command_buffer(commands)?;
            }
            Ok(all)
        }
    }

    /// # Safety
    /// See `main`.
    unsafe fn barrier(&self, commands: vk::CommandBuffer, target: vk::PipelineStageFlags2) {
        let access = if target == vk::PipelineStageFlags2::HOST {
            vk::AccessFlags2::HOST_READ
        } else {
            vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE
        };
        let barriers = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .src_access_mask(vk::AccessFlags2::SHADER_STORAGE_WRITE)
            .dst_stage_mask(target)
            .dst_access_mask(access)];
        // SAFETY: see `main`.
        unsafe { self.device.cmd_pipeline_barrier2(commands, &vk::DependencyInfo::default().memory_barriers(&barriers)) };
    }

    /// # Safety
    /// See `main`.
    unsafe fn measure(&self, commands: &[vk::CommandBuffer], calls: usize) -> Outcome<Vec<f64>> {
        let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
        let device = &self.device;
        let mut times = Vec::with_capacity(calls);
        // SAFETY: see `main`.
        unsafe {
            let semaphore = device.create_semaphore(&vk::SemaphoreCreateInfo::default().push_next(&mut kind), None)?;
            let warmup = (calls / 10).max(2);
            for i in 0..warmup + calls {
                let started = Instant::now();
                let value = i as u64 + 1;
                let buffer = |&commands: &vk::CommandBuffer| vk::CommandBufferSubmitInfo::default().command_buffer(commands);
                let buffers: Vec<_> = commands.iter().map(buffer).collect();
                let all = vk::PipelineStageFlags2::ALL_COMMANDS;
                let signals = [vk::SemaphoreSubmitInfo::default().semaphore(semaphore).value(value).stage_mask(all)];
                let submit = vk::SubmitInfo2::default().command_buffer_infos(&buffers).signal_semaphore_infos(&signals);
                device.queue_submit2(self.queue, &[submit], vk::Fence::null())?;
                let (semaphores, values) = ([semaphore], [value]);
                let wait = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
                device.wait_semaphores(&wait, u64::MAX)?;
                if i >= warmup {
                    times.push(started.elapsed().as_secs_f64());
                }
            }
        }
        Ok(times)
    }
}
