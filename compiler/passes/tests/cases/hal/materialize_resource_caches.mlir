// opt --iree-hal-materialize-resource-caches: an executable used twice, and one with several variants
util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
util.global private @unused = #hal.device.target<"vulkan"> : !hal.device
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
hal.executable private @y {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
  hal.executable.variant public @w target(<"vulkan-spirv", "vulkan-spirv-bda-v1">) {
  }
}
util.func private @f() -> (!hal.executable, !hal.executable, !hal.executable) {
  %d = util.global.load @gpu : !hal.device
  %e = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  %e1 = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  %e2 = hal.executable.lookup device(%d : !hal.device) executable(@y) : !hal.executable
  util.return %e, %e1, %e2 : !hal.executable, !hal.executable, !hal.executable
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_bda_v1 = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-bda-v1">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
#device_target_vulkan1 = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan1
  util.global private @__gpu_executable_0_x : !hal.executable
  util.global private @__gpu_executable_1_y : !hal.executable
  util.initializer {
    %gpu = util.global.load @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %ok, %value = hal.device.query<%gpu : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %0 = arith.select %value, %c0, %c-1 : index
    %1 = scf.index_switch %0 -> !hal.executable 
    case 0 {
      %executable = hal.executable.create device(%gpu : !hal.device) affinity(%c-1_i64) target(@x::@v) : !hal.executable
      scf.yield %executable : !hal.executable
    }
    default {
      %c14_i32 = arith.constant 14 : i32
      util.status.check_ok %c14_i32, "HAL device `gpu` does not support any variant of executable `x`; available formats: [vulkan-spirv-fb]"
      %5 = util.null : !hal.executable
      scf.yield %5 : !hal.executable
    }
    util.global.store %1, @__gpu_executable_0_x : !hal.executable
    %ok_0, %value_1 = hal.device.query<%gpu : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    %ok_2, %value_3 = hal.device.query<%gpu : !hal.device> key("hal.executable.format" :: "vulkan-spirv-bda-v1") : i1, i1 = false
    %c-1_4 = arith.constant -1 : index
    %c1 = arith.constant 1 : index
    %2 = arith.select %value_3, %c1, %c-1_4 : index
    %c0_5 = arith.constant 0 : index
    %3 = arith.select %value_1, %c0_5, %2 : index
    %4 = scf.index_switch %3 -> !hal.executable 
    case 0 {
      %executable = hal.executable.create device(%gpu : !hal.device) affinity(%c-1_i64) target(@y::@v) : !hal.executable
      scf.yield %executable : !hal.executable
    }
    case 1 {
      %executable = hal.executable.create device(%gpu : !hal.device) affinity(%c-1_i64) target(@y::@w) : !hal.executable
      scf.yield %executable : !hal.executable
    }
    default {
      %c14_i32 = arith.constant 14 : i32
      util.status.check_ok %c14_i32, "HAL device `gpu` does not support any variant of executable `y`; available formats: [vulkan-spirv-fb, vulkan-spirv-bda-v1]"
      %5 = util.null : !hal.executable
      scf.yield %5 : !hal.executable
    }
    util.global.store %4, @__gpu_executable_1_y : !hal.executable
    util.return
  }
  util.global private @unused = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  hal.executable private @y {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
    }
    hal.executable.variant public @w target(#executable_target_vulkan_spirv_bda_v1) {
    }
  }
  util.func private @f() -> (!hal.executable, !hal.executable, !hal.executable) {
    %d = util.global.load @gpu : !hal.device
    %__gpu_executable_0_x = util.global.load @__gpu_executable_0_x : !hal.executable
    %__gpu_executable_0_x_0 = util.global.load @__gpu_executable_0_x : !hal.executable
    %__gpu_executable_1_y = util.global.load @__gpu_executable_1_y : !hal.executable
    util.return %__gpu_executable_0_x, %__gpu_executable_0_x_0, %__gpu_executable_1_y : !hal.executable, !hal.executable, !hal.executable
  }
}

// -----

// opt --iree-hal-materialize-resource-caches: conditions and constants
util.global private @__device_0 = #hal.device.target<"vulkan"> : !hal.device
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
      hal.return %v : i1
    }
    hal.executable.constant.block(%d: !hal.device) -> (i32, i32) as ("x", "y") {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i32 = 3 : i32
      %c1 = arith.constant 1 : i32
      hal.return %v, %c1 : i32, i32
    }
    hal.executable.constant.block() -> i32 as "z" {
      %c2 = arith.constant 2 : i32
      hal.return %c2 : i32
    }
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.func private @f() -> !hal.executable {
  %d = util.global.load @__device_0 : !hal.device
  %e = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  util.return %e : !hal.executable
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  util.global private @__device_0 = #device_target_vulkan
  util.global private @__device_0_executable_0_x : !hal.executable
  util.initializer {
    %__device_0 = util.global.load @__device_0 : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %ok, %value = hal.device.query<%__device_0 : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    %0 = scf.execute_region -> i1 {
      %ok_0, %v = hal.device.query<%__device_0 : !hal.device> key("a" :: "b") : i1, i1 = false
      scf.yield %v : i1
    }
    %1 = arith.andi %value, %0 : i1
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %2 = arith.select %1, %c0, %c-1 : index
    %3 = scf.index_switch %2 -> !hal.executable 
    case 0 {
      %4:2 = util.call @__device_0_executable_0_x_constant_block_0(%__device_0) : (!hal.device) -> (i32, i32)
      %5 = util.call @__device_0_executable_0_x_constant_block_1() : () -> i32
      %executable = hal.executable.create device(%__device_0 : !hal.device) affinity(%c-1_i64) target(@x::@v) constants([%4#0, %4#1, %5]) : !hal.executable
      scf.yield %executable : !hal.executable
    }
    default {
      %c14_i32 = arith.constant 14 : i32
      util.status.check_ok %c14_i32, "HAL device `__device_0` does not support any variant of executable `x`; available formats: [vulkan-spirv-fb]"
      %4 = util.null : !hal.executable
      scf.yield %4 : !hal.executable
    }
    util.global.store %3, @__device_0_executable_0_x : !hal.executable
    util.return
  }
  util.func private @__device_0_executable_0_x_constant_block_0(%d: !hal.device) -> (i32, i32) {
    %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i32 = 3 : i32
    %c1 = arith.constant 1 : i32
    util.return %v, %c1 : i32, i32
  }
  util.func private @__device_0_executable_0_x_constant_block_1() -> i32 {
    %c2 = arith.constant 2 : i32
    util.return %c2 : i32
  }
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func private @f() -> !hal.executable {
    %d = util.global.load @__device_0 : !hal.device
    %__device_0_executable_0_x = util.global.load @__device_0_executable_0_x : !hal.executable
    util.return %__device_0_executable_0_x : !hal.executable
  }
}

// -----

// opt --iree-hal-materialize-resource-caches: a device that may be another one
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.select<[#hal.device.target<"local"> : !hal.device, #hal.device.fallback<@a> : !hal.device]> : !hal.device
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
  }
}
util.func private @f() -> !hal.executable {
  %d = util.global.load @b : !hal.device
  %e = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  util.return %e : !hal.executable
}
// =====
#device_target_local = #hal.device.target<"local"> : !hal.device
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
module {
  util.global private @a = #device_target_vulkan
  util.global private @__a_executable_0_x : !hal.executable
  util.initializer {
    %a = util.global.load @a : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %ok, %value = hal.device.query<%a : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %0 = arith.select %value, %c0, %c-1 : index
    %1 = scf.index_switch %0 -> !hal.executable 
    case 0 {
      %executable = hal.executable.create device(%a : !hal.device) affinity(%c-1_i64) target(@x::@v) : !hal.executable
      scf.yield %executable : !hal.executable
    }
    default {
      %c14_i32 = arith.constant 14 : i32
      util.status.check_ok %c14_i32, "HAL device `a` does not support any variant of executable `x`; available formats: [vulkan-spirv-fb]"
      %2 = util.null : !hal.executable
      scf.yield %2 : !hal.executable
    }
    util.global.store %1, @__a_executable_0_x : !hal.executable
    util.return
  }
  util.global private @b = #hal.device.select<[#device_target_local, #hal.device.fallback<@a> : !hal.device]> : !hal.device
  util.global private @__b_executable_0_x : !hal.executable
  util.initializer {
    %b = util.global.load @b : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %a = util.global.load @a : !hal.device
    %0 = util.cmp.eq %b, %a : !hal.device
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %1 = arith.select %0, %c0, %c-1 : index
    scf.index_switch %1 
    case 0 {
      %__a_executable_0_x = util.global.load @__a_executable_0_x : !hal.executable
      util.global.store %__a_executable_0_x, @__b_executable_0_x : !hal.executable
      scf.yield
    }
    default {
      %ok, %value = hal.device.query<%b : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
      %c-1_0 = arith.constant -1 : index
      %c0_1 = arith.constant 0 : index
      %2 = arith.select %value, %c0_1, %c-1_0 : index
      %3 = scf.index_switch %2 -> !hal.executable 
      case 0 {
        %executable = hal.executable.create device(%b : !hal.device) affinity(%c-1_i64) target(@x::@v) : !hal.executable
        scf.yield %executable : !hal.executable
      }
      default {
        %c14_i32 = arith.constant 14 : i32
        util.status.check_ok %c14_i32, "HAL device `b` does not support any variant of executable `x`; available formats: [vulkan-spirv-fb]"
        %4 = util.null : !hal.executable
        scf.yield %4 : !hal.executable
      }
      util.global.store %3, @__b_executable_0_x : !hal.executable
    }
    util.return
  }
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
    }
  }
  util.func private @f() -> !hal.executable {
    %d = util.global.load @b : !hal.device
    %__b_executable_0_x = util.global.load @__b_executable_0_x : !hal.executable
    util.return %__b_executable_0_x : !hal.executable
  }
}

// -----

// opt --iree-hal-materialize-resource-caches: a device that is not known
hal.executable private @x {
}
util.func public @f(%d: !hal.device) -> !hal.executable {
  %e = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
// error@8: expected a device that is known to come from one global
  util.return %e : !hal.executable
}

// -----

// opt --iree-hal-materialize-resource-caches: a device that an initializer sets
util.global private @gpu : !hal.device
// error@1: expected a device that is described by an attribute, found one that an initializer sets
hal.executable private @x {
}
util.func private @f() -> !hal.executable {
  %d = util.global.load @gpu : !hal.device
  %e = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  util.return %e : !hal.executable
}

// -----

// opt --iree-hal-materialize-resource-caches: an alias that was not resolved
util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
// error@1: expected a device whose alternatives are known; resolve aliases first
util.func private @f() -> !hal.device {
  %d = util.global.load @gpu : !hal.device
  util.return %d : !hal.device
}
