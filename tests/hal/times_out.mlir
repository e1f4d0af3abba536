// A wait that ends by itself gives the status for that: DEADLINE_EXCEEDED, 4.
//
// call: @run
// output: i32=4

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
  %forgotten = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %soon = arith.constant 10 : i32
  %status = hal.fence.await until([%forgotten]) timeout_millis(%soon) flags("None") : i32
  util.return %status : i32
}
