//! Executables: variants, exports, conditions, constants.

// errors: two conditions
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
// error@3: hal.executable.variant: expected at most one `hal.executable.condition`, found 2
    hal.executable.condition(%device: !hal.device) -> i1 {
// note@5: the first is here
      %true = arith.constant true
      hal.return %true : i1
    }
    hal.executable.condition(%device: !hal.device) -> i1 {
// note@5: the second is here
      %true = arith.constant true
      hal.return %true : i1
    }
  }
}
hal.executable.source private @source {
// error@1: hal.executable.source: expected at most one `hal.executable.condition`, found 2
  hal.executable.condition(%device: !hal.device) -> i1 {
// note@3: the first is here
    %true = arith.constant true
    hal.return %true : i1
  }
  hal.executable.condition(%device: !hal.device) -> i1 {
// note@3: the second is here
    %true = arith.constant true
    hal.return %true : i1
  }
}

// -----

// errors: a condition that takes and gives something else
hal.executable private @exe {
  "hal.executable.variant"() <{sym_name = "vulkan", target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">}> ({
    "hal.executable.condition"() <{function_type = (!hal.device, i32) -> i1}> ({
// error@5: hal.executable.condition: expected a condition that takes (!hal.device), found (!hal.device, i32)
// note@5: it is declared here
    ^bb0(%device: !hal.device, %x: i32):
      "hal.return"(%x) : (i32) -> ()
// error@7: hal.return: expected value 0 to be i1, as the result of a condition, true when it can be used, found i32
    }) : () -> ()
    "hal.executable.variant_end"() : () -> ()
  }) : () -> ()
}

// -----

// errors: a grid that is none
#layout = #hal.pipeline.layout<bindings = []>
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @a layout(#layout) count(%x: index) -> (index, index, index) {
// error@5: hal.executable.export: expected a workgroup count region that takes (!hal.device, index, ...), found (index)
      hal.return %x, %x, %x : index, index, index
    }
    hal.executable.export public @b layout(#layout) count(%device: !hal.device, %x: index) -> (index, index, index) {
// note@5: they are declared here
      hal.return %x, %x : index, index
// error@7: hal.return: expected 3 values, one for each dimension of the workgroup count, found 2
    }
    hal.executable.export public @c layout(#layout) count(%device: !hal.device, %x: index) -> (index, index, index) {
// error@5: hal.executable.export: expected a workgroup count of one block, found 2
      cf.br ^bb1
    ^bb1:
      hal.return %x, %x, %x : index, index, index
    }
  }
}

// -----

// errors: a condition without a fallback, and a fallback without a condition
#layout = #hal.pipeline.layout<bindings = []>
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @a layout(#layout) condition(%device: !hal.device) -> i1 {
// error@5: hal.executable.export: expected a fallback besides the condition: the export used when it does not hold
      %true = arith.constant true
      hal.return %true : i1
    }
    hal.executable.export public @b layout(#layout) fallback(@a)
// error@5: hal.executable.export: expected a condition besides the fallback @a, which is never used without one
  }
}

// -----

// errors: fallbacks that cannot stand for the export
#layout = #hal.pipeline.layout<bindings = []>
#other = #hal.pipeline.layout<constants = 1, bindings = []>
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @a layout(#layout) condition(%device: !hal.device) -> i1 {
// error@5: hal.executable.export: expected `condition_fallback` to name a `hal.executable.export`, found no symbol @nothing
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@nothing)
    hal.executable.export public @b layout(#layout) condition(%device: !hal.device) -> i1 {
// error@5: hal.executable.export: expected a fallback with the same layout, #hal.pipeline.layout<bindings = []>, found #hal.pipeline.layout<constants = 1, bindings = []>
// error@5: hal.executable.export: expected a fallback whose workgroup count takes the same, (!hal.device, index), found (!hal.device)
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@other) count(%device: !hal.device, %x: index) -> (index, index, index) {
      hal.return %x, %x, %x : index, index, index
    }
    hal.executable.export public @other layout(#other) count(%device: !hal.device) -> (index, index, index) {
// note@5: the fallback is here
// note@5: the fallback is here
      %x = arith.constant 1 : index
      hal.return %x, %x, %x : index, index, index
    }
  }
}

// -----

// errors: a condition that takes no device
#layout = #hal.pipeline.layout<bindings = []>
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @a layout(#layout) condition(%x: index) -> i1 {
// error@5: hal.executable.export: expected a condition region that takes (!hal.device, index, ...), found (index)
// note@5: it is declared here
      hal.return %x : index
// error@7: hal.return: expected value 0 to be i1, as the result of a condition, true when it can be used, found index
    } fallback(@b)
    hal.executable.export public @b layout(#layout)
  }
}

// -----

// errors: constants with other arguments, results and keys
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.constant.block(%device: !hal.device, %x: i32) -> i32 as "a" {
// error@5: hal.executable.constant.block: expected to take (!hal.device) or nothing, found (!hal.device, i32)
      hal.return %x : i32
    }
    hal.executable.constant.block() -> i64 as "b" {
// error@5: hal.executable.constant.block: expected constants of type i32, found result 0 of type i64
      %x = arith.constant 1 : i64
      hal.return %x : i64
    }
    hal.executable.constant.block() -> (i32, i32) as "c" {
// error@5: hal.executable.constant.block: expected 2 keys, one for each result, found 1
      %x = arith.constant 1 : i32
      hal.return %x, %x : i32, i32
    }
    hal.executable.constant.block() -> (i32, i32) as ("d", "e") {
// note@5: they are declared here
      %x = arith.constant 1 : i32
      hal.return %x : i32
// error@7: hal.return: expected 2 values, one for each result of `hal.executable.constant.block`, found 1
    }
    hal.executable.constant.block() -> i32 as "f" {
// note@5: it is declared here
      %x = arith.constant 1.0 : f32
      hal.return %x : f32
// error@7: hal.return: expected value 0 to be i32, as the result of `hal.executable.constant.block`, found f32
    }
  }
}

// -----

// errors: attributes that hold others
util.global private @a = #hal.device.select<[]> : !hal.device
// error@1: util.global: #hal.device.select: expected at least one device to select from, found none
util.global private @b = #hal.device.select<["vulkan"]> : !hal.device
// error@1: util.global: #hal.device.select: expected device 0 to be #hal.device.alias, target, ordinal, fallback or select, found "vulkan"
util.global private @c {stream.affinity = #hal.device.optimal<[]>} : i32
// error@1: util.global: #hal.device.optimal: expected at least one affinity, found none
util.global private @d {stream.affinity = #hal.device.optimal<[#hal.device.fallback<@a> : !hal.device]>} : i32
// error@1: util.global: #hal.device.optimal: expected affinity 0 to be #hal.device.affinity or #hal.device.promise, found #hal.device.fallback<@a> : !hal.device
hal.executable.source private @e attributes {objects = #hal.executable.objects<{"a" = []}>} {
// error@1: hal.executable.source: #hal.executable.objects: expected key 0 to be #hal.executable.target, found "a"
}
hal.executable.source private @f attributes {objects = #hal.executable.objects<{#hal.executable.target<"a", "b"> = ["x"]}>} {
// error@1: hal.executable.source: #hal.executable.objects: expected value 0 to be an array of #hal.executable.object, found ["x"]
}

// -----

// errors: names that lead to something else
#layout = #hal.pipeline.layout<bindings = []>
util.global private @x : i32
// note@1: the symbol is defined here
// note@1: the symbol is defined here
// note@1: the symbol is defined here
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
// note@3: it is defined here
// note@3: the symbol is defined here
// note@3: it is defined here
    hal.executable.export public @main layout(#layout)
  }
}
util.func public @f(%device: !hal.device, %queues: i64, %exe: !hal.executable) {
  %0 = hal.executable.create device(%device : !hal.device) affinity(%queues) target(@exe::@metal) : !hal.executable
// error@8: hal.executable.create: expected `executable_target` to name a `hal.executable.variant` or a `hal.executable.binary`, found no symbol @exe::@metal
  %1 = hal.executable.create device(%device : !hal.device) affinity(%queues) target(@x) : !hal.executable
// error@8: hal.executable.create: expected `executable_target` to name a `hal.executable` or a `hal.executable.source`, found `util.global`
  %2 = hal.executable.lookup device(%device : !hal.device) executable(@x) : !hal.executable
// error@8: hal.executable.lookup: expected `executable` to name a `hal.executable` or a `hal.executable.source`, found `util.global`
  %3 = hal.executable.lookup.function target(%exe : !hal.executable) function(@exe::@vulkan::@mian) : i64
// error@8: hal.executable.lookup.function: expected `entry_point` to name an export, found @exe::@vulkan::@mian: no @mian in the `hal.executable.variant`
  %4 = hal.executable.lookup.function target(%exe : !hal.executable) function(@exe::@vulkan) : i64
// error@8: hal.executable.lookup.function: expected `entry_point` to name a `hal.executable.export`, found `hal.executable.variant`
  %5 = hal.executable.export.ordinal target(@exe::@vulkan::@none) : index
// error@8: hal.executable.export.ordinal: expected `entry_point` to name an export, found @exe::@vulkan::@none: no @none in the `hal.executable.variant`
  %6:3 = hal.executable.calculate_workgroups device(%device : !hal.device) target(@x) : index, index, index
// error@10: hal.executable.calculate_workgroups: expected `entry_point` to name a `hal.executable.export`, found `util.global`
  // What is not here may be linked in later.
  %7 = hal.executable.lookup.function target(%exe : !hal.executable) function(@elsewhere::@vulkan::@main) : i64
  util.return
}
