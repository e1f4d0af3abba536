// A block of rows put into a matrix and one cut out of it, at a row known only at run time.
//
// call: @blocks
// input: 4x4xf32=[1 2 3 4][5 6 7 8][9 10 11 12][13 14 15 16]
// input: 2x2xf32=[-1 -2][-3 -4]
// input: 1
// output: 4x4xf32=[1 2 3 4][-1 -2 7 8][-3 -4 11 12][13 14 15 16]
// output: 2x2xf32=[10 11][14 15]

func.func @blocks(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %i: index) -> (tensor<4x4xf32>, tensor<2x2xf32>) {
  %0 = tensor.insert_slice %b into %a[%i, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %1 = tensor.extract_slice %a[2, %i] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<2x2xf32>
}
