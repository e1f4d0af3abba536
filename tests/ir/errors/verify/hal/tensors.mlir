//! Tensors at the edge of the program, and dispatches of device code given as objects.

// errors: extents that do not fit the type
util.func public @f(%view: !hal.buffer_view, %t: tensor<?x4xf32>, %n: index) {
  %0 = hal.tensor.import %view : !hal.buffer_view -> tensor<?x4xf32>
// error@8: hal.tensor.import: expected 1 value in `target_dims`, one for each dynamic extent of `target`, (tensor<?x4xf32>), found 0
  %1 = hal.tensor.export %t : tensor<?x4xf32>{%n, %n} -> !hal.buffer_view
// error@8: hal.tensor.export: expected 1 value in `source_dims`, one for each dynamic extent of `source`, (tensor<?x4xf32>), found 2
  %2 = hal.tensor.alias %t : tensor<?x4xf32> to %view : !hal.buffer_view
// error@8: hal.tensor.alias: expected 1 value in `source_dims`, one for each dynamic extent of `source`, (tensor<?x4xf32>), found 0
  %3 = hal.tensor.transients %t : tensor<?x4xf32> from %view : !hal.buffer_view
// error@8: hal.tensor.transients: expected 1 value in `source_dims`, one for each dynamic extent of `source`, (tensor<?x4xf32>), found 0
  util.return
}

// -----

// errors: storage with other dynamic extents than what it holds
util.func public @f(%view: !hal.buffer_view, %t: tensor<?x4xf32>, %n: index) {
  %0 = hal.tensor.import %view : !hal.buffer_view -> tensor<4xf32> as tensor<?x4xf32>{%n}
// error@8: hal.tensor.import: expected `target_encoding` to have the dynamic extents of tensor<?x4xf32>, found tensor<4xf32>
  %1 = hal.tensor.export %t : tensor<4x4xf32> as tensor<?x4xf32>{%n} -> !hal.buffer_view
// error@8: hal.tensor.export: expected `source_encoding` to have the dynamic extents of tensor<?x4xf32>, found tensor<4x4xf32>
  util.return
}

// -----

// errors: external dispatches without the extents of their tensors
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
util.func public @f(%t: tensor<?xf32>, %n: index) {
  %0 = "hal.dispatch.extern"(%t) <{export_name = "main", layout = #layout, targets = [], target_ordinals = [], target_objects = [], operandSegmentSizes = array<i32: 0, 1, 0, 0>}> ({
// error@8: hal.dispatch.extern: expected 1 value in `argument_dims`, one for each dynamic extent of `arguments`, (tensor<?xf32>), found 0
// error@8: hal.dispatch.extern: expected 1 value in `result_dims`, one for each dynamic extent of `results`, (tensor<?xf32>), found 0
  ^bb0(%device: !hal.device):
    %one = arith.constant 1 : index
    "hal.return"(%one, %one, %one) : (index, index, index) -> ()
  }) : (tensor<?xf32>) -> tensor<?xf32>
  util.return
}

// -----

// errors: external dispatches that do not fit their regions
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
util.func public @f(%t: tensor<?xf32>, %i: tensor<4xindex>, %n: index) {
// note@40: `%i` is defined here
  %0 = "hal.dispatch.extern"(%n, %t, %i, %n, %n) <{export_name = "main", layout = #layout, targets = [#hal.executable.target<"a", "b">], target_ordinals = [], target_objects = [], operandSegmentSizes = array<i32: 1, 2, 1, 1>}> ({
// error@8: hal.dispatch.extern: expected `arguments` without index elements, whose width devices do not share, found tensor<4xindex>
// error@8: hal.dispatch.extern: expected a workload of 2 values, as the workgroup count region takes, found 1
// error@8: hal.dispatch.extern: expected `target_objects` to have 1 element, one for each target, found 0
// error@8: hal.dispatch.extern: expected `target_ordinals` to have 1 element, one for each target, found 0
// error@8: hal.dispatch.extern: expected 1 condition region, one for each target, found 0
// note@8: a region without blocks is always true
// note@8: they are declared here
  ^bb0(%device: !hal.device, %x: index, %y: index):
// note@30: `%x` is defined here
    "hal.return"(%x, %y) : (index, index) -> ()
// error@5: hal.return: expected 3 values, one for each dimension of the workgroup count, found 2
  }) : (index, tensor<?xf32>, tensor<4xindex>, index, index) -> tensor<?xf32>
  util.return
}

// -----

// errors: conditions of external dispatches
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
util.func public @f(%t: tensor<4xf32>) {
  %0 = "hal.dispatch.extern"(%t) <{export_name = "main", layout = #layout, targets = [#hal.executable.target<"a", "b">], target_ordinals = [0 : index], target_objects = [[]], operandSegmentSizes = array<i32: 0, 1, 0, 0>}> ({
// error@8: hal.dispatch.extern: expected a condition that takes (!hal.device), found (!hal.device, index)
// note@8: it is declared here
  ^bb0(%device: !hal.device):
    %one = arith.constant 1 : index
    "hal.return"(%one, %one, %one) : (index, index, index) -> ()
  }, {
  ^bb0(%device: !hal.device, %x: index):
    "hal.return"(%x) : (index) -> ()
// error@5: hal.return: expected value 0 to be i1, as the result of a condition, true when it can be used, found index
  }) : (tensor<4xf32>) -> tensor<4xf32>
  util.return
}

// -----

// errors: constants and bindings that the layout does not have, and extents that the type does not have
#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
func.func @main(%n: index) {
  %0 = hal.interface.constant.load layout(#layout) ordinal(1) : i32
// error@8: hal.interface.constant.load: expected an ordinal below the layout's 1 constant, found 1
  %1 = hal.interface.binding.subspan layout(#layout) binding(1) : memref<4xf32>
// error@8: hal.interface.binding.subspan: expected a binding below the layout's 1 binding, found 1
  %2 = hal.interface.binding.subspan layout(#layout) binding(0) : memref<?x?xf32>{%n}
// error@8: hal.interface.binding.subspan: expected 2 values, one for each dynamic extent of the result, memref<?x?xf32>, found 1
  %3 = hal.interface.workgroup.id[3] : index
// error@8: hal.interface.workgroup.id: expected a dimension from 0 to 2, found 3
  return
}

// -----

// errors: an ordinal of another type
func.func @main(%buffer: memref<?xi8>, %key: index, %i: i32) {
  %0 = "hal.instrument.value"(%buffer, %key, %i) <{ordinal = 1 : i32}> : (memref<?xi8>, index, i32) -> i32
// error@8: hal.instrument.value: expected `ordinal` to be an integer of type i8, found 1 : i32
  return
}
