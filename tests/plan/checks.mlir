//! Checks of test programs.

// plan: checks
util.func public @f(%d: !hal.device, %a: !hal.buffer_view, %b: !hal.buffer_view, %i: i32) {
  check.expect_true(%i) : i32
  check.expect_false(%i) : i32
  check.expect_all_true<%d>(%a) : !hal.buffer_view
  check.expect_eq<%d>(%a, %b) : !hal.buffer_view
  check.expect_eq(%a, %b) : !hal.buffer_view
  check.expect_almost_eq<%d>(%a, %b) : !hal.buffer_view
  check.expect_almost_eq<%d>(%a, %b, atol 1.000000e-02, rtol 2.500000e-01) : !hal.buffer_view
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: hal.buffer_view, %2: hal.buffer_view, %3: i32) -> () { // 4 registers, 8 instructions
  check.expect_true operand=%3
  check.expect_false operand=%3
  check.expect_all_true device=%0 operand=%1
  check.expect_eq device=%0 lhs=%1 rhs=%2
  check.expect_eq device=none lhs=%1 rhs=%2
  check.expect_almost_eq device=%0 lhs=%1 rhs=%2 atol=953267991 rtol=0
  check.expect_almost_eq device=%0 lhs=%1 rhs=%2 atol=1008981770 rtol=1048576000
  util.return operands=[]
}
