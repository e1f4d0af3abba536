// Two ranks, each on a device of its own, swap halves of what they have.
//
// call: @run --device=vulkan --device=vulkan
// output: 4xi32=3 3 5 3
// output: 4xi32=3 3 5 5

util.func public @run() -> (!hal.buffer_view, !hal.buffer_view) {
  %device_0 = arith.constant 0 : index
  %device = hal.devices.get %device_0 : !hal.device
  %device_1 = arith.constant 1 : index
  %other = hal.devices.get %device_1 : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %none = util.null : !hal.fence
  %nothing = util.null : !util.buffer
  %forever = arith.constant -1 : i32
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %five = arith.constant 5 : i32
  %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
  %other_allocator = hal.device.allocator<%other : !hal.device> : !hal.allocator
  %memory = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
  %type = hal.element_type<i32> : i32
  %encoding = hal.encoding_type<dense_row_major> : i32
  %a = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  %b = hal.allocator.allocate<%other_allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  %group = util.buffer.constant : !util.buffer = "pair"
  %c12 = arith.constant 12 : index
  %channel_0 = hal.channel.create device(%device : !hal.device) affinity(%any) flags("None") id(%nothing) group(%group) rank(%i0) count(%i2) : !hal.channel
  %channel_1 = hal.channel.create device(%other : !hal.device) affinity(%any) flags("None") id(%nothing) group(%group) rank(%i1) count(%i2) : !hal.channel
  %first = hal.command_buffer.create device(%device : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%any) : !hal.command_buffer
  %second = hal.command_buffer.create device(%other : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%any) bindings(%c1) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%first : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c16] pattern(%three : i32) flags("None")
  hal.command_buffer.execution_barrier<%first : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
  hal.command_buffer.collective<%first : !hal.command_buffer> channel(%channel_0 : !hal.channel) op(<all_to_all : si32>) send(%a : !hal.buffer)[%c0, %c16] recv(%a : !hal.buffer)[%c0, %c16] count(%c4)
  hal.command_buffer.execution_barrier<%first : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
  hal.command_buffer.fill_buffer<%first : !hal.command_buffer> target(%a : !hal.buffer)[%c12, %c4] pattern(%three : i32) flags("None")
  hal.command_buffer.fill_buffer<%second : !hal.command_buffer> target(%c0 : index)[%c0, %c16] pattern(%five : i32) flags("None")
  hal.command_buffer.execution_barrier<%second : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
  hal.command_buffer.collective<%second : !hal.command_buffer> channel(%channel_1 : !hal.channel) op(<all_to_all : si32>) send(%c0 : index)[%c0, %c16] recv(%c0 : index)[%c0, %c16] count(%c4)
  hal.command_buffer.execution_barrier<%second : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
  hal.command_buffer.fill_buffer<%second : !hal.command_buffer> target(%c0 : index)[%c12, %c4] pattern(%five : i32) flags("None")
  hal.command_buffer.finalize<%first : !hal.command_buffer>
  hal.command_buffer.finalize<%second : !hal.command_buffer>
  %done_0 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %done_1 = hal.fence.create device(%other : !hal.device) flags("None") : !hal.fence
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%none) signal(%done_0) commands(%first) flags("None")
  hal.device.queue.execute.indirect<%other : !hal.device> affinity(%any) wait(%none) signal(%done_1) commands(%second) bindings([(%b : !hal.buffer)[%c0, %c16]]) flags("None")
  %done = hal.fence.join at([%done_0, %done_1]) flags("None") -> !hal.fence
  %status = hal.fence.await until([%done]) timeout_millis(%forever) flags("None") : i32
  util.status.check_ok %status, "expected the work to succeed"
  %view_0 = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %c16] shape([%c4]) type(%type) encoding(%encoding) : !hal.buffer_view
  %view_1 = hal.buffer_view.create buffer(%b : !hal.buffer)[%c0, %c16] shape([%c4]) type(%type) encoding(%encoding) : !hal.buffer_view
  util.return %view_0, %view_1 : !hal.buffer_view, !hal.buffer_view
}
