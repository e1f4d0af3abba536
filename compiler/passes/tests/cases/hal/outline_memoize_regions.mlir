// opt --iree-hal-outline-memoize-regions: for one device
util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
util.global private @kept : !hal.buffer
util.func public @f() -> !hal.command_buffer {
  %d = util.global.load immutable @gpu : !hal.device
  %k = util.global.load immutable @kept : !hal.buffer
  %a = arith.constant 3 : i64
  %c4 = arith.constant 4 : index
  %p = arith.constant 0 : i32
  %cb = hal.device.memoize<%d : !hal.device> affinity(%a) -> !hal.command_buffer {
    %c = hal.command_buffer.create device(%d : !hal.device) mode("None") categories(Transfer) affinity(%a) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%k : !hal.buffer)[%c4, %c4] pattern(%p : i32) flags("None")
    hal.return %c : !hal.command_buffer
  }
  util.return %cb : !hal.command_buffer
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.global private @kept : !hal.buffer
  util.func private @__f_memoize_apply(%arg0: !hal.device, %arg1: i64, %arg2: !hal.buffer) -> !hal.command_buffer attributes {inlining_policy = #util.inline.never} {
    %c4 = arith.constant 4 : index
    %p = arith.constant 0 : i32
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %c = hal.command_buffer.create device(%arg0 : !hal.device) mode("None") categories(Transfer) affinity(%arg1) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%arg2 : !hal.buffer)[%c4, %c4] pattern(%p : i32) flags("None")
    util.return %c : !hal.command_buffer
  }
  util.global private @__f_memoize_result_0_gpu : !hal.command_buffer
  util.initializer {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c3_i64 = arith.constant 3 : i64
    %k = util.global.load immutable @kept : !hal.buffer
    %0 = util.call @__f_memoize_apply(%gpu, %c3_i64, %k) : (!hal.device, i64, !hal.buffer) -> !hal.command_buffer
    util.global.store %0, @__f_memoize_result_0_gpu : !hal.command_buffer
    util.return
  }
  util.func private @__f_memoize_lookup(%arg0: !hal.device, %arg1: i64) -> !hal.command_buffer {
    %gpu = util.global.load @gpu : !hal.device
    %0 = util.cmp.eq %arg0, %gpu : !hal.device
    %1 = scf.if %0 -> (!hal.command_buffer) {
      %__f_memoize_result_0_gpu = util.global.load @__f_memoize_result_0_gpu : !hal.command_buffer
      scf.yield %__f_memoize_result_0_gpu : !hal.command_buffer
    } else {
      %2 = util.null : !hal.command_buffer
      scf.yield %2 : !hal.command_buffer
    }
    util.return %1 : !hal.command_buffer
  }
  util.func public @f() -> !hal.command_buffer {
    %d = util.global.load immutable @gpu : !hal.device
    %k = util.global.load immutable @kept : !hal.buffer
    %a = arith.constant 3 : i64
    %c4 = arith.constant 4 : index
    %p = arith.constant 0 : i32
    %0 = util.call @__f_memoize_lookup(%d, %a) : (!hal.device, i64) -> !hal.command_buffer
    util.return %0 : !hal.command_buffer
  }
}

// -----

// opt --iree-hal-outline-memoize-regions: for one of two devices, with several results
util.global private @__device_0 = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.target<"vulkan"> : !hal.device
util.func private @f(%i: i1) -> (i32, !hal.buffer) {
  %d0 = util.global.load immutable @__device_0 : !hal.device
  %d1 = util.global.load immutable @b : !hal.device
  %d = arith.select %i, %d0, %d1 : !hal.device
  %a = arith.constant -1 : i64
  %cb:2 = hal.device.memoize<%d : !hal.device> affinity(%a) -> i32, !hal.buffer {
    %c1 = arith.constant 1 : i32
    %n = util.null : !hal.buffer
    hal.return %c1, %n : i32, !hal.buffer
  }
  util.return %cb#0, %cb#1 : i32, !hal.buffer
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @__device_0 = #device_target_vulkan
  util.global private @b = #device_target_vulkan
  util.func private @__f_memoize_apply(%arg0: !hal.device, %arg1: i64) -> (i32, !hal.buffer) attributes {inlining_policy = #util.inline.never} {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %c1 = arith.constant 1 : i32
    %n = util.null : !hal.buffer
    util.return %c1, %n : i32, !hal.buffer
  }
  util.global private @__f_memoize_result_0_device_0 : i32
  util.global private @__f_memoize_result_1_device_0 : !hal.buffer
  util.initializer {
    %__device_0 = util.global.load immutable @__device_0 : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0:2 = util.call @__f_memoize_apply(%__device_0, %c-1_i64) : (!hal.device, i64) -> (i32, !hal.buffer)
    util.global.store %0#0, @__f_memoize_result_0_device_0 : i32
    util.global.store %0#1, @__f_memoize_result_1_device_0 : !hal.buffer
    util.return
  }
  util.global private @__f_memoize_result_0_b : i32
  util.global private @__f_memoize_result_1_b : !hal.buffer
  util.initializer {
    %b = util.global.load immutable @b : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0:2 = util.call @__f_memoize_apply(%b, %c-1_i64) : (!hal.device, i64) -> (i32, !hal.buffer)
    util.global.store %0#0, @__f_memoize_result_0_b : i32
    util.global.store %0#1, @__f_memoize_result_1_b : !hal.buffer
    util.return
  }
  util.func private @__f_memoize_lookup(%arg0: !hal.device, %arg1: i64) -> (i32, !hal.buffer) {
    %__device_0 = util.global.load @__device_0 : !hal.device
    %0 = util.cmp.eq %arg0, %__device_0 : !hal.device
    %1:2 = scf.if %0 -> (i32, !hal.buffer) {
      %__f_memoize_result_0_device_0 = util.global.load @__f_memoize_result_0_device_0 : i32
      %__f_memoize_result_1_device_0 = util.global.load @__f_memoize_result_1_device_0 : !hal.buffer
      scf.yield %__f_memoize_result_0_device_0, %__f_memoize_result_1_device_0 : i32, !hal.buffer
    } else {
      %b = util.global.load @b : !hal.device
      %2 = util.cmp.eq %arg0, %b : !hal.device
      %3:2 = scf.if %2 -> (i32, !hal.buffer) {
        %__f_memoize_result_0_b = util.global.load @__f_memoize_result_0_b : i32
        %__f_memoize_result_1_b = util.global.load @__f_memoize_result_1_b : !hal.buffer
        scf.yield %__f_memoize_result_0_b, %__f_memoize_result_1_b : i32, !hal.buffer
      } else {
        %c0_i32 = arith.constant 0 : i32
        %4 = util.null : !hal.buffer
        scf.yield %c0_i32, %4 : i32, !hal.buffer
      }
      scf.yield %3#0, %3#1 : i32, !hal.buffer
    }
    util.return %1#0, %1#1 : i32, !hal.buffer
  }
  util.func private @f(%i: i1) -> (i32, !hal.buffer) {
    %d0 = util.global.load immutable @__device_0 : !hal.device
    %d1 = util.global.load immutable @b : !hal.device
    %d = arith.select %i, %d0, %d1 : !hal.device
    %a = arith.constant -1 : i64
    %0:2 = util.call @__f_memoize_lookup(%d, %a) : (!hal.device, i64) -> (i32, !hal.buffer)
    util.return %0#0, %0#1 : i32, !hal.buffer
  }
}

// -----

// opt --iree-hal-outline-memoize-regions: with what is only known at run time, or a device that is not known
util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
util.global private mutable @m : i32
util.func public @f(%x: i32, %e: !hal.device) -> (i32, i32) {
  %d = util.global.load immutable @gpu : !hal.device
  %m = util.global.load @m : i32
  %a = arith.constant -1 : i64
  %0 = hal.device.memoize<%d : !hal.device> affinity(%a) -> i32 {
    %s = arith.addi %x, %m : i32
    hal.return %s : i32
  }
  %1 = hal.device.memoize<%e : !hal.device> affinity(%a) -> i32 {
    %s = arith.constant 1 : i32
    hal.return %s : i32
  }
  util.return %0, %1 : i32, i32
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.global private mutable @m : i32
  util.func private @__f_memoize_apply(%arg0: !hal.device, %arg1: i64, %arg2: i32, %arg3: i32) -> i32 attributes {inlining_policy = #util.inline.never} {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %s = arith.addi %arg2, %arg3 : i32
    util.return %s : i32
  }
  util.func private @__f_memoize_apply_0(%arg0: !hal.device, %arg1: i64) -> i32 attributes {inlining_policy = #util.inline.never} {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %s = arith.constant 1 : i32
    util.return %s : i32
  }
  util.func public @f(%x: i32, %e: !hal.device) -> (i32, i32) {
    %d = util.global.load immutable @gpu : !hal.device
    %m = util.global.load @m : i32
    %a = arith.constant -1 : i64
    %0 = util.call @__f_memoize_apply(%d, %a, %x, %m) : (!hal.device, i64, i32, i32) -> i32
    %1 = util.call @__f_memoize_apply_0(%e, %a) : (!hal.device, i64) -> i32
    util.return %0, %1 : i32, i32
  }
}
