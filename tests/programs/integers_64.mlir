// Integers of 64 bits, beyond what a float holds.
// (For descriptors IREE 3.13 makes them of pairs of words.)
//
// call: @add
// input: 4xi64=1 2 9007199254740993 -4
// input: 4xi64=1
// output: 4xi64=2 3 9007199254740994 -3

func.func @add(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<4xi64> {
  %0 = arith.addi %a, %b : tensor<4xi64>
  return %0 : tensor<4xi64>
}
