// Truth values as results, each a byte. (IREE 3.13 does not compile them for the other ABI.)
//
// abi: descriptor
// call: @greater
// input: 6xi8=-3 4 0 7 3 -1
// input: 6xi8=0 3 0 -7 4 -2
// output: 6xi1=0 1 0 1 0 1
// output: 6xi8=0 4 0 7 4 -1

func.func @greater(%a: tensor<6xi8>, %b: tensor<6xi8>) -> (tensor<6xi1>, tensor<6xi8>) {
  %0 = arith.cmpi sgt, %a, %b : tensor<6xi8>
  %1 = arith.select %0, %a, %b : tensor<6xi1>, tensor<6xi8>
  return %0, %1 : tensor<6xi1>, tensor<6xi8>
}
