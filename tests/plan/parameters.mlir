//! Parameters.

// plan: parameters
util.func public @f(%d: !hal.device, %q: i64, %w: !hal.fence, %s: !hal.fence, %k: !util.buffer, %x: !util.buffer, %o: i64, %m: i32, %u: i32, %n: index, %b: !hal.buffer) {
  %0:2 = io_parameters.load<%d : !hal.device> affinity(%q) wait(%w) signal(%s) type(%m) usage(%u) {
    %k::%x[%o] : !hal.buffer{%n},
    %k::%k[%o] : !hal.buffer{%n}
  }
  io_parameters.gather<%d : !hal.device> affinity(%q) wait(%w) signal(%s) {
    %x[%o] -> %b[%n for %n] : !hal.buffer
  }
  io_parameters.scatter<%d : !hal.device> affinity(%q) wait(%w) signal(%s) {
    %b[%n for %n] : !hal.buffer -> %k::%x[%o]
  }
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: hal.fence, %3: hal.fence, %4: util.buffer, %5: util.buffer, %6: i64, %7: i32, %8: i32, %9: i64, %10: hal.buffer) -> () { // 13 registers, 4 instructions
  [%11, %12] = io_parameters.load device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_scope=%4 source_keys=[%5, %4] source_offsets=[%6, %6] memory_types=%7 buffer_usage=%8 lengths=[%9, %9] : hal.buffer, hal.buffer
  io_parameters.gather device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_scope=none source_keys=[%5] source_offsets=[%6] target_buffer=%10 target_offsets=[%9] target_lengths=[%9]
  io_parameters.scatter device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_buffer=%10 source_offsets=[%9] source_lengths=[%9] target_scope=%4 target_keys=[%5] target_offsets=[%6]
  util.return operands=[]
}
