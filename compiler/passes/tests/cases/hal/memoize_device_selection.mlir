// opt --iree-hal-memoize-device-selection: a choice made in two places
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.target<"vulkan"> : !hal.device
util.func private @f() -> (!hal.device, i64) {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @b : !hal.device
  %m = arith.constant -1 : i64
  %m2 = arith.constant 3 : i64
  %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
  %d, %q = hal.allocator.select from([(%a, %m : !hal.device, i64), (%b, %m2 : !hal.device, i64)]) type(%mt) usage(%bu) : !hal.device, i64
  util.return %d, %q : !hal.device, i64
}
util.func private @g() -> (!hal.device, i64) {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @b : !hal.device
  %m = arith.constant -1 : i64
  %m2 = arith.constant 3 : i64
  %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
  %d, %q = hal.allocator.select from([(%a, %m : !hal.device, i64), (%b, %m2 : !hal.device, i64)]) type(%mt) usage(%bu) : !hal.device, i64
  util.return %d, %q : !hal.device, i64
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @b = #device_target_vulkan
  util.global private @__allocator_select_device : !hal.device
  util.global private @__allocator_select_affinity : i64
  util.initializer {
    %a = util.global.load @a : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %b = util.global.load @b : !hal.device
    %c3_i64 = arith.constant 3 : i64
    %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %device, %queue_affinity = hal.allocator.select from([
      (%a, %c-1_i64 : !hal.device, i64),
      (%b, %c3_i64 : !hal.device, i64)
    ]) type(%mt) usage(%bu) : !hal.device, i64
    util.global.store %device, @__allocator_select_device : !hal.device
    util.global.store %queue_affinity, @__allocator_select_affinity : i64
    util.return
  }
  util.func private @f() -> (!hal.device, i64) {
    %a = util.global.load @a : !hal.device
    %b = util.global.load @b : !hal.device
    %m = arith.constant -1 : i64
    %m2 = arith.constant 3 : i64
    %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %__allocator_select_device = util.global.load @__allocator_select_device : !hal.device
    %__allocator_select_affinity = util.global.load @__allocator_select_affinity : i64
    util.return %__allocator_select_device, %__allocator_select_affinity : !hal.device, i64
  }
  util.func private @g() -> (!hal.device, i64) {
    %a = util.global.load @a : !hal.device
    %b = util.global.load @b : !hal.device
    %m = arith.constant -1 : i64
    %m2 = arith.constant 3 : i64
    %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %__allocator_select_device = util.global.load @__allocator_select_device : !hal.device
    %__allocator_select_affinity = util.global.load @__allocator_select_affinity : i64
    util.return %__allocator_select_device, %__allocator_select_affinity : !hal.device, i64
  }
}

// -----

// opt --iree-hal-memoize-device-selection: a device, a queue or a use that is not known
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.func public @f(%d: !hal.device, %q: i64, %u: i32) -> (!hal.device, !hal.device, !hal.device) {
  %a = util.global.load @a : !hal.device
  %m = arith.constant -1 : i64
  %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
  %0, %q0 = hal.allocator.select from([(%a, %m : !hal.device, i64), (%d, %m : !hal.device, i64)]) type(%mt) usage(%bu) : !hal.device, i64
  %1, %q1 = hal.allocator.select from([(%a, %m : !hal.device, i64), (%a, %q : !hal.device, i64)]) type(%mt) usage(%bu) : !hal.device, i64
  %2, %q2 = hal.allocator.select from([(%a, %m : !hal.device, i64), (%a, %m : !hal.device, i64)]) type(%mt) usage(%u) : !hal.device, i64
  util.return %0, %1, %2 : !hal.device, !hal.device, !hal.device
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.func public @f(%d: !hal.device, %q: i64, %u: i32) -> (!hal.device, !hal.device, !hal.device) {
    %a = util.global.load @a : !hal.device
    %m = arith.constant -1 : i64
    %mt = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %bu = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %0, %q0 = hal.allocator.select from([
      (%a, %m : !hal.device, i64),
      (%d, %m : !hal.device, i64)
    ]) type(%mt) usage(%bu) : !hal.device, i64
    %1, %q1 = hal.allocator.select from([
      (%a, %m : !hal.device, i64),
      (%a, %q : !hal.device, i64)
    ]) type(%mt) usage(%bu) : !hal.device, i64
    %2, %q2 = hal.allocator.select from([
      (%a, %m : !hal.device, i64),
      (%a, %m : !hal.device, i64)
    ]) type(%mt) usage(%u) : !hal.device, i64
    util.return %0, %1, %2 : !hal.device, !hal.device, !hal.device
  }
}
