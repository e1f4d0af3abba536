// Constants of odd lengths next to each other, in kernels and as results.
//
// call: @constants
// input: 3xf32=1
// output: 3xf32=2 3 4
// output: 5xf32=2 4 6 8 10
// output: 7xi32=2 4 6 8 10 12 14

func.func @constants(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<5xf32>, tensor<7xi32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %e = arith.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xi32>
  %0 = arith.addf %a, %c : tensor<3xf32>
  %1 = arith.addf %d, %d : tensor<5xf32>
  %2 = arith.addi %e, %e : tensor<7xi32>
  return %0, %1, %2 : tensor<3xf32>, tensor<5xf32>, tensor<7xi32>
}
