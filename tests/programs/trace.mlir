// A tensor shown on the way: on standard error, not among the results.
//
// call: @traced
// input: 4xf32=0.25 2 1 -2.75
// output: 4xf32=0.25 16 4 30.25
// warning: === on the way ===
// warning: 4xf32=0.5 4 2 -5.5

func.func @traced(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  flow.tensor.trace "on the way" = [%0 : tensor<4xf32>]
  %1 = arith.mulf %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
