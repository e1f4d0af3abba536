// opt --cse: equal operations
util.func public @equal_operations(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %b, %a : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.func public @equal_operations(%a: i32, %b: i32) -> (i32, i32, i32) {
    %0 = arith.addi %a, %b : i32
    util.return %0, %0, %0 : i32, i32, i32
  }
}

// -----

// opt --cse: different attributes and types
util.func public @different_attributes_and_types(%a: i32, %b: i32) -> (i1, i1, i32, i64) {
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi sle, %a, %b : i32
  %2 = arith.constant 1 : i32
  %3 = arith.constant 1 : i64
  util.return %0, %1, %2, %3 : i1, i1, i32, i64
}
// =====
module {
  util.func public @different_attributes_and_types(%a: i32, %b: i32) -> (i1, i1, i32, i64) {
    %0 = arith.cmpi slt, %a, %b : i32
    %1 = arith.cmpi sle, %a, %b : i32
    %c1_i32 = arith.constant 1 : i32
    %c1_i64 = arith.constant 1 : i64
    util.return %0, %1, %c1_i32, %c1_i64 : i1, i1, i32, i64
  }
}

// -----

// opt --cse: dead operations go
util.func public @dead_operations_go(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  util.return %a : i32
}
// =====
module {
  util.func public @dead_operations_go(%a: i32) -> i32 {
    util.return %a : i32
  }
}

// -----

// opt --cse: only what dominates
util.func private @ext(i32)
util.func public @only_what_dominates(%c: i1, %a: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %a : i32
  util.call @ext(%0) : (i32) -> ()
  cf.br ^bb3
^bb2:
  %1 = arith.addi %a, %a : i32
  util.call @ext(%1) : (i32) -> ()
  cf.br ^bb3
^bb3:
  %2 = arith.addi %a, %a : i32
  %3 = arith.addi %a, %a : i32
  util.call @ext(%2) : (i32) -> ()
  util.call @ext(%3) : (i32) -> ()
  util.return
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @only_what_dominates(%c: i1, %a: i32) {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %0 = arith.addi %a, %a : i32
    util.call @ext(%0) : (i32) -> ()
    cf.br ^bb3
  ^bb2:  // pred: ^bb0
    %1 = arith.addi %a, %a : i32
    util.call @ext(%1) : (i32) -> ()
    cf.br ^bb3
  ^bb3:  // 2 preds: ^bb1, ^bb2
    %2 = arith.addi %a, %a : i32
    util.call @ext(%2) : (i32) -> ()
    util.call @ext(%2) : (i32) -> ()
    util.return
  }
}

// -----

// opt --cse: what dominates from another block
util.func private @ext(i32)
util.func public @what_dominates_from_another_block(%c: i1, %a: i32) {
  %0 = arith.addi %a, %a : i32
  util.call @ext(%0) : (i32) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  util.call @ext(%1) : (i32) -> ()
  cf.br ^bb2
^bb2:
  %2 = arith.addi %a, %a : i32
  util.call @ext(%2) : (i32) -> ()
  util.return
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @what_dominates_from_another_block(%c: i1, %a: i32) {
    %0 = arith.addi %a, %a : i32
    util.call @ext(%0) : (i32) -> ()
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%0) : (i32) -> ()
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    util.call @ext(%0) : (i32) -> ()
    util.return
  }
}

// -----

// opt --cse: loads with nothing written between
util.global private mutable @g : i32
util.func private @ext(i32)
util.func public @loads_with_nothing_written_between(%a: i32) -> (i32, i32, i32) {
  %0 = util.global.load @g : i32
  %1 = util.global.load @g : i32
  util.global.store %a, @g : i32
  %2 = util.global.load @g : i32
  %3 = util.global.load @g : i32
  %4 = arith.addi %0, %1 : i32
  %5 = arith.addi %2, %3 : i32
  util.call @ext(%a) : (i32) -> ()
  %6 = util.global.load @g : i32
  util.return %4, %5, %6 : i32, i32, i32
}
// =====
module {
  util.global private mutable @g : i32
  util.func private @ext(%arg0: i32)
  util.func public @loads_with_nothing_written_between(%a: i32) -> (i32, i32, i32) {
    %g = util.global.load @g : i32
    util.global.store %a, @g : i32
    %g_0 = util.global.load @g : i32
    %0 = arith.addi %g, %g : i32
    %1 = arith.addi %g_0, %g_0 : i32
    util.call @ext(%a) : (i32) -> ()
    %g_1 = util.global.load @g : i32
    util.return %0, %1, %g_1 : i32, i32, i32
  }
}

// -----

// opt --cse: loads in other blocks stay
util.global private mutable @g : i32
util.func private @ext(i32)
util.func public @loads_in_other_blocks_stay(%c: i1) -> (i32, i32) {
  %0 = util.global.load @g : i32
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  %1 = util.global.load @g : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.global private mutable @g : i32
  util.func private @ext(%arg0: i32)
  util.func public @loads_in_other_blocks_stay(%c: i1) -> (i32, i32) {
    %g = util.global.load @g : i32
    cf.cond_br %c, ^bb1, ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb0
    %g_0 = util.global.load @g : i32
    util.return %g, %g_0 : i32, i32
  }
}

// -----

// opt --cse: loads of what never changes
util.global private @g = 5 : i32
util.func private @ext(i32)
util.func public @loads_of_what_never_changes(%a: i32) -> (i32, i32) {
  %0 = util.global.load immutable @g : i32
  util.call @ext(%a) : (i32) -> ()
  %1 = util.global.load immutable @g : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.global private @g = 5 : i32
  util.func private @ext(%arg0: i32)
  util.func public @loads_of_what_never_changes(%a: i32) -> (i32, i32) {
    %g = util.global.load immutable @g : i32
    util.call @ext(%a) : (i32) -> ()
    util.return %g, %g : i32, i32
  }
}

// -----

// opt --cse: calls and fences stay
util.func private @ext() -> i32
util.func public @calls_and_fences_stay(%d: !hal.device) -> (i32, i32, !hal.fence, !hal.fence) {
  %0 = util.call @ext() : () -> i32
  %1 = util.call @ext() : () -> i32
  %2 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  %3 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  util.return %0, %1, %2, %3 : i32, i32, !hal.fence, !hal.fence
}
// =====
module {
  util.func private @ext() -> i32
  util.func public @calls_and_fences_stay(%d: !hal.device) -> (i32, i32, !hal.fence, !hal.fence) {
    %0 = util.call @ext() : () -> i32
    %1 = util.call @ext() : () -> i32
    %fence = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
    %fence_0 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
    util.return %0, %1, %fence, %fence_0 : i32, i32, !hal.fence, !hal.fence
  }
}

// -----

// opt --cse: loop
util.func public @loop(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.br ^bb1(%0 : i32)
^bb1(%x: i32):
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %x, %1 : i32
  cf.cond_br %c, ^bb1(%2 : i32), ^bb2
^bb2:
  util.return %x : i32
}
// =====
module {
  util.func public @loop(%a: i32, %c: i1) -> i32 {
    %0 = arith.addi %a, %a : i32
    cf.br ^bb1(%0 : i32)
  ^bb1(%x: i32):  // 2 preds: ^bb0, ^bb1
    %1 = arith.addi %x, %0 : i32
    cf.cond_br %c, ^bb1(%1 : i32), ^bb2
  ^bb2:  // pred: ^bb1
    util.return %x : i32
  }
}

// -----

// opt --cse: devices and buffers
util.func public @devices_and_buffers(%d: !hal.device, %b: !hal.buffer) -> (!hal.allocator, !hal.allocator, index, index, !hal.buffer, !hal.buffer) {
  %0 = hal.device.allocator<%d : !hal.device> : !hal.allocator
  %1 = hal.device.allocator<%d : !hal.device> : !hal.allocator
  %2 = hal.buffer.length<%b : !hal.buffer> : index
  %3 = hal.buffer.length<%b : !hal.buffer> : index
  %4 = hal.buffer.subspan<%b : !hal.buffer>[%2, %3] : !hal.buffer
  %5 = hal.buffer.subspan<%b : !hal.buffer>[%3, %2] : !hal.buffer
  util.return %0, %1, %2, %3, %4, %5 : !hal.allocator, !hal.allocator, index, index, !hal.buffer, !hal.buffer
}
// =====
module {
  util.func public @devices_and_buffers(%d: !hal.device, %b: !hal.buffer) -> (!hal.allocator, !hal.allocator, index, index, !hal.buffer, !hal.buffer) {
    %allocator = hal.device.allocator<%d : !hal.device> : !hal.allocator
    %length = hal.buffer.length<%b : !hal.buffer> : index
    %buffer = hal.buffer.subspan<%b : !hal.buffer>[%length, %length] : !hal.buffer
    util.return %allocator, %allocator, %length, %length, %buffer, %buffer : !hal.allocator, !hal.allocator, index, index, !hal.buffer, !hal.buffer
  }
}
