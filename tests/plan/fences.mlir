//! Fences.

// plan: fences
util.func public @f(%d: !hal.device, %a: !hal.fence, %b: !hal.fence, %ms: i32) {
  %0 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  %1 = hal.fence.join at([%a, %b, %0]) flags("None") -> !hal.fence
  %2 = hal.fence.query<%1 : !hal.fence> : i32
  hal.fence.signal<%a : !hal.fence>
  hal.fence.fail<%b : !hal.fence> status(%2)
  %3 = hal.fence.await until([%1]) timeout_millis(%ms) flags("None") : i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: hal.fence, %2: hal.fence, %3: i32) -> () { // 8 registers, 7 instructions
  %4 = hal.fence.create device=%0 flags=0 : hal.fence
  %5 = hal.fence.join fences=[%1, %2, %4] flags=0 : hal.fence
  %6 = hal.fence.query fence=%5 : i32
  hal.fence.signal fence=%1
  hal.fence.fail fence=%2 status=%6
  %7 = hal.fence.await timeout_millis=%3 fences=[%5] flags=0 : i32
  util.return operands=[]
}
