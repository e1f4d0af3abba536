// opt --pass-pipeline='builtin.module(util.func(convert-scf-to-cf))': every kind of region
util.func private @ext(index) -> i32
util.func public @f(%n: index, %c: i1, %m: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (i32) {
    %a = util.call @ext(%i) : (index) -> i32
    %b = arith.addi %a, %x : i32
    scf.yield %b : i32
  }
  %1 = scf.index_switch %n -> i32
  case 2 {
    %a = util.call @ext(%c0) : (index) -> i32
    scf.yield %a : i32
  }
  case 5 {
    scf.yield %m : i32
  }
  default {
    scf.yield %0 : i32
  }
  %2 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %m : i32
  ^bb2:
    scf.yield %0 : i32
  }
  %3 = scf.while (%a = %m) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  scf.if %c {
    %z = util.call @ext(%c0) : (index) -> i32
  }
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}
// =====
module {
  util.func private @ext(%arg0: index) -> i32
  util.func public @f(%n: index, %c: i1, %m: i32) -> (i32, i32, i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^bb1(%c0, %m : index, i32)
  ^bb1(%0: index, %1: i32):  // 2 preds: ^bb0, ^bb2
    %2 = arith.cmpi slt, %0, %n : index
    cf.cond_br %2, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %a = util.call @ext(%0) : (index) -> i32
    %b = arith.addi %a, %1 : i32
    %3 = arith.addi %0, %c1 : index
    cf.br ^bb1(%3, %b : index, i32)
  ^bb3:  // pred: ^bb1
    %4 = arith.index_cast %n : index to i64
    cf.switch %4 : i64, [
      default: ^bb6,
      2: ^bb4,
      5: ^bb5
    ]
  ^bb4:  // pred: ^bb3
    %a_0 = util.call @ext(%c0) : (index) -> i32
    cf.br ^bb7(%a_0 : i32)
  ^bb5:  // pred: ^bb3
    cf.br ^bb7(%m : i32)
  ^bb6:  // pred: ^bb3
    cf.br ^bb7(%1 : i32)
  ^bb7(%5: i32):  // 3 preds: ^bb4, ^bb5, ^bb6
    cf.br ^bb8
  ^bb8:  // pred: ^bb7
    cf.cond_br %c, ^bb9, ^bb10
  ^bb9:  // pred: ^bb8
    cf.br ^bb11(%m : i32)
  ^bb10:  // pred: ^bb8
    cf.br ^bb11(%1 : i32)
  ^bb11(%6: i32):  // 2 preds: ^bb9, ^bb10
    cf.br ^bb12(%m : i32)
  ^bb12(%a_1: i32):  // 2 preds: ^bb11, ^bb12
    cf.cond_br %c, ^bb12(%a_1 : i32), ^bb13
  ^bb13:  // pred: ^bb12
    cf.cond_br %c, ^bb14, ^bb15
  ^bb14:  // pred: ^bb13
    %z = util.call @ext(%c0) : (index) -> i32
    cf.br ^bb15
  ^bb15:  // 2 preds: ^bb13, ^bb14
    util.return %1, %5, %6, %a_1 : i32, i32, i32, i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(convert-scf-to-cf))': results, and regions inside each other
util.func private @ext(index) -> i32
util.func public @f(%n: index, %c: i1, %m: i32) -> (i32, index) {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (i32) {
    %1 = scf.if %c -> (i32) {
      %a = util.call @ext(%c0) : (index) -> i32
      scf.yield %a : i32
    } else {
      scf.yield %m : i32
    }
    scf.yield %1 : i32
  } else {
    scf.index_switch %n
    default {
      %a = util.call @ext(%n) : (index) -> i32
    }
    scf.yield %m : i32
  }
  %2 = scf.while (%a = %n) : (index) -> index {
    %d = arith.cmpi slt, %a, %c0 : index
    scf.condition(%d) %a : index
  } do {
  ^bb0(%a: index):
    %b = arith.addi %a, %a : index
    scf.if %c {
      %z = util.call @ext(%b) : (index) -> i32
    }
    scf.yield %b : index
  }
  util.return %0, %2 : i32, index
}
// =====
module {
  util.func private @ext(%arg0: index) -> i32
  util.func public @f(%n: index, %c: i1, %m: i32) -> (i32, index) {
    %c0 = arith.constant 0 : index
    cf.cond_br %c, ^bb1, ^bb6
  ^bb1:  // pred: ^bb0
    cf.cond_br %c, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %a = util.call @ext(%c0) : (index) -> i32
    cf.br ^bb4(%a : i32)
  ^bb3:  // pred: ^bb1
    cf.br ^bb4(%m : i32)
  ^bb4(%0: i32):  // 2 preds: ^bb2, ^bb3
    cf.br ^bb5
  ^bb5:  // pred: ^bb4
    cf.br ^bb9(%0 : i32)
  ^bb6:  // pred: ^bb0
    %1 = arith.index_cast %n : index to i64
    cf.switch %1 : i64, [
      default: ^bb7
    ]
  ^bb7:  // pred: ^bb6
    %a_0 = util.call @ext(%n) : (index) -> i32
    cf.br ^bb8
  ^bb8:  // pred: ^bb7
    cf.br ^bb9(%m : i32)
  ^bb9(%2: i32):  // 2 preds: ^bb5, ^bb8
    cf.br ^bb10
  ^bb10:  // pred: ^bb9
    cf.br ^bb11(%n : index)
  ^bb11(%a_1: index):  // 2 preds: ^bb10, ^bb14
    %d = arith.cmpi slt, %a_1, %c0 : index
    cf.cond_br %d, ^bb12(%a_1 : index), ^bb15
  ^bb12(%a_2: index):  // pred: ^bb11
    %b = arith.addi %a_2, %a_2 : index
    cf.cond_br %c, ^bb13, ^bb14
  ^bb13:  // pred: ^bb12
    %z = util.call @ext(%b) : (index) -> i32
    cf.br ^bb14
  ^bb14:  // 2 preds: ^bb12, ^bb13
    cf.br ^bb11(%b : index)
  ^bb15:  // pred: ^bb11
    util.return %2, %a_1 : i32, index
  }
}
