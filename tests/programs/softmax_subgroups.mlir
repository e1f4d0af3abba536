// Kernels that were compiled for subgroups of a size that they do not state: nobody can refuse them, so the user is warned.
//
// compile: ampere --iree-vulkan-target=ampere
// compile: rdna3 --iree-vulkan-target=rdna3
// call: @softmax
// input: 8x128xf32=0.5
// output: (ignored)
// warning: uses subgroup operations without saying which subgroup size it was compiled for

func.func @softmax(%x: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %e = tensor.empty() : tensor<8x128xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<8x128xf32>) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
  return %0 : tensor<8x128xf32>
}
