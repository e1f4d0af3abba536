// A program that needs a function from outside names it.
//
// call: @outer
// input: 4xf32=1
// input: 3
// error: the program imports function @ext.consume, which nothing provides

func.func private @ext.consume(tensor<4xf32>, i32) -> i32
func.func @outer(%a: tensor<4xf32>, %q: i32) -> i32 {
  %0 = arith.addf %a, %a : tensor<4xf32>
  %1 = call @ext.consume(%0, %q) : (tensor<4xf32>, i32) -> i32
  return %1 : i32
}
