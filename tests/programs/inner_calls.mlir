// Functions that call others, with a branch inside.
//
// call: @outer
// input: 4xf32=1 2 3 4
// input: 1
// output: 4xf32=2 4 6 8
// call: @outer
// input: 4xf32=1 2 3 4
// input: 0
// output: 4xf32=1 4 9 16

func.func private @inner(%a: tensor<4xf32>, %p: i1) -> tensor<4xf32> attributes {noinline} {
  cf.cond_br %p, ^double, ^square
^double:
  %0 = arith.addf %a, %a : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^square:
  %1 = arith.mulf %a, %a : tensor<4xf32>
  cf.br ^end(%1 : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
func.func @outer(%a: tensor<4xf32>, %k: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %p = arith.cmpi ne, %k, %c0 : i32
  %0 = call @inner(%a, %p) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
