// A loop of a number of turns known at run time; also none.
//
// compile: sync
// compile: async --iree-execution-model=async-external
// call: @repeat
// input: 3
// input: 4xf32=1 2.75 1.75 -0.75
// output: 4xf32=8 22 14 -6
// call: @repeat
// input: 0
// input: 4xf32=1 2 3 4
// output: 4xf32=1 2 3 4
// call: @repeat
// input: 100
// input: 4xf32=0
// output: 4xf32=0

func.func @repeat(%n: i32, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %0:2 = scf.while (%i = %c0, %v = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %v : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %v: tensor<4xf32>):
    %next = arith.addi %i, %c1 : i32
    %double = arith.mulf %v, %two : tensor<4xf32>
    scf.yield %next, %double : i32, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
