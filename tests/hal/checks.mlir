// Checks of test programs: elements that differ are named.
//
// call: @run
// input: 4xf32=1 2 3 4
// input: 4xf32=1 2 3 4
// call: @run
// input: 4xf32=1 2 3 4
// input: 4xf32=1 2 3.5 4
// error: 3.5

util.func public @run(%a: !hal.buffer_view, %b: !hal.buffer_view) {
  %c0 = arith.constant 0 : index
  %device = hal.devices.get %c0 : !hal.device
  check.expect_almost_eq<%device>(%a, %b) : !hal.buffer_view
// fails here
  util.return
}
