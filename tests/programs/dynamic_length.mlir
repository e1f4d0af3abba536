// A length known only at run time; also none at all, and more bytes than a storage buffer of a small device may have.
//
// compile: sync
// compile: async --iree-execution-model=async-external
// call: @double
// input: 5xf32=1.5
// output: 5xf32=3
// call: @double
// input: 0xf32
// output: 0xf32
// call: @double
// input: 1xf32=-2
// output: 1xf32=-4
// call: @double
// input: 100003xf32=0.25
// output: 100003xf32=0.5

func.func @double(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
