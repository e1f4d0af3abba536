// bf16, which kernels hold as integers of 16 bits. (IREE 3.13 does not compile them for the other ABI.)
//
// abi: descriptor
// call: @add
// input: 4xbf16=1 2 3 4
// input: 4xbf16=0.5
// output: 4xbf16=1.5 2.5 3.5 4.5
// call: @square
// input: 6xbf16=0.25 2 1 2.75 -1.75 0.75
// output: 6xbf16=0.0625 4 1 7.5625 3.0625 0.5625
// output: 6xf32=0.0625 4 1 7.5625 3.0625 0.5625

func.func @add(%a: tensor<4xbf16>, %b: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = arith.addf %a, %b : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
func.func @square(%a: tensor<6xbf16>) -> (tensor<6xbf16>, tensor<6xf32>) {
  %0 = arith.mulf %a, %a : tensor<6xbf16>
  %1 = arith.extf %0 : tensor<6xbf16> to tensor<6xf32>
  return %0, %1 : tensor<6xbf16>, tensor<6xf32>
}
