// opt --iree-hal-link-all-executables: executables stay, unused ones go
hal.executable private @a {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
hal.executable private @b {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.func private @unused()
util.func public @f(%d: !hal.device) -> !hal.executable {
  %0 = hal.executable.lookup device(%d : !hal.device) executable(@a) : !hal.executable
  util.return %0 : !hal.executable
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @a {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%d: !hal.device) -> !hal.executable {
    %exe = hal.executable.lookup device(%d : !hal.device) executable(@a) : !hal.executable
    util.return %exe : !hal.executable
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-link-target-executables{target=vulkan-spirv})': of one target
hal.executable private @a {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
module {
  hal.executable private @a {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-link-target-executables{target=mars})': of a target that is not known
util.func public @f() {
// error@1: target: expected one of cuda, llvm-cpu, metal-spirv, rocm, vmvx, vmvx-inline, vulkan-spirv, found `mars`
  util.return
}
