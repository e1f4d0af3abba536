// A loop that ends when a value on the device says so. IREE's own runtime for Vulkan never ends here.
//
// call: @until
// input: 4xf32=0.25 2 1 -2.75
// output: 4xf32=128 1024 512 -1408
// call: @until
// input: 4xf32=100 1 2 3
// output: 4xf32=100 1 2 3

func.func @until(%x: tensor<4xf32>) -> tensor<4xf32> {
  %limit = arith.constant 100.0 : f32
  %c0 = arith.constant 0 : index
  %0 = scf.while (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %first = tensor.extract %v[%c0] : tensor<4xf32>
    %more = arith.cmpf olt, %first, %limit : f32
    scf.condition(%more) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    %double = arith.addf %v, %v : tensor<4xf32>
    scf.yield %double : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
