// Work on one device, then on another, then back, with memory that both reach.
//
// compile: two --iree-hal-target-device=first=vulkan --iree-hal-target-device=second=vulkan[1]
// call: @there_and_back --device=vulkan --device=vulkan
// input: 64xf32=3
// output: 64xf32=18

func.func @there_and_back(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = arith.mulf %a, %a : tensor<64xf32>
  %1 = flow.tensor.transfer %0 : tensor<64xf32> to #hal.device.promise<@second>
  %2 = arith.addf %1, %1 : tensor<64xf32>
  %3 = flow.tensor.transfer %2 : tensor<64xf32> to #hal.device.promise<@first>
  return %3 : tensor<64xf32>
}
