// opt --canonicalize: compare same objects
util.func public @compare_same_objects(%a: !hal.buffer, %b: !hal.buffer) -> (i1, i1, i1, i1, i1) {
  %n = util.null : !hal.buffer
  %m = util.null : !hal.buffer
  %0 = util.cmp.eq %a, %a : !hal.buffer
  %1 = util.cmp.ne %a, %a : !hal.buffer
  %2 = util.cmp.eq %n, %m : !hal.buffer
  %3 = util.cmp.ne %m, %n : !hal.buffer
  %4 = util.cmp.eq %a, %b : !hal.buffer
  util.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_same_objects(%a: !hal.buffer, %b: !hal.buffer) -> (i1, i1, i1, i1, i1) {
    %true = arith.constant true
    %false = arith.constant false
    %0 = util.cmp.eq %a, %b : !hal.buffer
    util.return %true, %false, %true, %false, %0 : i1, i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: null of a commutative comparison moves
util.func public @null_of_a_commutative_comparison_moves(%a: !hal.buffer) -> i1 {
  %n = util.null : !hal.buffer
  %0 = util.cmp.eq %n, %a : !hal.buffer
  util.return %0 : i1
}
// =====
module {
  util.func public @null_of_a_commutative_comparison_moves(%a: !hal.buffer) -> i1 {
    %n = util.null : !hal.buffer
    %0 = util.cmp.eq %a, %n : !hal.buffer
    util.return %0 : i1
  }
}

// -----

// opt --canonicalize: casts
util.func public @casts(%a: !hal.buffer) -> (!hal.buffer, !util.object, !util.object) {
  %0 = util.cast %a : !hal.buffer to !util.object
  %1 = util.cast %0 : !util.object to !hal.buffer
  %n = util.null : !hal.buffer
  %2 = util.cast %n : !hal.buffer to !util.object
  util.return %1, %0, %2 : !hal.buffer, !util.object, !util.object
}
// =====
module {
  util.func public @casts(%a: !hal.buffer) -> (!hal.buffer, !util.object, !util.object) {
    %0 = util.null : !util.object
    %1 = util.cast %a : !hal.buffer to !util.object
    util.return %a, %1, %0 : !hal.buffer, !util.object, !util.object
  }
}

// -----

// opt --canonicalize: align constants
util.func public @align_constants() -> (index, index, i32) {
  %a = arith.constant 13 : index
  %b = arith.constant 64 : index
  %c = arith.constant 4 : index
  %d = arith.constant 4 : i32
  %e = arith.constant 5 : i32
  %0 = util.align %a, %c : index
  %1 = util.align %b, %c : index
  %2 = util.align %e, %d : i32
  util.return %0, %1, %2 : index, index, i32
}
// =====
module {
  util.func public @align_constants() -> (index, index, i32) {
    %b = arith.constant 64 : index
    %c16 = arith.constant 16 : index
    %c8_i32 = arith.constant 8 : i32
    util.return %c16, %b, %c8_i32 : index, index, i32
  }
}

// -----

// opt --canonicalize: aligned already
util.func public @aligned_already(%a: index, %b: index, %x: index) -> (index, index, index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  %0 = util.align %a, %x : index
  %1 = util.align %0, %x : index
  %2 = util.align %a, %c64 : index
  %3 = util.align %2, %c16 : index
  %4 = util.align %b, %c64 : index
  %5 = arith.addi %2, %4 : index
  %6 = util.align %5, %c64 : index
  %7 = arith.muli %a, %4 : index
  %8 = util.align %7, %c16 : index
  %9 = arith.subi %2, %4 : index
  %10 = util.align %9, %c64 : index
  %11 = util.align %3, %c64 : index
  util.return %1, %3, %6, %8, %10, %11 : index, index, index, index, index, index
}
// =====
module {
  util.func public @aligned_already(%a: index, %b: index, %x: index) -> (index, index, index, index, index, index) {
    %c64 = arith.constant 64 : index
    %0 = util.align %a, %x : index
    %1 = util.align %a, %c64 : index
    %2 = util.align %b, %c64 : index
    %3 = arith.addi %1, %2 : index
    %4 = arith.muli %a, %2 : index
    %5 = arith.subi %1, %2 : index
    util.return %0, %1, %3, %4, %5, %1 : index, index, index, index, index, index
  }
}

// -----

// opt --canonicalize: not known to be aligned
util.func public @not_known_to_be_aligned(%a: index, %b: index) -> (index, index) {
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  %0 = util.align %a, %c16 : index
  %1 = util.align %0, %c64 : index
  %2 = arith.addi %0, %b : index
  %3 = util.align %2, %c16 : index
  util.return %1, %3 : index, index
}
// =====
module {
  util.func public @not_known_to_be_aligned(%a: index, %b: index) -> (index, index) {
    %c64 = arith.constant 64 : index
    %c16 = arith.constant 16 : index
    %0 = util.align %a, %c16 : index
    %1 = util.align %0, %c64 : index
    %2 = arith.addi %0, %b : index
    %3 = util.align %2, %c16 : index
    util.return %1, %3 : index, index
  }
}

// -----

// opt --canonicalize: sizes of types
util.func public @sizes_of_types() -> (index, index, index, index) {
  %0 = util.sizeof i1
  %1 = util.sizeof i17
  %2 = util.sizeof f64
  %3 = util.sizeof index
  util.return %0, %1, %2, %3 : index, index, index, index
}
// =====
module {
  util.func public @sizes_of_types() -> (index, index, index, index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %0 = util.sizeof index
    util.return %c1, %c4, %c8, %0 : index, index, index, index
  }
}

// -----

// opt --canonicalize: switches
util.func public @switches(%i: index, %a: i32, %b: i32, %d: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = util.switch i32 from [%a, %b] at %c1 else %d : i32
  %1 = util.switch i32 from [%a, %b] at %c7 else %d : i32
  %2 = util.switch i32 from [%d, %d] at %i else %d : i32
  %3 = util.switch i32 from [%a, %b] at %i else %d : i32
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}
// =====
module {
  util.func public @switches(%i: index, %a: i32, %b: i32, %d: i32) -> (i32, i32, i32, i32) {
    %0 = util.switch i32 from [%a, %b] at %i else %d : i32
    util.return %b, %d, %d, %0 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: an initializer that does nothing
util.global private mutable @a : i32
util.initializer {
  util.return
}
util.initializer {
  %0 = util.global.load @a : i32
  util.global.store %0, @a : i32
  util.return
}
util.initializer {
  %0 = arith.constant 7 : i32
  util.global.store %0, @a : i32
  util.return
}
// =====
module {
  util.global private mutable @a : i32
  util.initializer {
    %c7_i32 = arith.constant 7 : i32
    util.global.store %c7_i32, @a : i32
    util.return
  }
}

// -----

// opt --canonicalize: storing what was loaded
util.global private mutable @b : i32
util.global private mutable @c : i32
util.func public @storing_what_was_loaded() {
  %0 = util.global.load @b : i32
  util.global.store %0, @b : i32
  util.global.store %0, @c : i32
  util.return
}
// =====
module {
  util.global private mutable @b : i32
  util.global private mutable @c : i32
  util.func public @storing_what_was_loaded() {
    %b = util.global.load @b : i32
    util.global.store %b, @c : i32
    util.return
  }
}

// -----

// opt --canonicalize: unused loads go
util.global private mutable @b : i32
util.global private @i : i32
util.func public @unused_loads_go() {
  %0 = util.global.load @b : i32
  %1 = util.global.load immutable @i : i32
  util.return
}
// =====
module {
  util.global private mutable @b : i32
  util.global private @i : i32
  util.func public @unused_loads_go() {
    util.return
  }
}

// -----

// opt --canonicalize: barriers hide values
util.func public @barriers_hide_values() -> i32 {
  %c = arith.constant 1 : i32
  %0 = util.optimization_barrier %c : i32
  %1 = arith.addi %0, %c : i32
  %2 = util.optimization_barrier %1 : i32
  util.return %0 : i32
}
// =====
module {
  util.func public @barriers_hide_values() -> i32 {
    %c = arith.constant 1 : i32
    %0 = util.optimization_barrier %c : i32
    %1 = arith.addi %0, %c : i32
    %2 = util.optimization_barrier %1 : i32
    util.return %0 : i32
  }
}
