// Two fills that wait for each other, and a third that waits for one of them: with a timeout the run ends and says so.
//
// call: @run --timeout=0.2
// error: the call was not over after 200ms and waits:
// error: is to be signaled by hal.device.queue.copy
// error: is to be signaled by hal.device.queue.fill
// error: which waits itself

util.func public @run() -> !hal.buffer_view {
  %device_0 = arith.constant 0 : index
  %device = hal.devices.get %device_0 : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %none = util.null : !hal.fence
  %forever = arith.constant -1 : i32
  %allocator = hal.device.allocator<%device : !hal.device> : !hal.allocator
  %memory = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
  %type = hal.element_type<i32> : i32
  %encoding = hal.encoding_type<dense_row_major> : i32
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %a = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  %first = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %second = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %third = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %b = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%first) signal(%second) target(%a : !hal.buffer)[%c0] length(%c16) pattern(%nine : i32) flags("None")
  hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%second) signal(%first) target(%a : !hal.buffer)[%c0] length(%c16) pattern(%seven : i32) flags("None")
  hal.device.queue.copy<%device : !hal.device> affinity(%any) wait(%second) signal(%third) source(%a : !hal.buffer)[%c0] target(%b : !hal.buffer)[%c0] length(%c16) flags("None")
  %status = hal.fence.await until([%third]) timeout_millis(%forever) flags("None") : i32
  util.status.check_ok %status, "expected the work to succeed"
  %c4 = arith.constant 4 : index
  %view = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %c16] shape([%c4]) type(%type) encoding(%encoding) : !hal.buffer_view
  util.return %view : !hal.buffer_view
}
