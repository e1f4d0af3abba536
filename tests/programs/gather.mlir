// Rows of a table by index.
//
// call: @rows
// input: 4x2xf32=[0 1][10 11][20 21][30 31]
// input: 5xi32=3 0 2 2 1
// output: 5x2xf32=[30 31][0 1][20 21][20 21][10 11]

func.func @rows(%t: tensor<4x2xf32>, %index: tensor<5xi32>) -> tensor<5x2xf32> {
  %e = tensor.empty() : tensor<5x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%index : tensor<5xi32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%i: i32, %o: f32):
    %row = arith.index_cast %i : i32 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<4x2xf32>
    linalg.yield %v : f32
  } -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
