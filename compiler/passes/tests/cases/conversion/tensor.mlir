// opt --iree-hal-conversion: what comes from outside is checked and used in place
util.global private @gpu : !hal.device
util.func public @import(%a: !hal.buffer, %b: !hal.buffer_view, %c: tensor<?x4xf32>, %size: index, %n: index) -> (!stream.resource<constant>, !stream.resource<external>, !stream.resource<staging>, !stream.resource<transient>, !stream.resource<variable>) {
  %0 = stream.tensor.import on(#hal.device.affinity<@gpu>) %a : !hal.buffer -> tensor<?x4xf32>{%n} in !stream.resource<constant>{%size}
  %1 = stream.tensor.import on(#hal.device.affinity<@gpu>) %b : !hal.buffer_view -> tensor<?x4xf32>{%n} in !stream.resource<external>{%size}
  %2 = stream.tensor.import on(#hal.device.affinity<@gpu>) %c : tensor<?x4xf32> -> tensor<?x4xf32>{%n} in !stream.resource<staging>{%size}
  %3 = stream.tensor.import consume %b : !hal.buffer_view -> tensor<8xi1> in !stream.resource<transient>{%size}
  %4 = stream.tensor.import %a : !hal.buffer -> tensor<8xbf16> in !stream.resource<variable>{%size}
  util.return %0, %1, %2, %3, %4 : !stream.resource<constant>, !stream.resource<external>, !stream.resource<staging>, !stream.resource<transient>, !stream.resource<variable>
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @import(%a: !hal.buffer, %b: !hal.buffer_view, %c: !hal.buffer_view, %size: index, %n: index) -> (!hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    hal.buffer.assert<%a : !hal.buffer> message("tensor") allocator(%allocator : !hal.allocator) minimum_length(%size) type("DeviceVisible|DeviceLocal") usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable")
    %buffer = hal.buffer_view.buffer<%b : !hal.buffer_view> : !hal.buffer
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %allocator_1 = hal.device.allocator<%gpu_0 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer : !hal.buffer> message("tensor") allocator(%allocator_1 : !hal.allocator) minimum_length(%size) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %buffer_2 = hal.buffer_view.buffer<%c : !hal.buffer_view> : !hal.buffer
    %gpu_3 = util.global.load immutable @gpu : !hal.device
    %allocator_4 = hal.device.allocator<%gpu_3 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer_2 : !hal.buffer> message("tensor") allocator(%allocator_4 : !hal.allocator) minimum_length(%size) type("HostVisible|HostCoherent|HostLocal|DeviceVisible") usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|MappingScoped|MappingAccessRandom|Mapping")
    %buffer_5 = hal.buffer_view.buffer<%b : !hal.buffer_view> : !hal.buffer
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %allocator_6 = hal.device.allocator<%device_0 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer_5 : !hal.buffer> message("tensor") allocator(%allocator_6 : !hal.allocator) minimum_length(%size) type("DeviceVisible|DeviceLocal") usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %c0_7 = arith.constant 0 : index
    %device_0_8 = hal.devices.get %c0_7 : !hal.device
    %allocator_9 = hal.device.allocator<%device_0_8 : !hal.device> : !hal.allocator
    hal.buffer.assert<%a : !hal.buffer> message("tensor") allocator(%allocator_9 : !hal.allocator) minimum_length(%size) type("DeviceVisible|DeviceLocal") usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    util.return %a, %buffer, %buffer_2, %buffer_5, %a : !hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: memory of unknown kind cannot be checked
util.func public @import_unknown(%a: !hal.buffer, %size: index) -> !stream.resource<*> {
  %0 = stream.tensor.import %a : !hal.buffer -> tensor<4xf32> in !stream.resource<*>{%size}
// error@8: cannot convert stream.tensor.import: a !stream.resource<*> does not say what memory it needs
  util.return %0 : !stream.resource<*>
}

// -----

// opt --iree-hal-conversion: other values cannot be imported
util.func public @import_other(%a: i32, %size: index) -> !stream.resource<external> {
  %0 = stream.tensor.import %a : i32 -> tensor<4xf32> in !stream.resource<external>{%size}
// error@8: cannot convert stream.tensor.import: expected a !hal.buffer, a !hal.buffer_view or a tensor, found i32
  util.return %0 : !stream.resource<external>
}

// -----

// opt --iree-hal-conversion: what goes outside is a buffer or gets a view
util.func public @export(%a: !stream.resource<external>, %size: index, %n: index) -> (!hal.buffer, !hal.buffer_view, tensor<2x?xi8>, !hal.buffer_view) {
  %0 = stream.tensor.export %a : tensor<?x4xf32>{%n} in !stream.resource<external>{%size} -> !hal.buffer
  %1 = stream.tensor.export %a : tensor<?x1x?xf32>{%n, %size} in !stream.resource<external>{%size} -> !hal.buffer_view
  %2 = stream.tensor.export %a : tensor<2x?xi8>{%n} in !stream.resource<external>{%size} -> tensor<2x?xi8>
  %3 = stream.tensor.export %a : tensor<f64> in !stream.resource<external>{%size} -> !hal.buffer_view
  util.return %0, %1, %2, %3 : !hal.buffer, !hal.buffer_view, tensor<2x?xi8>, !hal.buffer_view
}
// =====
module {
  util.func public @export(%a: !hal.buffer, %size: index, %n: index) -> (!hal.buffer, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view) {
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %view = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %size] shape([%n, %c1, %size]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    %dense_row_major_0 = hal.encoding_type<dense_row_major> : i32
    %element_type_i8 = hal.element_type<i8> : i32
    %c2 = arith.constant 2 : index
    %c0_1 = arith.constant 0 : index
    %view_2 = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0_1, %size] shape([%c2, %n]) type(%element_type_i8) encoding(%dense_row_major_0) : !hal.buffer_view
    %dense_row_major_3 = hal.encoding_type<dense_row_major> : i32
    %element_type_f64 = hal.element_type<f64> : i32
    %c0_4 = arith.constant 0 : index
    %view_5 = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0_4, %size] shape([]) type(%element_type_f64) encoding(%dense_row_major_3) : !hal.buffer_view
    util.return %a, %view, %view_2, %view_5 : !hal.buffer, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
}

// -----

// opt --iree-hal-conversion: other values cannot be exported
util.func public @export_other(%a: !stream.resource<external>, %size: index) -> i32 {
  %0 = stream.tensor.export %a : tensor<4xf32> in !stream.resource<external>{%size} -> i32
// error@8: cannot convert stream.tensor.export: expected a !hal.buffer, a !hal.buffer_view or a tensor, found i32
  util.return %0 : i32
}

// -----

// opt --iree-hal-conversion: there and back again is nothing
util.func public @round_trip(%a: !hal.buffer_view, %b: !stream.resource<external>, %size: index) -> (!hal.buffer_view, !stream.resource<external>, !hal.buffer_view) {
  %0 = stream.tensor.import %a : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%size}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%size} -> !hal.buffer_view
  %2 = stream.tensor.export %b : tensor<4xf32> in !stream.resource<external>{%size} -> !hal.buffer
  %3 = stream.tensor.import %2 : !hal.buffer -> tensor<2x2xf32> in !stream.resource<external>{%size}
  %4 = stream.tensor.export %0 : tensor<2x2xf32> in !stream.resource<external>{%size} -> !hal.buffer_view
  util.return %1, %3, %4 : !hal.buffer_view, !stream.resource<external>, !hal.buffer_view
}
// =====
module {
  util.func public @round_trip(%a: !hal.buffer_view, %b: !hal.buffer, %size: index) -> (!hal.buffer_view, !hal.buffer, !hal.buffer_view) {
    %buffer = hal.buffer_view.buffer<%a : !hal.buffer_view> : !hal.buffer
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %allocator = hal.device.allocator<%device_0 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer : !hal.buffer> message("tensor") allocator(%allocator : !hal.allocator) minimum_length(%size) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %c2 = arith.constant 2 : index
    %c2_0 = arith.constant 2 : index
    %c0_1 = arith.constant 0 : index
    %view = hal.buffer_view.create buffer(%buffer : !hal.buffer)[%c0_1, %size] shape([%c2, %c2_0]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    util.return %a, %b, %view : !hal.buffer_view, !hal.buffer, !hal.buffer_view
  }
}

// -----

// opt --iree-hal-conversion: traced tensors are views
util.func public @trace(%a: !stream.resource<staging>, %b: !stream.resource<staging>, %size: index, %n: index) {
  stream.tensor.trace "key" = [
    %a : tensor<2x3xf32> in !stream.resource<staging>{%size},
    %b : tensor<5x?xi1>{%n} in !stream.resource<staging>{%n}
  ]
  "stream.tensor.trace"(%a, %b, %n, %size, %n, %size, %size) <{key = "dynamic", operandSegmentSizes = array<i32: 2, 2, 3>, resource_encodings = [tensor<?x?xf32>, tensor<2x?xi8>]}> : (!stream.resource<staging>, !stream.resource<staging>, index, index, index, index, index) -> ()
  util.return
}
// =====
module {
  util.func public @trace(%a: !hal.buffer, %b: !hal.buffer, %size: index, %n: index) {
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %element_type_f32 = hal.element_type<f32> : i32
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %view = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0, %size] shape([%c2, %c3]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    %dense_row_major_0 = hal.encoding_type<dense_row_major> : i32
    %element_type_i1 = hal.element_type<i1> : i32
    %c5 = arith.constant 5 : index
    %c0_1 = arith.constant 0 : index
    %view_2 = hal.buffer_view.create buffer(%b : !hal.buffer)[%c0_1, %n] shape([%c5, %n]) type(%element_type_i1) encoding(%dense_row_major_0) : !hal.buffer_view
    hal.buffer_view.trace "key" = %view, %view_2 : !hal.buffer_view, !hal.buffer_view
    %dense_row_major_3 = hal.encoding_type<dense_row_major> : i32
    %element_type_f32_4 = hal.element_type<f32> : i32
    %c0_5 = arith.constant 0 : index
    %view_6 = hal.buffer_view.create buffer(%a : !hal.buffer)[%c0_5, %n] shape([%n, %size]) type(%element_type_f32_4) encoding(%dense_row_major_3) : !hal.buffer_view
    %dense_row_major_7 = hal.encoding_type<dense_row_major> : i32
    %element_type_i8 = hal.element_type<i8> : i32
    %c2_8 = arith.constant 2 : index
    %c0_9 = arith.constant 0 : index
    %view_10 = hal.buffer_view.create buffer(%b : !hal.buffer)[%c0_9, %size] shape([%c2_8, %size]) type(%element_type_i8) encoding(%dense_row_major_7) : !hal.buffer_view
    hal.buffer_view.trace "dynamic" = %view_6, %view_10 : !hal.buffer_view, !hal.buffer_view
    util.return
  }
}

// -----

// opt --iree-hal-conversion: shapes of tensors that have become views
util.func public @shape(%a: tensor<4x?xf32>, %b: tensor<*xi32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %a, %c1 : tensor<4x?xf32>
  %2 = tensor.rank %a : tensor<4x?xf32>
  %3 = tensor.rank %b : tensor<*xi32>
  util.return %0, %1, %2, %3 : index, index, index, index
}
// =====
module {
  util.func public @shape(%a: !hal.buffer_view, %b: !hal.buffer_view) -> (index, index, index, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = hal.buffer_view.dim<%a : !hal.buffer_view>[1] : index
    %c2 = arith.constant 2 : index
    %1 = hal.buffer_view.rank<%b : !hal.buffer_view> : index
    util.return %c4, %0, %c2, %1 : index, index, index, index
  }
}

// -----

// opt --iree-hal-conversion: a dimension that is not known before the program runs
util.func public @dim(%a: tensor<4x?xf32>, %i: index) -> index {
  %0 = tensor.dim %a, %i : tensor<4x?xf32>
// error@8: cannot convert tensor.dim: expected a constant dimension
  util.return %0 : index
}

// -----

// opt --iree-hal-conversion: a tensor that becomes no view has no shape to ask for
util.func public @dim_of_indices(%a: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?xindex>
// error@8: cannot convert tensor.dim: expected a tensor that becomes a !hal.buffer_view
  util.return %0 : index
}

// -----

// opt --iree-hal-conversion: a tensor that hal operations expect
util.func public @hal_tensor(%a: tensor<4xf32>) -> !hal.buffer {
  %0 = hal.tensor.export %a : tensor<4xf32> -> !hal.buffer
// error@8: cannot convert hal.tensor.export: operand 0 is tensor<4xf32> and becomes !hal.buffer_view, which it does not take
  util.return %0 : !hal.buffer
}

// -----

// opt --iree-hal-conversion: a tensor that a hal operation gives
util.func public @tensor_of_hal(%a: !hal.buffer_view) -> tensor<4xf32> {
  %0 = hal.tensor.import %a : !hal.buffer_view -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
// error@3: cannot convert util.return: operand 0 is tensor<4xf32>, which becomes !hal.buffer_view, but what defines it gives tensor<4xf32>
}
