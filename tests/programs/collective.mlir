// An operation across a group of devices: without others, the group is this device alone.
//
// call: @sum
// input: 64xf32=1.5
// output: 64xf32=1.5

func.func @sum(%a: tensor<64xf32>) -> tensor<64xf32> {
  %channel = flow.channel.default : !flow.channel
  %e = tensor.empty() : tensor<64xf32>
  %0 = flow.collective.all_reduce sum, f32, %e, %a, %channel : (tensor<64xf32>, tensor<64xf32>, !flow.channel) -> %e as tensor<64xf32>
  return %0 : tensor<64xf32>
}
