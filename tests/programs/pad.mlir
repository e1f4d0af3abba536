// Rows put one below the other, with a rim of zeros around.
//
// call: @pad
// input: 1x2xf32=[1 2]
// input: 2x2xf32=[3 4][5 6]
// output: 5x4xf32=[0 0 0 0][0 1 2 0][0 3 4 0][0 5 6 0][0 0 0 0]

func.func @pad(%a: tensor<1x2xf32>, %b: tensor<2x2xf32>) -> tensor<5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.concat dim(0) %a, %b : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %0 = tensor.pad %rows low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x2xf32> to tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
