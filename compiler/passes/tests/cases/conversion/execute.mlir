// opt --iree-hal-conversion: a dispatch whose buffers differ each time is recorded once, with a binding table
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %t: !stream.timepoint) -> (!stream.resource<external>, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %k = arith.constant 5 : i32
    %out, %ta = stream.resource.alloca uninitialized await(%t) => !stream.resource<external>{%c64} => !stream.timepoint
    %te = stream.cmd.execute await(%ta) => with(%in as %a: !stream.resource<external>{%c64}, %out as %b: !stream.resource<external>{%c64}) {
      stream.cmd.dispatch @x::@v::@k[%c64](%k : i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c64},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c64}
      }
    } => !stream.timepoint
    util.return %out, %te : !stream.resource<external>, !stream.timepoint
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%in: !hal.buffer, %t: !hal.fence) -> (!hal.buffer, !hal.fence) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %k = arith.constant 5 : i32
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%c64}
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %c0_2 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c0_3 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu_0 : !hal.device> affinity(%c-1_i64_1) -> !hal.command_buffer {
      %c2 = arith.constant 2 : index
      %cmd = hal.command_buffer.create device(%gpu_0 : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64_1) bindings(%c2) : !hal.command_buffer
      %device = hal.command_buffer.device<%cmd : !hal.command_buffer> : !hal.device
      %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
      %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@k) : i64
      %c1_5 = arith.constant 1 : index
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%c64, %c1_5, %c1_5]) constants([%k]) bindings([
        (%c0_2 : index)[%c0, %c64], 
        (%c1 : index)[%c0, %c64]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %fence_4 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%fence_4) commands(%0) bindings([
      (%in : !hal.buffer)[%c0_3, %c64], 
      (%transient_buffer : !hal.buffer)[%c0_3, %c64]
    ]) flags("None")
    util.return %transient_buffer, %fence_4 : !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: a single fill is a queue operation; nobody waits for an unused timepoint
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu : !hal.device
  util.func public @f(%in: !stream.resource<transient>, %n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i32
    %unused = stream.cmd.execute once with(%in as %a: !stream.resource<transient>{%n}) {
      stream.cmd.invalidate %a[%c0 for %n] : !stream.resource<transient>{%n}
      stream.cmd.fill %z, %a[%c0 for %n] : i32 -> !stream.resource<transient>{%n}
      stream.cmd.flush %a[%c0 for %n] : !stream.resource<transient>{%n}
    } => !stream.timepoint
    %t = stream.cmd.execute once await(%unused) => with(%in as %a: !stream.resource<transient>{%n}) {
      stream.cmd.copy %a[%c0], %a[%n], %n : !stream.resource<transient>{%n} -> !stream.resource<transient>{%n}
    } => !stream.timepoint
    %last = stream.cmd.execute once await(%t) => with(%in as %a: !stream.resource<transient>{%n}) {
      stream.cmd.fill %z, %a[%c0 for %n] : i32 -> !stream.resource<transient>{%n}
    } => !stream.timepoint
    util.return %t : !stream.timepoint
  }
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @f(%in: !hal.buffer, %n: index) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.fill<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) target(%in : !hal.buffer)[%c0] length(%n) pattern(%z : i32) flags("None")
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %fence_2 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.copy<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%fence_2) source(%in : !hal.buffer)[%c0] target(%in : !hal.buffer)[%n] length(%n) flags("None")
    %gpu_3 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_4 = arith.constant -1 : i64
    %1 = util.null : !hal.fence
    hal.device.queue.fill<%gpu_3 : !hal.device> affinity(%c-1_i64_4) wait(%fence_2) signal(%1) target(%in : !hal.buffer)[%c0] length(%n) pattern(%z : i32) flags("None")
    util.return %fence_2 : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: an operation that nothing converts
util.func public @f(%t: !stream.timepoint) -> !stream.timepoint {
  %0 = stream.cmd.execute await(%t) => with() {
    stream.cmd.concurrent {
    }
  } => !stream.timepoint
  %1 = "some.op"(%0) : (!stream.timepoint) -> !stream.timepoint
// error@8: cannot convert some.op: nothing converts it, and !stream.timepoint goes away
  util.return %1 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: recorded each time, as it depends on a size, is to run once, or has nothing that changes
util.global private @gpu : !hal.device
util.global private @fixed : !stream.resource<constant>
util.global private mutable @n : index
util.func public @size(%a: !stream.resource<transient>, %n: index, %t: !stream.timepoint) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c7_i8 = arith.constant 7 : i8
  %fixed = util.global.load immutable @fixed : !stream.resource<constant>
  %mutable = util.global.load @n : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) await(%t) => with(%a as %x: !stream.resource<transient>{%n}) {
    stream.cmd.fill %c7_i8, %x[%c0 for %c64] : i8 -> !stream.resource<transient>{%n}
    stream.cmd.fill %c7_i8, %x[%c64 for %c64] : i8 -> !stream.resource<transient>{%n}
  } => !stream.timepoint
  %1 = stream.cmd.execute once on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%c64}) {
    stream.cmd.fill %c7_i8, %x[%c0 for %c0] : i8 -> !stream.resource<transient>{%c64}
    stream.cmd.fill %c7_i8, %x[%c0 for %c64] : i8 -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  %2 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%fixed as %x: !stream.resource<constant>{%c64}) {
    stream.cmd.copy %x[%c0], %x[%c64], %c64 : !stream.resource<constant>{%c64} -> !stream.resource<constant>{%c64}
    stream.cmd.copy %x[%c0], %x[%c64], %c64 : !stream.resource<constant>{%c64} -> !stream.resource<constant>{%c64}
  } => !stream.timepoint
  %3 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%c64}) {
    stream.cmd.concurrent {
      stream.cmd.fill %c7_i8, %x[%c0 for %mutable] : i8 -> !stream.resource<transient>{%c64}
    }
  } => !stream.timepoint
  util.return %0, %1, %2, %3 : !stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.global private @fixed : !hal.buffer
  util.global private mutable @n : index
  util.func public @size(%a: !hal.buffer, %n: index, %t: !hal.fence) -> (!hal.fence, !hal.fence, !hal.fence, !hal.fence) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c7_i8 = arith.constant 7 : i8
    %fixed = util.global.load immutable @fixed : !hal.buffer
    %mutable = util.global.load @n : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode(OneShot) categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c64] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c64, %c64] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) commands(%cmd) flags("None")
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %cmd_2 = hal.command_buffer.create device(%gpu_0 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64_1) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd_2 : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c0] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd_2 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd_2 : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c64] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd_2 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd_2 : !hal.command_buffer>
    %0 = util.null : !hal.fence
    %fence_3 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%0) signal(%fence_3) commands(%cmd_2) flags("None")
    %gpu_4 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_5 = arith.constant -1 : i64
    %cmd_6 = hal.command_buffer.create device(%gpu_4 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64_5) : !hal.command_buffer
    hal.command_buffer.copy_buffer<%cmd_6 : !hal.command_buffer> source(%fixed : !hal.buffer)[%c0] target(%fixed : !hal.buffer)[%c64] length(%c64) flags("None")
    hal.command_buffer.execution_barrier<%cmd_6 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.copy_buffer<%cmd_6 : !hal.command_buffer> source(%fixed : !hal.buffer)[%c0] target(%fixed : !hal.buffer)[%c64] length(%c64) flags("None")
    hal.command_buffer.execution_barrier<%cmd_6 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd_6 : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence_7 = hal.fence.create device(%gpu_4 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_4 : !hal.device> affinity(%c-1_i64_5) wait(%1) signal(%fence_7) commands(%cmd_6) flags("None")
    %gpu_8 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_9 = arith.constant -1 : i64
    %cmd_10 = hal.command_buffer.create device(%gpu_8 : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64_9) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd_10 : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %mutable] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd_10 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd_10 : !hal.command_buffer>
    %2 = util.null : !hal.fence
    %fence_11 = hal.fence.create device(%gpu_8 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu_8 : !hal.device> affinity(%c-1_i64_9) wait(%2) signal(%fence_11) commands(%cmd_10) flags("None")
    util.return %fence, %fence_3, %fence_7, %fence_11 : !hal.fence, !hal.fence, !hal.fence, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: recorded once, with slots for what changes and buffers for what does not
util.global private @gpu : !hal.device
util.global private @fixed : !stream.resource<constant>
util.global private @n : index
util.global private mutable @state : !stream.resource<variable>
util.func public @mixed(%a: !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %fixed = util.global.load immutable @fixed : !stream.resource<constant>
  %n = util.global.load immutable @n : index
  %state = util.global.load @state : !stream.resource<variable>
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%n}, %fixed as %y: !stream.resource<constant>{%n}, %state as %z: !stream.resource<variable>{%n}, %a as %w: !stream.resource<transient>{%n}) {
    stream.cmd.concurrent {
      stream.cmd.copy %y[%c0], %x[%c0], %n : !stream.resource<constant>{%n} -> !stream.resource<transient>{%n}
      stream.cmd.copy %w[%c0], %z[%c0], %n : !stream.resource<transient>{%n} -> !stream.resource<variable>{%n}
    }
  } => !stream.timepoint
  util.return
}
// =====
module {
  util.global private @gpu : !hal.device
  util.global private @fixed : !hal.buffer
  util.global private @n : index
  util.global private mutable @state : !hal.buffer
  util.func public @mixed(%a: !hal.buffer) {
    %c0 = arith.constant 0 : index
    %fixed = util.global.load immutable @fixed : !hal.buffer
    %n = util.global.load immutable @n : index
    %state = util.global.load @state : !hal.buffer
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c3 = arith.constant 3 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories(Transfer) affinity(%c-1_i64) bindings(%c3) : !hal.command_buffer
      hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%fixed : !hal.buffer)[%c0] target(%c0_0 : index)[%c0] length(%n) flags("None")
      hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%c2 : index)[%c0] target(%c1 : index)[%c0] length(%n) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %2 = util.null : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%2) commands(%0) bindings([
      (%a : !hal.buffer)[%c0_1, %n], 
      (%state : !hal.buffer)[%c0_1, %n], 
      (%a : !hal.buffer)[%c0_1, %n]
    ]) flags("None")
    util.return
  }
}

// -----

// opt --iree-hal-conversion --iree-hal-indirect-command-buffers=false: recorded each time when that is asked for
util.global private @gpu : !hal.device
util.func public @each_time(%a: !stream.resource<transient>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%c64}) {
    stream.cmd.copy %x[%c0], %x[%c64], %c64 : !stream.resource<transient>{%c64} -> !stream.resource<transient>{%c64}
    stream.cmd.copy %x[%c0], %x[%c64], %c64 : !stream.resource<transient>{%c64} -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @each_time(%a: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%a : !hal.buffer)[%c0] target(%a : !hal.buffer)[%c64] length(%c64) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%a : !hal.buffer)[%c0] target(%a : !hal.buffer)[%c64] length(%c64) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion --iree-hal-force-indirect-command-buffers: recorded once whatever it depends on
util.global private @gpu : !hal.device
util.func public @forced(%a: !stream.resource<transient>, %n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%n}) {
    stream.cmd.copy %x[%c0], %x[%n], %n : !stream.resource<transient>{%n} -> !stream.resource<transient>{%n}
    stream.cmd.copy %x[%c0], %x[%n], %n : !stream.resource<transient>{%n} -> !stream.resource<transient>{%n}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @forced(%a: !hal.buffer, %n: index) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories(Transfer) affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%c0_0 : index)[%c0] target(%c0_0 : index)[%n] length(%n) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%c0_0 : index)[%c0] target(%c0_0 : index)[%n] length(%n) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%a : !hal.buffer)[%c0_1, %n]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: nothing to do is a queue operation, too
util.global private @gpu : !hal.device
util.func public @nothing(%t: !stream.timepoint) -> !stream.timepoint {
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) await(%t) => with() {
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @nothing(%t: !hal.fence) -> !hal.fence {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode(OneShot) categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: a number that a function is given may differ each time, but is let pass when it comes with resources
// unlike iree-opt: it takes the number for a constant, when the function changes its types
util.global private @gpu : !hal.device
util.global private mutable @state : !stream.resource<transient>
util.func public @given(%n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = util.global.load @state : !stream.resource<transient>
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%c64}) {
    stream.cmd.concurrent {
      stream.cmd.copy %x[%c0], %x[%n], %n : !stream.resource<transient>{%c64} -> !stream.resource<transient>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
util.func public @given_with_resources(%a: !stream.resource<transient>, %n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%c64}) {
    stream.cmd.concurrent {
      stream.cmd.copy %x[%c0], %x[%n], %n : !stream.resource<transient>{%c64} -> !stream.resource<transient>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.global private mutable @state : !hal.buffer
  util.func public @given(%n: index) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %a = util.global.load @state : !hal.buffer
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("OneShot|AllowInlineExecution") categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%a : !hal.buffer)[%c0] target(%a : !hal.buffer)[%n] length(%n) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
  util.func public @given_with_resources(%a: !hal.buffer, %n: index) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories(Transfer) affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%c0_0 : index)[%c0] target(%c0_0 : index)[%n] length(%n) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%a : !hal.buffer)[%c0_1, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}
