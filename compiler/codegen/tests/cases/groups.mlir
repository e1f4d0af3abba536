// Atomics, barriers, and what subgroups do together: scopes and orders are ids.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformBallot, GroupNonUniformClustered], []> {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %zero = spirv.Constant 0 : i32
    %four = spirv.Constant 4 : i32
    %f = spirv.Constant 1.0 : f32
    %a = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
    %p = spirv.AccessChain %a[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %0 = spirv.AtomicIAdd <Device> <AcquireRelease|UniformMemory> %p, %four : !spirv.ptr<i32, StorageBuffer>
    %1 = spirv.AtomicIIncrement <Device> <None> %p : !spirv.ptr<i32, StorageBuffer>
    %2 = spirv.AtomicCompareExchange <Workgroup> <AcquireRelease|UniformMemory> <Acquire|UniformMemory> %p, %four, %zero : !spirv.ptr<i32, StorageBuffer>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    spirv.MemoryBarrier <Device>, <AcquireRelease|UniformMemory>
    %3 = spirv.GroupNonUniformFAdd <Subgroup> <Reduce> %f : f32 -> f32
    %4 = spirv.GroupNonUniformIAdd <Subgroup> <ClusteredReduce> %four cluster_size(%four) : i32, i32 -> i32
    %5 = spirv.GroupNonUniformShuffleXor <Subgroup> %f, %four : f32, i32
    %6 = spirv.GroupNonUniformElect <Subgroup> : i1
    %7 = spirv.GroupNonUniformBallot <Subgroup> %6 : vector<4xi32>
    %8 = spirv.VectorShuffle [0 : i32, 3 : i32] %7, %7 : vector<4xi32>, vector<4xi32> -> vector<2xi32>
    %9 = spirv.CompositeInsert %four, %7[1 : i32] : i32 into vector<4xi32>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
