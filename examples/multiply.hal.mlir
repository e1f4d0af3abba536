module {
  util.global private @__device_0 : !hal.device
  util.initializer {
    %c18_i32 = arith.constant 18 : i32
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = util.null : !hal.device
    %device_count = hal.devices.count : index
    cf.br ^bb1(%c0, %c0, %0 : index, index, !hal.device)
  ^bb1(%1: index, %2: index, %3: !hal.device):  // 2 preds: ^bb0, ^bb4
    %4 = util.cmp.eq %3, %0 : !hal.device
    %5 = arith.cmpi slt, %1, %device_count : index
    %6 = arith.andi %4, %5 : i1
    cf.cond_br %6, ^bb2, ^bb5
  ^bb2:  // pred: ^bb1
    %device_n = hal.devices.get %1 : !hal.device
    %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "vulkan") : i1, i1 = false
    cf.cond_br %value, ^bb3, ^bb4(%false : i1)
  ^bb3:  // pred: ^bb2
    %ok_0, %value_1 = hal.device.query<%device_n : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    cf.br ^bb4(%value_1 : i1)
  ^bb4(%7: i1):  // 2 preds: ^bb2, ^bb3
    %8 = arith.cmpi eq, %2, %c0 : index
    %9 = arith.select %7, %c1, %c0 : index
    %10 = arith.addi %2, %9 : index
    %11 = arith.andi %7, %8 : i1
    %12 = arith.select %11, %device_n, %0 : !hal.device
    %13 = arith.addi %1, %c1 : index
    cf.br ^bb1(%13, %10, %12 : index, index, !hal.device)
  ^bb5:  // pred: ^bb1
    cf.cond_br %4, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    util.status.check_ok %c18_i32, "HAL device `__device_0` not found or unavailable: #hal.device.target<\22vulkan\22, [#hal.executable.target<\22vulkan-spirv\22, \22vulkan-spirv-fb\22, {iree_codegen.target_info = #iree_gpu.target<arch = \22vp_android_baseline_2022\22, features = \22spirv:v1.3,cap:Shader\22, wgp = <compute = fp32|int32, storage = b32, subgroup = none, subgroup_size_choices = [64], max_workgroup_sizes = [128, 128, 64], max_thread_count_per_workgroup = 128, max_workgroup_memory_bytes = 16384, max_workgroup_counts = [65535, 65535, 65535]>>}>]>"
    cf.br ^bb7
  ^bb7:  // 2 preds: ^bb5, ^bb6
    util.global.store %3, @__device_0 : !hal.device
    util.return
  }
  util.global private @__device_0_query_0_hal_executable_format_vulkan_spirv_fb : i1
  util.initializer {
    %__device_0 = util.global.load @__device_0 : !hal.device
    %ok, %value = hal.device.query<%__device_0 : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    util.global.store %value, @__device_0_query_0_hal_executable_format_vulkan_spirv_fb : i1
    util.return
  }
  util.global private @__device_0_executable_0_multiply_dispatch_0 : !hal.executable
  util.initializer {
    %c-1_i64 = arith.constant -1 : i64
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %c14_i32 = arith.constant 14 : i32
    %0 = util.null : !hal.executable
    %__device_0_query_0_hal_executable_format_vulkan_spirv_fb = util.global.load @__device_0_query_0_hal_executable_format_vulkan_spirv_fb : i1
    %__device_0 = util.global.load @__device_0 : !hal.device
    %1 = arith.select %__device_0_query_0_hal_executable_format_vulkan_spirv_fb, %c0, %c-1 : index
    %2 = arith.cmpi eq, %1, %c0 : index
    cf.cond_br %2, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %executable = hal.executable.create device(%__device_0 : !hal.device) affinity(%c-1_i64) target(@multiply_dispatch_0::@vulkan_spirv_fb) : !hal.executable
    cf.br ^bb3(%executable : !hal.executable)
  ^bb2:  // pred: ^bb0
    util.status.check_ok %c14_i32, "HAL device `__device_0` does not support any variant of executable `multiply_dispatch_0`; available formats: [vulkan-spirv-fb]"
    cf.br ^bb3(%0 : !hal.executable)
  ^bb3(%3: !hal.executable):  // 2 preds: ^bb1, ^bb2
    util.global.store %3, @__device_0_executable_0_multiply_dispatch_0 : !hal.executable
    util.return
  }
  hal.executable private @multiply_dispatch_0 {
    hal.executable.binary public @vulkan_spirv_fb <format = "vulkan-spirv-fb", data = dense<"0x564B4531000000007C0500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000008000000564B4531A6FAFFFF100000005400000048000000B40000000100000004000000B6FAFFFF08000000C4040000250000006D756C7469706C795F64697370617463685F305F656C656D656E74776973655F345F663332000000010000000C00000001000000140000001CFBFFFF0400000001000000000000002CFBFFFF0400000003000000340000001C0000000400000032FBFFFF0200000007000000010000002000000046FBFFFF0100000007000000010000002000000066FBFFFF070000000100000020000000010000000400000084FBFFFF04000000040100000302230700000100180016002000000000000000110002000100000011000200000000000A000B005350565F4B48525F73746F726167655F6275666665725F73746F726167655F636C617373000000000E00030000000000010000000F000E00050000000E0000006D756C7469706C795F64697370617463685F305F656C656D656E74776973655F345F66333200000004000000100006000E0000001100000040000000010000000100000005000A00040000005F5F6275696C74696E5F5F4C6F63616C496E766F636174696F6E49645F5F000005000700090000005F5F7265736F757263655F7661725F305F305F00050007000A0000005F5F7265736F757263655F7661725F305F315F00050007000B0000005F5F7265736F757263655F7661725F305F325F0005000C000E0000006D756C7469706C795F64697370617463685F305F656C656D656E74776973655F345F66333200000047000400040000000B0000001B0000004700040007000000060000000400000048000500060000000000000023000000000000004700030006000000020000004700040009000000210000000000000047000400090000002200000000000000470004000A0000002100000001000000470004000A0000002200000000000000470004000B0000002100000002000000470004000B00000022000000000000001500040003000000200000000000000017000400020000000300000003000000200004000100000001000000020000003B0004000100000004000000010000001600030008000000200000001D00030007000000080000001E000300060000000700000020000400050000000C000000060000003B00040005000000090000000C0000003B000400050000000A0000000C0000003B000400050000000B0000000C000000130002000D000000210003000C0000000D0000002B0004000300000010000000040000002B000400030000001100000000000000140002001400000020000400190000000C00000008000000360005000D0000000E000000000000000C000000F80002000F0000003D0004000200000012000000040000005100050003000000130000001200000000000000B100050014000000150000001300000010000000F900020016000000F800020016000000F70003001800000000000000FA000400150000001700000018000000F80002001700000041000600190000001A0000000900000011000000130000003D000400080000001B0000001A00000041000600190000001C0000000A00000011000000130000003D000400080000001D0000001C00000085000500080000001E0000001B0000001D00000041000600190000001F0000000B00000011000000130000003E0003001F0000001E000000F900020018000000F800020018000000FD00010038000100A8FFFFFF2800000004000000B4FFFFFF08000000030000000D0000006D756C7469706C792E6D6C6972000000250000006D756C7469706C795F64697370617463685F305F656C656D656E74776973655F345F66333200000008000C00040008000600080004000C0010000000040008000C000C001400040008000C0010000E000C0000000400000000000800"> : vector<1468xi8>, mime_type = "application/x-flatbuffers">
  }
  util.func private @__multiply_memoize_apply() -> !hal.command_buffer attributes {inlining_policy = #util.inline.never} {
    %c-1_i64 = arith.constant -1 : i64
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %__device_0 = util.global.load immutable @__device_0 : !hal.device
    %__device_0_executable_0_multiply_dispatch_0 = util.global.load immutable @__device_0_executable_0_multiply_dispatch_0 : !hal.executable
    %cmd = hal.command_buffer.create device(%__device_0 : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64) bindings(%c3) : !hal.command_buffer
    %function_id = hal.executable.lookup.function target(%__device_0_executable_0_multiply_dispatch_0 : !hal.executable) function(@multiply_dispatch_0::@vulkan_spirv_fb::@multiply_dispatch_0_elementwise_4_f32) : i64
    hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%__device_0_executable_0_multiply_dispatch_0 : !hal.executable)[%function_id] workgroups([%c1, %c1, %c1]) bindings([
      (%c0 : index)[%c0, %c16], 
      (%c1 : index)[%c0, %c16], 
      (%c2 : index)[%c0, %c16]
    ]) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    util.return %cmd : !hal.command_buffer
  }
  util.global private @__multiply_memoize_result_0_device_0 : !hal.command_buffer
  util.initializer {
    %0 = util.call @__multiply_memoize_apply() : () -> !hal.command_buffer
    util.global.store %0, @__multiply_memoize_result_0_device_0 : !hal.command_buffer
    util.return
  }
  util.func public @multiply(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)"}} {
    %c-1_i32 = arith.constant -1 : i32
    %c0_i64 = arith.constant 0 : i64
    %0 = util.null : !hal.fence
    %c-1_i64 = arith.constant -1 : i64
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c4 = arith.constant 4 : index
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %__device_0 = util.global.load immutable @__device_0 : !hal.device
    %__multiply_memoize_result_0_device_0 = util.global.load immutable @__multiply_memoize_result_0_device_0 : !hal.command_buffer
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%c4]) type(%element_type_f32) encoding(%dense_row_major)
    %buffer = hal.buffer_view.buffer<%arg0 : !hal.buffer_view> : !hal.buffer
    %allocator = hal.device.allocator<%__device_0 : !hal.device> : !hal.allocator
    hal.buffer.assert<%buffer : !hal.buffer> message("tensor") allocator(%allocator : !hal.allocator) minimum_length(%c16) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    hal.buffer_view.assert<%arg1 : !hal.buffer_view> message("input1") shape([%c4]) type(%element_type_f32) encoding(%dense_row_major)
    %buffer_0 = hal.buffer_view.buffer<%arg1 : !hal.buffer_view> : !hal.buffer
    hal.buffer.assert<%buffer_0 : !hal.buffer> message("tensor") allocator(%allocator : !hal.allocator) minimum_length(%c16) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage")
    %fence = hal.fence.create device(%__device_0 : !hal.device) flags("None") : !hal.fence
    %transient_buffer = hal.device.queue.alloca<%__device_0 : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) pool(%c0_i64) type(%memory_type) usage(%buffer_usage) flags("None") : !hal.buffer{%c16}
    %fence_1 = hal.fence.create device(%__device_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%__device_0 : !hal.device> affinity(%c-1_i64) wait(%fence) signal(%fence_1) commands(%__multiply_memoize_result_0_device_0) bindings([
      (%buffer : !hal.buffer)[%c0, %c16], 
      (%buffer_0 : !hal.buffer)[%c0, %c16], 
      (%transient_buffer : !hal.buffer)[%c0, %c16]
    ]) flags("None")
    %status = hal.fence.await until([%fence_1]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    %view = hal.buffer_view.create buffer(%transient_buffer : !hal.buffer)[%c0, %c16] shape([%c4]) type(%element_type_f32) encoding(%dense_row_major) : !hal.buffer_view
    util.return %view : !hal.buffer_view
  }
}