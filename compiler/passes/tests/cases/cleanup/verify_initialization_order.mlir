// opt --iree-util-verify-initialization-order: what is in order
util.global private @a = 1 : i32
util.global private @b : i32
util.global private mutable @m = 1 : i32
util.initializer {
  %0 = util.global.load @a : i32
  util.global.store %0, @b : i32
  util.return
}
util.func public @later() {
  %c2 = arith.constant 2 : i32
  util.global.store %c2, @m : i32
  util.return
}
util.func private @sets() {
  %0 = util.global.load @b : i32
  util.global.store %0, @c : i32
  util.return
}
util.func private @calls() {
  util.call @sets() : () -> ()
  util.call @calls() : () -> ()
  util.return
}
util.global private @c : i32
util.initializer {
  util.call @calls() : () -> ()
  %x = util.global.load @m : i32
  util.global.store %x, @m : i32
  util.return
}
// =====
module {
  util.global private @a = 1 : i32
  util.global private @b : i32
  util.global private mutable @m = 1 : i32
  util.initializer {
    %a = util.global.load @a : i32
    util.global.store %a, @b : i32
    util.return
  }
  util.func public @later() {
    %c2 = arith.constant 2 : i32
    util.global.store %c2, @m : i32
    util.return
  }
  util.func private @sets() {
    %b = util.global.load @b : i32
    util.global.store %b, @c : i32
    util.return
  }
  util.func private @calls() {
    util.call @sets() : () -> ()
    util.call @calls() : () -> ()
    util.return
  }
  util.global private @c : i32
  util.initializer {
    util.call @calls() : () -> ()
    %x = util.global.load @m : i32
    util.global.store %x, @m : i32
    util.return
  }
}

// -----

// opt --iree-util-verify-initialization-order: loads and stores of what stands later
// unlike iree-opt: it says so and goes on
util.initializer {
  %0 = util.global.load @later : i32
// error@8: expected a global before the initializer that uses it, found @later
  util.global.store %0, @later : i32
// error@3: expected a global before the initializer that uses it, found @later
  util.return
}
util.global private mutable @later = 42 : i32

// -----

// opt --iree-util-verify-initialization-order: functions count as part of the first initializer that calls them
// unlike iree-opt: it says so and goes on
util.func private @loads() -> i32 {
  %0 = util.global.load @later : i32
// error@8: expected a global before the initializer that uses it, found @later
  util.return %0 : i32
}
util.initializer {
  %0 = util.call @loads() : () -> i32
  util.return
}
util.global private @later : i32
util.initializer {
  %0 = util.call @loads() : () -> i32
  util.global.store %0, @later : i32
  util.return
}

// -----

// opt --iree-util-verify-initialization-order: a global that does not change is set once
// unlike iree-opt: it says so and goes on
util.global private @value = 10 : i32
util.global private @twice : i32
util.initializer {
  %c = arith.constant 20 : i32
  util.global.store %c, @value : i32
// error@3: expected @value to be set once, found a second value for it
  util.global.store %c, @twice : i32
  util.global.store %c, @twice : i32
// error@3: expected @twice to be set once, found a second value for it
  util.return
}

// -----

// opt --iree-util-verify-initialization-order: stores that may run later
// unlike iree-opt: it says so and goes on
util.global private @g : i32
util.func public @outside() {
  util.call @shared() : () -> ()
  util.return
}
util.func private @shared() {
  %c = arith.constant 42 : i32
  util.global.store %c, @g : i32
// error@3: expected @g to be set by initializers only, found a store that may run later
  util.return
}
util.initializer {
  util.call @shared() : () -> ()
  util.return
}

// -----

// opt --iree-util-verify-initialization-order: what is only strange
util.global private @sometimes : i32
util.global private @never : i32
util.func private @condition(%c: i1) {
  scf.if %c {
    %v = arith.constant 42 : i32
    util.global.store %v, @sometimes : i32
  }
  util.return
}
util.func private @uncalled(%v: i32) {
  util.global.store %v, @never : i32
  util.return
}
util.initializer {
  %true = arith.constant true
  util.call @condition(%true) : (i1) -> ()
  util.return
}
// =====
// warning@5: @sometimes is set under a condition
// warning@3: @never is set by a function that nothing is known to call
module {
  util.global private @sometimes : i32
  util.global private @never : i32
  util.func private @condition(%c: i1) {
    scf.if %c {
      %v = arith.constant 42 : i32
      util.global.store %v, @sometimes : i32
    }
    util.return
  }
  util.func private @uncalled(%v: i32) {
    util.global.store %v, @never : i32
    util.return
  }
  util.initializer {
    %true = arith.constant true
    util.call @condition(%true) : (i1) -> ()
    util.return
  }
}
