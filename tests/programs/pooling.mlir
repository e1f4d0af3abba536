// Maxima of windows.
//
// call: @pool
// input: 1x4x4x1xf32=[[[1][2][3][4]][[5][6][7][8]][[9][10][11][12]][[13][14][15][-16]]]
// output: 1x2x2x1xf32=[[[6][8]][[14][15]]]

func.func @pool(%x: tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x1xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %window : tensor<1x4x4x1xf32>, tensor<2x2xf32>) outs(%start : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}
