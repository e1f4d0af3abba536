// Five bytes, five words: the same with a length the compiler knows.
//
// call: @widen
// input: 5xi8=1 2 3 4 5
// output: 5xi32=1 2 3 4 5

func.func @widen(%a: tensor<5xi8>) -> tensor<5xi32> {
  %0 = arith.extsi %a : tensor<5xi8> to tensor<5xi32>
  return %0 : tensor<5xi32>
}
