// Sums along an axis.
//
// call: @sum
// input: 16x1024xf32=0.5
// output: 16xf32=512

func.func @sum(%x: tensor<16x1024xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16xf32>) -> tensor<16xf32>
  %0 = linalg.reduce ins(%x : tensor<16x1024xf32>) outs(%zeros : tensor<16xf32>) dimensions = [1] (%a: f32, %b: f32) {
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return %0 : tensor<16xf32>
}
