// opt --iree-hal-initialize-devices: a device by what it is
util.global private @gpu = #hal.device.target<"vulkan", {ordinal = 2 : index}, [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">, #hal.executable.target<"vulkan-spirv", "vulkan-spirv-bda-v1">]> : !hal.device
util.global private @any = #hal.device.target<"local"> : !hal.device
util.global private @later : !hal.device
util.global private @number = 3 : i32
// =====
module {
  util.global private @gpu : !hal.device
  util.initializer {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = util.null : !hal.device
    %c2 = arith.constant 2 : index
    %device_count = hal.devices.count : index
    %1:3 = scf.while (%arg0 = %c0, %arg1 = %c0, %arg2 = %0) : (index, index, !hal.device) -> (index, index, !hal.device) {
      %4 = util.cmp.eq %arg2, %0 : !hal.device
      %5 = arith.cmpi slt, %arg0, %device_count : index
      %6 = arith.andi %4, %5 : i1
      scf.condition(%6) %arg0, %arg1, %arg2 : index, index, !hal.device
    } do {
    ^bb0(%arg0: index, %arg1: index, %arg2: !hal.device):
      %device_n = hal.devices.get %arg0 : !hal.device
      %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "vulkan") : i1, i1 = false
      %4 = scf.if %value -> (i1) {
        %ok_0, %value_1 = hal.device.query<%device_n : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
        %ok_2, %value_3 = hal.device.query<%device_n : !hal.device> key("hal.executable.format" :: "vulkan-spirv-bda-v1") : i1, i1 = false
        %11 = arith.ori %value_1, %value_3 : i1
        scf.yield %11 : i1
      } else {
        %false = arith.constant false
        scf.yield %false : i1
      }
      %5 = arith.cmpi eq, %arg1, %c2 : index
      %6 = arith.select %4, %c1, %c0 : index
      %7 = arith.addi %arg1, %6 : index
      %8 = arith.andi %4, %5 : i1
      %9 = arith.select %8, %device_n, %0 : !hal.device
      %10 = arith.addi %arg0, %c1 : index
      scf.yield %10, %7, %9 : index, index, !hal.device
    }
    %2 = util.null : !hal.device
    %3 = util.cmp.eq %1#2, %2 : !hal.device
    scf.if %3 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `gpu` not found or unavailable: #hal.device.target<\22vulkan\22, {ordinal = 2 : index}, [#hal.executable.target<\22vulkan-spirv\22, \22vulkan-spirv-fb\22>, #hal.executable.target<\22vulkan-spirv\22, \22vulkan-spirv-bda-v1\22>]>"
    }
    util.global.store %1#2, @gpu : !hal.device
    util.return
  }
  util.global private @any : !hal.device
  util.initializer {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = util.null : !hal.device
    %device_count = hal.devices.count : index
    %1:3 = scf.while (%arg0 = %c0, %arg1 = %c0, %arg2 = %0) : (index, index, !hal.device) -> (index, index, !hal.device) {
      %4 = util.cmp.eq %arg2, %0 : !hal.device
      %5 = arith.cmpi slt, %arg0, %device_count : index
      %6 = arith.andi %4, %5 : i1
      scf.condition(%6) %arg0, %arg1, %arg2 : index, index, !hal.device
    } do {
    ^bb0(%arg0: index, %arg1: index, %arg2: !hal.device):
      %device_n = hal.devices.get %arg0 : !hal.device
      %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "local*") : i1, i1 = false
      %4 = arith.cmpi eq, %arg1, %c0 : index
      %5 = arith.select %value, %c1, %c0 : index
      %6 = arith.addi %arg1, %5 : index
      %7 = arith.andi %value, %4 : i1
      %8 = arith.select %7, %device_n, %0 : !hal.device
      %9 = arith.addi %arg0, %c1 : index
      scf.yield %9, %6, %8 : index, index, !hal.device
    }
    %2 = util.null : !hal.device
    %3 = util.cmp.eq %1#2, %2 : !hal.device
    scf.if %3 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `any` not found or unavailable: #hal.device.target<\22local\22>"
    }
    util.global.store %1#2, @any : !hal.device
    util.return
  }
  util.global private @later : !hal.device
  util.global private @number = 3 : i32
}

// -----

// opt --iree-hal-initialize-devices: the first of several, by number, or another's
util.global private @gpu = #hal.device.select<[#hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device, #hal.device.ordinal<1> : !hal.device]> : !hal.device
util.global private @other = #hal.device.select<[#hal.device.target<"cuda"> : !hal.device, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@gpu> : !hal.device]> : !hal.device
util.global private @zero = #hal.device.ordinal<0> : !hal.device
util.global private @same = #hal.device.fallback<@gpu> : !hal.device
// =====
module {
  util.global private @gpu : !hal.device
  util.initializer {
    %0 = util.null : !hal.device
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %1 = util.null : !hal.device
    %device_count = hal.devices.count : index
    %2:3 = scf.while (%arg0 = %c0, %arg1 = %c0, %arg2 = %1) : (index, index, !hal.device) -> (index, index, !hal.device) {
      %7 = util.cmp.eq %arg2, %1 : !hal.device
      %8 = arith.cmpi slt, %arg0, %device_count : index
      %9 = arith.andi %7, %8 : i1
      scf.condition(%9) %arg0, %arg1, %arg2 : index, index, !hal.device
    } do {
    ^bb0(%arg0: index, %arg1: index, %arg2: !hal.device):
      %device_n = hal.devices.get %arg0 : !hal.device
      %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "vulkan") : i1, i1 = false
      %7 = scf.if %value -> (i1) {
        %ok_0, %value_1 = hal.device.query<%device_n : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
        scf.yield %value_1 : i1
      } else {
        %false = arith.constant false
        scf.yield %false : i1
      }
      %8 = arith.cmpi eq, %arg1, %c0 : index
      %9 = arith.select %7, %c1, %c0 : index
      %10 = arith.addi %arg1, %9 : index
      %11 = arith.andi %7, %8 : i1
      %12 = arith.select %11, %device_n, %1 : !hal.device
      %13 = arith.addi %arg0, %c1 : index
      scf.yield %13, %10, %12 : index, index, !hal.device
    }
    %3 = util.cmp.eq %2#2, %0 : !hal.device
    %4 = scf.if %3 -> (!hal.device) {
      %c1_0 = arith.constant 1 : index
      %device_1 = hal.devices.get %c1_0 : !hal.device
      scf.yield %device_1 : !hal.device
    } else {
      scf.yield %2#2 : !hal.device
    }
    %5 = util.null : !hal.device
    %6 = util.cmp.eq %4, %5 : !hal.device
    scf.if %6 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `gpu` not found or unavailable: #hal.device.select<[#hal.device.target<\22vulkan\22, [#hal.executable.target<\22vulkan-spirv\22, \22vulkan-spirv-fb\22>]> : !hal.device, #hal.device.ordinal<1> : !hal.device]>"
    }
    util.global.store %4, @gpu : !hal.device
    util.return
  }
  util.global private @other : !hal.device
  util.initializer {
    %0 = util.null : !hal.device
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %1 = util.null : !hal.device
    %device_count = hal.devices.count : index
    %2:3 = scf.while (%arg0 = %c0, %arg1 = %c0, %arg2 = %1) : (index, index, !hal.device) -> (index, index, !hal.device) {
      %7 = util.cmp.eq %arg2, %1 : !hal.device
      %8 = arith.cmpi slt, %arg0, %device_count : index
      %9 = arith.andi %7, %8 : i1
      scf.condition(%9) %arg0, %arg1, %arg2 : index, index, !hal.device
    } do {
    ^bb0(%arg0: index, %arg1: index, %arg2: !hal.device):
      %device_n = hal.devices.get %arg0 : !hal.device
      %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "cuda") : i1, i1 = false
      %7 = arith.cmpi eq, %arg1, %c0 : index
      %8 = arith.select %value, %c1, %c0 : index
      %9 = arith.addi %arg1, %8 : index
      %10 = arith.andi %value, %7 : i1
      %11 = arith.select %10, %device_n, %1 : !hal.device
      %12 = arith.addi %arg0, %c1 : index
      scf.yield %12, %9, %11 : index, index, !hal.device
    }
    %3 = util.cmp.eq %2#2, %0 : !hal.device
    %4 = scf.if %3 -> (!hal.device) {
      %c0_0 = arith.constant 0 : index
      %device_0 = hal.devices.get %c0_0 : !hal.device
      %7 = util.cmp.eq %device_0, %0 : !hal.device
      %8 = scf.if %7 -> (!hal.device) {
        %gpu = util.global.load @gpu : !hal.device
        scf.yield %gpu : !hal.device
      } else {
        scf.yield %device_0 : !hal.device
      }
      scf.yield %8 : !hal.device
    } else {
      scf.yield %2#2 : !hal.device
    }
    %5 = util.null : !hal.device
    %6 = util.cmp.eq %4, %5 : !hal.device
    scf.if %6 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `other` not found or unavailable: #hal.device.select<[#hal.device.target<\22cuda\22> : !hal.device, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@gpu> : !hal.device]>"
    }
    util.global.store %4, @other : !hal.device
    util.return
  }
  util.global private @zero : !hal.device
  util.initializer {
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %0 = util.null : !hal.device
    %1 = util.cmp.eq %device_0, %0 : !hal.device
    scf.if %1 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `zero` not found or unavailable: #hal.device.ordinal<0>"
    }
    util.global.store %device_0, @zero : !hal.device
    util.return
  }
  util.global private @same : !hal.device
  util.initializer {
    %gpu = util.global.load @gpu : !hal.device
    %0 = util.null : !hal.device
    %1 = util.cmp.eq %gpu, %0 : !hal.device
    scf.if %1 {
      %c18_i32 = arith.constant 18 : i32
      util.status.check_ok %c18_i32, "HAL device `same` not found or unavailable: #hal.device.fallback<@gpu>"
    }
    util.global.store %gpu, @same : !hal.device
    util.return
  }
}

// -----

// opt --iree-hal-initialize-devices: an alias that was not resolved
// unlike iree-opt: it leaves the device as it is
util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
// error@1: expected a device that can be looked for, found #hal.device.alias<"vulkan"> : !hal.device; resolve aliases first
