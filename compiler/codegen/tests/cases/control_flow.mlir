// Loops in selections and selections in loops, in headers and bodies; arguments of blocks, results, and calls.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.func @sum(%n: i32) -> i32 "Inline" {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %v = spirv.Variable : !spirv.ptr<i32, Function>
    %w = spirv.Variable init(%one) : !spirv.ptr<i32, Function>
    spirv.mlir.loop control(Unroll) {
      spirv.Branch ^header(%zero, %zero : i32, i32)
    ^header(%i: i32, %s: i32):
      spirv.Store "Function" %v, %s : i32
      %more = spirv.SLessThan %i, %n : i32
      spirv.BranchConditional %more [10, 1], ^body, ^merge
    ^body:
      %odd = spirv.BitwiseAnd %i, %one : i32
      %is = spirv.IEqual %odd, %one : i32
      %x = spirv.mlir.selection control(Flatten) -> i32 {
        spirv.BranchConditional %is, ^then, ^else
      ^then:
        spirv.Branch ^done(%i : i32)
      ^else:
        spirv.Branch ^done(%zero : i32)
      ^done(%y: i32):
        spirv.mlir.merge %y : i32
      }
      %t = spirv.IAdd %s, %x : i32
      spirv.Branch ^continue
    ^continue:
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^header(%j, %t : i32, i32)
    ^merge:
      spirv.mlir.merge
    }
    %r = spirv.Load "Function" %v : i32
    spirv.ReturnValue %r : i32
  }
  spirv.func @nested(%c: i1, %n: i32) "None" {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    spirv.mlir.selection {
      spirv.mlir.selection {
        spirv.BranchConditional %c, ^a, ^b
      ^a:
        spirv.Branch ^b
      ^b:
        spirv.mlir.merge
      }
      spirv.BranchConditional %c, ^then, ^end
    ^then:
      spirv.mlir.loop {
        spirv.Branch ^header(%zero : i32)
      ^header(%i: i32):
        spirv.mlir.selection {
          spirv.BranchConditional %c, ^a, ^b
        ^a:
          spirv.Branch ^b
        ^b:
          spirv.mlir.merge
        }
        %more = spirv.SLessThan %i, %n : i32
        spirv.BranchConditional %more, ^continue, ^merge
      ^continue:
        %j = spirv.IAdd %i, %one : i32
        spirv.Branch ^header(%j : i32)
      ^merge:
        spirv.mlir.merge
      }
      spirv.Branch ^end
    ^end:
      spirv.mlir.merge
    }
    spirv.Return
  }
  spirv.func @main() "None" {
    %n = spirv.Constant 5 : i32
    %true = spirv.Constant true
    %0 = spirv.FunctionCall @sum(%n) : (i32) -> i32
    spirv.FunctionCall @nested(%true, %0) : (i1, i32) -> ()
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
