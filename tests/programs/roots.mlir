// Square roots in f64, which IREE computes in f32 for Vulkan, and integers of 64 bits.
//
// call: @roots
// input: 4xf32=0.25 4 1 2.25
// input: 4xi64=5 -3 7 1
// output: 4xf32=0.5 2 1 1.5
// output: 4xi64=0 0 0 0

func.func @roots(%a: tensor<4xf64>, %b: tensor<4xi64>) -> (tensor<4xf64>, tensor<4xi64>) {
  %0 = math.sqrt %a : tensor<4xf64>
  %1 = arith.remsi %b, %b : tensor<4xi64>
  return %0, %1 : tensor<4xf64>, tensor<4xi64>
}
