// A program with state, seen from its first call.
//
// compile: sync
// compile: async --iree-execution-model=async-external
// call: @step
// input: 4xf32=0.25 2 1 2.75
// output: 4xf32=0.25 4 3 11
// call: @get
// output: 4xf32=0

util.global private mutable @state = dense<0.0> : tensor<4xf32>
util.global private @scale = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %state = util.global.load @state : tensor<4xf32>
  %scale = util.global.load @scale : tensor<4xf32>
  %0 = arith.addf %state, %x : tensor<4xf32>
  %1 = arith.mulf %0, %scale : tensor<4xf32>
  util.global.store %1, @state : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @get() -> tensor<4xf32> {
  %state = util.global.load @state : tensor<4xf32>
  return %state : tensor<4xf32>
}
