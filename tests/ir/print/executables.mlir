//! Executables: sources, variants, exports, binaries, and the operations of device code.

// print: an executable with everything
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "a.spv"}>]) sources({a.mlir = "text"}) {
      hal.executable.condition(%arg0: !hal.device) -> i1 {
        %ok, %value = hal.device.query<%arg0 : !hal.device> key("some" :: "feature") : i1, i1 = false
        hal.return %value : i1
      }
      hal.executable.constant.block(%arg0: !hal.device) -> (i32, i32) as ("a", "b") {
        %c1_i32 = arith.constant 1 : i32
        hal.return %c1_i32, %c1_i32 : i32, i32
      }
      hal.executable.export public @fast ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>) condition(%arg0: !hal.device, %arg1: index) -> i1 {
        %true = arith.constant true
        hal.return %true : i1
      } fallback(@slow) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        hal.return %arg1, %arg1, %arg1 : index, index, index
      } <workgroup_size = [64 : index, 1 : index, 1 : index], subgroup_size = 32, workgroup_local_memory = 128>
      hal.executable.export public @slow ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>)
      builtin.module {
        func.func @fast() {
          return
        }
      }
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "a.spv"}>]) sources({a.mlir = "text"}) {
      hal.executable.condition(%arg0: !hal.device) -> i1 {
        %ok, %value = hal.device.query<%arg0 : !hal.device> key("some" :: "feature") : i1, i1 = false
        hal.return %value : i1
      }
      hal.executable.constant.block(%arg0: !hal.device) -> (i32, i32) as ("a", "b") {
        %c1_i32 = arith.constant 1 : i32
        hal.return %c1_i32, %c1_i32 : i32, i32
      }
      hal.executable.export public @fast ordinal(0) layout(#pipeline_layout) condition(%arg0: !hal.device, %arg1: index) -> i1 {
        %true = arith.constant true
        hal.return %true : i1
      } fallback(@slow) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        hal.return %arg1, %arg1, %arg1 : index, index, index
      } <workgroup_size = [64 : index, 1 : index, 1 : index], subgroup_size = 32, workgroup_local_memory = 128>
      hal.executable.export public @slow ordinal(1) layout(#pipeline_layout)
      builtin.module {
        func.func @fast() {
          return
        }
      }
    }
  }
}

// -----

// print: binaries
module {
  hal.executable private lazy @ex {
    hal.executable.binary public @vk <format = "vulkan-spirv-fb", data = dense<[3, 2, 35, 7]> : vector<4xi8>, mime_type = "application/x-flatbuffers">
  }
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: i32, %arg3: index) {
    %executable = hal.executable.create device(%arg0 : !hal.device) affinity(%arg1) target(@ex::@vk) constants([%arg2]) : !hal.executable
    %exe = hal.executable.lookup device(%arg0 : !hal.device) executable(@ex) : !hal.executable
    %function_id = hal.executable.lookup.function target(%executable : !hal.executable) function(@ex::@vk::@main) : i64
    util.return
  }
}

// -----

// print: sources
module {
  hal.executable.source private @src <objects = #hal.executable.objects<{#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"> = [#hal.executable.object<{path = "a.spv"}>]}>> {
    hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable.source private @src <objects = <{#executable_target_vulkan_spirv_fb = [#hal.executable.object<{path = "a.spv"}>]}>> {
    hal.executable.export public @main ordinal(0) layout(#pipeline_layout)
  }
}

// -----

// print: what is looked up by name
module {
  util.func public @f(%arg0: !hal.device, %arg1: index) {
    %ordinal = hal.executable.export.ordinal target(@ex::@vk::@main) : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%arg0 : !hal.device) target(@ex::@vk::@main) workload([%arg1]) : index, index, index
    util.return
  }
}

// -----

// print: device code
module {
  func.func @kernel(%arg0: index, %arg1: f32, %arg2: memref<1024xi8>, %arg3: i32, %arg4: memref<8x8xf32>) {
    %workgroup_id = hal.interface.workgroup.id[0] upper_bound 1024 : index
    %workgroup_count = hal.interface.workgroup.count[1] : index
    %workgroup_size = hal.interface.workgroup.size[2] : index
    %0 = hal.interface.constant.load layout(<constants = 2, bindings = []>) ordinal(1) alignment(16) values([16 : i32, 32 : i32]) : i32
    %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>) binding(0) alignment(64) offset(%arg0) flags(ReadOnly) : memref<?x8xf32>{%arg0}
    %2 = hal.executable.constant.load "tile" : i32
    %3 = hal.instrument.workgroup[%arg2 : memref<1024xi8>] dispatch(%arg3) : index
    hal.instrument.print[%arg2 : memref<1024xi8> for %3] "x=%d" * (%arg3 : i32)
    %4 = hal.instrument.value[%arg2 : memref<1024xi8> for %3] 7 : i8 = %arg1 : f32
    %5 = hal.instrument.memory.load[%arg2 : memref<1024xi8> for %3] %arg4[%arg0, %arg0], %arg1 : memref<8x8xf32>, f32
    %6 = hal.instrument.memory.store[%arg2 : memref<1024xi8> for %3] %arg4[%arg0, %arg0], %arg1 : memref<8x8xf32>, f32
    return
  }
}
// =====
#pipeline_layout = #hal.pipeline.layout<constants = 2, bindings = []>
#pipeline_layout1 = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>
module {
  func.func @kernel(%arg0: index, %arg1: f32, %arg2: memref<1024xi8>, %arg3: i32, %arg4: memref<8x8xf32>) {
    %workgroup_id = hal.interface.workgroup.id[0] upper_bound 1024 : index
    %workgroup_count = hal.interface.workgroup.count[1] : index
    %workgroup_size = hal.interface.workgroup.size[2] : index
    %0 = hal.interface.constant.load layout(#pipeline_layout) ordinal(1) alignment(16) values([16 : i32, 32 : i32]) : i32
    %1 = hal.interface.binding.subspan layout(#pipeline_layout1) binding(0) alignment(64) offset(%arg0) flags(ReadOnly) : memref<?x8xf32>{%arg0}
    %2 = hal.executable.constant.load "tile" : i32
    %3 = hal.instrument.workgroup[%arg2 : memref<1024xi8>] dispatch(%arg3) : index
    hal.instrument.print[%arg2 : memref<1024xi8> for %3] "x=%d" * (%arg3 : i32)
    %4 = hal.instrument.value[%arg2 : memref<1024xi8> for %3] 7 : i8 = %arg1 : f32
    %5 = hal.instrument.memory.load[%arg2 : memref<1024xi8> for %3] %arg4[%arg0, %arg0], %arg1 : memref<8x8xf32>, f32
    %6 = hal.instrument.memory.store[%arg2 : memref<1024xi8> for %3] %arg4[%arg0, %arg0], %arg1 : memref<8x8xf32>, f32
    return
  }
}

// -----

// print: device code of a dialect nobody knows, in generic form
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      builtin.module {
        "other.kernel"() ({
          "other.end"() : () -> ()
        }) {name = "main"} : () -> ()
      }
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_vulkan_spirv_fb) {
      builtin.module {
        "other.kernel"() ({
          "other.end"() : () -> ()
        }) {name = "main"} : () -> ()
      }
    }
  }
}
