//! Failures of the driver, made on purpose: a layer between us and Vulkan that lets the nth call of a function fail, counts
//! commands as they are recorded, and leaves some out.
//!
//! The layer replaces `vkGetInstanceProcAddr`, so every call of a function listed here comes by, also those of gpu-allocator.
//! It is off unless a driver is loaded with [`DriverOptions::faults`](crate::DriverOptions), and there is one for the whole
//! process: entry points carry no state. Tests that arm it run one at a time.

use std::ffi::{CStr, c_char, c_void};
use std::ops::RangeInclusive;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU64, Ordering};

use ash::vk;

/// What is known of a listed function.
struct Site {
    /// The driver's own function.
    real: AtomicPtr<c_void>,
    calls: AtomicU64,
    /// Numbers of the first and the last call to fail; 0 and 0 for none.
    first: AtomicU64,
    last: AtomicU64,
    result: AtomicI32,
}

impl Site {
    const fn new() -> Self {
        Self {
            real: AtomicPtr::new(ptr::null_mut()),
            calls: AtomicU64::new(0),
            first: AtomicU64::new(0),
            last: AtomicU64::new(0),
            result: AtomicI32::new(0),
        }
    }

    fn arm(&self, calls: RangeInclusive<u64>, result: vk::Result) {
        self.result.store(result.as_raw(), Ordering::Release);
        self.first.store(*calls.start(), Ordering::Release);
        self.last.store(*calls.end(), Ordering::Release);
    }

    /// Counts a call; the result it must fail with, if it must.
    fn call(&self) -> Option<vk::Result> {
        let number = self.calls.fetch_add(1, Ordering::AcqRel) + 1;
        let fails = (self.first.load(Ordering::Acquire)..=self.last.load(Ordering::Acquire)).contains(&number);
        fails.then(|| vk::Result::from_raw(self.result.load(Ordering::Acquire)))
    }
}

macro_rules! sites {
    (
        functions { $($name:ident ($($arg:ident: $ty:ty),*);)* }
        commands { $($command:ident ($($command_arg:ident: $command_ty:ty),*);)* }
    ) => {
        #[expect(non_camel_case_types, reason = "the functions' own names")]
        #[derive(Clone, Copy)]
        enum Function { $($name,)* $($command,)* }

        /// Functions whose calls can be made to fail: all that this library and gpu-allocator call and that may fail.
        pub const FUNCTIONS: &[&str] = &[$(stringify!($name),)*];

        /// Commands that can be left out of what is recorded.
        pub const COMMANDS: &[&str] = &[$(stringify!($command),)*];

        static SITES: [Site; FUNCTIONS.len() + COMMANDS.len()] = [const { Site::new() }; FUNCTIONS.len() + COMMANDS.len()];

        #[expect(non_snake_case, reason = "the functions' own names")]
        mod hooks {
            use super::*;
            $(
                pub(super) unsafe extern "system" fn $name($($arg: $ty),*) -> vk::Result {
                    let site = &SITES[Function::$name as usize];
                    if let Some(result) = site.call() {
                        return result;
                    }
                    // SAFETY: the pointer is the driver's function of this name, stored before this hook was given out; its
                    // type is the one of the Vulkan specification, and the arguments are the caller's.
                    unsafe {
                        let real: unsafe extern "system" fn($($ty),*) -> vk::Result =
                            std::mem::transmute(site.real.load(Ordering::Acquire));
                        real($($arg),*)
                    }
                }
            )*
            $(
                pub(super) unsafe extern "system" fn $command($($command_arg: $command_ty),*) {
                    let site = &SITES[Function::$command as usize];
                    if site.call().is_some() {
                        return;
                    }
                    // SAFETY: as above.
                    unsafe {
                        let real: unsafe extern "system" fn($($command_ty),*) =
                            std::mem::transmute(site.real.load(Ordering::Acquire));
                        real($($command_arg),*)
                    }
                }
            )*
        }

        /// The site and the hook of a listed function or command.
        fn hook(name: &[u8]) -> Option<(&'static Site, *const c_void)> {
            $(
                if name == stringify!($name).as_bytes() {
                    return Some((&SITES[Function::$name as usize], hooks::$name as *const c_void));
                }
            )*
            $(
                if name == stringify!($command).as_bytes() {
                    return Some((&SITES[Function::$command as usize], hooks::$command as *const c_void));
                }
            )*
            None
        }
    };
}

/// A pointer to something that only the driver looks at.
type P = *const c_void;

type C = vk::CommandBuffer;

sites! {
    functions {
        vkCreateInstance(info: P, allocator: P, instance: P);
        vkEnumeratePhysicalDevices(instance: vk::Instance, count: P, devices: P);
        vkEnumerateDeviceExtensionProperties(device: vk::PhysicalDevice, layer: P, count: P, properties: P);
        vkCreateDevice(physical: vk::PhysicalDevice, info: P, allocator: P, device: P);
        vkDeviceWaitIdle(device: vk::Device);
        vkAllocateMemory(device: vk::Device, info: P, allocator: P, memory: P);
        vkMapMemory(device: vk::Device, memory: vk::DeviceMemory, offset: u64, size: u64, flags: u32, data: P);
        vkBindBufferMemory(device: vk::Device, buffer: vk::Buffer, memory: vk::DeviceMemory, offset: u64);
        vkCreateBuffer(device: vk::Device, info: P, allocator: P, buffer: P);
        vkGetMemoryHostPointerPropertiesEXT(device: vk::Device, handle: u32, pointer: P, properties: P);
        vkCreateSemaphore(device: vk::Device, info: P, allocator: P, semaphore: P);
        vkGetSemaphoreCounterValue(device: vk::Device, semaphore: vk::Semaphore, value: P);
        vkWaitSemaphores(device: vk::Device, info: P, timeout: u64);
        vkSignalSemaphore(device: vk::Device, info: P);
        vkQueueSubmit2(queue: vk::Queue, count: u32, submits: P, fence: vk::Fence);
        vkCreateCommandPool(device: vk::Device, info: P, allocator: P, pool: P);
        vkAllocateCommandBuffers(device: vk::Device, info: P, buffers: P);
        vkBeginCommandBuffer(commands: vk::CommandBuffer, info: P);
        vkEndCommandBuffer(commands: vk::CommandBuffer);
        vkCreateDescriptorSetLayout(device: vk::Device, info: P, allocator: P, layout: P);
        vkCreateDescriptorPool(device: vk::Device, info: P, allocator: P, pool: P);
        vkAllocateDescriptorSets(device: vk::Device, info: P, sets: P);
        vkCreatePipelineLayout(device: vk::Device, info: P, allocator: P, layout: P);
        vkCreateShaderModule(device: vk::Device, info: P, allocator: P, module: P);
        vkCreateComputePipelines(device: vk::Device, cache: vk::PipelineCache, count: u32, infos: P, allocator: P, pipelines: P);
        vkEnumerateInstanceVersion(version: P);
        vkEnumerateInstanceExtensionProperties(layer: P, count: P, properties: P);
        vkEnumerateInstanceLayerProperties(count: P, properties: P);
        vkCreateDebugUtilsMessengerEXT(instance: vk::Instance, info: P, allocator: P, messenger: P);
        vkSetDebugUtilsObjectNameEXT(device: vk::Device, info: P);
        vkCreateEvent(device: vk::Device, info: P, allocator: P, event: P);
        vkCreateQueryPool(device: vk::Device, info: P, allocator: P, pool: P);
        vkGetQueryPoolResults(device: vk::Device, pool: vk::QueryPool, first: u32, count: u32, size: usize, data: P, stride: u64, flags: u32);
        vkCreatePipelineCache(device: vk::Device, info: P, allocator: P, cache: P);
        vkGetPipelineCacheData(device: vk::Device, cache: vk::PipelineCache, size: P, data: P);
    }
    commands {
        vkCmdBindDescriptorSets(commands: C, point: i32, layout: vk::PipelineLayout, first: u32, count: u32, sets: P, offsets: u32, offset: P);
        vkCmdBindPipeline(commands: C, point: i32, pipeline: vk::Pipeline);
        vkCmdCopyBuffer(commands: C, source: vk::Buffer, target: vk::Buffer, count: u32, regions: P);
        vkCmdDispatch(commands: C, x: u32, y: u32, z: u32);
        vkCmdDispatchIndirect(commands: C, buffer: vk::Buffer, offset: u64);
        vkCmdFillBuffer(commands: C, target: vk::Buffer, offset: u64, size: u64, data: u32);
        vkCmdPipelineBarrier2(commands: C, info: P);
        vkCmdPushConstants(commands: C, layout: vk::PipelineLayout, stages: u32, offset: u32, size: u32, values: P);
        vkCmdResetEvent2(commands: C, event: vk::Event, stages: u64);
        vkCmdSetEvent2(commands: C, event: vk::Event, info: P);
        vkCmdUpdateBuffer(commands: C, target: vk::Buffer, offset: u64, size: u64, data: P);
        vkCmdWaitEvents2(commands: C, count: u32, events: P, infos: P);
        vkCmdWriteTimestamp2(commands: C, stage: u64, pool: vk::QueryPool, query: u32);
    }
}

static GET_INSTANCE_PROC_ADDR: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
static GET_DEVICE_PROC_ADDR: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// What a call can be made to fail with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// `VK_ERROR_OUT_OF_HOST_MEMORY`
    OutOfHostMemory,
    /// `VK_ERROR_OUT_OF_DEVICE_MEMORY`
    OutOfDeviceMemory,
    /// `VK_ERROR_DEVICE_LOST`
    DeviceLost,
    /// `VK_ERROR_INITIALIZATION_FAILED`
    InitializationFailed,
}

impl Fault {
    fn result(self) -> vk::Result {
        match self {
            Self::OutOfHostMemory => vk::Result::ERROR_OUT_OF_HOST_MEMORY,
            Self::OutOfDeviceMemory => vk::Result::ERROR_OUT_OF_DEVICE_MEMORY,
            Self::DeviceLost => vk::Result::ERROR_DEVICE_LOST,
            Self::InitializationFailed => vk::Result::ERROR_INITIALIZATION_FAILED,
        }
    }
}

/// Counts calls from zero on, and lets none fail.
pub fn reset() {
    for site in &SITES {
        site.first.store(0, Ordering::Release);
        site.last.store(0, Ordering::Release);
        site.calls.store(0, Ordering::Release);
    }
}

/// Lets `calls` of `function`, counted from 1 since [`reset`], fail; whether the function is in [`FUNCTIONS`].
pub fn arm(function: &str, calls: RangeInclusive<u64>, fault: Fault) -> bool {
    let site = FUNCTIONS.iter().zip(&SITES).find(|(name, _)| **name == function);
    site.map(|(_, site)| site.arm(calls, fault.result())).is_some()
}

/// Leaves `calls` of `command`, counted from 1 since [`reset`], out; whether the command is in [`COMMANDS`]. What is recorded
/// without is wrong: this shows that those notice who watch.
pub fn leave_out(command: &str, calls: RangeInclusive<u64>) -> bool {
    let site = COMMANDS.iter().zip(&SITES[FUNCTIONS.len()..]).find(|(name, _)| **name == command);
    site.map(|(_, site)| site.arm(calls, vk::Result::SUCCESS)).is_some()
}

/// Calls of each function of [`FUNCTIONS`] since [`reset`].
pub fn calls() -> Vec<(&'static str, u64)> {
    FUNCTIONS.iter().zip(&SITES).map(|(&name, site)| (name, site.calls.load(Ordering::Acquire))).collect()
}

/// How often each command of [`COMMANDS`] was recorded since [`reset`].
pub fn commands() -> Vec<(&'static str, u64)> {
    let sites = &SITES[FUNCTIONS.len()..];
    COMMANDS.iter().zip(sites).map(|(&name, site)| (name, site.calls.load(Ordering::Acquire))).collect()
}

/// The entry point to load everything through.
pub(super) fn hooked(entry: &ash::Entry) -> ash::StaticFn {
    let real = entry.static_fn().get_instance_proc_addr;
    GET_INSTANCE_PROC_ADDR.store(real as *mut c_void, Ordering::Release);
    ash::StaticFn { get_instance_proc_addr }
}

/// What `name` stands for: a hook for a listed function, which remembers `real`.
fn replace(name: &[u8], real: vk::PFN_vkVoidFunction) -> vk::PFN_vkVoidFunction {
    let real = real?;
    let replacement = match name {
        b"vkGetInstanceProcAddr" => get_instance_proc_addr as *const c_void,
        b"vkGetDeviceProcAddr" => {
            GET_DEVICE_PROC_ADDR.store(real as *mut c_void, Ordering::Release);
            get_device_proc_addr as *const c_void
        }
        _ => match hook(name) {
            Some((site, hook)) => {
                site.real.store(real as *mut c_void, Ordering::Release);
                hook
            }
            None => return Some(real),
        },
    };
    // SAFETY: a function pointer of Vulkan's calling convention; callers cast it to the type that goes with its name.
    Some(unsafe { std::mem::transmute::<*const c_void, unsafe extern "system" fn()>(replacement) })
}

unsafe extern "system" fn get_instance_proc_addr(instance: vk::Instance, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: `hooked` stored the loader's function before this was given out; `name` is a string of the caller's.
    unsafe {
        let real: vk::PFN_vkGetInstanceProcAddr = std::mem::transmute(GET_INSTANCE_PROC_ADDR.load(Ordering::Acquire));
        replace(CStr::from_ptr(name).to_bytes(), real(instance, name))
    }
}

unsafe extern "system" fn get_device_proc_addr(device: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: as above, stored by `replace`.
    unsafe {
        let real: vk::PFN_vkGetDeviceProcAddr = std::mem::transmute(GET_DEVICE_PROC_ADDR.load(Ordering::Acquire));
        replace(CStr::from_ptr(name).to_bytes(), real(device, name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Methods of ash that cannot fail, or are no call of Vulkan.
    const CANNOT_FAIL: &[&str] = &[
        "clone",
        "handle",
        "cmd_begin_debug_utils_label",
        "cmd_end_debug_utils_label",
        "free_memory",
        "get_buffer_device_address",
        "get_buffer_memory_requirements",
        "get_device_queue",
        "get_physical_device_features2",
        "get_physical_device_memory_properties",
        "get_physical_device_properties",
        "get_physical_device_properties2",
        "get_physical_device_queue_family_properties",
        "reset_query_pool",
        "update_descriptor_sets",
    ];

    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, found),
                false if path.ends_with("vk/faults.rs") => {}
                false => found.push(std::fs::read_to_string(&path).unwrap()),
            }
        }
    }

    /// `create_event` as `vkCreateEvent`.
    fn vulkan_name(method: &str) -> String {
        let words = method.trim_start_matches("try_").split('_').filter(|word| !word.is_empty());
        let camel = words.map(|word| word[..1].to_uppercase() + &word[1..]);
        std::iter::once("vk".to_owned()).chain(camel).collect()
    }

    /// The identifier that `text` begins with.
    fn identifier(text: &str) -> &str {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        &text[..end]
    }

    /// Every function of Vulkan that this library calls and that may fail is listed, and every command.
    #[test]
    fn the_list_is_complete() {
        let mut texts = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
        let mut methods = BTreeSet::new();
        let mut names = BTreeSet::new();
        for text in &texts {
            for receiver in ["raw.", "entry.", "functions."] {
                let calls = text.match_indices(receiver).map(|(at, _)| &text[at + receiver.len()..]);
                let calls = calls.filter(|rest| rest[identifier(rest).len()..].starts_with('('));
                methods.extend(calls.map(identifier));
            }
            names.extend(text.match_indices("\"vk").map(|(at, _)| identifier(&text[at + 1..])));
        }
        // Collections are called so too.
        for method in ["get", "into_iter", "iter", "len", "push", "fp", "status"] {
            methods.remove(method);
        }
        let is_listed = |name: &str| {
            let all = || FUNCTIONS.iter().chain(COMMANDS);
            all().any(|listed| *listed == name || listed.strip_suffix("EXT") == Some(name))
        };
        let fails = |method: &&&str| !CANNOT_FAIL.contains(method) && !method.starts_with("destroy_");
        let called: Vec<String> = methods.iter().filter(fails).map(|method| vulkan_name(method)).collect();
        assert!(called.len() > 40, "the search finds calls: {called:?}");
        let missing: Vec<&String> = called.iter().filter(|name| !is_listed(name)).collect();
        assert!(missing.is_empty(), "not listed in FUNCTIONS or COMMANDS: {missing:?}");
        let missing: Vec<&&str> = names.iter().filter(|name| !is_listed(name)).collect();
        assert!(missing.is_empty(), "not listed in FUNCTIONS: {missing:?}");
    }
}
