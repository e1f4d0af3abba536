// Two layers with weights in the program: command buffers kept, made anew for each call, chosen among those for several ABIs, awaited by fences.
//
// compile: kept
// compile: anew --iree-hal-memoization=false --iree-hal-indirect-command-buffers=false
// compile: chosen --iree-vulkan-dispatch-abi=all
// compile: async --iree-execution-model=async-external
// call: @forward
// input: 4x32xf32=0.5
// output: 4x8xf32=-32
// call: @forward
// input: 4x32xf32=-1
// output: 4x8xf32=0

func.func @forward(%x: tensor<4x32xf32>) -> tensor<4x8xf32> {
  %w1 = arith.constant dense<0.25> : tensor<32x16xf32>
  %b1 = arith.constant dense<[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, -0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7, -0.8]> : tensor<16xf32>
  %w2 = arith.constant dense<-0.5> : tensor<16x8xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %m1 = linalg.matmul ins(%x, %w1 : tensor<4x32xf32>, tensor<32x16xf32>) outs(%z1 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %hidden = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%m1, %b1 : tensor<4x16xf32>, tensor<16xf32>) outs(%e1 : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %none = arith.constant 0.0 : f32
    %r = arith.maximumf %s, %none : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m2 = linalg.matmul ins(%hidden, %w2 : tensor<4x16xf32>, tensor<16x8xf32>) outs(%z2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %m2 : tensor<4x8xf32>
}
