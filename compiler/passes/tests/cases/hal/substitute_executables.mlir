// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=x=tests/inputs/x.spv,y=tests/inputs/y.mlir})': an object and a whole executable
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
      func.func @main() {
        return
      }
    }
  }
}
hal.executable private @y {
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{data = dense<[3, 2, 35, 7]> : vector<4xi8>, path = "x.spv"}>]) {
      hal.executable.export public @main ordinal(0) layout(#pipeline_layout)
    }
  }
  hal.executable private @y {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @other ordinal(0) layout(#pipeline_layout)
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{search-path=tests/inputs/folder})': all files of a folder
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{data = dense<[3, 2, 35, 7]> : vector<4xi8>, path = "module_x.spv"}>]) {
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=missing=tests/inputs/x.spv})': an executable that is not there
util.func public @f() {
  util.return
}
// =====
// warning@1: no executable @missing to take from tests/inputs/x.spv
module {
  util.func public @f() {
    util.return
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=x})': no file
hal.executable private @x {
// error@1: substitutions: expected `name=file`, found `x`
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=f=tests/inputs/x.spv})': no executable
util.func private @f() {
// error@1: expected @f to be a hal.executable, found util.func
  util.return
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=x=tests/inputs/y.mlir})': a text without the executable
hal.executable private @x {
// error@1: tests/inputs/y.mlir: expected a hal.executable @x, found none
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{substitutions=x=tests/inputs/x.spv})': two variants
hal.executable private @x {
// error@1: expected an executable with one variant, found 2; compile for a single target
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
  hal.executable.variant public @w target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-substitute-executables{search-path=tests/inputs/nothing})': no folder
util.func public @f() {
// error@1: search-path: tests/inputs/nothing: No such file or directory (os error 2)
  util.return
}
