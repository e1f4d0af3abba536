// opt --iree-hal-memoize-device-queries: each question once
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @__device_0 = #hal.device.target<"vulkan"> : !hal.device
util.func private @f() -> (i1, i1, i32, i1) {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @__device_0 : !hal.device
  %ok, %v = hal.device.query<%a : !hal.device> key("sys" :: "foo") : i1, i1 = false
  %ok1, %v1 = hal.device.query<%a : !hal.device> key("sys" :: "foo") : i1, i1 = false
  %ok2, %v2 = hal.device.query<%a : !hal.device> key("hal.device.id" :: "vulkan*-x") : i1, i32 = 3 : i32
  %ok3, %v3 = hal.device.query<%b : !hal.device> key("sys" :: "foo") : i1, i1 = false
  util.return %v, %ok1, %v2, %v3 : i1, i1, i32, i1
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @__a_query_0_sys_foo_ok : i1
  util.global private @__a_query_0_sys_foo : i1
  util.global private @__a_query_1_hal_device_id_vulkan__x_ok : i1
  util.global private @__a_query_1_hal_device_id_vulkan__x : i32
  util.initializer {
    %a = util.global.load @a : !hal.device
    %ok, %value = hal.device.query<%a : !hal.device> key("sys" :: "foo") : i1, i1 = false
    util.global.store %ok, @__a_query_0_sys_foo_ok : i1
    util.global.store %value, @__a_query_0_sys_foo : i1
    %ok_0, %value_1 = hal.device.query<%a : !hal.device> key("hal.device.id" :: "vulkan*-x") : i1, i32 = 3 : i32
    util.global.store %ok_0, @__a_query_1_hal_device_id_vulkan__x_ok : i1
    util.global.store %value_1, @__a_query_1_hal_device_id_vulkan__x : i32
    util.return
  }
  util.global private @__device_0 = #device_target_vulkan
  util.global private @__device_0_query_0_sys_foo_ok : i1
  util.global private @__device_0_query_0_sys_foo : i1
  util.initializer {
    %__device_0 = util.global.load @__device_0 : !hal.device
    %ok, %value = hal.device.query<%__device_0 : !hal.device> key("sys" :: "foo") : i1, i1 = false
    util.global.store %ok, @__device_0_query_0_sys_foo_ok : i1
    util.global.store %value, @__device_0_query_0_sys_foo : i1
    util.return
  }
  util.func private @f() -> (i1, i1, i32, i1) {
    %a = util.global.load @a : !hal.device
    %b = util.global.load @__device_0 : !hal.device
    %__a_query_0_sys_foo_ok = util.global.load @__a_query_0_sys_foo_ok : i1
    %__a_query_0_sys_foo = util.global.load @__a_query_0_sys_foo : i1
    %__a_query_0_sys_foo_ok_0 = util.global.load @__a_query_0_sys_foo_ok : i1
    %__a_query_0_sys_foo_1 = util.global.load @__a_query_0_sys_foo : i1
    %__a_query_1_hal_device_id_vulkan__x_ok = util.global.load @__a_query_1_hal_device_id_vulkan__x_ok : i1
    %__a_query_1_hal_device_id_vulkan__x = util.global.load @__a_query_1_hal_device_id_vulkan__x : i32
    %__device_0_query_0_sys_foo_ok = util.global.load @__device_0_query_0_sys_foo_ok : i1
    %__device_0_query_0_sys_foo = util.global.load @__device_0_query_0_sys_foo : i1
    util.return %__a_query_0_sys_foo, %__a_query_0_sys_foo_ok_0, %__a_query_1_hal_device_id_vulkan__x, %__device_0_query_0_sys_foo : i1, i1, i32, i1
  }
}

// -----

// opt --iree-hal-memoize-device-queries: devices from callers and branches
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.target<"vulkan"> : !hal.device
util.func private @known(%d: !hal.device) -> i1 {
  cf.br ^bb1(%d : !hal.device)
^bb1(%e: !hal.device):
  %ok, %v = hal.device.query<%e : !hal.device> key("sys" :: "foo") : i1, i1
  util.return %v : i1
}
util.func private @either(%d: !hal.device) -> i1 {
  %ok, %v = hal.device.query<%d : !hal.device> key("sys" :: "foo") : i1, i1
  util.return %v : i1
}
util.func public @f(%d: !hal.device) -> (i1, i1, i1, i1) {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @b : !hal.device
  %0 = util.call @known(%a) : (!hal.device) -> i1
  %1 = util.call @either(%a) : (!hal.device) -> i1
  %2 = util.call @either(%b) : (!hal.device) -> i1
  %ok, %v = hal.device.query<%d : !hal.device> key("sys" :: "foo") : i1, i1
  util.return %0, %1, %2, %v : i1, i1, i1, i1
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @__a_query_0_sys_foo_ok : i1
  util.global private @__a_query_0_sys_foo : i1
  util.initializer {
    %a = util.global.load @a : !hal.device
    %ok, %value = hal.device.query<%a : !hal.device> key("sys" :: "foo") : i1, i1
    util.global.store %ok, @__a_query_0_sys_foo_ok : i1
    util.global.store %value, @__a_query_0_sys_foo : i1
    util.return
  }
  util.global private @b = #device_target_vulkan
  util.func private @known(%d: !hal.device) -> i1 {
    cf.br ^bb1(%d : !hal.device)
  ^bb1(%e: !hal.device):  // pred: ^bb0
    %__a_query_0_sys_foo_ok = util.global.load @__a_query_0_sys_foo_ok : i1
    %__a_query_0_sys_foo = util.global.load @__a_query_0_sys_foo : i1
    util.return %__a_query_0_sys_foo : i1
  }
  util.func private @either(%d: !hal.device) -> i1 {
    %ok, %v = hal.device.query<%d : !hal.device> key("sys" :: "foo") : i1, i1
    util.return %v : i1
  }
  util.func public @f(%d: !hal.device) -> (i1, i1, i1, i1) {
    %a = util.global.load @a : !hal.device
    %b = util.global.load @b : !hal.device
    %0 = util.call @known(%a) : (!hal.device) -> i1
    %1 = util.call @either(%a) : (!hal.device) -> i1
    %2 = util.call @either(%b) : (!hal.device) -> i1
    %ok, %v = hal.device.query<%d : !hal.device> key("sys" :: "foo") : i1, i1
    util.return %0, %1, %2, %v : i1, i1, i1, i1
  }
}
