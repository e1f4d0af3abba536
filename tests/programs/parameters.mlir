// Weights from archives of every format: `w` is 2 2 2 2. ARCHIVES stands for their folder.
//
// call: @scale --parameters=model=ARCHIVES/weights.safetensors
// input: 4xf32=1 2 3 4
// output: 4xf32=2 4 6 8
// call: @scale --parameters=model=ARCHIVES/weights.irpa
// input: 4xf32=1 2 3 4
// output: 4xf32=2 4 6 8
// call: @scale --parameters=model=ARCHIVES/weights.gguf
// input: 4xf32=1 2 3 4
// output: 4xf32=2 4 6 8
// call: @scale --parameters=model=ARCHIVES/truncated.safetensors
// input: 4xf32=1 2 3 4
// error: truncated.safetensors
// error: "w"
// error: truncated
// call: @scale --parameters=other=ARCHIVES/weights.irpa
// input: 4xf32=1 2 3 4
// error: no parameters for scope "model"
// error: --parameters=model=FILE
// call: @scale
// input: 4xf32=1 2 3 4
// error: no parameters for scope "model"
// call: @scale --parameters=model=ARCHIVES/other_name.safetensors
// input: 4xf32=1 2 3 4
// error: no parameter "w" in scope "model"

util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4xf32>
func.func @scale(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = util.global.load @w : tensor<4xf32>
  %0 = arith.mulf %a, %w : tensor<4xf32>
  return %0 : tensor<4xf32>
}
