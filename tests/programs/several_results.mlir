// Tensors and scalars of several types as arguments and results.
//
// call: @several
// input: 4xi32=-3 4 0 7
// input: 3
// input: 1.5
// input: 5
// output: 4xi32=0 7 3 10
// output: i32=9
// output: f32=1.5
// output: i64=10

func.func @several(%a: tensor<4xi32>, %s: i32, %f: f32, %i: index) -> (tensor<4xi32>, i32, tensor<f32>, index) {
  %e = tensor.empty() : tensor<4xi32>
  %spread = linalg.fill ins(%s : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %0 = arith.addi %a, %spread : tensor<4xi32>
  %1 = arith.muli %s, %s : i32
  %2 = tensor.from_elements %f : tensor<f32>
  %3 = arith.addi %i, %i : index
  return %0, %1, %2, %3 : tensor<4xi32>, i32, tensor<f32>, index
}
