//! Failures of the driver, made on purpose: a layer between us and Vulkan that lets the nth call of a function fail.
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

    /// Counts a call; the result it must fail with, if it must.
    fn call(&self) -> Option<vk::Result> {
        let number = self.calls.fetch_add(1, Ordering::AcqRel) + 1;
        let fails = (self.first.load(Ordering::Acquire)..=self.last.load(Ordering::Acquire)).contains(&number);
        fails.then(|| vk::Result::from_raw(self.result.load(Ordering::Acquire)))
    }
}

macro_rules! sites {
    ($($name:ident ($($arg:ident: $ty:ty),*);)*) => {
        #[expect(non_camel_case_types, reason = "the functions' own names")]
        #[derive(Clone, Copy)]
        enum Function { $($name,)* }

        /// Functions whose calls can be made to fail.
        pub const FUNCTIONS: &[&str] = &[$(stringify!($name),)*];

        static SITES: [Site; FUNCTIONS.len()] = [const { Site::new() }; FUNCTIONS.len()];

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
        }

        /// The site and the hook of a listed function.
        fn hook(name: &[u8]) -> Option<(&'static Site, *const c_void)> {
            $(
                if name == stringify!($name).as_bytes() {
                    return Some((&SITES[Function::$name as usize], hooks::$name as *const c_void));
                }
            )*
            None
        }
    };
}

/// A pointer to something that only the driver looks at.
type P = *const c_void;

sites! {
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

/// Lets `calls` of `function`, counted from 1 since [`reset`], fail; whether the function is listed.
pub fn arm(function: &str, calls: RangeInclusive<u64>, fault: Fault) -> bool {
    let Some(index) = FUNCTIONS.iter().position(|name| *name == function) else { return false };
    SITES[index].result.store(fault.result().as_raw(), Ordering::Release);
    SITES[index].first.store(*calls.start(), Ordering::Release);
    SITES[index].last.store(*calls.end(), Ordering::Release);
    true
}

/// Calls of each listed function since [`reset`].
pub fn calls() -> Vec<(&'static str, u64)> {
    FUNCTIONS.iter().zip(&SITES).map(|(&name, site)| (name, site.calls.load(Ordering::Acquire))).collect()
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
