//! Blocks, terminators, branches, and values that are used before they are there.

// errors: a value used before its definition
util.func public @f() {
  %0 = arith.addi %later, %later : i32
// error@8: arith.addi: expected `%later` to be defined before its use, found it defined after
  %later = arith.constant 1 : i32
// note@12: `%later` is defined here
  util.return
}

// -----

// errors: a value from a block that does not always run before
util.func public @f(%cond: i1) -> i32 {
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  %one = arith.constant 1 : i32
// note@10: `%one` is defined here
  cf.br ^bb2
^bb2:
  util.return %one : i32
// error@3: util.return: expected `%one` to be defined before its use, found it in a block that does not always run before
}

// -----

// errors: an argument of a block that does not always run before
util.func public @f(%cond: i1, %a: i32) -> i32 {
  cf.cond_br %cond, ^bb1(%a : i32), ^bb2
^bb1(%b: i32):
// note@6: `%b` is defined here
  cf.br ^bb2
^bb2:
  util.return %b : i32
// error@3: util.return: expected `%b` to be defined before its use, found it in a block that does not always run before
}

// -----

// errors: an operation that uses its own result
util.func public @f() {
  %0 = "util.optimization_barrier"(%0) : (i32) -> i32
// error@8: util.optimization_barrier: expected operand 0 to be defined before its use, found it defined after
// note@8: the value is defined here
  util.return
}

// -----

// errors: a block without an end
util.func public @f(%a: i32) {
// note@1: the block is in a region of this operation
  %0 = arith.addi %a, %a : i32
// error@8: arith.addi: expected a terminator after it, found the end of the block
}

// -----

// errors: a block without operations
util.func public @f() {
// error@1: util.func: expected a terminator at the end of each block, found a block without operations
  cf.br ^bb1
^bb1:
}

// -----

// errors: an end in the middle of a block
util.func public @f() {
  util.unreachable
// error@3: util.unreachable: expected to be the last operation of its block, as it ends it
  %0 = arith.constant 1 : i32
// note@8: this operation comes after it
  util.return
}

// -----

// errors: an operation nobody knows that branches from the middle of a block
util.func public @f() {
  "foo.goto"()[^bb1] : () -> ()
// error@3: foo.goto: expected to be the last operation of its block, as it goes to other blocks
  util.return
// note@3: this operation comes after it
^bb1:
  util.return
}

// -----

// errors: a branch to the first block
util.func public @f() {
// note@1: the region is in this operation
^bb0:
  cf.br ^bb0
// error@3: cf.br: expected a branch to another block than the first of the region, which runs once
}

// -----

// errors: a branch with too few values
util.func public @f(%a: i32) {
  cf.br ^bb1(%a : i32)
// error@3: cf.br: expected 2 values for the arguments of successor 0, found 1
^bb1(%b: i32, %c: i32):
// note@6: `%b` is defined here
  util.return
}

// -----

// errors: a branch with a value of another type
util.func public @f(%cond: i1, %a: i64) {
  cf.cond_br %cond, ^bb1(%a : i64), ^bb2
// error@3: cf.cond_br: expected value 0 for successor 0 to be i32, found i64
^bb1(%b: i32):
// note@6: `%b` is defined here
  util.return
^bb2:
  util.return
}

// -----

// errors: a switch with a value of another type
util.func public @f(%flag: i32, %a: i64, %b: i32) {
  cf.switch %flag : i32, [
// error@3: cf.switch: expected value 0 for successor 1 to be i32, found i64
    default: ^bb1(%b : i32),
    7: ^bb1(%a : i64)
  ]
^bb1(%c: i32):
// note@6: `%c` is defined here
  util.return
}

// -----

// errors: a switch with a value too few, and of another type
util.func public @f(%flag: i32) {
  "cf.switch"(%flag)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
// error@3: cf.switch: expected `case_values` to have 2 values, one for each case, found 1
// error@3: cf.switch: expected values of type i32, as the flag, found i64
^bb1:
  util.return
}

// -----

// errors: a switch whose operands have no case
util.func public @f(%flag: i32) {
  "cf.switch"(%flag, %flag)[^bb1, ^bb2] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
// error@3: cf.switch: expected `case_operand_segments` to give 1 operand to 1 case, found [0]
^bb1:
  util.return
^bb2:
  util.return
}
