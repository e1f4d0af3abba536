// A product by cooperative matrices: a device without them refuses the program.
//
// compile: rdna3 --iree-vulkan-target=rdna3
// needs: cooperativeMatrix
// call: @matmul
// input: 64x64xf16=0.5
// input: 64x64xf16=0.25
// output: 64x64xf16=8

func.func @matmul(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<64x64xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%empty : tensor<64x64xf16>) -> tensor<64x64xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%zeros : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}
