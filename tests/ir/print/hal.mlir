//! Operations of the `hal` dialect in host code, as IREE prints them.

// print: tensors and buffer views
module {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: index, %arg3: !hal.buffer, %arg4: tensor<?x8xf32>) {
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<4xf32>
    %1 = hal.tensor.import on(#hal.device.affinity<@gpu>) wait(%arg1) => consume %arg0 "input" : !hal.buffer_view -> tensor<?x8xf32>{%arg2}
    %2 = hal.tensor.export %0 "output" : tensor<2x2xf32> as tensor<4xf32> -> !hal.buffer_view
    %3 = hal.tensor.alias wait(%arg1) => %arg4 : tensor<?x8xf32>{%arg2} to %arg3 : !hal.buffer
    %4 = hal.tensor.transients %0 : tensor<4xf32> from %arg3 : !hal.buffer
    %5:2 = hal.tensor.barrier join(%4, %3 : tensor<4xf32>, tensor<?x8xf32>) => %arg1 : !hal.fence
    util.return
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: index, %arg3: !hal.buffer, %arg4: tensor<?x8xf32>) {
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<4xf32>
    %1 = hal.tensor.import on(#hal.device.affinity<@gpu>) wait(%arg1) => consume %arg0 "input" : !hal.buffer_view -> tensor<?x8xf32>{%arg2}
    %2 = hal.tensor.export %0 "output" : tensor<2x2xf32> as tensor<4xf32> -> !hal.buffer_view
    %3 = hal.tensor.alias wait(%arg1) => %arg4 : tensor<?x8xf32>{%arg2} to %arg3 : !hal.buffer
    %4 = hal.tensor.transients %0 : tensor<4xf32> from %arg3 : !hal.buffer
    %5:2 = hal.tensor.barrier join(%4, %3 : tensor<4xf32>, tensor<?x8xf32>) => %arg1 : !hal.fence
    util.return
  }
}

// -----

// print: a dispatch of device code given by hand
module {
  util.func public @f(%arg0: i32, %arg1: index, %arg2: tensor<?x8xf32>) {
    %0 = hal.dispatch.extern "main"[%arg1](%arg0, %arg2) : (i32, tensor<?x8xf32>{%arg1}) -> tensor<?x8xf32>{%arg1} count(%arg3: !hal.device, %arg4: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %arg4, %c1, %c1 : index, index, index
    } layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>) objects({
      #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"> ordinal(0) = [#hal.executable.object<{path = "kernel.spv"}>]
    })
    util.return
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
module {
  util.func public @f(%arg0: i32, %arg1: index, %arg2: tensor<?x8xf32>) {
    %0 = hal.dispatch.extern "main"[%arg1](%arg0, %arg2) : (i32, tensor<?x8xf32>{%arg1}) -> tensor<?x8xf32>{%arg1} count(%arg3: !hal.device, %arg4: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %arg4, %c1, %c1 : index, index, index
    } layout(#pipeline_layout) objects({
      #executable_target_vulkan_spirv_fb ordinal(0) = [#hal.executable.object<{path = "kernel.spv"}>]
    })
    util.return
  }
}

// -----

// print: allocators and buffers
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.allocator, %arg2: i64, %arg3: index, %arg4: i32, %arg5: !util.buffer, %arg6: !hal.buffer, %arg7: f32) {
    %device, %queue_affinity = hal.allocator.select from([(%arg0, %arg2 : !hal.device, i64)]) type(%arg4) usage(%arg4) : !hal.device, i64
    %buffer = hal.allocator.allocate<%arg1 : !hal.allocator> affinity(%arg2) type(%arg4) usage(%arg4) : !hal.buffer{%arg3}
    %did_import, %mapped = hal.allocator.import<%arg1 : !hal.allocator> source(%arg5 : !util.buffer)[%arg3, %arg3] affinity(%arg2) type(%arg4) usage(%arg4) : i1, !hal.buffer
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(transient) : i32, i32
    hal.buffer.assert<%arg6 : !hal.buffer> message("input0") allocator(%arg1 : !hal.allocator) minimum_length(%arg3) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer")
    hal.buffer.allocation.preserve<%arg6 : !hal.buffer>
    %was_terminal = hal.buffer.allocation.discard<%arg6 : !hal.buffer> : i1
    %is_terminal = hal.buffer.allocation.is_terminal<%arg6 : !hal.buffer> : i1
    %buffer_0 = hal.buffer.subspan<%arg6 : !hal.buffer>[%arg3, %arg3] : !hal.buffer
    %length = hal.buffer.length<%arg6 : !hal.buffer> : index
    %0 = hal.buffer.load<%arg6 : !hal.buffer>[%arg3] : f32
    hal.buffer.store<%arg6 : !hal.buffer>[%arg3] value(%arg7 : f32)
    %buffer_usage_0 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %view = hal.buffer_view.create buffer(%arg6 : !hal.buffer)[%arg3, %arg3] shape([%arg3, %arg3]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    hal.buffer_view.assert<%view : !hal.buffer_view> message("input0") shape([%arg3, %arg3]) type(%element_type_f32) encoding(%dense_row_major)
    %buffer_1 = hal.buffer_view.buffer<%view : !hal.buffer_view> : !hal.buffer
    %1 = hal.buffer_view.element_type<%view : !hal.buffer_view> : i32
    %2 = hal.buffer_view.encoding_type<%view : !hal.buffer_view> : i32
    %3 = hal.buffer_view.rank<%view : !hal.buffer_view> : index
    %4 = hal.buffer_view.dim<%view : !hal.buffer_view>[1] : index
    hal.buffer_view.trace "x" = %view : !hal.buffer_view
    util.return
  }
}
// =====
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.allocator, %arg2: i64, %arg3: index, %arg4: i32, %arg5: !util.buffer, %arg6: !hal.buffer, %arg7: f32) {
    %device, %queue_affinity = hal.allocator.select from([
      (%arg0, %arg2 : !hal.device, i64)
    ]) type(%arg4) usage(%arg4) : !hal.device, i64
    %buffer = hal.allocator.allocate<%arg1 : !hal.allocator> affinity(%arg2) type(%arg4) usage(%arg4) : !hal.buffer{%arg3}
    %did_import, %mapped = hal.allocator.import<%arg1 : !hal.allocator> source(%arg5 : !util.buffer)[%arg3, %arg3] affinity(%arg2) type(%arg4) usage(%arg4) : i1, !hal.buffer
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(transient) : i32, i32
    hal.buffer.assert<%arg6 : !hal.buffer> message("input0") allocator(%arg1 : !hal.allocator) minimum_length(%arg3) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer")
    hal.buffer.allocation.preserve<%arg6 : !hal.buffer>
    %was_terminal = hal.buffer.allocation.discard<%arg6 : !hal.buffer> : i1
    %is_terminal = hal.buffer.allocation.is_terminal<%arg6 : !hal.buffer> : i1
    %buffer_0 = hal.buffer.subspan<%arg6 : !hal.buffer>[%arg3, %arg3] : !hal.buffer
    %length = hal.buffer.length<%arg6 : !hal.buffer> : index
    %0 = hal.buffer.load<%arg6 : !hal.buffer>[%arg3] : f32
    hal.buffer.store<%arg6 : !hal.buffer>[%arg3] value(%arg7 : f32)
    %buffer_usage_0 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer"> : i32
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %view = hal.buffer_view.create buffer(%arg6 : !hal.buffer)[%arg3, %arg3] shape([%arg3, %arg3]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    hal.buffer_view.assert<%view : !hal.buffer_view> message("input0") shape([%arg3, %arg3]) type(%element_type_f32) encoding(%dense_row_major)
    %buffer_1 = hal.buffer_view.buffer<%view : !hal.buffer_view> : !hal.buffer
    %1 = hal.buffer_view.element_type<%view : !hal.buffer_view> : i32
    %2 = hal.buffer_view.encoding_type<%view : !hal.buffer_view> : i32
    %3 = hal.buffer_view.rank<%view : !hal.buffer_view> : index
    %4 = hal.buffer_view.dim<%view : !hal.buffer_view>[1] : index
    hal.buffer_view.trace "x" = %view : !hal.buffer_view
    util.return
  }
}

// -----

// print: command buffers
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: index, %arg3: !hal.buffer, %arg4: !util.buffer, %arg5: !hal.executable, %arg6: i32, %arg7: !hal.channel) {
    %cmd = hal.command_buffer.create device(%arg0 : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%arg1) bindings(%arg2) : !hal.command_buffer
    %device = hal.command_buffer.device<%cmd : !hal.command_buffer> : !hal.device
    hal.command_buffer.begin_debug_group<%cmd : !hal.command_buffer> label("layer 0")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%arg3 : !hal.buffer)[%arg2, %arg2] pattern(%arg6 : i32) flags("None")
    hal.command_buffer.update_buffer<%cmd : !hal.command_buffer> source(%arg4 : !util.buffer{%arg2})[%arg2] target(%arg3 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%arg2 : index)[%arg2] target(%arg3 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%arg7 : !hal.channel) op(<all_reduce with sum : f32>) send(%arg3 : !hal.buffer)[%arg2, %arg2] recv(%arg3 : !hal.buffer)[%arg2, %arg2] count(%arg2)
    hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%arg5 : !hal.executable)[%arg1] workgroups([%arg2, %arg2, %arg2]) constants([%arg6, %arg6]) bindings([
      (%arg3 : !hal.buffer)[%arg2, %arg2], 
      (%arg2 : index)[%arg2, %arg2]
    ]) flags("None")
    hal.command_buffer.dispatch.indirect<%cmd : !hal.command_buffer> target(%arg5 : !hal.executable)[%arg1] workgroups(%arg3 : !hal.buffer)[%arg2] bindings([
      (%arg3 : !hal.buffer)[%arg2, %arg2]
    ]) flags("None")
    hal.command_buffer.end_debug_group<%cmd : !hal.command_buffer>
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    util.return
  }
}

// -----

// print: devices, channels and files
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: index, %arg3: !util.buffer, %arg4: i32) {
    %0:3 = hal.device.resolve on(#hal.device.affinity<@gpu, [0]>) : !hal.device, !hal.allocator, i64
    %allocator = hal.device.allocator<%arg0 : !hal.device> : !hal.allocator
    %ok, %value = hal.device.query<%arg0 : !hal.device> key("hal.device.id" :: "vulkan*") : i1, i1 = false
    %ok_0, %value_0 = hal.device.query<%arg0 : !hal.device> key("hal.dispatch" :: "concurrency") : i1, i64 = -1 : i64
    %ok_1, %value_1 = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, f32
    %device_count = hal.devices.count : index
    %device_n = hal.devices.get %device_count : !hal.device
    %1 = hal.device.memoize<%arg0 : !hal.device> affinity(%arg1) -> !hal.fence {
      %fence = hal.fence.create device(%arg0 : !hal.device) flags("None") : !hal.fence
      hal.return %fence : !hal.fence
    }
    %channel = hal.channel.create device(%arg0 : !hal.device) affinity(%arg1) flags("None") id(%arg3) group(%arg3) rank(%arg4) count(%arg4) : !hal.channel
    %channel_0 = hal.channel.split<%channel : !hal.channel> color(%arg4) key(%arg4) flags("None") : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%channel_0 : !hal.channel> : i32, i32
    %memory_file = hal.ex.file.from_memory device(%arg0 : !hal.device) affinity(%arg1) access(Read) buffer(%arg3 : !util.buffer)[%arg2 for %arg2] flags(%arg4) : !hal.file
    util.return
  }
}
// =====
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: index, %arg3: !util.buffer, %arg4: i32) {
    %device, %allocator, %queue_affinity = hal.device.resolve on(#hal.device.affinity<@gpu, [0]>) : !hal.device, !hal.allocator, i64
    %allocator_0 = hal.device.allocator<%arg0 : !hal.device> : !hal.allocator
    %ok, %value = hal.device.query<%arg0 : !hal.device> key("hal.device.id" :: "vulkan*") : i1, i1 = false
    %ok_0, %value_0 = hal.device.query<%arg0 : !hal.device> key("hal.dispatch" :: "concurrency") : i1, i64 = -1 : i64
    %ok_1, %value_1 = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, f32
    %device_count = hal.devices.count : index
    %device_n = hal.devices.get %device_count : !hal.device
    %0 = hal.device.memoize<%arg0 : !hal.device> affinity(%arg1) -> !hal.fence {
      %fence = hal.fence.create device(%arg0 : !hal.device) flags("None") : !hal.fence
      hal.return %fence : !hal.fence
    }
    %channel = hal.channel.create device(%arg0 : !hal.device) affinity(%arg1) flags("None") id(%arg3) group(%arg3) rank(%arg4) count(%arg4) : !hal.channel
    %channel_0 = hal.channel.split<%channel : !hal.channel> color(%arg4) key(%arg4) flags("None") : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%channel_0 : !hal.channel> : i32, i32
    %memory_file = hal.ex.file.from_memory device(%arg0 : !hal.device) affinity(%arg1) access(Read) buffer(%arg3 : !util.buffer)[%arg2 for %arg2] flags(%arg4) : !hal.file
    util.return
  }
}

// -----

// print: queues
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: !hal.fence, %arg3: !hal.fence, %arg4: index, %arg5: i32, %arg6: !hal.buffer, %arg7: !util.buffer, %arg8: !hal.file, %arg9: !hal.command_buffer) {
    %transient_buffer = hal.device.queue.alloca<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) pool(%arg1) type(%arg5) usage(%arg5) flags("None") : !hal.buffer{%arg4}
    hal.device.queue.dealloca<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) buffer(%transient_buffer : !hal.buffer) flags(PreferOrigin)
    hal.device.queue.fill<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) target(%arg6 : !hal.buffer)[%arg4] length(%arg4) pattern(%arg5 : i32) flags("None")
    hal.device.queue.update<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) source(%arg7 : !util.buffer)[%arg4] target(%arg6 : !hal.buffer)[%arg4] length(%arg4) flags("None")
    hal.device.queue.copy<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) source(%arg6 : !hal.buffer)[%arg4] target(%arg6 : !hal.buffer)[%arg4] length(%arg4) flags("None")
    hal.device.queue.read<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) source(%arg8 : !hal.file)[%arg1] target(%arg6 : !hal.buffer)[%arg4] length(%arg4) flags("None")
    hal.device.queue.write<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) source(%arg6 : !hal.buffer)[%arg4] target(%arg8 : !hal.file)[%arg1] length(%arg4) flags("None")
    hal.device.queue.barrier<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) flags("None")
    hal.device.queue.execute<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) commands(%arg9) flags("None")
    hal.device.queue.execute.indirect<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) commands(%arg9) bindings([
      (%arg6 : !hal.buffer)[%arg4, %arg4], 
      (%arg6 : !hal.buffer)[%arg4, %arg4]
    ]) flags("None")
    hal.device.queue.flush<%arg0 : !hal.device> affinity(%arg1)
    util.return
  }
}

// -----

// print: fences
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.fence, %arg2: i32) {
    %fence = hal.fence.create device(%arg0 : !hal.device) flags("None") : !hal.fence
    %fence_0 = hal.fence.join at([%fence, %arg1]) flags("None") -> !hal.fence
    %status = hal.fence.query<%fence_0 : !hal.fence> : i32
    hal.fence.signal<%fence : !hal.fence>
    hal.fence.fail<%fence : !hal.fence> status(%status)
    %status_0 = hal.fence.await until([%fence, %fence_0]) timeout_millis(%arg2) flags("None") : i32
    util.return
  }
}
