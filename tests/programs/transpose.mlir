// A transpose whose result differs from its argument everywhere off the diagonal.
//
// call: @transpose
// input: 3x5xi32=[1 2 3 4 5][6 7 8 9 10][11 12 13 14 15]
// output: 5x3xi32=[1 6 11][2 7 12][3 8 13][4 9 14][5 10 15]

func.func @transpose(%a: tensor<3x5xi32>) -> tensor<5x3xi32> {
  %e = tensor.empty() : tensor<5x3xi32>
  %0 = linalg.transpose ins(%a : tensor<3x5xi32>) outs(%e : tensor<5x3xi32>) permutation = [1, 0]
  return %0 : tensor<5x3xi32>
}
