// A sort in one kernel.
//
// call: @sort
// input: 16xi32=-3 4 0 7 3 -1 6 2 -2 5 1 -3 4 0 7 3
// output: 16xi32=-3 -3 -2 -1 0 0 1 2 3 3 4 4 5 6 7 7

func.func @sort(%a: tensor<16xi32>) -> tensor<16xi32> {
  %0 = iree_linalg_ext.sort dimension(0) outs(%a : tensor<16xi32>) {
  ^bb0(%x: i32, %y: i32):
    %less = arith.cmpi slt, %x, %y : i32
    iree_linalg_ext.yield %less : i1
  } -> tensor<16xi32>
  return %0 : tensor<16xi32>
}
