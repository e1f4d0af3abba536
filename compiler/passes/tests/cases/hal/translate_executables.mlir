// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-translate-all-executables))': what is compiled stays
// unlike iree-opt: it crashes
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
          spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
          spirv.func @main() "None" {
            %cst0_i32 = spirv.Constant 0 : i32
            %cst1_i32 = spirv.Constant 1 : i32
            %id_addr = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
            %data_addr = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
            %0 = spirv.Load "Input" %id_addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.AccessChain %data_addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
            spirv.Store "StorageBuffer" %2, %cst1_i32 : i32
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @main, @id
          spirv.ExecutionMode @main "LocalSize", 64, 1, 1
        }
      }
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @main ordinal(0) layout(#pipeline_layout)
      builtin.module {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
          spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
          spirv.func @main() "None" {
            %cst0_i32 = spirv.Constant 0 : i32
            %cst1_i32 = spirv.Constant 1 : i32
            %id_addr = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
            %data_addr = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
            %0 = spirv.Load "Input" %id_addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.AccessChain %data_addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
            spirv.Store "StorageBuffer" %2, %cst1_i32 : i32
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @main, @id
          spirv.ExecutionMode @main "LocalSize", 64, 1, 1
        }
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-translate-all-executables))': what has external objects stays
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.spv"}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "k.spv"}>]) {
      hal.executable.export public @main ordinal(0) layout(#pipeline_layout)
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-translate-all-executables))': code that is left to be compiled is refused
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        func.func @main() {
          %c0 = arith.constant 0 : index
          %0 = arith.addi %c0, %c0 : index
// error@16: the device code is not compiled: expected `spirv.module`, found `arith.addi`, which needs a compiler for vulkan-spirv; compile it to phase executable-targets with iree-compile, or give an external object
          return
        }
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-configure-executables))': configuration refuses it, too
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        func.func @main() {
          %c0 = arith.constant 0 : index
          %0 = arith.addi %c0, %c0 : index
// error@16: the device code is not compiled: expected `spirv.module`, found `arith.addi`, which needs a compiler for vulkan-spirv; compile it to phase executable-targets with iree-compile, or give an external object
          return
        }
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(hal.executable.variant(iree-hal-translate-target-executable-variants{target=vulkan-spirv})))': one variant of one backend
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        func.func @main() {
          %c0 = arith.constant 0 : index
          %0 = arith.addi %c0, %c0 : index
// error@16: the device code is not compiled: expected `spirv.module`, found `arith.addi`, which needs a compiler for vulkan-spirv; compile it to phase executable-targets with iree-compile, or give an external object
          return
        }
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(hal.executable.variant(iree-hal-configure-target-executable-variants{target=vulkan-spirv})))': one variant is configured
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
          spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
          spirv.func @main() "None" {
            %cst0_i32 = spirv.Constant 0 : i32
            %cst1_i32 = spirv.Constant 1 : i32
            %id_addr = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
            %data_addr = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
            %0 = spirv.Load "Input" %id_addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.AccessChain %data_addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
            spirv.Store "StorageBuffer" %2, %cst1_i32 : i32
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @main, @id
          spirv.ExecutionMode @main "LocalSize", 64, 1, 1
        }
      }
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @main ordinal(0) layout(#pipeline_layout)
      builtin.module {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
          spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
          spirv.func @main() "None" {
            %cst0_i32 = spirv.Constant 0 : i32
            %cst1_i32 = spirv.Constant 1 : i32
            %id_addr = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
            %data_addr = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
            %0 = spirv.Load "Input" %id_addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.AccessChain %data_addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
            spirv.Store "StorageBuffer" %2, %cst1_i32 : i32
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @main, @id
          spirv.ExecutionMode @main "LocalSize", 64, 1, 1
        }
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-translate-all-executables))': a backend that is not there
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"cuda", "cuda-nvptx-fb">) {
// error@5: no backend makes code for `cuda`; there is vulkan-spirv
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      builtin.module {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
          spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
          spirv.func @main() "None" {
            %cst0_i32 = spirv.Constant 0 : i32
            %cst1_i32 = spirv.Constant 1 : i32
            %id_addr = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
            %data_addr = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
            %0 = spirv.Load "Input" %id_addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.AccessChain %data_addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
            spirv.Store "StorageBuffer" %2, %cst1_i32 : i32
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @main, @id
          spirv.ExecutionMode @main "LocalSize", 64, 1, 1
        }
      }
    }
  }
}
