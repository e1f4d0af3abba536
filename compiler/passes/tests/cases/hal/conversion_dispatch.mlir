// opt --iree-hal-conversion: bindings in and beside the table, with a region that counts workgroups
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.global private @kept : !stream.resource<constant>
  hal.executable private @ex {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, Indirect>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        %c64 = arith.constant 64 : index
        %x = arith.ceildivui %w, %c64 : index
        hal.return %x, %c1, %w : index, index, index
      }
      builtin.module {
      }
    }
  }
  util.func public @f(%r: !stream.resource<transient>) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %k = util.global.load immutable @kept : !stream.resource<constant>
    %0 = stream.cmd.execute with(%k as %a: !stream.resource<constant>{%c64}, %r as %b: !stream.resource<transient>{%c64}) {
      stream.cmd.dispatch @ex::@v::@k[%c64](%c7 : i32) {
        ro %a[%c0 for %c64] : !stream.resource<constant>{%c64},
        wo %b[%c0 for %c64] : !stream.resource<transient>{%c64}
      }
    } => !stream.timepoint
    util.return %0 : !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, Indirect>]>
module {
  util.global private @gpu = #device_target_vulkan
  util.global private @kept : !hal.buffer
  hal.executable private @ex {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  util.func public @f(%r: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : i32
    %c64 = arith.constant 64 : index
    %k = util.global.load immutable @kept : !hal.buffer
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      %device = hal.command_buffer.device<%cmd : !hal.command_buffer> : !hal.device
      %exe = hal.executable.lookup device(%device : !hal.device) executable(@ex) : !hal.executable
      %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@k) : i64
      %c1_2 = arith.constant 1 : index
      %c64_3 = arith.constant 64 : index
      %x = arith.ceildivui %c64, %c64_3 : index
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%x, %c1_2, %c64]) constants([%c7]) bindings([
        (%k : !hal.buffer)[%c0, %c64], 
        (%c0_1 : index)[%c0, %c64]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%r : !hal.buffer)[%c0_0, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: one of several variants, one with a condition, and no region that counts
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  hal.executable private @ex {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
        hal.return %v : i1
      }
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
    }
    hal.executable.variant public @w target(<"vulkan-spirv", "vulkan-spirv-bda-v1">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
    }
  }
  util.func public @f(%r: !stream.resource<transient>) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %0 = stream.cmd.execute with(%r as %b: !stream.resource<transient>{%c64}) {
      stream.cmd.dispatch {@ex::@v::@k, @ex::@w::@k} {
        wo %b[%c0 for %c64] : !stream.resource<transient>{%c64}
      }
    } => !stream.timepoint
    util.return %0 : !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_bda_v1 = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-bda-v1">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @ex {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
        hal.return %v : i1
      }
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
    hal.executable.variant public @w target(#executable_target_vulkan_spirv_bda_v1) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%r: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      %device = hal.command_buffer.device<%cmd : !hal.command_buffer> : !hal.device
      %ok, %value = hal.device.query<%device : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
      %2 = scf.execute_region -> i1 {
        %ok_6, %v = hal.device.query<%device : !hal.device> key("a" :: "b") : i1, i1 = false
        scf.yield %v : i1
      }
      %3 = arith.andi %value, %2 : i1
      %ok_2, %value_3 = hal.device.query<%device : !hal.device> key("hal.executable.format" :: "vulkan-spirv-bda-v1") : i1, i1 = false
      %c-1 = arith.constant -1 : index
      %c1_4 = arith.constant 1 : index
      %4 = arith.select %value_3, %c1_4, %c-1 : index
      %c0_5 = arith.constant 0 : index
      %5 = arith.select %3, %c0_5, %4 : index
      scf.index_switch %5 
      case 0 {
        %exe = hal.executable.lookup device(%device : !hal.device) executable(@ex) : !hal.executable
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@k) : i64
        %c1_6 = arith.constant 1 : index
        hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%c1_6, %c1_6, %c1_6]) bindings([
          (%r : !hal.buffer)[%c0, %c64]
        ]) flags("None")
        scf.yield
      }
      case 1 {
        %exe = hal.executable.lookup device(%device : !hal.device) executable(@ex) : !hal.executable
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@w::@k) : i64
        %c1_6 = arith.constant 1 : index
        hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%c1_6, %c1_6, %c1_6]) bindings([
          (%r : !hal.buffer)[%c0, %c64]
        ]) flags("None")
        scf.yield
      }
      default {
      }
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%r : !hal.buffer)[%c0_0, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: exports that stand in for each other
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  hal.executable private @ex {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @third ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c3 = arith.constant 3 : index
        hal.return %c3, %w, %w : index, index, index
      }
      hal.executable.export public @second ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) condition(%d: !hal.device, %w: index) -> i1 {
        %c5 = arith.constant 5 : index
        %0 = arith.cmpi eq, %w, %c5 : index
        hal.return %0 : i1
      } fallback(@third) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c2 = arith.constant 2 : index
        hal.return %c2, %w, %w : index, index, index
      }
      hal.executable.export public @first ordinal(2) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) condition(%d: !hal.device, %w: index) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
        hal.return %v : i1
      } fallback(@second) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %w, %w : index, index, index
      }
    }
  }
  util.func public @f(%r: !stream.resource<transient>) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %0 = stream.cmd.execute once with(%r as %b: !stream.resource<transient>{%c64}) {
      stream.cmd.dispatch @ex::@v::@first[%c64] {
        wo %b[%c0 for %c64] : !stream.resource<transient>{%c64}
      }
    } => !stream.timepoint
    util.return %0 : !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @ex {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @third ordinal(0) layout(#pipeline_layout)
      hal.executable.export public @second ordinal(1) layout(#pipeline_layout)
      hal.executable.export public @first ordinal(2) layout(#pipeline_layout)
    }
  }
  util.func public @f(%r: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%c-1_i64) : !hal.command_buffer
    %device = hal.command_buffer.device<%cmd : !hal.command_buffer> : !hal.device
    %exe = hal.executable.lookup device(%device : !hal.device) executable(@ex) : !hal.executable
    %ok, %v = hal.device.query<%device : !hal.device> key("a" :: "b") : i1, i1 = false
    %0:4 = scf.if %v -> (i64, index, index, index) {
      %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@first) : i64
      %c1 = arith.constant 1 : index
      scf.yield %function_id, %c1, %c64, %c64 : i64, index, index, index
    } else {
      %c5 = arith.constant 5 : index
      %2 = arith.cmpi eq, %c64, %c5 : index
      %3:4 = scf.if %2 -> (i64, index, index, index) {
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@second) : i64
        %c2 = arith.constant 2 : index
        scf.yield %function_id, %c2, %c64, %c64 : i64, index, index, index
      } else {
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@third) : i64
        %c3 = arith.constant 3 : index
        scf.yield %function_id, %c3, %c64, %c64 : i64, index, index, index
      }
      scf.yield %3#0, %3#1, %3#2, %3#3 : i64, index, index, index
    }
    hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%0#0] workgroups([%0#1, %0#2, %0#3]) bindings([
      (%r : !hal.buffer)[%c0, %c64]
    ]) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: how many workgroups
hal.executable private @ex {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>) count(%d: !hal.device, %w: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %w, %c1, %c1 : index, index, index
    }
  }
}
util.func public @f(%d: !hal.device, %w: index) -> (index, index, index) {
  %x, %y, %z = hal.executable.calculate_workgroups device(%d : !hal.device) target(@ex::@v::@k) workload([%w]) : index, index, index
  util.return %x, %y, %z : index, index, index
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @ex {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%d: !hal.device, %w: index) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    util.return %w, %c1, %c1 : index, index, index
  }
}

// -----

// opt --iree-hal-conversion: an export that is not there
util.func public @f(%r: !stream.resource<transient>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute once with(%r as %b: !stream.resource<transient>{%c64}) {
    stream.cmd.dispatch @ex::@v::@k[%c64] {
// error@5: stream.cmd.dispatch cannot be converted to hal: expected the export @ex::@v::@k, found none
      wo %b[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
