// opt --iree-hal-verify-devices: devices that are known
util.global private @gpu = #hal.device.select<[#hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device, #hal.device.ordinal<0> : !hal.device]> : !hal.device
util.global private @cpu = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]> : !hal.device
util.global private @other = #hal.device.fallback<@gpu> : !hal.device
util.global private @later : !hal.device
// =====
#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64]> : !hal.device
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #hal.device.select<[#device_target_vulkan, #hal.device.ordinal<0> : !hal.device]> : !hal.device
  util.global private @cpu = #device_target_local
  util.global private @other = #hal.device.fallback<@gpu> : !hal.device
  util.global private @later : !hal.device
}

// -----

// opt --iree-hal-verify-devices: a device that is not
util.global private @gpu = #hal.device.target<"mars"> : !hal.device
// error@1: expected a device that is known, found "mars"; there are amdgpu, cuda, hip, local, metal, vulkan

// -----

// opt --iree-hal-verify-devices=target-registry=global: a backend that is not, in a selection
util.global private @gpu = #hal.device.select<[#hal.device.target<"vulkan", [#hal.executable.target<"mars", "mars-fb">]> : !hal.device]> : !hal.device
// error@1: expected a backend that is known, found "mars"; there are cuda, llvm-cpu, metal-spirv, rocm, vmvx, vmvx-inline, vulkan-spirv

// -----

// opt --iree-hal-verify-devices: executables alone need no device
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
  }
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
    }
  }
}
