spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Nonsense], []> {
// error: SPIR-V has no capability named `Nonsense`
}
// -----
spirv.module Logical GLSL450 requires #spirv.vce<newest, [Shader], []> {
// error: expected a SPIR-V version such as v1.3, found `newest`
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a built_in("Elsewhere") : !spirv.ptr<i32, Input>
  // error: SPIR-V has no built-in value named `Elsewhere`
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a : i32
  // error: expected a type !spirv.ptr<…>, found i32
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a : !spirv.ptr<tensor<4xi32>, Input>
  // error: the type tensor<4xi32> has no form in SPIR-V
}
// -----
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a : !spirv.ptr<!spirv.struct<(i32 [Sideways])>, StorageBuffer>
  // error: SPIR-V has no decoration named `Sideways`
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @outside() "None"
  // error: the function `@outside` has no body, and linking is not supported
}
// -----
spirv.module Logical GLSL450 {
  spirv.EntryPoint "GLCompute" @nobody
  // error: the SPIR-V module has no symbol `@nobody`
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f(%arg0: i32) "None" {
    %0 = spirv.Variable init(%arg0) : !spirv.ptr<i32, Function>
    // error: a variable of SPIR-V starts as a constant or as the address of a global variable
    spirv.Return
  }
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    %0 = arith.constant 1 : i32
    // error: the operation `arith.constant` has no form in SPIR-V
    spirv.Return
  }
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    %0 = spirv.Constant dense<1> : tensor<3xi32> : !spirv.array<2 x i32>
    // error: the constant has more elements than !spirv.array<2 x i32>
    spirv.Return
  }
}
// -----
spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    spirv.mlir.loop {
    // error: expected entry, header, continue and merge blocks in a loop
      spirv.Branch ^bb1
    ^bb1:
      spirv.mlir.merge
    }
    spirv.Return
  }
}
