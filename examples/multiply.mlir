// Two vectors of four numbers, multiplied. Compile with
//   iree-compile multiply.mlir --iree-hal-target-device=vulkan --compile-to=hal -o multiply.hal.mlir
func.func @multiply(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %product = arith.mulf %a, %b : tensor<4xf32>
  return %product : tensor<4xf32>
}
