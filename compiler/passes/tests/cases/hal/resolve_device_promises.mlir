// opt --iree-hal-resolve-device-promises: wherever they stand
builtin.module attributes {stream.affinity.default = #hal.device.promise<@gpu>} {
  util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
  util.func public @f(%a: i32 {x.y = #hal.device.promise<@gpu, [1]>}) -> (i32 {x.z = [#hal.device.promise<@gpu, [0, 2]>]}) attributes {stream.affinity = #hal.device.promise<@gpu, [1]>} {
    %0 = arith.addi %a, %a {x.opt = #hal.device.optimal<[#hal.device.promise<@gpu>]>} : i32
    util.return %0 : i32
  }
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
  util.func public @f(%a: i32 {x.y = #hal.device.affinity<@gpu, [1]>}) -> (i32 {x.z = [#hal.device.affinity<@gpu, [0, 2]>]}) attributes {stream.affinity = #hal.device.affinity<@gpu, [1]>} {
    %0 = arith.addi %a, %a {x.opt = #hal.device.optimal<[#hal.device.affinity<@gpu>]>} : i32
    util.return %0 : i32
  }
}

// -----

// opt --iree-hal-resolve-device-promises: devices that are not there
// unlike iree-opt: it says so and goes on
util.func public @f() attributes {stream.affinity = #hal.device.promise<@gpu>} {
// error@1: expected the promised device to be declared, found #hal.device.promise<@gpu>
  util.return
}

// -----

// opt --iree-hal-resolve-device-promises: something else of that name
// unlike iree-opt: it says so and goes on
util.func private @gpu() {
  util.return
}
util.func public @f() attributes {stream.affinity = #hal.device.promise<@gpu>} {
// error@1: expected the promised device to be declared, found #hal.device.promise<@gpu>
  util.return
}
