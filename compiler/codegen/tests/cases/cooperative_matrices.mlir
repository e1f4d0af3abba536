// Matrices spread over a subgroup: their types and layouts are made of constants.
spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Float16, StorageBuffer16BitAccess, CooperativeMatrixKHR, VulkanMemoryModel], [SPV_KHR_cooperative_matrix]> {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %zero = spirv.Constant 0 : i32
    %stride = spirv.Constant 16 : i32
    %h = spirv.Constant 0.0 : f16
    %a = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0])>, StorageBuffer>
    %p = spirv.AccessChain %a[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f16, StorageBuffer>
    %0 = spirv.KHR.CooperativeMatrixLoad %p, %stride, <RowMajor> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
    %1 = spirv.KHR.CooperativeMatrixLoad %p, %stride, <ColumnMajor>, <Volatile> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>
    %2 = spirv.CompositeConstruct %h : (f16) -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
    %3 = spirv.KHR.CooperativeMatrixMulAdd %0, %1, %2 : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
    %4 = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
    spirv.KHR.CooperativeMatrixStore %p, %3, %stride, <RowMajor> : !spirv.ptr<f16, StorageBuffer>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>, i32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @a
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
