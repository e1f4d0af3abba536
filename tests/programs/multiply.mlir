// Two tensors, element by element.
//
// call: @multiply
// input: 4xf32=1 2 3 4
// input: 4xf32=5 6 7 8
// output: 4xf32=5 12 21 32

func.func @multiply(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.mulf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
