// opt --canonicalize: only the default
util.func public @only_the_default(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  util.return %x : i32
}
// =====
module {
  util.func public @only_the_default(%f: i32, %a: i32) -> i32 {
    util.return %a : i32
  }
}

// -----

// opt --canonicalize: cases like the default
util.func private @ext(i32)
util.func public @cases_like_the_default(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    1: ^bb1(%a : i32),
    2: ^bb1(%f : i32),
    3: ^bb2
  ]
^bb1(%x: i32):
  util.call @ext(%x) : (i32) -> ()
  util.return %x : i32
^bb2:
  util.return %a : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @cases_like_the_default(%f: i32, %a: i32) -> i32 {
    cf.switch %f : i32, [
      default: ^bb1(%a : i32),
      2: ^bb1(%f : i32),
      3: ^bb2
    ]
  ^bb1(%x: i32):  // 2 preds: ^bb0, ^bb0
    util.call @ext(%x) : (i32) -> ()
    util.return %x : i32
  ^bb2:  // pred: ^bb0
    util.return %a : i32
  }
}

// -----

// opt --canonicalize: known flags
util.func private @ext(i32)
util.func public @known_flags(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  cf.switch %c2 : i32, [
    default: ^bb1,
    1: ^bb1,
    2: ^bb2
  ]
^bb1:
  util.return %a : i32
^bb2:
  util.call @ext(%a) : (i32) -> ()
  cf.switch %c9 : i32, [
    default: ^bb3(%c9 : i32),
    1: ^bb1,
    2: ^bb1
  ]
^bb3(%x: i32):
  util.return %x : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @known_flags(%a: i32) -> i32 {
    %c9 = arith.constant 9 : i32
    util.call @ext(%a) : (i32) -> ()
    util.return %c9 : i32
  }
}

// -----

// opt --canonicalize: blocks that only branch
util.func private @ext(i32)
util.func public @blocks_that_only_branch(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1,
    -1: ^bb2(%a : i32)
  ]
^bb1:
  cf.br ^bb3(%f : i32)
^bb2(%x: i32):
  cf.br ^bb4(%x : i32)
^bb3(%y: i32):
  util.call @ext(%y) : (i32) -> ()
  cf.br ^bb4(%y : i32)
^bb4(%z: i32):
  util.return %z : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @blocks_that_only_branch(%f: i32, %a: i32) -> i32 {
    cf.switch %f : i32, [
      default: ^bb1,
      -1: ^bb2(%a : i32)
    ]
  ^bb1:  // pred: ^bb0
    util.call @ext(%f) : (i32) -> ()
    cf.br ^bb2(%f : i32)
  ^bb2(%z: i32):  // 2 preds: ^bb0, ^bb1
    util.return %z : i32
  }
}

// -----

// opt --canonicalize: second switch on the same flag
util.func private @ext(i32)
util.func public @second_switch_on_the_same_flag(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb3
  ]
^bb1:
  util.call @ext(%a) : (i32) -> ()
  cf.switch %f : i32, [
    default: ^bb4(%a : i32),
    1: ^bb3,
    7: ^bb3
  ]
^bb2:
  util.call @ext(%f) : (i32) -> ()
  cf.switch %f : i32, [
    default: ^bb3,
    1: ^bb4(%f : i32)
  ]
^bb3:
  util.return %a : i32
^bb4(%x: i32):
  util.call @ext(%x) : (i32) -> ()
  util.return %x : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @second_switch_on_the_same_flag(%f: i32, %a: i32) -> i32 {
    cf.switch %f : i32, [
      default: ^bb1,
      1: ^bb2,
      2: ^bb3
    ]
  ^bb1:  // pred: ^bb0
    util.call @ext(%a) : (i32) -> ()
    cf.switch %f : i32, [
      default: ^bb4(%a : i32),
      7: ^bb3
    ]
  ^bb2:  // pred: ^bb0
    util.call @ext(%f) : (i32) -> ()
    cf.br ^bb4(%f : i32)
  ^bb3:  // 2 preds: ^bb0, ^bb1
    util.return %a : i32
  ^bb4(%x: i32):  // 2 preds: ^bb1, ^bb2
    util.call @ext(%x) : (i32) -> ()
    util.return %x : i32
  }
}
