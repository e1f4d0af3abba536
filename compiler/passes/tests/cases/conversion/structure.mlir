// opt --iree-hal-conversion: functions, calls and branches take the new types
util.func private @ext(%a: !stream.resource<external> {some.attr}, %t: !stream.timepoint) -> (%a as !stream.resource<external>, !stream.timepoint)
util.func public @branches(%c: i1, %f: i32, %a: !stream.resource<external>, %t: !stream.timepoint) -> (!stream.resource<external>, !stream.timepoint) {
  %0, %1 = util.call @ext(%a, %t) : (!stream.resource<external>, !stream.timepoint) -> (%a, !stream.timepoint)
  cf.cond_br %c, ^bb1(%0, %1 : !stream.resource<external>, !stream.timepoint), ^bb2(%a : !stream.resource<external>)
^bb1(%2: !stream.resource<external>, %3: !stream.timepoint):
  cf.switch %f : i32, [
    default: ^bb3(%2, %3 : !stream.resource<external>, !stream.timepoint),
    7: ^bb2(%2 : !stream.resource<external>)
  ]
^bb2(%4: !stream.resource<external>):
  cf.br ^bb3(%4, %t : !stream.resource<external>, !stream.timepoint)
^bb3(%5: !stream.resource<external>, %6: !stream.timepoint):
  util.return %5, %6 : !stream.resource<external>, !stream.timepoint
}
func.func private @other(!stream.file) -> !stream.channel
func.func @func(%f: !stream.file) -> !stream.channel {
  %0 = func.call @other(%f) : (!stream.file) -> !stream.channel
  return %0 : !stream.channel
}
// =====
module {
  util.func private @ext(%arg0: !hal.buffer {some.attr}, %arg1: !hal.fence) -> (%arg0, !hal.fence)
  util.func public @branches(%c: i1, %f: i32, %a: !hal.buffer, %t: !hal.fence) -> (!hal.buffer, !hal.fence) {
    %0:2 = util.call @ext(%a, %t) : (!hal.buffer, !hal.fence) -> (%a, !hal.fence)
    cf.cond_br %c, ^bb1(%0#0, %0#1 : !hal.buffer, !hal.fence), ^bb2(%a : !hal.buffer)
  ^bb1(%1: !hal.buffer, %2: !hal.fence):  // pred: ^bb0
    cf.switch %f : i32, [
      default: ^bb3(%1, %2 : !hal.buffer, !hal.fence),
      7: ^bb2(%1 : !hal.buffer)
    ]
  ^bb2(%3: !hal.buffer):  // 2 preds: ^bb0, ^bb1
    cf.br ^bb3(%3, %t : !hal.buffer, !hal.fence)
  ^bb3(%4: !hal.buffer, %5: !hal.fence):  // 2 preds: ^bb1, ^bb2
    util.return %4, %5 : !hal.buffer, !hal.fence
  }
  func.func private @other(!hal.file) -> !hal.channel
  func.func @func(%f: !hal.file) -> !hal.channel {
    %0 = call @other(%f) : (!hal.file) -> !hal.channel
    return %0 : !hal.channel
  }
}

// -----

// opt --iree-hal-conversion: selections, lists and barriers of the optimizer
util.func public @values(%c: i1, %i: index, %a: !stream.timepoint, %b: !stream.timepoint, %p: !util.ptr<!stream.resource<constant>>) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint, !util.list<!stream.timepoint>) {
  %0 = arith.select %c, %a, %b : !stream.timepoint
  %1 = scf.if %c -> (!stream.timepoint) {
    scf.yield %0 : !stream.timepoint
  } else {
    %2 = stream.timepoint.join max(%0, %b) => !stream.timepoint
    scf.yield %2 : !stream.timepoint
  }
  %3 = util.list.create %i : !util.list<!stream.timepoint>
  util.list.set %3[%i], %1 : !stream.timepoint -> !util.list<!stream.timepoint>
  %4 = util.list.get %3[%i] : !util.list<!stream.timepoint> -> !stream.timepoint
  %5 = util.optimization_barrier %4 : !stream.timepoint
  %6 = util.assume.int %i<umin = 1, umax = 4> : index
  %same = arith.select %c, %a, %a : !stream.timepoint
  util.return %0, %5, %same, %3 : !stream.timepoint, !stream.timepoint, !stream.timepoint, !util.list<!stream.timepoint>
}
// =====
module {
  util.func public @values(%c: i1, %i: index, %a: !hal.fence, %b: !hal.fence, %p: !util.ptr<!hal.buffer>) -> (!hal.fence, !hal.fence, !hal.fence, !util.list<!hal.fence>) {
    %0 = arith.select %c, %a, %b : !hal.fence
    %1 = scf.if %c -> (!hal.fence) {
      scf.yield %0 : !hal.fence
    } else {
      %fence = hal.fence.join at([%0, %b]) flags("None") -> !hal.fence
      scf.yield %fence : !hal.fence
    }
    %2 = util.list.create %i : !util.list<!hal.fence>
    util.list.set %2[%i], %1 : !util.list<!hal.fence>
    %3 = util.list.get %2[%i] : !util.list<!hal.fence>
    %4 = util.optimization_barrier %3 : !hal.fence
    %5 = util.assume.int %i<umin = 1, umax = 4> : index
    util.return %0, %4, %a, %2 : !hal.fence, !hal.fence, !hal.fence, !util.list<!hal.fence>
  }
}

// -----

// opt --iree-hal-conversion: initializers and globals of resources and tensors
util.global private mutable @a : !stream.resource<variable>
util.global private @b : tensor<4xf32>
util.global private @c : tensor<4xindex>
util.global private @d = 5 : i32
util.func private @source() -> !stream.resource<variable>
util.initializer {
  %0 = util.call @source() : () -> !stream.resource<variable>
  cf.br ^bb1(%0 : !stream.resource<variable>)
^bb1(%1: !stream.resource<variable>):
  util.global.store %1, @a : !stream.resource<variable>
  util.return
}
// =====
module {
  util.global private mutable @a : !hal.buffer
  util.global private @b : !hal.buffer_view
  util.global private @c : tensor<4xindex>
  util.global private @d = 5 : i32
  util.func private @source() -> !hal.buffer
  util.initializer {
    %0 = util.call @source() : () -> !hal.buffer
    cf.br ^bb1(%0 : !hal.buffer)
  ^bb1(%1: !hal.buffer):  // pred: ^bb0
    util.global.store %1, @a : !hal.buffer
    util.return
  }
}

// -----

// opt --iree-hal-conversion: a block that stands before the one its values come from
util.func public @order(%size: index, %t: !stream.timepoint) -> !stream.timepoint {
  cf.br ^bb2
^bb1:
  %0 = stream.timepoint.join max(%1, %t) => !stream.timepoint
  util.return %0 : !stream.timepoint
^bb2:
  %1 = stream.timepoint.join max(%t, %t) => !stream.timepoint
  cf.br ^bb1
}
// =====
module {
  util.func public @order(%size: index, %t: !hal.fence) -> !hal.fence {
    cf.br ^bb2
  ^bb1:  // pred: ^bb2
    %fence = hal.fence.join at([%fence_0, %t]) flags("None") -> !hal.fence
    util.return %fence : !hal.fence
  ^bb2:  // pred: ^bb0
    %fence_0 = hal.fence.join at([%t, %t]) flags("None") -> !hal.fence
    cf.br ^bb1
  }
}

// -----

// opt --iree-hal-conversion: a tensor as the value of a global
util.global private @a = dense<1.0> : tensor<4xf32>
// error@1: cannot convert util.global: its initial value is a tensor<4xf32>, which has no counterpart

// -----

// opt --iree-hal-conversion: no resource as the value of a global
util.global private @a : !stream.resource<constant> = #util.null : !stream.resource<constant>
// error@1: cannot convert util.global: its initial value is a !stream.resource<constant>, which has no counterpart

// -----

// opt --iree-hal-conversion: a loop that carries resources
util.func public @loop(%a: !stream.resource<external>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!stream.resource<external>) {
// error@8: cannot convert scf.for: nothing converts it, and !stream.resource<external> goes away
    scf.yield %x : !stream.resource<external>
  }
  util.return
}

// -----

// opt --iree-hal-conversion: work that has not been allocated yet
util.func public @async(%a: !stream.resource<external>, %size: index) -> !stream.resource<external> {
  %0 = stream.async.clone %a : !stream.resource<external>{%size} -> !stream.resource<external>{%size}
// error@8: cannot convert stream.async.clone: nothing converts it, and !stream.resource<external> goes away
  util.return %0 : !stream.resource<external>
}

// -----

// opt --iree-hal-conversion: device code that has no interface yet
stream.executable private @x {
// error@1: cannot convert stream.executable: nothing converts it
  stream.executable.export public @k
}

// -----

// opt --iree-hal-conversion: what other dialects do is left alone, and so is what device code holds
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    builtin.module {
      "some.op"() : () -> !stream.resource<constant>
    }
  }
}
util.func public @other(%a: !hal.buffer_view, %t: !stream.timepoint) -> i32 {
  %0 = "some.op"(%a) ({
    %1 = stream.timepoint.immediate => !stream.timepoint
    %2 = stream.timepoint.join max(%t, %1) => !stream.timepoint
    %3 = stream.timepoint.export %2 => (!hal.fence)
    "some.end"(%3) : (!hal.fence) -> ()
  }) : (!hal.buffer_view) -> i32
  util.return %0 : i32
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      builtin.module {
        %0 = "some.op"() : () -> !stream.resource<constant>
      }
    }
  }
  util.func public @other(%a: !hal.buffer_view, %t: !hal.fence) -> i32 {
    %0 = "some.op"(%a) ({
      %1 = util.null : !hal.fence
      %fence = hal.fence.join at([%t, %1]) flags("None") -> !hal.fence
      "some.end"(%fence) : (!hal.fence) -> ()
    }) : (!hal.buffer_view) -> i32
    util.return %0 : i32
  }
}
