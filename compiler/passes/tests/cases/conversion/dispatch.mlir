// opt --iree-hal-conversion: a device is asked which variant it takes
#layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer>, #hal.pipeline.binding<storage_buffer, Indirect>]>
hal.executable private @x {
  hal.executable.variant public @a target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.condition(%device: !hal.device) -> i1 {
      %ok, %value = hal.device.query<%device : !hal.device> key("some" :: "feature") : i1, i1
      cf.cond_br %ok, ^bb1, ^bb2
    ^bb1:
      hal.return %value : i1
    ^bb2:
      hal.return %ok : i1
    }
    hal.executable.export public @k ordinal(0) layout(#layout) count(%device: !hal.device, %x: index, %y: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      %0 = arith.muli %x, %y : index
      hal.return %0, %c1, %y : index, index, index
    }
  }
  hal.executable.variant public @b target(<"vulkan-spirv", "vulkan-spirv-bda-v1">) {
    hal.executable.export public @k ordinal(0) layout(#layout) count(%device: !hal.device, %x: index, %y: index) -> (index, index, index) {
      hal.return %y, %x, %x : index, index, index
    }
  }
}
util.global private @gpu : !hal.device
util.global private @fixed : !stream.resource<constant>
util.func public @f(%a: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c4_i32 = arith.constant 4 : i32
  %c5_i32 = arith.constant 5 : i32
  %fixed = util.global.load immutable @fixed : !stream.resource<constant>
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%fixed as %x: !stream.resource<constant>{%c64}, %a as %y: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch {@x::@a::@k, @x::@b::@k}[%c64, %c0](%c4_i32, %c5_i32 : i32, i32) {
      ro %x[%c0 for %c64] : !stream.resource<constant>{%c64},
      wo %y[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
#executable_target_vulkan_spirv_bda_v1 = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-bda-v1">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer>, #hal.pipeline.binding<storage_buffer, Indirect>]>
module {
  hal.executable private @x {
    hal.executable.variant public @a target(#executable_target_vulkan_spirv_fb) {
      hal.executable.condition(%device: !hal.device) -> i1 {
        %ok, %value = hal.device.query<%device : !hal.device> key("some" :: "feature") : i1, i1
        cf.cond_br %ok, ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        hal.return %value : i1
      ^bb2:  // pred: ^bb0
        hal.return %ok : i1
      }
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
    hal.executable.variant public @b target(#executable_target_vulkan_spirv_bda_v1) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.global private @gpu : !hal.device
  util.global private @fixed : !hal.buffer
  util.func public @f(%a: !hal.buffer) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c4_i32 = arith.constant 4 : i32
    %c5_i32 = arith.constant 5 : i32
    %fixed = util.global.load immutable @fixed : !hal.buffer
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
        %ok_6, %value_7 = hal.device.query<%device : !hal.device> key("some" :: "feature") : i1, i1
        cf.cond_br %ok_6, ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        scf.yield %value_7 : i1
      ^bb2:  // pred: ^bb0
        scf.yield %ok_6 : i1
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
        %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@a::@k) : i64
        %c1_6 = arith.constant 1 : index
        %6 = arith.muli %c64, %c0 : index
        hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%6, %c1_6, %c0]) constants([%c4_i32, %c5_i32]) bindings([
          (%fixed : !hal.buffer)[%c0, %c64], 
          (%c0_0 : index)[%c0, %c64]
        ]) flags("None")
        scf.yield
      }
      case 1 {
        %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@b::@k) : i64
        hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%c0, %c64, %c64]) constants([%c4_i32, %c5_i32]) bindings([
          (%fixed : !hal.buffer)[%c0, %c64], 
          (%c0_0 : index)[%c0, %c64]
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
      (%a : !hal.buffer)[%c0_1, %c64]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: an export with a condition gives way to its fallback; a layout that is not indirect takes buffers
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @first ordinal(0) layout(#layout) condition(%device: !hal.device, %w: index) -> i1 {
      %c0 = arith.constant 0 : index
      %0 = arith.cmpi eq, %w, %c0 : index
      hal.return %0 : i1
    } fallback(@second) count(%device: !hal.device, %w: index) -> (index, index, index) {
      %c100 = arith.constant 100 : index
      hal.return %w, %c100, %c100 : index, index, index
    }
    hal.executable.export public @second ordinal(1) layout(#layout) condition(%device: !hal.device, %w: index) -> i1 {
      %ok, %value = hal.device.query<%device : !hal.device> key("some" :: "feature") : i1, i1
      hal.return %value : i1
    } fallback(@third) count(%device: !hal.device, %w: index) -> (index, index, index) {
      hal.return %w, %w, %w : index, index, index
    }
    hal.executable.export public @third ordinal(2) layout(#layout) count(%device: !hal.device, %w: index) -> (index, index, index) {
      %c3 = arith.constant 3 : index
      hal.return %c3, %c3, %c3 : index, index, index
    }
  }
}
util.global private @gpu : !hal.device
util.global private @w : index
util.func public @f(%a: !stream.resource<external>) -> !stream.timepoint {
  %w = util.global.load immutable @w : index
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @x::@v::@first[%w] {
      rw %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @first ordinal(0) layout(#pipeline_layout)
      hal.executable.export public @second ordinal(1) layout(#pipeline_layout)
      hal.executable.export public @third ordinal(2) layout(#pipeline_layout)
    }
  }
  util.global private @gpu : !hal.device
  util.global private @w : index
  util.func public @f(%a: !hal.buffer) -> !hal.fence {
    %w = util.global.load immutable @w : index
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
      %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
      %c0_2 = arith.constant 0 : index
      %2 = arith.cmpi eq, %w, %c0_2 : index
      %3:4 = scf.if %2 -> (i64, index, index, index) {
        %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@first) : i64
        %c100 = arith.constant 100 : index
        scf.yield %function_id, %w, %c100, %c100 : i64, index, index, index
      } else {
        %ok, %value = hal.device.query<%device : !hal.device> key("some" :: "feature") : i1, i1
        %4:4 = scf.if %value -> (i64, index, index, index) {
          %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@second) : i64
          scf.yield %function_id, %w, %w, %w : i64, index, index, index
        } else {
          %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@third) : i64
          %c3 = arith.constant 3 : index
          scf.yield %function_id, %c3, %c3, %c3 : i64, index, index, index
        }
        scf.yield %4#0, %4#1, %4#2, %4#3 : i64, index, index, index
      }
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%3#0] workgroups([%3#1, %3#2, %3#3]) bindings([
        (%a : !hal.buffer)[%c0, %c64]
      ]) flags("None")
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

// -----

// opt --iree-hal-conversion: what a region of an export holds is converted where it is copied to
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>) count(%device: !hal.device, %w: index) -> (index, index, index) {
      %0, %1 = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
      %2 = arith.index_cast %1 : i64 to index
      %3 = util.cmp.eq %0, %device : !hal.device
      %4 = scf.if %3 -> (index) {
        scf.yield %2 : index
      } else {
        scf.yield %w : index
      }
      hal.return %4, %2, %w : index, index, index
    }
  }
}
util.global private @gpu : !hal.device
util.func public @f(%device: !hal.device, %w: index) -> (index, index, index) {
  %0:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%w]) : index, index, index
  util.return %0#0, %0#1, %0#2 : index, index, index
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.global private @gpu : !hal.device
  util.func public @f(%device: !hal.device, %w: index) -> (index, index, index) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = arith.index_cast %c-1_i64 : i64 to index
    %1 = util.cmp.eq %gpu, %device : !hal.device
    %2 = scf.if %1 -> (index) {
      scf.yield %0 : index
    } else {
      scf.yield %w : index
    }
    util.return %2, %0, %w : index, index, index
  }
}

// -----

// opt --iree-hal-conversion: without a region there is a workgroup for each element of the workload
// unlike iree-opt: it leaves sums that later passes fold
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.func public @f(%device: !hal.device, %a: index, %b: index, %c: index, %d: index) -> (index, index, index, index, index, index, index) {
  %0:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%a, %b]) : index, index, index
  %1:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%a, %b, %c]) : index, index, index
  %2:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%a, %b, %c, %d]) : index, index, index
  %3:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) : index, index, index
  util.return %0#0, %0#1, %0#2, %1#2, %2#0, %2#1, %3#0 : index, index, index, index, index, index, index
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%device: !hal.device, %a: index, %b: index, %c: index, %d: index) -> (index, index, index, index, index, index, index) {
    %c1 = arith.constant 1 : index
    %0 = arith.muli %a, %b : index
    %1 = arith.muli %0, %c : index
    %2 = arith.muli %1, %d : index
    %c1_0 = arith.constant 1 : index
    %c1_1 = arith.constant 1 : index
    %c1_2 = arith.constant 1 : index
    %c1_3 = arith.constant 1 : index
    %c1_4 = arith.constant 1 : index
    util.return %a, %b, %c1, %c, %2, %c1_0, %c1_2 : index, index, index, index, index, index, index
  }
}

// -----

// opt --iree-hal-conversion: an entry point that is not there
util.global private @gpu : !hal.device
util.func public @f(%a: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @x::@v::@k {
// error@5: cannot convert stream.cmd.dispatch: expected an export called @x::@v::@k, found none
      rw %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: a layout that has other bindings than the dispatch
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>, #hal.pipeline.binding<storage_buffer>]>)
  }
}
util.global private @gpu : !hal.device
util.func public @f(%a: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @x::@v::@k {
// error@5: cannot convert stream.cmd.dispatch: expected 2 resources, one for each binding of its export's layout, found 1
      rw %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: an export that asks for more workload than there is
// unlike iree-opt: it leaves values that nothing defines
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>) count(%device: !hal.device, %x: index, %y: index) -> (index, index, index) {
      hal.return %x, %y, %x : index, index, index
    }
  }
}
util.func public @f(%device: !hal.device, %w: index) -> index {
  %0:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%w]) : index, index, index
// error@10: cannot convert hal.executable.calculate_workgroups: expected a workload of at least 2 values, which the region `count` of @k uses, found 1; give the dispatch the rest, or let the region do without
  util.return %0#0 : index
}

// -----

// opt --iree-hal-conversion: fallbacks that lead back
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @a ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) condition(%device: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@b)
    hal.executable.export public @b ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) condition(%device: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@a)
  }
}
util.global private @gpu : !hal.device
util.func public @f(%a: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @x::@v::@a {
// error@5: cannot convert stream.cmd.dispatch: the fallbacks of @x::@v::@a have no end
      rw %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: an export that asks for its own grid
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>) count(%device: !hal.device, %w: index) -> (index, index, index) {
      %0:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%w]) : index, index, index
      hal.return %0#0, %0#1, %0#2 : index, index, index
    }
  }
}
util.func public @f(%device: !hal.device, %w: index) -> index {
  %0:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%w]) : index, index, index
// error@10: cannot convert hal.executable.calculate_workgroups: expected the region `count` of @k to get along with its arguments, found that it asks for the grid of an export, which may lead back to it
  util.return %0#0 : index
}
