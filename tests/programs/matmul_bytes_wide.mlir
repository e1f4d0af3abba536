// A product of bytes, computed as such.
//
// compile: llvmpipe --iree-vulkan-target=llvmpipe
// needs: shaderInt8
// call: @matmul
// input: 32x64xi8=2
// input: 64x32xi8=-3
// output: 32x32xi32=-384

func.func @matmul(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>) -> tensor<32x32xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x32xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x32xi32>) -> tensor<32x32xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xi8>, tensor<64x32xi8>) outs(%zeros : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}
