// Two unknown extents, in shapes that fill whole workgroups and in shapes that do not.
//
// compile: sync
// compile: async --iree-execution-model=async-external
// call: @scaled_difference
// input: 2x3xf32=[1 2 3][4 5 6]
// input: 2x3xf32=[0 0 1][1 1 1]
// output: 2x3xf32=[2 4 4][6 8 10]
// call: @scaled_difference
// input: 33x65xf32=3
// input: 33x65xf32=1
// output: 33x65xf32=4
// call: @scaled_difference
// input: 3x0xf32
// input: 3x0xf32
// output: 3x0xf32

func.func @scaled_difference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.subf %a, %b : tensor<?x?xf32>
  %1 = arith.addf %0, %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
