// An operation across a group of devices, which one device alone cannot do.
//
// call: @sum
// input: 64xf32=1
// error: hal.channel

func.func @sum(%a: tensor<64xf32>) -> tensor<64xf32> {
  %channel = flow.channel.default : !flow.channel
  %e = tensor.empty() : tensor<64xf32>
  %0 = flow.collective.all_reduce sum, f32, %e, %a, %channel : (tensor<64xf32>, tensor<64xf32>, !flow.channel) -> %e as tensor<64xf32>
  return %0 : tensor<64xf32>
}
