// opt --iree-hal-dump-executable-benchmarks: a program for each variant, and in it a function for each workload
module {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%d: !hal.device, %x: index, %y: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %x, %y, %c1 : index, index, index
      }
      hal.executable.export public @plain ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      hal.executable.export public @unused ordinal(2) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(<"vulkan-spirv", "other">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    }
  }
  util.func public @f(%in: !stream.resource<external>, %out: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c300 = arith.constant 300 : index
    %k = arith.constant 5 : i32
    %j = arith.constant 6 : i32
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%c300}, %out as %b: !stream.resource<external>{%c300}) {
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c300] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c2, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%j, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c300] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@plain {
        rw %a[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%n, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%m, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
    } => !stream.timepoint
    util.return %te : !stream.timepoint
  }
  util.initializer {
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %a = stream.resource.alloc uninitialized : !stream.resource<external>{%c64}
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %b: !stream.resource<external>{%c64}) {
      stream.cmd.dispatch @x::@v::@plain[%c64] {
        rw %b[%c0 for %c64] : !stream.resource<external>{%c64}
      }
    } => !stream.timepoint
    util.return
  }
}
// =====
module {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%d: !hal.device, %x: index, %y: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %x, %y, %c1 : index, index, index
      }
      hal.executable.export public @plain ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      hal.executable.export public @unused ordinal(2) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  util.global private mutable @x_v_k_64x2_buffer : !hal.buffer
  util.initializer {
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %c768 = arith.constant 768 : index
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity) type(%memory_type) usage(%buffer_usage) : !hal.buffer{%c768}
    util.global.store %buffer, @x_v_k_64x2_buffer : !hal.buffer
    util.return
  }
  util.func public @x_v_k_64x2(%arg0: i32) attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "dispatch"}} {
    %0 = arith.index_cast %arg0 : i32 to index
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%queue_affinity) : !hal.command_buffer
    %c6_i32 = arith.constant 6 : i32
    %x_v_k_64x2_buffer = util.global.load @x_v_k_64x2_buffer : !hal.buffer
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c64 = arith.constant 64 : index
    %c300 = arith.constant 300 : index
    %c2 = arith.constant 2 : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%c64, %c2]) : index, index, index
    %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
    %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@k) : i64
    %c1 = arith.constant 1 : index
    scf.for %arg1 = %c0 to %0 step %c1 {
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%workgroup_x, %workgroup_y, %workgroup_z]) constants([%c6_i32, %c6_i32]) bindings([
        (%x_v_k_64x2_buffer : !hal.buffer)[%c0, %c64], 
        (%x_v_k_64x2_buffer : !hal.buffer)[%c256, %c300]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    }
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%device : !hal.device> affinity(%queue_affinity) wait(%1) signal(%fence) commands(%cmd) flags("None")
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return
  }
  util.global private mutable @x_v_k_2x2_buffer : !hal.buffer
  util.initializer {
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %c512 = arith.constant 512 : index
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity) type(%memory_type) usage(%buffer_usage) : !hal.buffer{%c512}
    util.global.store %buffer, @x_v_k_2x2_buffer : !hal.buffer
    util.return
  }
  util.func public @x_v_k_2x2(%arg0: i32) attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "dispatch"}} {
    %0 = arith.index_cast %arg0 : i32 to index
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%queue_affinity) : !hal.command_buffer
    %c5_i32 = arith.constant 5 : i32
    %c6_i32 = arith.constant 6 : i32
    %x_v_k_2x2_buffer = util.global.load @x_v_k_2x2_buffer : !hal.buffer
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c64 = arith.constant 64 : index
    %c2 = arith.constant 2 : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@k) workload([%c2, %c2]) : index, index, index
    %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
    %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@k) : i64
    %c1 = arith.constant 1 : index
    scf.for %arg1 = %c0 to %0 step %c1 {
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%workgroup_x, %workgroup_y, %workgroup_z]) constants([%c5_i32, %c6_i32]) bindings([
        (%x_v_k_2x2_buffer : !hal.buffer)[%c0, %c64], 
        (%x_v_k_2x2_buffer : !hal.buffer)[%c256, %c64]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    }
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%device : !hal.device> affinity(%queue_affinity) wait(%1) signal(%fence) commands(%cmd) flags("None")
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return
  }
  util.global private mutable @x_v_plain_buffer : !hal.buffer
  util.initializer {
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %c256 = arith.constant 256 : index
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity) type(%memory_type) usage(%buffer_usage) : !hal.buffer{%c256}
    util.global.store %buffer, @x_v_plain_buffer : !hal.buffer
    util.return
  }
  util.func public @x_v_plain(%arg0: i32) attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "dispatch"}} {
    %0 = arith.index_cast %arg0 : i32 to index
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%queue_affinity) : !hal.command_buffer
    %x_v_plain_buffer = util.global.load @x_v_plain_buffer : !hal.buffer
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@plain) : index, index, index
    %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
    %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@plain) : i64
    %c1 = arith.constant 1 : index
    scf.for %arg1 = %c0 to %0 step %c1 {
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%workgroup_x, %workgroup_y, %workgroup_z]) bindings([
        (%x_v_plain_buffer : !hal.buffer)[%c0, %c64]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    }
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%device : !hal.device> affinity(%queue_affinity) wait(%1) signal(%fence) commands(%cmd) flags("None")
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return
  }
  util.global private mutable @x_v_plain_64_buffer : !hal.buffer
  util.initializer {
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %c256 = arith.constant 256 : index
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity) type(%memory_type) usage(%buffer_usage) : !hal.buffer{%c256}
    util.global.store %buffer, @x_v_plain_64_buffer : !hal.buffer
    util.return
  }
  util.func public @x_v_plain_64(%arg0: i32) attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "dispatch"}} {
    %0 = arith.index_cast %arg0 : i32 to index
    %device, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.device, i64
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%queue_affinity) : !hal.command_buffer
    %x_v_plain_64_buffer = util.global.load @x_v_plain_64_buffer : !hal.buffer
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x::@v::@plain) workload([%c64]) : index, index, index
    %exe = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
    %function_id = hal.executable.lookup.function target(%exe : !hal.executable) function(@x::@v::@plain) : i64
    %c1 = arith.constant 1 : index
    scf.for %arg1 = %c0 to %0 step %c1 {
      hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%function_id] workgroups([%workgroup_x, %workgroup_y, %workgroup_z]) bindings([
        (%x_v_plain_64_buffer : !hal.buffer)[%c0, %c64]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    }
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%device : !hal.device> affinity(%queue_affinity) wait(%1) signal(%fence) commands(%cmd) flags("None")
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return
  }
}
#executable_target_other = #hal.executable.target<"vulkan-spirv", "other">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#pipeline_layout1 = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#pipeline_layout2 = #hal.pipeline.layout<bindings = []>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%d: !hal.device, %x: index, %y: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %x, %y, %c1 : index, index, index
      }
      hal.executable.export public @plain ordinal(1) layout(#pipeline_layout1)
      hal.executable.export public @unused ordinal(2) layout(#pipeline_layout2)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(#executable_target_other) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout2)
    }
  }
  util.func public @f(%in: !stream.resource<external>, %out: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c300 = arith.constant 300 : index
    %k = arith.constant 5 : i32
    %j = arith.constant 6 : i32
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%c300}, %out as %b: !stream.resource<external>{%c300}) {
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c300] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c2, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%j, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c300] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@plain {
        rw %a[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%n, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%m, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
    } => !stream.timepoint
    util.return %te : !stream.timepoint
  }
  util.initializer {
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %a = stream.resource.alloc uninitialized : !stream.resource<external>{%c64}
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %b: !stream.resource<external>{%c64}) {
      stream.cmd.dispatch @x::@v::@plain[%c64] {
        rw %b[%c0 for %c64] : !stream.resource<external>{%c64}
      }
    } => !stream.timepoint
    util.return
  }
}

// -----

// opt --iree-hal-dump-executable-benchmarks: no device to run on
util.func private @f()
// =====
// remark@1: no benchmarks are written: expected a device global, found none
module {
  util.func private @f()
}

// -----

// opt --iree-hal-dump-executable-benchmarks: devices that leave a choice
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.target<"vulkan"> : !hal.device
// =====
// warning@1: no benchmarks are written: expected one device global, found several
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @b = #device_target_vulkan
}

// -----

// opt --iree-hal-dump-executable-benchmarks: nothing that can be run apart
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
// =====
// remark@1: no benchmarks are written: expected a dispatch with constant numbers and an affinity, found none
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
}
