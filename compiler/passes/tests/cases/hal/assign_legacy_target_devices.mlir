// opt --iree-hal-assign-legacy-target-devices: none
module @m {
}
// =====
module @m {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=vulkan-spirv: what Vulkan code is made for by default
module @m {
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module @m attributes {hal.device.targets = [#device_target_vulkan]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=cuda,metal-spirv: the first of several devices
module @m {
}
// =====
#executable_target_cuda_nvptx_fb = #hal.executable.target<"cuda", "cuda-nvptx-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "sm_60", features = "+ptx76", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 49152, max_workgroup_counts = [2147483647, 65535, 65535]>>}>
#executable_target_metal_msl_fb = #hal.executable.target<"metal-spirv", "metal-msl-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "apple", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, dot = dp4xi8toi32, subgroup_size_choices = [32], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 32768, max_workgroup_counts = [65535, 65535, 65535]>>}>
#device_target_cuda = #hal.device.target<"cuda", [#executable_target_cuda_nvptx_fb]> : !hal.device
#device_target_metal = #hal.device.target<"metal", [#executable_target_metal_msl_fb]> : !hal.device
module @m attributes {hal.device.targets = [#hal.device.select<[#device_target_cuda, #device_target_metal]> : !hal.device]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=vmvx,vmvx-inline,vmvx: several backends of a device
module @m {
}
// =====
#executable_target_vmvx_bytecode_fb = #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>
#executable_target_vmvx_ir = #hal.executable.target<"vmvx-inline", "vmvx-ir", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>
#device_target_local = #hal.device.target<"local", [#executable_target_vmvx_bytecode_fb]> : !hal.device
#device_target_local1 = #hal.device.target<"local", [#executable_target_vmvx_ir]> : !hal.device
module @m attributes {hal.device.targets = [#hal.device.select<[#device_target_local, #device_target_local1]> : !hal.device]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=llvm-cpu: code for processors
module @m {
}
// =====
#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "", cpu_features = "", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64]> : !hal.device
module @m attributes {hal.device.targets = [#device_target_local]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=mars: a backend that is not known
module @m {
// error@1: expected a backend that is known, found `mars`; there are cuda, llvm-cpu, metal-spirv, rocm, vmvx, vmvx-inline, vulkan-spirv
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=vmvx: modules that ask for devices are left alone
module @m attributes {hal.device.targets = [#hal.device.target<"foo">]} {
}
// =====
#device_target_foo = #hal.device.target<"foo"> : !hal.device
module @m attributes {hal.device.targets = [#device_target_foo]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=vmvx: names do not count as asking
module @m attributes {hal.device.targets = {a = #hal.device.target<"foo">}} {
}
// =====
#executable_target_vmvx_bytecode_fb = #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>
#device_target_local = #hal.device.target<"local", [#executable_target_vmvx_bytecode_fb]> : !hal.device
module @m attributes {hal.device.targets = [#device_target_local]} {
}

// -----

// opt --iree-hal-assign-legacy-target-devices=targetBackends=vmvx: modules that have devices are left alone
module @m {
  util.global private @there : !hal.device
}
// =====
module @m {
  util.global private @there : !hal.device
}
