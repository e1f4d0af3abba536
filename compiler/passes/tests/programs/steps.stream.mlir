module @steps attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>]> : !hal.device
  util.global private mutable @total__timepoint = #stream.timepoint<immediate> : !stream.timepoint
  util.global private mutable @total : !stream.resource<variable>
  util.initializer {
    %c0 = arith.constant 0 : index
    %0 = stream.timepoint.immediate => !stream.timepoint
    %c0_i8 = arith.constant 0 : i8
    %c16 = arith.constant 16 : index
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) : !stream.resource<variable>{%c16} => !stream.timepoint
    %1 = stream.cmd.execute once on(#hal.device.affinity<@__device_0>) await(%result_timepoint) => with(%result as %arg0: !stream.resource<variable>{%c16}) {
      stream.cmd.fill %c0_i8, %arg0[%c0 for %c16] : i8 -> !stream.resource<variable>{%c16}
    } => !stream.timepoint
    %2 = stream.timepoint.await sync %1 => %result : !stream.resource<variable>{%c16}
    util.global.store %2, @total : !stream.resource<variable>
    util.global.store %0, @total__timepoint : !stream.timepoint
    util.return
  }
  stream.executable private @steps_dispatch_0 {
    stream.executable.export public @steps_dispatch_0_elementwise_D_f32 workgroups(%arg0: index) -> (index, index, index) {
      %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg0)
      stream.return %x, %y, %z : index, index, index
    }
    builtin.module {
      func.func @steps_dispatch_0_elementwise_D_f32(%arg0: !stream.binding {stream.alignment = 64 : index}, %arg1: !stream.binding {stream.alignment = 64 : index}, %arg2: !stream.binding {stream.alignment = 64 : index}, %arg3: i32, %arg4: i32) {
        %c0 = arith.constant 0 : index
        %c32_i64 = arith.constant 32 : i64
        %0 = arith.extui %arg3 : i32 to i64
        %1 = arith.extui %arg4 : i32 to i64
        %2 = arith.shli %1, %c32_i64 : i64
        %3 = arith.ori %0, %2 : i64
        %4 = arith.index_castui %3 : i64 to index
        %5 = util.assume.int %4<umin = 0, umax = 9007199254740991> : index
        %6 = iree_tensor_ext.dispatch.workload.ordinal %5, 0 : index
        %7 = stream.binding.subspan %arg0[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%6}
        %8 = stream.binding.subspan %arg1[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%6}
        %9 = stream.binding.subspan %arg2[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%6}
        %10 = iree_tensor_ext.dispatch.tensor.load %7, offsets = [0], sizes = [%6], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%6} -> tensor<?xf32>
        %11 = iree_tensor_ext.dispatch.tensor.load %8, offsets = [0], sizes = [%6], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%6} -> tensor<?xf32>
        %12 = tensor.empty(%6) : tensor<?xf32>
        %13 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%10, %11 : tensor<?xf32>, tensor<?xf32>) outs(%12 : tensor<?xf32>) {
        ^bb0(%in: f32, %in_0: f32, %out: f32):
          %14 = arith.addf %in, %in_0 : f32
          linalg.yield %14 : f32
        } -> tensor<?xf32>
        iree_tensor_ext.dispatch.tensor.store %13, %9, offsets = [0], sizes = [%6], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%6}
        return
      }
    }
  }
  util.func public @steps(%arg0: !hal.buffer_view, %arg1: index) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @steps(%input0: tensor<?xf32>, %input1: index) -> (%output0: tensor<?xf32>)"}} {
    %c32_i64 = arith.constant 32 : i64
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %0 = stream.timepoint.immediate => !stream.timepoint
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %1 = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%1]) type(%element_type_f32) encoding(%dense_row_major)
    %2 = arith.muli %1, %c4 : index
    %3 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<?xf32>{%1} in !stream.resource<external>{%2}
    cf.br ^bb1(%c0, %3, %0 : index, !stream.resource<external>, !stream.timepoint)
  ^bb1(%4: index, %5: !stream.resource<external>, %6: !stream.timepoint):  // 2 preds: ^bb0, ^bb2
    %7 = arith.cmpi slt, %4, %arg1 : index
    cf.cond_br %7, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) await(%6) => !stream.resource<external>{%2} => !stream.timepoint
    %8 = util.align %2, %c64 : index
    %result_0, %result_timepoint_1 = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) await(%6) => !stream.resource<transient>{%8} => !stream.timepoint
    %9 = stream.timepoint.join max(%result_timepoint, %result_timepoint_1) => !stream.timepoint
    %10 = arith.index_castui %1 : index to i64
    %11 = arith.index_castui %1 : index to i32
    %12 = arith.shrui %10, %c32_i64 : i64
    %13 = arith.trunci %12 : i64 to i32
    %14 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) await(%9) => with(%5 as %arg2: !stream.resource<external>{%2}, %3 as %arg3: !stream.resource<external>{%2}, %result as %arg4: !stream.resource<external>{%2}, %result_0 as %arg5: !stream.resource<transient>{%8}) {
      stream.cmd.copy %arg2[%c0], %arg5[%c0], %2 : !stream.resource<external>{%2} -> !stream.resource<transient>{%8}
      stream.cmd.dispatch @steps_dispatch_0::@steps_dispatch_0_elementwise_D_f32[%1](%11, %13 : i32, i32) {
        ro %arg5[%c0 for %8] : !stream.resource<transient>{%8},
        ro %arg3[%c0 for %2] : !stream.resource<external>{%2},
        wo %arg4[%c0 for %2] : !stream.resource<external>{%2}
      }
    } => !stream.timepoint
    %15 = stream.resource.dealloca on(#hal.device.affinity<@__device_0>) await(%14) => %result_0 : !stream.resource<transient>{%8} => !stream.timepoint
    %16 = arith.addi %4, %c1 : index
    cf.br ^bb1(%16, %result, %15 : index, !stream.resource<external>, !stream.timepoint)
  ^bb3:  // pred: ^bb1
    %17 = stream.timepoint.await %6 => %5 : !stream.resource<external>{%2}
    %18 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %17 : tensor<?xf32>{%1} in !stream.resource<external>{%2} -> !hal.buffer_view
    util.return %18 : !hal.buffer_view
  }
  stream.executable private @add_dispatch_0 {
    stream.executable.export public @add_dispatch_0_elementwise_4_f32 workgroups() -> (index, index, index) {
      %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice()
      stream.return %x, %y, %z : index, index, index
    }
    builtin.module {
      func.func @add_dispatch_0_elementwise_4_f32(%arg0: !stream.binding {stream.alignment = 64 : index}, %arg1: !stream.binding {stream.alignment = 64 : index}, %arg2: !stream.binding {stream.alignment = 64 : index}) {
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
        %1 = stream.binding.subspan %arg1[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
        %2 = stream.binding.subspan %arg2[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
        %3 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
        %4 = iree_tensor_ext.dispatch.tensor.load %1, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
        %5 = tensor.empty() : tensor<4xf32>
        %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3, %4 : tensor<4xf32>, tensor<4xf32>) outs(%5 : tensor<4xf32>) {
        ^bb0(%in: f32, %in_0: f32, %out: f32):
          %7 = arith.addf %in, %in_0 : f32
          linalg.yield %7 : f32
        } -> tensor<4xf32>
        iree_tensor_ext.dispatch.tensor.store %6, %2, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
        return
      }
    }
  }
  util.func public @add(%arg0: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @add(%input0: tensor<4xf32>) -> (%output0: tensor<4xf32>)"}} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %total__timepoint = util.global.load @total__timepoint : !stream.timepoint
    %total = util.global.load @total : !stream.resource<variable>
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%c4]) type(%element_type_f32) encoding(%dense_row_major)
    %0 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%c16}
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) await(%total__timepoint) => !stream.resource<external>{%c16} => !stream.timepoint
    %result_0, %result_timepoint_1 = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) await(%total__timepoint) => !stream.resource<variable>{%c16} => !stream.timepoint
    %1 = stream.timepoint.join max(%result_timepoint, %result_timepoint_1) => !stream.timepoint
    %2 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) await(%1) => with(%total as %arg1: !stream.resource<variable>{%c16}, %0 as %arg2: !stream.resource<external>{%c16}, %result as %arg3: !stream.resource<external>{%c16}, %result_0 as %arg4: !stream.resource<variable>{%c16}) {
      stream.cmd.dispatch @add_dispatch_0::@add_dispatch_0_elementwise_4_f32 {
        ro %arg1[%c0 for %c16] : !stream.resource<variable>{%c16},
        ro %arg2[%c0 for %c16] : !stream.resource<external>{%c16},
        wo %arg3[%c0 for %c16] : !stream.resource<external>{%c16}
      }
      stream.cmd.copy %arg3[%c0], %arg4[%c0], %c16 : !stream.resource<external>{%c16} -> !stream.resource<variable>{%c16}
    } => !stream.timepoint
    %3:2 = stream.timepoint.await %2 => %result_0, %result : !stream.resource<variable>{%c16}, !stream.resource<external>{%c16}
    %4 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %3#1 : tensor<4xf32> in !stream.resource<external>{%c16} -> !hal.buffer_view
    util.global.store %result_0, @total : !stream.resource<variable>
    util.global.store %2, @total__timepoint : !stream.timepoint
    util.return %4 : !hal.buffer_view
  }
}