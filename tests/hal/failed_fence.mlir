// Work that waits for a fence that failed does not run, and its own fence fails with the same status: ABORTED, 10.
//
// call: @run
// output: i32=10

util.func public @run() -> i32 {
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
  %a = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  %before = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %done = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %aborted = arith.constant 10 : i32
  hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%before) signal(%done) target(%a : !hal.buffer)[%c0] length(%c16) pattern(%seven : i32) flags("None")
  hal.fence.fail<%before : !hal.fence> status(%aborted)
  %status = hal.fence.await until([%done]) timeout_millis(%forever) flags("None") : i32
  util.return %status : i32
}
