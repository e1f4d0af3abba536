// opt --pass-pipeline='builtin.module(util.func(iree-util-apply-patterns))': folds, and blocks that do the same
util.func private @ext(i32)
util.func public @same_blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.call @ext(%a) : (i32) -> ()
  cf.br ^bb3
^bb2:
  util.call @ext(%a) : (i32) -> ()
  cf.br ^bb3
^bb3:
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  util.return %0 : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @same_blocks(%c: i1, %a: i32) -> i32 {
    util.call @ext(%a) : (i32) -> ()
    util.return %a : i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-apply-patterns))': blocks that differ in one value
util.func private @ext(i32)
util.func public @one_value_differs(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.call @ext(%a) : (i32) -> ()
  cf.br ^bb3(%a : i32)
^bb2:
  util.call @ext(%b) : (i32) -> ()
  cf.br ^bb3(%b : i32)
^bb3(%0: i32):
  util.return %0 : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @one_value_differs(%c: i1, %a: i32, %b: i32) -> i32 {
    %0 = arith.select %c, %a, %b : i32
    util.call @ext(%0) : (i32) -> ()
    util.return %0 : i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-apply-patterns))': a condition that is known further down
util.func private @ext(i1)
util.func public @known(%c: i1) -> i1 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.call @ext(%c) : (i1) -> ()
  util.return %c : i1
^bb2:
  %true = arith.constant true
  %0 = arith.xori %c, %true : i1
  util.return %0 : i1
}
// =====
module {
  util.func private @ext(%arg0: i1)
  util.func public @known(%c: i1) -> i1 {
    %true = arith.constant true
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%true) : (i1) -> ()
    util.return %true : i1
  ^bb2:  // pred: ^bb0
    util.return %true : i1
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-apply-patterns))': calls that always jump on
util.func private @ext(i32) -> i32
util.func public @chain(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%0: i32):
  %1 = util.call @ext(%0) : (i32) -> i32
  cf.br ^bb2
^bb2:
  cf.br ^bb3(%1 : i32)
^bb3(%2: i32):
  util.return %2 : i32
}
// =====
module {
  util.func private @ext(%arg0: i32) -> i32
  util.func public @chain(%a: i32) -> i32 {
    %0 = util.call @ext(%a) : (i32) -> i32
    util.return %0 : i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-util-apply-patterns))': a switch with one case
util.func private @ext(index) -> i32
util.func public @f(%n: index, %m: i32) -> i32 {
  %1 = scf.index_switch %n -> i32
  case 2 {
    %a = util.call @ext(%n) : (index) -> i32
    scf.yield %a : i32
  }
  default {
    scf.yield %m : i32
  }
  util.return %1 : i32
}
// =====
module {
  util.func private @ext(%arg0: index) -> i32
  util.func public @f(%n: index, %m: i32) -> i32 {
    %c2 = arith.constant 2 : index
    %0 = arith.cmpi eq, %n, %c2 : index
    %1 = scf.if %0 -> (i32) {
      %a = util.call @ext(%n) : (index) -> i32
      scf.yield %a : i32
    } else {
      scf.yield %m : i32
    }
    util.return %1 : i32
  }
}
