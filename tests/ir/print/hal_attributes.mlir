//! Attributes of the `hal` and `util` dialects.

// print: devices
module {
  util.global private @a = #hal.device.alias<"vulkan"[3], {foo = 1 : index}> : !hal.device
  util.global private @b = #hal.device.target<"vulkan", {ordinal = 1 : index}, [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {a = 1 : i32}>]> : !hal.device
  util.global private @c = #hal.device.ordinal<2> : !hal.device
  util.global private @d = #hal.device.fallback<@b> : !hal.device
  util.global private @e = #hal.device.select<[#hal.device.target<"vulkan"> : !hal.device, #hal.device.fallback<@b> : !hal.device]> : !hal.device
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {a = 1 : i32}>
#device_target_vulkan_1_ = #hal.device.target<"vulkan", {ordinal = 1 : index}, [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @a = #hal.device.alias<"vulkan"[3], {foo = 1 : index}> : !hal.device
  util.global private @b = #device_target_vulkan_1_
  util.global private @c = #hal.device.ordinal<2> : !hal.device
  util.global private @d = #hal.device.fallback<@b> : !hal.device
  util.global private @e = #hal.device.select<[#device_target_vulkan, #hal.device.fallback<@b> : !hal.device]> : !hal.device
}

// -----

// print: affinities and the rest
module {
  util.global private @g0 {a = #hal.device.affinity<@a>} : i32
  util.global private @g1 {a = #hal.device.affinity<@a, [0, 63]>} : i32
  util.global private @g2 {a = #hal.device.promise<@later>} : i32
  util.global private @g3 {a = #hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [2]>]>} : i32
  util.global private @g4 {a = #hal.device.topology<links = [(@a -> @b = {unified_memory = true, transparent_access = true}), (@b -> @a = {})]>} : i32
  util.global private @g5 {a = #hal.abi.convention<coarse_fences>} : i32
  util.global private @g6 {a = #hal.collective<reduce_scatter with average : bf16>} : i32
  util.global private @g7 {a = #hal.collective<all_gather : f16>} : i32
  util.global private @g8 {a = #hal.descriptor_type<uniform_buffer>} : i32
}

// -----

// print: layouts
module {
  util.global private @g0 {a = #hal.pipeline.binding<storage_buffer>} : i32
  util.global private @g1 {a = #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">} : i32
  util.global private @g2 {a = #hal.pipeline.layout<bindings = []>} : i32
  util.global private @g3 {a = #hal.pipeline.layout<constants = 3, bindings = [#hal.pipeline.binding<uniform_buffer, ReadOnly>], flags = Indirect>} : i32
}
// =====
#pipeline_layout = #hal.pipeline.layout<bindings = []>
#pipeline_layout1 = #hal.pipeline.layout<constants = 3, bindings = [#hal.pipeline.binding<uniform_buffer, ReadOnly>], flags = Indirect>
module {
  util.global private @g0 {a = #hal.pipeline.binding<storage_buffer>} : i32
  util.global private @g1 {a = #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">} : i32
  util.global private @g2 {a = #pipeline_layout} : i32
  util.global private @g3 {a = #pipeline_layout1} : i32
}

// -----

// print: executables
module {
  util.global private @g0 {a = #hal.executable.target<"a", "b">} : i32
  util.global private @g1 {a = #hal.executable.object<{path = "x.spv", data = dense<1> : tensor<4xi8>}>} : i32
  util.global private @g2 {a = #hal.executable.objects<{#hal.executable.target<"a", "b"> = [#hal.executable.object<{path = "1"}>], #hal.executable.target<"c", "d"> = []}>} : i32
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#executable_target_d = #hal.executable.target<"c", "d">
module {
  util.global private @g0 {a = #executable_target_b} : i32
  util.global private @g1 {a = #hal.executable.object<{data = dense<1> : tensor<4xi8>, path = "x.spv"}>} : i32
  util.global private @g2 {a = #hal.executable.objects<{#executable_target_b = [#hal.executable.object<{path = "1"}>], #executable_target_d = []}>} : i32
}

// -----

// print: util
module {
  util.global private @a = #util.uninitialized : tensor<4xf32>
  util.global private @b = #util.byte_pattern<1> : tensor<4xi8>
  util.global private @c {x = #util.composite<6xi8, [dense<1> : tensor<2xi8>, dense<[2, 3]> : tensor<2xi16>]>} : i32
}
// =====
#composite_of_6b = #util.composite<6xi8, [
    dense<1> : tensor<2xi8>,
    dense<[2, 3]> : tensor<2xi16>,
]>
module {
  util.global private @a = #util.uninitialized : tensor<4xf32>
  util.global private @b = #util.byte_pattern<1> : tensor<4xi8>
  util.global private @c {x = #composite_of_6b} : i32
}
