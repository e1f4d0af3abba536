// opt --cse: equal operations
util.func public @equal_operations(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %b, %a : i32
  util.return %0, %1, %2 : i32, i32, i32
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

// -----

// opt --cse: dead operations go
util.func public @dead_operations_go(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  util.return %a : i32
}

// -----

// opt --cse: ext
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

// -----

// opt --cse: ext
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

// -----

// opt --cse: g
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

// -----

// opt --cse: g
util.global private mutable @g : i32
util.func private @ext(i32)
util.func public @loads_in_other_blocks_stay(%c: i1) -> (i32, i32) {
  %0 = util.global.load @g : i32
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  %1 = util.global.load @g : i32
  util.return %0, %1 : i32, i32
}

// -----

// opt --cse: g
util.global private @g = 5 : i32
util.func private @ext(i32)
util.func public @loads_of_what_never_changes(%a: i32) -> (i32, i32) {
  %0 = util.global.load immutable @g : i32
  util.call @ext(%a) : (i32) -> ()
  %1 = util.global.load immutable @g : i32
  util.return %0, %1 : i32, i32
}

// -----

// opt --cse: ext
util.func private @ext() -> i32
util.func public @calls_and_fences_stay(%d: !hal.device) -> (i32, i32, !hal.fence, !hal.fence) {
  %0 = util.call @ext() : () -> i32
  %1 = util.call @ext() : () -> i32
  %2 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  %3 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
  util.return %0, %1, %2, %3 : i32, i32, !hal.fence, !hal.fence
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
