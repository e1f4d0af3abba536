// opt --iree-hal-resolve-device-aliases: devices that have defaults
util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
util.global private @cuda = #hal.device.alias<"cuda"> : !hal.device
util.global private @metal = #hal.device.alias<"metal"> : !hal.device
util.global private @later : !hal.device
util.global private @other = 4 : i32
// =====
#executable_target_cuda_nvptx_fb = #hal.executable.target<"cuda", "cuda-nvptx-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "sm_60", features = "+ptx76", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 49152, max_workgroup_counts = [2147483647, 65535, 65535]>>}>
#executable_target_metal_msl_fb = #hal.executable.target<"metal-spirv", "metal-msl-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "apple", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, dot = dp4xi8toi32, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 32768, max_workgroup_counts = [65535, 65535, 65535]>>}>
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>
#device_target_cuda = #hal.device.target<"cuda", [#executable_target_cuda_nvptx_fb]> : !hal.device
#device_target_metal = #hal.device.target<"metal", [#executable_target_metal_msl_fb]> : !hal.device
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.global private @cuda = #device_target_cuda
  util.global private @metal = #device_target_metal
  util.global private @later : !hal.device
  util.global private @other = 4 : i32
}

// -----

// opt --iree-hal-resolve-device-aliases=target-registry=global: a configuration and a number
util.global private @a = #hal.device.alias<"vulkan"[3], {k = 2 : i32, ordinal = 1 : index}> : !hal.device
util.global private @b = #hal.device.alias<"vulkan", {k = 2 : i32}> : !hal.device
util.global private @c = #hal.device.alias<"vulkan", {}> : !hal.device
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>
#device_target_vulkan = #hal.device.target<"vulkan", {k = 2 : i32}, [#executable_target_vulkan_spirv_fb]> : !hal.device
#device_target_vulkan1 = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
#device_target_vulkan_3_ = #hal.device.target<"vulkan", {k = 2 : i32, ordinal = 3 : index}, [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @a = #device_target_vulkan_3_
  util.global private @b = #device_target_vulkan
  util.global private @c = #device_target_vulkan1
}

// -----

// opt --iree-hal-resolve-device-aliases: one of several, and what is no name
util.global private @gpu = #hal.device.select<[#hal.device.alias<"vulkan"[1]> : !hal.device, #hal.device.select<[#hal.device.alias<"cuda"> : !hal.device]> : !hal.device, #hal.device.ordinal<0> : !hal.device, #hal.device.target<"hip"> : !hal.device, #hal.device.fallback<@a> : !hal.device]> : !hal.device
util.global private @a = #hal.device.ordinal<1> : !hal.device
// =====
#device_target_hip = #hal.device.target<"hip"> : !hal.device
#executable_target_cuda_nvptx_fb = #hal.executable.target<"cuda", "cuda-nvptx-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "sm_60", features = "+ptx76", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 49152, max_workgroup_counts = [2147483647, 65535, 65535]>>}>
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>
#device_target_cuda = #hal.device.target<"cuda", [#executable_target_cuda_nvptx_fb]> : !hal.device
#device_target_vulkan_1_ = #hal.device.target<"vulkan", {ordinal = 1 : index}, [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #hal.device.select<[#device_target_vulkan_1_, #hal.device.select<[#device_target_cuda]> : !hal.device, #hal.device.ordinal<0> : !hal.device, #device_target_hip, #hal.device.fallback<@a> : !hal.device]> : !hal.device
  util.global private @a = #hal.device.ordinal<1> : !hal.device
}

// -----

// opt --iree-hal-resolve-device-aliases --iree-hal-local-target-device-backends=llvm-cpu --iree-hal-local-target-device-backends=vmvx: local devices by their backends
util.global private @cpu = #hal.device.alias<"local"> : !hal.device
// =====
#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "", cpu_features = "", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#executable_target_vmvx_bytecode_fb = #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64, #executable_target_vmvx_bytecode_fb]> : !hal.device
module {
  util.global private @cpu = #device_target_local
}

// -----

// opt --iree-hal-resolve-device-aliases: local devices without backends
util.global private @cpu = #hal.device.alias<"local"> : !hal.device
// error@1: expected a backend that makes code for "local" by default, found none; write its targets out

// -----

// opt --iree-hal-resolve-device-aliases: a backend without a default
util.global private @gpu = #hal.device.alias<"hip"> : !hal.device
// error@1: expected a backend that makes code for "hip" by default, found none; write its targets out

// -----

// opt --iree-hal-resolve-device-aliases: a device that is not known
util.global private @mars = #hal.device.alias<"mars"> : !hal.device
// error@1: expected a device that is known, found "mars"; there are amdgpu, cuda, hip, local, metal, vulkan
util.global private @several = #hal.device.select<[#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"venus"> : !hal.device]> : !hal.device
// error@1: expected a device that is known, found "venus"; there are amdgpu, cuda, hip, local, metal, vulkan
