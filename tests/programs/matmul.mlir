// A product of matrices with shared memory and many workgroups.
//
// compile: default
// compile: llvmpipe --iree-vulkan-target=llvmpipe
// call: @matmul
// input: 256x256xf32=1
// input: 256x256xf32=0.5
// output: 256x256xf32=128

func.func @matmul(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%zeros : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
