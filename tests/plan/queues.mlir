//! Queue operations.

// plan: allocation in queue order
util.func public @f(%d: !hal.device, %q: i64, %w: !hal.fence, %s: !hal.fence, %p: i64, %m: i32, %u: i32, %n: index) {
  %0 = hal.device.queue.alloca<%d : !hal.device> affinity(%q) wait(%w) signal(%s) pool(%p) type(%m) usage(%u) flags("None") : !hal.buffer{%n}
  hal.device.queue.dealloca<%d : !hal.device> affinity(%q) wait(%w) signal(%s) buffer(%0 : !hal.buffer) flags(PreferOrigin)
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: hal.fence, %3: hal.fence, %4: i64, %5: i32, %6: i32, %7: i64) -> () { // 9 registers, 3 instructions
  %8 = hal.device.queue.alloca device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 pool=%4 memory_types=%5 buffer_usage=%6 result_size=%7 flags=0 : hal.buffer
  hal.device.queue.dealloca device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 buffer=%8 flags=1
  util.return operands=[]
}

// -----

// plan: transfers
util.func public @f(%d: !hal.device, %q: i64, %w: !hal.fence, %s: !hal.fence, %a: !hal.buffer, %b: !hal.buffer, %u: !util.buffer, %x: !hal.file, %o: index, %n: index, %i: i64, %p: i16) {
  hal.device.queue.fill<%d : !hal.device> affinity(%q) wait(%w) signal(%s) target(%a : !hal.buffer)[%o] length(%n) pattern(%p : i16) flags("None")
  hal.device.queue.update<%d : !hal.device> affinity(%q) wait(%w) signal(%s) source(%u : !util.buffer)[%o] target(%a : !hal.buffer)[%o] length(%n) flags("None")
  hal.device.queue.copy<%d : !hal.device> affinity(%q) wait(%w) signal(%s) source(%a : !hal.buffer)[%o] target(%b : !hal.buffer)[%o] length(%n) flags("None")
  hal.device.queue.read<%d : !hal.device> affinity(%q) wait(%w) signal(%s) source(%x : !hal.file)[%i] target(%a : !hal.buffer)[%o] length(%n) flags("None")
  hal.device.queue.write<%d : !hal.device> affinity(%q) wait(%w) signal(%s) source(%a : !hal.buffer)[%o] target(%x : !hal.file)[%i] length(%n) flags("None")
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: hal.fence, %3: hal.fence, %4: hal.buffer, %5: hal.buffer, %6: util.buffer, %7: hal.file, %8: i64, %9: i64, %10: i64, %11: i16) -> () { // 12 registers, 6 instructions
  hal.device.queue.fill device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 target_buffer=%4 target_offset=%8 length=%9 pattern=%11 flags=0
  hal.device.queue.update device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_buffer=%6 source_offset=%8 target_buffer=%4 target_offset=%8 length=%9 flags=0
  hal.device.queue.copy device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_buffer=%4 source_offset=%8 target_buffer=%5 target_offset=%8 length=%9 flags=0
  hal.device.queue.read device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_file=%7 source_offset=%10 target_buffer=%4 target_offset=%8 length=%9 flags=0
  hal.device.queue.write device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 source_buffer=%4 source_offset=%8 target_file=%7 target_offset=%10 length=%9 flags=0
  util.return operands=[]
}

// -----

// plan: execution
util.func public @f(%d: !hal.device, %q: i64, %w: !hal.fence, %s: !hal.fence, %c: !hal.command_buffer, %b: !hal.buffer, %o: index, %n: index) {
  hal.device.queue.barrier<%d : !hal.device> affinity(%q) wait(%w) signal(%s) flags("None")
  hal.device.queue.execute<%d : !hal.device> affinity(%q) wait(%w) signal(%s) commands(%c) flags("None")
  hal.device.queue.execute.indirect<%d : !hal.device> affinity(%q) wait(%w) signal(%s) commands(%c) bindings([(%b : !hal.buffer)[%o, %n], (%b : !hal.buffer)[%n, %n]]) flags("None")
  hal.device.queue.flush<%d : !hal.device> affinity(%q)
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: hal.fence, %3: hal.fence, %4: hal.command_buffer, %5: hal.buffer, %6: i64, %7: i64) -> () { // 8 registers, 5 instructions
  hal.device.queue.barrier device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 flags=0
  hal.device.queue.execute device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 command_buffer=%4 flags=0
  hal.device.queue.execute.indirect device=%0 queue_affinity=%1 wait_fence=%2 signal_fence=%3 command_buffer=%4 binding_buffers=[%5, %5] binding_offsets=[%6, %7] binding_lengths=[%7, %7] flags=0
  hal.device.queue.flush device=%0 queue_affinity=%1
  util.return operands=[]
}
