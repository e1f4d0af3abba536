// opt --iree-hal-conversion: from and to buffers and views
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%b: !hal.buffer, %v: !hal.buffer_view, %n: index, %d: index) -> (!hal.buffer, !hal.buffer_view, !hal.buffer_view) {
    %0 = stream.tensor.import %b : !hal.buffer -> tensor<4xf32> in !stream.resource<external>{%n}
    %1 = stream.tensor.import on(#hal.device.affinity<@gpu>) %v : !hal.buffer_view -> tensor<?xi8>{%d} in !stream.resource<variable>{%n}
    %2 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer
    %3 = stream.tensor.export %1 : tensor<?x5x?xf16>{%d, %n} in !stream.resource<variable>{%n} -> !hal.buffer_view
    %4 = stream.tensor.export %1 : tensor<f64> in !stream.resource<variable>{%n} -> !hal.buffer_view
    util.return %2, %3, %4 : !hal.buffer, !hal.buffer_view, !hal.buffer_view
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%b: !hal.buffer, %v: !hal.buffer_view, %n: index, %d: index) -> (!hal.buffer, !hal.buffer_view, !hal.buffer_view) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    hal.buffer.assert<%b : !hal.buffer> message("tensor") allocator(%allocator : !hal.allocator) minimum_length(%n) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %buffer = hal.buffer_view.buffer<%v : !hal.buffer_view> : !hal.buffer
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %allocator_1 = hal.device.allocator<%gpu_0 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer : !hal.buffer> message("tensor") allocator(%allocator_1 : !hal.allocator) minimum_length(%n) type("DeviceVisible|DeviceLocal") usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %element_type_f16 = hal.element_type<f16> : i32
    %c5 = arith.constant 5 : index
    %c0 = arith.constant 0 : index
    %view = hal.buffer_view.create buffer(%buffer : !hal.buffer)[%c0, %n] shape([%d, %c5, %n]) type(%element_type_f16) encoding(%dense_row_major) : !hal.buffer_view
    %dense_row_major_2 = hal.encoding_type<dense_row_major> : i32
    %element_type_f64 = hal.element_type<f64> : i32
    %c0_3 = arith.constant 0 : index
    %view_4 = hal.buffer_view.create buffer(%buffer : !hal.buffer)[%c0_3, %n] shape([]) type(%element_type_f64) encoding(%dense_row_major_2) : !hal.buffer_view
    util.return %b, %view, %view_4 : !hal.buffer, !hal.buffer_view, !hal.buffer_view
  }
}

// -----

// opt --iree-hal-conversion: traced
util.func public @f(%a: !stream.resource<staging>, %n: index, %d: index) {
  stream.tensor.trace "t" = [
    %a : tensor<4xf32> in !stream.resource<staging>{%n},
    %a : tensor<?x?xi8>{%d, %n} in !stream.resource<staging>{%n}
  ]
  util.return
}
// =====
module {
  util.func public @f(%a: !hal.buffer, %n: index, %d: index) {
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %view = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %n] shape([%c4]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    %dense_row_major_0 = hal.encoding_type<dense_row_major> : i32
    %element_type_i8 = hal.element_type<i8> : i32
    %c0_1 = arith.constant 0 : index
    %view_2 = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0_1, %n] shape([%d, %n]) type(%element_type_i8) encoding(%dense_row_major_0) : !hal.buffer_view
    hal.buffer_view.trace "t" = %view, %view_2 : !hal.buffer_view, !hal.buffer_view
    util.return
  }
}

// -----

// opt --iree-hal-conversion: shapes of views
util.func public @f(%a: tensor<?x4xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?x4xf32>
  %1 = tensor.rank %a : tensor<?x4xf32>
  util.return %0, %1 : index, index
}
// =====
module {
  util.func public @f(%a: !hal.buffer_view) -> (index, index) {
    %c0 = arith.constant 0 : index
    %0 = hal.buffer_view.dim<%a : !hal.buffer_view>[0] : index
    %c2 = arith.constant 2 : index
    util.return %0, %c2 : index, index
  }
}
