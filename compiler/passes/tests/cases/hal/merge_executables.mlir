// opt --iree-hal-link-all-executables=merge: executables of one target become one, and kernels that do the same one export
// unlike iree-opt: it leaves executables as they are
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#other = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
module @program {
  hal.executable private @a {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @first ordinal(0) layout(#layout) attributes {subgroup_size = 32 : index, workgroup_size = [64 : index, 1 : index, 1 : index]}
      builtin.module {
        spirv.module Logical GLSL450 {
          spirv.func @first() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first
          spirv.ExecutionMode @first "LocalSize", 64, 1, 1
        }
      }
    }
  }
  hal.executable private @b {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @same ordinal(0) layout(#layout) attributes {subgroup_size = 32 : index, workgroup_size = [64 : index, 1 : index, 1 : index]}
      hal.executable.export public @first ordinal(1) layout(#layout)
      hal.executable.export public @same_code ordinal(2) layout(#other) attributes {subgroup_size = 32 : index, workgroup_size = [64 : index, 1 : index, 1 : index]}
      builtin.module {
        spirv.module Logical GLSL450 {
          spirv.func @same() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @same
          spirv.ExecutionMode @same "LocalSize", 64, 1, 1
        }
        spirv.module Logical GLSL450 {
          spirv.func @first() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first
          spirv.ExecutionMode @first "LocalSize", 32, 1, 1
        }
        spirv.module Logical GLSL450 {
          spirv.func @same_code() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @same_code
          spirv.ExecutionMode @same_code "LocalSize", 64, 1, 1
        }
      }
    }
  }
  hal.executable private @other_target {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-bda-v1">) {
      hal.executable.export public @first ordinal(0) layout(#layout)
      builtin.module {
        spirv.module Logical GLSL450 {
          spirv.func @first() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first
          spirv.ExecutionMode @first "LocalSize", 64, 1, 1
        }
      }
    }
  }
  util.func public @f(%d: !hal.device) -> (!hal.executable, !hal.executable, !hal.executable, i64, i64, i64, index, i64) {
    %a = hal.executable.lookup device(%d : !hal.device) executable(@a) : !hal.executable
    %b = hal.executable.lookup device(%d : !hal.device) executable(@b) : !hal.executable
    %c = hal.executable.lookup device(%d : !hal.device) executable(@other_target) : !hal.executable
    %0 = hal.executable.lookup.function target(%a : !hal.executable) function(@a::@v::@first) : i64
    %1 = hal.executable.lookup.function target(%b : !hal.executable) function(@b::@v::@same) : i64
    %2 = hal.executable.lookup.function target(%b : !hal.executable) function(@b::@v::@first) : i64
    %3 = hal.executable.export.ordinal target(@b::@v::@same_code) : index
    %4 = hal.executable.lookup.function target(%c : !hal.executable) function(@other_target::@v::@first) : i64
    util.return {uses = [@b::@v]} %a, %b, %c, %0, %1, %2, %3, %4 : !hal.executable, !hal.executable, !hal.executable, i64, i64, i64, index, i64
  }
}
// =====
#executable_target_vulkan_spirv_bda_v1 = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-bda-v1">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#pipeline_layout1 = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
module @program {
  hal.executable private @program_linked_vulkan_spirv {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @first ordinal(0) layout(#pipeline_layout) <workgroup_size = [64 : index, 1 : index, 1 : index], subgroup_size = 32>
      hal.executable.export public @first_0 ordinal(1) layout(#pipeline_layout)
      hal.executable.export public @same_code ordinal(2) layout(#pipeline_layout1) <workgroup_size = [64 : index, 1 : index, 1 : index], subgroup_size = 32>
      builtin.module {
        spirv.module Logical GLSL450 {
          spirv.func @first() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first
          spirv.ExecutionMode @first "LocalSize", 64, 1, 1
        }
        spirv.module Logical GLSL450 {
          spirv.func @first_0() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first_0
          spirv.ExecutionMode @first_0 "LocalSize", 32, 1, 1
        }
        spirv.module Logical GLSL450 {
          spirv.func @same_code() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @same_code
          spirv.ExecutionMode @same_code "LocalSize", 64, 1, 1
        }
      }
    }
  }
  hal.executable private @other_target {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_bda_v1) {
      hal.executable.export public @first ordinal(0) layout(#pipeline_layout)
      builtin.module {
        spirv.module Logical GLSL450 {
          spirv.func @first() "None" {
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @first
          spirv.ExecutionMode @first "LocalSize", 64, 1, 1
        }
      }
    }
  }
  util.func public @f(%d: !hal.device) -> (!hal.executable, !hal.executable, !hal.executable, i64, i64, i64, index, i64) {
    %a = hal.executable.lookup device(%d : !hal.device) executable(@program_linked_vulkan_spirv) : !hal.executable
    %b = hal.executable.lookup device(%d : !hal.device) executable(@program_linked_vulkan_spirv) : !hal.executable
    %c = hal.executable.lookup device(%d : !hal.device) executable(@other_target) : !hal.executable
    %function_id = hal.executable.lookup.function target(%a : !hal.executable) function(@program_linked_vulkan_spirv::@v::@first) : i64
    %function_id_0 = hal.executable.lookup.function target(%b : !hal.executable) function(@program_linked_vulkan_spirv::@v::@first) : i64
    %function_id_1 = hal.executable.lookup.function target(%b : !hal.executable) function(@program_linked_vulkan_spirv::@v::@first_0) : i64
    %ordinal = hal.executable.export.ordinal target(@program_linked_vulkan_spirv::@v::@same_code) : index
    %function_id_2 = hal.executable.lookup.function target(%c : !hal.executable) function(@other_target::@v::@first) : i64
    util.return {uses = [@program_linked_vulkan_spirv::@v]} %a, %b, %c, %function_id, %function_id_0, %function_id_1, %ordinal, %function_id_2 : !hal.executable, !hal.executable, !hal.executable, i64, i64, i64, index, i64
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-link-target-executables{target=vulkan-spirv merge},iree-hal-link-target-executables{target=metal-spirv merge})': what is more than kernels stays, and what others may use
// unlike iree-opt: it leaves executables as they are
#layout = #hal.pipeline.layout<bindings = []>
hal.executable private @first {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private lazy @lazy {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @marked attributes {some.mark} {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable public @public {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @external {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "x.spv"}>]) {
    hal.executable.export public @k ordinal(0) layout(#layout)
  }
}
hal.executable private @constants {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.constant.block() -> i32 as "x" {
      %c1 = arith.constant 1 : i32
      hal.return %c1 : i32
    }
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @other_backend {
  hal.executable.variant public @v target(<"metal-spirv", "metal-msl-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @not_compiled {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
}
hal.executable private @may_be_left_out {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout) condition(%d: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@j)
    hal.executable.export public @j ordinal(1) layout(#layout)
    builtin.module {
    }
  }
}
// =====
#executable_target_metal_msl_fb = #hal.executable.target<"metal-spirv", "metal-msl-fb">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @first {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private lazy @lazy {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private @marked attributes {some.mark} {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable public @public {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private @external {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "x.spv"}>]) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  hal.executable private @constants {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.constant.block() -> i32 as "x" {
        %c1 = arith.constant 1 : i32
        hal.return %c1 : i32
      }
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private @other_backend {
    hal.executable.variant public @v target(#executable_target_metal_msl_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private @not_compiled {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable private @may_be_left_out {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) condition(%d: !hal.device) -> i1 {
        %true = arith.constant true
        hal.return %true : i1
      } fallback(@j)
      hal.executable.export public @j ordinal(1) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
}

// -----

// opt --iree-hal-link-all-executables=merge: variants are merged with those of their name, target and condition
// unlike iree-opt: it leaves executables as they are
#layout = #hal.pipeline.layout<bindings = []>
hal.executable private @a {
  hal.executable.variant public @fast target(<"vulkan-spirv", "vulkan-spirv-fb", {fast}>) {
    hal.executable.condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
      hal.return %v : i1
    }
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
  hal.executable.variant public @plain target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @b {
  hal.executable.variant public @fast target(<"vulkan-spirv", "vulkan-spirv-fb", {fast}>) {
    hal.executable.condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
      hal.return %v : i1
    }
    hal.executable.export public @j ordinal(0) layout(#layout)
    builtin.module {
    }
  }
  hal.executable.variant public @plain target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @j ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
hal.executable private @other_condition {
  hal.executable.variant public @fast target(<"vulkan-spirv", "vulkan-spirv-fb", {fast}>) {
    hal.executable.condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i1 = false
      hal.return %v : i1
    }
    hal.executable.export public @j ordinal(0) layout(#layout)
    builtin.module {
    }
  }
  hal.executable.variant public @plain target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @j ordinal(0) layout(#layout)
    builtin.module {
    }
  }
}
util.func public @f(%d: !hal.device) -> (!hal.executable, i64, i64, !hal.executable) {
  %a = hal.executable.lookup device(%d : !hal.device) executable(@a) : !hal.executable
  %0 = hal.executable.lookup.function target(%a : !hal.executable) function(@b::@fast::@j) : i64
  %1 = hal.executable.lookup.function target(%a : !hal.executable) function(@b::@plain::@j) : i64
  %b = hal.executable.lookup device(%d : !hal.device) executable(@other_condition) : !hal.executable
  util.return %a, %0, %1, %b : !hal.executable, i64, i64, !hal.executable
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {fast}>
#executable_target_vulkan_spirv_fb1 = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @module_linked_vulkan_spirv {
    hal.executable.variant public @fast target(#executable_target_vulkan_spirv_fb) {
      hal.executable.condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
        hal.return %v : i1
      }
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      hal.executable.export public @j ordinal(1) layout(#pipeline_layout)
      builtin.module {
      }
    }
    hal.executable.variant public @plain target(#executable_target_vulkan_spirv_fb1) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      hal.executable.export public @j ordinal(1) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  hal.executable private @other_condition {
    hal.executable.variant public @fast target(#executable_target_vulkan_spirv_fb) {
      hal.executable.condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i1 = false
        hal.return %v : i1
      }
      hal.executable.export public @j ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
    hal.executable.variant public @plain target(#executable_target_vulkan_spirv_fb1) {
      hal.executable.export public @j ordinal(0) layout(#pipeline_layout)
      builtin.module {
      }
    }
  }
  util.func public @f(%d: !hal.device) -> (!hal.executable, i64, i64, !hal.executable) {
    %a = hal.executable.lookup device(%d : !hal.device) executable(@module_linked_vulkan_spirv) : !hal.executable
    %function_id = hal.executable.lookup.function target(%a : !hal.executable) function(@module_linked_vulkan_spirv::@fast::@j) : i64
    %function_id_0 = hal.executable.lookup.function target(%a : !hal.executable) function(@module_linked_vulkan_spirv::@plain::@j) : i64
    %b = hal.executable.lookup device(%d : !hal.device) executable(@other_condition) : !hal.executable
    util.return %a, %function_id, %function_id_0, %b : !hal.executable, i64, i64, !hal.executable
  }
}
