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
  hal.executable private @steps_dispatch_0 {
    hal.executable.variant public @vulkan_spirv_fb target(<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>) {
      hal.executable.export public @steps_dispatch_0_elementwise_D_f32 ordinal(0) layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        %0 = affine.min affine_map<()[s0] -> (s0 ceildiv 64, 65535)>()[%arg1]
        hal.return %0, %c1, %c1 : index, index, index
      } <workgroup_size = [64 : index, 1 : index, 1 : index]>
      builtin.module attributes {hal.executable.target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<subgroup_size = 64, min_subgroup_size = 64, max_subgroup_size = 64, cooperative_matrix_properties_khr = []>>} {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Matrix], [SPV_KHR_storage_buffer_storage_class]> {
          spirv.GlobalVariable @__builtin__NumWorkgroups__ built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @__builtin__WorkgroupId__ built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @__push_constant_var__ : !spirv.ptr<!spirv.struct<(!spirv.array<2 x i32, stride=4> [0]), Block>, PushConstant>
          spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.GlobalVariable @__resource_var_0_1_ bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.GlobalVariable @__resource_var_0_2_ bind(0, 2) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.func @steps_dispatch_0_elementwise_D_f32() "None" attributes {gpu.known_block_size = array<i32: 64, 1, 1>, hal.executable.target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>} {
            %cst64_i32 = spirv.Constant 64 : i32
            %cst0_i32 = spirv.Constant 0 : i32
            %__push_constant_var___addr = spirv.mlir.addressof @__push_constant_var__ : !spirv.ptr<!spirv.struct<(!spirv.array<2 x i32, stride=4> [0]), Block>, PushConstant>
            %0 = spirv.AccessChain %__push_constant_var___addr[%cst0_i32, %cst0_i32] : !spirv.ptr<!spirv.struct<(!spirv.array<2 x i32, stride=4> [0]), Block>, PushConstant>, i32, i32 -> !spirv.ptr<i32, PushConstant>
            %1 = spirv.Load "PushConstant" %0 : i32
            %__resource_var_0_0__addr = spirv.mlir.addressof @__resource_var_0_0_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__resource_var_0_1__addr = spirv.mlir.addressof @__resource_var_0_1_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__resource_var_0_2__addr = spirv.mlir.addressof @__resource_var_0_2_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__builtin__LocalInvocationId___addr = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
            %2 = spirv.Load "Input" %__builtin__LocalInvocationId___addr : vector<3xi32>
            %3 = spirv.CompositeExtract %2[0 : i32] : vector<3xi32>
            %__builtin__WorkgroupId___addr = spirv.mlir.addressof @__builtin__WorkgroupId__ : !spirv.ptr<vector<3xi32>, Input>
            %4 = spirv.Load "Input" %__builtin__WorkgroupId___addr : vector<3xi32>
            %5 = spirv.CompositeExtract %4[0 : i32] : vector<3xi32>
            %__builtin__NumWorkgroups___addr = spirv.mlir.addressof @__builtin__NumWorkgroups__ : !spirv.ptr<vector<3xi32>, Input>
            %6 = spirv.Load "Input" %__builtin__NumWorkgroups___addr : vector<3xi32>
            %7 = spirv.CompositeExtract %6[0 : i32] : vector<3xi32>
            %8 = spirv.IMul %5, %cst64_i32 : i32
            %9 = spirv.IMul %7, %cst64_i32 : i32
            spirv.mlir.loop {
              spirv.Branch ^bb1(%8 : i32)
            ^bb1(%10: i32):  // 2 preds: ^bb0, ^bb2
              %11 = spirv.SLessThan %10, %1 : i32
              spirv.BranchConditional %11, ^bb2, ^bb3
            ^bb2:  // pred: ^bb1
              %12 = spirv.ISub %1, %10 : i32
              %13 = spirv.GL.SMin %12, %cst64_i32 : i32
              %14 = spirv.SGreaterThan %13, %3 : i32
              spirv.mlir.selection {
                spirv.BranchConditional %14, ^bb1, ^bb2
              ^bb1:  // pred: ^bb0
                %16 = spirv.IAdd %10, %3 : i32
                %17 = spirv.AccessChain %__resource_var_0_0__addr[%cst0_i32, %16] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
                %18 = spirv.Load "StorageBuffer" %17 : f32
                %19 = spirv.AccessChain %__resource_var_0_1__addr[%cst0_i32, %16] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
                %20 = spirv.Load "StorageBuffer" %19 : f32
                %21 = spirv.FAdd %18, %20 : f32
                %22 = spirv.AccessChain %__resource_var_0_2__addr[%cst0_i32, %16] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
                spirv.Store "StorageBuffer" %22, %21 : f32
                spirv.Branch ^bb2
              ^bb2:  // 2 preds: ^bb0, ^bb1
                spirv.mlir.merge
              }
              %15 = spirv.IAdd %10, %9 : i32
              spirv.Branch ^bb1(%15 : i32)
            ^bb3:  // pred: ^bb1
              spirv.mlir.merge
            }
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @steps_dispatch_0_elementwise_D_f32, @__builtin__LocalInvocationId__, @__builtin__WorkgroupId__, @__builtin__NumWorkgroups__
          spirv.ExecutionMode @steps_dispatch_0_elementwise_D_f32 "LocalSize", 64, 1, 1
        }
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
      stream.cmd.dispatch @steps_dispatch_0::@vulkan_spirv_fb::@steps_dispatch_0_elementwise_D_f32[%1](%11, %13 : i32, i32) {
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
  hal.executable private @add_dispatch_0 {
    hal.executable.variant public @vulkan_spirv_fb target(<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>) {
      hal.executable.export public @add_dispatch_0_elementwise_4_f32 ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      } <workgroup_size = [64 : index, 1 : index, 1 : index]>
      builtin.module attributes {hal.executable.target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<subgroup_size = 64, min_subgroup_size = 64, max_subgroup_size = 64, cooperative_matrix_properties_khr = []>>} {
        spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Matrix], [SPV_KHR_storage_buffer_storage_class]> {
          spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
          spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.GlobalVariable @__resource_var_0_1_ bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.GlobalVariable @__resource_var_0_2_ bind(0, 2) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
          spirv.func @add_dispatch_0_elementwise_4_f32() "None" attributes {gpu.known_block_size = array<i32: 64, 1, 1>, hal.executable.target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = #iree_gpu.target<arch = "vp_android_baseline_2022", features = "spirv:v1.3,cap:Shader", wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>} {
            %cst4_i32 = spirv.Constant 4 : i32
            %cst0_i32 = spirv.Constant 0 : i32
            %__resource_var_0_0__addr = spirv.mlir.addressof @__resource_var_0_0_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__resource_var_0_1__addr = spirv.mlir.addressof @__resource_var_0_1_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__resource_var_0_2__addr = spirv.mlir.addressof @__resource_var_0_2_ : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
            %__builtin__LocalInvocationId___addr = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
            %0 = spirv.Load "Input" %__builtin__LocalInvocationId___addr : vector<3xi32>
            %1 = spirv.CompositeExtract %0[0 : i32] : vector<3xi32>
            %2 = spirv.SLessThan %1, %cst4_i32 : i32
            spirv.mlir.selection {
              spirv.BranchConditional %2, ^bb1, ^bb2
            ^bb1:  // pred: ^bb0
              %3 = spirv.AccessChain %__resource_var_0_0__addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
              %4 = spirv.Load "StorageBuffer" %3 : f32
              %5 = spirv.AccessChain %__resource_var_0_1__addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
              %6 = spirv.Load "StorageBuffer" %5 : f32
              %7 = spirv.FAdd %4, %6 : f32
              %8 = spirv.AccessChain %__resource_var_0_2__addr[%cst0_i32, %1] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
              spirv.Store "StorageBuffer" %8, %7 : f32
              spirv.Branch ^bb2
            ^bb2:  // 2 preds: ^bb0, ^bb1
              spirv.mlir.merge
            }
            spirv.Return
          }
          spirv.EntryPoint "GLCompute" @add_dispatch_0_elementwise_4_f32, @__builtin__LocalInvocationId__
          spirv.ExecutionMode @add_dispatch_0_elementwise_4_f32 "LocalSize", 64, 1, 1
        }
      }
    }
  }
  util.func public @add(%arg0: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @add(%input0: tensor<4xf32>) -> (%output0: tensor<4xf32>)"}} {
    %c16 = arith.constant 16 : index
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
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
      stream.cmd.dispatch @add_dispatch_0::@vulkan_spirv_fb::@add_dispatch_0_elementwise_4_f32 {
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