// opt --iree-hal-conversion: a fill or copy alone is one of the queue
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%r: !stream.resource<transient>, %s: !stream.resource<external>, %n: index, %v: i32, %t: !stream.timepoint) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %0 = stream.cmd.execute await(%t) => with(%r as %a: !stream.resource<transient>{%n}) {
      stream.cmd.fill %v, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%n}
      stream.cmd.flush %a[%c0 for %c64] : !stream.resource<transient>{%n}
    } => !stream.timepoint
    %1 = stream.cmd.execute on(#hal.device.affinity<@gpu, [1]>) await(%0) => with(%r as %a: !stream.resource<transient>{%n}, %s as %b: !stream.resource<external>{%n}) {
      stream.cmd.copy %a[%c0], %b[%c64], %c64 : !stream.resource<transient>{%n} -> !stream.resource<external>{%n}
    } => !stream.timepoint
    util.return %1 : !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%r: !hal.buffer, %s: !hal.buffer, %n: index, %v: i32, %t: !hal.fence) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.fill<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) target(%r : !hal.buffer)[%c0] length(%c64) pattern(%v : i32) flags("None")
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c2_i64 = arith.constant 2 : i64
    %fence_1 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.copy<%gpu_0 : !hal.device> affinity(%c2_i64) wait(%fence) signal(%fence_1) source(%r : !hal.buffer)[%c0] target(%s : !hal.buffer)[%c64] length(%c64) flags("None")
    util.return %fence_1 : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: command buffers that are kept, used once, or depend on values
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.global private @kept : !stream.resource<constant>
  util.func public @f(%r: !stream.resource<transient>, %n: index, %v: i32) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %k = util.global.load immutable @kept : !stream.resource<constant>
    %0 = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%c128}, %k as %b: !stream.resource<constant>{%c64}) {
      stream.cmd.copy %b[%c0], %a[%c64], %c64 : !stream.resource<constant>{%c64} -> !stream.resource<transient>{%c128}
      stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
      stream.cmd.discard %a[%c0 for %c64] : !stream.resource<transient>{%c128}
    } => !stream.timepoint
    %1 = stream.cmd.execute once await(%0) => with(%r as %a: !stream.resource<transient>{%c128}) {
      stream.cmd.concurrent {
        stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
        stream.cmd.serial {
          stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
          stream.cmd.fill %c7, %a[%c64 for %c64] : i32 -> !stream.resource<transient>{%c128}
        }
      }
      stream.cmd.invalidate %a[%c0 for %c64] : !stream.resource<transient>{%c128}
    } => !stream.timepoint
    %w = arith.addi %v, %v : i32
    %2 = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%c128}) {
      stream.cmd.fill %w, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
      stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
    } => !stream.timepoint
    %3 = stream.cmd.execute with(%k as %a: !stream.resource<constant>{%c64}) {
      stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<constant>{%c64}
      stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<constant>{%c64}
    } => !stream.timepoint
    util.return %0, %1, %2, %3 : !stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.global private @kept : !hal.buffer
  util.func public @f(%r: !hal.buffer, %n: index, %v: i32) -> (!hal.fence, !hal.fence, !hal.fence, !hal.fence) {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %k = util.global.load immutable @kept : !hal.buffer
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd_13 = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories(Transfer) affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      hal.command_buffer.copy_buffer<%cmd_13 : !hal.command_buffer> source(%k : !hal.buffer)[%c0] target(%c0_1 : index)[%c64] length(%c64) flags("None")
      hal.command_buffer.execution_barrier<%cmd_13 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.fill_buffer<%cmd_13 : !hal.command_buffer> target(%c0_1 : index)[%c0, %c64] pattern(%c7 : i32) flags("None")
      hal.command_buffer.execution_barrier<%cmd_13 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.execution_barrier<%cmd_13 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd_13 : !hal.command_buffer>
      hal.return %cmd_13 : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%r : !hal.buffer)[%c0_0, %c128]
    ]) flags("None")
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu_2 : !hal.device) mode(OneShot) categories(Transfer) affinity(%c-1_i64_3) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%r : !hal.buffer)[%c64, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %fence_4 = hal.fence.create device(%gpu_2 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%fence) signal(%fence_4) commands(%cmd) flags("None")
    %w = arith.addi %v, %v : i32
    %gpu_5 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_6 = arith.constant -1 : i64
    %cmd_7 = hal.command_buffer.create device(%gpu_5 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64_6) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd_7 : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%w : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd_7 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd_7 : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd_7 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd_7 : !hal.command_buffer>
    %2 = util.null : !hal.fence
    %fence_8 = hal.fence.create device(%gpu_5 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_5 : !hal.device> affinity(%c-1_i64_6) wait(%2) signal(%fence_8) commands(%cmd_7) flags("None")
    %gpu_9 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_10 = arith.constant -1 : i64
    %cmd_11 = hal.command_buffer.create device(%gpu_9 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64_10) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd_11 : !hal.command_buffer> target(%k : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd_11 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd_11 : !hal.command_buffer> target(%k : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd_11 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd_11 : !hal.command_buffer>
    %3 = util.null : !hal.fence
    %fence_12 = hal.fence.create device(%gpu_9 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_9 : !hal.device> affinity(%c-1_i64_10) wait(%3) signal(%fence_12) commands(%cmd_11) flags("None")
    util.return %fence, %fence_4, %fence_8, %fence_12 : !hal.fence, !hal.fence, !hal.fence, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion --iree-hal-indirect-command-buffers=false: no binding tables
util.func public @f(%r: !stream.resource<transient>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%c64}) {
    stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c64}
    stream.cmd.fill %c7, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.func public @f(%r: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %c0_0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0_0 : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%device_0 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%r : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%device_0 : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion --iree-hal-force-indirect-command-buffers: binding tables with other values, too
util.func public @f(%r: !stream.resource<transient>, %v: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%c64}) {
    stream.cmd.fill %v, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c64}
    stream.cmd.fill %v, %a[%c0 for %c64] : i32 -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.func public @f(%r: !hal.buffer, %v: i32) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c0_0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0_0 : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_1 = arith.constant 0 : index
    %c0_2 = arith.constant 0 : index
    %0 = hal.device.memoize<%device_0 : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%device_0 : !hal.device) mode("None") categories(Transfer) affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%c0_2 : index)[%c0, %c64] pattern(%v : i32) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%c0_2 : index)[%c0, %c64] pattern(%v : i32) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%device_0 : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%r : !hal.buffer)[%c0_1, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: collectives and calls
util.func public @f(%r: !stream.resource<transient>, %s: !stream.resource<transient>, %ch: !stream.channel, %v: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute with(%r as %a: !stream.resource<transient>{%c64}, %s as %b: !stream.resource<transient>{%c64}) {
    stream.cmd.collective<all_reduce with sum : f32>[%c64] channel(%ch) {
      ro %a[%c0 for %c64] : !stream.resource<transient>{%c64},
      wo %b[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
    stream.cmd.collective<send : si8>[%c64] channel(%ch) param(%c7 : i32) {
      ro %a[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
    stream.cmd.collective<recv : si8>[%c64] channel(%ch) param(%c7 : i32) {
      wo %a[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
    stream.cmd.call @ext(ro %a[%c0 for %c64], %c7, rw %b[%c0 for %c64]) : (!stream.resource<transient>{%c64}, i32, !stream.resource<transient>{%c64}) -> ()
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
stream.cmd.func private @ext(%a[%b for %c]: !stream.resource<*>, %d: i32, %e[%g for %h]: !stream.resource<*>)
// =====
module {
  util.func public @f(%r: !hal.buffer, %s: !hal.buffer, %ch: !hal.channel, %v: i32) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %c0_0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0_0 : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_1 = arith.constant 0 : index
    %c0_2 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = hal.device.memoize<%device_0 : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c2 = arith.constant 2 : index
      %cmd = hal.command_buffer.create device(%device_0 : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64) bindings(%c2) : !hal.command_buffer
      hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%ch : !hal.channel) op(<all_reduce with sum : f32>) send(%c0_2 : index)[%c0, %c64] recv(%c1 : index)[%c0, %c64] count(%c64)
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%ch : !hal.channel) op(<send : si8>) param(%c7 : i32) send(%c0_2 : index)[%c0, %c64] count(%c64)
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%ch : !hal.channel) op(<recv : si8>) param(%c7 : i32) recv(%c0_2 : index)[%c0, %c64] count(%c64)
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      %2 = util.null : !hal.buffer
      %3 = util.null : !hal.buffer
      util.call @ext(%cmd, %c0_2, %2, %c0, %c64, %c7, %c1, %3, %c0, %c64) : (!hal.command_buffer, index, !hal.buffer, index, index, i32, index, !hal.buffer, index, index) -> ()
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%device_0 : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%r : !hal.buffer)[%c0_1, %c64], 
      (%s : !hal.buffer)[%c0_1, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
  util.func private @ext(%arg0: !hal.command_buffer, %arg1: index, %arg2: !hal.buffer, %arg3: index, %arg4: index, %arg5: i32, %arg6: index, %arg7: !hal.buffer, %arg8: index, %arg9: index)
}

// -----

// opt --iree-hal-conversion: parameters
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%s: !util.buffer, %k: !util.buffer, %o: i64, %n: index, %t: !stream.timepoint) -> (!stream.resource<constant>, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %0:2, %t0 = stream.cmd.parameter.load await(%t) => {
      %s::%k[%o] : !stream.resource<constant>{%n},
      %s::%k[%o] : !stream.resource<constant>{%n}
    } => !stream.timepoint
    %t1 = stream.cmd.parameter.read await(%t0) => %k[%o] -> %0#0[%c0 for %n] : !stream.resource<constant>{%n} => !stream.timepoint
    %t2 = stream.cmd.parameter.write await(%t1) => %0#0[%c0 for %n] : !stream.resource<constant>{%n} -> %s::%k[%o] => !stream.timepoint
    %t3 = stream.cmd.parameter.gather await(%t2) => {
      %s::%k[%o] -> %0#1[%c0 for %n] : !stream.resource<constant>{%n},
      %s::%k[%o] -> %0#1[%n for %n] : !stream.resource<constant>{%n}
    } => !stream.timepoint
    %t4 = stream.cmd.parameter.scatter await(%t3) => {
      %0#1[%c0 for %n] : !stream.resource<constant>{%n} -> %s::%k[%o]
    } => !stream.timepoint
    util.return %0#0, %t4 : !stream.resource<constant>, !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%s: !util.buffer, %k: !util.buffer, %o: i64, %n: index, %t: !hal.fence) -> (!hal.buffer, !hal.fence) {
    %c0 = arith.constant 0 : index
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(constant) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %0:2 = io_parameters.load<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) type(%memory_types) usage(%buffer_usage) {
      %s::%k[%o] : !hal.buffer{%n},
      %s::%k[%o] : !hal.buffer{%n}
    }
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %fence_2 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    io_parameters.gather<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%fence_2) {
      %k[%o] -> %0#0[%c0 for %n] : !hal.buffer
    }
    %gpu_3 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_4 = arith.constant -1 : i64
    %fence_5 = hal.fence.create device(%gpu_3 : !hal.device) flags("None") : !hal.fence
    io_parameters.scatter<%gpu_3 : !hal.device> affinity(%c-1_i64_4) wait(%fence_2) signal(%fence_5) {
      %0#0[%c0 for %n] : !hal.buffer -> %s::%k[%o]
    }
    %gpu_6 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_7 = arith.constant -1 : i64
    %fence_8 = hal.fence.create device(%gpu_6 : !hal.device) flags("None") : !hal.fence
    io_parameters.gather<%gpu_6 : !hal.device> affinity(%c-1_i64_7) wait(%fence_5) signal(%fence_8) {
      %s::%k[%o] -> %0#1[%c0 for %n] : !hal.buffer,
      %s::%k[%o] -> %0#1[%n for %n] : !hal.buffer
    }
    %gpu_9 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_10 = arith.constant -1 : i64
    %fence_11 = hal.fence.create device(%gpu_9 : !hal.device) flags("None") : !hal.fence
    io_parameters.scatter<%gpu_9 : !hal.device> affinity(%c-1_i64_10) wait(%fence_8) signal(%fence_11) {
      %0#1[%c0 for %n] : !hal.buffer -> %s::%k[%o]
    }
    util.return %0#0, %fence_11 : !hal.buffer, !hal.fence
  }
}
