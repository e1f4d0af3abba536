// opt --canonicalize: blocks with one branch become one
util.func private @ext(i32)
util.func public @blocks_with_one_branch_become_one(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  cf.br ^bb1(%0 : i32)
^bb1(%x: i32):
  util.call @ext(%x) : (i32) -> ()
  cf.br ^bb2
^bb2:
  util.return %x : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @blocks_with_one_branch_become_one(%a: i32) -> i32 {
    %0 = arith.muli %a, %a : i32
    util.call @ext(%0) : (i32) -> ()
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: branches that only branch are skipped
util.func public @branches_that_only_branch_are_skipped(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  %c5 = arith.constant 5 : i32
  cf.br ^bb3(%c5 : i32)
^bb3(%y: i32):
  util.return %y : i32
}
// =====
module {
  util.func public @branches_that_only_branch_are_skipped(%a: i32, %c: i1) -> i32 {
    %c5 = arith.constant 5 : i32
    %0 = arith.select %c, %a, %c5 : i32
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: pass through with arguments
util.func public @pass_through_with_arguments(%a: i32, %b: i32, %c: i1, %d: i1) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb2(%b, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  cf.br ^bb2(%y, %x : i32, i32)
^bb2(%p: i32, %q: i32):
  cf.cond_br %d, ^bb3, ^bb4
^bb3:
  cf.br ^bb4
^bb4:
  util.return %p, %q : i32, i32
}
// =====
module {
  util.func public @pass_through_with_arguments(%a: i32, %b: i32, %c: i1, %d: i1) -> (i32, i32) {
    util.return %b, %a : i32, i32
  }
}

// -----

// opt --canonicalize: known conditions
util.func public @known_conditions(%a: i32) -> i32 {
  %t = arith.constant true
  %f = arith.constant false
  cf.cond_br %t, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.cond_br %f, ^bb2, ^bb3
^bb2:
  util.return %a : i32
^bb3:
  util.return %x : i32
}
// =====
module {
  util.func public @known_conditions(%a: i32) -> i32 {
    util.return %a : i32
  }
}

// -----

// opt --canonicalize: same target
util.func private @ext()
util.func public @same_target(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  util.call @ext() : () -> ()
  cf.cond_br %d, ^bb2(%a : i32), ^bb2(%b : i32)
^bb2(%y: i32):
  util.return %y : i32
}
// =====
module {
  util.func private @ext()
  util.func public @same_target(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
    util.call @ext() : () -> ()
    %0 = arith.select %d, %a, %b : i32
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: same target reached from elsewhere stays
util.func private @ext()
util.func public @same_target_reached_from_elsewhere_stays(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  util.call @ext() : () -> ()
  cf.cond_br %d, ^bb2(%a : i32), ^bb2(%b : i32)
^bb2(%y: i32):
  util.return %y : i32
}
// =====
module {
  util.func private @ext()
  util.func public @same_target_reached_from_elsewhere_stays(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {
    cf.cond_br %c, ^bb1, ^bb2(%a : i32)
  ^bb1:  // pred: ^bb0
    util.call @ext() : () -> ()
    cf.cond_br %d, ^bb2(%a : i32), ^bb2(%b : i32)
  ^bb2(%y: i32):  // 3 preds: ^bb0, ^bb1, ^bb1
    util.return %y : i32
  }
}

// -----

// opt --canonicalize: second branch on the same condition
util.func private @ext(i32)
util.func public @second_branch_on_the_same_condition(%a: i32, %b: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.call @ext(%a) : (i32) -> ()
  cf.cond_br %c, ^bb3(%a : i32), ^bb4(%b : i32)
^bb2:
  util.call @ext(%b) : (i32) -> ()
  cf.cond_br %c, ^bb3(%a : i32), ^bb4(%b : i32)
^bb3(%x: i32):
  util.return %x : i32
^bb4(%y: i32):
  util.call @ext(%y) : (i32) -> ()
  util.return %a : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @second_branch_on_the_same_condition(%a: i32, %b: i32, %c: i1) -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%a) : (i32) -> ()
    util.return %a : i32
  ^bb2:  // pred: ^bb0
    util.call @ext(%b) : (i32) -> ()
    util.call @ext(%b) : (i32) -> ()
    util.return %a : i32
  }
}

// -----

// opt --canonicalize: condition is known in its blocks
util.func private @ext(i1)
util.func public @condition_is_known_in_its_blocks(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.call @ext(%c) : (i1) -> ()
  util.return
^bb2:
  util.call @ext(%c) : (i1) -> ()
  util.call @ext(%c) : (i1) -> ()
  util.return
}
// =====
module {
  util.func private @ext(%arg0: i1)
  util.func public @condition_is_known_in_its_blocks(%c: i1) {
    %true = arith.constant true
    %false = arith.constant false
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%true) : (i1) -> ()
    util.return
  ^bb2:  // pred: ^bb0
    util.call @ext(%false) : (i1) -> ()
    util.call @ext(%false) : (i1) -> ()
    util.return
  }
}

// -----

// opt --canonicalize: not of a condition
util.func private @ext(i32)
util.func public @not_of_a_condition(%c: i1, %a: i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  cf.cond_br %n, ^bb1, ^bb2
^bb1:
  util.call @ext(%a) : (i32) -> ()
  util.return
^bb2:
  util.return
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @not_of_a_condition(%c: i1, %a: i32) {
    %t = arith.constant true
    %n = arith.xori %c, %t : i1
    cf.cond_br %n, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    util.call @ext(%a) : (i32) -> ()
    util.return
  ^bb2:  // pred: ^bb0
    util.return
  }
}

// -----

// opt --canonicalize: endless loops stay
util.func public @endless_loops_stay(%a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  cf.br ^bb1(%0 : i32)
}
// =====
module {
  util.func public @endless_loops_stay(%a: i32) {
    cf.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    cf.br ^bb1
  }
}

// -----

// opt --canonicalize: unreachable blocks and dead arguments go
util.func public @unreachable_blocks_and_dead_arguments_go(%a: i32, %b: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb2
^bb1(%x: i32, %y: i32):
  %0 = arith.addi %y, %y : i32
  util.return %x : i32
^bb2:
  util.return %b : i32
^bb3:
  %1 = arith.addi %2, %a : i32
  cf.br ^bb4
^bb4:
  %2 = arith.addi %1, %a : i32
  cf.br ^bb3
}
// =====
module {
  util.func public @unreachable_blocks_and_dead_arguments_go(%a: i32, %b: i32, %c: i1) -> i32 {
    cf.cond_br %c, ^bb1(%a : i32), ^bb2
  ^bb1(%x: i32):  // pred: ^bb0
    util.return %x : i32
  ^bb2:  // pred: ^bb0
    util.return %b : i32
  }
}

// -----

// opt --canonicalize: dead cycle through a loop goes
util.func private @ext()
util.func public @dead_cycle_through_a_loop_goes(%a: i32, %c: i1) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  util.call @ext() : () -> ()
  %0 = arith.addi %x, %x : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb2:
  util.return
}
// =====
module {
  util.func private @ext()
  util.func public @dead_cycle_through_a_loop_goes(%a: i32, %c: i1) {
    cf.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    util.call @ext() : () -> ()
    cf.cond_br %c, ^bb1, ^bb2
  ^bb2:  // pred: ^bb1
    util.return
  }
}

// -----

// opt --canonicalize: assertions
util.func public @assertions(%c: i1) {
  %t = arith.constant true
  cf.assert %t, "holds"
  cf.assert %c, "may hold"
  util.return
}
// =====
module {
  util.func public @assertions(%c: i1) {
    cf.assert %c, "may hold"
    util.return
  }
}

// -----

// opt --canonicalize: arguments that are always the same value
util.func private @ext(i32)
util.func public @f(%a: i32, %b: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  util.call @ext(%x) : (i32) -> ()
  cf.br ^bb2(%b : i32)
^bb2(%y: i32):
  util.return %y : i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @f(%a: i32, %b: i32, %c: i1) -> i32 {
    cf.cond_br %c, ^bb1(%a : i32), ^bb2
  ^bb1(%x: i32):  // pred: ^bb0
    util.call @ext(%x) : (i32) -> ()
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    util.return %b : i32
  }
}
