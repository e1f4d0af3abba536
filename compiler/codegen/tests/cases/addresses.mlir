// The address ABI: a table of addresses, found through push constants.
spirv.module PhysicalStorageBuffer64 GLSL450 requires #spirv.vce<v1.3, [Shader, Int64, PhysicalStorageBufferAddresses], [SPV_KHR_physical_storage_buffer]> {
  spirv.GlobalVariable @root : !spirv.ptr<!spirv.struct<(i64 [0]), Block>, PushConstant>
  spirv.func @main() "None" {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %root = spirv.mlir.addressof @root : !spirv.ptr<!spirv.struct<(i64 [0]), Block>, PushConstant>
    %0 = spirv.AccessChain %root[%zero] : !spirv.ptr<!spirv.struct<(i64 [0]), Block>, PushConstant>, i32 -> !spirv.ptr<i64, PushConstant>
    %1 = spirv.Load "PushConstant" %0 : i64
    %2 = spirv.ConvertUToPtr %1 : i64 to !spirv.ptr<!spirv.struct<(i64 [0])>, PhysicalStorageBuffer>
    %3 = spirv.AccessChain %2[%zero] : !spirv.ptr<!spirv.struct<(i64 [0])>, PhysicalStorageBuffer>, i32 -> !spirv.ptr<i64, PhysicalStorageBuffer>
    %4 = spirv.Load "PhysicalStorageBuffer" %3 ["Aligned", 8] : i64
    %5 = spirv.ConvertUToPtr %4 : i64 to !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, PhysicalStorageBuffer>
    %6 = spirv.AccessChain %5[%zero, %one] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, PhysicalStorageBuffer>, i32, i32 -> !spirv.ptr<i32, PhysicalStorageBuffer>
    spirv.Store "PhysicalStorageBuffer" %6, %one ["Aligned", 4] : i32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
