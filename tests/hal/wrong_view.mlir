// An argument that is not the tensor the program expects.
//
// call: @run
// input: 5xf32=1
// error: input0

util.func public @run(%input: !hal.buffer_view) {
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
  %f32 = hal.element_type<f32> : i32
  %c4 = arith.constant 4 : index
  hal.buffer_view.assert<%input : !hal.buffer_view> message("input0") shape([%c4]) type(%f32) encoding(%encoding)
// fails here
  util.return
}
