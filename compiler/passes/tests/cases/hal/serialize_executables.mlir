// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': the code of a variant as its binary
// unlike iree-opt: the bytes of the container are in another order
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
module {
  hal.executable private @ex {
    hal.executable.binary public @vk <format = "vulkan-spirv-fb", data = dense<"0x564B453100000000200300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000018000000564B45310C0028000800100018002000000000001000000000000000200000000000000044000000000000009800000000000000B800000000000000010000000C000000080010000000080008000000000000000800000000000000040000006D61696E0000000001000000100000000000000006001000080000000800000000000000080000000000000001000000140000000C0020000000080010001800000000001000000000000000070000000000000001000000000000002000000000000000010000000C0000000600100008000000080000000000000008000000000000000100000000000000010000000C00000006001000080000000800000000000000080000000000000083000000030223070003010000000000130000000000000011000200010000000E00030000000000010000000F00060005000000030000006D61696E00000000010000001000060003000000110000004000000001000000010000000500030001000000696400000500040002000000646174610000000005000400030000006D61696E0000000047000400010000000B0000001C00000047000400070000000600000004000000480005000800000000000000230000000000000047000300080000000200000047000400020000002100000000000000470004000200000022000000000000001500040004000000200000000000000017000400050000000400000003000000200004000600000001000000050000003B0004000600000001000000010000001D00030007000000040000001E000300080000000700000020000400090000000C000000080000003B00040009000000020000000C000000130002000A000000210003000B0000000A0000002B000400040000000D000000000000002B000400040000000E0000000100000020000400110000000C00000004000000360005000A00000003000000000000000B000000F80002000C0000003D000400050000000F000000010000005100050004000000100000000F00000000000000410006001100000012000000020000000D000000100000003E000300120000000E000000FD00010038000100"> : vector<864xi8>, mime_type = "application/x-flatbuffers">
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': no module has the entry point
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @other ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
// error@7: no `spirv.module` has the entry point `other`; found ["main"]
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

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': device code that is not compiled
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

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': an unknown format
// unlike iree-opt: it takes any format
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-xyz">) {
// error@5: expected the format vulkan-spirv-fb or vulkan-spirv-bda-v1, found `vulkan-spirv-xyz`
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

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a backend that is not there
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

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-target-executables{target=cuda}))': the backend that is asked for is not there
// unlike iree-opt: it leaves what it has no backend for
module {
  hal.executable private @ex {
// error@3: no backend makes code for `cuda`; there is vulkan-spirv
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

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-target-executables{target=vulkan-spirv}))': only the variants of a backend
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"cuda", "cuda-nvptx-fb">) {
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
#executable_target_cuda_nvptx_fb = #hal.executable.target<"cuda", "cuda-nvptx-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(#executable_target_cuda_nvptx_fb) {
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

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a kernel in WGSL
// unlike iree-opt: it takes the text for SPIR-V
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 49, 117, 59, 32, 125]> : vector<156xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}
// =====
module {
  hal.executable private @ex {
    hal.executable.binary public @vk <format = "vulkan-spirv-fb", data = dense<"0x564B4531000000003C0300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000018000000564B45310C0028000800100018002000000000001000000000000000200000000000000044000000000000009800000000000000B800000000000000010000000C000000080010000000080008000000000000000800000000000000040000006D61696E0000000001000000100000000000000006001000080000000800000000000000080000000000000001000000140000000C0020000000080010001800000000001000000000000000070000000000000001000000000000002000000000000000010000000C0000000600100008000000080000000000000008000000000000000100000000000000010000000C0000000600100008000000080000000000000008000000000000008A00000003022307000301001C000000170000000000000011000200010000000B00060001000000474C534C2E7374642E343530000000000E00030000000000010000000F000600050000000D0000006D61696E000000000A000000100006000D000000110000004000000001000000010000004700040004000000060000000400000047000400060000002200000000000000470004000600000021000000000000004700030007000000020000004800050007000000000000002300000000000000470004000A0000000B0000001C0000001300020002000000150004000300000020000000000000001D0003000400000003000000170004000500000003000000030000001E000300070000000400000020000400080000000C000000070000003B00040008000000060000000C000000200004000B00000001000000050000003B0004000B0000000A00000001000000210003000E00000002000000200004000F0000000C000000040000002B0004000300000010000000000000002B00040003000000120000000100000020000400150000000C0000000300000036000500020000000D000000000000000E000000F8000200090000003D000400050000000C0000000A000000410005000F000000110000000600000010000000F900020013000000F8000200130000005100050003000000140000000C0000000000000041000500150000001600000011000000140000003E0003001600000012000000FD00010038000100"> : vector<892xi8>, mime_type = "application/x-flatbuffers">
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a kernel in GLSL
// unlike iree-opt: it takes the text for SPIR-V
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.glsl", data = dense<[35, 118, 101, 114, 115, 105, 111, 110, 32, 52, 53, 48, 10, 108, 97, 121, 111, 117, 116, 40, 108, 111, 99, 97, 108, 95, 115, 105, 122, 101, 95, 120, 32, 61, 32, 56, 41, 32, 105, 110, 59, 10, 108, 97, 121, 111, 117, 116, 40, 112, 117, 115, 104, 95, 99, 111, 110, 115, 116, 97, 110, 116, 41, 32, 117, 110, 105, 102, 111, 114, 109, 32, 80, 32, 123, 32, 117, 105, 110, 116, 32, 97, 59, 32, 117, 105, 110, 116, 32, 98, 59, 32, 125, 32, 112, 59, 10, 108, 97, 121, 111, 117, 116, 40, 115, 101, 116, 32, 61, 32, 48, 44, 32, 98, 105, 110, 100, 105, 110, 103, 32, 61, 32, 48, 41, 32, 98, 117, 102, 102, 101, 114, 32, 66, 32, 123, 32, 117, 105, 110, 116, 32, 100, 91, 93, 59, 32, 125, 59, 10, 118, 111, 105, 100, 32, 109, 97, 105, 110, 40, 41, 32, 123, 32, 100, 91, 103, 108, 95, 71, 108, 111, 98, 97, 108, 73, 110, 118, 111, 99, 97, 116, 105, 111, 110, 73, 68, 46, 120, 93, 32, 61, 32, 112, 46, 97, 32, 43, 32, 112, 46, 98, 59, 32, 125]> : vector<205xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}
// =====
module {
  hal.executable private @ex {
    hal.executable.binary public @vk <format = "vulkan-spirv-fb", data = dense<"0x564B4531000000000C0500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000018000000564B45310C0028000800100018002000000000001000000000000000200000000000000044000000000000009800000000000000D000000000000000010000000C000000080010000000080008000000000000000800000000000000040000006D61696E0000000001000000100000000000000006001000080000000800000000000000080000000000000001000000140000000C0020000000080010001800000000001000000000000000070000000000000001000000000000002000000000000000010000000C0000000800180008001000080000000000000010000000000000001000000000000000010000000000000001000000200000000000000008000000010000000C000000060010000800000008000000000000000800000000000000F800000003022307000301001C0000002C0000000000000011000200010000000B00060001000000474C534C2E7374642E343530000000000E00030000000000010000000F00060005000000280000006D61696E000000002500000010000600280000001100000008000000010000000100000048000500040000000000000023000000000000004800050004000000010000002300000004000000470004000500000006000000040000004800050006000000000000002300000000000000470003000600000002000000470003000C00000002000000480005000C000000000000002300000000000000470004000E0000002200000000000000470004000E000000210000000000000047000400250000000B0000001C0000001300020002000000150004000300000020000000000000001E0004000400000003000000030000001D00030005000000030000001E000300060000000500000017000400070000000300000003000000150004000900000020000000010000002B0004000900000008000000080000002B000400090000000A000000000000001E0003000C00000004000000200004000D000000090000000C0000003B0004000D0000000B00000009000000200004000F0000000C000000060000003B0004000F0000000E0000000C000000200004001100000006000000070000002E00030007000000120000003B00050011000000100000000600000012000000210003001500000002000000200004001600000009000000040000002B000400030000001700000000000000200004001A0000000C00000005000000200004001D0000000C00000003000000200004002600000001000000070000003B0004002600000025000000010000003600050002000000140000000000000015000000F8000200130000004100050016000000180000000B00000017000000F900020019000000F8000200190000003D000400070000001B0000001000000051000500030000001C0000001B000000000000003D000400040000001E0000001800000051000500030000001F0000001E000000000000003D00040004000000200000001800000051000500030000002100000020000000010000008000050003000000220000001F00000021000000410006001D000000230000000E000000170000001C0000003E0003002300000022000000FD000100380001003600050002000000280000000000000015000000F8000200240000003D0004000700000027000000250000004100050016000000290000000B00000017000000F90002002A000000F80002002A0000003E000300100000002700000039000400020000002B00000014000000FD00010038000100"> : vector<1356xi8>, mime_type = "application/x-flatbuffers">
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a kernel with a mistake
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 49, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 41, 32, 123, 32, 108, 101, 116, 32, 120, 58, 32, 117, 51, 50, 32, 61, 32, 49, 46, 53, 59, 32, 125]> : vector<59xi8>}>]) {
// error@5: k.wgsl does not compile: error: the type of `x` is expected to be `u32`, but got `{AbstractFloat}`
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a binding is missing
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 117, 110, 105, 102, 111, 114, 109, 62, 32, 117, 58, 32, 118, 101, 99, 52, 117, 59, 10, 64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 49, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 117, 46, 120, 59, 32, 125]> : vector<202xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<uniform_buffer>]>)
// error@7: k.wgsl does not fit `@main`: shader uses set 0 binding 1 as a storage buffer, layout has no such binding

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a binding of another class
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 117, 110, 105, 102, 111, 114, 109, 62, 32, 117, 58, 32, 118, 101, 99, 52, 117, 59, 10, 64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 49, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 117, 46, 120, 59, 32, 125]> : vector<202xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>, #hal.pipeline.binding<storage_buffer>]>)
// error@7: k.wgsl does not fit `@main`: shader uses set 0 binding 0 as a uniform buffer, layout has a storage buffer

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': too few push constants
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.comp", data = dense<[35, 118, 101, 114, 115, 105, 111, 110, 32, 52, 53, 48, 10, 108, 97, 121, 111, 117, 116, 40, 108, 111, 99, 97, 108, 95, 115, 105, 122, 101, 95, 120, 32, 61, 32, 56, 41, 32, 105, 110, 59, 10, 108, 97, 121, 111, 117, 116, 40, 112, 117, 115, 104, 95, 99, 111, 110, 115, 116, 97, 110, 116, 41, 32, 117, 110, 105, 102, 111, 114, 109, 32, 80, 32, 123, 32, 117, 105, 110, 116, 32, 97, 59, 32, 117, 105, 110, 116, 32, 98, 59, 32, 125, 32, 112, 59, 10, 108, 97, 121, 111, 117, 116, 40, 115, 101, 116, 32, 61, 32, 48, 44, 32, 98, 105, 110, 100, 105, 110, 103, 32, 61, 32, 48, 41, 32, 98, 117, 102, 102, 101, 114, 32, 66, 32, 123, 32, 117, 105, 110, 116, 32, 100, 91, 93, 59, 32, 125, 59, 10, 118, 111, 105, 100, 32, 109, 97, 105, 110, 40, 41, 32, 123, 32, 100, 91, 103, 108, 95, 71, 108, 111, 98, 97, 108, 73, 110, 118, 111, 99, 97, 116, 105, 111, 110, 73, 68, 46, 120, 93, 32, 61, 32, 112, 46, 97, 32, 43, 32, 112, 46, 98, 59, 32, 125]> : vector<205xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>)
// error@7: k.comp does not fit `@main`: shader reads a push constant block of 8 bytes, layout has 4

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': an entry point that is absent
// unlike iree-opt: it does not look into kernels
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 49, 117, 59, 32, 125]> : vector<156xi8>}>]) {
      hal.executable.export public @other ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
// error@7: no object has the entry point `other`: k.wgsl has main

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': an entry point that is in two objects
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 49, 117, 59, 32, 125]> : vector<156xi8>}>, #hal.executable.object<{path = "l.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 49, 117, 59, 32, 125]> : vector<156xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
// error@7: the entry point `main` is in several objects: k.wgsl and l.wgsl

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': an object that is no SPIR-V
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "k.spv", data = dense<[1, 2, 3]> : vector<3xi8>}>]) {
// error@5: k.spv is no SPIR-V: expected whole words of four bytes, found 3 bytes
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a file that is not there
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "nowhere.spv"}>]) {
// error@5: the object file nowhere.spv cannot be read: nowhere.spv: No such file or directory (os error 2)
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)

    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-serialize-all-executables{debug-level=0}))': a local size over the limits of the target
// unlike iree-opt: it does not look into kernels
module {
  hal.executable private @ex {
    hal.executable.variant public @vk target(<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "small", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [32, 32, 32], max_thread_count_per_workgroup = 32, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>) objects([#hal.executable.object<{path = "k.wgsl", data = dense<[64, 103, 114, 111, 117, 112, 40, 48, 41, 32, 64, 98, 105, 110, 100, 105, 110, 103, 40, 48, 41, 32, 118, 97, 114, 60, 115, 116, 111, 114, 97, 103, 101, 44, 32, 114, 101, 97, 100, 95, 119, 114, 105, 116, 101, 62, 32, 100, 58, 32, 97, 114, 114, 97, 121, 60, 117, 51, 50, 62, 59, 10, 64, 99, 111, 109, 112, 117, 116, 101, 32, 64, 119, 111, 114, 107, 103, 114, 111, 117, 112, 95, 115, 105, 122, 101, 40, 54, 52, 41, 32, 102, 110, 32, 109, 97, 105, 110, 40, 64, 98, 117, 105, 108, 116, 105, 110, 40, 103, 108, 111, 98, 97, 108, 95, 105, 110, 118, 111, 99, 97, 116, 105, 111, 110, 95, 105, 100, 41, 32, 105, 58, 32, 118, 101, 99, 51, 117, 41, 32, 123, 32, 100, 91, 105, 46, 120, 93, 32, 61, 32, 49, 117, 59, 32, 125]> : vector<156xi8>}>]) {
      hal.executable.export public @main ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
// error@7: k.wgsl does not fit `@main`: shader has local size 64x1x1, target allows at most 32x32x32
// error@7: k.wgsl does not fit `@main`: shader has 64 invocations in a workgroup (64x1x1), target allows at most 32

    }
  }
}
