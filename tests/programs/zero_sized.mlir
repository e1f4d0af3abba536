// Tensors without elements as arguments and results, beside others.
//
// call: @append
// input: 0x4xf32
// input: 2x4xf32=3
// output: 2x4xf32=3
// output: 0x4xf32

func.func @append(%a: tensor<0x4xf32>, %b: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<0x4xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<0x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = arith.addf %a, %a : tensor<0x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<0x4xf32>
}
