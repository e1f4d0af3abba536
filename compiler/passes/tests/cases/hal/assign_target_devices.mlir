// opt --iree-hal-assign-target-devices=targetDevices=vulkan: one device
module @m {
  util.global private @g : tensor<4xf32>
}
// =====
module @m attributes {hal.device.targets = [#hal.device.alias<"vulkan"> : !hal.device]} {
  util.global private @g : tensor<4xf32>
}

// -----

// opt --iree-hal-assign-target-devices: none
module @m {
}
// =====
module @m {
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=a,b: two devices
module @m {
}
// =====
module @m attributes {hal.device.targets = [#hal.device.alias<"a"> : !hal.device, #hal.device.alias<"b"> : !hal.device]} {
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices=a[0],"a"[17]})': devices of a kind by their numbers
module @m {
}
// =====
module @m attributes {hal.device.targets = [#hal.device.alias<"a"[0]> : !hal.device, #hal.device.alias<"a"[17]> : !hal.device]} {
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices=#hal.device.target<"local">})': an attribute
module @m {
}
// =====
#device_target_local = #hal.device.target<"local"> : !hal.device
module @m attributes {hal.device.targets = [#device_target_local]} {
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices={"a,#hal.device.alias<"b">"}})': the first of several
module @m {
}
// =====
module @m attributes {hal.device.targets = [#hal.device.select<[#hal.device.alias<"a"> : !hal.device, #hal.device.alias<"b"> : !hal.device]> : !hal.device]} {
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices=z=#hal.device.alias<"a"[2]>,"b=c[1],#hal.device.fallback<@z>"})': devices with names
// unlike iree-opt: it takes a fallback for something without a type
module @m {
}
// =====
module @m attributes {hal.device.targets = {b = #hal.device.select<[#hal.device.alias<"c"[1]> : !hal.device, #hal.device.fallback<@z> : !hal.device]> : !hal.device, z = #hal.device.alias<"a"[2]> : !hal.device}} {
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=x=vulkan,x=local: the last of a name counts
module @m {
}
// =====
module @m attributes {hal.device.targets = {x = #hal.device.alias<"local"> : !hal.device}} {
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=a=b=c: only what is before the first sign is a name
module @m {
}
// =====
module @m attributes {hal.device.targets = {a = #hal.device.alias<"b=c"> : !hal.device}} {
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=a: modules that ask for devices are left alone
module @m attributes {hal.device.targets = [#hal.device.target<"foo"> : !hal.device]} {
}
// =====
#device_target_foo = #hal.device.target<"foo"> : !hal.device
module @m attributes {hal.device.targets = [#device_target_foo]} {
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=a: modules that have devices are left alone
module @m {
  util.global private @there : !hal.device
}
// =====
module @m {
  util.global private @there : !hal.device
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=a=b,c: all have names, or none
module @m {
// error@1: expected a name for each target device or for none, found some with and some without
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=#hal.device.affinity<@x>: an attribute that is no device
module @m {
// error@1: target device `#hal.device.affinity<@x>`: expected an attribute of type !hal.device, found #hal.device.affinity<@x>
}

// -----

// opt --iree-hal-assign-target-devices=targetDevices=#hal.device.alias: half an attribute
module @m {
// error@1: target device `#hal.device.alias`: expected `<`, found end of file
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices="#hal.device.alias<"a">junk"})': more than an attribute
module @m {
// error@1: target device `"#hal.device.alias<"a">junk"`: expected the end of the attribute, found `junk`
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices="a="})': a name for nothing
module @m {
// error@1: target device `a=`: expected a device, found nothing
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices="vulkan[x]"})': what is no number
// unlike iree-opt: it takes any device then
module @m {
// error@1: target device `vulkan[x]`: expected a number in brackets, found `[x]`
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-assign-target-devices{targetDevices={"#hal.device.alias<"a", {k = 1: i32}>"}})': a configuration is no name
// unlike iree-opt: it takes all of the text for the name
module @m {
}
// =====
// expected a closing `}` at column 46 of the pipeline, found `{targetDevices={"#hal.de`
