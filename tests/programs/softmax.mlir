// Softmax: a reduction, an exponential and another reduction.
//
// call: @softmax
// input: 8x128xf32=0.5
// output: 8x128xf32=0.0078125

func.func @softmax(%x: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %e = tensor.empty() : tensor<8x128xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<8x128xf32>) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
  return %0 : tensor<8x128xf32>
}
