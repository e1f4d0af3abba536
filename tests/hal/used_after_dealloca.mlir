// A buffer that is read after its end in the order of the queue.
//
// call: @run
// error: dealloca

util.func public @run() {
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
  %made = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %a = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%none) signal(%made) pool(%any) type(%memory) usage(%usage) flags("None") : !hal.buffer{%c16}
  %gone = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.dealloca<%device : !hal.device> affinity(%any) wait(%made) signal(%gone) buffer(%a : !hal.buffer) flags("None")
  %done = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%gone) signal(%done) target(%a : !hal.buffer)[%c0] length(%c16) pattern(%seven : i32) flags("None")
  %status = hal.fence.await until([%done]) timeout_millis(%forever) flags("None") : i32
  util.status.check_ok %status, "expected the work to succeed"
  util.return
}
