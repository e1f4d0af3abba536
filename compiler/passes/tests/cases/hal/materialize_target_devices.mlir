// opt --iree-hal-materialize-target-devices: nothing to be done
module @m {
  util.func public @f(%a: tensor<4xf32>) {
    util.return
  }
}
// =====
module @m {
  util.func public @f(%a: tensor<4xf32>) {
    util.return
  }
}

// -----

// opt --iree-hal-materialize-target-devices: devices by their numbers, and the place of what functions take and give
module attributes {hal.device.targets = [[#hal.device.alias<"vulkan"> : !hal.device], [#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"local"> : !hal.device], #hal.device.ordinal<3> : !hal.device]} {
  util.global private @g : i32
  util.func public @f(%a: tensor<4xf32>, %b: !hal.buffer_view, %c: tensor<*xf32>, %d: i32, %e: !stream.resource<*>, %g: tensor<f32> {a.b, stream.affinity = 1 : i32}) -> (tensor<4xf32>, !hal.buffer_view) {
    util.return %a, %b : tensor<4xf32>, !hal.buffer_view
  }
  util.func private @p(%a: tensor<4xf32>)
  func.func @h(%a: tensor<?xf32>, %b: vector<4xf32>) -> (index, tensor<?xf32> {x.y}) {
    %c = arith.constant 0 : index
    return %c, %a : index, tensor<?xf32>
  }
  util.initializer {
    util.return
  }
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #hal.device.alias<"vulkan"> : !hal.device
  util.global private @__device_1 = #hal.device.select<[#hal.device.alias<"vulkan"> : !hal.device, #hal.device.alias<"local"> : !hal.device]> : !hal.device
  util.global private @__device_2 = #hal.device.ordinal<3> : !hal.device
  util.global private @g : i32
  util.func public @f(%a: tensor<4xf32> {stream.affinity = #hal.device.affinity<@__device_0>}, %b: !hal.buffer_view, %c: tensor<*xf32>, %d: i32, %e: !stream.resource<*> {stream.affinity = #hal.device.affinity<@__device_0>}, %g: tensor<f32> {a.b, stream.affinity = 1 : i32}) -> (tensor<4xf32> {stream.affinity = #hal.device.affinity<@__device_0>}, !hal.buffer_view) {
    util.return %a, %b : tensor<4xf32>, !hal.buffer_view
  }
  util.func private @p(%arg0: tensor<4xf32>)
  func.func @h(%a: tensor<?xf32> {stream.affinity = #hal.device.affinity<@__device_0>}, %b: vector<4xf32>) -> (index, tensor<?xf32> {stream.affinity = #hal.device.affinity<@__device_0>, x.y}) {
    %c = arith.constant 0 : index
    return %c, %a : index, tensor<?xf32>
  }
  util.initializer {
    util.return
  }
}

// -----

// opt --iree-hal-materialize-target-devices: devices with names, in order of the names
module attributes {hal.device.targets = {gpu = #hal.device.alias<"vulkan"> : !hal.device, cpu = [#hal.device.alias<"local"> : !hal.device]}} {
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@cpu>} {
  util.global private @cpu = #hal.device.alias<"local"> : !hal.device
  util.global private @gpu = #hal.device.alias<"vulkan"> : !hal.device
}

// -----

// opt --iree-hal-materialize-target-devices: the default by its name
module attributes {hal.device.targets = {a = #hal.device.alias<"a"> : !hal.device, b = #hal.device.alias<"b"> : !hal.device}, hal.device.default = "b"} {
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@b>} {
  util.global private @a = #hal.device.alias<"a"> : !hal.device
  util.global private @b = #hal.device.alias<"b"> : !hal.device
}

// -----

// opt --iree-hal-materialize-target-devices=defaultDevice=5: what the module says counts more than the option
module attributes {hal.device.default = 2 : index} {
  util.func public @f() -> !stream.resource<external> {
    %0 = util.null : !stream.resource<external>
    util.return %0 : !stream.resource<external>
  }
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@__device_2>} {
  util.func public @f() -> (!stream.resource<external> {stream.affinity = #hal.device.affinity<@__device_2>}) {
    %0 = util.null : !stream.resource<external>
    util.return %0 : !stream.resource<external>
  }
}

// -----

// opt --iree-hal-materialize-target-devices=defaultDevice=5: the default of the option, by its number
module attributes {hal.device.targets = [#hal.device.alias<"a"> : !hal.device]} {
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@__device_5>} {
  util.global private @__device_0 = #hal.device.alias<"a"> : !hal.device
}

// -----

// opt --iree-hal-materialize-target-devices=defaultDevice=gpu: the default of the option, by its name
module attributes {stream.affinity.default = 1 : i32} {
  util.global private @gpu : !hal.device
}
// =====
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu : !hal.device
}

// -----

// opt --iree-hal-materialize-target-devices: no devices
module attributes {hal.device.targets = []} {
}
// =====
module {
}

// -----

// opt --iree-hal-materialize-target-devices: a device that is none of several
// unlike iree-opt: it makes a selection of nothing
module attributes {hal.device.targets = [[]]} {
// error@1: expected hal.device.targets to be a list of devices or a dictionary of named ones, found []
}

// -----

// opt --iree-hal-materialize-target-devices: targets of another form
module attributes {hal.device.targets = "x"} {
// error@1: expected hal.device.targets to be a list of devices or a dictionary of named ones, found "x"
}

// -----

// opt --iree-hal-materialize-target-devices: what is no device
module attributes {hal.device.targets = {a = #hal.device.alias<"x"> : !hal.device, b = 3}} {
// error@1: expected hal.device.targets to be a list of devices or a dictionary of named ones, found 3 : i64
}

// -----

// opt --iree-hal-materialize-target-devices: what is no device, in a list of one
module attributes {hal.device.targets = [[1 : i32]]} {
// error@1: expected hal.device.targets to be a list of devices or a dictionary of named ones, found [1 : i32]
}

// -----

// opt --iree-hal-materialize-target-devices: a default that is neither a name nor a number
module attributes {hal.device.default = 2.0 : f32} {
// error@1: expected hal.device.default to be a name or a number, found 2.000000e+00 : f32
}
