// Fills, updates and copies in the order of the queue; a load and a store by the host.
//
// call: @run
// output: 4xi32=7 2 7 5

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
  %five = arith.constant 5 : i32
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %bytes = util.buffer.constant : !util.buffer = dense<[1, 2, 3, 4]> : tensor<4xi32>
  %memory_host = hal.memory_type<"HostVisible|HostCoherent|DeviceVisible|DeviceLocal"> : i32
  %usage_host = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|MappingScoped"> : i32
  %a = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory_host) usage(%usage_host) : !hal.buffer{%c16}
  %b = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%any) type(%memory) usage(%usage) : !hal.buffer{%c16}
  %filled = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %updated = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %done = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%none) signal(%filled) target(%a : !hal.buffer)[%c0] length(%c16) pattern(%seven : i32) flags("None")
  hal.device.queue.update<%device : !hal.device> affinity(%any) wait(%filled) signal(%updated) source(%bytes : !util.buffer)[%c4] target(%a : !hal.buffer)[%c4] length(%c4) flags("None")
  hal.device.queue.copy<%device : !hal.device> affinity(%any) wait(%updated) signal(%done) source(%a : !hal.buffer)[%c0] target(%b : !hal.buffer)[%c0] length(%c16) flags("None")
  %status = hal.fence.await until([%done]) timeout_millis(%forever) flags("None") : i32
  util.status.check_ok %status, "expected the work to succeed"
  hal.buffer.store<%a : !hal.buffer>[%c12] value(%five : i32)
  %second = hal.buffer.load<%a : !hal.buffer>[%c4] : i32
  check.expect_true(%second) : i32
  %view = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %c16] shape([%c4]) type(%type) encoding(%encoding) : !hal.buffer_view
  util.return %view : !hal.buffer_view
}
