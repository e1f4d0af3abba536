// opt --pass-pipeline='builtin.module(util.func(iree-util-simplify-global-accesses))': loads of immutable globals go to the top, each once
util.global private @a : i32
util.global private @b : i32
util.func private @ext(i32)
util.func public @immutable(%c: i1) -> (i32, i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = util.global.load @b : i32
  %1 = util.global.load @a : i32
  %2 = util.global.load @b : i32
  util.call @ext(%2) : (i32) -> ()
  util.return %0, %1 : i32, i32
^bb2:
  %3 = util.global.load @a : i32
  util.return %3, %3 : i32, i32
}
// =====
module {
  util.global private @a : i32
  util.global private @b : i32
  util.func private @ext(%arg0: i32)
  util.func public @immutable(%c: i1) -> (i32, i32) {
    %b = util.global.load @b : i32
    %a = util.global.load @a : i32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%b) : (i32) -> ()
    util.return %b, %a : i32, i32
  ^bb2:  // pred: ^bb0
    util.return %a, %a : i32, i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-simplify-global-accesses))': loads and stores of mutable globals
util.global private mutable @a : i32
util.global private mutable @b : i32
util.func private @ext(i32)
util.func public @mutable(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = util.global.load @a : i32
  util.global.store %x, @a : i32
  %1 = util.global.load @a : i32
  util.global.store %y, @a : i32
  %s = arith.addi %x, %y : i32
  %2 = util.global.load @b : i32
  %3 = util.global.load @b : i32
  %4 = arith.addi %2, %3 : i32
  util.global.store %4, @b : i32
  %t = arith.muli %x, %y : i32
  util.call @ext(%t) : (i32) -> ()
  %5 = util.global.load @a : i32
  util.call @ext(%s) : (i32) -> ()
  util.global.store %5, @b : i32
  util.return %0, %1, %5 : i32, i32, i32
}
// =====
module {
  util.global private mutable @a : i32
  util.global private mutable @b : i32
  util.func private @ext(%arg0: i32)
  util.func public @mutable(%x: i32, %y: i32) -> (i32, i32, i32) {
    %b = util.global.load @b : i32
    %a = util.global.load @a : i32
    %s = arith.addi %x, %y : i32
    %0 = arith.addi %b, %b : i32
    %t = arith.muli %x, %y : i32
    util.global.store %y, @a : i32
    util.global.store %0, @b : i32
    util.call @ext(%t) : (i32) -> ()
    %a_0 = util.global.load @a : i32
    util.call @ext(%s) : (i32) -> ()
    util.global.store %a_0, @b : i32
    util.return %a, %x, %a_0 : i32, i32, i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-simplify-global-accesses))': blocks are looked at one by one
util.global private mutable @a : i32
util.func public @blocks(%x: i32) -> i32 {
  util.global.store %x, @a : i32
  cf.br ^bb1
^bb1:
  %0 = util.global.load @a : i32
  %1 = util.global.load @a : i32
  %2 = arith.addi %0, %1 : i32
  util.return %2 : i32
}
// =====
module {
  util.global private mutable @a : i32
  util.func public @blocks(%x: i32) -> i32 {
    util.global.store %x, @a : i32
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %a = util.global.load @a : i32
    %0 = arith.addi %a, %a : i32
    util.return %0 : i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.initializer(iree-util-simplify-global-accesses))': initializers store to immutable globals
util.global private @a : i32
util.global private @b : i32
util.initializer {
  %c1 = arith.constant 1 : i32
  util.global.store %c1, @a : i32
  %0 = util.global.load @a : i32
  %1 = arith.addi %0, %0 : i32
  util.global.store %1, @b : i32
  util.return
}
// =====
module {
  util.global private @a : i32
  util.global private @b : i32
  util.initializer {
    %c1 = arith.constant 1 : i32
    %0 = arith.addi %c1, %c1 : i32
    util.global.store %c1, @a : i32
    util.global.store %0, @b : i32
    util.return
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-simplify-global-accesses))': nothing may pass an await
util.global private mutable @a : i32
util.func public @await(%x: i32, %f: !hal.fence) -> (i32, i32) {
  %c-1_i32 = arith.constant -1 : i32
  util.global.store %x, @a : i32
  %s = hal.fence.await until([%f]) timeout_millis(%c-1_i32) flags("None") : i32
  %0 = util.global.load @a : i32
  util.return %0, %s : i32, i32
}
// =====
module {
  util.global private mutable @a : i32
  util.func public @await(%x: i32, %f: !hal.fence) -> (i32, i32) {
    %c-1_i32 = arith.constant -1 : i32
    util.global.store %x, @a : i32
    %s = hal.fence.await until([%f]) timeout_millis(%c-1_i32) flags("None") : i32
    %a = util.global.load @a : i32
    util.return %a, %s : i32, i32
  }
}
