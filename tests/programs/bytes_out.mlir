// Bytes as results: lengths that are no multiple of four. (IREE 3.13 does not compile them for the other ABI.)
//
// abi: descriptor
// call: @negate
// input: 7xi8=1 -2 3 -4 5 -6 7
// output: 7xi8=-1 2 -3 4 -5 6 -7
// call: @negate
// input: 1xi8=100
// output: 1xi8=-100
// call: @negate
// input: 66xi8=3
// output: 66xi8=-3

func.func @negate(%a: tensor<?xi8>) -> tensor<?xi8> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi8>
  %z = arith.constant 0 : i8
  %e = tensor.empty(%n) : tensor<?xi8>
  %zeros = linalg.fill ins(%z : i8) outs(%e : tensor<?xi8>) -> tensor<?xi8>
  %0 = arith.subi %zeros, %a : tensor<?xi8>
  return %0 : tensor<?xi8>
}
