// A product small enough to be worked out by hand.
//
// call: @matmul
// input: 2x3xf32=[1 2 3][4 5 6]
// input: 3x4xf32=[1 0 0 1][0 1 0 2][0 0 1 3]
// output: 2x4xf32=[1 2 3 14][4 5 6 32]

func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
