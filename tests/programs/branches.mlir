// Branches on a scalar argument: each way, and none.
//
// call: @choose
// input: 4xf32=1 2 3 4
// input: 0
// output: 4xf32=2 4 6 8
// call: @choose
// input: 4xf32=1 2 3 4
// input: 1
// output: 4xf32=1 4 9 16
// call: @choose
// input: 4xf32=1 2 3 4
// input: -7
// output: 4xf32=1 2 3 4

func.func @choose(%a: tensor<4xf32>, %k: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %is0 = arith.cmpi eq, %k, %c0 : i32
  %is1 = arith.cmpi eq, %k, %c1 : i32
  %0 = scf.if %is0 -> tensor<4xf32> {
    %double = arith.addf %a, %a : tensor<4xf32>
    scf.yield %double : tensor<4xf32>
  } else {
    %1 = scf.if %is1 -> tensor<4xf32> {
      %square = arith.mulf %a, %a : tensor<4xf32>
      scf.yield %square : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
