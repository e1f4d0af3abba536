// opt --symbol-dce: private symbols nobody needs
util.global private @unused : i32
util.global private @used : i32
util.global public @seen : i32
util.func private @dead() {
  util.call @dead2() : () -> ()
  util.return
}
util.func private @dead2() {
  util.return
}
util.func private @live(%a: i32) {
  util.global.store %a, @seen : i32
  util.return
}
util.func public @main() -> i32 {
  %0 = util.global.load @used : i32
  util.call @live(%0) : (i32) -> ()
  util.return %0 : i32
}
// =====
module {
  util.global private @used : i32
  util.global public @seen : i32
  util.func private @live(%a: i32) {
    util.global.store %a, @seen : i32
    util.return
  }
  util.func public @main() -> i32 {
    %used = util.global.load @used : i32
    util.call @live(%used) : (i32) -> ()
    util.return %used : i32
  }
}

// -----

// opt --symbol-dce: initializers keep what they use
util.global private mutable @from_initializer : i32
util.func private @init() -> i32 {
  %c1 = arith.constant 1 : i32
  util.return %c1 : i32
}
util.initializer {
  %0 = util.call @init() : () -> i32
  util.global.store %0, @from_initializer : i32
  util.return
}
// =====
module {
  util.global private mutable @from_initializer : i32
  util.func private @init() -> i32 {
    %c1 = arith.constant 1 : i32
    util.return %c1 : i32
  }
  util.initializer {
    %0 = util.call @init() : () -> i32
    util.global.store %0, @from_initializer : i32
    util.return
  }
}

// -----

// opt --symbol-dce: executables named by an attribute
hal.executable private @unused {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @e ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
    }
  }
}
hal.executable private @used {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @e ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
      func.func private @inner()
      func.func @e() {
        return
      }
    }
  }
}
util.func public @main(%d: !hal.device) -> !hal.executable {
  %0 = hal.executable.lookup device(%d : !hal.device) executable(@used) : !hal.executable
  util.return %0 : !hal.executable
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @used {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @e ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @e() {
          return
        }
      }
    }
  }
  util.func public @main(%d: !hal.device) -> !hal.executable {
    %exe = hal.executable.lookup device(%d : !hal.device) executable(@used) : !hal.executable
    util.return %exe : !hal.executable
  }
}

// -----

// opt --symbol-dce: an attribute of the module keeps a global
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@dev>} {
  util.global private @dev = #hal.device.target<"vulkan"> : !hal.device
  util.global private @other = #hal.device.target<"vulkan"> : !hal.device
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@dev>} {
  util.global private @dev = #device_target_vulkan
}
