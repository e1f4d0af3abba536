// Slices of bytes at offsets that are no multiple of four, taken and put, at places known only at run time.
// (For the second call IREE 3.13 asks for a copy between overlapping ranges, which the HAL does not allow.)
//
// call: @slices
// input: 9xi8=1 2 3 4 5 6 7 8 9
// input: 5
// output: 3xi8=6 7 8
// output: 9xi8=1 6 7 8 5 6 7 8 9
// call: @slices
// input: 9xi8=1 2 3 4 5 6 7 8 9
// input: 0
// error: source and target of a copy of 3 bytes overlap

func.func @slices(%a: tensor<9xi8>, %at: index) -> (tensor<3xi8>, tensor<9xi8>) {
  %s = tensor.extract_slice %a[%at] [3] [1] : tensor<9xi8> to tensor<3xi8>
  %u = tensor.insert_slice %s into %a[1] [3] [1] : tensor<3xi8> into tensor<9xi8>
  return %s, %u : tensor<3xi8>, tensor<9xi8>
}
