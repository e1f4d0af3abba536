// More workgroups along one axis than the least a device must allow (65535): the dispatch is split.
//
// call: @transpose
// input: 70000x4x8xf32=0.5
// output: 4x70000x8xf32=0.5

func.func @transpose(%a: tensor<70000x4x8xf32>) -> tensor<4x70000x8xf32> {
  %e = tensor.empty() : tensor<4x70000x8xf32>
  %0 = linalg.transpose ins(%a : tensor<70000x4x8xf32>) outs(%e : tensor<4x70000x8xf32>) permutation = [1, 0, 2]
  return %0 : tensor<4x70000x8xf32>
}
