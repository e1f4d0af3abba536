// Numbers of every width, composites, specialization constants, decorations of structures; each declared once.
spirv.module Logical GLSL450 requires #spirv.vce<v1.4, [Shader, Int8, Int16, Int64, Float16, Float64], []> {
  spirv.SpecConstant @size spec_id(3) = 42 : i32
  spirv.SpecConstant @on = true
  spirv.SpecConstantComposite @pair (@size, @size) : !spirv.struct<(i32, i32)>
  spirv.GlobalVariable @block bind(1, 2) : !spirv.ptr<!spirv.struct<layout, (i32 [0, NonWritable], !spirv.matrix<4 x vector<4xf32>> [16, ColMajor, MatrixStride=16]), Block>, Uniform>
  spirv.GlobalVariable @shared : !spirv.ptr<!spirv.array<16 x vector<4xf32>>, Workgroup>
  spirv.func @main() "None" {
    %i8 = spirv.Constant -1 : i8
    %u8 = spirv.Constant 255 : ui8
    %s8 = spirv.Constant -1 : si8
    %i16 = spirv.Constant -2 : i16
    %i32 = spirv.Constant -3 : i32
    %again = spirv.Constant -3 : i32
    %u32 = spirv.Constant 4294967293 : ui32
    %i64 = spirv.Constant -4 : i64
    %f16 = spirv.Constant 1.5 : f16
    %f32 = spirv.Constant 0x7FC00000 : f32
    %f64 = spirv.Constant -2.5 : f64
    %true = spirv.Constant true
    %false = spirv.Constant false
    %v = spirv.Constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
    %splat = spirv.Constant dense<1.0> : vector<3xf32>
    %array = spirv.Constant dense<[1, 2]> : tensor<2xi32> : !spirv.array<2 x i32>
    %strided = spirv.Constant dense<[1, 2]> : tensor<2xi32> : !spirv.array<2 x i32, stride=4>
    %nested = spirv.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> : !spirv.array<2 x !spirv.array<2 x i32>>
    %list = spirv.Constant [1.0 : f32, 2.0 : f32] : !spirv.array<2 x f32>
    %undef = spirv.Undef : f32
    %size = spirv.mlir.referenceof @size : i32
    %n = spirv.IAdd %size, %i32 : i32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @block, @shared
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
